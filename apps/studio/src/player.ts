/** What playback reads and changes. */
export interface PlayerHost {
  read(): {
    readonly frame: number;
    readonly range: readonly [number, number];
    readonly pace: 'realTime' | 'everyFrame';
    readonly frameRate: number;
  };
  show(frame: number): void;
  onChange(isPlaying: boolean): void;
}

/** Frame to show when playback has run for some time from a frame: whole frames, round and round in the range. */
export function frameAfter(
  start: number,
  elapsedSeconds: number,
  frameRate: number,
  [first, last]: readonly [number, number],
): number {
  const count = Math.floor(last) - Math.ceil(first) + 1;
  if (count <= 1) return first;
  const from = Math.min(Math.max(Math.ceil(start), Math.ceil(first)), Math.floor(last));
  const passed = Math.floor(elapsedSeconds * frameRate + 1e-6);
  return Math.ceil(first) + ((((from - Math.ceil(first) + passed) % count) + count) % count);
}

/** Plays the range in a loop, by the clock or frame by frame. */
export class Player {
  readonly #host: PlayerHost;
  #request = 0;
  #startTime = 0;
  #startFrame = 0;
  #last = Number.NaN;
  /** Every-frame playback waits for the pose before the next frame is due. */
  #isShown = true;

  constructor(host: PlayerHost) {
    this.#host = host;
  }

  get isPlaying(): boolean {
    return this.#request !== 0;
  }

  toggle(): void {
    if (this.isPlaying) this.stop();
    else this.#play();
  }

  stop(): void {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#host.onChange(false);
  }

  /** To be called when a pose is shown. */
  onShown(): void {
    this.#isShown = true;
  }

  #play(): void {
    this.#startFrame = this.#host.read().frame;
    this.#startTime = performance.now();
    this.#last = this.#startFrame;
    this.#isShown = true;
    this.#host.onChange(true);
    this.#request = requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now: number): void {
    const { range, pace, frameRate } = this.#host.read();
    const elapsed = Math.max(0, (now - this.#startTime) / 1000);
    if (pace === 'realTime') {
      this.#advance(frameAfter(this.#startFrame, elapsed, frameRate, range));
    } else if (this.#isShown && elapsed * frameRate >= 1) {
      this.#startTime = now;
      this.#advance(frameAfter(this.#last, 1 / frameRate, frameRate, range));
    }
    this.#request = requestAnimationFrame((next) => this.#tick(next));
  }

  #advance(frame: number): void {
    if (frame === this.#last) return;
    this.#last = frame;
    this.#isShown = false;
    this.#host.show(frame);
  }
}
