import { describe, expect, test } from 'vitest';
import { largestDistance, readObjPoints, sizeOf } from './corpus/obj-points.mjs';

describe('readObjPoints', () => {
  test('reads vertices and nothing else', () => {
    const text = '# v 9 9 9\nv 1 2.5 -3e1\nvn 0 0 1\nvt 1 1\nv 0 0 0 1\nf 1 2 1\n';
    expect([...readObjPoints(text)]).toEqual([1, 2.5, -30, 0, 0, 0]);
  });
});

describe('sizeOf', () => {
  test('is the largest side, and 1 for less', () => {
    expect(sizeOf([0, 0, 0, 1, 5, -3])).toBe(5);
    expect(sizeOf([0, 0, 0])).toBe(1);
  });
});

describe('largestDistance', () => {
  test('is zero for the same points in another order', () => {
    expect(largestDistance([0, 0, 0, 3, 0, 0], [3, 0, 0, 0, 0, 0], 1)).toBe(0);
  });

  test('finds the point that is off, also over the border of a cell', () => {
    expect(largestDistance([0, 0, 0, 0.99, 0, 0], [0, 0, 0, 1.01, 0, 0], 1)).toBeCloseTo(0.02, 12);
  });

  test('is infinite beyond reach, or with nothing to compare with', () => {
    expect(largestDistance([0, 0, 0], [5, 0, 0], 1)).toBe(Number.POSITIVE_INFINITY);
    expect(largestDistance([0, 0, 0], [], 1)).toBe(Number.POSITIVE_INFINITY);
  });
});
