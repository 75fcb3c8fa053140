import { describe, expect, test } from 'vitest';
import { limitInfluences } from './influences.ts';

const onePoint = (weights: readonly number[]) => ({
  starts: Int32Array.of(0, weights.length),
  joints: Int32Array.from(weights.keys()),
  weights: Float64Array.from(weights),
});
const rounded = (values: Float32Array): number[] => [...values].map((value) => Number(value.toFixed(6)));

describe('limitInfluences', () => {
  // 0.85 remains of six weights: 0.3 / 0.85 and so on, worked out by hand.
  test('six weights in four are the largest, divided by their sum, and two are told', () => {
    const limited = limitInfluences(onePoint([0.3, 0.25, 0.2, 0.1, 0.1, 0.05]), 1, 4);
    expect(rounded(limited.weights)).toEqual([0.352941, 0.294118, 0.235294, 0.117647]);
    expect([...limited.joints]).toEqual([0, 1, 2, 3]);
    expect(limited.droppedCount).toBe(2);
    expect(limited.largestDropped).toBeCloseTo(0.1, 12);
  });

  test('six weights in eight are two sets whose sum is 1', () => {
    const limited = limitInfluences(onePoint([0.3, 0.25, 0.2, 0.1, 0.1, 0.05]), 1, 8);
    expect(limited.setCount).toBe(2);
    expect(rounded(limited.weights)).toEqual([0.3, 0.25, 0.2, 0.1, 0.1, 0.05, 0, 0]);
    expect(limited.droppedCount).toBe(0);
  });

  test('a joint that is named twice counts once, and weights below zero or no numbers count nothing', () => {
    const limited = limitInfluences(
      {
        starts: Int32Array.of(0, 4),
        joints: Int32Array.of(3, 5, 3, 6),
        weights: Float64Array.of(0.25, -1, 0.25, Number.NaN),
      },
      1,
      4,
    );
    expect([...limited.joints]).toEqual([3, 0, 0, 0]);
    expect([...limited.weights]).toEqual([1, 0, 0, 0]);
  });

  test('a point without weights goes with the first joint, and is counted', () => {
    const limited = limitInfluences(
      { starts: Int32Array.of(0, 0), joints: new Int32Array(0), weights: new Float64Array(0) },
      1,
      4,
    );
    expect([...limited.weights]).toEqual([1, 0, 0, 0]);
    expect(limited.looseCount).toBe(1);
  });
});
