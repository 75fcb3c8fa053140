import type { KeyBlock } from '@rigline/scene/maya';
import { solveAbscissa } from './bezier-span.ts';
import { type Folded, findBlockSpan, foldBlock, writeBlockSpan } from './block-curve.ts';
import { BEZIER_SPAN, type Curve, INFINITY_CODES, SPAN_STRIDE } from './compile.ts';
import { KEY_EPSILON } from './keys.ts';
import { roundToTick } from './ticks.ts';

const { constant: CONSTANT, linear: LINEAR, cycleRelative: CYCLE_RELATIVE, oscillate: OSCILLATE } = INFINITY_CODES;

/**
 * Value of a curve at a time (or driver value).
 *
 * Defined everywhere: no keys give 0; one key gives its value; NaN gives NaN; infinite times give the end key's value.
 * Source: AnimX, which evaluates as Maya does, but for one key with an infinity kind (0 there) and folded times beyond
 * the keys (they are kept inside).
 */
export function evaluateCurve(curve: Curve, x: number): number {
  const { times, values } = curve;
  const last = times.length - 1;
  if (last < 1) return last < 0 ? 0 : Number.isNaN(x) ? x : values[0]!;
  if (x >= times[0]! - KEY_EPSILON) {
    if (x < times[last]!) return evaluateSpan(curve, findSpan(curve, x), x);
    return x <= times[last]! + KEY_EPSILON ? values[last]! : extrapolateAfter(curve, x);
  }
  return x < times[0]! ? extrapolateBefore(curve, x) : Number.NaN;
}

/**
 * Values of a curve at many times. Fastest for ascending times, right for any order.
 *
 * @param out Written and returned; at least as long as `xs`, may be `xs` itself. A new array by default.
 */
export function evaluateCurveBatch(
  curve: Curve,
  xs: Float64Array,
  out: Float64Array = new Float64Array(xs.length),
): Float64Array {
  const { times } = curve;
  const last = times.length - 1;
  if (last < 1) {
    for (let i = 0; i < xs.length; i++) out[i] = evaluateCurve(curve, xs[i]!);
    return out;
  }
  const first = times[0]!;
  const end = times[last]!;
  let span = 0;
  let from = first;
  let to = times[1]!;
  for (let i = 0; i < xs.length; i++) {
    const x = xs[i]!;
    if (x >= from && x < to) {
      out[i] = evaluateSpan(curve, span, x);
    } else if (x >= first && x < end) {
      span = x >= to && x < times[span + 2]! ? span + 1 : findSpan(curve, x);
      from = times[span]!;
      to = times[span + 1]!;
      out[i] = evaluateSpan(curve, span, x);
    } else {
      out[i] = evaluateCurve(curve, x);
    }
  }
  return out;
}

/** Span that holds `x`, which is before the last key. */
function findSpan(curve: Curve, x: number): number {
  const { times, guide } = curve;
  const since = x - times[0]!;
  if (since <= 0) return 0;
  if (curve.block !== undefined) return findBlockSpan(times, x);
  const bucket = Math.floor(since * curve.bucketsPerUnit);
  let low = guide[bucket]!;
  let high = guide[bucket + 1]!;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

const blockSpan = new Float64Array(4);
const blockBezier = new Float64Array(4);

function evaluateBlockSpan(block: KeyBlock, span: number, since: number): number {
  let t = since;
  if (writeBlockSpan(block, span, blockSpan, 0, blockBezier, 0)) {
    t = solveAbscissa(blockBezier[0]!, blockBezier[1]!, blockBezier[2]!, since * blockBezier[3]!);
  }
  return ((blockSpan[0]! * t + blockSpan[1]!) * t + blockSpan[2]!) * t + blockSpan[3]!;
}

function evaluateSpan(curve: Curve, span: number, x: number): number {
  const { times, values, coefficients } = curve;
  const since = x - times[span]!;
  if (since <= KEY_EPSILON) return values[span]!;
  if (times[span + 1]! - x <= KEY_EPSILON) return values[span + 1]!;
  if (curve.block !== undefined) return evaluateBlockSpan(curve.block, span, since);
  const at = span * SPAN_STRIDE;
  let t = since;
  if (curve.spanKinds[span] === BEZIER_SPAN) {
    t = solveAbscissa(
      coefficients[at + 4]!,
      coefficients[at + 5]!,
      coefficients[at + 6]!,
      since * coefficients[at + 7]!,
    );
  }
  return ((coefficients[at]! * t + coefficients[at + 1]!) * t + coefficients[at + 2]!) * t + coefficients[at + 3]!;
}

function extrapolateBefore(curve: Curve, x: number): number {
  const { times, values, pre } = curve;
  const firstValue = values[0]!;
  if (pre === CONSTANT || x === Number.NEGATIVE_INFINITY) return firstValue;
  if (pre === LINEAR) return firstValue - (times[0]! - x) * curve.preSlope;
  if (curve.block !== undefined) return evaluateBlockOutside(curve, x, true);
  const lastIndex = times.length - 1;
  const first = times[0]!;
  const last = times[lastIndex]!;
  const ratio = (x - first) / (last - first);
  const whole = Math.trunc(ratio);
  const into = (last - first) * Math.abs(ratio - whole);
  const cycles = Math.abs(whole) + 1;
  const forward = pre === OSCILLATE && cycles % 2 !== 0;
  const value = evaluateFolded(curve, forward ? first + into : last - into);
  return pre === CYCLE_RELATIVE ? value - cycles * (values[lastIndex]! - firstValue) : value;
}

function extrapolateAfter(curve: Curve, x: number): number {
  const { times, values, post } = curve;
  const lastIndex = times.length - 1;
  const lastValue = values[lastIndex]!;
  if (post === CONSTANT || x === Number.POSITIVE_INFINITY) return lastValue;
  const first = times[0]!;
  const last = times[lastIndex]!;
  if (post === LINEAR) return lastValue + (x - last) * curve.postSlope;
  if (curve.block !== undefined) return evaluateBlockOutside(curve, x, false);
  const ratio = (x - last) / (last - first);
  const whole = Math.trunc(ratio);
  const into = (last - first) * Math.abs(ratio - whole);
  const cycles = Math.abs(whole) + 1;
  const backward = post === OSCILLATE && cycles % 2 !== 0;
  const value = evaluateFolded(curve, backward ? last - into : first + into);
  return post === CYCLE_RELATIVE ? value + cycles * (lastValue - values[0]!) : value;
}

const folded: Folded = { x: 0, added: 0 };

function evaluateBlockOutside(curve: Curve, x: number, isBefore: boolean): number {
  foldBlock(curve, x, isBefore, folded);
  return evaluateFolded(curve, folded.x) + folded.added;
}

/** Value at a time folded back between the keys; rounded first where the input is Maya's time. */
function evaluateFolded(curve: Curve, inside: number): number {
  const { times, values } = curve;
  const last = times.length - 1;
  const x = curve.roundsToTicks ? roundToTick(inside) : inside;
  if (!(x > times[0]! + KEY_EPSILON)) return values[0]!;
  if (!(x < times[last]! - KEY_EPSILON)) return values[last]!;
  return evaluateSpan(curve, findSpan(curve, x), x);
}
