import { describe, expect, test } from 'vitest';
import {
  addVec3,
  crossVec3,
  distanceVec3,
  dotVec3,
  lengthVec3,
  lerpVec3,
  multiplyVec3,
  normalizeVec3,
  scaleVec3,
  subtractVec3,
  type Vec3,
} from './vec3.ts';

const A: Vec3 = [1, -2, 3];
const B: Vec3 = [4, 5, -6];

// Expected values derived by hand.
const BINARY: [string, (a: Readonly<Vec3>, b: Readonly<Vec3>, out?: Vec3) => Vec3, Vec3][] = [
  ['addVec3', addVec3, [5, 3, -3]],
  ['subtractVec3', subtractVec3, [-3, -7, 9]],
  ['multiplyVec3', multiplyVec3, [4, -10, -18]],
  ['crossVec3', crossVec3, [-3, 18, 13]],
  ['lerpVec3 at a quarter', (a, b, out) => lerpVec3(a, b, 0.25, out), [1.75, -0.25, 0.75]],
];

describe.each(BINARY)('%s', (_name, operate, expected) => {
  test('gives the value worked out by hand', () => expect(operate(A, B)).toEqual(expected));
  test('writes into out when out is the first input', () => {
    const a: Vec3 = [...A];
    expect(operate(a, B, a)).toBe(a);
    expect(a).toEqual(expected);
  });
  test('writes into out when out is the second input', () => {
    const b: Vec3 = [...B];
    expect(operate(A, b, b)).toBe(b);
    expect(b).toEqual(expected);
  });
});

describe('lengths', () => {
  test('a 2-3-6 vector has length 7', () => expect(lengthVec3([2, 3, 6])).toBe(7));
  test('distance is the length of the difference', () => expect(distanceVec3([1, 1, 1], [3, 4, 7])).toBe(7));
  test('the scalar product adds the component products', () => expect(dotVec3(A, B)).toBe(-24));
  test('scaling multiplies each component', () => expect(scaleVec3(A, -2)).toEqual([-2, 4, -6]));
});

describe('normalizeVec3', () => {
  test('keeps the direction at length 1', () =>
    expect(normalizeVec3([0, -4, 3])).toEqual([0, -0.8, expect.closeTo(0.6, 15)]));
  test('leaves zero at zero', () => expect(normalizeVec3([0, 0, 0])).toEqual([0, 0, 0]));
});
