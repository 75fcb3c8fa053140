import { conjugateQuat, invertQuat, multiplyQuat, type Quat } from '@rigline/math';
import { INFINITY_CODES } from './compile.ts';
import { type CurveIssue, curveIssue } from './issues.ts';
import { type InfinityKind, orderKeys, type TangentType } from './keys.ts';
import { bezierArcInto, normalizeInto, powerInto, reflectInto, slerpInto } from './rotation-kernel.ts';

/** How three rotate curves are interpolated as one rotation. `quaternion` depends on the tangent types. */
export type RotationInterpolation = 'slerp' | 'quaternion' | 'squad';

/**
 * Keys of a rotation curve.
 *
 * Units: seconds. Convention: `[x, y, z, w]` per key. The sign of a key's quaternion matters to `quaternion` and `squad`.
 */
export interface RotationKeys {
  readonly times: Float64Array;
  readonly quaternionsXyzw: Float64Array;
  readonly inTypes: readonly TangentType[];
  readonly outTypes: readonly TangentType[];
  readonly interpolation: RotationInterpolation;
  readonly preInfinity: InfinityKind;
  readonly postInfinity: InfinityKind;
}

/** A rotation curve ready for evaluation. Plain data; made by `compileRotationCurve`. */
export interface RotationCurve {
  readonly keys: RotationKeys;
  readonly issues: readonly CurveIssue[];
  readonly times: Float64Array;
  readonly quaternionsXyzw: Float64Array;
  /** Per span one of `HOLD`, `ARC`, `SMOOTH`. */
  readonly spanKinds: Uint8Array;
  /** Per span the two inner control rotations, 8 numbers. */
  readonly controls: Float64Array;
  readonly pre: number;
  readonly post: number;
  /** Rotation from the first key to the last, repeated by `cycleRelative`. */
  readonly turn: Readonly<Quat>;
}

const HOLD = 0;
const ARC = 1;
const SMOOTH = 2;

/**
 * Rotation curve from its keys. Never throws: keys are sorted, duplicates and unusable ones dropped and listed in
 * `issues`. Each key's w is rounded to float32, as AnimX does on purpose.
 */
export function compileRotationCurve(keys: RotationKeys): RotationCurve {
  const issues: CurveIssue[] = [];
  const used = prepareRotationKeys(keys, issues);
  const { times, quaternionsXyzw } = used;
  const spans = Math.max(times.length - 1, 0);
  const spanKinds = new Uint8Array(spans);
  const controls = new Float64Array(spans * 8);
  for (let span = 0; span < spans; span++) {
    spanKinds[span] = spanKindOf(used, span);
    placeControls(quaternionsXyzw, span, spans, controls);
  }
  return {
    keys: used,
    issues,
    times,
    quaternionsXyzw,
    spanKinds,
    controls,
    pre: INFINITY_CODES[used.preInfinity] ?? 0,
    post: INFINITY_CODES[used.postInfinity] ?? 0,
    turn: turnOf(quaternionsXyzw),
  };
}

function turnOf(quaternions: Float64Array): Quat {
  const end = quaternions.length - 4;
  if (end < 4) return [0, 0, 0, 1];
  const [x0, y0, z0, w0] = quaternions.subarray(0, 4);
  const [x1, y1, z1, w1] = quaternions.subarray(end);
  return multiplyQuat([-x0!, -y0!, -z0!, w0!], [x1!, y1!, z1!, w1!]);
}

function prepareRotationKeys(keys: RotationKeys, issues: CurveIssue[]): RotationKeys {
  const isUsable = (key: number): boolean =>
    Number.isFinite(keys.times[key]) &&
    [0, 1, 2, 3].every((part) => Number.isFinite(keys.quaternionsXyzw[key * 4 + part] ?? Number.NaN));
  const order = orderKeys(keys.times, isUsable, issues);
  if (order.length === 0) issues.push(curveIssue('CURVE_NO_KEYS', -1, 'The rotation curve has no usable key'));
  const quaternionsXyzw = new Float64Array(order.length * 4);
  order.forEach((key, index) => {
    for (let part = 0; part < 4; part++) quaternionsXyzw[index * 4 + part] = keys.quaternionsXyzw[key * 4 + part]!;
    quaternionsXyzw[index * 4 + 3] = Math.fround(quaternionsXyzw[index * 4 + 3]!);
  });
  return {
    ...keys,
    times: Float64Array.from(order, (key) => keys.times[key]!),
    quaternionsXyzw,
    inTypes: order.map((key) => keys.inTypes[key] ?? 'auto'),
    outTypes: order.map((key) => keys.outTypes[key] ?? 'auto'),
  };
}

/** Only `quaternion` looks at the types: step holds, linear is an arc, all others (stepnext too) are smooth. */
function spanKindOf(keys: RotationKeys, span: number): number {
  if (keys.interpolation === 'slerp') return ARC;
  if (keys.interpolation === 'squad') return SMOOTH;
  if (keys.outTypes[span] === 'step') return HOLD;
  return keys.outTypes[span] === 'linear' ? ARC : SMOOTH;
}

/** Control rotations of a span, a third of the way towards where the neighbours pull; ends are their own neighbours. */
function placeControls(quaternions: Float64Array, span: number, lastKey: number, out: Float64Array): void {
  const start = span * 4;
  const end = start + 4;
  const before = Math.max(span - 1, 0) * 4;
  const after = Math.min(span + 2, lastKey) * 4;
  const pull = new Float64Array(4);
  placePull(quaternions, before, start, end, pull);
  slerpInto(quaternions, start, pull, 0, 1 / 3, out, span * 8);
  placePull(quaternions, start, end, after, pull);
  reflectInto(pull, 0, quaternions, end, pull, 0);
  slerpInto(quaternions, end, pull, 0, 1 / 3, out, span * 8 + 4);
}

/** Half way between the key after and the key before thrown over to the far side of this key. */
function placePull(q: Float64Array, before: number, key: number, after: number, out: Float64Array): void {
  reflectInto(q, before, q, key, out, 0);
  for (let part = 0; part < 4; part++) out[part]! += q[after + part]!;
  normalizeInto(out, 0);
}

/**
 * Rotation at a time.
 *
 * No keys give no rotation; NaN gives NaN in every part. Folded times are not rounded to ticks; `linear` infinity holds
 * the end key, as in AnimX. The result is of unit length but for the float32 w of the keys.
 *
 * @param out Written and returned. A new quaternion by default.
 */
export function evaluateRotationCurve(curve: RotationCurve, x: number, out: Quat = [0, 0, 0, 1]): Quat {
  const { times } = curve;
  const last = times.length - 1;
  if (Number.isNaN(x)) return fill(out, Number.NaN, Number.NaN, Number.NaN, Number.NaN);
  if (last < 0) return fill(out, 0, 0, 0, 1);
  if (x <= times[0]!) return x === times[0] || last === 0 ? copyKey(curve, 0, out) : turnBefore(curve, x, out);
  if (x >= times[last]!) return x === times[last] || last === 0 ? copyKey(curve, last, out) : turnAfter(curve, x, out);
  return evaluateInside(curve, x, out);
}

function fill(out: Quat, x: number, y: number, z: number, w: number): Quat {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
  return out;
}

function copyKey(curve: RotationCurve, key: number, out: Quat): Quat {
  const { quaternionsXyzw: q } = curve;
  return fill(out, q[key * 4]!, q[key * 4 + 1]!, q[key * 4 + 2]!, q[key * 4 + 3]!);
}

function evaluateInside(curve: RotationCurve, x: number, out: Quat): Quat {
  const { times, quaternionsXyzw: q } = curve;
  let low = 0;
  let high = times.length - 1;
  if (x <= times[low]!) return copyKey(curve, low, out);
  if (x >= times[high]!) return copyKey(curve, high, out);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= x) low = middle;
    else high = middle;
  }
  const kind = curve.spanKinds[low]!;
  if (kind === HOLD || x === times[low]) return copyKey(curve, low, out);
  const t = (x - times[low]!) / (times[high]! - times[low]!);
  if (kind === ARC) slerpInto(q, low * 4, q, high * 4, t, out, 0);
  else bezierArcInto(q, low * 4, curve.controls, low * 8, q, high * 4, t, out);
  return out;
}

function turnBefore(curve: RotationCurve, x: number, out: Quat): Quat {
  const first = curve.times[0]!;
  const range = curve.times[curve.times.length - 1]! - first;
  const ahead = first - x;
  if (curve.pre <= INFINITY_CODES.linear || ahead === Number.POSITIVE_INFINITY) return copyKey(curve, 0, out);
  const back = range - (ahead % range);
  if (curve.pre === INFINITY_CODES.oscillate) {
    return evaluateInside(curve, (ahead % (2 * range) < range ? range - back : back) + first, out);
  }
  if (curve.pre === INFINITY_CODES.cycle) return evaluateInside(curve, back + first, out);
  // cycleRelative before the keys: the same distance after the first key, turned round about the first key.
  evaluateInside(curve, range - back + first, out);
  applyTurns(curve, Math.floor(ahead / range), out);
  copyKey(curve, 0, scratch);
  multiplyQuat(out, conjugateQuat(scratch, scratch), out);
  invertQuat(out, out);
  return multiplyQuat(out, copyKey(curve, 0, scratch), out);
}

function turnAfter(curve: RotationCurve, x: number, out: Quat): Quat {
  const lastIndex = curve.times.length - 1;
  const first = curve.times[0]!;
  const range = curve.times[lastIndex]! - first;
  const beyond = x - curve.times[lastIndex]!;
  if (curve.post <= INFINITY_CODES.linear || beyond === Number.POSITIVE_INFINITY) return copyKey(curve, lastIndex, out);
  const into = beyond % range;
  const mirrored = curve.post === INFINITY_CODES.oscillate && beyond % (2 * range) < range;
  evaluateInside(curve, (mirrored ? range - into : into) + first, out);
  if (curve.post === INFINITY_CODES.cycleRelative) applyTurns(curve, Math.floor(beyond / range) + 1, out);
  return out;
}

const scratch: Quat = [0, 0, 0, 1];

function applyTurns(curve: RotationCurve, cycles: number, out: Quat): void {
  if (cycles === 0) return;
  powerInto(curve.turn, cycles, scratch);
  multiplyQuat(out, scratch, out);
}
