import { mat4FromEuler, mat4FromQuat, quatFromEuler, ROTATE_ORDERS, type Vec3 } from '@rigline/math';
import { describe, expect, test } from 'vitest';
import { constraintEuler } from './rotations.ts';

const AXES = ['x', 'y', 'z'];

describe('constraintEuler', () => {
  /** The triple with a first, middle and last angle in the sequence of an order. */
  const inOrder = (order: string, angles: Vec3): Vec3 => {
    const out: Vec3 = [0, 0, 0];
    for (let i = 0; i < 3; i++) out[AXES.indexOf(order[i] as string)] = angles[i] as number;
    return out;
  };
  const cases = ROTATE_ORDERS.flatMap((order) => [1, -1].map((sign) => [order, sign] as const));

  test.each(cases)('%s close to lock at %d has the angle applied last at 0', (order, sign) => {
    const close = quatFromEuler(inOrder(order, [0.3, sign * (Math.PI / 2 - 5e-8), 0.9]), order);
    const euler = constraintEuler(close, order, undefined);
    expect(euler[AXES.indexOf(order[2] as string)]).toBe(0);
    const [want, got] = [mat4FromQuat(close), mat4FromEuler(euler, order)];
    // 2e-7: the limit within which the last angle is given up.
    for (let i = 0; i < 16; i++) expect(Math.abs((got[i] as number) - (want[i] as number))).toBeLessThan(2e-7);
  });

  test.each(cases)('%s a little further from lock at %d keeps all three angles', (order, sign) => {
    const angles = inOrder(order, [0.3, sign * (Math.PI / 2 - 1e-6), 0.9]);
    const euler = constraintEuler(quatFromEuler(angles, order), order, undefined);
    for (let i = 0; i < 3; i++) expect(euler[i]).toBeCloseTo(angles[i] as number, 5);
  });
});
