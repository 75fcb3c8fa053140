import {
  conjugateQuat,
  dotQuat,
  eulerFromQuat,
  identityMat4,
  invertMat4,
  type Mat4,
  multiplyQuat,
  normalizeQuat,
  orthonormalizeMat4,
  type Quat,
  quatFromEuler,
  quatFromMat4,
  type RotateOrder,
  slerpQuat,
  type Vec3,
} from '@rigline/math';
import type { InterpType } from '@rigline/scene/maya';
import { type RotationTarget, setVec3 } from './targets.ts';

/*
 * Rotations of targets are blended where the constrained node's `rotate` lives: in its parent's space, with its joint
 * orient taken off. That is also where Maya keeps `lastTargetRotate`: in a saved rig with an offset (Red9 StudioPack,
 * MetaRig_baseTests.ma, right hand) `offset · lastTargetRotate` equals the saved `restRotate` to all digits, so the last
 * target rotation is the blended one before the offset, and the offset is the rotation nearer to the object.
 */

const unscaled: Mat4 = identityMat4();
const parent: Mat4 = identityMat4();
const turn: Quat = [0, 0, 0, 1];

/**
 * The rotation in a matrix, scale and shear removed axis by axis (X kept, then Y).
 *
 * Unverified: how Maya removes shear.
 */
export function rotationOf(m: Readonly<Mat4>, out: Quat): Quat {
  return quatFromMat4(orthonormalizeMat4(m, unscaled), out);
}

/** Whether an Euler rotation is none at all: saves the sines of joint orients that most nodes do not have. */
function isZero(v: Readonly<Vec3>): boolean {
  return v[0] === 0 && v[1] === 0 && v[2] === 0;
}

/** World rotation of a target: `rotate · jointOrient · parents`. */
export function worldRotation(target: Omit<RotationTarget, 'targetWeight'>, out: Quat): Quat {
  rotationOf(target.targetParentMatrix, out);
  if (!isZero(target.targetJointOrient)) multiplyQuat(quatFromEuler(target.targetJointOrient, 'xyz', turn), out, out);
  return multiplyQuat(quatFromEuler(target.targetRotate, target.targetRotateOrder, turn), out, out);
}

/** What the constrained node's rotation has to be freed of to become its `rotate`. */
export interface RotationFrame {
  readonly constraintParentInverseMatrix: Readonly<Mat4>;
  readonly constraintJointOrient: Readonly<Vec3>;
  /** Scale of the parent joint, taken back when `scaleCompensate` is on. */
  readonly inverseScale?: Readonly<Vec3>;
  readonly scaleCompensate?: boolean;
}

/** The rotation that follows a world rotation to give `rotate`: the parents' inverse, then the joint orient's. */
export function worldToRotate(frame: RotationFrame, out: Quat): Quat {
  const { constraintParentInverseMatrix, constraintJointOrient, inverseScale } = frame;
  if (invertMat4(constraintParentInverseMatrix, parent)) {
    if (frame.scaleCompensate && inverseScale) removeSegmentScale(parent, inverseScale);
    conjugateQuat(rotationOf(parent, out), out);
  } else {
    rotationOf(constraintParentInverseMatrix, out);
  }
  if (isZero(constraintJointOrient)) return out;
  return multiplyQuat(out, conjugateQuat(quatFromEuler(constraintJointOrient, 'xyz', turn), turn), out);
}

/** Divides the rows by the scale of the parent joint, as a joint's own matrix does. */
export function removeSegmentScale(m: Mat4, scale: Readonly<Vec3>): void {
  for (let row = 0; row < 3; row++) {
    const s = scale[row] as number;
    if (s === 0 || s === 1) continue;
    m[row * 4] = (m[row * 4] as number) / s;
    m[row * 4 + 1] = (m[row * 4 + 1] as number) / s;
    m[row * 4 + 2] = (m[row * 4 + 2] as number) / s;
  }
}

/** Rotations to blend, with their weights. Grows and is used again. */
export class RotationBlend {
  readonly #quats: Quat[] = [];
  readonly #weights: number[] = [];
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  /** Adds a rotation; returns it for the caller to write. */
  add(weight: number): Quat {
    const at = this.#count++;
    this.#weights[at] = weight;
    const known = this.#quats[at];
    if (known) return known;
    const quat: Quat = [0, 0, 0, 1];
    this.#quats[at] = quat;
    return quat;
  }

  /**
   * The blended rotation.
   *
   * `average`: weighted sum of the quaternions with w at least 0. `shortest`, `longest`: blended one after the other in
   * the order of their indices along the short or the long arc. `noFlip`: as `average`, with every sign chosen nearest
   * to `last`. Maya's own No Flip looks at the frame evaluated before; this one looks at `lastTargetRotate` as saved,
   * so that a time has one result. `cache` is blended as `average`.
   *
   * Unverified: the sum under `average`, and `shortest` and `longest` of three or more targets.
   */
  blend(type: InterpType, last: Readonly<Quat>, out: Quat): Quat {
    const first = this.#quats[0];
    if (!first) return setQuat(out, 0, 0, 0, 1);
    if (this.#count === 1) return setQuat(out, first[0], first[1], first[2], first[3]);
    if (type === 'shortest' || type === 'longest') return this.#fold(type === 'shortest' ? SHORTEST : LONGEST, out);
    let x = 0;
    let y = 0;
    let z = 0;
    let w = 0;
    for (let i = 0; i < this.#count; i++) {
      const q = this.#quats[i] as Quat;
      const isFlipped = type === 'noFlip' ? dotQuat(q, last) < 0 : q[3] < 0;
      const k = isFlipped ? -(this.#weights[i] as number) : (this.#weights[i] as number);
      x += q[0] * k;
      y += q[1] * k;
      z += q[2] * k;
      w += q[3] * k;
    }
    return normalizeQuat(setQuat(out, x, y, z, w), out);
  }

  #fold(arc: typeof SHORTEST | typeof LONGEST, out: Quat): Quat {
    const first = this.#quats[0] as Quat;
    setQuat(out, first[0], first[1], first[2], first[3]);
    let sum = this.#weights[0] as number;
    for (let i = 1; i < this.#count; i++) {
      const weight = this.#weights[i] as number;
      sum += weight;
      if (weight === 0 || sum === 0) continue;
      slerpQuat(out, this.#quats[i] as Quat, weight / sum, arc, out);
    }
    return out;
  }
}

const SHORTEST = { arc: 'shortest' } as const;
const LONGEST = { arc: 'longest' } as const;

function setQuat(out: Quat, x: number, y: number, z: number, w: number): Quat {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
  return out;
}

/**
 * Cosine of the middle angle up to which a constraint gives 0 for the angle applied last.
 *
 * Saved rotations have that 0 with cosines up to 1.3e-8, and two proper angles at 9e-7; in between Maya's limit is not
 * known. The rotation is off by no more than this.
 */
const LOCKED = 1.2e-7;
const AXIS: Readonly<Record<string, number>> = { x: 0, y: 1, z: 2 };
const EVEN: ReadonlySet<RotateOrder> = new Set<RotateOrder>(['xyz', 'yzx', 'zxy']);

/**
 * Angles of a rotation as Maya's constraints give them: as `eulerFromQuat`, and close to gimbal lock with all the turn
 * in the angle applied first. It matters where not all three axes are connected.
 */
export function constraintEuler(rotation: Readonly<Quat>, order: RotateOrder, out: Vec3 | undefined): Vec3 {
  const euler = eulerFromQuat(rotation, order, out);
  const first = AXIS[order[0] as string] as 0 | 1 | 2;
  const middle = AXIS[order[1] as string] as 0 | 1 | 2;
  const last = AXIS[order[2] as string] as 0 | 1 | 2;
  if (euler[last] === 0 || Math.abs(Math.cos(euler[middle])) > LOCKED) return euler;
  const isUp = euler[middle] > 0 === EVEN.has(order);
  const folded = isUp ? euler[first] - euler[last] : euler[first] + euler[last];
  euler[first] = Math.atan2(Math.sin(folded), Math.cos(folded));
  euler[last] = 0;
  return euler;
}

/** A constraint's `offset`. */
export interface RotationOffset {
  readonly offset: Readonly<Vec3>;
  readonly constraintRotateOrder: RotateOrder;
  /** Adds the offset to the angles instead of turning by it. */
  readonly useOldOffsetCalculation: boolean;
}

/**
 * Angles of a rotation after the constraint's offset, which turns nearer to the object and counts in the constrained
 * node's rotate order.
 *
 * Unverified: that order; a parent constraint's offsets have been measured to be in it.
 */
export function offsetEuler(rotation: Readonly<Quat>, by: RotationOffset, last: Vec3 | undefined): Vec3 {
  const { offset, constraintRotateOrder: order } = by;
  if (isZero(offset)) return constraintEuler(rotation, order, last);
  if (!by.useOldOffsetCalculation) {
    return constraintEuler(multiplyQuat(quatFromEuler(offset, order, turn), rotation, turn), order, last);
  }
  const euler = constraintEuler(rotation, order, last);
  return setVec3(euler, euler[0] + offset[0], euler[1] + offset[1], euler[2] + offset[2]);
}
