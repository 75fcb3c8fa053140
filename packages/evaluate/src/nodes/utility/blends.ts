import {
  blendColors as blendColorsDeclaration,
  blendTwoAttr as blendTwoAttrDeclaration,
  blendWeighted as blendWeightedDeclaration,
} from '@rigline/scene/maya';
import { componentStep, defineNode, type NodeType, step } from '../../graph/node-type.ts';

/** `blendColors`: `color1` at blender 1, `color2` at 0. Source: Maya help, "blendColors" node. */
export const blendColors: NodeType = defineNode(blendColorsDeclaration, [
  componentStep(blendColorsDeclaration, {
    reads: ['blender', 'color1', 'color2'],
    writes: ['output'],
    compute(input, output) {
      output.output = input.color1 * input.blender + input.color2 * (1 - input.blender);
    },
  }),
]);

/**
 * The element at a logical index of an array, or `fallback`. Arrays of nodes are short: a scan is cheaper than a map.
 */
export function elementAt<Value>(
  array: { readonly indices: readonly number[]; readonly values: readonly Value[] },
  index: number,
  fallback: Value,
): Value {
  const at = array.indices.indexOf(index);
  return at < 0 ? fallback : (array.values[at] as Value);
}

/** `blendTwoAttr`: `input[0]` at blender 0, `input[1]` at 1. Source: Maya help, "blendTwoAttr" node. */
export const blendTwoAttr: NodeType = defineNode(blendTwoAttrDeclaration, [
  step(blendTwoAttrDeclaration, {
    reads: ['input', 'attributesBlender'],
    writes: ['output'],
    compute(input, output) {
      const from = elementAt(input.input, 0, 0);
      const to = elementAt(input.input, 1, 0);
      output.output = from * (1 - input.attributesBlender) + to * input.attributesBlender;
    },
  }),
]);

/**
 * `blendWeighted`: sum of inputs times weights; a weight that was never set is 1. Driven keys are added with it.
 *
 * Source: Maya help, "blendWeighted" node. Golden: fixtures/nodes/utility-blends.golden.json
 */
export const blendWeighted: NodeType = defineNode(blendWeightedDeclaration, [
  step(blendWeightedDeclaration, {
    reads: ['input', 'weight'],
    writes: ['output'],
    compute(input, output) {
      const { indices, values } = input.input;
      let sum = 0;
      for (let i = 0; i < values.length; i++) {
        sum += (values[i] as number) * elementAt(input.weight, indices[i] as number, 1);
      }
      output.output = sum;
    },
  }),
]);
