import { combinationShape as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';

/**
 * `combinationShape`: the weight of a target that several others drive: their product, or the lowest of them.
 *
 * Source: Maya help, "combinationShape" node and command. Unverified: how `smoothLowest` smooths; the lowest counts.
 */
export const combinationShape: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['combinationMethod', 'inputWeight'],
    writes: ['outputWeight'],
    compute(input, output, context) {
      const { values } = input.inputWeight;
      if (values.length === 0) output.outputWeight = 0;
      else if (input.combinationMethod === 'multiply') output.outputWeight = values.reduce((a, b) => a * b, 1);
      else output.outputWeight = values.reduce((a, b) => Math.min(a, b));
      if (input.combinationMethod === 'smoothLowest' && values.length > 1) {
        context.report({
          code: 'EVALUATE_COMBINATION_SMOOTH',
          severity: 'warning',
          message: 'The smooth way of a combination target to its lowest weight is not evaluated: the lowest counts',
          hint: 'Set the combination method to multiplication or lowest weighting, or bake the weight.',
        });
      }
    },
  }),
]);
