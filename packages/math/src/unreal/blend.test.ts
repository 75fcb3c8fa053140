import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addLocalRotator,
  addWorldRotator,
  angleBetweenQuats,
  fastLerpQuat,
  identityRotator,
  lengthQuat,
  lerpRotator,
  lerpRotatorComponents,
  lerpRotatorShortest,
  quatFromRotator,
  type Rotator,
  radToDeg,
  slerpQuat,
  slerpUnrealQuat,
} from '../index.ts';

const A: Rotator = { pitch: 45, yaw: 0, roll: 0 };
const B: Rotator = { pitch: 90, yaw: 100, roll: 120 };
const qa = quatFromRotator(A);
const qb = quatFromRotator(B);

const angle = fc.double({ min: -170, max: 170, noNaN: true });
const rotators: fc.Arbitrary<Rotator> = fc.record({
  pitch: fc.double({ min: -85, max: 85, noNaN: true }),
  yaw: angle,
  roll: angle,
});

describe('fastLerpQuat', () => {
  test('is not normalised: between these two its length drops to 0.977', () => {
    // Derived by hand: the length of a linear blend is least in the middle, the cosine of a quarter of the angle between.
    const lengths = Array.from({ length: 101 }, (_, i) => lengthQuat(fastLerpQuat(qa, qb, i / 100)));
    const halfAngle = angleBetweenQuats(qa, qb) / 4;
    expect(Math.min(...lengths)).toBeCloseTo(Math.cos(halfAngle), 12);
    expect(Math.min(...lengths)).toBeLessThan(0.98);
  });
  test('ends at b itself and starts at a on the side of b', () => {
    expect(fastLerpQuat(qa, qb, 1)).toEqual(qb);
    const negative = qa.map((v) => -v) as typeof qa;
    expect(fastLerpQuat(negative, qa, 0)).toEqual(qa);
  });
  test('differs from Slerp in speed and from the component blend in path', () => {
    const fast = fastLerpQuat(qa, qb, 0.25);
    const off = radToDeg(
      angleBetweenQuats(fast.map((v) => v / lengthQuat(fast)) as typeof fast, slerpQuat(qa, qb, 0.25)),
    );
    expect(off).toBeGreaterThan(0.05);
    expect(off).toBeLessThan(1);
    const components = quatFromRotator(lerpRotator(A, B, 0.5));
    expect(radToDeg(angleBetweenQuats(components, slerpQuat(qa, qb, 0.5)))).toBeGreaterThan(10);
  });
});

describe('slerpUnrealQuat', () => {
  test('is the exact blend to 1e-5 of a radian, and exact away from its linear range', () => {
    fc.assert(
      fc.property(rotators, rotators, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, t) => {
        const [p, q] = [quatFromRotator(a), quatFromRotator(b)];
        const off = angleBetweenQuats(slerpUnrealQuat(p, q, t), slerpQuat(p, q, t));
        expect(off).toBeLessThan(1e-5);
        if (angleBetweenQuats(p, q) > 0.03) expect(off).toBeLessThan(1e-7);
      }),
    );
  });
});

describe('rotator blends', () => {
  // Expected values derived by hand.
  test('C++ takes each component the short way', () => {
    const r = lerpRotator({ pitch: 0, yaw: 350, roll: 10 }, { pitch: 20, yaw: 10, roll: 10 }, 0.5);
    expect(r).toEqual({ pitch: 10, yaw: 360, roll: 10 });
  });
  test('Blueprint without shortest path takes the difference as written', () => {
    const r = lerpRotatorComponents({ pitch: 0, yaw: 350, roll: 0 }, { pitch: 20, yaw: 10, roll: -720 }, 0.5);
    expect(r).toEqual({ pitch: 10, yaw: 180, roll: -360 });
  });
  test('Blueprint with shortest path turns about one axis', () => {
    const r = lerpRotatorShortest({ pitch: 0, yaw: 170, roll: 0 }, { pitch: 0, yaw: -170, roll: 0 }, 0.25);
    expect(r.yaw).toBeCloseTo(175, 10);
    expect(Math.abs(r.pitch) + Math.abs(r.roll)).toBeLessThan(1e-10);
  });
});

describe('out', () => {
  test.each([lerpRotator, lerpRotatorComponents, lerpRotatorShortest])('$name writes into either input', (blend) => {
    const expected = blend(A, B, 0.3);
    const a = { ...A };
    expect(blend(a, B, 0.3, a)).toBe(a);
    expect(a).toEqual(expected);
    const b = { ...B };
    expect(blend(A, b, 0.3, b)).toBe(b);
    expect(b).toEqual(expected);
  });
  test.each([addLocalRotator, addWorldRotator])('$name writes into either input', (add) => {
    const expected = add(A, B);
    const a = { ...A };
    expect(add(a, B, a)).toBe(a);
    expect(a).toEqual(expected);
    const b = { ...B };
    expect(add(A, b, b)).toBe(b);
    expect(b).toEqual(expected);
  });
});

describe('added rotators', () => {
  test('a local pitch after a yaw looks up along the new heading', () => {
    const r = addLocalRotator({ pitch: 0, yaw: 90, roll: 0 }, { pitch: 30, yaw: 0, roll: 0 });
    expect([r.pitch, r.yaw, r.roll].map((v) => Math.round(v * 1e9) / 1e9 + 0)).toEqual([30, 90, 0]);
  });
  test('a world pitch after a quarter yaw rolls the object', () => {
    // Derived by hand: after a yaw of 90 degrees the object's X lies along world Y, the axis of the world pitch.
    const r = addWorldRotator({ pitch: 0, yaw: 90, roll: 0 }, { pitch: 30, yaw: 0, roll: 0 });
    expect(Math.abs(r.roll)).toBeCloseTo(30, 9);
    expect(r.pitch).toBeCloseTo(0, 9);
  });
  test('adding nothing changes nothing', () => {
    fc.assert(
      fc.property(rotators, (r) => {
        for (const add of [addLocalRotator, addWorldRotator]) {
          const same = add(r, identityRotator());
          expect(angleBetweenQuats(quatFromRotator(same), quatFromRotator(r))).toBeLessThan(1e-7);
        }
      }),
    );
  });
});
