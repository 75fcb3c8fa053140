export { type BuiltExport, buildExport, type ExportTargetSpace } from './build-export.ts';
export { type ExportOptions, MAX_ERROR } from './options.ts';
export { CONVERT_PROBLEMS } from './problems.ts';
export { ExportReport, type ReportEntry, VERDICTS, type Verdict } from './report.ts';
