import { unitConversion as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';

/** `unitConversion`: output = input × conversionFactor. Source: Maya help, "unitConversion" node. */
export const unitConversion: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['input', 'conversionFactor'],
    writes: ['output'],
    compute(input, output) {
      output.output = input.input * input.conversionFactor;
    },
  }),
]);
