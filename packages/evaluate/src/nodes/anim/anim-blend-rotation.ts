import {
  closestEuler,
  eulerFromQuat,
  identityQuat,
  multiplyQuat,
  type Quat,
  quatFromEuler,
  slerpQuat,
  type Vec3,
} from '@rigline/math';
import { animBlendNodeAdditiveRotation as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

const IDENTITY: Readonly<Quat> = identityQuat();
const lower: Quat = [0, 0, 0, 1];
const upper: Quat = [0, 0, 0, 1];
const turned: Vec3 = [0, 0, 0];

/**
 * `animBlendNodeAdditiveRotation`: rotation of an animation layer. By component: the weighted sum of the Euler angles.
 * By layer: each rotation is scaled by its weight along the short arc, then the layer's is applied within the one below
 * (in its local space, as an increment), in `rotateOrder`.
 *
 * Unverified: the order of the product by layer, and the Euler triple given for it: here the one nearest to the sum.
 * Source: Maya help, "Layer accumulation". Golden: fixtures/nodes/anim-blend.golden.json
 */
export const animBlendNodeAdditiveRotation: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['inputA', 'inputB', 'weightA', 'weightB', 'accumulationMode', 'rotateOrder'],
    writes: ['output'],
    compute(input, output) {
      const { inputA, inputB, weightA, weightB, rotateOrder } = input;
      output.output ??= [0, 0, 0];
      for (let i = 0; i < 3; i++) {
        output.output[i] = (inputA[i] as number) * weightA + (inputB[i] as number) * weightB;
      }
      if (input.accumulationMode !== 'layer') return;
      slerpQuat(IDENTITY, quatFromEuler(inputA, rotateOrder, lower), weightA, { arc: 'shortest' }, lower);
      slerpQuat(IDENTITY, quatFromEuler(inputB, rotateOrder, upper), weightB, { arc: 'shortest' }, upper);
      eulerFromQuat(multiplyQuat(upper, lower, upper), rotateOrder, turned);
      closestEuler(turned, rotateOrder, output.output, output.output);
    },
  }),
]);
