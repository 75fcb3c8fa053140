import { angle, angle3, choice, number, number3 } from '../attribute.ts';
import { declareNode } from '../node-declaration.ts';
import { node, rotateOrder } from './dag.ts';
import { quaternion } from './utility-matrices.ts';

/**
 * The nodes of Maya's quaternion plug-in. Stored quaternions are used as they are: lengths other than 1 stay.
 *
 * Names and defaults as Maya's own node queries give them and files saved by Maya show.
 */

const output = { outputQuat: quaternion('outputQuat', 'oq') };
const one = { inputQuat: quaternion('inputQuat', 'iq', 'iq', 1), ...output };
const two = {
  input1Quat: quaternion('input1Quat', 'iq1', 'i1', 1),
  input2Quat: quaternion('input2Quat', 'iq2', 'i2', 1),
  ...output,
};

export const eulerToQuat = declareNode({
  type: 'eulerToQuat',
  base: node,
  attributes: {
    inputRotate: {
      ...angle3('inputRotate', 'irt'),
      children: { inputRotateX: angle('irx'), inputRotateY: angle('iry'), inputRotateZ: angle('irz') },
    },
    inputRotateOrder: rotateOrder('ro'),
    ...output,
  },
});

export const quatToEuler = declareNode({
  type: 'quatToEuler',
  base: node,
  attributes: {
    inputQuat: one.inputQuat,
    inputRotateOrder: rotateOrder('iro'),
    outputRotate: {
      ...angle3('outputRotate', 'ort'),
      children: { outputRotateX: angle('orx'), outputRotateY: angle('ory'), outputRotateZ: angle('orz') },
    },
  },
});

export const axisAngleToQuat = declareNode({
  type: 'axisAngleToQuat',
  base: node,
  attributes: { inputAxis: number3('inputAxis', 'ia'), inputAngle: angle('iang'), ...output },
});

export const quatToAxisAngle = declareNode({
  type: 'quatToAxisAngle',
  base: node,
  attributes: { inputQuat: one.inputQuat, outputAxis: number3('outputAxis', 'oa'), outputAngle: angle('oang') },
});

export const quatProd = declareNode({ type: 'quatProd', base: node, attributes: two });
export const quatAdd = declareNode({ type: 'quatAdd', base: node, attributes: two });
export const quatSub = declareNode({ type: 'quatSub', base: node, attributes: two });
export const quatInvert = declareNode({ type: 'quatInvert', base: node, attributes: one });
export const quatConjugate = declareNode({ type: 'quatConjugate', base: node, attributes: one });
export const quatNegate = declareNode({ type: 'quatNegate', base: node, attributes: one });
export const quatNormalize = declareNode({ type: 'quatNormalize', base: node, attributes: one });

export const quatSlerp = declareNode({
  type: 'quatSlerp',
  base: node,
  attributes: {
    ...two,
    inputT: number('t'),
    /** Unverified: the order of the names. */
    angleInterpolation: choice('ai', ['shortest', 'positive', 'negative'], 'shortest'),
  },
});

export const UTILITY_QUATERNION_DECLARATIONS = [
  eulerToQuat,
  quatToEuler,
  axisAngleToQuat,
  quatToAxisAngle,
  quatProd,
  quatAdd,
  quatSub,
  quatInvert,
  quatConjugate,
  quatNegate,
  quatNormalize,
  quatSlerp,
];
