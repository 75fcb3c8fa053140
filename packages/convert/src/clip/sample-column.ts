/** The values of one channel at frame after frame. Memory is taken once they begin to change. */
export class SampleColumn {
  readonly stride: number;
  /** The values at the time of rest. */
  readonly rest: Float64Array;
  readonly #frameCount: number;
  #values: Float64Array | undefined;
  #first: Float64Array | undefined;

  constructor(rest: ArrayLike<number>, frameCount: number) {
    this.rest = Float64Array.from(rest);
    this.stride = rest.length;
    this.#frameCount = frameCount;
  }

  /** The values of a frame; frames are set one after the other, from 0. */
  set(frame: number, values: ArrayLike<number>): void {
    if (frame === 0) this.#first = Float64Array.from(values);
    if (!this.#values) {
      const first = this.#first as Float64Array;
      if (isSame(first, values)) return;
      this.#values = new Float64Array(this.#frameCount * this.stride);
      for (let at = 0; at < frame; at++) this.#values.set(first, at * this.stride);
    }
    this.#values.set(values, frame * this.stride);
  }

  /** The values of the frame before; those of rest before the first. */
  last(frame: number): ArrayLike<number> {
    if (frame === 0) return this.rest;
    if (!this.#values) return this.#first ?? this.rest;
    return this.#values.subarray((frame - 1) * this.stride, frame * this.stride);
  }

  /** The values of all frames; of one, where they are the same throughout; undefined where they are those of rest. */
  get values(): Float64Array | undefined {
    if (this.#values) return this.#values;
    return this.#first && !isSame(this.#first, this.rest) ? this.#first : undefined;
  }
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
