import { type Place, RiglineError } from '@rigline/diagnostics';
import type { MelArrayType, MelScalarType, MelType } from './ast.ts';
import { formatMelNumber } from './format-number.ts';

export type MelVector = [number, number, number];

/** A value with its MEL type; `void` is what a command without result gives. Arrays are shared when passed on. */
export type MelValue =
  | { readonly type: 'void'; readonly value: undefined }
  | { readonly type: 'int' | 'float'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'vector'; readonly value: Readonly<MelVector> }
  | { readonly type: 'matrix'; readonly value: number[][] }
  | { readonly type: 'int[]' | 'float[]'; readonly value: number[] }
  | { readonly type: 'string[]'; readonly value: string[] }
  | { readonly type: 'vector[]'; readonly value: Readonly<MelVector>[] };

export type MelArray = Extract<MelValue, { type: MelArrayType }>;

export const MEL_VOID: MelValue = { type: 'void', value: undefined };

/** An int: the fraction is cut off and the value wraps at 32 bits. */
export function melInt(value: number): MelValue {
  return { type: 'int', value: Math.trunc(value) | 0 };
}

export function melFloat(value: number): MelValue {
  return { type: 'float', value };
}

export function melString(value: string): MelValue {
  return { type: 'string', value };
}

export function melVector(x: number, y: number, z: number): MelValue {
  return { type: 'vector', value: [x, y, z] };
}

export function melInts(values: Iterable<number>): MelValue {
  return { type: 'int[]', value: Array.from(values, (v) => Math.trunc(v) | 0) };
}

export function melFloats(values: Iterable<number>): MelValue {
  return { type: 'float[]', value: [...values] };
}

export function melStrings(values: Iterable<string>): MelValue {
  return { type: 'string[]', value: [...values] };
}

export function isMelArray(value: MelValue): value is MelArray {
  return value.type.endsWith('[]');
}

export function elementType(type: MelArrayType): MelScalarType {
  return type.slice(0, -2) as MelScalarType;
}

/** What a variable holds before it is assigned: 0, an empty string, an empty array, a zero vector. */
export function defaultMelValue(type: MelType): MelValue {
  switch (type) {
    case 'int':
    case 'float':
      return { type, value: 0 };
    case 'string':
      return { type, value: '' };
    case 'vector':
      return { type, value: [0, 0, 0] };
    case 'matrix':
      return { type, value: [] };
    case 'string[]':
      return { type, value: [] };
    case 'vector[]':
      return { type, value: [] };
    default:
      return { type, value: [] };
  }
}

/** One element of an array as a value of its own. */
export function melElement(array: MelArray, index: number): MelValue {
  switch (array.type) {
    case 'string[]':
      return { type: 'string', value: array.value[index] ?? '' };
    case 'vector[]':
      return { type: 'vector', value: array.value[index] ?? [0, 0, 0] };
    case 'int[]':
      return { type: 'int', value: array.value[index] ?? 0 };
    default:
      return { type: 'float', value: array.value[index] ?? 0 };
  }
}

/**
 * A value as text, the way MEL joins it to a string: numbers by `formatMelNumber`, vectors as `x y z`,
 * arrays as their elements separated by spaces.
 */
export function formatMelValue(value: MelValue): string {
  switch (value.type) {
    case 'void':
      return '';
    case 'int':
      return String(value.value);
    case 'float':
      return formatMelNumber(value.value);
    case 'string':
      return value.value;
    case 'vector':
      return value.value.map(formatMelNumber).join(' ');
    case 'matrix':
      return value.value.map((row) => row.map(formatMelNumber).join(' ')).join('\n');
    case 'string[]':
      return value.value.join(' ');
    case 'vector[]':
      return value.value.map((v) => v.map(formatMelNumber).join(' ')).join(' ');
    default:
      return value.value.map(formatMelNumber).join(' ');
  }
}

/** What `print` writes: arrays have each element on a line of its own, other values no line break. */
export function formatMelPrint(value: MelValue): string {
  if (value.type === 'matrix') return `${formatMelValue(value)}\n`;
  if (!isMelArray(value)) return formatMelValue(value);
  let text = '';
  for (let i = 0; i < value.value.length; i++) text += `${formatMelValue(melElement(value, i))}\n`;
  return text;
}

/**
 * Number in a text: the longest number at its start, 0 when there is none.
 * Unverified: Maya also warns when text is left over.
 */
export function parseMelNumber(text: string): number {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/.exec(text);
  return match ? Number(match[1]) : 0;
}

function vectorOfText(text: string): MelVector {
  const numbers = text
    .slice(0, 400)
    .replace(/^\s*<<|>>\s*$/g, '')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(parseMelNumber);
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
}

/**
 * Number that a value stands for. A vector gives its length.
 * Source: Maya help, "Data type conversions".
 */
export function toMelNumber(value: MelValue, at: Place): number {
  switch (value.type) {
    case 'int':
    case 'float':
      return value.value;
    case 'string':
      return parseMelNumber(value.value);
    case 'vector':
      return Math.hypot(...value.value);
    default:
      return failConversion(value, 'float', at);
  }
}

/** Vector that a value stands for. A number fills all three components. */
export function toMelVector(value: MelValue, at: Place): Readonly<MelVector> {
  switch (value.type) {
    case 'vector':
      return value.value;
    case 'int':
    case 'float':
      return [value.value, value.value, value.value];
    case 'string':
      return vectorOfText(value.value);
    case 'float[]':
    case 'int[]': {
      const [x, y, z] = value.value;
      if (value.value.length === 3 && x !== undefined && y !== undefined && z !== undefined) return [x, y, z];
      return failConversion(value, 'vector', at);
    }
    default:
      return failConversion(value, 'vector', at);
  }
}

/** Whether a condition holds: numbers other than 0, vectors other than zero. */
export function isMelTrue(value: MelValue, at: Place): boolean {
  return toMelNumber(value, at) !== 0;
}

/**
 * Converts a value to the type of the variable, parameter or result that takes it. Arrays are copied.
 *
 * @throws RiglineError `MEL_TYPE` where MEL has no conversion, such as from an array to a number.
 */
export function convertMelValue(value: MelValue, type: MelType, at: Place): MelValue {
  switch (type) {
    case 'int':
      return melInt(toMelNumber(value, at));
    case 'float':
      return { type, value: toMelNumber(value, at) };
    case 'string':
      if (value.type === 'void' || value.type === 'matrix' || isMelArray(value)) return failConversion(value, type, at);
      return { type, value: formatMelValue(value) };
    case 'vector':
      return { type, value: toMelVector(value, at) };
    case 'matrix':
      if (value.type !== 'matrix') return failConversion(value, type, at);
      return { type, value: value.value.map((row) => [...row]) };
    default:
      return convertArray(value, type, at);
  }
}

function convertArray(value: MelValue, type: MelArrayType, at: Place): MelValue {
  if (!isMelArray(value)) return failConversion(value, type, at);
  const element = elementType(type);
  const result = defaultMelValue(type) as MelArray;
  for (let i = 0; i < value.value.length; i++) {
    setMelElement(result, i, convertMelValue(melElement(value, i), element, at));
  }
  return result;
}

/** Stores an element that already has the array's element type. */
export function setMelElement(array: MelArray, index: number, element: MelValue): void {
  if (array.type === 'string[]' && element.type === 'string') array.value[index] = element.value;
  else if (array.type === 'vector[]' && element.type === 'vector') array.value[index] = element.value;
  else if (array.type === 'int[]' || array.type === 'float[]') array.value[index] = element.value as number;
}

function failConversion(value: MelValue, type: MelType, at: Place): never {
  const isList = isMelArray(value);
  throw new RiglineError({
    code: 'MEL_TYPE',
    message:
      value.type === 'void'
        ? `Expected ${type}, but the command gives no value`
        : `Cannot convert data of type ${value.type} to type ${type}`,
    at,
    ...(isList ? { hint: 'Take one element, such as $list[0], or declare the variable with [].' } : {}),
  });
}
