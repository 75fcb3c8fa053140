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

  /** From the last pass to the first: of each only what no later one covers. */
  #merge(): TrackKeys {
    const covered: Span[] = [];
    const pieces: Piece[] = [];
    for (const pass of [...this.#passes].reverse()) {
      if (pass.lastTick > (pass.frames[pass.frames.length - 1] as number)) this.#hold(pass);
      const span = { from: pass.frames[0] as number, to: pass.lastTick };
      for (const gap of gapsWithin(covered, span)) pieces.push(this.#cut(pass, gap));
      cover(covered, span);
    }
    pieces.sort((a, b) => (a.frames[0] ?? 0) - (b.frames[0] ?? 0));
    return {
      frames: Float64Array.from(pieces.flatMap(({ frames }) => frames)),
      values: Float64Array.from(pieces.flatMap(({ values }) => values)),
    };
  }

  /** Keys of a pass between later ones. One frame from these it has a key, so that they change nothing else. */
  #cut(pass: Pass, { from, to, isAfter, isBefore }: Gap): Piece {
    const isIn = (frame: number): boolean =>
      (isAfter ? frame > from : frame >= from) && (isBefore ? frame < to : frame <= to);
    const frames = new Set(pass.frames.filter(isIn));
    if (isAfter && isIn(from + 1)) frames.add(from + 1);
    if (isBefore && isIn(to - 1)) frames.add(to - 1);
    const sorted = [...frames].sort((a, b) => a - b);
    return { frames: sorted, values: sorted.flatMap((frame) => this.#valueAt(pass, frame)) };
  }

  #valueAt({ frames, values }: Pass, frame: number): number[] {
    const { stride } = this;
    const next = Math.max(
      1,
      lowerBound(frames, (other) => other >= frame),
    );
    const [a, b] = [frames[next - 1] as number, frames[next] ?? (frames[next - 1] as number)];
    const u = b > a ? (frame - a) / (b - a) : 0;
    return Array.from({ length: stride }, (_, k) => {
      const first = values[(next - 1) * stride + k] as number;
      const second = values[next * stride + k] ?? first;
      return u === 0 ? first : u === 1 ? second : first + u * (second - first);
    });
  }
}

/** Frames, both ends with it. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A span that no later pass covers; an end that one begins or ends at is not with it. */
interface Gap extends Span {
  readonly isAfter: boolean;
  readonly isBefore: boolean;
}

interface Piece {
  readonly frames: readonly number[];
  readonly values: readonly number[];
}

/** Index of the first element that `holds`, where all after it do; the length without one. */
function lowerBound<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** `covered`: ascending and apart. */
function gapsWithin(covered: readonly Span[], { from, to }: Span): Gap[] {
  const gaps: Gap[] = [];
  let [start, isAfter] = [from, false];
  for (let i = lowerBound(covered, (span) => span.to >= from); i < covered.length; i++) {
    const span = covered[i] as Span;
    if (span.from > to) break;
    if (span.from > start) gaps.push({ from: start, to: span.from, isAfter, isBefore: true });
    [start, isAfter] = [span.to, true];
  }
  if (isAfter ? start < to : start <= to) gaps.push({ from: start, to, isAfter, isBefore: false });
  return gaps;
}

function cover(covered: Span[], { from, to }: Span): void {
  const first = lowerBound(covered, (span) => span.to >= from);
  const end = lowerBound(covered, (span) => span.from > to);
  const joined = covered.slice(first, end);
  const span = { from: Math.min(from, joined[0]?.from ?? from), to: Math.max(to, joined.at(-1)?.to ?? to) };
  covered.splice(first, end - first, span);
}
