import { lengthVec3, normalizeVec3, type Vec3 } from '@rigline/math';
import type { NurbsCurveData } from '@rigline/scene/maya';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nurbsCircle } from './nurbs-circle.ts';
import { boundParameter, type CompiledNurbs, compileNurbs, evaluateNurbs, nurbsDomain } from './nurbs-curve.ts';
import { nurbsLength, nurbsLengthAt, nurbsParameterAtLength } from './nurbs-length.ts';
import { nearestNurbsParameter } from './nurbs-nearest.ts';

const curve = (degree: number, knots: number[], cvs: number[][], form: NurbsCurveData['form'] = 'open') => ({
  degree,
  spans: cvs.length - degree,
  form,
  knots: Float64Array.from(knots),
  cvsXyzw: Float64Array.from(cvs.flatMap((cv) => (cv.length === 4 ? cv : [...cv, 1]))),
});
const compiled = (data: NurbsCurveData): CompiledNurbs => compileNurbs(data) as CompiledNurbs;

/** y = x²/2 from x = 0 to 2. */
const PARABOLA = curve(
  2,
  [0, 0, 1, 1],
  [
    [0, 0, 0],
    [1, 0, 0],
    [2, 2, 0],
  ],
);
const QUARTER = curve(
  2,
  [0, 0, 1, 1],
  [
    [1, 0, 0, 1],
    [1, 1, 0, Math.SQRT1_2],
    [0, 1, 0, 1],
  ],
);

/** Basis function straight from its recursive definition, on the textbook knot vector with an extra knot at each end. */
function basis(i: number, degree: number, knots: readonly number[], u: number): number {
  const at = (k: number): number => knots[Math.min(Math.max(k - 1, 0), knots.length - 1)] as number;
  if (degree === 0) return u >= at(i) && u < at(i + 1) ? 1 : 0;
  const left = at(i + degree) - at(i);
  const right = at(i + degree + 1) - at(i + 1);
  return (
    (left > 0 ? ((u - at(i)) / left) * basis(i, degree - 1, knots, u) : 0) +
    (right > 0 ? ((at(i + degree + 1) - u) / right) * basis(i + 1, degree - 1, knots, u) : 0)
  );
}

const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
const anyCurve = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), fc.boolean())
  .chain(([degree, spans, clamped]) =>
    fc.record({
      degree: fc.constant(degree),
      gaps: fc.array(fc.double({ min: 0.1, max: 2, noNaN: true }), {
        minLength: spans + 2 * degree - 2,
        maxLength: spans + 2 * degree - 2,
      }),
      clamped: fc.constant(clamped),
      cvs: fc.array(fc.tuple(coordinate, coordinate, coordinate), {
        minLength: spans + degree,
        maxLength: spans + degree,
      }),
      share: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
  )
  .map(({ degree, gaps, clamped, cvs, share }) => {
    const knots = [0];
    gaps.forEach((gap, i) => {
      const inside = i >= degree - 1 && i < gaps.length - (degree - 1);
      knots.push((knots[i] as number) + (clamped && !inside ? 0 : gap));
    });
    return { data: curve(degree, knots, cvs), knots, share };
  });

describe('evaluateNurbs', () => {
  test('agrees with the recursive definition of the basis functions', () => {
    fc.assert(
      fc.property(anyCurve, ({ data, knots, share }) => {
        const c = compiled(data);
        const [min, max] = nurbsDomain(c);
        const u = min + (max - min) * share;
        const { position } = evaluateNurbs(c, u);
        for (let axis = 0; axis < 3; axis++) {
          let sum = 0;
          for (let i = 0; i < data.cvsXyzw.length / 4; i++) {
            sum += (data.cvsXyzw[i * 4 + axis] as number) * basis(i, data.degree, knots, u);
          }
          expect(Math.abs((position[axis] as number) - sum)).toBeLessThan(1e-8);
        }
      }),
    );
  });

  test('derivatives agree with differences', () => {
    fc.assert(
      fc.property(anyCurve, ({ data, share }) => {
        const c = compiled(data);
        const span = Math.min(Math.floor(share * (c.breaks.length - 1)), c.breaks.length - 2);
        const [from, to] = [c.breaks[span] as number, c.breaks[span + 1] as number];
        const u = (from + to) / 2;
        const h = (to - from) * 1e-4;
        const [a, b, at] = [evaluateNurbs(c, u - h), evaluateNurbs(c, u + h), evaluateNurbs(c, u)];
        for (let axis = 0; axis < 3; axis++) {
          const first = ((b.position[axis] as number) - (a.position[axis] as number)) / (2 * h);
          const second = ((b.first[axis] as number) - (a.first[axis] as number)) / (2 * h);
          // 1e-4 of the largest: central differences of step 1e-4 leave the third derivative's part.
          const size = 1e-4 * (1 + lengthVec3(at.first) + lengthVec3(at.second)) * 100;
          expect(Math.abs((at.first[axis] as number) - first)).toBeLessThan(size);
          expect(Math.abs((at.second[axis] as number) - second)).toBeLessThan(size * 100);
        }
      }),
    );
  });

  test('a rational quarter circle stays on the circle and keeps its tangent at right angles', () => {
    const c = compiled(QUARTER);
    for (let i = 0; i <= 10; i++) {
      const { position, first } = evaluateNurbs(c, i / 10);
      expect(Math.hypot(...position)).toBeCloseTo(1, 14);
      const tangent = normalizeVec3(first);
      expect(tangent[0] * position[0] + tangent[1] * position[1]).toBeCloseTo(0, 14);
    }
  });

  test('a curve whose knots do not fit is refused', () => {
    expect(
      compileNurbs(
        curve(
          3,
          [0, 0, 0, 1, 1],
          [[0], [1], [2], [3]].map(([x]) => [x as number, 0, 0]),
        ),
      ),
    ).toBeUndefined();
  });
});

describe('boundParameter', () => {
  test('stops at the ends of open curves and goes around closed ones', () => {
    const open = compiled(PARABOLA);
    expect([-1, 0.5, 2].map((u) => boundParameter(open, u))).toEqual([0, 0.5, 1]);
    const closed = compiled(nurbsCircle({ center: [0, 0, 0], normal: [0, 0, 1], radius: 1, degree: 3, sections: 8 }));
    expect([-1, 8, 9].map((u) => boundParameter(closed, u))).toEqual([7, 8, 1]);
  });
});

describe('nurbsLength', () => {
  test('of straight pieces is their sum', () => {
    const line = curve(
      1,
      [0, 1, 2],
      [
        [0, 0, 0],
        [3, 4, 0],
        [3, 4, 12],
      ],
    );
    expect(nurbsLength(compiled(line))).toBeCloseTo(17, 12);
    expect(nurbsLengthAt(compiled(line), 1.5)).toBeCloseTo(11, 12);
  });

  test('of a parabola is its closed form √5 + asinh(2)/2', () => {
    expect(nurbsLength(compiled(PARABOLA))).toBeCloseTo(Math.sqrt(5) + Math.asinh(2) / 2, 12);
  });

  test('of a quarter circle is π/2', () => {
    expect(nurbsLength(compiled(QUARTER))).toBeCloseTo(Math.PI / 2, 12);
  });

  test('nurbsParameterAtLength undoes nurbsLengthAt', () => {
    fc.assert(
      fc.property(anyCurve, ({ data, share }) => {
        const c = compiled(data);
        const length = nurbsLength(c) * share;
        fc.pre(nurbsLength(c) > 1e-3);
        const back = nurbsLengthAt(c, nurbsParameterAtLength(c, length));
        expect(Math.abs(back - length)).toBeLessThan(1e-9 * nurbsLength(c));
      }),
      { numRuns: 50 },
    );
  });
});

describe('nearestNurbsParameter', () => {
  test('no sampled point of the curve is nearer', () => {
    fc.assert(
      fc.property(anyCurve, fc.tuple(coordinate, coordinate, coordinate), ({ data }, target) => {
        const c = compiled(data);
        const distance = (u: number): number => {
          const { position } = evaluateNurbs(c, u);
          return Math.hypot(...([0, 1, 2] as const).map((i) => position[i] - (target as Vec3)[i]));
        };
        const best = distance(nearestNurbsParameter(c, target as Vec3));
        const [min, max] = nurbsDomain(c);
        for (let i = 0; i <= 200; i++) expect(best).toBeLessThan(distance(min + ((max - min) * i) / 200) + 1e-3);
      }),
      { numRuns: 50 },
    );
  });

  test('on a parabola, below its focus, is the vertex', () => {
    expect(nearestNurbsParameter(compiled(PARABOLA), [0, 0.5, 0])).toBe(0);
  });
});

describe('nurbsCircle', () => {
  test('has the control points of circles that Maya saved', () => {
    // Source: control points of a circle of this radius in a scene saved by Maya (normal Z, eight sections).
    const { cvsXyzw, knots } = nurbsCircle({
      center: [0, 0, 0],
      normal: [0, 0, 1],
      radius: 2.2195102542155296,
      degree: 3,
      sections: 8,
    });
    expect([...knots]).toEqual([-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const saved = [
      1.739234036768567, 1.7392340367685644, 0, 1, 0, 2.4596483629390118, 0, 1, -1.7392340367685657, 1.7392340367685657,
    ];
    saved.forEach((value, i) => {
      expect(cvsXyzw[i]).toBeCloseTo(value, 12);
    });
    expect([...cvsXyzw.slice(0, 12)]).toEqual([...cvsXyzw.slice(32, 44)].map((value) => expect.closeTo(value, 12)));
  });

  test('passes through the circle at its knots', () => {
    const c = compiled(nurbsCircle({ center: [1, 2, 3], normal: [0, 1, 0], radius: 2, degree: 3, sections: 6 }));
    for (let u = 0; u < 6; u++) {
      const [x, y, z] = evaluateNurbs(c, u).position;
      expect(Math.hypot(x - 1, z - 3)).toBeCloseTo(2, 12);
      expect(y).toBeCloseTo(2, 12);
    }
  });
});
