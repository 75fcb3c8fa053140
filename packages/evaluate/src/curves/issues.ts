import type { ProblemInput, ProblemTable } from '@rigline/diagnostics';

export type CurveIssueCode =
  | 'CURVE_NO_KEYS'
  | 'CURVE_KEY_NOT_FINITE'
  | 'CURVE_KEYS_UNSORTED'
  | 'CURVE_KEY_DUPLICATE'
  | 'CURVE_TANGENT_NOT_FINITE'
  | 'CURVE_FIXED_WITHOUT_TANGENT'
  | 'CURVE_KEYS_NOT_SHARED';

/** Codes that the animation-curve mathematics reports. */
export const CURVE_ISSUES: ProblemTable<CurveIssueCode> = {
  CURVE_NO_KEYS: { severity: 'warning', when: 'A curve has no usable key; it evaluates to 0.' },
  CURVE_KEY_NOT_FINITE: { severity: 'warning', when: 'A key whose time or value is not a finite number is left out.' },
  CURVE_KEYS_UNSORTED: { severity: 'warning', when: 'Keys are not in ascending order of time; they are sorted.' },
  CURVE_KEY_DUPLICATE: {
    severity: 'warning',
    when: 'Several keys share a time; the one listed last counts from there on.',
  },
  CURVE_TANGENT_NOT_FINITE: {
    severity: 'warning',
    when: 'A stored tangent is infinite or half given; it is computed from its type instead.',
  },
  CURVE_FIXED_WITHOUT_TANGENT: {
    severity: 'info',
    when: 'A fixed tangent has no stored vector; it is taken as flat.',
  },
  CURVE_KEYS_NOT_SHARED: {
    severity: 'warning',
    when: 'Rotation curves with quaternion interpolation do not share their key times; they are evaluated one by one.',
  },
};

/** One thing wrong with a curve's data. The caller knows the place and adds it. */
export interface CurveIssue extends ProblemInput {
  readonly code: CurveIssueCode;
  /** Index of the first key concerned, in the caller's own order; -1 when the whole curve is meant. */
  readonly key: number;
}

/** Issue with the severity of its table row; repeats of one code on a curve share a group. */
export function curveIssue(code: CurveIssueCode, key: number, message: string): CurveIssue {
  return { code, severity: CURVE_ISSUES[code].severity, message, key, group: code };
}
