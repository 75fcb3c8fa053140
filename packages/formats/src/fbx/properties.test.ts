import { ProblemLog } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { makeProperty, PropertyList } from './properties.ts';
import type { FbxRecord, FbxValue } from './record-types.ts';

function record(name: string, values: readonly FbxValue[], children: readonly FbxRecord[] = []): FbxRecord {
  return { name, at: 0, values, children };
}

function list(name: string, rows: readonly (readonly FbxValue[])[]): FbxRecord {
  return record(
    'Model',
    [],
    [
      record(
        name,
        [],
        rows.map((values) => record('P', values)),
      ),
    ],
  );
}

function read(
  rows: readonly (readonly FbxValue[])[],
  name = 'Properties70',
): { properties: PropertyList; log: ProblemLog } {
  const log = new ProblemLog();
  return { properties: new PropertyList({ file: 'a.fbx', log }, list(name, rows)), log };
}

describe('PropertyList', () => {
  test('rows of version 7 have name, type, label, flags, values', () => {
    const [row] = read([['Size', 'double', 'Number', 'A+U', 1, 0, 10]]).properties.own;
    expect(row).toMatchObject({ name: 'Size', type: 'double', label: 'Number', flags: 'A+U', values: [1, 0, 10] });
  });

  test('rows of version 6 have name, type, flags, values', () => {
    const [row] = read([['Size', 'double', 'A+U', 1]], 'Properties60').properties.own;
    expect(row).toMatchObject({ name: 'Size', type: 'double', label: '', flags: 'A+U', values: [1] });
  });

  test('an object without a list has no properties', () => {
    const properties = new PropertyList({ file: 'a.fbx', log: new ProblemLog() }, record('Model', []));
    expect([properties.own, properties.get('Size'), properties.number('Size', 3)]).toEqual([[], undefined, 3]);
  });

  test.each([3, 30])('of %d rows the last of a name counts', (count) => {
    const rows = Array.from({ length: count }, (_, i) => [`p${i}`, 'int', '', '', i]);
    const { properties } = read([['p1', 'int', '', '', -1], ...rows]);
    expect([properties.number('p1', 0), properties.number(`p${count - 1}`, 0), properties.has(`p${count}`)]).toEqual([
      1,
      count - 1,
      false,
    ]);
  });

  test('names that objects of the language have are no properties', () => {
    const { properties } = read([['a', 'int', '', '', 1]]);
    for (const name of ['constructor', '__proto__', 'toString']) expect(properties.get(name)).toBeUndefined();
  });

  test('a row without a name is left out with a problem', () => {
    const { properties, log } = read([[], [5, 'int', '', '', 1], ['a', 'int', '', '', 1]]);
    expect(properties.own.map(({ name }) => name)).toEqual(['a']);
    expect(log.list().map(({ code, count }) => [code, count])).toEqual([['FBX_BAD_PROPERTY', 2]]);
  });

  test('the template is asked for what is missing, not for what is there without a value', () => {
    const report = { file: 'a.fbx', log: new ProblemLog() };
    const template = new PropertyList(report, [makeProperty('a', '', [1], 0), makeProperty('b', '', [2], 0)]);
    const properties = new PropertyList(report, list('Properties70', [['a', 'Compound', '', '']]), { template });
    expect([properties.number('a', 9), properties.number('b', 9)]).toEqual([9, 2]);
    expect([properties.has('a'), properties.has('b')]).toEqual([true, false]);
  });

  test('a filter leaves rows out', () => {
    const report = { file: 'a.fbx', log: new ProblemLog() };
    const rows = list('Properties70', [
      ['a', '', '', '', 1],
      ['b', '', '', 'U', 2],
    ]);
    const properties = new PropertyList(report, rows, { filter: ({ flags }) => flags === 'U' });
    expect(properties.own.map(({ name }) => name)).toEqual(['b']);
    expect(properties.get('a')).toBeUndefined();
  });

  test('bytes of a text file stand behind their number', () => {
    const bytes = Uint8Array.of(1, 2);
    const row = record('P', ['data', 'Blob', '', '', 2], [record('BinaryData', [bytes])]);
    const log = new ProblemLog();
    const properties = new PropertyList(
      { file: 'a.fbx', log },
      record('Model', [], [record('Properties70', [], [row])]),
    );
    expect(properties.get('data')?.values).toEqual([2, bytes]);
  });
});

describe('PropertyList values', () => {
  test.each([
    [1.5, 1.5],
    [7n, 7],
    ['2.5', 2.5],
    ['-1e3', -1000],
  ])('%o is the number %d', (value, number) => {
    const { properties, log } = read([['a', '', '', '', value]]);
    expect(properties.number('a', 0)).toBe(number);
    expect(log.size).toBe(0);
  });

  test.each([['x'], [''], [Uint8Array.of(1)]])('%o is no number: the fallback with a problem', (value) => {
    const { properties, log } = read([['a', '', '', '', value]]);
    expect(properties.number('a', 4)).toBe(4);
    expect(properties.vector('a', [4, 5, 6])).toEqual([4, 5, 6]);
    expect(log.list()[0]?.code).toBe('FBX_BAD_PROPERTY');
  });

  test.each([
    [0, false],
    [1, true],
    [100, true],
    ['1', true],
    ['0', false],
    ['True', true],
    ['Y', true],
  ])('%o is the switch %o', (value, on) => {
    expect(read([['a', '', '', '', value]]).properties.boolean('a', !on)).toBe(on);
  });

  test('a switch that is none falls back', () => {
    const { properties } = read([['a', '', '', '', 'maybe']]);
    expect([properties.boolean('a', true), properties.boolean('a', false)]).toEqual([true, false]);
  });

  test('text is text, and a number is none', () => {
    const { properties, log } = read([
      ['a', '', '', '', 'x'],
      ['b', '', '', '', 1],
      ['c', '', '', ''],
    ]);
    expect(['a', 'b', 'c', 'd'].map((name) => properties.string(name, '?'))).toEqual(['x', '?', '?', '?']);
    expect(log.size).toBe(1);
  });

  test('missing numbers of a vector are those of the fallback', () => {
    const { properties } = read([['a', '', '', '', 1, 2]]);
    expect(properties.vector('a', [7, 8, 9])).toEqual([1, 2, 9]);
    expect(properties.vector('b', [7, 8, 9])).toEqual([7, 8, 9]);
  });
});
