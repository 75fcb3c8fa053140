import { animBlendNodeAdditiveScale as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/** A factor at a share of its strength: the weight is an exponent. Negative factors have no such power. */
function weightedFactor(factor: number, weight: number): number {
  if (weight === 1) return factor;
  return factor > 0 ? factor ** weight : 1 + (factor - 1) * weight;
}

/**
 * `animBlendNodeAdditiveScale`: scale of an animation layer. By default inputA^weightA · inputB^weightB, so that a layer
 * of 1 changes nothing; with `accumulationMode` additive the weighted sum.
 *
 * Unverified: zero and negative scales are faded linearly from 1.
 * Source: Maya help, "Layer accumulation". Golden: fixtures/nodes/anim-blend.golden.json
 */
export const animBlendNodeAdditiveScale: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['inputA', 'inputB', 'weightA', 'weightB', 'accumulationMode'],
    writes: ['output'],
    compute(input, output) {
      output.output =
        input.accumulationMode === 'additive'
          ? input.inputA * input.weightA + input.inputB * input.weightB
          : weightedFactor(input.inputA, input.weightA) * weightedFactor(input.inputB, input.weightB);
    },
  }),
]);
