/** Numbers rows of values in the order in which new ones come; equal rows have one number. Grows as it fills. */
export class ValueTable {
  readonly stride: number;
  count = 0;
  #values: Float32Array;
  #bits: Int32Array;
  #slots = new Int32Array(1024);

  constructor(stride: number) {
    this.stride = stride;
    this.#values = new Float32Array(256 * stride);
    this.#bits = new Int32Array(this.#values.buffer);
  }

  /** All rows one after the other; borrowed. */
  get values(): Float32Array {
    return this.#values.subarray(0, this.count * this.stride);
  }

  /** The number of the row at `at` of `source`. */
  add(source: ArrayLike<number>, at: number): number {
    const { stride } = this;
    if ((this.count + 1) * stride > this.#values.length) this.#growValues();
    if (this.count * 2 >= this.#slots.length) this.#growSlots();
    const start = this.count * stride;
    for (let k = 0; k < stride; k++) {
      const value = source[at + k] ?? 0;
      // Minus zero is zero, and what is no number is, too.
      this.#values[start + k] = value - value === 0 ? value + 0 : 0;
    }
    const slot = this.#slotOf(start);
    const known = this.#slots[slot] as number;
    if (known > 0) return known - 1;
    this.#slots[slot] = ++this.count;
    return this.count - 1;
  }

  #slotOf(start: number): number {
    const mask = this.#slots.length - 1;
    let hash = 0;
    for (let k = 0; k < this.stride; k++)
      hash = (Math.imul(hash, 0x9e3779b1) ^ (this.#bits[start + k] as number)) >>> 0;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot] as number;
      if (known === 0 || this.#isSame((known - 1) * this.stride, start)) return slot;
    }
  }

  #isSame(a: number, b: number): boolean {
    for (let k = 0; k < this.stride; k++) if (this.#bits[a + k] !== this.#bits[b + k]) return false;
    return true;
  }

  #growValues(): void {
    const larger = new Float32Array(this.#values.length * 2);
    larger.set(this.#values);
    this.#values = larger;
    this.#bits = new Int32Array(larger.buffer);
  }

  #growSlots(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let row = 0; row < this.count; row++) this.#slots[this.#slotOf(row * this.stride)] = row + 1;
  }
}
