import { unitToTimeConversion as toTime, timeToUnitConversion as toUnit } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/** Maya's ticks per second: since 2017 Update 3, and before. */
const TICKS_NOW = 141_120_000;
const TICKS_BEFORE = 6000;

/** Ticks per second that a factor was made for. It gives ticks per unit, and units longer than a second are rare. */
function ticksOf(ticksPerUnit: number): number {
  return Math.abs(ticksPerUnit) > TICKS_BEFORE * 2 ? TICKS_NOW : TICKS_BEFORE;
}

/**
 * `timeToUnitConversion`: output = time in ticks × conversionFactor. A factor of 0.004 gives frames at 24 per second.
 *
 * Unverified: that a small factor means the old clock of 6000 ticks per second.
 * Source: Maya help, "timeToUnitConversion".
 */
export const timeToUnitConversion: NodeType = defineNode(toUnit, [
  step(toUnit, {
    reads: ['input', 'conversionFactor'],
    writes: ['output'],
    compute(input, output) {
      const factor = input.conversionFactor;
      output.output = input.input * ticksOf(1 / factor) * factor;
    },
  }),
]);

/** `unitToTimeConversion`: time in ticks = input × conversionFactor. Source: Maya help, "unitToTimeConversion". */
export const unitToTimeConversion: NodeType = defineNode(toTime, [
  step(toTime, {
    reads: ['input', 'conversionFactor'],
    writes: ['output'],
    compute(input, output) {
      output.output = (input.input * input.conversionFactor) / ticksOf(input.conversionFactor);
    },
  }),
]);
