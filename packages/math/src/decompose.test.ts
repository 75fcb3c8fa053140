import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  composeMat4,
  decomposeMat4,
  determinantLinear,
  identityMat4,
  type Mat4,
  multiplyMat4,
  orthonormalizeMat4,
  type Quat,
  transposeMat4,
  type Vec3,
} from './index.ts';

interface Golden {
  tolerance: number;
  cases: { scale: Vec3; shear: Vec3; degrees: Vec3; quat: Quat; matrix: number[] }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../../fixtures/rotations/decompose.golden.json', import.meta.url), 'utf8'),
) as Golden;

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs((actual[i] as number) - (expected[i] as number))).toBeLessThanOrEqual(tolerance);
  }
}

function mat4Of(linear: readonly number[], t: Readonly<Vec3>): Mat4 {
  const [a, b, c, d, e, f, g, h, i] = linear as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [a, b, c, 0, d, e, f, 0, g, h, i, 0, t[0], t[1], t[2], 1];
}

describe('decomposeMat4', () => {
  test.each(golden.cases)('recovers scale $scale, shear $shear, rotation $degrees', (c) => {
    const parts = decomposeMat4(mat4Of(c.matrix, [7, -8, 9]));
    expectClose(parts.scale, c.scale, golden.tolerance * 100);
    expectClose(parts.shear, c.shear, golden.tolerance * 10);
    expectClose(parts.translate, [7, -8, 9], 0);
    const sign = Math.sign(parts.rotate.reduce((sum, v, i) => sum + v * (c.quat[i] as number), 0));
    expectClose(
      parts.rotate.map((v) => v * sign),
      c.quat,
      golden.tolerance,
    );
    expectClose(
      composeMat4({ translate: [7, -8, 9], rotate: c.quat, scale: c.scale, shear: c.shear }),
      [...mat4Of(c.matrix, [7, -8, 9])],
      1e-13 * Math.max(...c.scale),
    );
  });

  test('any affine matrix is its parts multiplied again', () => {
    const n = fc.integer({ min: -1000, max: 1000 }).map((v) => v / 100);
    fc.assert(
      fc.property(fc.array(n, { minLength: 9, maxLength: 9 }), fc.tuple(n, n, n), (linear, t) => {
        const m = mat4Of(linear, t as Vec3);
        fc.pre(Math.abs(determinantLinear(m)) > 1e-3);
        for (const negative of ['x', 'y', 'z', 'all'] as const) {
          expectClose(composeMat4(decomposeMat4(m, { negative })), m, 1e-9);
        }
      }),
    );
  });

  test('the sign of a mirror goes where it is asked to', () => {
    const m = composeMat4({ translate: [0, 0, 0], rotate: [0, 0, 0, 1], scale: [2, 3, -4] });
    expect(decomposeMat4(m).scale).toEqual([-2, 3, 4]);
    expect(decomposeMat4(m, { negative: 'z' })).toEqual({
      translate: [0, 0, 0],
      rotate: [0, 0, 0, 1],
      scale: [2, 3, -4],
      shear: [0, 0, 0],
    });
    expect(decomposeMat4(m, { negative: 'all' }).scale).toEqual([-2, -3, -4]);
  });
});

describe('orthonormalizeMat4', () => {
  test('the result times its transpose is the identity, and translation stays', () => {
    const m = mat4Of([2, 0.3, 0, -0.5, 3, 0.2, 0.1, 0.4, -1], [5, 6, 7]);
    const clean = orthonormalizeMat4(m);
    expectClose([clean[12], clean[13], clean[14]], [5, 6, 7], 0);
    const rotation: Mat4 = [...clean];
    rotation[12] = 0;
    rotation[13] = 0;
    rotation[14] = 0;
    expectClose(multiplyMat4(rotation, transposeMat4(rotation)), identityMat4(), 1e-15);
    expect(determinantLinear(clean)).toBeCloseTo(1, 14);
  });
});
