import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKeyBlock } from './block-curve.ts';
import { compileCurve } from './compile.ts';
import { CurveBank } from './curve-bank.ts';
import { evaluateCurve } from './evaluate-curve.ts';
import { buildCurveKeys } from './keys.ts';

const TYPES = ['linear', 'flat', 'step', 'stepnext', 'spline', 'auto', 'clamped', 'plateau'] as const;
const INFINITIES = ['constant', 'linear', 'cycle', 'cycleRelative', 'oscillate'] as const;

const curve = fc
  .record({
    keys: fc.array(
      fc.record({
        time: fc.integer({ min: 0, max: 40 }).map((t) => t / 8),
        value: fc.double({ min: -50, max: 50, noNaN: true }),
        inType: fc.constantFrom(...TYPES),
        outType: fc.constantFrom(...TYPES),
      }),
      { minLength: 0, maxLength: 6 },
    ),
    weighted: fc.boolean(),
    preInfinity: fc.constantFrom(...INFINITIES),
    postInfinity: fc.constantFrom(...INFINITIES),
  })
  .map(({ keys, ...options }) => compileCurve(buildCurveKeys(keys, options)));

describe('CurveBank', () => {
  test('gives exactly what evaluateCurve gives, in any order of times', () =>
    fc.assert(
      fc.property(
        fc.array(curve, { maxLength: 5 }),
        fc.array(
          fc.oneof(
            fc.double({ min: -3, max: 8, noNaN: true }),
            fc.integer({ min: 0, max: 40 }).map((t) => t / 8),
          ),
          {
            maxLength: 30,
          },
        ),
        (curves, times) => {
          const bank = new CurveBank(curves);
          const out = new Float64Array(curves.length);
          for (const x of times) {
            bank.evaluate(x, out);
            expect([...out]).toEqual(curves.map((c) => evaluateCurve(c, x)));
          }
        },
      ),
    ));

  test('gives the same for curves that share their key times', () => {
    const times = Float64Array.from({ length: 40 }, (_, i) => i / 25 + (i > 20 ? 0.01 : 0));
    const curves = Array.from({ length: 30 }, (_, c) =>
      compileKeyBlock({
        times: c % 7 === 3 ? times.slice() : times,
        values: Float64Array.from(times, (_, i) => Math.sin(i + c)),
        spans: Uint8Array.from(times, (_, i) => (i * 7 + c) % 4),
        outSlopes: Float64Array.from(times, (_, i) => Math.cos(i * c)),
        inSlopes: Float64Array.from(times, (_, i) => Math.cos(i * c + 1)),
        outWeights: undefined,
        inWeights: undefined,
        pre: { kind: c % 2 ? 'cycle' : 'constant', count: 2 },
        post: { kind: c % 3 ? 'constant' : 'linear', count: Number.POSITIVE_INFINITY },
      }),
    );
    const out = new Float64Array(curves.length);
    const near = [0, 0.9e-10, -0.9e-10, 3e-10, 0.013];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -10, max: 55 }), fc.constantFrom(...near)), { maxLength: 60 }),
        (steps) => {
          const bank = new CurveBank(curves);
          for (const [key, off] of steps) {
            const x = (times[key] ?? key / 25) + off;
            bank.evaluate(x, out);
            expect([...out]).toEqual(curves.map((c) => evaluateCurve(c, x)));
          }
        },
      ),
    );
  });
});
