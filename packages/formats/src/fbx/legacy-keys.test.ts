import { ProblemLog } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { KEY_FLAGS } from './curve-slopes.ts';
import type { FbxObject, RawKeys } from './document-types.ts';
import { readLegacyKeys } from './legacy-keys.ts';
import type { FbxRecord } from './record-types.ts';
import { readFbxRecords } from './records.ts';

/** The keys of a channel of a text file of version 6.1. */
function read(channel: string, version = 6100): { keys: RawKeys; codes: string[]; text: string } {
  const log = new ProblemLog();
  const source = `; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n FBXVersion: 6100\n}\nChannel: "X" {\n${channel}\n}\nObjects:  {\n}\n`;
  const file = readFbxRecords(new TextEncoder().encode(source), { file: 'a.fbx', log });
  const record = file.records.find(({ name }) => name === 'Channel') as FbxRecord;
  const keys = readLegacyKeys(version)({ record } as FbxObject, { file: 'a.fbx', log });
  const problems = log.list();
  return { keys, codes: problems.map(({ code }) => code), text: problems[0]?.message ?? '' };
}

const AUTO = KEY_FLAGS.cubic | KEY_FLAGS.auto | KEY_FLAGS.timeIndependent | KEY_FLAGS.clampProgressive;
const USER = KEY_FLAGS.cubic | KEY_FLAGS.user;

describe('readLegacyKeys', () => {
  test('a list of Maya: slopes, and weights on one side, both and none', () => {
    const { keys, codes } = read(`Default: 4
KeyVer: 4005
KeyCount: 4
Key: 0,1,U,s,0.5,-0.25,n,100,2,U,s,3,4,a,0.25,0.75,200,3,U,s,5,6,r,0.9,300,4,U,s,7,8,l,0.1`);
    expect(codes).toEqual([]);
    expect([...keys.times]).toEqual([0, 100, 200, 300]);
    expect([...keys.values]).toEqual([1, 2, 3, 4]);
    const right = KEY_FLAGS.weightedRight;
    const left = KEY_FLAGS.weightedNextLeft;
    expect([...keys.flags]).toEqual([USER, USER | right | left, USER | right, USER | left]);
    expect([0, 1, 4, 5, 8, 9, 12, 13].map((i) => keys.data[i])).toEqual([0.5, -0.25, 3, 4, 5, 6, 7, 8]);
    expect([...(keys.weights ?? [])].slice(2)).toEqual([0.25, 0.75, 0.9, 1 / 3, 1 / 3, 0.1]);
    expect(keys.defaultValue).toBe(4);
  });

  test('weights are packed as in version 7 besides', () => {
    const { keys } = read('KeyVer: 4005\nKeyCount: 1\nKey: 0,1,U,s,0,0,a,0.25,0.75');
    expect(new Uint32Array(keys.data.buffer)[2]).toBe(2500 | (7500 << 16));
  });

  test('constant, constant to the next, and linear keys', () => {
    const { keys, codes } = read('KeyVer: 4005\nKeyCount: 3\nKey: 0,1,C,s,100,2,C,n,200,3,L');
    expect([...keys.flags]).toEqual([KEY_FLAGS.constant, KEY_FLAGS.constant | KEY_FLAGS.auto, KEY_FLAGS.linear]);
    expect(codes).toEqual([]);
  });

  test('constant keys of the oldest lists have no letter more', () => {
    const { keys, codes } = read('KeyVer: 4003\nKeyCount: 2\nKey: 0,1,C,100,2,C');
    expect([[...keys.times], codes]).toEqual([[0, 100], []]);
  });

  test.each([
    [4002, '0,1,U,s,2,3,n,100,2,U,s,2,3,n'],
    [4003, '0,1,U,s,2,3,100,2,U,s,2,3'],
    [4004, '0,1,U,b,2,3,n,100,2,U,b,2,3,n'],
    [4004, '0,1,U,a,100,2,U,a'],
    [4005, '0,1,U,a,n,100,2,U,a,n'],
    [4005, '0,1,U,s,2,3,c,100,2,U,s,2,3,c'],
    [4004, '0,1,U,p,2,3,n,100,2,U,p,2,3,a,0.1,0.2'],
    [4005, '0,1,U,p,2,3,n,n,100,2,U,p,2,3,a,0.1,0.2,n'],
    [4005, '0,1,U,q,2,3,n,n,100,2,U,q,2,3,n,n'],
    [4005, '0,1,U,t,0,0,1e-30,100,2,U,t,0,0,1e-30'],
    [4005, '0,1,U,d,0,n,100,2,U,d,0,n'],
  ])('list version %d: %s', (version, list) => {
    const { keys, codes } = read(`KeyVer: ${version}\nKeyCount: 2\nKey: ${list}`);
    expect([[...keys.times], [...keys.values], codes]).toEqual([[0, 100], [1, 2], []]);
  });

  test.each(['a,n', 'p,2,3,n,n', 'q,2,3,n,n', 't,0,0,0', 'd,0,n'])('tangents %s are automatic', (letters) => {
    expect(read(`KeyVer: 4005\nKeyCount: 1\nKey: 0,1,U,${letters}`).keys.flags[0]).toBe(AUTO);
  });

  test.each([
    [3000, '0,1,U,s,2,3'],
    [5000, '0,1,U,s,2,3,n'],
    [5000, '0,1,U,a'],
    [6100, '0,1,U,a,n'],
  ])('the list version follows from the version %d of the file where none stands', (version, list) => {
    const { keys, codes } = read(`KeyCount: 1\nKey: ${list}`, version);
    expect([keys.times.length, codes]).toEqual([1, []]);
  });

  test.each([
    ['an unknown kind', 'Key: 0,1,L,100,2,X,5', 'unknown kind'],
    ['unknown tangents', 'Key: 0,1,L,100,2,U,z,5', 'tangents of an unknown kind'],
    ['unknown weights', 'Key: 0,1,L,100,2,U,s,1,2,z', 'weights of an unknown kind'],
    ['missing slopes', 'Key: 0,1,L,100,2,U,s,1', 'without all its tangents'],
    ['missing weights', 'Key: 0,1,L,100,2,U,s,1,2,a,0.5', 'without all its weights'],
    ['no weight letter', 'Key: 0,1,L,100,2,U,s,1,2', 'without its weights'],
    ['an end in a key', 'KeyCount: 2\nKey: 0,1,L,100,2', 'goes on after its last key'],
    ['more than it says', 'KeyCount: 1\nKey: 0,1,L,100,2,L', 'goes on'],
    ['another count', 'KeyCount: 5\nKey: 0,1,L', 'says it has 5'],
  ])('a list with %s is read up to there, with a problem', (_, list, message) => {
    const { keys, codes, text } = read(list);
    expect([...keys.times]).toEqual([0]);
    expect(codes).toEqual(['FBX_BAD_KEYS']);
    expect(text).toContain(message);
  });

  test('a count beyond what the list can hold takes no memory', () => {
    expect(read('KeyCount: 4000000000\nKey: 0,1,L').keys.times).toHaveLength(1);
    expect(read('KeyCount: -3\nKey: 0,1,L').keys.times).toHaveLength(1);
  });

  test('extrapolation stands beside the list', () => {
    const { keys } = read(
      'KeyCount: 1\nKey: 0,1,L\nPre-Extrapolation:  {\nType: R\nRepetition: 2\n}\nPost-Extrapolation:  {\nType: K\n}',
    );
    expect([keys.pre, keys.post]).toEqual([
      { type: 'R', count: 2 },
      { type: 'K', count: -1 },
    ]);
  });

  test('a channel with a value alone has no keys', () => {
    const { keys } = read('Default: 3');
    expect([keys.times.length, keys.defaultValue]).toEqual([0, 3]);
  });
});
