import { type Quat, quatFromEuler, type RotateOrder, type Vec3 } from '@rigline/math';
import { type CurveIssue, curveIssue } from './issues.ts';
import { type CurveKeys, KEY_EPSILON } from './keys.ts';
import type { RotationInterpolation, RotationKeys } from './rotation-curve.ts';

export interface RotationKeysOptions {
  readonly order?: RotateOrder;
  readonly interpolation?: RotationInterpolation;
}

export const ROTATION_KEYS_DEFAULTS: Required<RotationKeysOptions> = { order: 'xyz', interpolation: 'slerp' };

/**
 * Quaternion keys of three rotate curves that share their key times; `undefined` with an issue when they do not.
 *
 * Units: radians. Types and infinities are taken from the Z curve, as AnimX does. Each key gets the sign nearer to the
 * one before it. Unverified: how Maya chooses that sign.
 */
export function buildRotationKeys(
  curves: readonly [x: CurveKeys, y: CurveKeys, z: CurveKeys],
  options: RotationKeysOptions = {},
  issues: CurveIssue[] = [],
): RotationKeys | undefined {
  const { order, interpolation } = { ...ROTATION_KEYS_DEFAULTS, ...options };
  const [x, y, z] = curves;
  const unshared = firstUnsharedKey(x.times, y.times, z.times);
  if (unshared !== undefined) {
    const message = `Key ${unshared} is not at one time on all three curves (${x.times[unshared]}, ${y.times[unshared]}, ${z.times[unshared]})`;
    issues.push(curveIssue('CURVE_KEYS_NOT_SHARED', unshared, message));
    return undefined;
  }
  const quaternionsXyzw = new Float64Array(x.times.length * 4);
  const q: Quat = [0, 0, 0, 1];
  for (let key = 0; key < x.times.length; key++) {
    quatFromEuler([x.values[key]!, y.values[key]!, z.values[key]!], order, q);
    const at = key * 4;
    let toward = 1;
    if (key > 0) {
      let cosine = 0;
      for (let part = 0; part < 4; part++) cosine += q[part]! * quaternionsXyzw[at - 4 + part]!;
      toward = cosine < 0 ? -1 : 1;
    }
    for (let part = 0; part < 4; part++) quaternionsXyzw[at + part] = q[part]! * toward;
  }
  return {
    times: x.times.slice(),
    quaternionsXyzw,
    inTypes: z.inTypes,
    outTypes: z.outTypes,
    interpolation,
    preInfinity: z.preInfinity,
    postInfinity: z.postInfinity,
  };
}

function firstUnsharedKey(x: Float64Array, y: Float64Array, z: Float64Array): number | undefined {
  const count = Math.max(x.length, y.length, z.length);
  for (let key = 0; key < count; key++) {
    const shared = Math.abs(x[key]! - y[key]!) <= KEY_EPSILON && Math.abs(x[key]! - z[key]!) <= KEY_EPSILON;
    if (!shared) return key;
  }
  return undefined;
}

/** Indices of the axes in the order they are applied, and whether that order is cyclic (+1) or not (-1). */
const ORDER_AXES: Readonly<Record<RotateOrder, readonly [number, number, number, number]>> = {
  xyz: [0, 1, 2, 1],
  yzx: [1, 2, 0, 1],
  zxy: [2, 0, 1, 1],
  xzy: [0, 2, 1, -1],
  yxz: [1, 0, 2, -1],
  zyx: [2, 1, 0, -1],
};

/** Squared cosine of the middle angle at or below which the two outer axes count as one. Source: AnimX. */
const LOCKED = 1e-10;

/**
 * Euler angles of an interpolated rotation, as quaternion curves give them back: of the two solutions the one with the
 * smaller sum of absolute angles; at gimbal lock the last angle is 0.
 *
 * Units: radians. Any length of `q` but 0. Source: AnimX for `xyz`; the other orders by the same rule.
 *
 * @param out Written and returned. A new vector by default.
 */
export function eulerFromRotationCurve(q: Readonly<Quat>, order: RotateOrder = 'xyz', out: Vec3 = [0, 0, 0]): Vec3 {
  const [i, j, k, sign] = ORDER_AXES[order];
  const [qi, qj, qk, qw] = [q[i]!, q[j]!, q[k]!, q[3]];
  const two = 2 / (qi * qi + qj * qj + qk * qk + qw * qw);
  const w = sign * qw;
  // Elements of the row-vector matrix in the order's own axes.
  const ii = 1 - two * (qj * qj + qk * qk);
  const ij = two * (qi * qj + w * qk);
  const ik = two * (qi * qk - w * qj);
  const cosSquare = ii * ii + ij * ij;
  const middle = Math.atan2(-sign * ik, Math.sqrt(cosSquare));
  if (!(cosSquare > LOCKED)) {
    const kj = two * (qj * qk - w * qi);
    const jj = 1 - two * (qi * qi + qk * qk);
    out[i] = Math.atan2(-sign * kj, jj);
    out[j] = middle;
    out[k] = 0;
    return out;
  }
  const jk = two * (qj * qk + w * qi);
  const kk = 1 - two * (qi * qi + qj * qj);
  const first = Math.atan2(sign * jk, kk);
  const last = Math.atan2(sign * ij, ii);
  const size = Math.abs(first) + Math.abs(middle) + Math.abs(last);
  const otherFirst = first + Math.PI;
  const otherMiddle = Math.PI - middle;
  const otherLast = last + Math.PI;
  const useOther = Math.abs(otherFirst) + Math.abs(otherMiddle) + Math.abs(otherLast) < size;
  out[i] = useOther ? otherFirst : first;
  out[j] = useOther ? otherMiddle : middle;
  out[k] = useOther ? otherLast : last;
  return out;
}
