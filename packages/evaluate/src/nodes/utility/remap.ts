import { remapColor as remapColorDeclaration, remapValue as remapValueDeclaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, type Step, step } from '../../graph/node-type.ts';
import { type RampEntry, sampleRamp, sortRamp } from './ramp.ts';
import { mapRange } from './ranges.ts';

type Interpolation = RampEntry['interpolation'];
interface Elements<Element> {
  readonly values: readonly Element[];
}

const mix = (min: number, max: number, t: number): number => min + (max - min) * t;

/**
 * `remapValue`: brings the input range to 0–1, looks it up in a ramp of numbers and one of colours, and brings the
 * result to the output range.
 *
 * Source: Maya help, "remapValue" node; the ramps as `sampleRamp` says. Golden: fixtures/nodes/utility-remap.golden.json
 */
export const remapValue: NodeType = defineNode(remapValueDeclaration, [
  step(remapValueDeclaration, {
    reads: ['inputValue', 'inputMin', 'inputMax', 'outputMin', 'outputMax', 'value'],
    writes: ['outValue'],
    compute(input, output) {
      const at = mapRange(input.inputValue, input.inputMin, input.inputMax, 0, 1);
      const entries = input.value.values.map((e) => ({
        position: e.value_Position,
        value: e.value_FloatValue,
        interpolation: e.value_Interp,
      }));
      output.outValue = mix(input.outputMin, input.outputMax, sampleRamp(sortRamp(entries), at));
    },
  }),
  step(remapValueDeclaration, {
    reads: ['inputValue', 'inputMin', 'inputMax', 'outputMin', 'outputMax', 'color'],
    writes: ['outColor'],
    compute(input, output) {
      const at = mapRange(input.inputValue, input.inputMin, input.inputMax, 0, 1);
      const channel = (index: 0 | 1 | 2): number => {
        const entries = input.color.values.map((e) => ({
          position: e.color_Position,
          value: e.color_Color[index],
          interpolation: e.color_Interp,
        }));
        return mix(input.outputMin, input.outputMax, sampleRamp(sortRamp(entries), at));
      };
      output.outColor = [channel(0), channel(1), channel(2)];
    },
  }),
]);

/** One channel of `remapColor`: its own ramp, the common ranges. */
function remapChannel(ramp: 'red' | 'green' | 'blue', letter: 'R' | 'G' | 'B'): Step {
  return {
    per: 'once',
    reads: [`color${letter}`, 'inputMin', 'inputMax', 'outputMin', 'outputMax', ramp],
    writes: [`outColor${letter}`],
    compute(input, output) {
      const entries = (input[ramp] as Elements<Record<string, unknown>>).values.map((e) => ({
        position: e[`${ramp}_Position`] as number,
        value: e[`${ramp}_FloatValue`] as number,
        interpolation: e[`${ramp}_Interp`] as Interpolation,
      }));
      const range = input as Record<'inputMin' | 'inputMax' | 'outputMin' | 'outputMax', number>;
      const at = mapRange(input[`color${letter}`] as number, range.inputMin, range.inputMax, 0, 1);
      output[`outColor${letter}`] = mix(range.outputMin, range.outputMax, sampleRamp(sortRamp(entries), at));
    },
  };
}

/** `remapColor`: each channel through its own ramp. Source: Maya help, "remapColor" node. */
export const remapColor: NodeType = defineNode(remapColorDeclaration, [
  remapChannel('red', 'R'),
  remapChannel('green', 'G'),
  remapChannel('blue', 'B'),
]);
