import { closestEuler, multiplyQuat, type Quat, quatFromEuler, type Vec3 } from '@rigline/math';
import { orientConstraint as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';
import { reportInterpolation } from './interpolation.ts';
import { offsetEuler, RotationBlend, worldRotation, worldToRotate } from './rotations.ts';
import { ROTATION_TARGET, type RotationTarget, requestTargets, sumWeights, valueAtRest } from './targets.ts';

const blend = new RotationBlend();
const toRotate: Quat = [0, 0, 0, 1];
const last: Quat = [0, 0, 0, 1];
const rotation: Quat = [0, 0, 0, 1];

/**
 * `orientConstraint`: turns a node as its targets are turned in world space.
 *
 * Source: Maya help, "orientConstraint" node. Golden: fixtures/constraints/orient.golden.json
 */
export const orientConstraint: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: [
      'constraintParentInverseMatrix',
      'constraintRotateOrder',
      'constraintJointOrient',
      'scaleCompensate',
      'inverseScale',
      'interpType',
      'lastTargetRotate',
      'offset',
      'useOldOffsetCalculation',
      'restRotate',
      'enableRestPosition',
    ],
    writes: ['constraintRotate'],
    requests: requestTargets(ROTATION_TARGET),
    compute(input, output, context) {
      const targets = input.extra as readonly RotationTarget[];
      const before = output.constraintRotate as Vec3 | undefined;
      if (sumWeights(targets) === 0) {
        output.constraintRotate = valueAtRest(input.enableRestPosition, input.restRotate, before, context);
        return;
      }
      reportInterpolation(input.interpType, targets.length, context);
      worldToRotate(input, toRotate);
      blend.clear();
      for (let i = 0; i < targets.length; i++) {
        const target = targets[i] as RotationTarget;
        const q = worldRotation(target, blend.add(target.targetWeight));
        multiplyQuat(q, toRotate, q);
      }
      quatFromEuler(input.lastTargetRotate, input.constraintRotateOrder, last);
      blend.blend(input.interpType, last, rotation);
      const euler = offsetEuler(rotation, input, before);
      if (input.interpType === 'noFlip')
        closestEuler(euler, input.constraintRotateOrder, input.lastTargetRotate, euler);
      output.constraintRotate = euler;
    },
  }),
]);
