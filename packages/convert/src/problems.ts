import type { ProblemTable } from '@rigline/diagnostics';

/** Codes of what an export meets. What it loses is in its report, not here. */
export const CONVERT_PROBLEMS: ProblemTable = {
  CONVERT_BAD_GLB: { severity: 'error', when: 'A GLB that is to be compared is broken. Thrown.' },
  CONVERT_BAD_RANGE: { severity: 'error', when: 'A frame range is empty, or not of finite numbers. Thrown.' },
};
