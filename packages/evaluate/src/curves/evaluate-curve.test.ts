import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeMonotonic, solveAbscissa } from './bezier-span.ts';
import { compileCurve } from './compile.ts';
import { evaluateCurve, evaluateCurveBatch } from './evaluate-curve.ts';
import { buildCurveKeys, type CurveKeys, type CurveKeysOptions, type InfinityKind, type KeyInput } from './keys.ts';
import { roundToTick, TICKS_PER_SECOND } from './ticks.ts';

interface Case extends CurveKeysOptions {
  name: string;
  tolerance?: number;
  keys: KeyInput[];
  samples: [number, number][];
}
const goldenUrl = new URL('../../../../fixtures/curves/evaluate.golden.json', import.meta.url);
const golden: { tolerance: number; cases: Case[] } = JSON.parse(readFileSync(goldenUrl, 'utf8'));

const INFINITIES: InfinityKind[] = ['constant', 'linear', 'cycle', 'cycleRelative', 'oscillate'];

/** Keys on whole 24ths of a second, values and slopes of ordinary size. */
const keyList = fc
  .array(
    fc.record({
      frames: fc.integer({ min: 1, max: 30 }),
      value: fc.double({ min: -100, max: 100, noNaN: true }),
      slope: fc.double({ min: -50, max: 50, noNaN: true }),
      reach: fc.double({ min: 0, max: 3, noNaN: true }),
      outType: fc.constantFrom('fixed', 'linear', 'step', 'stepnext', 'auto', 'spline', 'flat'),
      inType: fc.constantFrom('fixed', 'linear', 'auto', 'spline', 'flat'),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map((list) => {
    let frame = 0;
    return list.map(({ frames, value, slope, reach, outType, inType }): KeyInput => {
      frame += frames;
      const tangent = [reach, slope * reach] as const;
      return { time: frame / 24, value, inType, outType, inTangent: tangent, outTangent: tangent };
    });
  });
const curveKeys = fc
  .tuple(keyList, fc.boolean(), fc.constantFrom(...INFINITIES), fc.constantFrom(...INFINITIES))
  .map(([keys, weighted, preInfinity, postInfinity]) => buildCurveKeys(keys, { weighted, preInfinity, postInfinity }));

describe('evaluateCurve', () => {
  test.each(golden.cases)('$name', ({ keys, samples, tolerance, name: _, ...options }) => {
    const filled = keys.map((key) => ({ inType: 'fixed', outType: 'fixed', ...key }) as KeyInput);
    const curve = compileCurve(buildCurveKeys(filled, options));
    for (const [time, value] of samples) {
      expect(Math.abs(evaluateCurve(curve, time) - value), `at ${time}`).toBeLessThan(tolerance ?? golden.tolerance);
    }
  });

  test('gives every key its own value exactly', () =>
    fc.assert(
      fc.property(curveKeys, (keys) => {
        const curve = compileCurve(keys);
        keys.times.forEach((time, key) => {
          expect(evaluateCurve(curve, time)).toBe(keys.values[key]);
          expect(evaluateCurve(curve, time + 0.9e-10)).toBe(keys.values[key]);
          expect(evaluateCurve(curve, time - 0.9e-10)).toBe(keys.values[key]);
        });
      }),
    ));

  test('repeats with the period of its keys under cycle', () =>
    fc.assert(
      fc.property(curveKeys, fc.nat(TICKS_PER_SECOND), fc.integer({ min: -5, max: 5 }), (keys, tick, cycles) => {
        const curve = compileCurve({ ...keys, preInfinity: 'cycle', postInfinity: 'cycle' });
        const [first, last] = [keys.times[0]!, keys.times[keys.times.length - 1]!];
        const inside = roundToTick(first + (last - first) * (0.001 + (0.998 * tick) / TICKS_PER_SECOND));
        const value = evaluateCurve(curve, inside);
        const later = evaluateCurve(curve, inside + cycles * (last - first));
        expect(Math.abs(later - value)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(value)));
      }),
    ));

  test('gains the height of its keys with each period under cycleRelative', () =>
    fc.assert(
      fc.property(curveKeys, fc.nat(1000), fc.integer({ min: 1, max: 5 }), (keys, part, cycles) => {
        const curve = compileCurve({ ...keys, preInfinity: 'cycleRelative', postInfinity: 'cycleRelative' });
        const count = keys.times.length;
        const [first, last] = [keys.times[0]!, keys.times[count - 1]!];
        const rise = keys.values[count - 1]! - keys.values[0]!;
        const inside = roundToTick(first + (last - first) * (0.001 + (0.998 * part) / 1000));
        const value = evaluateCurve(curve, inside);
        const after = evaluateCurve(curve, inside + cycles * (last - first));
        const before = evaluateCurve(curve, inside - cycles * (last - first));
        expect(Math.abs(after - value - cycles * rise)).toBeLessThan(1e-5);
        expect(Math.abs(before - value + cycles * rise)).toBeLessThan(1e-5);
      }),
    ));

  test('mirrors its keys under oscillate', () =>
    fc.assert(
      fc.property(curveKeys, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (keys, part) => {
        const curve = compileCurve({ ...keys, preInfinity: 'oscillate', postInfinity: 'oscillate' });
        const [first, last] = [keys.times[0]!, keys.times[keys.times.length - 1]!];
        const offset = roundToTick((last - first) * part);
        const near = (a: number, b: number): void => expect(Math.abs(a - b)).toBeLessThan(1e-5);
        near(evaluateCurve(curve, last + offset), evaluateCurve(curve, last - offset));
        near(evaluateCurve(curve, first - offset), evaluateCurve(curve, first + offset));
      }),
    ));

  test('of keys turned round in time is the curve turned round in time', () =>
    fc.assert(
      fc.property(curveKeys, fc.double({ min: 0, max: 1, noNaN: true }), (keys, part) => {
        // Overlong handles favour the first key, and steps look forward; both are left out here.
        const limit = (x: number, distance: number): number => Math.min(x, 2.9 * distance);
        const smooth: CurveKeys = {
          ...keys,
          inTypes: keys.inTypes.map((type) => (type === 'linear' ? 'linear' : 'fixed')),
          outTypes: keys.outTypes.map((type) => (type === 'linear' ? 'linear' : 'fixed')),
          inX: keys.inX.map((x, key) => (key > 0 ? limit(x, keys.times[key]! - keys.times[key - 1]!) : x)),
          outX: keys.outX.map((x, key) =>
            key + 1 < keys.times.length ? limit(x, keys.times[key + 1]! - keys.times[key]!) : x,
          ),
        };
        const turn = (list: Float64Array, sign: number): Float64Array => list.map((v) => v * sign).reverse();
        const turned: CurveKeys = {
          ...smooth,
          times: turn(smooth.times, -1),
          values: turn(smooth.values, 1),
          inTypes: [...smooth.outTypes].reverse(),
          outTypes: [...smooth.inTypes].reverse(),
          inX: turn(smooth.outX, 1),
          inY: turn(smooth.outY, -1),
          outX: turn(smooth.inX, 1),
          outY: turn(smooth.inY, -1),
        };
        const [first, last] = [keys.times[0]!, keys.times[keys.times.length - 1]!];
        const x = first + (last - first) * part;
        const value = evaluateCurve(compileCurve(smooth), x);
        const back = evaluateCurve(compileCurve(turned), -x);
        // 1e-4: near a vertical place of a weighted span the last bits of time are visible in the value.
        expect(Math.abs(back - value)).toBeLessThan(1e-4 * Math.max(1, Math.abs(value)));
      }),
    ));

  test('rounds folded times to ticks for time, not for a driver value', () => {
    const keys = buildCurveKeys(
      [
        { time: 0, value: 0, outType: 'linear' },
        { time: 1, value: TICKS_PER_SECOND, inType: 'linear' },
      ],
      { postInfinity: 'cycle' },
    );
    const x = 1 + 1.4 / TICKS_PER_SECOND;
    expect(evaluateCurve(compileCurve(keys), x)).toBeCloseTo(1, 6);
    expect(evaluateCurve(compileCurve(keys, { input: 'unitless' }), x)).toBeCloseTo(1.4, 6);
  });

  test('is defined for every input', () => {
    const two = (infinity: InfinityKind): CurveKeys =>
      buildCurveKeys(
        [
          { time: 0, value: 3, inType: 'spline', outType: 'spline' },
          { time: 1, value: 5, inType: 'spline', outType: 'spline' },
        ],
        { preInfinity: infinity, postInfinity: infinity },
      );
    for (const infinity of INFINITIES) {
      const curve = compileCurve(two(infinity));
      expect(evaluateCurve(curve, Number.NaN)).toBeNaN();
      expect(evaluateCurve(curve, Number.NEGATIVE_INFINITY)).toBe(3);
      expect(evaluateCurve(curve, Number.POSITIVE_INFINITY)).toBe(5);
      expect(Number.isFinite(evaluateCurve(curve, 1e300))).toBe(true);
      expect(Number.isFinite(evaluateCurve(curve, -1e300))).toBe(true);
    }
    const one = compileCurve(buildCurveKeys([{ time: 2, value: 7 }], { preInfinity: 'linear', postInfinity: 'cycle' }));
    expect([-9, 2, 9, Number.POSITIVE_INFINITY].map((x) => evaluateCurve(one, x))).toEqual([7, 7, 7, 7]);
    expect(evaluateCurve(one, Number.NaN)).toBeNaN();
    expect(evaluateCurve(compileCurve(buildCurveKeys([])), 3)).toBe(0);
  });
});

describe('evaluateCurveBatch', () => {
  test('gives what single evaluation gives, in any order of times', () =>
    fc.assert(
      fc.property(curveKeys, fc.array(fc.double({ min: -30, max: 60 })), fc.boolean(), (keys, xs, ascending) => {
        const curve = compileCurve(keys);
        const times = Float64Array.from(ascending ? [...xs].sort((a, b) => a - b) : [...xs, ...keys.times]);
        expect([...evaluateCurveBatch(curve, times)]).toEqual([...times].map((x) => evaluateCurve(curve, x)));
      }),
    ));

  test('may write over its times', () => {
    const curve = compileCurve(
      buildCurveKeys([
        { time: 0, value: 0 },
        { time: 1, value: 1 },
      ]),
    );
    const xs = Float64Array.of(0.2, 0.9, -1, 0.4);
    const expected = [...evaluateCurveBatch(curve, xs)];
    expect(evaluateCurveBatch(curve, xs, xs)).toBe(xs);
    expect([...xs]).toEqual(expected);
  });
});

describe('solveAbscissa', () => {
  const handle = fc.double({ min: -4, max: 5, noNaN: true });
  const part = fc.double({ min: 0, max: 1, noNaN: true });

  test('finds the parameter of any made-monotonic span and never runs backward', () =>
    fc.assert(
      fc.property(handle, handle, part, part, (x1, x2, s, other) => {
        const handles = { x1, y1: 0, x2, y2: 0 };
        makeMonotonic(handles, 0, 1);
        const c = 3 * handles.x1;
        const b = 3 * (handles.x2 - handles.x1) - c;
        const a = 1 - b - c;
        const at = (u: number): number => ((a * u + b) * u + c) * u;
        const u = solveAbscissa(a, b, c, s);
        expect(u).toBeGreaterThanOrEqual(0);
        expect(u).toBeLessThanOrEqual(1);
        expect(Math.abs(at(u) - s)).toBeLessThan(1e-12);
        const w = solveAbscissa(a, b, c, other);
        // 1e-4: where time almost stands still, the parameter is known to the cube root of a double's precision.
        if (s < other) expect(u).toBeLessThanOrEqual(w + 1e-4);
      }),
      { numRuns: 2000 },
    ));

  test('ends at an inflection where time stands still', () => {
    // x(u) - 8/9 = 3 (u - 2/3)^3: every Newton step only gains a third.
    expect(solveAbscissa(3, -6, 4, 8 / 9)).toBeCloseTo(2 / 3, 4);
    expect(solveAbscissa(0, 0, 0, 0.5)).toBeGreaterThanOrEqual(0);
    expect(solveAbscissa(1, 0, 0, 1e-300)).toBeLessThan(1e-4);
  });
});
