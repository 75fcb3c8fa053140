/**
 * Curves over a `KeyBlock`: every tangent is known, so nothing is prepared. Spans are worked out when a time falls into
 * them: curves with a key at every frame, which baking leaves behind, would need more memory for that than for their keys.
 */
import type { KeyBlock, KeyExtrapolation, KeyIssue } from '@rigline/scene/maya';
import { makeMonotonic } from './bezier-span.ts';
import { type Curve, INFINITY_CODES } from './compile.ts';
import { type CurveIssue, curveIssue } from './issues.ts';
import { type CurveKeys, KEY_EPSILON, type TangentType } from './keys.ts';

/** Codes of `KEY_SPANS`. */
const STEP = 0;
const STEP_NEXT = 1;
const LINEAR = 2;

/** Handles this close to a third make time proportional to the parameter. */
const EVEN = 1e-12;

/**
 * Weight of handles that a file gives none, in single precision as readers of FBX have it. The SDK's own is a third; on
 * spans that swing far the two differ in the sixth digit.
 */
const DEFAULT_WEIGHT = Math.fround(0.333333);
/** Spans that swing less take a third, which is as good and needs no solving. */
const FAR_SWING = 4;

const NO_NUMBERS = new Float64Array(0);
const NO_GUIDE = new Uint32Array(0);
const NO_ISSUES: readonly CurveIssue[] = [];

/** A curve over a block of keys, made by `compileKeyBlock`. */
class BlockCurve implements Curve {
  readonly block: KeyBlock;
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly pre: number;
  readonly post: number;
  readonly preSlope: number;
  readonly postSlope: number;
  readonly roundsToTicks = false;
  readonly issues: readonly CurveIssue[];
  /** The codes of `KEY_SPANS` are those of `SPAN_KINDS`. */
  readonly spanKinds: Uint8Array;
  readonly coefficients = NO_NUMBERS;
  readonly guide = NO_GUIDE;
  readonly bucketsPerUnit = 0;
  #keys: CurveKeys | undefined;

  constructor(block: KeyBlock) {
    this.block = block;
    this.times = block.times;
    this.values = block.values;
    this.spanKinds = block.spans;
    this.pre = codeOf(block.pre);
    this.post = codeOf(block.post);
    this.preSlope = block.inSlopes[0] ?? 0;
    this.postSlope = block.outSlopes[block.times.length - 1] ?? 0;
    this.issues = block.issues && block.issues.length > 0 ? block.issues.map(issueOf) : NO_ISSUES;
  }

  get keys(): CurveKeys {
    this.#keys ??= keysOfBlock(this.block);
    return this.#keys;
  }
}

/** What a reader has found wrong with the keys. */
function issueOf(issue: KeyIssue): CurveIssue {
  if (issue === 'notFinite') {
    return curveIssue('CURVE_KEY_NOT_FINITE', -1, 'Keys have a time or value that is not a finite number');
  }
  if (issue === 'unsorted') return curveIssue('CURVE_KEYS_UNSORTED', -1, 'Keys come before earlier ones');
  return curveIssue('CURVE_KEY_DUPLICATE', -1, 'Keys share a time; the curve jumps there');
}

function codeOf({ kind, count }: KeyExtrapolation): number {
  return kind !== 'linear' && !(count > 0) ? INFINITY_CODES.constant : (INFINITY_CODES[kind] ?? 0);
}

/** Curve over a block of keys. */
export function compileKeyBlock(block: KeyBlock): Curve {
  return new BlockCurve(block);
}

/** The keys of a block as a curve of Maya would have them: tangents are vectors, their types what holds them fixed. */
export function keysOfBlock(block: KeyBlock): CurveKeys {
  const { times, values, spans, outSlopes, inSlopes, outWeights, inWeights } = block;
  const count = times.length;
  const weighted = outWeights !== undefined || inWeights !== undefined;
  const types = Array.from(spans, (code) => typeOf(code));
  const keys = {
    times,
    values,
    outTypes: types,
    inTypes: types.map((_, key) => (types[key - 1] === 'linear' ? 'linear' : 'fixed') as TangentType),
    inX: new Float64Array(count),
    inY: new Float64Array(count),
    outX: new Float64Array(count),
    outY: new Float64Array(count),
    weighted,
    preInfinity: block.pre.kind,
    postInfinity: block.post.kind,
  };
  for (let key = 0; key < count; key++) {
    const before = key > 0 ? times[key]! - times[key - 1]! : 1;
    const after = key + 1 < count ? times[key + 1]! - times[key]! : 1;
    writeTangent(
      keys.inX,
      keys.inY,
      key,
      inSlopes[key]!,
      weighted ? before * (inWeights?.[key] ?? 1 / 3) * 3 : undefined,
    );
    writeTangent(
      keys.outX,
      keys.outY,
      key,
      outSlopes[key]!,
      weighted ? after * (outWeights?.[key] ?? 1 / 3) * 3 : undefined,
    );
  }
  return keys;
}

function typeOf(code: number): TangentType {
  if (code === STEP) return 'step';
  if (code === STEP_NEXT) return 'stepnext';
  return code === LINEAR ? 'linear' : 'fixed';
}

/** A tangent of a length in time; of length 1 altogether where none is given. */
function writeTangent(
  outX: Float64Array,
  outY: Float64Array,
  key: number,
  slope: number,
  length: number | undefined,
): void {
  const x = length ?? 1 / Math.sqrt(1 + slope * slope);
  outX[key] = x;
  outY[key] = slope * x;
}

/** Span of a block that holds `x`, which lies between its first and last key. Even keys are found at once. */
export function findBlockSpan(times: Float64Array, x: number): number {
  const last = times.length - 1;
  let low = 0;
  let high = last - 1;
  const guess = Math.floor(((x - times[0]!) / (times[last]! - times[0]!)) * last);
  if (guess > low && guess <= high) {
    if (times[guess]! <= x) {
      low = guess;
      if (x < times[guess + 1]!) return guess;
    } else {
      high = guess - 1;
      if (times[guess - 1]! <= x) return guess - 1;
    }
  }
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

const handles = { x1: 0, y1: 0, x2: 0, y2: 0 };

/**
 * Writes a span of a block at `out[at]`: value polynomial y3 y2 y1 y0 in the time since its first key.
 *
 * @param bezier Gets the abscissa polynomial x3 x2 x1 and 1 / key distance where the span is a Bezier whose parameter has
 * to be solved for; the value polynomial is in that parameter then.
 * @returns Whether it is one.
 */
export function writeBlockSpan(
  block: KeyBlock,
  span: number,
  out: Float64Array,
  at: number,
  bezier: Float64Array,
  bezierAt: number,
): boolean {
  const { times, values, spans } = block;
  const code = spans[span]!;
  const y0 = values[span]!;
  const y3 = values[span + 1]!;
  const distance = times[span + 1]! - times[span]!;
  out[at] = 0;
  out[at + 1] = 0;
  out[at + 2] = code === LINEAR ? (y3 - y0) / distance : 0;
  out[at + 3] = code === STEP_NEXT ? y3 : y0;
  if (code <= LINEAR) return false;
  const slope0 = block.outSlopes[span]!;
  const slope1 = block.inSlopes[span + 1]!;
  let weight0 = block.outWeights === undefined ? 1 / 3 : block.outWeights[span]!;
  let weight1 = block.inWeights === undefined ? 1 / 3 : block.inWeights[span + 1]!;
  if (Math.abs(weight0 - 1 / 3) <= EVEN && Math.abs(weight1 - 1 / 3) <= EVEN) {
    const chord = (y3 - y0) / distance;
    if (Math.max(Math.abs(slope0), Math.abs(slope1), Math.abs(chord)) * distance < FAR_SWING) {
      out[at] = (slope0 + slope1 - 2 * chord) / (distance * distance);
      out[at + 1] = (3 * chord - 2 * slope0 - slope1) / distance;
      out[at + 2] = slope0;
      return false;
    }
    weight0 = DEFAULT_WEIGHT;
    weight1 = DEFAULT_WEIGHT;
  }
  handles.x1 = weight0;
  handles.y1 = y0 + slope0 * weight0 * distance;
  handles.x2 = 1 - weight1;
  handles.y2 = y3 - slope1 * weight1 * distance;
  if (weight0 > 1 || weight1 > 1 || weight0 < 0 || weight1 < 0) makeMonotonic(handles, y0, y3);
  writePowers(y0, handles.y1, handles.y2, y3, out, at);
  out[at + 3] = y0;
  writePowers(0, handles.x1, handles.x2, 1, bezier, bezierAt);
  bezier[bezierAt + 3] = 1 / distance;
  return true;
}

/** Third, second and first power of a cubic Bezier. */
function writePowers(p0: number, p1: number, p2: number, p3: number, out: Float64Array, at: number): void {
  const first = p1 - p0;
  const second = p2 - p1 - first;
  out[at] = p3 - p2 - (p2 - p1) - second;
  out[at + 1] = 3 * second;
  out[at + 2] = 3 * first;
}

/** Where a time outside the keys falls between them, and how much is added there. */
export interface Folded {
  x: number;
  added: number;
}

/**
 * Folds a time beyond the keys of a cyclic extrapolation back between them. After the last cycle the value stays where
 * that one ended. Times within rounding of the end of a cycle are at it: nothing is rounded to ticks.
 */
export function foldBlock(curve: Curve, x: number, isBefore: boolean, out: Folded): void {
  const { times, values, block } = curve as BlockCurve;
  const code = isBefore ? curve.pre : curve.post;
  const { count } = isBefore ? block.pre : block.post;
  const last = times.length - 1;
  const first = times[0]!;
  const duration = times[last]! - first;
  const beyond = isBefore ? first - x : x - times[last]!;
  let cycle = Math.floor(beyond / duration);
  let into = beyond - cycle * duration;
  if (duration - into <= KEY_EPSILON) {
    cycle++;
    into = 0;
  } else if (into <= KEY_EPSILON) {
    into = 0;
  }
  if (cycle >= count) {
    cycle = Math.ceil(count) - 1;
    into = duration;
  }
  const isMirrored = code === INFINITY_CODES.oscillate && cycle % 2 === 0;
  const isForward = isMirrored === isBefore;
  out.x = isForward ? first + into : times[last]! - into;
  const rise = values[last]! - values[0]!;
  out.added = code === INFINITY_CODES.cycleRelative ? (isBefore ? -rise : rise) * (cycle + 1) : 0;
}
