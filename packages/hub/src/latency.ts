/** The newest measurements of a time, and how they are spread. */
export class LatencyWindow {
  readonly #seconds: Float64Array;
  #count = 0;

  constructor(size = 512) {
    this.#seconds = new Float64Array(size);
  }

  add(seconds: number): void {
    this.#seconds[this.#count++ % this.#seconds.length] = seconds;
  }

  /** Seconds that this part (0 to 1) of the newest measurements stays below; undefined without any. */
  percentile(part: number): number | undefined {
    const used = Math.min(this.#count, this.#seconds.length);
    if (used === 0) return undefined;
    const sorted = this.#seconds.slice(0, used).sort();
    return sorted[Math.min(used - 1, Math.floor(part * used))];
  }
}
