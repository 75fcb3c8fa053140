import {
  conjugateQuat,
  crossVec3,
  dotVec3,
  identityMat4,
  lengthVec3,
  type Mat4,
  multiplyQuat,
  normalizeVec3,
  type Quat,
  quatBetween,
  quatFromEuler,
  quatFromMat4,
  transformPoint,
  transformVector,
  type Vec3,
} from '@rigline/math';
import type { WorldUpType } from '@rigline/scene/maya';
import { aimConstraint as declaration } from '@rigline/scene/maya';
import { type ComputeContext, defineNode, type NodeType, step } from '../graph/node-type.ts';
import { offsetEuler } from './rotations.ts';
import {
  meanPivot,
  PIVOT_TARGET,
  type PivotTarget,
  requestTargets,
  setVec3,
  sumWeights,
  valueAtRest,
} from './targets.ts';

/** Sine below which two directions count as parallel. */
const PARALLEL_SINE = 1e-9;
/** Centimetres between pivot and target below which there is no direction, only rounding. */
const NO_DISTANCE = 1e-10;

const aim: Vec3 = [0, 0, 0];
const up: Vec3 = [0, 0, 0];
const pivot: Vec3 = [0, 0, 0];
const rotation: Quat = [0, 0, 0, 1];
const orient: Quat = [0, 0, 0, 1];

const x: Vec3 = [0, 0, 0];
const y: Vec3 = [0, 0, 0];
const z: Vec3 = [0, 0, 0];
const local: Mat4 = identityMat4();
const frame: Mat4 = identityMat4();
const turn: Quat = [0, 0, 0, 1];

/** Writes the rows aim, up made perpendicular to it, and their cross product. False when the two are parallel. */
function writeFrame(direction: Readonly<Vec3>, side: Readonly<Vec3>, out: Mat4): boolean {
  normalizeVec3(direction, x);
  normalizeVec3(side, y);
  const along = dotVec3(x, y);
  y[0] -= along * x[0];
  y[1] -= along * x[1];
  y[2] -= along * x[2];
  if (!(Math.sqrt(dotVec3(y, y)) > PARALLEL_SINE)) return false;
  normalizeVec3(y, y);
  crossVec3(x, y, z);
  for (let i = 0; i < 3; i++) {
    out[i] = x[i] as number;
    out[i + 4] = y[i] as number;
    out[i + 8] = z[i] as number;
  }
  return true;
}

/** Turns `fromAim` to `toAim` and `fromUp` as near to `toUp` as that leaves. False when an up is parallel to its aim. */
export function aimRotation(
  fromAim: Readonly<Vec3>,
  fromUp: Readonly<Vec3>,
  toAim: Readonly<Vec3>,
  toUp: Readonly<Vec3>,
  out: Quat,
): boolean {
  if (!writeFrame(fromAim, fromUp, local) || !writeFrame(toAim, toUp, frame)) return false;
  conjugateQuat(quatFromMat4(local, turn), turn);
  multiplyQuat(turn, quatFromMat4(frame, out), out);
  return true;
}

interface UpInput {
  readonly worldUpType: WorldUpType;
  readonly worldUpVector: Readonly<Vec3>;
  readonly worldUpMatrix: Readonly<Mat4>;
  readonly constraintParentInverseMatrix: Readonly<Mat4>;
}

/** The up direction in the constrained node's parent space; `origin` is its rotate pivot there. */
function upInParent(input: UpInput, origin: Readonly<Vec3>, context: ComputeContext, out: Vec3): Vec3 {
  const { worldUpMatrix: m, constraintParentInverseMatrix: inverse } = input;
  switch (input.worldUpType) {
    case 'scene':
      setVec3(out, 0, context.settings.upAxis === 'y' ? 1 : 0, context.settings.upAxis === 'z' ? 1 : 0);
      break;
    case 'object':
      setVec3(out, m[12], m[13], m[14]);
      transformPoint(inverse, out, out);
      return setVec3(out, out[0] - origin[0], out[1] - origin[1], out[2] - origin[2]);
    case 'objectRotation':
      transformVector(m, input.worldUpVector, out);
      break;
    default:
      setVec3(out, input.worldUpVector[0], input.worldUpVector[1], input.worldUpVector[2]);
  }
  return transformVector(inverse, out, out);
}

/**
 * `aimConstraint`: turns a node so that `aimVector` points from its rotate pivot to the weighted mean of its targets'
 * rotate pivots, and `upVector` as near as possible to the up direction.
 *
 * Solved in the parent's space, so that the aim is exact below scaled parents too. Where up and aim are parallel, or
 * with worldUpType none, the aim vector is turned by the smallest rotation; where the target is at the pivot, the rest
 * rotation stands in. Unverified: all three (Maya keeps what it had), and the space of `constraintVector`.
 * Source: Maya help, "aimConstraint" node. Golden: fixtures/constraints/aim.golden.json
 */
export const aimConstraint: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: [
      'constraintParentInverseMatrix',
      'aimVector',
      'upVector',
      'worldUpVector',
      'worldUpMatrix',
      'worldUpType',
      'constraintTranslate',
      'constraintRotatePivot',
      'constraintRotateTranslate',
      'constraintRotateOrder',
      'constraintJointOrient',
      'scaleCompensate',
      'inverseScale',
      'offset',
      'useOldOffsetCalculation',
      'restRotate',
      'enableRestPosition',
    ],
    writes: ['constraintRotate', 'constraintVector'],
    requests: requestTargets(PIVOT_TARGET),
    compute(input, output, context) {
      const targets = input.extra as readonly PivotTarget[];
      const sum = sumWeights(targets);
      const before = output.constraintRotate as Vec3 | undefined;
      output.constraintVector ??= [0, 0, 0];
      if (sum === 0) {
        output.constraintRotate = valueAtRest(input.enableRestPosition, input.restRotate, before, context);
        return;
      }
      const { constraintTranslate: t, constraintRotatePivot: p, constraintRotateTranslate: q, inverseScale: s } = input;
      setVec3(pivot, t[0] + p[0] + q[0], t[1] + p[1] + q[1], t[2] + p[2] + q[2]);
      meanPivot(targets, sum, aim);
      transformPoint(input.constraintParentInverseMatrix, aim, aim);
      setVec3(aim, aim[0] - pivot[0], aim[1] - pivot[1], aim[2] - pivot[2]);
      upInParent(input, pivot, context, up);
      if (input.scaleCompensate) {
        // The joint's own axes are taken out of its parent joint's scale.
        setVec3(aim, aim[0] * s[0], aim[1] * s[1], aim[2] * s[2]);
        setVec3(up, up[0] * s[0], up[1] * s[1], up[2] * s[2]);
      }
      normalizeVec3(aim, output.constraintVector);
      if (!(lengthVec3(aim) > NO_DISTANCE)) {
        reportUndefined('The target is at the rotate pivot of the constrained node', context);
        output.constraintRotate = setVec3(before, input.restRotate[0], input.restRotate[1], input.restRotate[2]);
        return;
      }
      if (input.worldUpType === 'none') {
        quatBetween(input.aimVector, aim, rotation);
      } else if (!aimRotation(input.aimVector, input.upVector, aim, up, rotation)) {
        reportUndefined('The up direction is parallel to the aim direction', context);
        quatBetween(input.aimVector, aim, rotation);
      }
      conjugateQuat(quatFromEuler(input.constraintJointOrient, 'xyz', orient), orient);
      multiplyQuat(rotation, orient, rotation);
      output.constraintRotate = offsetEuler(rotation, input, before);
    },
  }),
]);

function reportUndefined(what: string, context: ComputeContext): void {
  context.report({
    code: 'EVALUATE_AIM_UNDEFINED',
    severity: 'warning',
    message: `${what}: the rotation is not defined`,
    hint: 'Choose another up vector or world up type, or move the target.',
  });
}
