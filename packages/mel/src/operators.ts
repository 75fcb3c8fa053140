import { type Place, RiglineError } from '@rigline/diagnostics';
import type { MelBinaryOperator } from './ast.ts';
import {
  formatMelValue,
  isMelArray,
  type MelValue,
  type MelVector,
  melFloat,
  melInt,
  toMelNumber,
  toMelVector,
} from './value.ts';

/**
 * Applies a binary operator. Strings win over vectors, vectors over floats, floats over ints; ints stay ints, so
 * `1 / 2` is 0. `*` of two vectors is their dot product, `^` their cross product. Vectors are equal when all components
 * are; otherwise their lengths are compared.
 *
 * Unverified: `/` and `%` of two vectors, taken here component by component.
 * Source: Maya help, "Automatic type conversion", "Arithmetic operators", "Relational operators".
 */
export function applyBinary(operator: MelBinaryOperator, left: MelValue, right: MelValue, at: Place): MelValue {
  if (left.type === 'int' && right.type === 'int') return intBinary(operator, left.value, right.value, at);
  if (left.type === 'string' || right.type === 'string') return stringBinary(operator, left, right, at);
  if (left.type === 'matrix' || right.type === 'matrix') return matrixBinary(operator, left, right, at);
  if (left.type === 'vector' || right.type === 'vector') return vectorBinary(operator, left, right, at);
  if (isMelArray(left) || isMelArray(right)) return failOperands(operator, left, right, at);
  return floatBinary(operator, toMelNumber(left, at), toMelNumber(right, at), at);
}

/** `-x`. Strings count as numbers. */
export function negateMelValue(value: MelValue, at: Place): MelValue {
  if (value.type === 'int') return melInt(-value.value);
  if (value.type === 'vector') return { type: 'vector', value: value.value.map((v) => -v) as MelVector };
  return melFloat(-toMelNumber(value, at));
}

export function failDivision(operator: string, at: Place): never {
  throw new RiglineError({
    code: 'MEL_DIVISION_BY_ZERO',
    message: `Division by zero: the right side of "${operator}" is 0`,
    at,
  });
}

function truth(holds: boolean): MelValue {
  return { type: 'int', value: holds ? 1 : 0 };
}

function compare(operator: MelBinaryOperator, a: number | string, b: number | string): MelValue | undefined {
  switch (operator) {
    case '<':
      return truth(a < b);
    case '<=':
      return truth(a <= b);
    case '>':
      return truth(a > b);
    case '>=':
      return truth(a >= b);
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    default:
      return undefined;
  }
}

function intBinary(operator: MelBinaryOperator, a: number, b: number, at: Place): MelValue {
  switch (operator) {
    case '+':
      return melInt(a + b);
    case '-':
      return melInt(a - b);
    case '*':
      return { type: 'int', value: Math.imul(a, b) };
    case '/':
      return melInt(b === 0 ? failDivision(operator, at) : a / b);
    case '%':
      return melInt(b === 0 ? failDivision(operator, at) : a % b);
    default:
      return compare(operator, a, b) ?? failOperands(operator, melInt(a), melInt(b), at);
  }
}

function floatBinary(operator: MelBinaryOperator, a: number, b: number, at: Place): MelValue {
  if (operator === '^') return failOperands(operator, melFloat(a), melFloat(b), at);
  return compare(operator, a, b) ?? melFloat(floatArithmetic(operator, a, b, at));
}

function floatArithmetic(operator: MelBinaryOperator, a: number, b: number, at: Place): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? failDivision(operator, at) : a / b;
    default:
      return b === 0 ? failDivision(operator, at) : a % b;
  }
}

function stringBinary(operator: MelBinaryOperator, left: MelValue, right: MelValue, at: Place): MelValue {
  if (isMelArray(left) || isMelArray(right) || left.type === 'void' || right.type === 'void') {
    return failOperands(operator, left, right, at);
  }
  const [a, b] = [formatMelValue(left), formatMelValue(right)];
  if (operator === '+') return { type: 'string', value: a + b };
  return compare(operator, a, b) ?? failOperands(operator, left, right, at);
}

function vectorBinary(operator: MelBinaryOperator, left: MelValue, right: MelValue, at: Place): MelValue {
  const bothVectors = left.type === 'vector' && right.type === 'vector';
  const a = toMelVector(left, at);
  const b = toMelVector(right, at);
  if (operator === '*' && bothVectors) return melFloat(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  if (operator === '^') return bothVectors ? crossValue(a, b) : failOperands(operator, left, right, at);
  if (operator === '==' || operator === '!=') {
    const isEqual = a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
    return truth(isEqual === (operator === '=='));
  }
  const compared = compare(operator, toMelNumber(left, at), toMelNumber(right, at));
  if (compared) return compared;
  const value = a.map((component, i) => floatArithmetic(operator, component, b[i] ?? 0, at));
  return { type: 'vector', value: value as MelVector };
}

export function crossValue(a: Readonly<MelVector>, b: Readonly<MelVector>): MelValue {
  const value: MelVector = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return { type: 'vector', value };
}

/** Sum, difference and product of matrices, and scaling by a number. */
function matrixBinary(operator: MelBinaryOperator, left: MelValue, right: MelValue, at: Place): MelValue {
  const [a, b] = [left, right];
  if (a.type === 'matrix' && b.type === 'matrix') {
    if (operator === '*' && a.value[0]?.length === b.value.length) return multiplyMatrices(a.value, b.value);
    const sameShape = a.value.length === b.value.length && a.value[0]?.length === b.value[0]?.length;
    const sign = operator === '+' ? 1 : operator === '-' ? -1 : 0;
    if (!sameShape || sign === 0) return failOperands(operator, left, right, at);
    const value = a.value.map((row, r) => row.map((v, c) => v + sign * (b.value[r]?.[c] ?? 0)));
    return { type: 'matrix', value };
  }
  const [matrix, factor] = a.type === 'matrix' ? [a, b] : [b, a];
  if (operator !== '*' || matrix.type !== 'matrix' || (factor.type !== 'int' && factor.type !== 'float')) {
    return failOperands(operator, left, right, at);
  }
  return { type: 'matrix', value: matrix.value.map((row) => row.map((v) => v * factor.value)) };
}

function multiplyMatrices(a: number[][], b: number[][]): MelValue {
  const columns = b[0]?.length ?? 0;
  const value = a.map((row) =>
    Array.from({ length: columns }, (_, c) => row.reduce((sum, v, k) => sum + v * (b[k]?.[c] ?? 0), 0)),
  );
  return { type: 'matrix', value };
}

function failOperands(operator: string, left: MelValue, right: MelValue, at: Place): never {
  const isList = isMelArray(left) || isMelArray(right);
  const hint = isList
    ? 'Take one element, such as $list[0], or join the list with stringArrayToString.'
    : operator === '^'
      ? 'Use pow( ) for powers; ^ is the cross product of two vectors.'
      : undefined;
  throw new RiglineError({
    code: 'MEL_TYPE',
    message: `"${operator}" has no meaning between ${left.type} and ${right.type}`,
    at,
    ...(hint === undefined ? {} : { hint }),
  });
}
