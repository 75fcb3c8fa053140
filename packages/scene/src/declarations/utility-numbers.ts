import type { Vec3 } from '@rigline/math';
import {
  type Attribute,
  angle,
  angle3,
  array,
  boolean,
  choice,
  color3,
  compound,
  distance,
  distance3,
  generic,
  integer,
  matrix,
  number,
  number3,
} from '../attribute.ts';
import { declareNode } from '../node-declaration.ts';
import { node } from './dag.ts';

/**
 * The utility nodes that calculate with numbers, colours and vectors. Maya keeps most of these attributes in single
 * precision; here they are doubles.
 *
 * Names and defaults: Maya help, node reference; short names as in files saved by Maya.
 */

/** Two numbers as a tuple: `input2D` (`i2`) with `input2Dx` (`i2x`) and `input2Dy` (`i2y`). */
function number2(long: string, short: string): Attribute<[number, number]> {
  return {
    kind: 'compound',
    short,
    default: undefined,
    isArray: false,
    shape: 'tuple',
    children: { [`${long}x`]: number(`${short}x`), [`${long}y`]: number(`${short}y`) },
  };
}

/** Three numbers whose children end in lower-case letters: `input3Dx`. */
function number3Lower(long: string, short: string): Attribute<Vec3> {
  return number3(long, short, [0, 0, 0], 'xyz');
}

export const multiplyDivide = declareNode({
  type: 'multiplyDivide',
  base: node,
  attributes: {
    operation: choice('op', ['noOperation', 'multiply', 'divide', 'power'], 'multiply'),
    input1: number3('input1', 'i1'),
    input2: number3('input2', 'i2', [1, 1, 1]),
    output: number3('output', 'o'),
  },
});

export const plusMinusAverage = declareNode({
  type: 'plusMinusAverage',
  base: node,
  attributes: {
    operation: choice('op', ['noOperation', 'sum', 'subtract', 'average'], 'sum'),
    input1D: array(number('i1')),
    input2D: array(number2('input2D', 'i2')),
    input3D: array(number3Lower('input3D', 'i3')),
    output1D: number('o1'),
    output2D: number2('output2D', 'o2'),
    output3D: number3Lower('output3D', 'o3'),
  },
});

const twoDistances = { input1: distance('i1'), input2: distance('i2'), output: distance('o') };
export const addDoubleLinear = declareNode({ type: 'addDoubleLinear', base: node, attributes: twoDistances });
export const multDoubleLinear = declareNode({ type: 'multDoubleLinear', base: node, attributes: twoDistances });
/** `addDoubleLinear` and `multDoubleLinear` under their names since Maya 2026. */
export const addDL = declareNode({ type: 'addDL', base: node, attributes: twoDistances });
export const multDL = declareNode({ type: 'multDL', base: node, attributes: twoDistances });

export const reverse = declareNode({
  type: 'reverse',
  base: node,
  attributes: { input: number3('input', 'i'), output: number3('output', 'o') },
});

/** Comparisons by Maya's number. */
export const COMPARISONS = ['equal', 'notEqual', 'greater', 'greaterOrEqual', 'less', 'lessOrEqual'] as const;

export const condition = declareNode({
  type: 'condition',
  base: node,
  attributes: {
    operation: choice('op', COMPARISONS, 'equal'),
    firstTerm: number('ft'),
    secondTerm: number('st'),
    colorIfTrue: color3('colorIfTrue', 'ct'),
    colorIfFalse: color3('colorIfFalse', 'cf', [1, 1, 1]),
    outColor: color3('outColor', 'oc'),
  },
});

export const clamp = declareNode({
  type: 'clamp',
  base: node,
  attributes: {
    min: color3('min', 'mn'),
    max: color3('max', 'mx'),
    input: color3('input', 'ip'),
    output: color3('output', 'op'),
  },
});

export const setRange = declareNode({
  type: 'setRange',
  base: node,
  attributes: {
    value: number3('value', 'v'),
    min: number3('min', 'n'),
    max: number3('max', 'm'),
    oldMin: number3('oldMin', 'on'),
    oldMax: number3('oldMax', 'om'),
    outValue: number3('outValue', 'o'),
  },
});

/** How a ramp goes from one entry to the next, by Maya's number. */
export const RAMP_INTERPOLATIONS = ['none', 'linear', 'smooth', 'spline'] as const;

const rampEntry = (long: string, short: string, position: string, value: string, interpolation: string) =>
  compound(short, {
    [`${long}_Position`]: number(position),
    [`${long}_FloatValue`]: number(value),
    [`${long}_Interp`]: choice(interpolation, RAMP_INTERPOLATIONS, 'none'),
  });

const remapRange = {
  inputMin: number('imn'),
  inputMax: number('imx', 1),
  outputMin: number('omn'),
  outputMax: number('omx', 1),
};

export const remapValue = declareNode({
  type: 'remapValue',
  base: node,
  attributes: {
    inputValue: number('i'),
    ...remapRange,
    value: array(
      compound('vl', {
        value_Position: number('vlp'),
        value_FloatValue: number('vlfv'),
        value_Interp: choice('vli', RAMP_INTERPOLATIONS, 'none'),
      }),
    ),
    color: array(
      compound('cl', {
        color_Position: number('clp'),
        color_Color: color3('color_Color', 'clc'),
        color_Interp: choice('cli', RAMP_INTERPOLATIONS, 'none'),
      }),
    ),
    outValue: number('ov'),
    outColor: color3('outColor', 'oc'),
  },
});

export const remapColor = declareNode({
  type: 'remapColor',
  base: node,
  attributes: {
    color: {
      ...color3('color', 'cl'),
      children: { colorR: number('cr', 0.5), colorG: number('cg', 0.5), colorB: number('cb', 0.5) },
    },
    ...remapRange,
    red: array(rampEntry('red', 'r', 'rp', 'rfv', 'ri')),
    green: array(rampEntry('green', 'g', 'gp', 'gfv', 'gi')),
    blue: array(rampEntry('blue', 'b', 'bp', 'bfv', 'bi')),
    outColor: color3('outColor', 'oc'),
  },
});

export const blendColors = declareNode({
  type: 'blendColors',
  base: node,
  attributes: {
    blender: number('b', 0.5),
    color1: color3('color1', 'c1', [1, 0, 0]),
    color2: color3('color2', 'c2', [0, 0, 1]),
    output: color3('output', 'op'),
  },
});

export const blendTwoAttr = declareNode({
  type: 'blendTwoAttr',
  base: node,
  attributes: {
    input: array(number('i')),
    attributesBlender: number('ab'),
    current: integer('c'),
    output: number('o'),
  },
});

export const blendWeighted = declareNode({
  type: 'blendWeighted',
  base: node,
  attributes: { input: array(number('i')), weight: array(number('w', 1)), current: integer('c'), output: number('o') },
});

export const distanceBetween = declareNode({
  type: 'distanceBetween',
  base: node,
  attributes: {
    point1: distance3('point1', 'p1'),
    inMatrix1: matrix('im1'),
    point2: distance3('point2', 'p2'),
    inMatrix2: matrix('im2'),
    distance: distance('d'),
  },
});

export const vectorProduct = declareNode({
  type: 'vectorProduct',
  base: node,
  attributes: {
    operation: choice(
      'op',
      ['noOperation', 'dotProduct', 'crossProduct', 'vectorMatrixProduct', 'pointMatrixProduct'],
      'dotProduct',
    ),
    input1: number3('input1', 'i1'),
    input2: number3('input2', 'i2'),
    matrix: matrix('m'),
    normalizeOutput: boolean('no'),
    output: number3('output', 'o'),
  },
});

export const angleBetween = declareNode({
  type: 'angleBetween',
  base: node,
  attributes: {
    vector1: number3('vector1', 'v1', [0, 1, 0]),
    vector2: number3('vector2', 'v2', [0, 0, 1]),
    euler: angle3('euler', 'eu'),
    axisAngle: compound('axa', { axis: number3('axis', 'ax'), angle: angle('a') }),
  },
});

/** Passes one of its inputs on, whatever it is: numbers of any unit and matrices. */
export const choiceNode = declareNode({
  type: 'choice',
  base: node,
  attributes: { selector: integer('s'), input: array(generic('i')), output: generic('o') },
});

/** Stands before a channel: passes its input on, or holds a value while muted. */
export const mute = declareNode({
  type: 'mute',
  base: node,
  attributes: { input: generic('i'), hold: generic('h'), mute: boolean('m'), output: generic('o') },
});

export const contrast = declareNode({
  type: 'contrast',
  base: node,
  attributes: {
    value: number3('value', 'v'),
    contrast: number3('contrast', 'c', [2, 2, 2]),
    bias: number3('bias', 'b', [0.5, 0.5, 0.5]),
    outValue: number3('outValue', 'o'),
  },
});

export const gammaCorrect = declareNode({
  type: 'gammaCorrect',
  base: node,
  attributes: {
    value: number3('value', 'v'),
    gamma: number3('gamma', 'g', [1, 1, 1]),
    outValue: number3('outValue', 'o'),
  },
});

export const luminance = declareNode({
  type: 'luminance',
  base: node,
  attributes: { value: color3('value', 'v'), outValue: number('o') },
});

export const hsvToRgb = declareNode({
  type: 'hsvToRgb',
  base: node,
  attributes: { inHsv: color3('inHsv', 'i'), outRgb: color3('outRgb', 'o') },
});

export const rgbToHsv = declareNode({
  type: 'rgbToHsv',
  base: node,
  attributes: { inRgb: color3('inRgb', 'i'), outHsv: number3('outHsv', 'o', [0, 0, 0], 'HSV') },
});

export const floatConstant = declareNode({
  type: 'floatConstant',
  base: node,
  attributes: { inFloat: number('_f', 1), outFloat: number('of') },
});

/** Unverified: the defaults. */
export const colorConstant = declareNode({
  type: 'colorConstant',
  base: node,
  attributes: {
    inColor: color3('inColor', '_c'),
    inAlpha: number('_a', 1),
    outColor: color3('outColor', 'oc'),
    outAlpha: number('oa'),
  },
});

export const floatMath = declareNode({
  type: 'floatMath',
  base: node,
  attributes: {
    floatA: number('_fa', 1),
    floatB: number('_fb', 1),
    operation: choice('_cnd', ['add', 'subtract', 'multiply', 'divide', 'min', 'max', 'power'], 'add'),
    outFloat: number('of'),
  },
});

export const floatLogic = declareNode({
  type: 'floatLogic',
  base: node,
  attributes: {
    floatA: number('_aa', 1),
    floatB: number('_ab', 1),
    /** The first four as seen in rigs; Unverified: the order of the last two. */
    operation: choice('_op', ['equal', 'notEqual', 'less', 'greater', 'lessOrEqual', 'greaterOrEqual'], 'equal'),
    outBool: boolean('ob'),
  },
});

export const floatCondition = declareNode({
  type: 'floatCondition',
  base: node,
  attributes: {
    floatA: number('_fa', 1),
    floatB: number('_fb', 1),
    condition: boolean('_cnd'),
    outFloat: number('of'),
  },
});

export const UTILITY_NUMBER_DECLARATIONS = [
  multiplyDivide,
  plusMinusAverage,
  addDoubleLinear,
  multDoubleLinear,
  addDL,
  multDL,
  reverse,
  condition,
  clamp,
  setRange,
  remapValue,
  remapColor,
  blendColors,
  blendTwoAttr,
  blendWeighted,
  distanceBetween,
  vectorProduct,
  angleBetween,
  choiceNode,
  mute,
  contrast,
  gammaCorrect,
  luminance,
  hsvToRgb,
  rgbToHsv,
  floatConstant,
  colorConstant,
  floatMath,
  floatLogic,
  floatCondition,
];
