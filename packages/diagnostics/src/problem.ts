import { formatPlace, type Place } from './place.ts';

export type Severity = 'error' | 'warning' | 'info';

/** One thing found wrong with the user's data. Codes are API: they are never renamed silently. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly at: Place;
  /** An imperative sentence. */
  readonly hint?: string;
  /** How often the same problem was met; `at` is the first of them. */
  readonly count: number;
}

/** What a package may report: its codes with their severity and meaning. The docs page is printed from it. */
export type ProblemTable<Code extends string = string> = Readonly<
  Record<Code, { readonly severity: Severity; readonly when: string }>
>;

export interface ProblemInput {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly at?: Place;
  readonly hint?: string;
  /** Problems with the same code and group are counted, not repeated. By default the message. */
  readonly group?: string;
}

/**
 * A problem as text: place, severity, code, count, message, and the hint on its own line.
 *
 * @example hero.ma:1204  warning MA_UNKNOWN_NODE ×12  "foo" nodes are not evaluated
 */
export function formatProblem(problem: Problem): string {
  const place = formatPlace(problem.at);
  const count = problem.count > 1 ? ` ×${problem.count}` : '';
  const line = `${place ? `${place}  ` : ''}${problem.severity} ${problem.code}${count}  ${problem.message}`;
  return problem.hint === undefined ? line : `${line}\n  hint: ${problem.hint}`;
}
