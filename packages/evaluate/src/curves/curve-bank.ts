import { solveAbscissa } from './bezier-span.ts';
import { findBlockSpan, writeBlockSpan } from './block-curve.ts';
import { BEZIER_SPAN, type Curve, INFINITY_CODES, SPAN_STRIDE } from './compile.ts';
import { evaluateCurve } from './evaluate-curve.ts';
import { KeyRows } from './key-rows.ts';
import { KEY_EPSILON } from './keys.ts';

/**
 * Numbers per kept span: the times between which it holds, the time it counts from and the value there, a cubic, and
 * whether that is a Bezier. Eight of them fill a line of the processor's cache.
 */
const STRIDE = 8;
const FROM = 0;
const TO = 1;
const START = 2;
const START_VALUE = 3;
const CUBIC = 4;
/** Spans that are kept of each curve, at most: baked curves have one a frame, and fetching one costs as much as many. */
const MOST_AHEAD = 16;
/** Numbers per kept span of a Bezier: its abscissa, and 1 / key distance. */
const BEZIER_STRIDE = 4;

/**
 * Many curves at one time after the other. The spans that each curve is in next stand in one block of memory, so that
 * curves whose time moves on are evaluated without touching anything else of theirs. Gives what `evaluateCurve` gives.
 */
export class CurveBank {
  readonly #curves: readonly Curve[];
  /** First kept span of each curve, and the end of the last. */
  readonly #starts: Int32Array;
  /** Kept spans in use, and the one of them that the time was in last. */
  readonly #counts: Uint8Array;
  readonly #current: Int32Array;
  readonly #spans: Float64Array;
  /** Apart from the others, and by kept span: whether it is a Bezier. */
  readonly #isBezier: Uint8Array;
  #beziers: Float64Array = new Float64Array(0);
  /** Curves that share their key times, and those that do not. */
  readonly #shared: readonly SharedTimes[];
  readonly #single: Int32Array;

  constructor(curves: readonly Curve[]) {
    const count = curves.length;
    this.#curves = curves;
    this.#starts = new Int32Array(count + 1);
    for (let i = 0; i < count; i++) {
      const spans = Math.max((curves[i] as Curve).times.length - 1, 1);
      this.#starts[i + 1] = this.#starts[i]! + Math.min(spans, MOST_AHEAD);
    }
    const kept = this.#starts[count]!;
    // NaN: no time is inside.
    this.#spans = new Float64Array(kept * STRIDE).fill(Number.NaN);
    this.#isBezier = new Uint8Array(kept);
    this.#counts = new Uint8Array(count);
    this.#current = this.#starts.slice(0, count);
    const { shared, single } = groupByTimes(curves);
    this.#shared = shared;
    this.#single = single;
  }

  /** Writes the value of every curve at `x` to `out`, in their order. */
  evaluate(x: number, out: Float64Array): void {
    for (let g = 0; g < this.#shared.length; g++) {
      const { members, rows } = this.#shared[g] as SharedTimes;
      const key = rows.findKey(x);
      if (key >= 0) rows.write(key, out);
      else this.#evaluateEach(members, x, out);
    }
    this.#evaluateEach(this.#single, x, out);
  }

  #evaluateEach(members: Int32Array, x: number, out: Float64Array): void {
    const spans = this.#spans;
    const current = this.#current;
    for (let m = 0; m < members.length; m++) {
      const i = members[m]!;
      const at = current[i]! * STRIDE;
      out[i] = x >= spans[at + FROM]! && x < spans[at + TO]! ? this.#valueAt(current[i]!, x) : this.#moveOn(i, x);
    }
  }

  #valueAt(kept: number, x: number): number {
    const spans = this.#spans;
    const at = kept * STRIDE;
    const since = x - spans[at + START]!;
    if (since <= KEY_EPSILON) return spans[at + START_VALUE]!;
    const t = this.#isBezier[kept] === 0 ? since : this.#parameter(kept, since);
    return (
      ((spans[at + CUBIC]! * t + spans[at + CUBIC + 1]!) * t + spans[at + CUBIC + 2]!) * t + spans[at + CUBIC + 3]!
    );
  }

  #parameter(kept: number, since: number): number {
    const beziers = this.#beziers;
    const at = kept * BEZIER_STRIDE;
    return solveAbscissa(beziers[at]!, beziers[at + 1]!, beziers[at + 2]!, since * beziers[at + 3]!);
  }

  /** Looks at the next kept span, then at the curve itself. */
  #moveOn(index: number, x: number): number {
    const next = this.#current[index]! + 1;
    if (next < this.#starts[index]! + this.#counts[index]!) {
      const at = next * STRIDE;
      if (x >= this.#spans[at + FROM]! && x < this.#spans[at + TO]!) {
        this.#current[index] = next;
        return this.#valueAt(next, x);
      }
    }
    return this.#enter(index, x);
  }

  /** Keeps the spans from the time on, or the value outside the keys where that stands still. */
  #enter(index: number, x: number): number {
    const curve = this.#curves[index] as Curve;
    const { times } = curve;
    const last = times.length - 1;
    const kept = this.#starts[index]!;
    this.#current[index] = kept;
    if (last >= 1 && x >= times[0]! - KEY_EPSILON && x < times[last]! - KEY_EPSILON) {
      const span = findSpan(curve, x + KEY_EPSILON);
      const count = Math.min(this.#starts[index + 1]! - kept, last - span);
      for (let i = 0; i < count; i++) this.#keepSpan(curve, kept + i, span + i);
      this.#counts[index] = count;
    } else {
      this.#counts[index] = 0;
      this.#keepOutside(curve, kept, x);
    }
    const at = kept * STRIDE;
    const isInside = x >= this.#spans[at + FROM]! && x < this.#spans[at + TO]!;
    return isInside ? this.#valueAt(kept, x) : evaluateCurve(curve, x);
  }

  #keepSpan(curve: Curve, kept: number, span: number): void {
    const { times, values, coefficients, block } = curve;
    const spans = this.#spans;
    const at = kept * STRIDE;
    spans[at + FROM] = times[span]! - KEY_EPSILON;
    spans[at + TO] = times[span + 1]! - KEY_EPSILON;
    spans[at + START] = times[span]!;
    spans[at + START_VALUE] = values[span]!;
    if (block !== undefined) {
      const isBezier = writeBlockSpan(block, span, spans, at + CUBIC, bezier, 0);
      this.#isBezier[kept] = isBezier ? 1 : 0;
      if (isBezier) this.#keepBezier(kept, bezier, 0);
      return;
    }
    const from = span * SPAN_STRIDE;
    for (let k = 0; k < 4; k++) spans[at + CUBIC + k] = coefficients[from + k]!;
    const isBezier = curve.spanKinds[span] === BEZIER_SPAN;
    this.#isBezier[kept] = isBezier ? 1 : 0;
    if (isBezier) this.#keepBezier(kept, coefficients, from + 4);
  }

  #keepBezier(kept: number, from: Float64Array, at: number): void {
    if (this.#beziers.length === 0) this.#beziers = new Float64Array(this.#isBezier.length * BEZIER_STRIDE);
    for (let k = 0; k < BEZIER_STRIDE; k++) this.#beziers[kept * BEZIER_STRIDE + k] = from[at + k]!;
  }

  /** Before or after keys that hold their value there, nothing changes until the time is back. */
  #keepOutside({ times, values, pre, post }: Curve, kept: number, x: number): void {
    const spans = this.#spans;
    const at = kept * STRIDE;
    spans[at + FROM] = Number.NaN;
    const last = times.length - 1;
    if (last < 0 || Number.isNaN(x)) return;
    const isBefore = x < times[0]!;
    if ((isBefore ? pre : post) !== INFINITY_CODES.constant && last > 0) return;
    const value = values[isBefore ? 0 : last]!;
    spans[at + FROM] = isBefore ? Number.NEGATIVE_INFINITY : times[last]! - KEY_EPSILON;
    spans[at + TO] = isBefore ? times[0]! - KEY_EPSILON : Number.POSITIVE_INFINITY;
    spans[at + START] = x;
    spans[at + START_VALUE] = value;
    spans.fill(0, at + CUBIC, at + STRIDE);
    spans[at + CUBIC + 3] = value;
    this.#isBezier[kept] = 0;
  }
}

const bezier = new Float64Array(BEZIER_STRIDE);

interface SharedTimes {
  readonly members: Int32Array;
  readonly rows: KeyRows;
}

/** Fewer curves than this with the same times are no gain. */
const FEWEST_SHARED = 8;

/** Readers give curves with the same key times the same array. */
function groupByTimes(curves: readonly Curve[]): { shared: SharedTimes[]; single: Int32Array } {
  const byTimes = new Map<Float64Array, number[]>();
  curves.forEach(({ times }, i) => {
    const members = byTimes.get(times);
    if (members) members.push(i);
    else byTimes.set(times, [i]);
  });
  const shared: SharedTimes[] = [];
  const single: number[] = [];
  for (const [times, members] of byTimes) {
    if (times.length < 2 || members.length < FEWEST_SHARED) for (const member of members) single.push(member);
    else shared.push({ members: Int32Array.from(members), rows: new KeyRows(curves, members) });
  }
  return { shared, single: Int32Array.from(single.sort((a, b) => a - b)) };
}

/** The span that holds a time, which lies between the first and the last key. */
function findSpan({ times, block }: Curve, x: number): number {
  if (block !== undefined) return findBlockSpan(times, x);
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= x) low = middle;
    else high = middle;
  }
  return low;
}
