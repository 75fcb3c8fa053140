import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  alternateEuler,
  boundEuler,
  closestCutEuler,
  closestEuler,
  degToRad,
  eulerFromMat4,
  eulerFromQuat,
  filterEulers,
  isGimbalLocked,
  type Mat4,
  mat4FromEuler,
  type Quat,
  quatFromEuler,
  quatFromMat4,
  ROTATE_ORDERS,
  type RotateOrder,
  reorderEuler,
  rotateOrderIndex,
  unwindAngles,
  type Vec3,
  wrapAngle,
} from './index.ts';

interface Golden {
  tolerance: number;
  cases: { order: RotateOrder; degrees: Vec3; matrix: number[]; quat: Quat }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../../fixtures/rotations/rotate-orders.golden.json', import.meta.url), 'utf8'),
) as Golden;

const radians = (v: Readonly<Vec3>): Vec3 => [degToRad(v[0]), degToRad(v[1]), degToRad(v[2])];
const linear = (m: Readonly<Mat4>): number[] => [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => m[i] as number);
const angle = fc.double({ min: -20, max: 20, noNaN: true });
const euler = fc.tuple(angle, angle, angle) as fc.Arbitrary<Vec3>;
const order = fc.constantFrom(...ROTATE_ORDERS);
const TURN = 2 * Math.PI;

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs((actual[i] as number) - (expected[i] as number))).toBeLessThanOrEqual(tolerance);
  }
}

describe('rotate orders', () => {
  test.each(golden.cases)('$order at $degrees matches the product of elementary matrices', (c) => {
    // 1e-14 plus what the rounding of large angles in radians costs.
    const tolerance = golden.tolerance + 1e-15 * Math.max(...c.degrees.map(Math.abs));
    const m = mat4FromEuler(radians(c.degrees), c.order);
    expectClose(linear(m), c.matrix, tolerance);
    const q = quatFromEuler(radians(c.degrees), c.order);
    const sign = Math.sign(q[0] * c.quat[0] + q[1] * c.quat[1] + q[2] * c.quat[2] + q[3] * c.quat[3]);
    expectClose(
      q.map((v) => v * sign),
      c.quat,
      tolerance,
    );
    expectClose(linear(mat4FromEuler(eulerFromMat4(m, c.order), c.order)), c.matrix, tolerance + 1e-12);
    expectClose(linear(mat4FromEuler(eulerFromQuat(c.quat, c.order), c.order)), c.matrix, tolerance + 1e-12);
  });

  test('indices are those of the list', () => {
    expect(ROTATE_ORDERS.map(rotateOrderIndex)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('a quarter turn of the middle axis is reported as locked with the last angle 0', () => {
    for (const o of ROTATE_ORDERS) {
      const given: Vec3 = [0.3, 0.3, 0.3];
      const middle = 'xyz'.indexOf(o[1] as string);
      for (const quarter of [Math.PI / 2, -Math.PI / 2]) {
        given[middle] = quarter;
        const back = eulerFromMat4(mat4FromEuler(given, o), o);
        expect(isGimbalLocked(back, o)).toBe(true);
        expect(back['xyz'.indexOf(o[2] as string)]).toBe(0);
        expectClose(mat4FromEuler(back, o), mat4FromEuler(given, o), 1e-12);
      }
    }
  });

  test('angles within the principal range survive the way through a matrix', () => {
    const middle = fc.double({ min: -1.5, max: 1.5, noNaN: true });
    const outer = fc.double({ min: -3.1, max: 3.1, noNaN: true });
    fc.assert(
      fc.property(outer, middle, outer, order, (a, b, c, o) => {
        const e: Vec3 = [0, 0, 0];
        [a, b, c].forEach((value, i) => {
          e['xyz'.indexOf(o[i] as string)] = value;
        });
        // 1e-12: the cosine of 1.5 costs a digit.
        expectClose(eulerFromMat4(mat4FromEuler(e, o), o), e, 1e-12);
        expectClose(eulerFromQuat(quatFromEuler(e, o), o), e, 1e-12);
      }),
    );
  });
});

describe('equivalent solutions', () => {
  test('reordering keeps the rotation', () => {
    fc.assert(
      fc.property(euler, order, order, (e, from, to) => {
        expectClose(mat4FromEuler(reorderEuler(e, from, to), to), mat4FromEuler(e, from), 1e-9);
      }),
    );
  });
  test('the alternate is the same rotation and its alternate is the bounded original', () => {
    fc.assert(
      fc.property(euler, order, (e, o) => {
        const other = alternateEuler(e, o);
        expectClose(mat4FromEuler(other, o), mat4FromEuler(e, o), 1e-13);
        const back = alternateEuler(other, o);
        back.forEach((value, i) => {
          expect(Math.abs(wrapAngle(value - (e[i] as number)))).toBeLessThan(1e-13);
        });
      }),
    );
  });
  test('bounding moves by whole turns into (-pi, pi]', () => {
    fc.assert(
      fc.property(euler, (e) => {
        boundEuler(e).forEach((value, i) => {
          expect(value).toBeGreaterThan(-Math.PI);
          expect(value).toBeLessThanOrEqual(Math.PI);
          const turns = ((e[i] as number) - value) / TURN;
          expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-13);
        });
      }),
    );
    expect(boundEuler([-Math.PI, Math.PI, 3 * Math.PI])).toEqual([Math.PI, Math.PI, Math.PI]);
  });
  test('the closest cut is at most half a turn from the reference', () => {
    fc.assert(
      fc.property(euler, euler, (e, reference) => {
        closestCutEuler(e, reference).forEach((value, i) => {
          expect(Math.abs(value - (reference[i] as number))).toBeLessThanOrEqual(Math.PI + 1e-12);
        });
      }),
    );
  });
  test('the closest solution is the same rotation and no other within two turns is nearer', () => {
    fc.assert(
      fc.property(euler, order, euler, (e, o, reference) => {
        const best = closestEuler(e, o, reference);
        expectClose(mat4FromEuler(best, o), mat4FromEuler(e, o), 1e-12);
        const distance = (v: readonly number[]): number =>
          v.reduce((sum, value, i) => sum + Math.abs(value - (reference[i] as number)), 0);
        for (const solution of [boundEuler(e), alternateEuler(e, o)]) {
          const nearest = solution.map((value, i) => {
            const options = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => value + k * TURN);
            return options.reduce((a, b) =>
              Math.abs(b - (reference[i] as number)) < Math.abs(a - (reference[i] as number)) ? b : a,
            );
          });
          expect(distance(best)).toBeLessThanOrEqual(distance(nearest) + 1e-9);
        }
      }),
    );
  });
});

describe('filterEulers', () => {
  test('undoes a flip through the pole and keeps winding', () => {
    // Derived by hand: Y rises past 90 degrees, which a decomposition reports as a flip of all three angles.
    const flipped = [
      [0, 80, 0],
      [180, 80, 180],
      [180, 60, 180],
      [-180, 40, -180],
    ].map((v) => radians(v as Vec3));
    const filtered = filterEulers(flipped, 'xyz');
    expectClose(
      filtered.flat(),
      [
        [0, 80, 0],
        [0, 100, 0],
        [0, 120, 0],
        [0, 140, 0],
      ].flatMap((v) => radians(v as Vec3)),
      1e-12,
    );
  });
  test('never changes an orientation and leaves the first triple alone', () => {
    fc.assert(
      fc.property(fc.array(euler, { minLength: 1, maxLength: 8 }), order, (eulers, o) => {
        const filtered = filterEulers(eulers, o);
        expect(filtered[0]).toEqual(eulers[0]);
        filtered.forEach((f, i) => {
          expectClose(mat4FromEuler(f, o), mat4FromEuler(eulers[i] as Vec3, o), 1e-12);
        });
      }),
    );
  });
  test('gives the same result in place', () => {
    const eulers: Vec3[] = [
      [0, 1, 0],
      [3, 2, 3],
      [9, -7, 1],
    ];
    const expected = filterEulers(eulers, 'zxy');
    expect(filterEulers(eulers, 'zxy', eulers)).toBe(eulers);
    expect(eulers).toEqual(expected);
  });
});

describe('unwindAngles', () => {
  test('a wrapped ramp of ten turns comes back whole', () => {
    const ramp = Array.from({ length: 101 }, (_, i) => (i * 10 * TURN) / 100);
    expectClose(unwindAngles(ramp.map(wrapAngle)), ramp, 1e-12);
  });
  test('works in place', () => {
    const angles = [3, -3, 3];
    expect(unwindAngles(angles, angles)).toBe(angles);
    expectClose(angles, [3, -3 + TURN, 3], 1e-15);
  });
});

describe('quatFromMat4', () => {
  test('reads half turns about any axis', () => {
    for (const e of [
      [Math.PI, 0, 0],
      [0, Math.PI, 0],
      [0, 0, Math.PI],
      [Math.PI, 0.5, 0],
      [0.5, 0, Math.PI],
    ] as Vec3[]) {
      const m = mat4FromEuler(e, 'xyz');
      const q = quatFromMat4(m);
      expectClose(mat4FromEuler(eulerFromQuat(q, 'xyz'), 'xyz'), m, 1e-14);
      expect(Math.abs(Math.hypot(...q) - 1)).toBeLessThan(1e-15);
    }
  });
});
