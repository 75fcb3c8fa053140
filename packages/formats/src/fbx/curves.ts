/** Keys of an AnimationCurve as every reader hands them on: known tangents, inner units. */
import type { KeyBlock, KeyExtrapolation, KeyIssue, KeySource } from '@rigline/scene/maya';
import { type ChannelPlace, channelValues } from './curve-channels.ts';
import { orderKeys } from './curve-order.ts';
import { autoSlope, KEY_FLAGS, type KeyCorner, tcbSlope } from './curve-slopes.ts';
import type { FbxDocument, FbxObject, RawExtrapolation, RawKeys } from './document-types.ts';

/** What the numbers of a curve count in. */
export interface CurveUnits {
  readonly ticksPerSecond: number;
  /** Inner units per unit of the file. */
  readonly scale: number;
  /** How near a neighbour's value makes a clamped key flat, in the file's units. */
  readonly clampDistance: number;
}

/**
 * Values nearer than this make a clamped tangent of Maya flat, in Maya's own units (centimetres, radians). Elsewhere
 * they have to be equal. Source: curves of Maya, and vectors saved by it.
 */
const MAYA_CLAMP_DISTANCE = 0.05;

/** Whether Maya saved the file: some of its curves and layers go by rules of its own. */
export function isMadeByMaya(document: FbxDocument): boolean {
  return document.application.toLowerCase().includes('maya');
}

/** Keys of an AnimationCurve that are read when somebody needs them. Holds no more than it needs for that. */
class FbxKeySource implements KeySource {
  readonly #document: FbxDocument;
  readonly #curve: FbxObject;
  readonly #scale: number;
  readonly #curveNode: FbxObject | undefined;
  readonly #channel: number;
  #block: KeyBlock | undefined;

  constructor(document: FbxDocument, curve: FbxObject, scale: number, place?: ChannelPlace) {
    this.#document = document;
    this.#curve = curve;
    this.#scale = scale;
    this.#curveNode = place?.curveNode;
    this.#channel = place?.channel ?? 0;
  }

  readKeys(): KeyBlock {
    if (!this.#block) {
      const { ticksPerSecond } = this.#document;
      const clampDistance = isMadeByMaya(this.#document) ? MAYA_CLAMP_DISTANCE / Math.abs(this.#scale) : 0;
      const units = { ticksPerSecond, scale: this.#scale, clampDistance };
      const keys = this.#document.readKeys(this.#curve);
      const fallback =
        keys.times.length === 0 && this.#curveNode ? channelValues(this.#curveNode)[this.#channel] : undefined;
      this.#block = buildKeyBlock(keys, units, fallback);
    }
    return this.#block;
  }
}

/**
 * Keys of an AnimationCurve, read at the first call.
 *
 * @param scale Inner units per unit of the file.
 * @param place Where the curve hangs; a curve without keys has the value that is written there, else its own.
 */
export function keySourceOf(document: FbxDocument, curve: FbxObject, scale: number, place?: ChannelPlace): KeySource {
  return new FbxKeySource(document, curve, scale, place);
}

/** Keys with their tangents from the numbers of a file. */
export function buildKeyBlock(raw: RawKeys, units: CurveUnits, fallback?: number): KeyBlock {
  const { order, times, issues } = orderKeys(raw.times, raw.values, units.ticksPerSecond);
  const count = times.length;
  if (count === 0) return constantBlock(fallback ?? raw.defaultValue, units.scale, issues);
  const values = pickValues(raw.values, order, units.scale !== 1);
  const tangents: Tangents = {
    spans: new Uint8Array(count),
    outSlopes: new Float64Array(count),
    inSlopes: new Float64Array(count),
    outWeights: undefined,
    inWeights: undefined,
  };
  writeTangents(raw, order, times, values, units.clampDistance, tangents);
  // What a curve goes on with outside its keys: Unverified for keys whose two slopes differ.
  tangents.inSlopes[0] = tangents.outSlopes[0] as number;
  tangents.outSlopes[count - 1] = tangents.inSlopes[count - 1] as number;
  if (units.scale !== 1) {
    scaleAll(values, units.scale);
    scaleAll(tangents.outSlopes, units.scale);
    scaleAll(tangents.inSlopes, units.scale);
  }
  return { times, values, ...tangents, pre: extrapolationOf(raw.pre), post: extrapolationOf(raw.post), issues };
}

/** Values of the keys that are used; those of the file themselves where nothing is done to them. */
function pickValues(values: Float64Array, order: Int32Array | undefined, isChanged: boolean): Float64Array {
  if (!order) return isChanged ? values.slice() : values;
  const picked = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) picked[i] = values[order[i] as number] as number;
  return picked;
}

interface Tangents {
  readonly spans: Uint8Array;
  readonly outSlopes: Float64Array;
  readonly inSlopes: Float64Array;
  outWeights: Float64Array | undefined;
  inWeights: Float64Array | undefined;
}

/** Codes of `KEY_SPANS`. */
const STEP = 0;
const STEP_NEXT = 1;
const LINEAR = 2;
const CUBIC = 3;

const THIRD = 1 / 3;
/** What a weight is stored in parts of, where two are packed into one number. */
const PACKED_WEIGHT = 10000;
/** Sum of a key's two biases below which they are one, and turn both sides alike. */
const ONE_BIAS = 1e-4;

const corner: KeyCorner = {
  before: 0,
  after: 0,
  riseBefore: 0,
  riseAfter: 0,
  weightBefore: THIRD,
  weightAfter: THIRD,
  flags: 0,
};

/** What a key says of itself, and of the left side of the next one. */
const key = { inSlope: 0, outSlope: 0, nextSlope: 0, nextWeight: THIRD };

/** Slopes and weights of all keys. What a key stores for the left of the next one is handed on from key to key. */
function writeTangents(
  raw: RawKeys,
  order: Int32Array | undefined,
  times: Float64Array,
  values: Float64Array,
  clampDistance: number,
  out: Tangents,
): void {
  const { spans, inSlopes, outSlopes } = out;
  const { flags } = raw;
  const last = times.length - 1;
  const bits = new Uint32Array(raw.data.buffer, raw.data.byteOffset, raw.data.length);
  let handedSlope = 0;
  key.nextWeight = THIRD;
  for (let i = 0; i <= last; i++) {
    const source = order ? (order[i] as number) : i;
    const keyFlags = flags[source] ?? 0;
    const span = spanOf(keyFlags);
    spans[i] = span;
    inSlopes[i] = handedSlope;
    if (span === CUBIC) {
      placeCorner(times, values, i);
      corner.flags = keyFlags;
      corner.weightBefore = key.nextWeight;
      key.inSlope = handedSlope;
      // Before a span that is no cubic nothing was stored for this key.
      readCubic(raw, bits, source, i > 0 && spans[i - 1] === CUBIC ? handedSlope : 0, clampDistance);
      inSlopes[i] = key.inSlope;
      outSlopes[i] = key.outSlope;
      handedSlope = key.nextSlope;
      if (corner.weightAfter !== THIRD || key.nextWeight !== THIRD) writeWeights(out, i, last);
    } else {
      handedSlope = 0;
      key.nextWeight = THIRD;
      if (span === LINEAR && i < last) {
        handedSlope =
          ((values[i + 1] as number) - (values[i] as number)) / ((times[i + 1] as number) - (times[i] as number));
        outSlopes[i] = handedSlope;
      }
    }
  }
}

/** Puts a key between its neighbours. */
function placeCorner(times: Float64Array, values: Float64Array, at: number): void {
  const time = times[at] as number;
  const value = values[at] as number;
  const isFirst = at === 0;
  const isLast = at === times.length - 1;
  corner.before = isFirst ? 0 : time - (times[at - 1] as number);
  corner.after = isLast ? 0 : (times[at + 1] as number) - time;
  corner.riseBefore = isFirst ? 0 : value - (values[at - 1] as number);
  corner.riseAfter = isLast ? 0 : (values[at + 1] as number) - value;
}

function spanOf(flags: number): number {
  if (flags & KEY_FLAGS.constant) return flags & KEY_FLAGS.auto ? STEP_NEXT : STEP;
  return flags & KEY_FLAGS.cubic ? CUBIC : LINEAR;
}

/** Slopes of a key before a cubic span; `left` is what the key before has stored for this one. */
function readCubic(raw: RawKeys, bits: Uint32Array, source: number, left: number, clampDistance: number): void {
  const { data, weights } = raw;
  const { flags } = corner;
  const at = source * 4;
  const first = finite(data[at]);
  const second = finite(data[at + 1]);
  corner.weightAfter = THIRD;
  key.nextWeight = THIRD;
  if (flags & KEY_FLAGS.tcb) {
    const third = finite(data[at + 2]);
    key.inSlope = tcbSlope(corner, 'before', first, second, third);
    key.outSlope = tcbSlope(corner, 'after', first, second, third);
    key.nextSlope = 0;
    return;
  }
  if (flags & (KEY_FLAGS.weightedRight | KEY_FLAGS.weightedNextLeft)) {
    const packed = bits[at + 2] ?? 0;
    const right = weights ? weights[source * 2] : (packed & 0xffff) / PACKED_WEIGHT;
    const nextLeft = weights ? weights[source * 2 + 1] : (packed >>> 16) / PACKED_WEIGHT;
    if (flags & KEY_FLAGS.weightedRight) corner.weightAfter = weightOf(right);
    if (flags & KEY_FLAGS.weightedNextLeft) key.nextWeight = weightOf(nextLeft);
  }
  key.nextSlope = second;
  if (flags & KEY_FLAGS.user) {
    key.outSlope = first;
    return;
  }
  key.outSlope = autoSlope(corner, first, clampDistance);
  key.inSlope = Math.abs(left + first) <= ONE_BIAS ? key.outSlope : autoSlope(corner, -left, clampDistance);
  if (corner.after === 0) key.outSlope = key.inSlope;
  else if (corner.before === 0) key.inSlope = key.outSlope;
}

/** Stores the weights of a span: after its first key, and before its second. */
function writeWeights(out: Tangents, at: number, last: number): void {
  out.outWeights ??= new Float64Array(last + 1).fill(THIRD);
  out.inWeights ??= new Float64Array(last + 1).fill(THIRD);
  out.outWeights[at] = corner.weightAfter;
  if (at < last) out.inWeights[at + 1] = key.nextWeight;
}

/** No handle reaches beyond the next key, so that time never runs backward. */
function weightOf(weight: number | undefined): number {
  if (weight === undefined || !(weight >= 0)) return THIRD;
  return weight < 1 ? weight : 1;
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}

function scaleAll(numbers: Float64Array, scale: number): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = (numbers[i] as number) * scale;
}

const CONSTANT: KeyExtrapolation = { kind: 'constant', count: Number.POSITIVE_INFINITY };

/** A curve without keys. */
function constantBlock(value: number, scale: number, issues: readonly KeyIssue[]): KeyBlock {
  return {
    times: new Float64Array(1),
    values: Float64Array.of(Number.isFinite(value) ? value * scale : 0),
    spans: new Uint8Array(1),
    outSlopes: new Float64Array(1),
    inSlopes: new Float64Array(1),
    outWeights: undefined,
    inWeights: undefined,
    pre: CONSTANT,
    post: CONSTANT,
    issues,
  };
}

const KINDS: Readonly<Record<string, KeyExtrapolation['kind']>> = {
  C: 'constant',
  K: 'linear',
  R: 'cycle',
  A: 'cycleRelative',
  M: 'oscillate',
};

/** Unknown kinds and those of no cycles stay at the end key. */
function extrapolationOf(raw: RawExtrapolation): KeyExtrapolation {
  const kind = Object.hasOwn(KINDS, raw.type) ? (KINDS[raw.type] as KeyExtrapolation['kind']) : 'constant';
  if (kind === 'constant' || (kind !== 'linear' && raw.count === 0)) return CONSTANT;
  return { kind, count: kind === 'linear' || raw.count < 0 ? Number.POSITIVE_INFINITY : raw.count };
}
