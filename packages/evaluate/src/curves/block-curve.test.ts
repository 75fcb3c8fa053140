import type { KeyBlock, KeyExtrapolation } from '@rigline/scene/maya';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKeyBlock, findBlockSpan, keysOfBlock } from './block-curve.ts';
import { compileCurve } from './compile.ts';
import { CurveBank } from './curve-bank.ts';
import { evaluateCurve, evaluateCurveBatch } from './evaluate-curve.ts';

const STEP = 0;
const STEP_NEXT = 1;
const LINEAR = 2;
const CUBIC = 3;

const CONSTANT: KeyExtrapolation = { kind: 'constant', count: Number.POSITIVE_INFINITY };

interface Sketch {
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly spans: readonly number[];
  readonly slopes?: readonly number[];
  readonly weights?: readonly number[];
  readonly pre?: KeyExtrapolation;
  readonly post?: KeyExtrapolation;
}

function blockOf({ times, values, spans, slopes, weights, pre = CONSTANT, post = CONSTANT }: Sketch): KeyBlock {
  const numbers = Float64Array.from(slopes ?? times.map(() => 0));
  const parts = weights && Float64Array.from(weights);
  return {
    times: Float64Array.from(times),
    values: Float64Array.from(values),
    spans: Uint8Array.from(spans),
    outSlopes: numbers,
    inSlopes: numbers,
    outWeights: parts,
    inWeights: parts,
    pre,
    post,
  };
}

const at = (sketch: Sketch, ...xs: readonly number[]): number[] => {
  const curve = compileKeyBlock(blockOf(sketch));
  return xs.map((x) => evaluateCurve(curve, x));
};

describe('compileKeyBlock', () => {
  test('stepped spans have the value before or after them', () => {
    const keys = { times: [0, 1, 2], values: [5, 6, 7] };
    expect(at({ ...keys, spans: [STEP, STEP, STEP] }, 0, 0.5, 1, 1.9, 2)).toEqual([5, 5, 6, 6, 7]);
    // At exactly the time of a key its own value holds. Source: FBX facts, constantNext.
    expect(at({ ...keys, spans: [STEP_NEXT, STEP_NEXT, STEP] }, 0, 0.5, 1, 1.9, 2)).toEqual([5, 6, 6, 7, 7]);
  });

  test('linear spans are straight', () => {
    expect(at({ times: [1, 3], values: [0, 10], spans: [LINEAR, LINEAR] }, 1, 1.5, 2, 3)).toEqual([0, 2.5, 5, 10]);
  });

  // Hermite with slopes 3 and 1 from 0 to 1 in one second, by hand: y = (3 + 1 - 2)t³ + (3 - 6 - 1)t² + 3t.
  test('cubic spans are Hermite cubics of their slopes', () => {
    const block = { ...blockOf({ times: [0, 1], values: [0, 1], spans: [CUBIC, CUBIC] }) };
    const curve = compileKeyBlock({ ...block, outSlopes: Float64Array.of(3, 1), inSlopes: Float64Array.of(3, 1) });
    for (const t of [0.25, 0.5, 0.75]) expect(evaluateCurve(curve, t)).toBeCloseTo(2 * t ** 3 - 4 * t ** 2 + 3 * t, 14);
  });

  // With handles of half the span at both ends the time at the parameter 1/2 is 1/2, and so is the value between flat
  // keys; at the parameter 1/4 the time is 3·(9/64)·(1/2) + 3·(3/64)·(1/2) + 1/64 = 19/64 and the value 10/64.
  test('weights move the handles in time', () => {
    const keys = { times: [0, 1], values: [0, 1], spans: [CUBIC, CUBIC], weights: [0.5, 0.5] };
    const [middle, quarter] = at(keys, 0.5, 19 / 64);
    expect(middle).toBeCloseTo(0.5, 12);
    expect(quarter).toBeCloseTo(10 / 64, 12);
  });

  test('a curve of one key has its value, one of none is 0', () => {
    expect(at({ times: [1], values: [4], spans: [CUBIC] }, 0, 1, 2)).toEqual([4, 4, 4]);
    expect(at({ times: [], values: [], spans: [] }, 0)).toEqual([0]);
  });

  test('linear extrapolation goes on with the slope of the end', () => {
    const linear: KeyExtrapolation = { kind: 'linear', count: Number.POSITIVE_INFINITY };
    const keys = { times: [0, 1], values: [0, 1], spans: [CUBIC, CUBIC], slopes: [2, 3], pre: linear, post: linear };
    expect(at(keys, -1, 2)).toEqual([-2, 4]);
  });

  const ramp = { times: [1, 3], values: [0, 10], spans: [LINEAR, LINEAR] };
  const endless = (kind: KeyExtrapolation['kind'], count = Number.POSITIVE_INFINITY): KeyExtrapolation => ({
    kind,
    count,
  });

  // A ramp of 5 per second from second 1 to 3; expected by folding the time back by hand.
  test.each([
    ['cycle', [7.5, 0, 2.5], [2.5, 0, 7.5]],
    ['oscillate', [2.5, 10, 2.5], [7.5, 0, 7.5]],
    ['cycleRelative', [-2.5, -10, -17.5], [12.5, 20, 27.5]],
  ] as const)('%s goes on without end', (kind, before, after) => {
    const keys = { ...ramp, pre: endless(kind), post: endless(kind) };
    const [a, b, c] = at(keys, 0.5, -1 - 1e-13, -2.5);
    expect(a).toBeCloseTo(before[0], 9);
    expect(b).toBeCloseTo(kind === 'cycle' ? 10 : before[1], 9);
    expect(c).toBeCloseTo(before[2], 9);
    const [d, e, f] = at(keys, 3.5, 5, 6.5);
    expect(d).toBeCloseTo(after[0], 9);
    expect(e).toBeCloseTo(after[1], 9);
    expect(f).toBeCloseTo(after[2], 9);
  });

  // Where the last cycle ends: a repetition at its end value, a mirrored one at either end by its number.
  test.each([
    ['cycle', 1, 10, 0],
    ['cycle', 2, 10, 0],
    ['oscillate', 1, 0, 10],
    ['oscillate', 2, 10, 0],
    ['cycleRelative', 1, 20, -10],
    ['cycleRelative', 3, 40, -30],
    ['cycle', 0, 10, 0],
  ] as const)('after %s × %i the value stays where the last cycle ended', (kind, count, after, before) => {
    const keys = { ...ramp, pre: endless(kind, count), post: endless(kind, count) };
    expect(at(keys, 3 + 2 * count, 100, 1 - 2 * count, -100)).toEqual([after, after, before, before]);
  });

  test('the end of a cycle is met within rounding', () => {
    const keys = { times: [0, 0.1], values: [0, 1], spans: [LINEAR, LINEAR], post: endless('cycle') };
    // 0.1 and 0.3 have no exact form: 0.3 / 0.1 is a little less than 3.
    expect(at(keys, 0.3, 0.7)).toEqual([0, 0]);
  });
});

const span = fc.constantFrom(STEP, STEP_NEXT, LINEAR, CUBIC);
const extrapolation = fc.record({
  kind: fc.constantFrom('constant', 'linear', 'cycle', 'cycleRelative', 'oscillate'),
  count: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
});
const key = fc.record({
  gap: fc.integer({ min: 1, max: 8 }),
  value: fc.double({ min: -50, max: 50, noNaN: true }),
  slope: fc.double({ min: -20, max: 20, noNaN: true }),
  weight: fc.constantFrom(0, 0.1, 1 / 3, 0.5, 1),
  code: span,
});
const anyBlock = fc
  .record({ keys: fc.array(key, { maxLength: 40 }), isWeighted: fc.boolean(), pre: extrapolation, post: extrapolation })
  .map(({ keys, isWeighted, pre, post }) => {
    let time = -1;
    const times = keys.map(({ gap }) => {
      time += gap / 8;
      return time;
    });
    return blockOf({
      times,
      values: keys.map(({ value }) => value),
      spans: keys.map(({ code }) => code),
      slopes: keys.map(({ slope }) => slope),
      ...(isWeighted ? { weights: keys.map(({ weight }) => weight) } : {}),
      pre,
      post,
    });
  });
const times = fc.array(
  fc.oneof(
    fc.double({ min: -3, max: 8, noNaN: true }),
    fc.integer({ min: -20, max: 60 }).map((t) => t / 8),
  ),
  { maxLength: 40 },
);

describe('curves of key blocks', () => {
  test('a bank gives exactly what evaluateCurve gives, in any order of times', () =>
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 4 }), times, fc.boolean(), (blocks, xs, isSorted) => {
        const curves = blocks.map(compileKeyBlock);
        const bank = new CurveBank(curves);
        const out = new Float64Array(curves.length);
        for (const x of isSorted ? [...xs].sort((a, b) => a - b) : xs) {
          bank.evaluate(x, out);
          expect([...out]).toEqual(curves.map((curve) => evaluateCurve(curve, x)));
        }
      }),
    ));

  test('a batch gives exactly what single evaluations give', () =>
    fc.assert(
      fc.property(anyBlock, times, (block, xs) => {
        const curve = compileKeyBlock(block);
        const expected = xs.map((x) => evaluateCurve(curve, x));
        expect([...evaluateCurveBatch(curve, Float64Array.from(xs))]).toEqual(expected);
      }),
    ));

  test('as keys of Maya they evaluate to the same between the keys', () =>
    fc.assert(
      fc.property(anyBlock, times, (block, xs) => {
        const curve = compileKeyBlock(block);
        const maya = compileCurve(keysOfBlock(block));
        for (const x of xs) {
          if (!(x > (block.times[0] ?? 0) && x < (block.times.at(-1) ?? 0))) continue;
          // Maya's tangents are formed and taken apart again, and weights of a far swing are 0.333333 here.
          expect(Math.abs(evaluateCurve(maya, x) - evaluateCurve(curve, x))).toBeLessThan(1e-4);
        }
      }),
    ));

  test('the span of a time is found among even and uneven keys', () =>
    fc.assert(
      fc.property(anyBlock, times, ({ times: keyTimes }, xs) => {
        for (const x of xs) {
          if (!(keyTimes.length > 1 && x >= keyTimes[0]! && x < keyTimes.at(-1)!)) continue;
          const found = findBlockSpan(keyTimes, x);
          expect(keyTimes[found]!).toBeLessThanOrEqual(x);
          expect(keyTimes[found + 1]!).toBeGreaterThan(x);
        }
      }),
    ));
});
