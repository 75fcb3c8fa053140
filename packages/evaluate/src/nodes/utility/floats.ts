import {
  colorConstant as colorConstantDeclaration,
  floatCondition as floatConditionDeclaration,
  floatConstant as floatConstantDeclaration,
  floatLogic as floatLogicDeclaration,
  floatMath as floatMathDeclaration,
} from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';
import { COMPARE } from './condition.ts';

const FLOAT_MATH: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => (b === 0 ? 0 : a / b),
  min: Math.min,
  max: Math.max,
  power: (a, b) => a ** b,
};

/** `colorConstant`: three numbers, which rigs use for offsets as well. Source: Maya help. */
export const colorConstant: NodeType = defineNode(colorConstantDeclaration, [
  step(colorConstantDeclaration, {
    reads: ['inColor', 'inAlpha'],
    writes: ['outColor', 'outAlpha'],
    compute(input, output) {
      output.outColor = input.inColor;
      output.outAlpha = input.inAlpha;
    },
  }),
]);

/** `floatConstant`. Source: Maya help. */
export const floatConstant: NodeType = defineNode(floatConstantDeclaration, [
  step(floatConstantDeclaration, {
    reads: ['inFloat'],
    writes: ['outFloat'],
    compute(input, output) {
      output.outFloat = input.inFloat;
    },
  }),
]);

/** `floatMath`: one operation on two numbers; a division by zero gives zero (Unverified). Source: Maya help. */
export const floatMath: NodeType = defineNode(floatMathDeclaration, [
  step(floatMathDeclaration, {
    reads: ['floatA', 'floatB', 'operation'],
    writes: ['outFloat'],
    compute(input, output) {
      output.outFloat = (FLOAT_MATH[input.operation] as (a: number, b: number) => number)(input.floatA, input.floatB);
    },
  }),
]);

/** `floatLogic`: compares two numbers in single precision, as Maya stores them. Source: Maya help. */
export const floatLogic: NodeType = defineNode(floatLogicDeclaration, [
  step(floatLogicDeclaration, {
    reads: ['floatA', 'floatB', 'operation'],
    writes: ['outBool'],
    compute(input, output) {
      const compare = COMPARE[input.operation] as (a: number, b: number) => boolean;
      output.outBool = compare(Math.fround(input.floatA), Math.fround(input.floatB));
    },
  }),
]);

/** `floatCondition`: `floatA` when the condition holds, else `floatB`. Source: Maya help. */
export const floatCondition: NodeType = defineNode(floatConditionDeclaration, [
  step(floatConditionDeclaration, {
    reads: ['floatA', 'floatB', 'condition'],
    writes: ['outFloat'],
    compute(input, output) {
      output.outFloat = input.condition ? input.floatA : input.floatB;
    },
  }),
]);
