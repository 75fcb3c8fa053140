import type { ProblemTable } from './problem.ts';

/** Codes of the problem log itself. */
export const LOG_PROBLEMS: ProblemTable = {
  PROBLEMS_DROPPED: { severity: 'warning', when: 'More distinct problems were met than are kept; they were counted.' },
};
