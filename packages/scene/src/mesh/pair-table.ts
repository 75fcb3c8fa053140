/** Numbers unordered pairs of vertices in the order in which they come: a hash table over typed arrays. */
export class PairTable {
  /** Both vertices of each pair, as given first. */
  readonly pairs: Uint32Array;
  count = 0;
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** @param most Pairs that will be added at most. */
  constructor(most: number) {
    let size = 16;
    while (size < most * 2) size *= 2;
    this.#mask = size - 1;
    this.#slots = new Int32Array(size);
    this.pairs = new Uint32Array(most * 2);
  }

  /** The number of a pair; that of a new one is `count` before the call. */
  add(a: number, b: number): number {
    const slot = this.#slotOf(a, b);
    const known = this.#slots[slot] as number;
    if (known > 0) return known - 1;
    const pair = this.count++;
    this.#slots[slot] = pair + 1;
    this.pairs[pair * 2] = a;
    this.pairs[pair * 2 + 1] = b;
    return pair;
  }

  has(a: number, b: number): boolean {
    return (this.#slots[this.#slotOf(a, b)] as number) > 0;
  }

  /** Where a pair stands, or the free slot that it would get. */
  #slotOf(a: number, b: number): number {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    const mask = this.#mask;
    for (let slot = (hash ^ (hash >>> 13)) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot] as number;
      if (known === 0) return slot;
      const x = this.pairs[known * 2 - 2];
      const y = this.pairs[known * 2 - 1];
      if ((x === a && y === b) || (x === b && y === a)) return slot;
    }
  }
}
