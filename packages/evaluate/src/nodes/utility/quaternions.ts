import {
  axisAngleFromQuat,
  conjugateQuat,
  eulerFromQuat,
  invertQuat,
  multiplyQuat,
  normalizeQuat,
  type Quat,
  quatFromAxisAngle,
  quatFromEuler,
  slerpQuat,
} from '@rigline/math';
import {
  axisAngleToQuat as axisAngleToQuatDeclaration,
  eulerToQuat as eulerToQuatDeclaration,
  quatAdd as quatAddDeclaration,
  quatConjugate as quatConjugateDeclaration,
  quatInvert as quatInvertDeclaration,
  quatNegate as quatNegateDeclaration,
  quatNormalize as quatNormalizeDeclaration,
  quatProd as quatProdDeclaration,
  quatSlerp as quatSlerpDeclaration,
  quatSub as quatSubDeclaration,
  quatToAxisAngle as quatToAxisAngleDeclaration,
  quatToEuler as quatToEulerDeclaration,
} from '@rigline/scene/maya';
import { defineNode, type NodeType, type Step, step } from '../../graph/node-type.ts';

/** A step from one quaternion to another; the declarations of the one-input nodes are alike. */
function unary(apply: (q: Quat) => Quat): readonly Step[] {
  return [
    step(quatInvertDeclaration, {
      reads: ['inputQuat'],
      writes: ['outputQuat'],
      compute(input, output) {
        output.outputQuat = apply(input.inputQuat);
      },
    }),
  ];
}

/** A step from two quaternions to one. */
function binary(apply: (a: Quat, b: Quat) => Quat): readonly Step[] {
  return [
    step(quatProdDeclaration, {
      reads: ['input1Quat', 'input2Quat'],
      writes: ['outputQuat'],
      compute(input, output) {
        output.outputQuat = apply(input.input1Quat, input.input2Quat);
      },
    }),
  ];
}

/** `quatInvert`. Source: Maya help, as for all nodes of this file. Golden: fixtures/nodes/utility-quaternions.golden.json */
export const quatInvert: NodeType = defineNode(quatInvertDeclaration, unary(invertQuat));
export const quatConjugate: NodeType = defineNode(quatConjugateDeclaration, unary(conjugateQuat));
/** `quatNegate`: all four numbers; the same rotation. */
export const quatNegate: NodeType = defineNode(
  quatNegateDeclaration,
  unary((q) => [-q[0], -q[1], -q[2], -q[3]]),
);
export const quatNormalize: NodeType = defineNode(quatNormalizeDeclaration, unary(normalizeQuat));

/** `quatProd`: `input1Quat` is applied first, as `MQuaternion` multiplies. */
export const quatProd: NodeType = defineNode(quatProdDeclaration, binary(multiplyQuat));
export const quatAdd: NodeType = defineNode(
  quatAddDeclaration,
  binary((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]),
);
export const quatSub: NodeType = defineNode(
  quatSubDeclaration,
  binary((a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]),
);

/** `quatSlerp`: along the shorter arc; the other two ways take the signs as they are. */
export const quatSlerp: NodeType = defineNode(quatSlerpDeclaration, [
  step(quatSlerpDeclaration, {
    reads: ['input1Quat', 'input2Quat', 'inputT', 'angleInterpolation'],
    writes: ['outputQuat'],
    compute(input, output) {
      const arc = input.angleInterpolation === 'shortest' ? 'shortest' : 'direct';
      output.outputQuat = slerpQuat(input.input1Quat, input.input2Quat, input.inputT, { arc });
    },
  }),
]);

/** `eulerToQuat`. */
export const eulerToQuat: NodeType = defineNode(eulerToQuatDeclaration, [
  step(eulerToQuatDeclaration, {
    reads: ['inputRotate', 'inputRotateOrder'],
    writes: ['outputQuat'],
    compute(input, output) {
      output.outputQuat = quatFromEuler(input.inputRotate, input.inputRotateOrder);
    },
  }),
]);

/** `quatToEuler`: of the normalised quaternion (Unverified). */
export const quatToEuler: NodeType = defineNode(quatToEulerDeclaration, [
  step(quatToEulerDeclaration, {
    reads: ['inputQuat', 'inputRotateOrder'],
    writes: ['outputRotate'],
    compute(input, output) {
      output.outputRotate = eulerFromQuat(normalizeQuat(input.inputQuat), input.inputRotateOrder);
    },
  }),
]);

/** `axisAngleToQuat`: the axis is normalised; none gives no rotation. */
export const axisAngleToQuat: NodeType = defineNode(axisAngleToQuatDeclaration, [
  step(axisAngleToQuatDeclaration, {
    reads: ['inputAxis', 'inputAngle'],
    writes: ['outputQuat'],
    compute(input, output) {
      output.outputQuat = quatFromAxisAngle(input.inputAxis, input.inputAngle);
    },
  }),
]);

/** `quatToAxisAngle`: angle from 0 to a full turn; no rotation turns about X (Unverified). */
export const quatToAxisAngle: NodeType = defineNode(quatToAxisAngleDeclaration, [
  step(quatToAxisAngleDeclaration, {
    reads: ['inputQuat'],
    writes: ['outputAxis', 'outputAngle'],
    compute(input, output) {
      const { axis, angle } = axisAngleFromQuat(normalizeQuat(input.inputQuat));
      output.outputAxis = axis;
      output.outputAngle = angle;
    },
  }),
]);
