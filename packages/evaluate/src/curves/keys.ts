import { type CurveIssue, curveIssue } from './issues.ts';

/** How a key's tangent is found. Names are those of Maya's `keyTangent`; numbers of files are in `maya-codes.ts`. */
export type TangentType =
  | 'global'
  | 'fixed'
  | 'linear'
  | 'flat'
  | 'spline'
  | 'step'
  | 'slow'
  | 'fast'
  | 'clamped'
  | 'plateau'
  | 'stepnext'
  | 'auto'
  | 'automix'
  | 'autoease';

/** What a curve does before its first and after its last key. */
export type InfinityKind = 'constant' | 'linear' | 'cycle' | 'cycleRelative' | 'oscillate';

/**
 * Keys of one animation curve, one entry per key in every list.
 *
 * Units: times in seconds (or the driver's own unit for driven keys), values in internal units (radians, centimetres).
 * Convention: a tangent's x is in units of time, y in units of value; the handle after a key ends at
 * `(time + outX/3, value + outY/3)`, the one before it starts at `(time - inX/3, value - inY/3)`.
 * Non-weighted tangents have unit length. `NaN` means: not stored, compute it from the type.
 */
export interface CurveKeys {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly inTypes: readonly TangentType[];
  readonly outTypes: readonly TangentType[];
  readonly inX: Float64Array;
  readonly inY: Float64Array;
  readonly outX: Float64Array;
  readonly outY: Float64Array;
  readonly weighted: boolean;
  readonly preInfinity: InfinityKind;
  readonly postInfinity: InfinityKind;
}

/** One key as a caller writes it down. Types default to `auto`; an absent tangent is computed from its type. */
export interface KeyInput {
  readonly time: number;
  readonly value: number;
  readonly inType?: TangentType;
  readonly outType?: TangentType;
  readonly inTangent?: readonly [x: number, y: number];
  readonly outTangent?: readonly [x: number, y: number];
}

export interface CurveKeysOptions {
  readonly weighted?: boolean;
  readonly preInfinity?: InfinityKind;
  readonly postInfinity?: InfinityKind;
}

/** What a curve has when nothing is said. */
export const CURVE_KEYS_DEFAULTS: Required<CurveKeysOptions> = {
  weighted: false,
  preInfinity: 'constant',
  postInfinity: 'constant',
};

/** Two keys closer than this are one key, and a time this close to a key returns its value. Source: AnimX. */
export const KEY_EPSILON = 1e-10;

/** Curve keys from a list of keys, in the order given. */
export function buildCurveKeys(keys: readonly KeyInput[], options: CurveKeysOptions = {}): CurveKeys {
  const settings = { ...CURVE_KEYS_DEFAULTS, ...options };
  return {
    times: Float64Array.from(keys, (key) => key.time),
    values: Float64Array.from(keys, (key) => key.value),
    inTypes: keys.map((key) => key.inType ?? 'auto'),
    outTypes: keys.map((key) => key.outType ?? 'auto'),
    inX: Float64Array.from(keys, (key) => key.inTangent?.[0] ?? Number.NaN),
    inY: Float64Array.from(keys, (key) => key.inTangent?.[1] ?? Number.NaN),
    outX: Float64Array.from(keys, (key) => key.outTangent?.[0] ?? Number.NaN),
    outY: Float64Array.from(keys, (key) => key.outTangent?.[1] ?? Number.NaN),
    ...settings,
  };
}

/** Indices of the usable keys in ascending order of time, with what was wrong on the way. */
export function orderKeys(times: Float64Array, isUsable: (key: number) => boolean, issues: CurveIssue[]): number[] {
  const order: number[] = [];
  let sorted = true;
  let previous = Number.NEGATIVE_INFINITY;
  for (let key = 0; key < times.length; key++) {
    if (!isUsable(key)) {
      issues.push(
        curveIssue('CURVE_KEY_NOT_FINITE', key, `Key ${key} has a time or value that is not a finite number`),
      );
      continue;
    }
    const time = times[key]!;
    if (time < previous) {
      if (sorted) issues.push(curveIssue('CURVE_KEYS_UNSORTED', key, `Key ${key} at ${time} comes after ${previous}`));
      sorted = false;
    }
    previous = time;
    order.push(key);
  }
  if (!sorted) order.sort((a, b) => times[a]! - times[b]! || a - b);
  return dropDuplicates(order, times, issues);
}

/** Keeps, of keys at one time, the one listed last: the state after setting them in turn. */
function dropDuplicates(order: readonly number[], times: Float64Array, issues: CurveIssue[]): number[] {
  const kept: number[] = [];
  for (const key of order) {
    const before = kept[kept.length - 1];
    if (before === undefined || times[key]! - times[before]! > KEY_EPSILON) {
      kept.push(key);
      continue;
    }
    issues.push(curveIssue('CURVE_KEY_DUPLICATE', key, `Keys ${before} and ${key} share the time ${times[key]}`));
    kept[kept.length - 1] = Math.max(before, key);
  }
  return kept;
}

/** Keys sorted by time, without duplicates and unusable ones; impossible tangents become absent ones. */
export function prepareKeys(keys: CurveKeys): { keys: CurveKeys; issues: CurveIssue[] } {
  const issues: CurveIssue[] = [];
  const isUsable = (key: number): boolean =>
    Number.isFinite(keys.times[key]) && Number.isFinite(keys.values[key] ?? Number.NaN);
  const order = orderKeys(keys.times, isUsable, issues);
  if (order.length === 0) issues.push(curveIssue('CURVE_NO_KEYS', -1, 'The curve has no usable key'));
  const inTangents = pickTangents(order, keys.inX, keys.inY, 'in', issues);
  const outTangents = pickTangents(order, keys.outX, keys.outY, 'out', issues);
  return {
    issues,
    keys: {
      times: Float64Array.from(order, (key) => keys.times[key]!),
      values: Float64Array.from(order, (key) => keys.values[key]!),
      inTypes: order.map((key) => keys.inTypes[key] ?? 'auto'),
      outTypes: order.map((key) => keys.outTypes[key] ?? 'auto'),
      inX: inTangents.x,
      inY: inTangents.y,
      outX: outTangents.x,
      outY: outTangents.y,
      weighted: keys.weighted,
      preInfinity: keys.preInfinity,
      postInfinity: keys.postInfinity,
    },
  };
}

function pickTangents(
  order: readonly number[],
  fromX: Float64Array,
  fromY: Float64Array,
  side: 'in' | 'out',
  issues: CurveIssue[],
): { x: Float64Array; y: Float64Array } {
  const x = new Float64Array(order.length).fill(Number.NaN);
  const y = new Float64Array(order.length).fill(Number.NaN);
  order.forEach((key, index) => {
    const storedX = fromX[key] ?? Number.NaN;
    const storedY = fromY[key] ?? Number.NaN;
    if (Number.isNaN(storedX) && Number.isNaN(storedY)) return;
    if (!Number.isFinite(storedX) || !Number.isFinite(storedY)) {
      const message = `The ${side} tangent of key ${key} is (${storedX}, ${storedY})`;
      issues.push(curveIssue('CURVE_TANGENT_NOT_FINITE', key, message));
      return;
    }
    x[index] = storedX;
    y[index] = storedY;
  });
  return { x, y };
}
