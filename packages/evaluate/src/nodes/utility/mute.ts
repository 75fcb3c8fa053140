import { mute as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/** `mute`: passes its input on, or while muted the value it holds. Source: Maya help, "mute" node. */
export const mute: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['input', 'hold', 'mute'],
    writes: ['output'],
    compute(input, output) {
      output.output = input.mute ? input.hold : input.input;
    },
  }),
]);
