import { closestEuler, eulerFromQuat, type Quat, quatFromEuler, slerpQuat, type Vec3 } from '@rigline/math';
import { pairBlend as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, type Step, step } from '../../graph/node-type.ts';

/** What a mode makes of the weight of input 2. */
export function weightOfMode(mode: string, weight: number): number {
  if (mode === 'input1') return 0;
  return mode === 'input2' ? 1 : weight;
}

/** Each axis on its own: a rig may feed one translate axis back into another. */
function translateStep(axis: 'X' | 'Y' | 'Z'): Step {
  const first = `inTranslate${axis}1`;
  const second = `inTranslate${axis}2`;
  const mode = `translate${axis}Mode`;
  const out = `outTranslate${axis}`;
  return {
    per: 'once',
    reads: ['weight', first, second, mode],
    writes: [out],
    compute(input, output) {
      const weight = weightOfMode(input[mode] as string, input.weight as number);
      output[out] = (1 - weight) * (input[first] as number) + weight * (input[second] as number);
    },
  };
}

const q1: Quat = [0, 0, 0, 1];
const q2: Quat = [0, 0, 0, 1];
const turned: Vec3 = [0, 0, 0];

/**
 * `pairBlend`: cross-fades two sets of channels, as Maya inserts it where a keyed channel is constrained.
 * Output = (1 − weight) · input 1 + weight · input 2.
 *
 * Quaternion rotations take the short arc. Unverified: which Euler triple of the result Maya gives; here the one nearest
 * to the Euler blend, so that weights 0 and 1 give the inputs themselves.
 * Source: Maya help, "pairBlend". Golden: fixtures/nodes/pair-blend.golden.json
 */
export const pairBlend: NodeType = defineNode(declaration, [
  translateStep('X'),
  translateStep('Y'),
  translateStep('Z'),
  step(declaration, {
    reads: ['weight', 'inRotate1', 'inRotate2', 'rotateMode', 'rotInterpolation', 'rotateOrder'],
    writes: ['outRotate'],
    compute(input, output) {
      const weight = weightOfMode(input.rotateMode, input.weight);
      output.outRotate ??= [0, 0, 0];
      for (let i = 0; i < 3; i++) {
        output.outRotate[i] = (1 - weight) * (input.inRotate1[i] as number) + weight * (input.inRotate2[i] as number);
      }
      if (input.rotInterpolation !== 'quaternion' || weight === 0 || weight === 1) return;
      quatFromEuler(input.inRotate1, input.rotateOrder, q1);
      quatFromEuler(input.inRotate2, input.rotateOrder, q2);
      eulerFromQuat(slerpQuat(q1, q2, weight, { arc: 'shortest' }), input.rotateOrder, turned);
      closestEuler(turned, input.rotateOrder, output.outRotate, output.outRotate);
    },
  }),
]);
