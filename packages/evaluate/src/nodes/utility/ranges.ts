import { clamp as clampDeclaration, setRange as setRangeDeclaration } from '@rigline/scene/maya';
import { componentStep, defineNode, type NodeType } from '../../graph/node-type.ts';

/** `clamp`: channel by channel; where `min` is above `max`, `min` wins below it. Source: Maya help, "clamp" node. */
export const clamp: NodeType = defineNode(clampDeclaration, [
  componentStep(clampDeclaration, {
    reads: ['input', 'min', 'max'],
    writes: ['output'],
    compute(input, output) {
      const value = input.input;
      output.output = value < input.min ? input.min : Math.min(value, input.max);
    },
  }),
]);

/**
 * A value brought from one range to another; values outside the old range give the ends of the new one.
 * An empty old range is a step: below it `min`, from it on `max` (Unverified).
 */
export function mapRange(value: number, oldMin: number, oldMax: number, min: number, max: number): number {
  if (oldMin === oldMax) return value < oldMin ? min : max;
  const t = (value - oldMin) / (oldMax - oldMin);
  if (t <= 0) return min;
  if (t >= 1) return max;
  return min + (max - min) * t;
}

/** `setRange`: axis by axis. Source: Maya help, "setRange" node. Golden: fixtures/nodes/utility-arithmetic.golden.json */
export const setRange: NodeType = defineNode(setRangeDeclaration, [
  componentStep(setRangeDeclaration, {
    reads: ['value', 'min', 'max', 'oldMin', 'oldMax'],
    writes: ['outValue'],
    compute(input, output) {
      output.outValue = mapRange(input.value, input.oldMin, input.oldMax, input.min, input.max);
    },
  }),
]);
