import {
  addDL as addDLDeclaration,
  addDoubleLinear as addDoubleLinearDeclaration,
  multDL as multDLDeclaration,
  multDoubleLinear as multDoubleLinearDeclaration,
  multiplyDivide as multiplyDivideDeclaration,
  plusMinusAverage as plusMinusAverageDeclaration,
  reverse as reverseDeclaration,
} from '@rigline/scene/maya';
import { componentStep, defineNode, type NodeType, step } from '../../graph/node-type.ts';

/**
 * `multiplyDivide`: axis by axis.
 *
 * A division by zero passes the first input, as in renderers that reproduce Maya's node; a power that is no finite
 * number gives zero (Unverified both). Both are reported.
 * Source: Maya help, "multiplyDivide" node. Golden: fixtures/nodes/utility-arithmetic.golden.json
 */
export const multiplyDivide: NodeType = defineNode(multiplyDivideDeclaration, [
  componentStep(multiplyDivideDeclaration, {
    reads: ['operation', 'input1', 'input2'],
    writes: ['output'],
    compute(input, output, context) {
      const { operation, input1, input2 } = input;
      let value = input1;
      if (operation === 'multiply') value = input1 * input2;
      else if (operation === 'divide') value = input1 / input2;
      else if (operation === 'power') value = input1 ** input2;
      if (value - value !== 0) {
        context.report({
          code: 'EVALUATE_UNDEFINED_RESULT',
          severity: 'warning',
          message: `${input1} ${operation} ${input2} is no finite number`,
          hint: 'Keep the divisor away from zero.',
        });
        value = operation === 'divide' ? input1 : 0;
      }
      output.output = value;
    },
  }),
]);

/** Sum, difference (first minus the others) or mean of the elements that exist; none gives zero. */
export function combineElements(operation: string, values: readonly number[]): number {
  const first = values[0] ?? 0;
  if (operation === 'noOperation') return first;
  let sum = first;
  const sign = operation === 'subtract' ? -1 : 1;
  for (let i = 1; i < values.length; i++) sum += sign * (values[i] as number);
  return operation === 'average' && values.length > 0 ? sum / values.length : sum;
}

/**
 * `plusMinusAverage`: over numbers, pairs and triples, each axis for itself. `noOperation` passes the first element.
 *
 * Source: Maya help, "plusMinusAverage" node. Golden: fixtures/nodes/utility-arithmetic.golden.json
 */
export const plusMinusAverage: NodeType = defineNode(plusMinusAverageDeclaration, [
  step(plusMinusAverageDeclaration, {
    reads: ['operation', 'input1D'],
    writes: ['output1D'],
    compute(input, output) {
      output.output1D = combineElements(input.operation, input.input1D.values);
    },
  }),
  componentStep(plusMinusAverageDeclaration, {
    reads: ['operation', 'input2D'],
    writes: ['output2D'],
    compute(input, output) {
      // Pairs come as single numbers here as well; the types of component steps know only triples.
      const values = input.input2D.values as unknown as readonly number[];
      (output as { output2D: unknown }).output2D = combineElements(input.operation, values);
    },
  }),
  componentStep(plusMinusAverageDeclaration, {
    reads: ['operation', 'input3D'],
    writes: ['output3D'],
    compute(input, output) {
      output.output3D = combineElements(input.operation, input.input3D.values);
    },
  }),
]);

/** `addDoubleLinear`, `addDL`: the sum of two distances. Source: Maya help. */
const addSteps = [
  step(addDoubleLinearDeclaration, {
    reads: ['input1', 'input2'],
    writes: ['output'],
    compute(input, output) {
      output.output = input.input1 + input.input2;
    },
  }),
];
export const addDoubleLinear: NodeType = defineNode(addDoubleLinearDeclaration, addSteps);
export const addDL: NodeType = defineNode(addDLDeclaration, addSteps);

/** `multDoubleLinear`, `multDL`: the product of two distances, in centimetres. Source: Maya help. */
const multSteps = [
  step(multDoubleLinearDeclaration, {
    reads: ['input1', 'input2'],
    writes: ['output'],
    compute(input, output) {
      output.output = input.input1 * input.input2;
    },
  }),
];
export const multDoubleLinear: NodeType = defineNode(multDoubleLinearDeclaration, multSteps);
export const multDL: NodeType = defineNode(multDLDeclaration, multSteps);

/** `reverse`: one minus the input, axis by axis. Source: Maya help, "reverse" node. */
export const reverse: NodeType = defineNode(reverseDeclaration, [
  componentStep(reverseDeclaration, {
    reads: ['input'],
    writes: ['output'],
    compute(input, output) {
      output.output = 1 - input.input;
    },
  }),
]);
