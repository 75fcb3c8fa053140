import { type Place, RiglineError } from '@rigline/diagnostics';

export interface MelLimits {
  /** Evaluated nodes of the program, plus the lengths of the strings and arrays it makes. */
  readonly maxSteps: number;
  /** Procedures that are active at once. */
  readonly maxDepth: number;
  /** Characters of one string. */
  readonly maxStringLength: number;
  /** Elements of one array. */
  readonly maxArrayLength: number;
}

export const MEL_LIMITS: MelLimits = {
  maxSteps: 10_000_000,
  maxDepth: 200,
  maxStringLength: 1_000_000,
  maxArrayLength: 1_000_000,
};

/** Codes that `catch` does not stop: a script must not outlive its limits. */
export const LIMIT_CODES: ReadonlySet<string> = new Set([
  ...['MEL_STEP_LIMIT', 'MEL_RECURSION_LIMIT', 'MEL_SIZE_LIMIT', 'MEL_TOO_DEEP'],
]);

/** Counts what a running script uses and stops it at its limits. */
export class Budget {
  readonly limits: MelLimits;
  #steps = 0;

  constructor(limits: MelLimits) {
    this.limits = limits;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Counts `steps`; time and memory are bounded by what is counted here. */
  spend(steps: number, at: Place): void {
    this.#steps += steps;
    // Written so that NaN stops the run too.
    if (!(this.#steps <= this.limits.maxSteps)) {
      throw new RiglineError({
        code: 'MEL_STEP_LIMIT',
        message: `Stopped after ${this.limits.maxSteps} steps`,
        at,
        hint: 'Look for a loop that does not end, or raise maxSteps.',
      });
    }
  }

  /** Counts a new string, by blocks of 16 characters, and checks its length. */
  checkString(length: number, at: Place): void {
    if (!(length <= this.limits.maxStringLength)) this.#failSize('string', length, this.limits.maxStringLength, at);
    this.spend(length >> 4, at);
  }

  /** Counts the elements of a new array and checks their number. */
  checkArray(length: number, at: Place): void {
    if (!(length <= this.limits.maxArrayLength)) this.#failSize('array', length, this.limits.maxArrayLength, at);
    this.spend(length, at);
  }

  #failSize(what: string, length: number, limit: number, at: Place): never {
    throw new RiglineError({
      code: 'MEL_SIZE_LIMIT',
      message: `The ${what} would have ${length} parts, but at most ${limit} are allowed`,
      at,
    });
  }
}

/** Whether the JavaScript engine ran out of stack; its words differ, its class does not. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /stack|recursion/i.test(error.message);
}
