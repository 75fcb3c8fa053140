import {
  type AttributeTable,
  angle,
  angle3,
  array,
  boolean,
  choice,
  distance3,
  integer,
  matrix,
  number,
  number3,
} from '../attribute.ts';
import { declareNode, type NodeDeclaration } from '../node-declaration.ts';
import { node } from './dag.ts';
import { quaternion } from './utility-matrices.ts';

/**
 * The small mathematical nodes of Maya 2024 and later. Their numbers are distances until Maya 2025 and plain since;
 * they are plain here.
 *
 * Names and defaults as Maya's own node queries give them.
 */

const declare = (type: string, attributes: AttributeTable): NodeDeclaration =>
  declareNode({ type, base: node, attributes }) as unknown as NodeDeclaration;

const input3 = number3('input', 'i');
const pair3 = { input1: number3('input1', 'i1'), input2: number3('input2', 'i2') };
const pair = { input1: number('i1'), input2: number('i2') };

/** One number to one number. */
export const mathOne = declareNode({
  type: 'absolute',
  base: node,
  attributes: { input: number('i'), output: number('o') },
});
/** An angle to a number. */
export const mathOfAngle = declareNode({
  type: 'sin',
  base: node,
  attributes: { input: angle('i'), output: number('o') },
});
/** A number to an angle. */
export const mathToAngle = declareNode({
  type: 'asin',
  base: node,
  attributes: { input: number('i'), output: angle('o') },
});
/** Any number of numbers to one. */
export const mathMany = declareNode({
  type: 'sum',
  base: node,
  attributes: { input: array(number('i')), output: number('o') },
});
/** Two numbers to one. */
export const mathTwo = declareNode({
  type: 'subtract',
  base: node,
  attributes: { ...pair, output: number('o') },
});
/** Two numbers to yes or no. */
export const mathCompare = declareNode({
  type: 'greaterThan',
  base: node,
  attributes: { ...pair, output: boolean('o') },
});
/** Yes or no of two. */
export const mathLogic = declareNode({
  type: 'and',
  base: node,
  attributes: { input1: boolean('i1'), input2: boolean('i2'), output: boolean('o') },
});
export const mathNot = declareNode({
  type: 'not',
  base: node,
  attributes: { input: boolean('i'), output: boolean('o') },
});
export const mathEqual = declareNode({
  type: 'equal',
  base: node,
  attributes: { ...pair, epsilon: number('e'), output: boolean('o') },
});
export const mathAtan2 = declareNode({ type: 'atan2', base: node, attributes: { ...pair, output: angle('o') } });
export const mathModulo = declareNode({
  type: 'modulo',
  base: node,
  attributes: { input: number('i'), modulus: number('m', 1), output: number('o') },
});
export const mathPower = declareNode({
  type: 'power',
  base: node,
  attributes: { input: number('i'), exponent: number('e', 2), output: number('o') },
});
export const mathLog = declareNode({
  type: 'log',
  base: node,
  attributes: { input: number('i'), base: number('e', 2), output: number('o') },
});
export const mathLerp = declareNode({
  type: 'lerp',
  base: node,
  attributes: { ...pair, weight: number('w'), output: number('o') },
});
export const mathInverseLerp = declareNode({
  type: 'inverseLerp',
  base: node,
  attributes: { ...pair, interpolation: number('i'), output: number('o') },
});
export const mathClampRange = declareNode({
  type: 'clampRange',
  base: node,
  attributes: { input: number('i'), minimum: number('min'), maximum: number('max', 1), output: number('o') },
});
export const mathSmoothStep = declareNode({
  type: 'smoothStep',
  base: node,
  attributes: { input: number('i'), leftEdge: number('le'), rightEdge: number('re', 1), output: number('o') },
});
export const mathLength = declareNode({
  type: 'length',
  base: node,
  attributes: { input: input3, output: number('o') },
});
export const mathNormalize = declareNode({
  type: 'normalize',
  base: node,
  attributes: { input: input3, output: number3('output', 'o') },
});
export const mathDotProduct = declareNode({
  type: 'dotProduct',
  base: node,
  attributes: { ...pair3, output: number('o') },
});
export const mathCrossProduct = declareNode({
  type: 'crossProduct',
  base: node,
  attributes: { ...pair3, output: number3('output', 'o') },
});
export const mathDeterminant = declareNode({
  type: 'determinant',
  base: node,
  attributes: { input: matrix('i'), output: number('o') },
});
/** Unverified: the short names of `multiplyPointByMatrix` and `multiplyVectorByMatrix`. */
export const mathThroughMatrix = declareNode({
  type: 'multiplyPointByMatrix',
  base: node,
  attributes: { input: input3, matrix: matrix('m'), output: number3('output', 'o') },
});
export const mathTranslationFromMatrix = declareNode({
  type: 'translationFromMatrix',
  base: node,
  attributes: { input: matrix('i'), output: distance3('output', 'o') },
});
export const mathRotationFromMatrix = declareNode({
  type: 'rotationFromMatrix',
  base: node,
  attributes: { input: matrix('i'), output: angle3('output', 'o') },
});
export const mathScaleFromMatrix = declareNode({
  type: 'scaleFromMatrix',
  base: node,
  attributes: { input: matrix('i'), output: number3('output', 'o') },
});
export const mathAxisFromMatrix = declareNode({
  type: 'axisFromMatrix',
  base: node,
  attributes: {
    input: matrix('i'),
    axis: choice('op', ['x', 'y', 'z', '-x', '-y', '-z'], 'x'),
    output: number3('output', 'o'),
  },
});
/** Row or column by number. */
export const mathLineFromMatrix = declareNode({
  type: 'rowFromMatrix',
  base: node,
  attributes: { input: integer('i'), matrix: matrix('m'), output: quaternion('output', 'o') },
});

/** Node types that share the attributes of another one: their names by its declaration. */
export const MATH_FAMILIES = {
  one: ['absolute', 'negate', 'ceil', 'floor', 'round', 'truncate'],
  ofAngle: ['sin', 'cos', 'tan'],
  toAngle: ['asin', 'acos', 'atan'],
  many: ['sum', 'average', 'max', 'min', 'multiply'],
  two: ['subtract', 'divide'],
  compare: ['greaterThan', 'lessThan'],
  logic: ['and', 'or'],
  throughMatrix: ['multiplyPointByMatrix', 'multiplyVectorByMatrix'],
  lineFromMatrix: ['rowFromMatrix', 'columnFromMatrix'],
} as const;

const FAMILY_DECLARATIONS: Readonly<Record<keyof typeof MATH_FAMILIES, { readonly attributes: AttributeTable }>> = {
  one: mathOne,
  ofAngle: mathOfAngle,
  toAngle: mathToAngle,
  many: mathMany,
  two: mathTwo,
  compare: mathCompare,
  logic: mathLogic,
  throughMatrix: mathThroughMatrix,
  lineFromMatrix: mathLineFromMatrix,
};

export const UTILITY_MATH_DECLARATIONS: readonly NodeDeclaration[] = [
  ...Object.entries(MATH_FAMILIES).flatMap(([family, types]) =>
    types.map((type) => declare(type, FAMILY_DECLARATIONS[family as keyof typeof MATH_FAMILIES].attributes)),
  ),
  ...[
    mathNot,
    mathEqual,
    mathAtan2,
    mathModulo,
    mathPower,
    mathLog,
    mathLerp,
    mathInverseLerp,
    mathClampRange,
    mathSmoothStep,
    mathLength,
    mathNormalize,
    mathDotProduct,
    mathCrossProduct,
    mathDeterminant,
    mathTranslationFromMatrix,
    mathRotationFromMatrix,
    mathScaleFromMatrix,
    mathAxisFromMatrix,
  ].map((declaration) => declaration as unknown as NodeDeclaration),
];
