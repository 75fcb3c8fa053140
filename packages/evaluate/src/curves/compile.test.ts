import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileCurve, SPAN_KINDS } from './compile.ts';
import { evaluateCurve } from './evaluate-curve.ts';
import { CURVE_ISSUES } from './issues.ts';
import { buildCurveKeys, type CurveKeys, type TangentType } from './keys.ts';
import { infinityFromMaya, tangentTypeFromMaya } from './maya-codes.ts';

const codes = (keys: CurveKeys): string[] => compileCurve(keys).issues.map((issue) => issue.code);

describe('compileCurve', () => {
  test('tells the kind of each span by out type, in type and vectors', () => {
    const curve = compileCurve(
      buildCurveKeys([
        { time: 0, value: 0, outType: 'step' },
        { time: 1, value: 1, outType: 'stepnext' },
        { time: 2, value: 2, outType: 'linear' },
        { time: 3, value: 3, inType: 'linear', outType: 'flat' },
        { time: 4, value: 4, inType: 'flat' },
      ]),
    );
    expect(Array.from(curve.spanKinds, (kind) => SPAN_KINDS[kind])).toEqual(['step', 'stepnext', 'line', 'cubic']);
  });

  test('sorts keys and says so once', () => {
    const keys = buildCurveKeys([
      { time: 2, value: 20 },
      { time: 1, value: 10 },
      { time: 0, value: 0 },
    ]);
    const curve = compileCurve(keys);
    expect([...curve.times]).toEqual([0, 1, 2]);
    expect([...curve.values]).toEqual([0, 10, 20]);
    expect(curve.issues).toMatchObject([{ code: 'CURVE_KEYS_UNSORTED', key: 1, severity: 'warning' }]);
    expect([...keys.times]).toEqual([2, 1, 0]);
  });

  test('keeps the last of keys at one time', () => {
    const keys = buildCurveKeys([
      { time: 0, value: 1 },
      { time: 1, value: 2 },
      { time: 1, value: 3 },
      { time: 0, value: 4 },
    ]);
    expect([...compileCurve(keys).values]).toEqual([4, 3]);
    expect(codes(keys)).toEqual(['CURVE_KEYS_UNSORTED', 'CURVE_KEY_DUPLICATE', 'CURVE_KEY_DUPLICATE']);
  });

  test('leaves out keys that are not finite', () => {
    const keys = buildCurveKeys([
      { time: Number.NaN, value: 1 },
      { time: 0, value: 5 },
      { time: 1, value: Number.POSITIVE_INFINITY },
    ]);
    const curve = compileCurve(keys);
    expect(evaluateCurve(curve, 0.5)).toBe(5);
    expect(codes(keys)).toEqual(['CURVE_KEY_NOT_FINITE', 'CURVE_KEY_NOT_FINITE']);
    expect(codes(buildCurveKeys([]))).toEqual(['CURVE_NO_KEYS']);
  });

  test('computes an infinite tangent from its type', () => {
    const stored = { time: 0, value: 0, outType: 'flat', outTangent: [Number.POSITIVE_INFINITY, 1] } as const;
    const curve = compileCurve(buildCurveKeys([stored, { time: 1, value: 1, inType: 'flat' }]));
    expect(evaluateCurve(curve, 0.25)).toBeCloseTo(0.15625, 12);
    expect(curve.issues).toMatchObject([{ code: 'CURVE_TANGENT_NOT_FINITE', key: 0 }]);
  });

  test('takes a fixed tangent without a vector as flat', () => {
    const curve = compileCurve(
      buildCurveKeys([
        { time: 0, value: 0, outType: 'fixed' },
        { time: 1, value: 1, inType: 'flat' },
      ]),
    );
    expect(evaluateCurve(curve, 0.25)).toBeCloseTo(0.15625, 12);
    expect(curve.issues).toMatchObject([{ code: 'CURVE_FIXED_WITHOUT_TANGENT', severity: 'info' }]);
  });

  test('never throws and stays finite between the keys, whatever the keys are', () => {
    const wild = fc.oneof(fc.double(), fc.integer({ min: -3, max: 3 }), fc.constant(Number.NaN));
    const tame = (x: number): number => (Math.abs(x) > 1e6 ? Number.NaN : x);
    const type = fc.constantFrom<TangentType[]>('fixed', 'linear', 'step', 'auto', 'autoease', 'plateau', 'slow');
    const key = fc.tuple(wild, wild, wild, wild, type, type);
    fc.assert(
      fc.property(fc.array(key, { maxLength: 9 }), fc.boolean(), fc.array(wild), (list, weighted, xs) => {
        const curve = compileCurve(
          buildCurveKeys(
            list.map(([time, value, x, y, inType, outType]) => ({
              time: tame(time),
              value: tame(value),
              inType,
              outType,
              inTangent: [x, y],
              outTangent: [weighted ? y : 1, x],
            })),
            { weighted },
          ),
        );
        for (const issue of curve.issues) expect(CURVE_ISSUES[issue.code].severity).toBe(issue.severity);
        for (const x of xs) expect(typeof evaluateCurve(curve, x)).toBe('number');
        curve.times.forEach((time, index) => {
          expect(evaluateCurve(curve, time)).toBe(curve.values[index]);
          if (index > 0) expect(time).toBeGreaterThan(curve.times[index - 1]!);
        });
      }),
    );
  });

  test('finds every span of unevenly spaced keys', () => {
    const times = [0, 1e-6, 2e-6, 3e-6, 5, 5.000001, 100, 1e6];
    const curve = compileCurve(buildCurveKeys(times.map((time, value) => ({ time, value, outType: 'step' }))));
    times.forEach((time, value) => {
      const end = times[value + 1];
      if (end === undefined) return;
      for (const part of [0.001, 0.5, 0.999]) expect(evaluateCurve(curve, time + (end - time) * part)).toBe(value);
    });
  });
});

describe('codes of Maya files', () => {
  test('are known for each type and kind', () => {
    expect([1, 2, 9, 10, 16, 18, 28].map(tangentTypeFromMaya)).toEqual([
      'fixed',
      'linear',
      'spline',
      'clamped',
      'plateau',
      'auto',
      'autoease',
    ]);
    expect(tangentTypeFromMaya(99)).toBeUndefined();
    expect([0, 1, 2, 3, 4, 5].map(infinityFromMaya)).toEqual([
      'constant',
      'linear',
      undefined,
      'cycle',
      'cycleRelative',
      'oscillate',
    ]);
  });
});
