import { type Place, RiglineError } from '@rigline/diagnostics';
import type { Budget } from './budget.ts';
import { convertMelValue, isMelArray, type MelArray, type MelValue, toMelNumber } from './value.ts';

/** A call of a function that the language itself brings. Flags arrive as strings such as `-s`. */
export interface BuiltinCall {
  readonly name: string;
  readonly args: readonly MelValue[];
  readonly at: Place;
  readonly budget: Budget;
  print(text: string): void;
  warn(text: string): void;
}

export type MelBuiltin = (call: BuiltinCall) => MelValue;

export function checkArgumentCount(call: BuiltinCall, least: number, most: number = least): void {
  const { length } = call.args;
  if (length >= least && length <= most) return;
  const expected = least === most ? `${least}` : `${least} to ${most}`;
  throw new RiglineError({
    code: 'MEL_ARGUMENTS',
    message: `${call.name} takes ${expected} ${most === 1 ? 'argument' : 'arguments'}, found ${length}`,
    at: call.at,
  });
}

export function argument(call: BuiltinCall, index: number): MelValue {
  const value = call.args[index];
  if (value !== undefined) return value;
  throw new RiglineError({
    code: 'MEL_ARGUMENTS',
    message: `${call.name} lacks its argument ${index + 1}`,
    at: call.at,
  });
}

export function numberArgument(call: BuiltinCall, index: number): number {
  return toMelNumber(argument(call, index), call.at);
}

export function intArgument(call: BuiltinCall, index: number): number {
  return Math.trunc(numberArgument(call, index)) | 0;
}

export function textArgument(call: BuiltinCall, index: number): string {
  const value = convertMelValue(argument(call, index), 'string', call.at);
  return value.type === 'string' ? value.value : '';
}

export function arrayArgument(call: BuiltinCall, index: number): MelArray {
  const value = argument(call, index);
  if (isMelArray(value)) return value;
  throw new RiglineError({
    code: 'MEL_TYPE',
    message: `${call.name} needs an array as argument ${index + 1}, found ${value.type}`,
    at: call.at,
  });
}

/** The strings of a `string[]` argument, shared with the script's variable. */
export function textsArgument(call: BuiltinCall, index: number): string[] {
  const array = arrayArgument(call, index);
  if (array.type === 'string[]') return array.value;
  const converted = convertMelValue(array, 'string[]', call.at);
  return converted.type === 'string[]' ? converted.value : [];
}
