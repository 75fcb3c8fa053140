/** Values of one channel at the ticks of a take. */
export interface TrackKeys {
  /** Frames, ascending. */
  readonly frames: Float64Array;
  /** `stride` numbers for each. */
  readonly values: Float64Array;
}

/** What was recorded while the time of the scene only went forward. */
interface Pass {
  readonly frames: number[];
  readonly values: number[];
  /** The tick before the present one: where a value that stayed is to be held. */
  lastTick: number;
}

/**
 * Collects the values of one channel, tick by tick. A value that stays needs no key; one that changes afterwards gets a
 * key where it was seen last. Where the time goes back, as when somebody scrubs or a range is played again, what is
 * recorded then takes the place of what was there, as far as it goes.
 */
export class TakeTrack {
  readonly stride: number;
  readonly #passes: Pass[] = [];
  #keys: TrackKeys | undefined;

  constructor(stride: number) {
    this.stride = stride;
  }

  /** How often the time has gone back. */
  get rewinds(): number {
    return Math.max(0, this.#passes.length - 1);
  }

  add(frame: number, values: ArrayLike<number>): void {
    this.#keys = undefined;
    let pass = this.#passes[this.#passes.length - 1];
    if (!pass || frame < pass.lastTick) {
      pass = { frames: [], values: [], lastTick: frame };
      this.#passes.push(pass);
    }
    const count = pass.frames.length;
    if (count === 0) this.#push(pass, frame, values);
    else if (frame === pass.frames[count - 1]) this.#replace(pass, values);
    else if (!this.#isSame(pass, values)) {
      if (pass.lastTick > (pass.frames[count - 1] as number)) this.#hold(pass);
      if (frame === pass.frames[pass.frames.length - 1]) this.#replace(pass, values);
      else this.#push(pass, frame, values);
    }
    pass.lastTick = frame;
  }

  #push(pass: Pass, frame: number, values: ArrayLike<number>): void {
    pass.frames.push(frame);
    for (let k = 0; k < this.stride; k++) pass.values.push(values[k] as number);
  }

  #hold(pass: Pass): void {
    const from = pass.values.length - this.stride;
    this.#push(pass, pass.lastTick, pass.values.slice(from));
  }

  #replace(pass: Pass, values: ArrayLike<number>): void {
    const from = pass.values.length - this.stride;
    for (let k = 0; k < this.stride; k++) pass.values[from + k] = values[k] as number;
  }

  #isSame(pass: Pass, values: ArrayLike<number>): boolean {
    const from = pass.values.length - this.stride;
    for (let k = 0; k < this.stride; k++) if (pass.values[from + k] !== values[k]) return false;
    return true;
  }

  /** The keys of all passes; later passes count over earlier ones. */
  keys(): TrackKeys {
    this.#keys ??= this.#merge();
    return this.#keys;
  }

  #merge(): TrackKeys {
    let frames: number[] = [];
    let values: number[] = [];
    for (const pass of this.#passes) {
      if (pass.lastTick > (pass.frames[pass.frames.length - 1] as number)) this.#hold(pass);
      const first = pass.frames[0] as number;
      const before = frames.findIndex((frame) => frame >= first);
      const after = frames.findIndex((frame) => frame > pass.lastTick);
      const head = before < 0 ? frames.length : before;
      const tail = after < 0 ? frames.length : after;
      const { stride } = this;
      values = [...values.slice(0, head * stride), ...pass.values, ...values.slice(tail * stride)];
      frames = [...frames.slice(0, head), ...pass.frames, ...frames.slice(tail)];
    }
    return { frames: Float64Array.from(frames), values: Float64Array.from(values) };
  }
}
