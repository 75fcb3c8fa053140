import { type FbxObjectSketch, type FbxSketch, fbxRecord, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';
import type { FbxOptions } from './scene-context.ts';

/** Source: FBX SDK help, FbxTime: ticks of a second. */
const SECOND = 46186158000;

function read(sketch: FbxSketch, options: Partial<FbxOptions> = {}): ReturnType<typeof readFbx>['scene']['settings'] {
  return readFbx(sketchFbx(sketch), { file: 'a.fbx', ...options }).scene.settings;
}

function stack(id: number, name: string, start?: number, stop?: number): FbxObjectSketch {
  const limits = [
    ['LocalStart', 'KTime', '', { code: 'L', value: BigInt(start ?? 0) }],
    ['LocalStop', 'KTime', '', { code: 'L', value: BigInt(stop ?? 0) }],
  ] as const;
  return [id, 'AnimationStack', '', name, start === undefined ? [] : limits];
}

const takeRecord = (name: string, start: number, stop: number): FbxSketch => ({
  records: [
    fbxRecord(
      'Takes',
      [],
      [fbxRecord('Take', [name], [fbxRecord('LocalTime', [BigInt(start * SECOND), BigInt(stop * SECOND)])])],
    ),
  ],
});

describe('listTakes', () => {
  test('lists all takes with their ranges and layers, lowest first', () => {
    const { takes, range, savedFrame, take } = read({
      objects: [
        stack(1, 'run', SECOND, 3 * SECOND),
        stack(2, 'walk', -SECOND, SECOND),
        [3, 'AnimationLayer', '', 'BaseLayer'],
        [4, 'AnimationLayer', '', 'over'],
      ],
      connections: [
        [3, 1],
        [4, 1],
      ],
      globals: [['TimeMode', 'enum', '', 11]],
    });
    expect(takes).toEqual([
      { name: 'run', range: [1, 3], layers: ['BaseLayer', 'over'] },
      { name: 'walk', range: [-1, 1], layers: [] },
    ]);
    expect({ take, range, savedFrame }).toEqual({ take: 'run', range: [24, 72], savedFrame: 24 });
  });

  test.each([
    ['no limits', stack(1, 'a')],
    ['no length', stack(1, 'a', 0, 0)],
    ['limits beyond any shot', stack(1, 'a', -9e18, 9e18)],
    ['an end before its start', stack(1, 'a', SECOND, 0)],
  ])('takes the range of the take where a stack has %s', (_, object) => {
    expect(read({ objects: [object], ...takeRecord('a', 2, 5) }).takes[0]?.range).toEqual([2, 5]);
  });

  test('takes the range of the keys where nothing else says it', () => {
    const { takes } = read({
      objects: [
        stack(1, 'a', 0, 0),
        [2, 'AnimationLayer', '', ''],
        [3, 'AnimationCurveNode', '', 'T'],
        [
          4,
          'AnimationCurve',
          '',
          '',
          [],
          [
            fbxRecord('KeyTime', [new BigInt64Array([BigInt(SECOND), BigInt(4 * SECOND)])]),
            fbxRecord('KeyValueFloat', [new Float32Array([1, 2])]),
          ],
        ],
      ],
      connections: [
        [2, 1],
        [3, 2],
        [4, 3, 'd|X'],
      ],
    });
    expect(takes[0]?.range).toEqual([1, 4]);
  });

  test('takes the time line last', () => {
    const globals = [
      ['TimeSpanStart', 'KTime', '', { code: 'L', value: BigInt(SECOND) }],
      ['TimeSpanStop', 'KTime', '', { code: 'L', value: BigInt(2 * SECOND) }],
    ] as const;
    expect(read({ objects: [stack(1, 'a', 0, 0)], globals }).takes[0]?.range).toEqual([1, 2]);
  });
});

describe('chooseTake', () => {
  const objects = [stack(1, '(internal)'), stack(2, 'a'), stack(3, 'b')];

  test('leaves inner takes of exporters out unless there is no other', () => {
    expect(read({ objects }).take).toBe('a');
    expect(read({ objects: [stack(1, '(internal)')] }).take).toBe('(internal)');
    expect(read({}).take).toBeUndefined();
  });

  test('takes the one that is asked for, or none', () => {
    expect(read({ objects }, { take: 'b' }).take).toBe('b');
    expect(read({ objects }, { take: null }).take).toBeUndefined();
  });

  test('refuses a name that is not there and lists those that are', () => {
    expect(() => read({ objects }, { take: 'c' })).toThrow(/"a", "b"/);
  });
});
