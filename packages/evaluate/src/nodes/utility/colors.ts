import type { Vec3 } from '@rigline/math';
import {
  contrast as contrastDeclaration,
  gammaCorrect as gammaCorrectDeclaration,
  hsvToRgb as hsvToRgbDeclaration,
  luminance as luminanceDeclaration,
  rgbToHsv as rgbToHsvDeclaration,
} from '@rigline/scene/maya';
import { componentStep, defineNode, type NodeType, step } from '../../graph/node-type.ts';

/** `gammaCorrect`: `value^(1/gamma)`; negative values stay. Source: Maya help, "gammaCorrect" node. */
export const gammaCorrect: NodeType = defineNode(gammaCorrectDeclaration, [
  componentStep(gammaCorrectDeclaration, {
    reads: ['value', 'gamma'],
    writes: ['outValue'],
    compute(input, output) {
      output.outValue = input.value > 0 && input.gamma !== 0 ? input.value ** (1 / input.gamma) : input.value;
    },
  }),
]);

/**
 * `contrast`: brings the bias to one half by a power, then bends the value into an S about one half.
 *
 * Source: the help describes the effect; the formula (K. Perlin's bias and gain) is that of renderers that reproduce
 * Maya's node.
 */
export const contrast: NodeType = defineNode(contrastDeclaration, [
  componentStep(contrastDeclaration, {
    reads: ['value', 'contrast', 'bias'],
    writes: ['outValue'],
    compute(input, output) {
      const { bias } = input;
      const value = Math.max(0, Math.min(1, input.value));
      const shifted = bias > 0 && bias < 1 ? value ** (Math.log(0.5) / Math.log(bias)) : value;
      output.outValue =
        shifted < 0.5 ? 0.5 * (2 * shifted) ** input.contrast : 1 - 0.5 * (2 * (1 - shifted)) ** input.contrast;
    },
  }),
]);

/** `luminance`: `0.3 R + 0.59 G + 0.11 B`. Source: Maya help, "luminance" node. */
export const luminance: NodeType = defineNode(luminanceDeclaration, [
  step(luminanceDeclaration, {
    reads: ['value'],
    writes: ['outValue'],
    compute(input, output) {
      output.outValue = 0.3 * input.value[0] + 0.59 * input.value[1] + 0.11 * input.value[2];
    },
  }),
]);

/** Colour of hue (0–360), saturation and value. */
export function rgbFromHsv([hue, saturation, value]: Readonly<Vec3>): Vec3 {
  const sector = (((hue / 60) % 6) + 6) % 6;
  const channel = (shift: number): number => {
    const k = (shift + sector) % 6;
    return value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1));
  };
  return [channel(5), channel(3), channel(1)];
}

/** Hue (0–360), saturation and value of a colour; grey has hue 0. */
export function hsvFromRgb([r, g, b]: Readonly<Vec3>): Vec3 {
  const value = Math.max(r, g, b);
  const range = value - Math.min(r, g, b);
  let hue = 0;
  if (range > 0) {
    if (value === r) hue = ((g - b) / range + 6) % 6;
    else if (value === g) hue = (b - r) / range + 2;
    else hue = (r - g) / range + 4;
  }
  return [hue * 60, value > 0 ? range / value : 0, value];
}

/** `hsvToRgb`: hue counts 0–360. Source: Maya help, "hsvToRgb" node. */
export const hsvToRgb: NodeType = defineNode(hsvToRgbDeclaration, [
  step(hsvToRgbDeclaration, {
    reads: ['inHsv'],
    writes: ['outRgb'],
    compute(input, output) {
      output.outRgb = rgbFromHsv(input.inHsv);
    },
  }),
]);

/** `rgbToHsv`: hue counts 0–360. Source: Maya help, "rgbToHsv" node. */
export const rgbToHsv: NodeType = defineNode(rgbToHsvDeclaration, [
  step(rgbToHsvDeclaration, {
    reads: ['inRgb'],
    writes: ['outHsv'],
    compute(input, output) {
      output.outHsv = hsvFromRgb(input.inRgb);
    },
  }),
]);
