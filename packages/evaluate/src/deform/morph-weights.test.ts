import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MorphSplit, splitMorphWeight } from './morph-weights.ts';

const NOTHING: MorphSplit = { first: -1, firstAmount: 0, second: -1, secondAmount: 0 };

/** Amounts by shape. */
function amounts(weights: readonly number[], weight: number): number[] {
  const { first, firstAmount, second, secondAmount } = splitMorphWeight(weights, weight, { ...NOTHING });
  return weights.map((_, shape) => (shape === first ? firstAmount : shape === second ? secondAmount : 0));
}

describe('splitMorphWeight', () => {
  // Derived by hand from the rule: neighbours count in proportion, the base stands at 0, the ends go on.
  test.each([
    [[1], 0.25, [0.25]],
    [[1], -2, [-2]],
    [[0.5], 1, [2]],
    [[0.5, 1], 0.25, [0.5, 0]],
    [[0.5, 1], 0.5, [1, 0]],
    [[0.5, 1], 0.75, [0.5, 0.5]],
    [[0.5, 1], 1, [0, 1]],
    [[0.5, 1], 1.5, [-1, 2]],
    [[0.5, 1], -1, [-2, 0]],
    [[-1, 1], 0.5, [0, 0.5]],
    [[-1, 1], -0.5, [0.5, 0]],
    [[-1, 1], -3, [3, 0]],
    [[-2, -1], -1.5, [0.5, 0.5]],
    [[-2, -1], 1, [0, -1]],
    [[0.25, 0.5, 1], 0, [0, 0, 0]],
    [[], 1, []],
  ])('of shapes at %j a weight of %d counts %j', (weights, weight, expected) => {
    expect(amounts(weights, weight)).toEqual(expected);
  });

  test('gives shapes that are fully in at their weight the weight back', () => {
    // Shapes whose offsets are their weights make a straight line through the base: everything between and beyond too.
    const shapes = fc
      .uniqueArray(
        fc.integer({ min: -8, max: 8 }).filter((n) => n !== 0),
        { minLength: 1, maxLength: 5 },
      )
      .map((list) => list.map((n) => n / 4).sort((a, b) => a - b));
    fc.assert(
      fc.property(shapes, fc.double({ min: -4, max: 4, noNaN: true }), (weights, weight) => {
        const sum = amounts(weights, weight).reduce((total, amount, i) => total + amount * (weights[i] as number), 0);
        expect(sum).toBeCloseTo(weight, 9);
      }),
    );
  });
});
