import type { NurbsCurveData } from '@rigline/scene/maya';
import { describe, expect, test } from 'vitest';
import { sampleCurve } from './sample-curve.ts';

const curve = (degree: number, knots: number[], cvs: number[][]): NurbsCurveData => ({
  degree,
  spans: cvs.length - degree,
  form: 'open',
  knots: Float64Array.from(knots),
  cvsXyzw: Float64Array.from(cvs.flat()),
});

describe('sampleCurve', () => {
  test('gives the control points of a curve of degree 1', () => {
    const points = sampleCurve(
      curve(
        1,
        [0, 1, 2],
        [
          [0, 0, 0, 1],
          [1, 0, 0, 1],
          [1, 2, 0, 1],
        ],
      ),
    );
    expect([...points]).toEqual([0, 0, 0, 1, 0, 0, 1, 2, 0]);
  });

  test('a single cubic span is the Bezier curve of its control points', () => {
    const cvs = [
      [0, 0, 0, 1],
      [0, 4, 0, 1],
      [4, 4, 2, 1],
      [4, 0, 0, 1],
    ];
    const points = sampleCurve(curve(3, [0, 0, 0, 1, 1, 1], cvs));
    expect(points.length).toBe(51);
    for (let i = 0; i <= 16; i++) {
      const t = i / 16;
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      for (let axis = 0; axis < 3; axis++) {
        const expected = weights.reduce((sum, w, k) => sum + w * (cvs[k]?.[axis] as number), 0);
        // 1e-6: single precision.
        expect(points[i * 3 + axis]).toBeCloseTo(expected, 6);
      }
    }
  });

  test('a rational quadratic quarter is a circle', () => {
    const w = Math.SQRT1_2;
    const points = sampleCurve(
      curve(
        2,
        [0, 0, 1, 1],
        [
          [1, 0, 0, 1],
          [1, 1, 0, w],
          [0, 1, 0, 1],
        ],
      ),
    );
    for (let i = 0; i < points.length; i += 3) {
      expect(Math.hypot(points[i] as number, points[i + 1] as number)).toBeCloseTo(1, 6);
    }
  });

  test('a periodic curve ends where it begins', () => {
    const ring = [0, 1, 2, 3, 0, 1, 2].map((k) => [Math.cos((k * Math.PI) / 2), Math.sin((k * Math.PI) / 2), 0, 1]);
    const points = sampleCurve(curve(3, [-2, -1, 0, 1, 2, 3, 4, 5, 6], ring));
    for (let axis = 0; axis < 3; axis++) {
      expect(points[axis]).toBeCloseTo(points[points.length - 3 + axis] as number, 6);
    }
  });

  test('falls back to the control points where knots are missing', () => {
    const points = sampleCurve(
      curve(
        3,
        [0, 1],
        [
          [0, 0, 0, 1],
          [1, 0, 0, 1],
          [2, 0, 0, 1],
          [3, 0, 0, 1],
        ],
      ),
    );
    expect(points.length).toBe(12);
  });
});
