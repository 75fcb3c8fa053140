import { RiglineError } from '@rigline/diagnostics';
import type { MelArgument } from '@rigline/mel';
import { describe, expect, test } from 'vitest';
import { MODES, option, property, readArguments, toggle } from './flags.ts';

const at = {};
const flag = (name: string): MelArgument => ({ kind: 'flag', name, at });
const text = (value: string): MelArgument => ({ kind: 'value', value: { type: 'string', value }, quoted: false, at });
const number = (value: number): MelArgument => ({ kind: 'value', value: { type: 'float', value }, quoted: true, at });
const TABLE = { ...MODES, weight: property('w'), time: option('t'), plain: toggle('p'), triple: property('tr', 3) };
const read = (...args: MelArgument[]): ReturnType<typeof readArguments> => readArguments('test', TABLE, args, at);

describe('readArguments', () => {
  test('takes long and short names, and leaves the rest as objects', () => {
    const args = read(flag('w'), number(2), text('a'), flag('plain'), text('b'));
    expect([args.number('weight'), args.has('plain'), args.objects.map((object) => object.text)]).toEqual([
      2,
      true,
      ['a', 'b'],
    ]);
  });
  test('in query mode a property takes no value, wherever the mode stands', () => {
    expect(read(flag('w'), text('a'), flag('q')).objects.map((object) => object.text)).toEqual(['a']);
    expect(read(flag('q'), flag('t'), number(3), text('a')).number('time')).toBe(3);
  });
  test('keeps every use of a flag', () => {
    expect(read(flag('t'), text('1:5'), flag('t'), text('9')).texts('time')).toEqual(['1:5', '9']);
  });
  test('spreads arrays and vectors over values', () => {
    const vector: MelArgument = { kind: 'value', value: { type: 'vector', value: [1, 2, 3] }, quoted: true, at };
    expect(read(flag('triple'), vector).numbers('triple')).toEqual([1, 2, 3]);
    const names: MelArgument = { kind: 'value', value: { type: 'string[]', value: ['a', 'b'] }, quoted: true, at };
    expect(read(names).objects.map((object) => object.text)).toEqual(['a', 'b']);
  });
  test('words such as on are booleans', () => {
    expect([read(flag('t'), text('on')).boolean('time', false), read().boolean('time', true)]).toEqual([true, true]);
    expect(read(flag('t'), text('No')).boolean('time', true)).toBe(false);
  });
  test.each([
    ['an unknown flag', [flag('x')], 'QUERY_UNKNOWN_FLAG'],
    ['a value that is missing', [flag('w')], 'QUERY_ARGUMENTS'],
    ['a value that is a flag', [flag('w'), flag('p')], 'QUERY_ARGUMENTS'],
  ] as const)('%s is refused', (_, args, code) => {
    try {
      read(...args);
    } catch (error) {
      expect((error as RiglineError).code).toBe(code);
      expect(error).toBeInstanceOf(RiglineError);
      return;
    }
    throw new Error('nothing was thrown');
  });
  test('a text that is no number is refused where a number is needed', () => {
    expect(() => read(flag('w'), text('much')).number('weight')).toThrow('needs a number, found "much"');
  });
});
