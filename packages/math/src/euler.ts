import { closestAngle, wrapAngle } from './angles.ts';
import { identityMat4, type Mat4, mat4FromQuat, setTranslation } from './mat4.ts';
import type { Quat } from './quat.ts';
import type { Vec3 } from './vec3.ts';

/**
 * Order in which the axes of an Euler rotation are applied to a point: `xyz` turns about X first, all axes fixed.
 * Integer codes differ per format; map them in the reader, never here. three.js names the same rotation by the reversed
 * order (`xyz` here is its `ZYX`).
 */
export type RotateOrder = 'xyz' | 'yzx' | 'zxy' | 'xzy' | 'yxz' | 'zyx';

/** The six orders in the sequence of Maya's `rotateOrder` values 0–5. */
export const ROTATE_ORDERS: readonly RotateOrder[] = ['xyz', 'yzx', 'zxy', 'xzy', 'yxz', 'zyx'];

// Per order: axis turned first, second, third, and whether they run backwards (odd permutation).
const FIRST = [0, 1, 2, 0, 1, 2] as const;
const SECOND = [1, 2, 0, 2, 0, 1] as const;
const THIRD = [2, 0, 1, 1, 2, 0] as const;

/** Cosine of the middle angle below which the first and third axes count as parallel. */
const LOCK_COSINE = 1e-10;

/** Index of an order in `ROTATE_ORDERS`. */
export function rotateOrderIndex(order: RotateOrder): number {
  switch (order) {
    case 'xyz':
      return 0;
    case 'yzx':
      return 1;
    case 'zxy':
      return 2;
    case 'xzy':
      return 3;
    case 'yxz':
      return 4;
    case 'zyx':
      return 5;
  }
}

/**
 * Quaternion of an Euler rotation.
 *
 * Units: radians. Convention: `euler` is stored x, y, z whatever the order; axes fixed (extrinsic). Not reduced to one
 * turn, so the sign follows the angles.
 * Source: Maya help, "transform" node, rotateOrder. Golden: fixtures/rotations/rotate-orders.golden.json
 *
 * @param out Written and returned; a new quaternion by default.
 */
export function quatFromEuler(euler: Readonly<Vec3>, order: RotateOrder, out: Quat = [0, 0, 0, 1]): Quat {
  const sx = Math.sin(euler[0] * 0.5);
  const cx = Math.cos(euler[0] * 0.5);
  const sy = Math.sin(euler[1] * 0.5);
  const cy = Math.cos(euler[1] * 0.5);
  const sz = Math.sin(euler[2] * 0.5);
  const cz = Math.cos(euler[2] * 0.5);
  // Each component is one product plus or minus its complement; only the signs depend on the order: the middle axis
  // sets one against the other two, and odd orders exchange them.
  let kx = -1;
  let ky = -1;
  let kz = -1;
  let kw = 1;
  switch (order) {
    case 'xyz':
      ky = 1;
      break;
    case 'yzx':
      kz = 1;
      break;
    case 'zxy':
      kx = 1;
      break;
    case 'xzy':
      kx = 1;
      ky = 1;
      kw = -1;
      break;
    case 'yxz':
      ky = 1;
      kz = 1;
      kw = -1;
      break;
    case 'zyx':
      kx = 1;
      kz = 1;
      kw = -1;
      break;
  }
  out[0] = sx * cy * cz + kx * cx * sy * sz;
  out[1] = cx * sy * cz + ky * sx * cy * sz;
  out[2] = cx * cy * sz + kz * sx * sy * cz;
  out[3] = cx * cy * cz + kw * sx * sy * sz;
  return out;
}

/** Rotation matrix of an Euler rotation; see `quatFromEuler` for the convention. Units: radians. */
export function mat4FromEuler(euler: Readonly<Vec3>, order: RotateOrder, out: Mat4 = identityMat4()): Mat4 {
  const code = rotateOrderIndex(order);
  const i = FIRST[code] as number;
  const j = SECOND[code] as number;
  const k = THIRD[code] as number;
  const sign = code < 3 ? 1 : -1;
  const a = euler[i] as number;
  const b = euler[j] as number;
  const c = euler[k] as number;
  const sa = Math.sin(a) * sign;
  const ca = Math.cos(a);
  const sb = Math.sin(b) * sign;
  const cb = Math.cos(b);
  const sc = Math.sin(c) * sign;
  const cc = Math.cos(c);
  out[i * 5] = cb * cc;
  out[i * 4 + j] = cb * sc;
  out[i * 4 + k] = -sb;
  out[j * 4 + i] = sa * sb * cc - ca * sc;
  out[j * 5] = sa * sb * sc + ca * cc;
  out[j * 4 + k] = sa * cb;
  out[k * 4 + i] = ca * sb * cc + sa * sc;
  out[k * 4 + j] = ca * sb * sc - sa * cc;
  out[k * 5] = ca * cb;
  return setTranslation(out, 0, 0, 0);
}

/**
 * Principal Euler rotation of the upper 3x3, which must be a pure rotation: middle angle in [-pi/2, pi/2].
 *
 * Units: radians. At gimbal lock the angle applied last is 0. Close to the lock the triple is badly conditioned, yet the
 * rotation it describes stays exact, because the first angle is measured after the third is undone.
 */
export function eulerFromMat4(m: Readonly<Mat4>, order: RotateOrder, out: Vec3 = [0, 0, 0]): Vec3 {
  const code = rotateOrderIndex(order);
  const i = FIRST[code] as number;
  const j = SECOND[code] as number;
  const k = THIRD[code] as number;
  const sign = code < 3 ? 1 : -1;
  const ii = m[i * 5] as number;
  const ij = m[i * 4 + j] as number;
  const cb = Math.sqrt(ii * ii + ij * ij);
  const locked = cb <= LOCK_COSINE;
  const cc = locked ? 1 : ii / cb;
  const sc = locked ? 0 : ij / cb;
  const sa = sc * (m[k * 4 + i] as number) - cc * (m[k * 4 + j] as number);
  const ca = cc * (m[j * 5] as number) - sc * (m[j * 4 + i] as number);
  const a = Math.atan2(sa, ca);
  const b = Math.atan2(-(m[i * 4 + k] as number), cb);
  const c = locked ? 0 : Math.atan2(ij, ii);
  // `+ 0` turns a negative zero into a plain one.
  out[i] = a * sign + 0;
  out[j] = b * sign + 0;
  out[k] = c * sign + 0;
  return out;
}

const scratch: Mat4 = identityMat4();

/** Principal Euler rotation of a unit quaternion; see `eulerFromMat4`. Units: radians. */
export function eulerFromQuat(q: Readonly<Quat>, order: RotateOrder, out: Vec3 = [0, 0, 0]): Vec3 {
  return eulerFromMat4(mat4FromQuat(q, scratch), order, out);
}

/** Whether the first and third axes coincide, so that only the sum or difference of their angles has a meaning. */
export function isGimbalLocked(euler: Readonly<Vec3>, order: RotateOrder): boolean {
  const middle = SECOND[rotateOrderIndex(order)] as number;
  return Math.abs(Math.cos(euler[middle] as number)) <= LOCK_COSINE;
}

/**
 * The same rotation in another order, as `MEulerRotation.reorder`. Extra turns are lost.
 *
 * Units: radians. Unverified: which of the two solutions Maya returns; here the principal one.
 */
export function reorderEuler(euler: Readonly<Vec3>, from: RotateOrder, to: RotateOrder, out: Vec3 = [0, 0, 0]): Vec3 {
  return eulerFromMat4(mat4FromEuler(euler, from, scratch), to, out);
}

/**
 * The other triple of the same rotation within one turn: first and third angle half a turn on, the middle one mirrored.
 *
 * Units: radians, each in (-pi, pi]. Source: Maya API help, MEulerRotation::alternateSolution.
 */
export function alternateEuler(euler: Readonly<Vec3>, order: RotateOrder, out: Vec3 = [0, 0, 0]): Vec3 {
  const middle = SECOND[rotateOrderIndex(order)] as number;
  const x = middle === 0 ? Math.PI - euler[0] : euler[0] + Math.PI;
  const y = middle === 1 ? Math.PI - euler[1] : euler[1] + Math.PI;
  const z = middle === 2 ? Math.PI - euler[2] : euler[2] + Math.PI;
  out[0] = wrapAngle(x);
  out[1] = wrapAngle(y);
  out[2] = wrapAngle(z);
  return out;
}

/** Every angle wrapped into (-pi, pi]. Source: Maya API help, MEulerRotation::bound. */
export function boundEuler(euler: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  out[0] = wrapAngle(euler[0]);
  out[1] = wrapAngle(euler[1]);
  out[2] = wrapAngle(euler[2]);
  return out;
}

/**
 * Whole turns added to each angle until it is at most half a turn from the reference.
 *
 * Units: radians. Source: Maya API help, MEulerRotation::closestCut.
 */
export function closestCutEuler(euler: Readonly<Vec3>, reference: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  out[0] = closestAngle(euler[0], reference[0]);
  out[1] = closestAngle(euler[1], reference[1]);
  out[2] = closestAngle(euler[2], reference[2]);
  return out;
}

const alternate: Vec3 = [0, 0, 0];
const direct: Vec3 = [0, 0, 0];

/**
 * Of all triples of the same rotation the one nearest to a reference, by the sum of absolute differences; a tie keeps
 * the given solution.
 *
 * Units: radians. Source: Maya API help, MEulerRotation::closestSolution. Unverified: Maya's tie rule.
 */
export function closestEuler(
  euler: Readonly<Vec3>,
  order: RotateOrder,
  reference: Readonly<Vec3>,
  out: Vec3 = [0, 0, 0],
): Vec3 {
  closestCutEuler(alternateEuler(euler, order, alternate), reference, alternate);
  closestCutEuler(euler, reference, direct);
  const best = distance(alternate, reference) < distance(direct, reference) ? alternate : direct;
  out[0] = best[0];
  out[1] = best[1];
  out[2] = best[2];
  return out;
}

function distance(a: Readonly<Vec3>, b: Readonly<Vec3>): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
}

/**
 * Euler filter: each rotation becomes the solution nearest to the one before; the first stays. Orientations never change.
 *
 * Units: radians. Source: Maya help, "filterCurve" command, euler filter.
 *
 * @param out Written and returned; may be `eulers` itself. New triples by default.
 */
export function filterEulers(eulers: readonly Readonly<Vec3>[], order: RotateOrder, out: Vec3[] = []): Vec3[] {
  let previous: Readonly<Vec3> | undefined;
  for (let i = 0; i < eulers.length; i++) {
    const euler = eulers[i] as Readonly<Vec3>;
    const filtered: Vec3 = closestEuler(euler, order, previous ?? euler);
    out[i] = filtered;
    previous = filtered;
  }
  return out;
}
