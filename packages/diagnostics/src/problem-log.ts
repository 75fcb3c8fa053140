import type { Problem, ProblemInput, Severity } from './problem.ts';

/** Distinct problems kept by default; later ones are only counted, so that hostile input cannot fill the memory. */
export const PROBLEM_LOG_LIMIT = 10_000;

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Collects problems in the order they are met; repeats are counted. */
export class ProblemLog {
  readonly #problems = new Map<string, { -readonly [K in keyof Problem]: Problem[K] }>();
  readonly #limit: number;
  #dropped = 0;

  constructor(limit: number = PROBLEM_LOG_LIMIT) {
    this.#limit = limit;
  }

  add(input: ProblemInput): void {
    const key = `${input.code}\n${input.group ?? `${input.message}\n${input.at?.node ?? ''}.${input.at?.plug ?? ''}`}`;
    const known = this.#problems.get(key);
    if (known) {
      known.count++;
      return;
    }
    if (this.#problems.size >= this.#limit) {
      this.#dropped++;
      return;
    }
    this.#problems.set(key, {
      code: input.code,
      severity: input.severity,
      message: input.message,
      at: input.at ?? {},
      ...(input.hint === undefined ? {} : { hint: input.hint }),
      count: 1,
    });
  }

  /** Adds all problems of another log, keeping their counts. */
  addAll(problems: Iterable<Problem>): void {
    for (const problem of problems) {
      this.add(problem);
      if (problem.count > 1) {
        const key = `${problem.code}\n${problem.message}\n${problem.at.node ?? ''}.${problem.at.plug ?? ''}`;
        const kept = this.#problems.get(key);
        if (kept) kept.count += problem.count - 1;
      }
    }
  }

  /** Errors first, then warnings, then infos; each in the order it was met. */
  list(): Problem[] {
    const all: Problem[] = [...this.#problems.values()].map((p) => ({ ...p }));
    if (this.#dropped > 0) {
      all.push({
        code: 'PROBLEMS_DROPPED',
        severity: 'warning',
        message: `${this.#dropped} more problems were counted but not kept`,
        at: {},
        hint: 'Fix the ones listed first, then read the file again.',
        count: 1,
      });
    }
    return all.sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  }

  /** Forgets everything. */
  clear(): void {
    this.#problems.clear();
    this.#dropped = 0;
  }

  get size(): number {
    return this.#problems.size;
  }
}
