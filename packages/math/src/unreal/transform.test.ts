import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  inverseTransformUnrealPosition,
  mat4FromUnrealTransform,
  multiplyMat4,
  multiplyUnrealTransform,
  quatFromRotator,
  transformPoint,
  transformUnrealPosition,
  type UnrealTransform,
  unrealTransformFromMat4,
  type Vec3,
} from '../index.ts';

const angle = fc.double({ min: -180, max: 180, noNaN: true });
const coordinate = fc.double({ min: -100, max: 100, noNaN: true });
const size = fc.double({ min: 0.1, max: 5, noNaN: true });
const point = fc.tuple(coordinate, coordinate, coordinate) as fc.Arbitrary<Vec3>;
const transforms = (scale: fc.Arbitrary<Vec3>): fc.Arbitrary<UnrealTransform> =>
  fc.tuple(angle, angle, angle, point, scale).map(([pitch, yaw, roll, translation, s]) => ({
    translation,
    rotation: quatFromRotator({ pitch, yaw, roll }),
    scale: s,
  }));
const uniform = size.map((s): Vec3 => [s, s, s]);
const any = fc.tuple(size, size, size) as fc.Arbitrary<Vec3>;
const signed = fc
  .tuple(any, fc.constantFrom(1, -1), fc.constantFrom(1, -1), fc.constantFrom(1, -1))
  .map(([v, x, y, z]): Vec3 => [v[0] * x, v[1] * y, v[2] * z]);

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs((actual[i] as number) - (expected[i] as number))).toBeLessThanOrEqual(tolerance);
  }
}

describe('multiplyUnrealTransform', () => {
  test('is the matrix product when the parent scales evenly', () => {
    fc.assert(
      fc.property(transforms(any), transforms(uniform), (child, parent) => {
        const product = mat4FromUnrealTransform(multiplyUnrealTransform(child, parent));
        expectClose(product, multiplyMat4(mat4FromUnrealTransform(child), mat4FromUnrealTransform(parent)), 1e-10);
      }),
    );
  });
  test('is the matrix product when the child is mirrored and the parent scales evenly', () => {
    fc.assert(
      fc.property(transforms(signed), transforms(uniform), (child, parent) => {
        const product = mat4FromUnrealTransform(multiplyUnrealTransform(child, parent));
        expectClose(product, multiplyMat4(mat4FromUnrealTransform(child), mat4FromUnrealTransform(parent)), 1e-10);
      }),
    );
  });
  test('a mirrored parent mirrors the child: its matrix is the product', () => {
    const mirror: UnrealTransform = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [-1, 1, 1] };
    fc.assert(
      fc.property(transforms(any), (child) => {
        const result = multiplyUnrealTransform(child, mirror);
        expectClose(
          mat4FromUnrealTransform(result),
          multiplyMat4(mat4FromUnrealTransform(child), mat4FromUnrealTransform(mirror)),
          1e-10,
        );
        expectClose(result.scale, [-child.scale[0], child.scale[1], child.scale[2]], 1e-15);
      }),
    );
  });
  test('uneven parent scale multiplies by component instead of shearing', () => {
    // Derived by hand from the published formula: a quarter yaw of the child does not exchange the scales.
    const child: UnrealTransform = {
      translation: [1, 2, 3],
      rotation: quatFromRotator({ pitch: 0, yaw: 90, roll: 0 }),
      scale: [1, 1, 1],
    };
    const parent: UnrealTransform = { translation: [10, 0, 0], rotation: [0, 0, 0, 1], scale: [2, 3, 4] };
    const result = multiplyUnrealTransform(child, parent);
    expect(result.scale).toEqual([2, 3, 4]);
    expect(result.translation).toEqual([12, 6, 12]);
    expectClose(result.rotation, child.rotation, 0);
  });
  test('writes into either input', () => {
    fc.assert(
      fc.property(transforms(signed), transforms(signed), (a, b) => {
        const expected = multiplyUnrealTransform(a, b);
        const copyA = structuredClone(a);
        expect(multiplyUnrealTransform(copyA, b, copyA)).toEqual(expected);
        const copyB = structuredClone(b);
        expect(multiplyUnrealTransform(a, copyB, copyB)).toEqual(expected);
      }),
    );
  });
});

describe('positions', () => {
  test('go as through the matrix and come back', () => {
    fc.assert(
      fc.property(transforms(signed), point, (t, p) => {
        const moved = transformUnrealPosition(t, p);
        expectClose(moved, transformPoint(mat4FromUnrealTransform(t), p), 1e-10);
        expectClose(inverseTransformUnrealPosition(t, moved), p, 1e-9);
      }),
    );
  });
});

describe('unrealTransformFromMat4', () => {
  test('gives the same matrix back, a mirror with its sign on X', () => {
    fc.assert(
      fc.property(transforms(signed), (t) => {
        const m = mat4FromUnrealTransform(t);
        const back = unrealTransformFromMat4(m);
        expectClose(mat4FromUnrealTransform(back), m, 1e-10);
        const mirrored = t.scale[0] * t.scale[1] * t.scale[2] < 0;
        expect(back.scale.map(Math.sign)).toEqual([mirrored ? -1 : 1, 1, 1]);
      }),
    );
  });
});
