import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  composeMat4,
  decomposeMat4,
  determinantMat4,
  eulerFromMat4,
  eulerFromQuat,
  identityMat4,
  invertMat4,
  type Mat4,
  mat4FromEuler,
  mat4FromQuat,
  multiplyMat4,
  multiplyQuat,
  type Quat,
  quatFromAxisAngle,
  quatFromEuler,
  quatFromMat4,
  ROTATE_ORDERS,
  rotateVec3,
  transformVector,
  type Vec3,
} from './index.ts';

const angle = fc.double({ min: -20, max: 20, noNaN: true });
const euler = fc.tuple(angle, angle, angle) as fc.Arbitrary<Vec3>;
const order = fc.constantFrom(...ROTATE_ORDERS);
const AXES: Record<string, Vec3> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs((actual[i] as number) - (expected[i] as number))).toBeLessThanOrEqual(tolerance);
  }
}

describe('rotate orders', () => {
  test('the first letter is applied first', () => {
    fc.assert(
      fc.property(euler, order, (e, o) => {
        const expected = [...o].reduce<Quat>(
          (q, letter) => multiplyQuat(q, quatFromAxisAngle(AXES[letter] as Vec3, e['xyz'.indexOf(letter)] as number)),
          [0, 0, 0, 1],
        );
        expectClose(quatFromEuler(e, o), expected, 1e-14);
        expectClose(mat4FromEuler(e, o), mat4FromQuat(expected), 1e-14);
      }),
    );
  });
  test('angles read back from a matrix or a quaternion describe the same rotation', () => {
    fc.assert(
      fc.property(euler, order, (e, o) => {
        const m = mat4FromEuler(e, o);
        expectClose(mat4FromEuler(eulerFromMat4(m, o), o), m, 1e-9);
        expectClose(mat4FromEuler(eulerFromQuat(quatFromEuler(e, o), o), o), m, 1e-9);
      }),
    );
  });
});

describe('matrices and quaternions', () => {
  test('a positive turn about Z takes X to Y', () => {
    const q = quatFromAxisAngle([0, 0, 2], Math.PI / 2);
    expectClose(rotateVec3([1, 0, 0], q), [0, 1, 0], 1e-15);
    expectClose(transformVector(mat4FromQuat(q), [1, 0, 0]), [0, 1, 0], 1e-15);
  });
  test('products apply the first argument first', () => {
    fc.assert(
      fc.property(euler, euler, (a, b) => {
        const qa = quatFromEuler(a, 'xyz');
        const qb = quatFromEuler(b, 'zxy');
        const expected = rotateVec3(rotateVec3([1, 2, 3], qa), qb);
        expectClose(rotateVec3([1, 2, 3], multiplyQuat(qa, qb)), expected, 1e-13);
        const m = multiplyMat4(mat4FromQuat(qa), mat4FromQuat(qb));
        expectClose(transformVector(m, [1, 2, 3]), expected, 1e-13);
        const back = quatFromMat4(m);
        expectClose(mat4FromQuat(back), m, 1e-14);
      }),
    );
  });
  test('a matrix times its inverse is the identity', () => {
    const m: Mat4 = [2, 1, 0, 0, 0, 3, 1, 0, 1, 0, 1, 0, 5, 6, 7, 1];
    expect(determinantMat4(m)).toBe(7);
    expectClose(multiplyMat4(m, invertMat4(m) as Mat4), identityMat4(), 1e-14);
  });
  test('a singular matrix has no inverse', () => {
    expect(invertMat4([1, 2, 3, 0, 2, 4, 6, 0, 0, 0, 1, 0, 0, 0, 0, 1])).toBeUndefined();
  });
});

describe('decomposeMat4', () => {
  const size = fc.double({ min: 0.1, max: 5, noNaN: true });
  const signed = fc.tuple(size, fc.boolean()).map(([s, negative]) => (negative ? -s : s));
  const small = fc.double({ min: -2, max: 2, noNaN: true });
  test('composing the parts gives the matrix back, for every place of the sign', () => {
    fc.assert(
      fc.property(
        fc.tuple(signed, signed, signed) as fc.Arbitrary<Vec3>,
        fc.tuple(small, small, small) as fc.Arbitrary<Vec3>,
        euler,
        fc.constantFrom('x' as const, 'y' as const, 'z' as const, 'all' as const),
        (scale, shear, e, negative) => {
          const m = composeMat4({ translate: [1, 2, 3], rotate: quatFromEuler(e, 'xyz'), scale, shear });
          const parts = decomposeMat4(m, { negative });
          expectClose(composeMat4(parts), m, 1e-12);
          const mirrored = scale[0] * scale[1] * scale[2] < 0;
          expect(parts.scale.filter((s) => s < 0).length).toBe(mirrored ? (negative === 'all' ? 3 : 1) : 0);
        },
      ),
    );
  });
  test('zero scales leave a unit rotation', () => {
    for (let mask = 0; mask < 7; mask++) {
      const scale: Vec3 = [mask & 1 ? 2 : 0, mask & 2 ? -3 : 0, mask & 4 ? 4 : 0];
      const m = composeMat4({ translate: [0, 0, 0], rotate: quatFromEuler([1, 2, 3], 'xyz'), scale });
      const parts = decomposeMat4(m);
      expectClose([Math.hypot(...parts.rotate)], [1], 1e-12);
      expectClose(composeMat4(parts), m, 1e-12);
    }
  });
});
