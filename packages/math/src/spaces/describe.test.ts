import { describe, expect, test } from 'vitest';
import {
  composeMat4,
  degToRad,
  describeRotation,
  quatFromEuler,
  ROTATE_ORDERS,
  ROTATION_TARGETS,
  type RotationDescription,
  type RotationRepresentation,
} from '../index.ts';

const find = (d: RotationDescription, space: string, role = 'object'): RotationRepresentation =>
  d.representations.find((r) => r.space === space && r.role === role) as RotationRepresentation;

describe('describeRotation', () => {
  const described = describeRotation({ eulerDeg: [0, 90, 0] });

  test('lists every target and every order', () => {
    expect(described.representations.map((r) => [r.space, r.role])).toEqual(
      ROTATION_TARGETS.map((t) => [t.space, t.role]),
    );
    expect(described.orders.map((o) => o.order)).toEqual(ROTATE_ORDERS);
  });
  // Expected values derived by hand: Maya's side camera stands on +X and looks along -X.
  test("Maya's side camera looks along -X in Unreal: yaw 180", () => {
    const camera = find(described, 'unreal', 'camera');
    expect(camera.labels).toEqual(['roll', 'pitch', 'yaw']);
    const [roll, pitch, yaw] = (camera.eulerDeg as number[]).map((v) => Math.round(v * 1e9) / 1e9 + 0);
    expect([roll, pitch, Math.abs(yaw as number)]).toEqual([0, 0, 180]);
    expect(camera.notes).toEqual([]);
  });
  test('gimbal lock is noted where it happens and only there', () => {
    expect(described.orders.filter((o) => o.gimbalLocked).map((o) => o.order)).toEqual(['xyz', 'zyx']);
    expect(find(described, 'maya').notes).toEqual([
      'gimbal lock: only a combination of x and z has a meaning; z is set to 0',
    ]);
    expect(find(described, 'unity').notes).toEqual([]);
    const up = describeRotation({ eulerDeg: [90, 35, 0] });
    expect(find(up, 'unreal', 'camera').singular).toBe(true);
    expect(find(up, 'unreal', 'camera').notes[0]).toMatch(/pitch snaps/);
  });
  test('glTF has a quaternion and a matrix only', () => {
    const gltf = find(described, 'gltf');
    expect(gltf.eulerDeg).toBeUndefined();
    expect(gltf.quat.map((v) => Math.round(v * 1e12) / 1e12)).toEqual([
      0,
      Math.round(Math.SQRT1_2 * 1e12) / 1e12,
      0,
      Math.round(Math.SQRT1_2 * 1e12) / 1e12,
    ]);
  });
  test('Euler angles, quaternion and scaled matrix of one rotation describe the same', () => {
    const quat = quatFromEuler([degToRad(10), degToRad(20), degToRad(30)], 'zxy');
    const matrix = composeMat4({ translate: [5, 6, 7], rotate: quat, scale: [2, 3, 4] });
    const all = [
      describeRotation({ eulerDeg: [10, 20, 30], order: 'zxy' }),
      describeRotation({ quat: [quat[0] * -2, quat[1] * -2, quat[2] * -2, quat[3] * -2] }),
      describeRotation({ matrix }),
    ];
    for (const d of all) {
      expect(d.orders[2]?.principalDeg.map((v) => Math.round(v * 1e9) / 1e9)).toEqual([10, 20, 30]);
      for (const r of d.representations) {
        const same = find(all[0] as RotationDescription, r.space, r.role);
        r.quat.forEach((v, i) => {
          expect(v).toBeCloseTo(same.quat[i] as number, 12);
        });
      }
    }
  });
  test('an Unreal rotator goes to Maya and back', () => {
    const there = describeRotation({
      from: 'unreal',
      eulerDeg: [12, -35, 140],
      targets: [{ space: 'maya', role: 'camera' }],
    });
    const back = describeRotation({
      from: 'maya',
      quat: find(there, 'maya', 'camera').quat,
      targets: [{ space: 'unreal', role: 'camera' }],
    });
    expect(find(back, 'unreal', 'camera').eulerDeg?.map((v) => Math.round(v * 1e9) / 1e9)).toEqual([12, -35, 140]);
  });
  test('exactly one rotation must be given', () => {
    expect(() => describeRotation({})).toThrow('0 rotations were given; expected one of eulerDeg, quat, matrix');
    expect(() => describeRotation({ eulerDeg: [0, 0, 0], quat: [0, 0, 0, 1] })).toThrow(RangeError);
  });
});
