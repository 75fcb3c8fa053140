import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addLocalRotation,
  addWorldRotation,
  alignQuats,
  angleBetweenQuats,
  axisAngleFromQuat,
  conjugateQuat,
  dotQuat,
  expQuat,
  invertQuat,
  lengthQuat,
  lerpQuat,
  localRotationBetween,
  logQuat,
  multiplyQuat,
  nlerpQuat,
  normalizeQuat,
  type Quat,
  quatBetween,
  quatFromAxisAngle,
  quatFromEuler,
  rotateVec3,
  slerpQuat,
  squadControlQuat,
  squadQuat,
  type Vec3,
  worldRotationBetween,
} from './index.ts';

const component = fc.double({ min: -1, max: 1, noNaN: true });
const quat = (fc.tuple(component, component, component, component) as fc.Arbitrary<Quat>)
  .filter((q) => lengthQuat(q) > 0.1)
  .map((q) => normalizeQuat(q));
const vector = fc.tuple(component, component, component) as fc.Arbitrary<Vec3>;
const unitInterval = fc.double({ min: 0, max: 1, noNaN: true });

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs((actual[i] as number) - (expected[i] as number))).toBeLessThanOrEqual(tolerance);
  }
}

const aboutZ = (deg: number): Quat => quatFromAxisAngle([0, 0, 1], (deg * Math.PI) / 180);

describe('slerpQuat', () => {
  test('a third of the short way from 0 to 90 degrees is 30 degrees', () => {
    expectClose(slerpQuat(aboutZ(0), aboutZ(90), 1 / 3), aboutZ(30), 1e-15);
  });
  test('a third of the long way from 0 to 90 degrees is -90 degrees', () => {
    expectClose(slerpQuat(aboutZ(0), aboutZ(90), 1 / 3, { arc: 'longest' }), aboutZ(-90), 1e-15);
  });
  test('the direct way follows the sign given', () => {
    expectClose(slerpQuat(aboutZ(0), aboutZ(300), 0.5, { arc: 'direct' }), aboutZ(150), 1e-15);
    expectClose(slerpQuat(aboutZ(0), aboutZ(300), 0.5), aboutZ(-30), 1e-15);
  });
  test('starts and ends at the rotations given, at constant speed and unit length', () => {
    fc.assert(
      fc.property(quat, quat, unitInterval, (a, b, t) => {
        const q = slerpQuat(a, b, t);
        expect(Math.abs(lengthQuat(q) - 1)).toBeLessThan(1e-9);
        // 1e-7: the angle of nearly equal quaternions is known to the root of the rounding.
        expect(Math.abs(angleBetweenQuats(a, q) - t * angleBetweenQuats(a, b))).toBeLessThan(1e-7);
        expect(angleBetweenQuats(slerpQuat(a, b, 1, { arc: 'longest' }), b)).toBeLessThan(1e-7);
        expect(angleBetweenQuats(slerpQuat(a, b, 0, { arc: 'longest' }), a)).toBeLessThan(1e-7);
      }),
    );
  });
  test('half a turn of the double cover passes through unit quaternions to the negative', () => {
    const a = quatFromEuler([1, 2, 3], 'xyz');
    const opposite: Quat = [-a[0], -a[1], -a[2], -a[3]];
    for (const t of [0, 0.25, 0.5, 1]) {
      const q = slerpQuat(a, opposite, t, { arc: 'direct' });
      expect(Math.abs(lengthQuat(q) - 1)).toBeLessThan(1e-15);
      expect(Math.abs(dotQuat(a, q) - Math.cos(Math.PI * t))).toBeLessThan(1e-15);
    }
  });
  test.each([2e-4, 1e-5, 1e-9])('nearly opposite quaternions (%s away) blend at even speed', (away) => {
    const b = quatFromAxisAngle([0, 0, 1], 2 * Math.PI - away);
    const q = slerpQuat([0, 0, 0, 1], b, 0.5, { arc: 'direct' });
    expectClose(q, quatFromAxisAngle([0, 0, 1], Math.PI - away / 2), 1e-7);
  });
});

describe('lerpQuat and nlerpQuat', () => {
  test('the linear middle of a quarter turn is short of unit length by the cosine of an eighth', () => {
    const middle = lerpQuat(aboutZ(0), aboutZ(90), 0.5);
    expect(lengthQuat(middle)).toBeCloseTo(Math.cos(Math.PI / 8), 15);
    expectClose(nlerpQuat(aboutZ(0), aboutZ(90), 0.5), aboutZ(45), 1e-15);
  });
  test('the longest way goes through the other side', () => {
    expectClose(nlerpQuat(aboutZ(0), aboutZ(90), 0.5, { arc: 'longest' }), aboutZ(-135), 1e-15);
  });
});

describe('logQuat and expQuat', () => {
  test('undo each other for any length', () => {
    fc.assert(
      fc.property(quat, fc.double({ min: 0.2, max: 4, noNaN: true }), (q, k) => {
        const scaled: Quat = [q[0] * k, q[1] * k, q[2] * k, q[3] * k];
        expectClose(expQuat(logQuat(scaled)), scaled, 1e-13);
      }),
    );
  });
  test('the logarithm of a unit quaternion is half its angle along its axis', () => {
    expectClose(logQuat(quatFromAxisAngle([0, 2, 0], 0.8)), [0, 0.4, 0, 0], 1e-15);
    expect(logQuat([0, 0, 0, 1])).toEqual([0, 0, 0, 0]);
  });
});

describe('squadQuat', () => {
  test('along evenly turning keys it turns evenly', () => {
    const [p, a, b, n] = [aboutZ(0), aboutZ(40), aboutZ(80), aboutZ(120)] as [Quat, Quat, Quat, Quat];
    const q = squadQuat(a, squadControlQuat(p, a, b), squadControlQuat(a, b, n), b, 0.25);
    expectClose(q, aboutZ(50), 1e-14);
  });
  test('passes through its keys with one derivative from both sides', () => {
    const keys = alignQuats([
      quatFromEuler([0, 0, 0], 'xyz'),
      quatFromEuler([0.5, 0.3, -0.2], 'xyz'),
      quatFromEuler([1, -0.4, 0.8], 'xyz'),
      quatFromEuler([1.2, 0.9, 1.5], 'xyz'),
      quatFromEuler([0.2, 1.1, 2], 'xyz'),
    ]);
    const [k0, k1, k2, k3, k4] = keys as [Quat, Quat, Quat, Quat, Quat];
    const [c1, c2, c3] = [squadControlQuat(k0, k1, k2), squadControlQuat(k1, k2, k3), squadControlQuat(k2, k3, k4)];
    expectClose(squadQuat(k1, c1, c2, k2, 0), k1, 1e-15);
    expectClose(squadQuat(k1, c1, c2, k2, 1), k2, 1e-15);
    const h = 1e-5;
    const before = squadQuat(k1, c1, c2, k2, 1 - h).map((v, i) => ((k2[i] as number) - v) / h);
    const after = squadQuat(k2, c2, c3, k3, h).map((v, i) => (v - (k2[i] as number)) / h);
    // 1e-4: one-sided differences of step 1e-5.
    expectClose(before, after, 1e-4);
  });
});

describe('alignQuats', () => {
  test('neighbours end up on one side without changing a rotation', () => {
    fc.assert(
      fc.property(fc.array(quat, { minLength: 2, maxLength: 6 }), (quats) => {
        const aligned = alignQuats(quats);
        aligned.forEach((q, i) => {
          expect(Math.abs(dotQuat(q, quats[i] as Quat))).toBeCloseTo(1, 12);
          if (i > 0) expect(dotQuat(aligned[i - 1] as Quat, q)).toBeGreaterThanOrEqual(0);
        });
      }),
    );
  });
});

describe('inverses', () => {
  test('the conjugate of a unit quaternion and the inverse of any undo it', () => {
    fc.assert(
      fc.property(quat, vector, (q, v) => {
        expectClose(rotateVec3(rotateVec3(v, q), conjugateQuat(q)), v, 1e-14);
        const long: Quat = [q[0] * 3, q[1] * 3, q[2] * 3, q[3] * 3];
        expectClose(multiplyQuat(long, invertQuat(long)), [0, 0, 0, 1], 1e-14);
      }),
    );
  });
  test('axis and angle give the quaternion back with its sign', () => {
    fc.assert(
      fc.property(quat, (q) => {
        const { axis, angle } = axisAngleFromQuat(q);
        expectClose(quatFromAxisAngle(axis, angle), q, 1e-14);
      }),
    );
  });
});

describe('quatBetween', () => {
  test('turns the one direction into the other', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        fc.pre(Math.hypot(...a) > 1e-3 && Math.hypot(...b) > 1e-3);
        const [la, lb] = [Math.hypot(...a), Math.hypot(...b)];
        const turned = rotateVec3(a, quatBetween(a, b));
        expectClose(
          turned.map((v) => v / la),
          b.map((v) => v / lb),
          1e-14,
        );
      }),
      { numRuns: 1000 },
    );
  });
  test.each([
    [-0.001, 0, -1.8250120749944287e-11],
    [-1, 1e-8, 3e-9],
    [-1, 3e-12, 0],
    [-1, -1e-11, 1e-10],
    [-0.3, 0, 1e-14],
  ] as Vec3[])('keeps its digits for (%d, %d, %d), nearly opposite to X', (x, y, z) => {
    const length = Math.hypot(x, y, z);
    expectClose(
      rotateVec3([x, y, z], quatBetween([x, y, z], [1, 0, 0])).map((v) => v / length),
      [1, 0, 0],
      1e-14,
    );
  });
  test.each([
    [1, 0, 0],
    [0, -2, 0],
    [0, 0, 3],
    [1, 2, -3],
  ] as Vec3[])('turns (%d, %d, %d) to its opposite by half a turn', (x, y, z) => {
    const q = quatBetween([x, y, z], [-x, -y, -z]);
    expect(q[3]).toBe(0);
    expectClose(rotateVec3([x, y, z], q), [-x, -y, -z], 1e-14);
  });
  test('zero has no direction and gives the identity', () => {
    expect(quatBetween([0, 0, 0], [1, 0, 0])).toEqual([0, 0, 0, 1]);
  });
});

describe('incremental rotation', () => {
  test('a local turn is about the own axes, a world turn about the fixed ones', () => {
    const yawed = quatFromAxisAngle([0, 1, 0], Math.PI / 2);
    const roll = quatFromAxisAngle([0, 0, 1], Math.PI / 2);
    // Derived by hand: after the yaw, local Z points along world X.
    expectClose(rotateVec3([0, 1, 0], addLocalRotation(yawed, roll)), [0, 0, 1], 1e-15);
    expectClose(rotateVec3([0, 1, 0], addWorldRotation(yawed, roll)), [-1, 0, 0], 1e-15);
  });
  test('the difference added gives the target', () => {
    fc.assert(
      fc.property(quat, quat, (a, b) => {
        expectClose(addLocalRotation(a, localRotationBetween(a, b)), b, 1e-14);
        expectClose(addWorldRotation(a, worldRotationBetween(a, b)), b, 1e-14);
      }),
    );
  });
  test('a million small turns stay at unit length', () => {
    const step = quatFromEuler([1e-3, 2e-3, -1e-3], 'xyz');
    const q: Quat = [0, 0, 0, 1];
    for (let i = 0; i < 1e6; i++) addLocalRotation(q, step, q);
    expect(Math.abs(lengthQuat(q) - 1)).toBeLessThan(1e-15);
  });
});
