import {
  arrayArgument,
  type BuiltinCall,
  checkArgumentCount,
  intArgument,
  type MelBuiltin,
  numberArgument,
  textArgument,
  textsArgument,
} from './builtin.ts';
import { convertMelValue, MEL_VOID, type MelValue, melInt, melStrings } from './value.ts';

function newTexts(call: BuiltinCall, texts: string[]): MelValue {
  call.budget.checkArray(texts.length, call.at);
  return melStrings(texts);
}

/** A sorted copy; texts by character code, numbers by value. */
function sort(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 1);
  const array = arrayArgument(call, 0);
  const { length } = array.value;
  call.budget.spend(length * Math.ceil(Math.log2(length + 2)), call.at);
  const copy = convertMelValue(array, array.type, call.at);
  if (copy.type === 'string[]') copy.value.sort();
  else if (copy.type === 'int[]' || copy.type === 'float[]') copy.value.sort((a, b) => a - b);
  return copy;
}

/** `appendStringArray(list, items, count)`: adds the first `count` items to the list itself. */
function append(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 3);
  const [list, items] = [textsArgument(call, 0), textsArgument(call, 1)];
  const added = items.slice(0, Math.max(0, intArgument(call, 2)));
  call.budget.checkArray(list.length + added.length, call.at);
  for (const item of added) list.push(item);
  return MEL_VOID;
}

function removeAll(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2);
  const items = new Set(textsArgument(call, 0));
  call.budget.spend(items.size, call.at);
  const kept = textsArgument(call, 1).filter((text) => !items.has(text));
  return newTexts(call, kept);
}

function removeAt(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2);
  const index = intArgument(call, 0);
  const list = textsArgument(call, 1);
  call.budget.checkArray(list.length, call.at);
  if (index < 0 || index >= list.length) return melInt(0);
  list.splice(index, 1);
  return melInt(1);
}

function insertAt(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 3);
  const index = intArgument(call, 0);
  const list = textsArgument(call, 1);
  call.budget.checkArray(list.length + 1, call.at);
  if (index < 0 || index > list.length) return melInt(0);
  list.splice(index, 0, textArgument(call, 2));
  return melInt(1);
}

function countText(call: BuiltinCall): number {
  checkArgumentCount(call, 2);
  const item = textArgument(call, 0);
  const list = textsArgument(call, 1);
  call.budget.spend(list.length, call.at);
  return list.reduce((count, text) => count + (text === item ? 1 : 0), 0);
}

function findText(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 3);
  const list = textsArgument(call, 2);
  call.budget.spend(list.length, call.at);
  return melInt(list.indexOf(textArgument(call, 0), Math.max(0, intArgument(call, 1))));
}

function containsNumber(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2);
  const array = arrayArgument(call, 1);
  call.budget.spend(array.value.length, call.at);
  const item = numberArgument(call, 0);
  return melInt((array.value as readonly unknown[]).includes(item) ? 1 : 0);
}

function clear(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 1);
  arrayArgument(call, 0).value.length = 0;
  return MEL_VOID;
}

export const ARRAY_BUILTINS: ReadonlyMap<string, MelBuiltin> = new Map<string, MelBuiltin>([
  ['sort', sort],
  ['clear', clear],
  ['appendStringArray', append],
  ['stringArrayRemove', removeAll],
  ['stringArrayRemoveAtIndex', removeAt],
  ['stringArrayInsertAtIndex', insertAt],
  ['stringArrayContains', (call) => melInt(countText(call) > 0 ? 1 : 0)],
  ['stringArrayCount', (call) => melInt(countText(call))],
  ['stringArrayFind', findText],
  ['stringArrayRemoveDuplicates', (call) => newTexts(call, [...new Set(textsArgument(call, 0))])],
  ['stringArrayCatenate', (call) => newTexts(call, textsArgument(call, 0).concat(textsArgument(call, 1)))],
  ['intArrayContains', containsNumber],
  ['floatArrayContains', containsNumber],
]);
