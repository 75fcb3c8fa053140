import { composeMat4, normalizeQuat, type Vec3 } from '@rigline/math';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AFFINE, setAffine } from './affine.ts';
import { borrowKernelMemory } from './kernel-memory.ts';
import { LinearSkin, skinPlain } from './skin-linear.ts';
import { type PointWeights, weightsByPoint } from './skin-weights.ts';

const JOINTS = 5;

/** Points with up to three of the joints each, some with none. */
function randomSkin(pointCount: number, next: () => number): { weights: PointWeights; points: Float64Array } {
  const influences = Array.from({ length: JOINTS }, () => ({ vertices: [] as number[], weights: [] as number[] }));
  for (let point = 0; point < pointCount; point++) {
    for (let n = Math.floor(next() * 4); n > 0; n--) {
      const influence = influences[Math.floor(next() * JOINTS)] as (typeof influences)[number];
      influence.vertices.push(point);
      influence.weights.push(next());
    }
  }
  const weights = weightsByPoint(
    influences.map((one) => ({ vertices: Int32Array.from(one.vertices), weights: Float64Array.from(one.weights) })),
    pointCount,
  );
  return { weights, points: Float64Array.from({ length: pointCount * 3 }, () => next() * 200 - 100) };
}

function setRandomMatrices(skin: LinearSkin, count: number, next: () => number): void {
  const vector = (): Vec3 => [next() * 10 - 5, next() * 10 - 5, next() * 10 - 5];
  for (let i = 0; i < count; i++) {
    const rotate = normalizeQuat([next() - 0.5, next() - 0.5, next() - 0.5, next()]);
    setAffine(composeMat4({ translate: vector(), rotate, scale: vector() }), skin.matrices, i * AFFINE);
  }
}

/** The rule written down as it is said: the sum of weight times the moved point, and the rest of the point. */
function skinByRule(
  { starts, influences, weights, sums }: PointWeights,
  m: Float64Array,
  points: Float64Array,
  keepsRest: boolean,
): number[] {
  const out: number[] = [];
  for (let v = 0; v < sums.length; v++) {
    const p = [points[v * 3], points[v * 3 + 1], points[v * 3 + 2], 1] as number[];
    const rest = sums[v] === 0 ? 1 : keepsRest ? 1 - (sums[v] as number) : 0;
    for (let axis = 0; axis < 3; axis++) {
      let sum = rest * (p[axis] as number);
      for (let i = starts[v] as number; i < (starts[v + 1] as number); i++) {
        const at = (influences[i] as number) * AFFINE + axis;
        const moved = p.reduce((total, value, row) => total + value * (m[at + row * 4] as number), 0);
        sum += (weights[i] as number) * moved;
      }
      out.push(sum);
    }
  }
  return out;
}

describe('LinearSkin', () => {
  test('gives what the rule says, with many points and with few', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(1, 7, 200), fc.boolean(), (seed, pointCount, keepsRest) => {
        const random = generatorOf(seed);
        const { weights, points } = randomSkin(pointCount, random);
        const skin = new LinearSkin(weights, keepsRest);
        setRandomMatrices(skin, weights.joints.length, random);
        const out = new Float64Array(points.length);
        skin.run(points, out);
        skinByRule(weights, skin.matrices, points, keepsRest).forEach((value, i) => {
          expect(out[i]).toBeCloseTo(value, 8);
        });
      }),
    );
  });

  test('gives the same bits with WebAssembly as without', () => {
    expect(borrowKernelMemory()).toBeDefined();
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = generatorOf(seed);
        const { points } = randomSkin(100, random);
        // Every point has weights, so that the plain kernel can be given them as they are.
        const weights = weightsByPoint(
          Array.from({ length: JOINTS }, () => ({
            vertices: Int32Array.from({ length: 100 }, (_, i) => i),
            weights: Float64Array.from({ length: 100 }, () => random() + 0.01),
          })),
          100,
        );
        const skin = new LinearSkin(weights, false);
        setRandomMatrices(skin, JOINTS, random);
        const out = new Float64Array(points.length);
        const plain = new Float64Array(points.length);
        skin.run(points, out);
        skinPlain(points, weights.starts, weights.influences, weights.weights, skin.matrices, plain);
        expect(out).toEqual(plain);
      }),
    );
  });

  test('keeps the skins of one memory apart', () => {
    const random = generatorOf(1);
    const skins = [100, 300].map((count) => {
      const { weights, points } = randomSkin(count, random);
      const skin = new LinearSkin(weights, true);
      setRandomMatrices(skin, weights.joints.length, random);
      return { skin, points, weights, out: new Float64Array(points.length) };
    });
    for (const { skin, points, out } of [...skins, ...skins]) skin.run(points, out);
    for (const { skin, points, out, weights } of skins) {
      skinByRule(weights, skin.matrices, points, true).forEach((value, i) => {
        expect(out[i]).toBeCloseTo(value, 8);
      });
    }
  });
});

/** Numbers from 0 to 1 that only depend on the seed. */
function generatorOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
