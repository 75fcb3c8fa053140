import { choiceNode as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';
import { elementAt } from './blends.ts';

/**
 * `choice`: passes on the input that the selector names, a number or a matrix. An input that does not exist gives 0.
 *
 * Source: Maya help, "choice" node.
 */
export const choice: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['selector', 'input'],
    writes: ['output'],
    compute(input, output) {
      output.output = elementAt(input.input, input.selector, 0);
    },
  }),
]);
