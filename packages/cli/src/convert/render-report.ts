import { extname } from 'node:path';
import { type ExportReport, type ReportEntry, VERDICTS } from '@rigline/convert';
import { RiglineError } from '@rigline/diagnostics';

export interface ReportInput {
  readonly file: string;
  readonly output: string;
  readonly report: ExportReport;
}

const FORMS: Readonly<Record<string, (input: ReportInput) => string>> = { '.json': jsonReport, '.html': htmlReport };

/** @throws RiglineError `CLI_UNKNOWN_OUTPUT` for a file that is named neither `.json` nor `.html`. */
export function checkReportName(path: string): (input: ReportInput) => string {
  const form = FORMS[extname(path).toLowerCase()];
  if (form) return form;
  throw new RiglineError({
    code: 'CLI_UNKNOWN_OUTPUT',
    message: `Reports are not written to files named "${extname(path)}"`,
    at: { file: path },
    hint: 'Name the report with .json or .html.',
  });
}

/** The report as the extension of `path` says. */
export function renderReport(path: string, input: ReportInput): string {
  return checkReportName(path)(input);
}

function jsonReport({ file, output, report }: ReportInput): string {
  const { entries } = report;
  return `${JSON.stringify({ schema: 'rigline.report/1', file, output, counts: report.counts(), entries }, null, 2)}\n`;
}

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid #8884; }
td:nth-child(2) { overflow-wrap: anywhere; }
.counts span { display: inline-block; margin-right: 1.5rem; }
.counts b { font-size: 1.4rem; }
.dropped { color: #c33; } .approximated { color: #b70; } .renamed, .converted { color: #27c; }
`;

/** One page that needs nothing else: counts on top, losses first. */
function htmlReport({ file, output, report }: ReportInput): string {
  const counts = report.counts();
  const title = `${escapeHtml(file)} → ${escapeHtml(output)}`;
  const order = ['dropped', 'approximated', 'renamed', 'converted', 'baked', 'kept'] as const;
  const rows = order.flatMap((verdict) => report.entries.filter((entry) => entry.verdict === verdict)).map(rowOf);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>
<h1>${title}</h1>
<p class="counts">${VERDICTS.map((verdict) => `<span class="${verdict}"><b>${counts[verdict]}</b> ${verdict}</span>`).join('')}</p>
<table><thead><tr><th>what became of it<th>in the source<th>part<th>reason<th>largest error</thead>
<tbody>${rows.join('\n')}</tbody></table>
</html>
`;
}

function rowOf({ verdict, subject, what, reason, error, hint }: ReportEntry): string {
  const told = hint ? `${escapeHtml(reason)}<br><em>${escapeHtml(hint)}</em>` : escapeHtml(reason);
  const largest = error ? `${Number(error.value.toPrecision(3))} ${escapeHtml(error.unit)}` : '';
  return `<tr><td class="${verdict}">${verdict}<td>${escapeHtml(subject)}<td>${escapeHtml(what)}<td>${told}<td>${largest}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
