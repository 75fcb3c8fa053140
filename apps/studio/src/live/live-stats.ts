/** Latencies that are kept for the plot, and for the shares of them. */
const KEPT = 240;
/** Seconds over which a rate is counted. */
const WINDOW = 2;

/** Counts what comes of one subject: how often, and how late. */
export class LiveStats {
  readonly #times: number[] = [];
  readonly #latencies: number[] = [];

  /** @param now Seconds. @param wallClock When the sender took the values, in seconds. */
  add(now: number, wallClock: number): void {
    this.#times.push(now);
    while (this.#times.length > 0 && now - (this.#times[0] as number) > WINDOW) this.#times.shift();
    this.#latencies.push(Math.max(0, (now - wallClock) * 1000));
    if (this.#latencies.length > KEPT) this.#latencies.shift();
  }

  /** Frames per second over the last moments. */
  rate(now: number): number {
    const times = this.#times.filter((time) => now - time <= WINDOW);
    if (times.length < 2) return 0;
    const span = Math.max(now - (times[0] as number), 1e-3);
    return times.length / Math.min(span, WINDOW);
  }

  /** Milliseconds, oldest first. */
  get latencies(): readonly number[] {
    return this.#latencies;
  }

  /** The latency that a share (0 to 1) of the frames is within, in milliseconds. */
  latencyAt(share: number): number {
    const sorted = [...this.#latencies].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  }
}
