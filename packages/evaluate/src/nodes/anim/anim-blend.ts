import { ADDITIVE_BLENDS, SWITCHING_BLENDS } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/**
 * `animBlendNodeAdditive`, `…DL`, `…DA`, `…F`, `…FL`, `…FA`, `…I16`, `…I32` and `animBlendNodeTime`: one attribute of
 * an animation layer. Output = inputA · weightA + inputB · weightB, where A is the stack below and B the layer. An
 * additive layer has weightA 1, an overriding one takes the layer's weight away from it.
 *
 * Unverified: whole numbers are rounded to the nearest.
 * Source: Maya help, "Animation layer modes". Golden: fixtures/nodes/anim-blend.golden.json
 */
export const ADDITIVE_BLEND_TYPES: readonly NodeType[] = ADDITIVE_BLENDS.map((declaration) => {
  const isWhole = declaration.attributes.output.kind === 'integer';
  return defineNode(declaration, [
    step(declaration, {
      reads: ['inputA', 'inputB', 'weightA', 'weightB'],
      writes: ['output'],
      compute(input, output) {
        const sum = input.inputA * input.weightA + input.inputB * input.weightB;
        output.output = isWhole ? Math.round(sum) : sum;
      },
    }),
  ]);
});

/**
 * `animBlendNodeBoolean`, `animBlendNodeEnum`: values that cannot be mixed. The layer overrides what is below, also when
 * it is an additive one. Source: Maya help, "Animation layer modes".
 *
 * Unverified: it does so from half its weight on, and at any weight where what is below has none.
 */
export const SWITCHING_BLEND_TYPES: readonly NodeType[] = SWITCHING_BLENDS.map((declaration) =>
  defineNode(declaration, [
    step(declaration, {
      reads: ['inputA', 'inputB', 'weightA', 'weightB'],
      writes: ['output'],
      compute(input, output) {
        output.output =
          input.weightB >= 0.5 || (input.weightB > 0 && input.weightA === 0) ? input.inputB : input.inputA;
      },
    }),
  ]),
);
