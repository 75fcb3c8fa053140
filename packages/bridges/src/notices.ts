import { type Problem, type ProblemInput, ProblemLog } from '@rigline/diagnostics';
import { BRIDGE_PROBLEMS } from './problems.ts';

/** Distinct problems that are kept; later ones are only counted. What comes over the network must not fill the memory. */
const LIMIT = 200;

/** What a problem is, without its severity: that is in the table. */
export type NoticeInput = Omit<ProblemInput, 'severity'> & { readonly code: keyof typeof BRIDGE_PROBLEMS & string };

/** Problems of a bridge that runs on: each is told when it is met first, and counted from then on. */
export class Notices {
  readonly #log = new ProblemLog(LIMIT);
  readonly #onFirst: ((problem: Problem) => void) | undefined;

  constructor(onFirst?: (problem: Problem) => void) {
    this.#onFirst = onFirst;
  }

  tell(input: NoticeInput): void {
    const severity = BRIDGE_PROBLEMS[input.code]?.severity ?? 'warning';
    const before = this.#log.size;
    this.#log.add({ ...input, severity });
    if (this.#log.size > before) this.#onFirst?.({ at: {}, ...input, severity, count: 1 });
  }

  /** All problems so far with their counts. */
  list(): Problem[] {
    return this.#log.list();
  }
}
