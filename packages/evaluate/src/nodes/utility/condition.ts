import { condition as declaration } from '@rigline/scene/maya';
import { componentStep, defineNode, type NodeType } from '../../graph/node-type.ts';

/** Comparisons of two numbers by name. Exact, with no tolerance. */
export const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  equal: (a, b) => a === b,
  notEqual: (a, b) => a !== b,
  greater: (a, b) => a > b,
  greaterOrEqual: (a, b) => a >= b,
  less: (a, b) => a < b,
  lessOrEqual: (a, b) => a <= b,
};

/**
 * `condition`: picks one of two colours by comparing two numbers. Comparison is exact, with no tolerance.
 *
 * Maya compares in single precision: 0.1 and 0.1 + 1e-12 are equal there. Both sides are rounded likewise.
 * Source: Maya help, "condition" node. Golden: fixtures/nodes/utility-condition.golden.json
 */
export const condition: NodeType = defineNode(declaration, [
  componentStep(declaration, {
    reads: ['operation', 'firstTerm', 'secondTerm', 'colorIfTrue', 'colorIfFalse'],
    writes: ['outColor'],
    compute(input, output) {
      const compare = COMPARE[input.operation] as (a: number, b: number) => boolean;
      const holds = compare(Math.fround(input.firstTerm), Math.fround(input.secondTerm));
      output.outColor = holds ? input.colorIfTrue : input.colorIfFalse;
    },
  }),
]);
