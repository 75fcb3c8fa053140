import { readFileSync } from 'node:fs';
import { type Quat, quatFromAxisAngle, quatFromEuler, ROTATE_ORDERS, type Vec3 } from '@rigline/math';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CurveIssue } from './issues.ts';
import { buildCurveKeys, type CurveKeys, type InfinityKind, type TangentType } from './keys.ts';
import {
  compileRotationCurve,
  evaluateRotationCurve,
  type RotationInterpolation,
  type RotationKeys,
} from './rotation-curve.ts';
import { buildRotationKeys, eulerFromRotationCurve } from './rotation-euler.ts';

interface Case {
  name: string;
  interpolation: RotationInterpolation;
  infinity?: InfinityKind;
  axis: 'x' | 'y' | 'z';
  types?: TangentType[];
  keys: [number, number][];
  samples: [number, number][];
}
const goldenUrl = new URL('../../../../fixtures/curves/rotations.golden.json', import.meta.url);
const golden: { tolerance: number; cases: Case[] } = JSON.parse(readFileSync(goldenUrl, 'utf8'));

const AXES: Record<'x' | 'y' | 'z', Vec3> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const turn = (axis: 'x' | 'y' | 'z', degrees: number): Quat => quatFromAxisAngle(AXES[axis], rad(degrees));
/** Sign-free distance of two rotations. */
const apart = (a: Readonly<Quat>, b: Readonly<Quat>): number =>
  1 - Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);

function keysOf(list: readonly [number, Quat][], options: Partial<RotationKeys> = {}): RotationKeys {
  return {
    times: Float64Array.from(list, ([time]) => time),
    quaternionsXyzw: Float64Array.from(list.flatMap(([, q]) => q)),
    inTypes: list.map(() => 'auto' as const),
    outTypes: list.map(() => 'auto' as const),
    interpolation: 'slerp',
    preInfinity: 'constant',
    postInfinity: 'constant',
    ...options,
  };
}

const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const euler = fc.tuple(angle, angle, angle);

describe('evaluateRotationCurve', () => {
  test.each(golden.cases)('$name', ({ axis, keys, samples, interpolation, infinity = 'constant', types }) => {
    const list = keys.map(([time, degrees]): [number, Quat] => [time, turn(axis, degrees)]);
    const typed = types ? { outTypes: types } : {};
    const options = { interpolation, preInfinity: infinity, postInfinity: infinity, ...typed };
    const curve = compileRotationCurve(keysOf(list, options));
    for (const [time, degrees] of samples) {
      const q = evaluateRotationCurve(curve, time);
      const expected = turn(axis, degrees);
      const sign = q[0] * expected[0] + q[1] * expected[1] + q[2] * expected[2] + q[3] * expected[3] < 0 ? -1 : 1;
      q.forEach((part, index) => {
        expect(Math.abs(part * sign - expected[index]!), `at ${time}`).toBeLessThan(golden.tolerance);
      });
    }
  });

  test('passes through its keys and keeps unit length, whatever the interpolation', () =>
    fc.assert(
      fc.property(
        fc.array(euler, { minLength: 1, maxLength: 6 }),
        fc.constantFrom<RotationInterpolation[]>('slerp', 'quaternion', 'squad'),
        fc.constantFrom<InfinityKind[]>('constant', 'linear', 'cycle', 'cycleRelative', 'oscillate'),
        fc.double({ min: -20, max: 20, noNaN: true }),
        (angles, interpolation, infinity, time) => {
          const list = angles.map((e, key): [number, Quat] => [key, quatFromEuler(e, 'xyz')]);
          const options = { interpolation, preInfinity: infinity, postInfinity: infinity };
          const curve = compileRotationCurve(keysOf(list, options));
          // 1e-6: float32 w of the keys.
          for (const [at, q] of list) expect(apart(evaluateRotationCurve(curve, at), q)).toBeLessThan(1e-6);
          expect(Math.hypot(...evaluateRotationCurve(curve, time))).toBeCloseTo(1, 5);
        },
      ),
    ));

  test('writes into out and allows any input', () => {
    const curve = compileRotationCurve(
      keysOf([
        [0, turn('x', 0)],
        [1, turn('x', 90)],
      ]),
    );
    const out: Quat = [9, 9, 9, 9];
    expect(evaluateRotationCurve(curve, 0.5, out)).toBe(out);
    expect(apart(out, turn('x', 45))).toBeLessThan(1e-7);
    expect(evaluateRotationCurve(curve, Number.NaN)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect(apart(evaluateRotationCurve(curve, Number.POSITIVE_INFINITY), turn('x', 90))).toBeLessThan(1e-6);
    const empty = compileRotationCurve(keysOf([]));
    expect(evaluateRotationCurve(empty, 1)).toEqual([0, 0, 0, 1]);
    expect(empty.issues).toMatchObject([{ code: 'CURVE_NO_KEYS' }]);
  });

  test('sorts keys and leaves out unusable ones', () => {
    const bad: Quat = [Number.NaN, 0, 0, 1];
    const curve = compileRotationCurve(
      keysOf([
        [1, turn('x', 90)],
        [0, turn('x', 0)],
        [0.5, bad],
      ]),
    );
    expect([...curve.times]).toEqual([0, 1]);
    expect(apart(evaluateRotationCurve(curve, 0.5), turn('x', 45))).toBeLessThan(1e-7);
    expect(curve.issues.map((issue) => issue.code)).toEqual(['CURVE_KEYS_UNSORTED', 'CURVE_KEY_NOT_FINITE']);
  });
});

describe('buildRotationKeys', () => {
  const axisKeys = (list: readonly number[], times = list.map((_, key) => key)): CurveKeys =>
    buildCurveKeys(list.map((degrees, key) => ({ time: times[key]!, value: rad(degrees) })));

  test.each(ROTATE_ORDERS)('turns Euler keys of order %s into the same rotations', (order) =>
    fc.assert(
      fc.property(fc.array(euler, { minLength: 1, maxLength: 4 }), (angles) => {
        const curves = [0, 1, 2].map((axis) =>
          buildCurveKeys(angles.map((e, key) => ({ time: key, value: e[axis]! }))),
        ) as [CurveKeys, CurveKeys, CurveKeys];
        const keys = buildRotationKeys(curves, { order })!;
        angles.forEach((e, key) => {
          const q = [...keys.quaternionsXyzw.subarray(key * 4, key * 4 + 4)] as unknown as Quat;
          expect(apart(q, quatFromEuler(e, order))).toBeLessThan(1e-12);
        });
      }),
    ),
  );

  test('gives each key the sign nearer to the one before', () => {
    const keys = buildRotationKeys([axisKeys([0, 170, 340]), axisKeys([0, 0, 0]), axisKeys([0, 0, 0])])!;
    const q = keys.quaternionsXyzw;
    for (const at of [4, 8]) {
      let cosine = 0;
      for (let part = 0; part < 4; part++) cosine += q[at + part]! * q[at - 4 + part]!;
      expect(cosine).toBeGreaterThanOrEqual(0);
    }
  });

  test('refuses curves that do not share their times', () => {
    const issues: CurveIssue[] = [];
    const other = axisKeys([0, 1], [0, 2]);
    expect(buildRotationKeys([axisKeys([0, 1]), axisKeys([0, 1]), other], {}, issues)).toBeUndefined();
    expect(buildRotationKeys([axisKeys([0, 1]), axisKeys([0]), axisKeys([0, 1])], {}, issues)).toBeUndefined();
    expect(issues.map(({ code, key }) => ({ code, key }))).toEqual([
      { code: 'CURVE_KEYS_NOT_SHARED', key: 1 },
      { code: 'CURVE_KEYS_NOT_SHARED', key: 1 },
    ]);
  });
});

describe('eulerFromRotationCurve', () => {
  test.each(ROTATE_ORDERS)('gives angles of the same rotation in order %s', (order) =>
    fc.assert(
      fc.property(euler, (angles) => {
        const q = quatFromEuler(angles, order);
        const back = quatFromEuler(eulerFromRotationCurve(q, order), order);
        // 1e-9: beside the lock the last angle is dropped where the squared cosine is below 1e-10.
        expect(apart(q, back)).toBeLessThan(1e-9);
      }),
    ),
  );

  test('takes the solution with the smaller sum of angles', () => {
    // (170, 10, 170) and (-10, 170, -10) are one rotation: 350 against 190 degrees in all.
    const found = eulerFromRotationCurve(quatFromEuler([rad(-170), rad(10), rad(-170)], 'xyz'));
    found.forEach((value, axis) => {
      expect(value).toBeCloseTo(rad([10, 170, 10][axis]!), 9);
    });
  });

  test('puts all of the turn into the first angle at the lock', () => {
    const found = eulerFromRotationCurve(quatFromEuler([rad(20), rad(90), rad(50)], 'xyz'));
    expect(found[2]).toBe(0);
    expect(found[0]).toBeCloseTo(rad(-30), 6);
    expect(found[1]).toBeCloseTo(rad(90), 6);
  });
});
