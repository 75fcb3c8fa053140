import { ProblemLog } from '@rigline/diagnostics';
import { type FbxTree, fbxRecord, writeFbxBinary } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbxDocument } from './document.ts';
import type { FbxObject, RawKeys } from './document-types.ts';
import { DEFAULT_KEY_FLAGS } from './raw-keys.ts';
import { readFbxRecords } from './records.ts';

function read(children: readonly FbxTree[]): { keys: RawKeys; codes: string[] } {
  const curve = fbxRecord('AnimationCurve', [1n, '\0\u0001AnimCurve', ''], children);
  const log = new ProblemLog();
  const file = readFbxRecords(writeFbxBinary([fbxRecord('Objects', [], [curve])]), { file: 'a.fbx', log });
  const document = readFbxDocument(file, log);
  const keys = document.readKeys(document.objects[0] as FbxObject);
  return { keys, codes: log.list().map(({ code }) => code) };
}

const times = (...ticks: bigint[]): FbxTree => fbxRecord('KeyTime', [BigInt64Array.from(ticks)]);
const values = (...numbers: number[]): FbxTree => fbxRecord('KeyValueFloat', [Float32Array.from(numbers)]);
const attributes = (flags: readonly number[], data: readonly number[], counts: readonly number[]): FbxTree[] => [
  fbxRecord('KeyAttrFlags', [Int32Array.from(flags)]),
  fbxRecord('KeyAttrDataFloat', [Float32Array.from(data)]),
  fbxRecord('KeyAttrRefCount', [Int32Array.from(counts)]),
];

describe('readRawKeys', () => {
  test('gives times, values and the default', () => {
    const { keys, codes } = read([
      fbxRecord('Default', [2.5]),
      times(-46186158000n, 46186158000n),
      values(1, -2),
      ...attributes([0x408], [1, 2, 0, 0], [2]),
    ]);
    expect([...keys.times]).toEqual([-46186158000, 46186158000]);
    expect([...keys.values]).toEqual([1, -2]);
    expect(keys.defaultValue).toBe(2.5);
    expect(codes).toEqual([]);
  });

  test('repeats the attributes of runs', () => {
    const { keys, codes } = read([
      times(1n, 2n, 3n),
      values(0, 0, 0),
      ...attributes([0x408, 2], [1, 2, 3, 4, 5, 6, 7, 8], [2, 1]),
    ]);
    expect([...keys.flags]).toEqual([0x408, 0x408, 2]);
    expect([...keys.data]).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(codes).toEqual([]);
  });

  test('keeps the bits of packed weights that are no number as a float', () => {
    // 0x7fff and 0xffff: as a float the two together are NaN with a payload.
    const bits = Float32Array.from([0, 0, 0, 0]);
    new Uint32Array(bits.buffer)[2] = 0xffff7fff;
    const { keys } = read([
      times(1n),
      values(0),
      fbxRecord('KeyAttrFlags', [Int32Array.of(8)]),
      fbxRecord('KeyAttrDataFloat', [bits]),
      fbxRecord('KeyAttrRefCount', [Int32Array.of(1)]),
    ]);
    expect(new Uint32Array(keys.data.buffer)[2]).toBe(0xffff7fff);
  });

  test.each([
    ['fewer values', [times(1n, 2n, 3n), values(5), ...attributes([2], [0, 0, 0, 0], [1])], 1],
    ['fewer times', [times(1n), values(5, 6), ...attributes([2], [0, 0, 0, 0], [1])], 1],
    ['no values', [times(1n, 2n)], 0],
  ])('%s: the shorter list counts, with a problem', (_, children, count) => {
    const { keys, codes } = read(children as FbxTree[]);
    expect([keys.times.length, keys.values.length, keys.flags.length, keys.data.length]).toEqual([
      count,
      count,
      count,
      4 * count,
    ]);
    expect(codes).toEqual(['FBX_BAD_KEYS']);
  });

  test.each([
    ['too few counts', attributes([2, 4], [0, 0, 0, 0, 0, 0, 0, 0], [1]), [2, 2, 2]],
    ['counts that end early', attributes([2, 4], [0, 0, 0, 0, 0, 0, 0, 0], [1, 1]), [2, 4, 4]],
    ['counts that go on', attributes([2, 4], [0, 0, 0, 0, 0, 0, 0, 0], [2, 99]), [2, 2, 4]],
    ['counts below 0', attributes([2, 4], [0, 0, 0, 0, 0, 0, 0, 0], [-5, 3]), [4, 4, 4]],
    ['too little data', attributes([2, 4], [0, 0, 0, 0], [1, 2]), [2, 2, 2]],
    ['nothing', [], [DEFAULT_KEY_FLAGS, DEFAULT_KEY_FLAGS, DEFAULT_KEY_FLAGS]],
  ])('attributes with %s are taken as far as they go, with a problem', (_, attribute, flags) => {
    const { keys, codes } = read([times(1n, 2n, 3n), values(0, 0, 0), ...(attribute as FbxTree[])]);
    expect([...keys.flags]).toEqual(flags);
    expect(keys.data).toHaveLength(12);
    expect(codes).toEqual(['FBX_BAD_KEYS']);
  });

  test('a curve without keys has none and no problem', () => {
    const { keys, codes } = read([fbxRecord('Default', [1])]);
    expect([keys.times.length, keys.data.length, codes]).toEqual([0, 0, []]);
  });

  test.each([
    [[], ['C', -1]],
    [
      [fbxRecord('Type', [{ code: 'C', value: 0x52 }]), fbxRecord('Repetition', [3])],
      ['R', 3],
    ],
    [
      [fbxRecord('Type', [{ code: 'C', value: 0x41 }]), fbxRecord('Repetition', [-1])],
      ['A', -1],
    ],
    [[fbxRecord('Type', ['M'])], ['M', -1]],
    [
      [fbxRecord('Type', ['K']), fbxRecord('Repetition', [-7])],
      ['K', -1],
    ],
    [
      [fbxRecord('Type', ['Z']), fbxRecord('Repetition', [3])],
      ['C', -1],
    ],
    [[fbxRecord('Type', [])], ['C', -1]],
  ])('extrapolation %#', (children, [type, count]) => {
    const { keys } = read([fbxRecord('Post-Extrapolation', [], children as FbxTree[])]);
    expect(keys.post).toEqual({ type, count });
    expect(keys.pre).toEqual({ type: 'C', count: -1 });
  });
});
