import { KEY_SPANS, type KeyBlock } from '@rigline/scene/maya';
import { describe, expect, test } from 'vitest';
import { buildKeyBlock, isMadeByMaya, keySourceOf } from './curves.ts';
import type { FbxDocument, FbxObject, RawExtrapolation, RawKeys } from './document-types.ts';

const CUBIC = 0x8;
const AUTO = 0x108;
const TCB = 0x208;
const USER = 0x408;
const CLAMP = 0x1000;
const MAYA = 0x2000;
const PROGRESSIVE = 0x4000;
const WEIGHTS = 0x3000000;

type Key = readonly [seconds: number, value: number, flags: number, ...data: number[]];

const NONE: RawExtrapolation = { type: 'C', count: -1 };

/** A float32 that has two weights in its bits. */
function packed(right: number, nextLeft: number): number {
  const bits = Uint32Array.of((nextLeft << 16) | right);
  return new Float32Array(bits.buffer)[0] as number;
}

function rawKeys(keys: readonly Key[], more: Partial<RawKeys> = {}): RawKeys {
  const data = new Float32Array(keys.length * 4);
  keys.forEach(([, , , ...numbers], i) => {
    data.set(numbers, i * 4);
  });
  return {
    times: Float64Array.from(keys, (key) => key[0] * 100),
    values: Float64Array.from(keys, (key) => key[1]),
    flags: Int32Array.from(keys, (key) => key[2]),
    data,
    defaultValue: 0,
    pre: NONE,
    post: NONE,
    ...more,
  };
}

const UNITS = { ticksPerSecond: 100, scale: 1, clampDistance: 0 };

const build = (keys: readonly Key[], units: Partial<typeof UNITS> = {}): KeyBlock =>
  buildKeyBlock(rawKeys(keys), { ...UNITS, ...units });
const slopes = (block: KeyBlock, key: number): [number, number] => [
  block.inSlopes[key] as number,
  block.outSlopes[key] as number,
];

describe('buildKeyBlock', () => {
  test('spans are told from the flags; without any the curve is linear', () => {
    const block = build([
      [0, 0, 0x2],
      [1, 5, 0x102],
      [2, 7, 0x4],
      [3, 9, CUBIC],
      [4, 1, 0],
      [5, 2, 0x4],
    ]);
    expect([...block.spans].map((code) => KEY_SPANS[code])).toEqual([
      'step',
      'stepnext',
      'linear',
      'cubic',
      'linear',
      'linear',
    ]);
  });

  test('seconds and inner units', () => {
    const block = build(
      [
        [0, 90, USER, 10, 20],
        [2, 180, USER, 30, 40],
        [3, 0, USER],
      ],
      { scale: 0.5 },
    );
    expect([...block.times]).toEqual([0, 2, 3]);
    expect([...block.values]).toEqual([45, 90, 0]);
    expect(slopes(block, 1)).toEqual([10, 15]);
    expect(slopes(block, 2)[0]).toBe(20);
  });

  test('huge slopes of constant keys count for nothing', () => {
    const block = build([
      [0, 1, 0x2, 1e30, -1e30],
      [1, 2, USER, 3, 0],
      [2, 2, USER],
    ]);
    expect(slopes(block, 0)).toEqual([0, 0]);
    expect(slopes(block, 1)).toEqual([0, 3]);
  });

  test('slopes and weights that are no numbers are flat thirds', () => {
    const block = build([
      [0, 1, USER | WEIGHTS, Number.NaN, Number.POSITIVE_INFINITY, packed(5000, 2500)],
      [1, 2, USER],
    ]);
    expect([...block.outSlopes, ...block.inSlopes]).toEqual([0, 0, 0, 0]);
    expect([...(block.outWeights as Float64Array)]).toEqual([0.5, 1 / 3]);
    expect([...(block.inWeights as Float64Array)]).toEqual([1 / 3, 0.25]);
  });

  test('weights of a float32 that is no number are read from its bits, and end at the next key', () => {
    const block = build([
      [0, 1, USER | WEIGHTS, 0, 0, packed(65535, 0xffc0)],
      [1, 2, USER],
    ]);
    expect(block.outWeights?.[0]).toBe(1);
    expect(block.inWeights?.[1]).toBe(1);
  });

  test('weights that are not packed win, and are thirds where they are none', () => {
    const weights = Float64Array.of(0.1, 0.2, Number.NaN, -1, 0.3, 0.3);
    const keys: Key[] = [
      [0, 1, USER | WEIGHTS, 0, 0, packed(5000, 2500)],
      [1, 2, USER | WEIGHTS],
      [2, 2, USER],
    ];
    const block = buildKeyBlock(rawKeys(keys, { weights }), UNITS);
    expect([...(block.outWeights as Float64Array)]).toEqual([0.1, 1 / 3, 1 / 3]);
    expect([...(block.inWeights as Float64Array)]).toEqual([1 / 3, 0.2, 1 / 3]);
  });

  test('without weighted keys there are no weights', () => {
    const block = build([
      [0, 1, USER, 0, 0, packed(5000, 2500)],
      [1, 2, USER],
    ]);
    expect([block.outWeights, block.inWeights]).toEqual([undefined, undefined]);
  });
});

/** Values 0, 6, 8 at 0, 1, 3 seconds: slopes 6 and 1, chord 8/3. */
const corner = (flags: number, left = 0, right = 0): KeyBlock =>
  build([
    [0, 0, AUTO, 0, left],
    [1, 6, AUTO | flags, right],
    [3, 8, AUTO],
  ]);

describe('automatic tangents', () => {
  test('of Maya are the chord of the neighbours', () => {
    expect(slopes(corner(MAYA), 1)).toEqual([8 / 3, 8 / 3]);
  });

  test('of MotionBuilder are half the chord and half the mix of both sides', () => {
    // Mix: 6 * (1 - 1/3) + 1 * 1/3 = 13/3; with the chord: (13/3 + 8/3) / 2.
    expect(slopes(corner(0), 1)[0]).toBeCloseTo(3.5, 12);
  });

  test('a positive bias turns to the slope after the key, a negative one to the slope before', () => {
    expect(slopes(corner(0, -50, 50), 1)[0]).toBeCloseTo((3.5 + 1) / 2, 12);
    expect(slopes(corner(0, 100, -100), 1)[0]).toBeCloseTo(6, 12);
  });

  test('two biases turn the sides apart', () => {
    const [before, after] = slopes(corner(0, 100, 50), 1);
    expect(before).toBeCloseTo(6, 12);
    expect(after).toBeCloseTo((3.5 + 1) / 2, 12);
  });

  test('a bias beyond 500 adds a slope of its own by the square', () => {
    // 3.5 turned by 7 times (1 - 3.5), and (700 - 500) / 100 squared times 40 in the same direction.
    expect(slopes(corner(0, -700, 700), 1)[1]).toBeCloseTo(3.5 - 7 * 2.5 - 160, 9);
  });

  test('bias counts for nothing in keys that are independent of time', () => {
    expect(slopes(corner(MAYA, -50, 50), 1)[1]).toBe(8 / 3);
  });

  test('ends go along the only chord', () => {
    expect(slopes(corner(0), 0)).toEqual([6, 6]);
    expect(slopes(corner(0), 2)).toEqual([1, 1]);
  });

  test('progressive clamping keeps handles between the neighbours, and makes ends flat', () => {
    const block = build([
      [0, 0, AUTO | MAYA | PROGRESSIVE],
      [1, 0.1, AUTO | MAYA | PROGRESSIVE],
      [2, 8, AUTO | MAYA | PROGRESSIVE],
      [3, 7, AUTO | MAYA | PROGRESSIVE],
    ]);
    // The chord is 4; a third of a second before the key may rise by no more than 0.1.
    expect(slopes(block, 1)[0]).toBeCloseTo(0.3, 12);
    expect([slopes(block, 0), slopes(block, 2), slopes(block, 3)].flat().map((v) => v + 0)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('clamping makes a key flat beside one of the same value', () => {
    const keys: Key[] = [
      [0, 0, AUTO | MAYA | CLAMP],
      [1, 0.04, AUTO | MAYA | CLAMP],
      [2, 8, AUTO | MAYA | CLAMP],
    ];
    expect(slopes(build(keys), 1)[0]).toBe(4);
    expect(slopes(build(keys, { clampDistance: 0.05 }), 1)[0]).toBe(0);
    expect(slopes(build(keys, { clampDistance: 0.05 }), 0)[0]).toBe(0);
    expect(slopes(build(keys, { clampDistance: 0.05 }), 2)[0]).toBeCloseTo(7.96, 12);
  });

  test('what a linear key goes on with is no bias', () => {
    const block = build([
      [0, 0, 0x4, 0, 0],
      [1, 60, AUTO, 60],
      [3, 80, AUTO],
    ]);
    const plain = build([
      [0, 0, AUTO, 0, -60],
      [1, 60, AUTO, 60],
      [3, 80, AUTO],
    ]);
    expect(slopes(block, 1)[1]).toBe(slopes(plain, 1)[1]);
  });
});

describe('tension, continuity and bias', () => {
  // Slopes 6 and 1; the formulas of Kochanek and Bartels worked out by hand.
  const tcb = (tension: number, continuity: number, bias: number): [number, number] =>
    slopes(
      build([
        [0, 0, TCB],
        [1, 6, TCB, tension, continuity, bias],
        [3, 8, TCB],
      ]),
      1,
    );

  test('none: the mean of both slopes', () => expect(tcb(0, 0, 0)).toEqual([3.5, 3.5]));
  test('full tension is flat', () => expect(tcb(1, 0, 0).map((v) => v + 0)).toEqual([0, 0]));
  test('full continuity parts the sides', () => expect(tcb(0, 1, 0)).toEqual([1, 6]));
  test('lack of continuity is a corner', () => expect(tcb(0, -1, 0)).toEqual([6, 1]));
  test('bias chooses a side', () => {
    expect(tcb(0, 0, 1)).toEqual([6, 6]);
    expect(tcb(0, 0, -1)).toEqual([1, 1]);
  });
});

describe('keys out of order', () => {
  test('keys that are no numbers are left out', () => {
    const block = build([
      [0, 0, 0x4],
      [1, Number.NaN, 0x4],
      [Number.POSITIVE_INFINITY, 3, 0x4],
      [2, 2, 0x4],
    ]);
    expect([...block.times]).toEqual([0, 2]);
    expect([...block.outSlopes]).toEqual([1, 1]);
    expect(block.issues).toEqual(['notFinite']);
  });

  test('keys are sorted with their own tangents', () => {
    const block = build([
      [2, 20, USER, 3, 4],
      [0, 0, USER, 1, 2],
      [3, 30, USER],
    ]);
    expect([...block.times]).toEqual([0, 2, 3]);
    expect([...block.values]).toEqual([0, 20, 30]);
    expect(slopes(block, 1)).toEqual([2, 3]);
    expect(block.issues).toEqual(['unsorted']);
  });

  test('of keys at one time the curve ends at the first and goes on from the last', () => {
    const block = build([
      [0, 0, 0x4],
      [1, 10, 0x4],
      [1, 50, 0x4],
      [1, 20, 0x4],
      [2, 30, 0x4],
    ]);
    expect([...block.values]).toEqual([0, 10, 20, 30]);
    expect(block.times[1]).toBeLessThan(1);
    expect(block.times[1]).toBeGreaterThan(1 - 1e-9);
    expect(block.times[2]).toBe(1);
    expect(block.issues).toEqual(['duplicate']);
  });

  test('lists of unequal lengths end at the shorter one', () => {
    const raw = {
      ...rawKeys([
        [0, 1, 0x4],
        [1, 2, 0x4],
      ]),
      values: Float64Array.of(1),
    };
    expect([...buildKeyBlock(raw, UNITS).times]).toEqual([0]);
  });

  test('flags and tangents that are missing make linear keys', () => {
    const raw = {
      ...rawKeys([
        [0, 1, 0x4],
        [1, 2, 0x4],
      ]),
      flags: new Int32Array(),
      data: new Float32Array(),
    };
    expect([...buildKeyBlock(raw, UNITS).outSlopes]).toEqual([1, 1]);
  });
});

describe('outside the keys', () => {
  const outside = (pre: RawExtrapolation, post: RawExtrapolation): KeyBlock =>
    buildKeyBlock(
      rawKeys(
        [
          [0, 1, USER, 7, 8],
          [1, 2, USER, 9, 0],
        ],
        { pre, post },
      ),
      UNITS,
    );

  test('kinds by their letter, unknown ones constant', () => {
    const kinds = ['C', 'K', 'R', 'A', 'M', '?', 'toString'];
    expect(kinds.map((type) => outside(NONE, { type, count: 3 }).post)).toEqual([
      { kind: 'constant', count: Number.POSITIVE_INFINITY },
      { kind: 'linear', count: Number.POSITIVE_INFINITY },
      { kind: 'cycle', count: 3 },
      { kind: 'cycleRelative', count: 3 },
      { kind: 'oscillate', count: 3 },
      { kind: 'constant', count: Number.POSITIVE_INFINITY },
      { kind: 'constant', count: Number.POSITIVE_INFINITY },
    ]);
  });

  test('a negative count has no end, and no cycles are constant', () => {
    expect(outside({ type: 'R', count: -1 }, { type: 'M', count: 0 })).toMatchObject({
      pre: { kind: 'cycle', count: Number.POSITIVE_INFINITY },
      post: { kind: 'constant' },
    });
  });

  test('a straight line goes on with the slope of the end span', () => {
    const block = outside({ type: 'K', count: -1 }, { type: 'K', count: -1 });
    expect(slopes(block, 0)).toEqual([7, 7]);
    expect(slopes(block, 1)).toEqual([8, 8]);
  });
});

describe('keySourceOf', () => {
  const curve = {} as FbxObject;
  function documentOf(raw: RawKeys, application = ''): { document: FbxDocument; reads: () => number } {
    let count = 0;
    const document = {
      ticksPerSecond: 100,
      application,
      readKeys: () => {
        count++;
        return raw;
      },
    } as Partial<FbxDocument> as FbxDocument;
    return { document, reads: () => count };
  }

  test('reads the keys when asked for, and once', () => {
    const { document, reads } = documentOf(rawKeys([[0, 1, 0x4]]));
    const source = keySourceOf(document, curve, 1);
    expect(reads()).toBe(0);
    expect(source.readKeys()).toBe(source.readKeys());
    expect(reads()).toBe(1);
  });

  test('without keys the curve has the value of its node, else its own', () => {
    const properties = { own: [{ name: 'd|Y', values: [6] }] } as unknown as FbxObject['properties'];
    const curveNode = { properties } as FbxObject;
    const { document } = documentOf(rawKeys([], { defaultValue: 4 }));
    const valueAt = (channel: number) => [
      ...keySourceOf(document, curve, 0.5, { curveNode, channel }).readKeys().values,
    ];
    expect([valueAt(1), valueAt(0)]).toEqual([[3], [2]]);
    expect([...keySourceOf(document, curve, 0.5).readKeys().values]).toEqual([2]);
    const { document: empty } = documentOf(rawKeys([], { defaultValue: Number.NaN }));
    expect([...keySourceOf(empty, curve, 0.5).readKeys().values]).toEqual([0]);
  });

  test('clamped keys of Maya are flat within its own distance, in its own units', () => {
    const raw = rawKeys([
      [0, 0, AUTO | MAYA | CLAMP],
      [1, 2, AUTO | MAYA | CLAMP],
      [2, 80, AUTO | MAYA | CLAMP],
    ]);
    const degree = Math.PI / 180;
    const { document: maya } = documentOf(raw, 'Maya 2020');
    const { document: other } = documentOf(raw, 'MotionBuilder');
    expect(isMadeByMaya(maya)).toBe(true);
    // 2 degrees are 0.035 radians, and 2 centimetres are more than 0.05.
    expect(keySourceOf(maya, curve, degree).readKeys().outSlopes[1]).toBe(0);
    expect(keySourceOf(maya, curve, 1).readKeys().outSlopes[1]).toBe(40);
    expect(keySourceOf(other, curve, degree).readKeys().outSlopes[1]).toBeCloseTo(40 * degree, 12);
  });
});
