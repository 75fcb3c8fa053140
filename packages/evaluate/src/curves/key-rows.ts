import type { Curve } from './compile.ts';
import { KEY_EPSILON } from './keys.ts';

/** Keys whose values are brought side by side at once. */
const ROWS = 16;

/**
 * Curves with the same key times, as baking leaves them behind: at the time of a key all their values stand side by
 * side. Times between keys are not its business.
 */
export class KeyRows {
  readonly #times: Float64Array;
  readonly #members: Int32Array;
  readonly #values: readonly Float64Array[];
  /** Whether the members follow each other, so that a row can be copied as it is. */
  readonly #isDense: boolean;
  readonly #rows: Float64Array;
  /** First key of the rows. */
  #first = -1;
  #last = 0;

  /** @param members Positions of the curves in the output; ascending. */
  constructor(curves: readonly Curve[], members: readonly number[]) {
    this.#times = (curves[members[0] as number] as Curve).times;
    this.#members = Int32Array.from(members);
    this.#values = members.map((member) => (curves[member] as Curve).values);
    this.#isDense = members[members.length - 1]! - members[0]! === members.length - 1;
    this.#rows = new Float64Array(ROWS * members.length);
  }

  /** The key at a time, or -1 between keys and outside of them. */
  findKey(x: number): number {
    const times = this.#times;
    for (let key = this.#last; key <= this.#last + 1 && key < times.length; key++) {
      if (Math.abs(x - times[key]!) <= KEY_EPSILON) {
        this.#last = key;
        return key;
      }
    }
    let low = 0;
    let high = times.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle]! < x - KEY_EPSILON) low = middle + 1;
      else high = middle;
    }
    if (!(Math.abs(x - times[low]!) <= KEY_EPSILON)) return -1;
    this.#last = low;
    return low;
  }

  /** Writes the values of a key to the positions of the members. */
  write(key: number, out: Float64Array): void {
    const count = this.#members.length;
    if (this.#first < 0 || key < this.#first || key >= this.#first + ROWS) this.#fill(key);
    const from = (key - this.#first) * count;
    if (this.#isDense) {
      out.set(this.#rows.subarray(from, from + count), this.#members[0]);
      return;
    }
    for (let i = 0; i < count; i++) out[this.#members[i]!] = this.#rows[from + i]!;
  }

  #fill(key: number): void {
    const count = this.#members.length;
    const rows = this.#rows;
    const keys = Math.min(ROWS, this.#times.length - key);
    for (let i = 0; i < count; i++) {
      const values = this.#values[i]!;
      for (let k = 0, to = i; k < keys; k++, to += count) rows[to] = values[key + k]!;
    }
    this.#first = key;
  }
}
