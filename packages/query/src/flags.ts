import type { Place } from '@rigline/diagnostics';
import { formatMelValue, type MelArgument, type MelValue, toMelNumber } from '@rigline/mel';
import { fail } from './fail.ts';
import { suggestHint } from './suggest.ts';

/** A flag of a command: its short name, and how many values follow it. */
export interface FlagSpec {
  readonly short: string;
  readonly values: number;
  /** Values that follow it in query mode. */
  readonly queryValues: number;
}

/** Flags by long name. */
export type FlagTable = Readonly<Record<string, FlagSpec>>;

/** A flag without values. */
export const toggle = (short: string): FlagSpec => ({ short, values: 0, queryValues: 0 });
/** A flag with values when it sets something, and none when it asks for it. */
export const property = (short: string, values = 1): FlagSpec => ({ short, values, queryValues: 0 });
/** A flag with values in every mode. */
export const option = (short: string, values = 1): FlagSpec => ({ short, values, queryValues: values });

/** `-query` and `-edit`, for commands that have them. */
export const MODES: FlagTable = { query: toggle('q'), edit: toggle('e') };

/** Words that stand for a boolean. */
const BOOLEANS: Readonly<Record<string, number>> = { on: 1, true: 1, yes: 1, off: 0, false: 0, no: 0 };

/** An argument that is not a flag. */
export interface CommandValue {
  readonly value: MelValue;
  readonly text: string;
  readonly at: Place;
}

/** The arguments of a command, sorted into flags and the rest. */
export class Arguments {
  readonly command: string;
  /** What is not a flag or its value, in order; arrays are spread. */
  readonly objects: readonly CommandValue[];
  readonly at: Place;
  readonly #flags: ReadonlyMap<string, readonly (readonly CommandValue[])[]>;

  constructor(
    command: string,
    at: Place,
    objects: readonly CommandValue[],
    flags: ReadonlyMap<string, readonly (readonly CommandValue[])[]>,
  ) {
    this.command = command;
    this.at = at;
    this.objects = objects;
    this.#flags = flags;
  }

  get isQuery(): boolean {
    return this.has('query');
  }

  get isEdit(): boolean {
    return this.has('edit');
  }

  has(flag: string): boolean {
    return this.#flags.has(flag);
  }

  /** Names of the flags given, as they come, without the modes. */
  get given(): string[] {
    return [...this.#flags.keys()].filter((name) => name !== 'query' && name !== 'edit');
  }

  /** The values of every use of a flag. */
  all(flag: string): readonly (readonly CommandValue[])[] {
    return this.#flags.get(flag) ?? [];
  }

  values(flag: string): readonly CommandValue[] {
    return this.#flags.get(flag)?.at(-1) ?? [];
  }

  text(flag: string): string | undefined {
    return this.values(flag)[0]?.text;
  }

  texts(flag: string): string[] {
    return this.all(flag).flatMap((values) => values.map((value) => value.text));
  }

  number(flag: string): number | undefined {
    const value = this.values(flag)[0];
    return value && numberOf(value, `-${flag}`);
  }

  numbers(flag: string): number[] {
    return this.values(flag).map((value) => numberOf(value, `-${flag}`));
  }

  /** A flag with a boolean value; `otherwise` when it is not given. */
  boolean(flag: string, otherwise: boolean): boolean {
    const value = this.values(flag)[0];
    return value ? numberOf(value, `-${flag}`) !== 0 : otherwise;
  }
}

/** The number of an argument; words such as `on` count. */
export function numberOf(argument: CommandValue, what: string): number {
  const { value, text, at } = argument;
  if (value.type === 'string') {
    const word = BOOLEANS[text.toLowerCase()];
    if (word !== undefined) return word;
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isNaN(number)) fail('QUERY_ARGUMENTS', `${what} needs a number, found "${text}"`, at);
    return number;
  }
  return toMelNumber(value, at);
}

/** Sorts arguments by a table of flags. A flag ends where its values end; the rest are objects. */
export function readArguments(command: string, table: FlagTable, args: readonly MelArgument[], at: Place): Arguments {
  const shorts = new Map(Object.entries(table).map(([long, spec]) => [spec.short, long]));
  const longOf = (name: string): string | undefined => (Object.hasOwn(table, name) ? name : shorts.get(name));
  const isQuery = args.some((arg) => arg.kind === 'flag' && longOf(arg.name) === 'query');
  const flags = new Map<string, (readonly CommandValue[])[]>();
  const objects: CommandValue[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as MelArgument;
    if (arg.kind === 'value') {
      objects.push(...spread(arg));
      continue;
    }
    const long = longOf(arg.name) ?? failFlag(command, arg.name, table, arg.at);
    const spec = table[long] as FlagSpec;
    const wanted = isQuery ? spec.queryValues : spec.values;
    const values: CommandValue[] = [];
    while (values.length < wanted) {
      const next = args[i + 1];
      if (next?.kind !== 'value') {
        const needs = wanted === 1 ? 'a value' : `${wanted} values`;
        return fail('QUERY_ARGUMENTS', `${command} -${arg.name} needs ${needs}, found ${values.length}`, arg.at);
      }
      values.push(...spread(next));
      i++;
    }
    const uses = flags.get(long);
    if (uses) uses.push(values);
    else flags.set(long, [values]);
  }
  return new Arguments(command, at, objects, flags);
}

function spread(arg: Extract<MelArgument, { kind: 'value' }>): CommandValue[] {
  const { value, at } = arg;
  switch (value.type) {
    case 'string[]':
      return value.value.map((text) => ({ value: { type: 'string', value: text }, text, at }));
    case 'int[]':
    case 'float[]': {
      const type = value.type === 'int[]' ? 'int' : 'float';
      return value.value.map((number) => ({ value: { type, value: number }, text: String(number), at }));
    }
    case 'vector':
      return value.value.map((number) => ({ value: { type: 'float', value: number }, text: String(number), at }));
    case 'matrix':
      return value.value
        .flat()
        .map((number) => ({ value: { type: 'float', value: number }, text: String(number), at }));
    case 'void':
      return fail('QUERY_ARGUMENTS', 'An argument has no value: its command gives none', at);
    default:
      return [{ value, text: formatMelValue(value), at }];
  }
}

function failFlag(command: string, name: string, table: FlagTable, at: Place): never {
  const names = Object.entries(table).flatMap(([long, { short }]) => [long, short]);
  const known = Object.entries(table).map(([long, { short }]) => `-${long} (-${short})`);
  const hint = suggestHint(name, names, '-') ?? `${command} knows ${known.join(', ') || 'no flags'} here.`;
  return fail('QUERY_UNKNOWN_FLAG', `${command} has no flag "-${name}" here`, at, hint);
}
