import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  angleBetweenQuats,
  clampAxis,
  clampRotator,
  equivalentRotator,
  identityMat4,
  isRotatorSingular,
  mat4FromQuat,
  mat4FromRotator,
  normalizeAxis,
  normalizeRotator,
  type Quat,
  quatFromRotator,
  quatFromUnrealMat4,
  type Rotator,
  rotatorFromMat4,
  rotatorFromQuat,
  rotatorFromVector,
  splitWinding,
  type Vec3,
  vectorFromRotator,
} from '../index.ts';

interface Golden {
  tolerance: number;
  cases: { roll: number; pitch: number; yaw: number; matrix: number[]; quat: Quat; forward: Vec3 }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../../../fixtures/rotations/unreal-rotator.golden.json', import.meta.url), 'utf8'),
) as Golden;

const angle = fc.double({ min: -1000, max: 1000, noNaN: true });
const rotators: fc.Arbitrary<Rotator> = fc.record({ pitch: angle, yaw: angle, roll: angle });

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs((actual[i] as number) - (expected[i] as number))).toBeLessThanOrEqual(tolerance);
  }
}
const values = (r: Rotator): number[] => [r.pitch, r.yaw, r.roll];

test.each(golden.cases)('roll $roll, pitch $pitch, yaw $yaw matches the product of elementary matrices', (c) => {
  const m = mat4FromRotator(c);
  expectClose(
    [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => m[i] as number),
    c.matrix,
    golden.tolerance,
  );
  const q = quatFromRotator(c);
  const sign = Math.sign(q.reduce((sum, v, i) => sum + v * (c.quat[i] as number), 0));
  expectClose(
    q.map((v) => v * sign),
    c.quat,
    golden.tolerance,
  );
  expectClose(vectorFromRotator(c), c.forward, golden.tolerance);
  // Degrees; 1e-10 because the arcsine loses digits towards the poles.
  expectClose(values(rotatorFromQuat(c.quat)), values(c), 1e-10);
  expectClose(values(rotatorFromMat4(m)), values(c), 1e-10);
});

describe('single axes', () => {
  // Derived by hand from the documented ranges.
  test.each([
    [0, 0, 0],
    [180, 180, 180],
    [-180, 180, 180],
    [181, 181, -179],
    [359.5, 359.5, -0.5],
    [360, 0, 0],
    [-1, 359, -1],
    [-725, 355, -5],
    [540, 180, 180],
  ])('%d clamps to %d and normalises to %d', (given, clamped, normalised) => {
    expect(clampAxis(given)).toBe(clamped);
    expect(normalizeAxis(given)).toBe(normalised);
  });
  test('rotators go axis by axis', () => {
    const r: Rotator = { pitch: -90, yaw: 270, roll: 725 };
    expect(clampRotator(r)).toEqual({ pitch: 270, yaw: 270, roll: 5 });
    expect(normalizeRotator(r)).toEqual({ pitch: -90, yaw: -90, roll: 5 });
  });
  test('winding is whole turns and adds up with the remainder', () => {
    expect(splitWinding({ pitch: 0, yaw: 725, roll: -450 })).toEqual({
      winding: { pitch: 0, yaw: 720, roll: -360 },
      remainder: { pitch: 0, yaw: 5, roll: -90 },
    });
    fc.assert(
      fc.property(rotators, (r) => {
        const { winding, remainder } = splitWinding(r);
        for (const key of ['pitch', 'yaw', 'roll'] as const) {
          expect(winding[key] + remainder[key]).toBeCloseTo(r[key], 10);
          expect(Math.abs(winding[key] / 360 - Math.round(winding[key] / 360))).toBeLessThan(1e-12);
        }
      }),
    );
  });
});

describe('rotatorFromQuat', () => {
  test('is the same rotation outside the singular cone', () => {
    fc.assert(
      fc.property(rotators, (r) => {
        const q = quatFromRotator(r);
        fc.pre(!isRotatorSingular(q));
        // 1e-7: angles of nearly equal quaternions are known to the root of the rounding.
        expect(angleBetweenQuats(quatFromRotator(rotatorFromQuat(q)), q)).toBeLessThan(1e-7);
      }),
    );
  });
  test('a pitch of 100 degrees comes back as 80 with yaw and roll turned over', () => {
    // Published numeric result for (pitch 100, yaw 0, roll 0); half turns may have either sign.
    const r = rotatorFromQuat(quatFromRotator({ pitch: 100, yaw: 0, roll: 0 }));
    expectClose([r.pitch, Math.abs(r.yaw), Math.abs(r.roll)], [80, 180, 180], 1e-12);
  });
  test.each([90, -90])(
    'inside the cone pitch snaps to %d and the rotation changes by the angle to the pole',
    (pole) => {
      const near = quatFromRotator({ pitch: pole * (89.95 / 90), yaw: 20, roll: 30 });
      expect(isRotatorSingular(near)).toBe(true);
      const r = rotatorFromQuat(near);
      expect(r.pitch).toBe(pole);
      const errorDeg = (angleBetweenQuats(quatFromRotator(r), near) * 180) / Math.PI;
      expect(errorDeg).toBeGreaterThan(0.04);
      expect(errorDeg).toBeLessThan(0.08);
    },
  );
  test.each([90, -90])('exactly at pitch %d the rotation is kept', (pitch) => {
    const q = quatFromRotator({ pitch, yaw: 20, roll: 30 });
    expect(angleBetweenQuats(quatFromRotator(rotatorFromQuat(q)), q)).toBeLessThan(1e-7);
  });
  test('just outside the cone pitch does not snap', () => {
    const r = rotatorFromQuat(quatFromRotator({ pitch: 89.9, yaw: 20, roll: 30 }));
    expectClose(values(r), [89.9, 20, 30], 1e-8);
  });
});

describe('quatFromRotator', () => {
  test('a full turn is the identity, not its negative', () => {
    expect(quatFromRotator({ pitch: 0, yaw: 360, roll: 0 }).map((v) => v + 0)).toEqual([0, 0, 0, 1]);
  });
  test('the equivalent rotator is the same rotation', () => {
    fc.assert(
      fc.property(rotators, (r) => {
        expectClose(mat4FromRotator(equivalentRotator(r)), mat4FromRotator(r), 1e-12);
      }),
    );
  });
});

describe('matrices', () => {
  test('the way through a matrix has no threshold', () => {
    fc.assert(
      fc.property(rotators, (r) => {
        const m = mat4FromRotator(r);
        expectClose(mat4FromRotator(rotatorFromMat4(m)), m, 1e-13);
        const q = quatFromUnrealMat4(m);
        expectClose(mat4FromQuat(q), m, 1e-13);
      }),
    );
    const near = rotatorFromMat4(mat4FromRotator({ pitch: 89.99, yaw: 20, roll: 30 }));
    expectClose(values(near), [89.99, 20, 30], 1e-9);
  });
  test('a matrix with an axis of no length has the identity quaternion', () => {
    const m = mat4FromRotator({ pitch: 10, yaw: 20, roll: 30 });
    m[4] = 0;
    m[5] = 0;
    m[6] = 0;
    expect(quatFromUnrealMat4(m)).toEqual([0, 0, 0, 1]);
    expect(quatFromUnrealMat4(identityMat4()).map((v) => v + 0)).toEqual([0, 0, 0, 1]);
  });
});

describe('rotatorFromVector', () => {
  test('points X along the direction without roll', () => {
    fc.assert(
      fc.property(angle, angle, angle, (x, y, z) => {
        const length = Math.hypot(x, y, z);
        fc.pre(length > 1e-6);
        const r = rotatorFromVector([x, y, z]);
        expectClose(vectorFromRotator(r), [x / length, y / length, z / length], 1e-14);
        expect(r.roll).toBe(0);
      }),
    );
  });
});
