import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCurveKeys, type CurveKeys, type TangentType } from './keys.ts';
import { computeTangents, describeTangents } from './tangents.ts';

type Pair = [number, number];
interface Case {
  name: string;
  type: TangentType;
  weighted?: boolean;
  keys: Pair[];
  in: Pair[];
  out: Pair[];
}
const goldenUrl = new URL('../../../../fixtures/curves/tangents.golden.json', import.meta.url);
const golden: { tolerance: number; cases: Case[] } = JSON.parse(readFileSync(goldenUrl, 'utf8'));

const keysOf = (type: TangentType, list: readonly Pair[], weighted = false): CurveKeys =>
  buildCurveKeys(
    list.map(([time, value]) => ({ time, value, inType: type, outType: type })),
    { weighted },
  );

const ascending = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -50, max: 50 })), { minLength: 2, maxLength: 9 })
  .map((list) => {
    let time = 0;
    return list.map(([step, value]): Pair => {
      time += step / 24;
      return [time, value];
    });
  });

describe('computeTangents', () => {
  test.each(golden.cases)('$name', ({ type, keys, weighted, in: expectedIn, out: expectedOut }) => {
    const filled = computeTangents(keysOf(type, keys, weighted));
    keys.forEach((_, key) => {
      const found = [filled.inX[key]!, filled.inY[key]!, filled.outX[key]!, filled.outY[key]!];
      const expected = [...expectedIn[key]!, ...expectedOut[key]!];
      found.forEach((number, part) => {
        expect(Math.abs(number - expected[part]!), `key ${key}`).toBeLessThan(golden.tolerance);
      });
    });
  });

  test('keeps stored vectors of any type', () => {
    const keys = buildCurveKeys([
      { time: 0, value: 0, outType: 'spline', outTangent: [0.6, 0.8] },
      { time: 1, value: 5, inType: 'fixed', inTangent: [0.8, -0.6] },
    ]);
    const filled = computeTangents(keys);
    expect([filled.outX[0], filled.outY[0], filled.inX[1], filled.inY[1]]).toEqual([0.6, 0.8, 0.8, -0.6]);
    expect(keys.inX[0]).toBeNaN();
  });

  test('keeps handles of auto kinds and plateau between the neighbouring values', () =>
    fc.assert(
      fc.property(ascending, fc.constantFrom<TangentType[]>('auto', 'automix', 'autoease', 'plateau'), (list, type) => {
        const filled = computeTangents(keysOf(type, list, true));
        for (let key = 1; key < list.length; key++) {
          const [low, high] = [list[key - 1]![1], list[key]![1]].sort((a, b) => a - b);
          for (const y of [list[key - 1]![1] + filled.outY[key - 1]! / 3, list[key]![1] - filled.inY[key]! / 3]) {
            expect(y).toBeGreaterThanOrEqual(low! - 1e-9);
            expect(y).toBeLessThanOrEqual(high! + 1e-9);
          }
        }
      }),
    ));

  test('gives non-weighted vectors unit length and the slope of the weighted ones', () =>
    fc.assert(
      fc.property(
        ascending,
        fc.constantFrom<TangentType[]>('auto', 'spline', 'clamped', 'flat', 'linear'),
        (list, type) => {
          const plain = computeTangents(keysOf(type, list));
          const weighted = computeTangents(keysOf(type, list, true));
          list.forEach((_, key) => {
            expect(Math.hypot(plain.outX[key]!, plain.outY[key]!)).toBeCloseTo(1, 12);
            expect(plain.outY[key]! / plain.outX[key]!).toBeCloseTo(weighted.outY[key]! / weighted.outX[key]!, 9);
          });
        },
      ),
    ));

  test.each([
    ['auto', 0],
    ['spline', 1],
    ['linear', 1],
    ['flat', 1],
    ['step', 0],
  ] as const)('gives a lone %s key a level vector of length %d', (type, length) => {
    const filled = computeTangents(keysOf(type, [[3, 4]]));
    expect([filled.inX[0], filled.inY[0], filled.outX[0], filled.outY[0]]).toEqual([length, 0, length, 0]);
  });
});

describe('describeTangents', () => {
  test('tells types, vectors, angles and weights of each key', () => {
    const [first, second] = describeTangents(
      buildCurveKeys(
        [
          { time: 0, value: 0, outType: 'fixed', outTangent: [3, 3] },
          { time: 2, value: 2, inType: 'flat' },
        ],
        { weighted: true },
      ),
    );
    expect(first).toMatchObject({ time: 0, outType: 'fixed', outX: 3, outY: 3 });
    expect(first!.outAngleDeg).toBeCloseTo(45, 12);
    expect(first!.outWeight).toBeCloseTo(Math.SQRT2, 12);
    expect(second).toMatchObject({ inType: 'flat', inX: 2, inY: 0, inAngleDeg: 0 });
  });
});
