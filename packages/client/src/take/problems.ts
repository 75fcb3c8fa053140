import type { ProblemTable } from '@rigline/diagnostics';

/** Codes of what is found in take files. */
export const TAKE_PROBLEMS: ProblemTable = {
  TAKE_BAD_RECORD: { severity: 'warning', when: 'Records of a take cannot be read, and are left out.' },
  TAKE_CURVE_LEFT_OUT: { severity: 'info', when: 'A take has curves that no attribute of its nodes stands for.' },
  TAKE_CUT: { severity: 'warning', when: 'A take ends in the middle of a record: its recorder was killed.' },
  TAKE_TIME_WENT_BACK: {
    severity: 'info',
    when: 'The time of the scene went back during the take; what was recorded last counts.',
  },
  TAKE_UNKNOWN_VERSION: { severity: 'error', when: 'A file begins as a take of another version does, or as none.' },
};
