import { RiglineError } from '@rigline/diagnostics';
import {
  argument,
  arrayArgument,
  type BuiltinCall,
  checkArgumentCount,
  intArgument,
  type MelBuiltin,
  textArgument,
  textsArgument,
} from './builtin.ts';
import { findPattern, matchesGlob } from './match-pattern.ts';
import {
  formatMelPrint,
  formatMelValue,
  isMelArray,
  MEL_VOID,
  type MelValue,
  melInt,
  melString,
  melStrings,
} from './value.ts';

function newText(call: BuiltinCall, text: string): MelValue {
  call.budget.checkString(text.length, call.at);
  return melString(text);
}

function newTexts(call: BuiltinCall, texts: string[]): MelValue {
  call.budget.checkArray(texts.length, call.at);
  return melStrings(texts);
}

/** Elements of an array, characters of a string, 1 for other values. Unverified: how Maya counts beyond ASCII. */
function size(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 1);
  const value = argument(call, 0);
  if (isMelArray(value) || value.type === 'matrix') return melInt(value.value.length);
  if (value.type !== 'string') return melInt(1);
  call.budget.spend(value.value.length >> 4, call.at);
  return melInt([...value.value].length);
}

/** Characters `start` to `end`, both from 1 and both included; empty when they are not inside the text. */
function substring(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 3);
  const text = textArgument(call, 0);
  call.budget.checkString(text.length, call.at);
  const characters = [...text];
  const [start, end] = [intArgument(call, 1), intArgument(call, 2)];
  if (start < 1 || start > characters.length || end < start) return melString('');
  return melString(characters.slice(start - 1, end).join(''));
}

/** `tokenize text [separators] array`: fills the array with the parts that are not empty and counts them. */
function tokenize(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2, 3);
  const separators = call.args.length === 3 ? textArgument(call, 1) : ' \t\n\r';
  const array = arrayArgument(call, call.args.length - 1);
  if (array.type !== 'string[]') {
    throw new RiglineError({
      code: 'MEL_TYPE',
      message: `tokenize fills a string[], found ${array.type}`,
      at: call.at,
      hint: 'Declare it as string $parts[];',
    });
  }
  const parts = splitAtAny(textArgument(call, 0), separators, call);
  call.budget.checkArray(parts.length, call.at);
  array.value.length = 0;
  for (const part of parts) array.value.push(part);
  return melInt(parts.length);
}

function splitAtAny(text: string, separators: string, call: BuiltinCall): string[] {
  call.budget.spend(text.length + separators.length, call.at);
  const stops = new Set(separators);
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (!stops.has(character)) {
      part += character;
    } else if (part !== '') {
      parts.push(part);
      part = '';
    }
  }
  if (part !== '') parts.push(part);
  return parts;
}

function match(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2);
  const text = textArgument(call, 1);
  const found = findPattern(textArgument(call, 0), text, (steps) => call.budget.spend(steps, call.at));
  return melString(found ? text.slice(found.start, found.end) : '');
}

function gmatch(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2);
  const spend = (steps: number): void => call.budget.spend(steps, call.at);
  return melInt(matchesGlob(textArgument(call, 1), textArgument(call, 0), spend) ? 1 : 0);
}

/** `substitute pattern text replacement`: replaces the first match. */
function substitute(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 3);
  const text = textArgument(call, 1);
  const found = findPattern(textArgument(call, 0), text, (steps) => call.budget.spend(steps, call.at));
  if (!found) return melString(text);
  return newText(call, text.slice(0, found.start) + textArgument(call, 2) + text.slice(found.end));
}

function substituteAll(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 3);
  const [text, search, replacement] = [textArgument(call, 0), textArgument(call, 1), textArgument(call, 2)];
  if (search === '') return melString(text);
  const parts = text.split(search);
  call.budget.checkString(text.length + parts.length * replacement.length, call.at);
  return melString(parts.join(replacement));
}

/** `format -s "a" -s "b" "^1s and ^2s"`. */
function format(call: BuiltinCall): MelValue {
  const values: string[] = [];
  let template = '';
  for (let i = 0; i < call.args.length; i++) {
    const text = textArgument(call, i);
    if (text === '-s' || text === '-stringArg') values.push(textArgument(call, ++i));
    else template = text;
  }
  const parts = template.split(/\^(\d+)s/);
  const filled = parts.map((part, i) => (i % 2 === 0 ? part : (values[Number(part) - 1] ?? '')));
  call.budget.checkString(
    filled.reduce((sum, part) => sum + part.length, 0),
    call.at,
  );
  return melString(filled.join(''));
}

function stringToArray(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2);
  return newTexts(call, splitAtAny(textArgument(call, 0), textArgument(call, 1), call));
}

function arrayToString(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2);
  const texts = textsArgument(call, 0);
  const separator = textArgument(call, 1);
  const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
  call.budget.checkString(length, call.at);
  return melString(texts.join(separator));
}

function print(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 1);
  const value = argument(call, 0);
  // A list of long strings costs more than its count; each element is paid for as the text that it becomes.
  if (value.type === 'string[]') for (const text of value.value) call.budget.spend(1 + (text.length >> 4), call.at);
  const text = formatMelPrint(value);
  call.budget.spend(1 + (text.length >> 4), call.at);
  call.print(text);
  return MEL_VOID;
}

function fail(call: BuiltinCall): MelValue {
  const text = formatMelValue(argument(call, call.args.length - 1));
  throw new RiglineError({ code: 'MEL_USER_ERROR', message: text, at: call.at });
}

function withText(apply: (text: string) => string): MelBuiltin {
  return (call) => {
    checkArgumentCount(call, 1);
    return newText(call, apply(textArgument(call, 0)));
  };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function strcmp(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2);
  const [a, b] = [textArgument(call, 0), textArgument(call, 1)];
  return melInt(a < b ? -1 : a > b ? 1 : 0);
}

export const TEXT_BUILTINS: ReadonlyMap<string, MelBuiltin> = new Map<string, MelBuiltin>([
  ['print', print],
  ['error', fail],
  [
    'warning',
    (call) => {
      call.warn(formatMelValue(argument(call, call.args.length - 1)));
      return MEL_VOID;
    },
  ],
  ['size', size],
  ['substring', substring],
  ['tokenize', tokenize],
  ['match', match],
  ['gmatch', gmatch],
  ['substitute', substitute],
  ['substituteAllString', substituteAll],
  ['format', format],
  ['stringToStringArray', stringToArray],
  ['stringArrayToString', arrayToString],
  ['strcmp', strcmp],
  ['toupper', withText((text) => text.toUpperCase())],
  ['tolower', withText((text) => text.toLowerCase())],
  ['strip', withText((text) => text.trim())],
  ['capitalizeString', withText(capitalize)],
  ['startsWith', (call) => melInt(textArgument(call, 0).startsWith(textArgument(call, 1)) ? 1 : 0)],
  ['endsWith', (call) => melInt(textArgument(call, 0).endsWith(textArgument(call, 1)) ? 1 : 0)],
]);
