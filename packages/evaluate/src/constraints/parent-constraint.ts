import {
  closestEuler,
  conjugateQuat,
  copyMat4,
  identityMat4,
  invertMat4,
  type Mat4,
  multiplyQuat,
  multiplyVec3,
  type Quat,
  quatFromEuler,
  rotateVec3,
  transformPoint,
  transformVector,
  type Vec3,
} from '@rigline/math';
import { parentConstraint as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';
import { reportInterpolation } from './interpolation.ts';
import { constraintEuler, RotationBlend, removeSegmentScale, rotationOf, worldToRotate } from './rotations.ts';
import {
  type PivotTarget,
  ROTATION_TARGET,
  type RotationTarget,
  requestTargets,
  setVec3,
  sumWeights,
  valueAtRest,
  worldPivot,
} from './targets.ts';

/** What turns a target: its `rotate`, joint orient and parents, and the offset of the constrained node. */
export interface TurnedTarget extends RotationTarget {
  readonly targetOffsetRotate: Readonly<Vec3>;
  readonly targetScaleCompensate: boolean;
  readonly targetInverseScale: Readonly<Vec3>;
}
export const TURNED_TARGET: readonly (keyof TurnedTarget)[] = [
  ...ROTATION_TARGET,
  'targetOffsetRotate',
  'targetScaleCompensate',
  'targetInverseScale',
];

/** Everything of a target. */
export interface PlacedTarget extends PivotTarget, TurnedTarget {
  readonly targetOffsetTranslate: Readonly<Vec3>;
  readonly targetScale: Readonly<Vec3>;
}
export const PLACED_TARGET: readonly (keyof PlacedTarget)[] = [
  ...TURNED_TARGET,
  'targetTranslate',
  'targetRotatePivot',
  'targetRotateTranslate',
  'targetOffsetTranslate',
  'targetScale',
];

const turn: Quat = [0, 0, 0, 1];
const space: Mat4 = identityMat4();

/** `jointOrient` and `rotate` of a target, before its parents. */
function ownRotation(target: Omit<TurnedTarget, 'targetWeight'>, out: Quat): Quat {
  quatFromEuler(target.targetJointOrient, 'xyz', out);
  return multiplyQuat(quatFromEuler(target.targetRotate, target.targetRotateOrder, turn), out, out);
}

/** The space above a target: its parents, with the parent joint's scale taken back where the target does so. */
function spaceAbove(target: Omit<TurnedTarget, 'targetWeight'>): Mat4 {
  copyMat4(target.targetParentMatrix, space);
  if (target.targetScaleCompensate) removeSegmentScale(space, target.targetInverseScale);
  return space;
}

/** World rotation of a target without the offset. */
export function targetRotation(target: Omit<TurnedTarget, 'targetWeight'>, out: Quat): Quat {
  rotationOf(spaceAbove(target), out);
  return multiplyQuat(ownRotation(target, own), out, out);
}
const own: Quat = [0, 0, 0, 1];

/** An offset from a target's rotate pivot in its own scaled and turned axes, as a vector in world space. */
export function targetVector(target: Omit<PlacedTarget, 'targetWeight'>, offset: Readonly<Vec3>, out: Vec3): Vec3 {
  multiplyVec3(offset, target.targetScale, out);
  rotateVec3(out, ownRotation(target, own), out);
  return transformVector(spaceAbove(target), out, out);
}

/** The offset whose `targetVector` is a given vector in world space; along axes without scale there is none. */
export function targetOffset(target: Omit<PlacedTarget, 'targetWeight'>, vector: Readonly<Vec3>, out: Vec3): Vec3 {
  const inverse = invertMat4(spaceAbove(target), space);
  if (!inverse) return setVec3(out, 0, 0, 0);
  transformVector(inverse, vector, out);
  rotateVec3(out, conjugateQuat(ownRotation(target, own), own), out);
  const [x, y, z] = target.targetScale;
  return setVec3(out, x === 0 ? 0 : out[0] / x, y === 0 ? 0 : out[1] / y, z === 0 ? 0 : out[2] / z);
}

const blend = new RotationBlend();
const toRotate: Quat = [0, 0, 0, 1];
const last: Quat = [0, 0, 0, 1];
const rotation: Quat = [0, 0, 0, 1];
const offset: Vec3 = [0, 0, 0];
const pivot: Vec3 = [0, 0, 0];
const mean: Vec3 = [0, 0, 0];

/** Weighted mean of where the targets carry the constrained node's rotate pivot, in world space. */
function meanPosition(targets: readonly PlacedTarget[], sum: number): Vec3 {
  setVec3(mean, 0, 0, 0);
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i] as PlacedTarget;
    worldPivot(target, pivot);
    targetVector(target, target.targetOffsetTranslate, offset);
    const share = target.targetWeight / sum;
    mean[0] += (pivot[0] + offset[0]) * share;
    mean[1] += (pivot[1] + offset[1]) * share;
    mean[2] += (pivot[2] + offset[2]) * share;
  }
  return mean;
}

/**
 * `parentConstraint`: carries a node as if it were a child of its targets. Positions and rotations are blended apart,
 * matrices never; there is no scale output. A target's scale moves the node, but does not scale it.
 *
 * `rotationDecompositionTarget` is used as Maya names it: with `useDecompositionTarget` on, the angles are those
 * nearest to it. Unverified: exactly that. `targetOffsetRotate` counts in the constrained node's rotate order, as users
 * have measured in Maya.
 * Source: Maya help, "parentConstraint" node. Golden: fixtures/constraints/parent.golden.json
 */
export const parentConstraint: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: [
      'constraintParentInverseMatrix',
      'constraintRotatePivot',
      'constraintRotateTranslate',
      'restTranslate',
      'enableRestPosition',
    ],
    writes: ['constraintTranslate'],
    requests: requestTargets(PLACED_TARGET),
    compute(input, output, context) {
      const targets = input.extra as readonly PlacedTarget[];
      const sum = sumWeights(targets);
      const before = output.constraintTranslate as Vec3 | undefined;
      if (sum === 0) {
        output.constraintTranslate = valueAtRest(input.enableRestPosition, input.restTranslate, before, context);
        return;
      }
      const point = meanPosition(targets, sum);
      transformPoint(input.constraintParentInverseMatrix, point, point);
      const { constraintRotatePivot: p, constraintRotateTranslate: q } = input;
      output.constraintTranslate = setVec3(
        before,
        point[0] - p[0] - q[0],
        point[1] - p[1] - q[1],
        point[2] - p[2] - q[2],
      );
    },
  }),
  step(declaration, {
    reads: [
      'constraintParentInverseMatrix',
      'constraintRotateOrder',
      'constraintJointOrient',
      'interpType',
      'lastTargetRotate',
      'useDecompositionTarget',
      'rotationDecompositionTarget',
      'restRotate',
      'enableRestPosition',
    ],
    writes: ['constraintRotate'],
    requests: requestTargets(TURNED_TARGET),
    compute(input, output, context) {
      const targets = input.extra as readonly TurnedTarget[];
      const before = output.constraintRotate as Vec3 | undefined;
      if (sumWeights(targets) === 0) {
        output.constraintRotate = valueAtRest(input.enableRestPosition, input.restRotate, before, context);
        return;
      }
      reportInterpolation(input.interpType, targets.length, context);
      const { constraintRotateOrder: order, lastTargetRotate } = input;
      worldToRotate(input, toRotate);
      blend.clear();
      for (let i = 0; i < targets.length; i++) {
        const target = targets[i] as TurnedTarget;
        const q = targetRotation(target, blend.add(target.targetWeight));
        multiplyQuat(quatFromEuler(target.targetOffsetRotate, order, turn), q, q);
        multiplyQuat(q, toRotate, q);
      }
      blend.blend(input.interpType, quatFromEuler(lastTargetRotate, order, last), rotation);
      const euler = constraintEuler(rotation, order, before);
      if (input.useDecompositionTarget) closestEuler(euler, order, input.rotationDecompositionTarget, euler);
      else if (input.interpType === 'noFlip') closestEuler(euler, order, lastTargetRotate, euler);
      output.constraintRotate = euler;
    },
  }),
]);
