/** What an `OrderGate` counts in. */
export interface OrderGateOptions {
  /** Numbers wrap here: 65536 for 16 bits, the frames of a day for time of day. */
  readonly modulus: number;
  /** After so many older numbers in a row the sender has begun anew: they are taken. */
  readonly resyncAfter?: number;
}

/** Older numbers in a row that are refused before they are believed. */
export const RESYNC_AFTER = 30;

/**
 * Lets numbered samples through in order, each once: what is older than the newest, or the same, is refused. A sender
 * that starts again with small numbers is refused for a moment only.
 */
export class OrderGate {
  readonly #modulus: number;
  readonly #resyncAfter: number;
  #newest: number | undefined;
  #refused = 0;
  #previous: number | undefined;
  /** Samples that were late or came twice. */
  lateCount = 0;

  constructor({ modulus, resyncAfter = RESYNC_AFTER }: OrderGateOptions) {
    this.#modulus = modulus;
    this.#resyncAfter = resyncAfter;
  }

  accept(number: number): boolean {
    if (this.#newest === undefined || this.#isLater(number, this.#newest)) return this.#take(number);
    this.lateCount++;
    // Only numbers that count up among themselves are a new beginning; a duplicate that floods is not.
    const goesOn = this.#previous === undefined || this.#isLater(number, this.#previous);
    this.#refused = goesOn ? this.#refused + 1 : 0;
    this.#previous = number;
    return this.#refused >= this.#resyncAfter ? this.#take(number) : false;
  }

  #take(number: number): boolean {
    this.#newest = number;
    this.#refused = 0;
    this.#previous = undefined;
    return true;
  }

  /** Whether a number is ahead by less than half of the circle. */
  #isLater(number: number, than: number): boolean {
    const ahead = (((number - than) % this.#modulus) + this.#modulus) % this.#modulus;
    return ahead > 0 && ahead < this.#modulus / 2;
  }
}
