import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  alternateEuler,
  angleBetweenQuats,
  degToRad,
  describeRotation,
  eulerFromMat4,
  eulerFromQuat,
  isGimbalLocked,
  isRotatorSingular,
  type Mat4,
  mat4FromEuler,
  mat4FromQuat,
  type Quat,
  quatFromEuler,
  quatFromMat4,
  quatFromRotator,
  ROTATE_ORDERS,
  type RotateOrder,
  type RotationRepresentation,
  type RotationTarget,
  radToDeg,
  type SpaceRole,
  type Vec3,
} from './index.ts';

const FILE = new URL('../../../../shared/corpus/rotations/golden.json', import.meta.url);
// 1e-9, in degrees for angles: the file has 15 digits.
const TOLERANCE = 1e-9;

interface UnrealCase {
  quat: Quat;
  roll: number;
  pitch: number;
  yaw: number;
  singular: boolean;
}
interface EulerCase {
  quat?: Quat;
  quatWXYZ?: Quat;
  eulerXYZ_orderZXY?: Vec3;
  eulerXYZ?: Vec3;
  gimbalLock: boolean;
}
interface Case {
  name: string;
  mayaRotate: Vec3;
  rotateOrder: RotateOrder;
  matrixRowVector: [Vec3, Vec3, Vec3];
  quaternion: Quat;
  otherOrders: Record<RotateOrder, { principal: Vec3; alternate: Vec3 | null; gimbalLock: boolean }>;
  ue: { camera: UnrealCase; object: UnrealCase; light: UnrealCase; seedFormula: { rollPitchYaw: Vec3 } };
  unity: { object: EulerCase; camera: EulerCase };
  blender: { object: EulerCase; camera: EulerCase };
  gltf: { object: Quat; camera: Quat };
  threejs: { orderXYZ: Vec3; orderZYX: Vec3 };
  godot: { rotationDegreesYXZ: Vec3 };
}

const TARGETS: RotationTarget[] = [
  ...(['camera', 'object', 'light'] as const).map((role) => ({ space: 'unreal', role })),
  ...(['camera', 'object'] as const).flatMap((role) => ['unity', 'blender', 'gltf'].map((space) => ({ space, role }))),
  ...['threejs', 'godot'].map((space) => ({ space, role: 'object' as const })),
];

const present = existsSync(FILE);
const cases: Case[] = present ? (JSON.parse(readFileSync(FILE, 'utf8')) as { cases: Case[] }).cases : [];
const radians = (v: Readonly<Vec3>): Vec3 => [degToRad(v[0]), degToRad(v[1]), degToRad(v[2])];

function expectNumbers(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs((actual[i] as number) - (expected[i] as number))).toBeLessThanOrEqual(TOLERANCE);
  }
}

function expectSameQuat(actual: Readonly<Quat>, expected: Readonly<Quat>): void {
  const sign = actual[0] * expected[0] + actual[1] * expected[1] + actual[2] * expected[2] + actual[3] * expected[3];
  expectNumbers(
    actual.map((v) => v * Math.sign(sign)),
    expected,
  );
}

/** Degrees compared around the circle: -180 and 180 are one angle. */
function expectAngles(actualDeg: readonly number[], expectedDeg: readonly number[]): void {
  for (let i = 0; i < 3; i++) {
    const difference = (actualDeg[i] as number) - (expectedDeg[i] as number);
    expect(Math.abs(difference - 360 * Math.round(difference / 360))).toBeLessThanOrEqual(TOLERANCE);
  }
}

/** Angles, at gimbal lock too (the one applied last is 0), and the rotation they describe. */
function expectEuler(actualDeg: Readonly<Vec3>, expectedDeg: Readonly<Vec3>, order: RotateOrder): void {
  expectAngles(actualDeg, expectedDeg);
  expectNumbers(mat4FromEuler(radians(actualDeg), order), mat4FromEuler(radians(expectedDeg), order));
}

describe.skipIf(!present)('rotation corpus (shared/corpus/rotations/golden.json)', () => {
  test('has its thirty cases', () => expect(cases.length).toBe(30));

  describe.each(cases)('$name', (c) => {
    const source = quatFromEuler(radians(c.mayaRotate), c.rotateOrder);
    const [x, y, z] = c.matrixRowVector;
    const matrix: Mat4 = [...x, 0, ...y, 0, ...z, 0, 0, 0, 0, 1];
    const representations = describeRotation({ eulerDeg: c.mayaRotate, order: c.rotateOrder, targets: TARGETS });
    const find = (space: string, role: SpaceRole): RotationRepresentation =>
      representations.representations.find((r) => r.space === space && r.role === role) as RotationRepresentation;

    test('matrix and quaternion', () => {
      expectNumbers(mat4FromEuler(radians(c.mayaRotate), c.rotateOrder), matrix);
      expectNumbers(mat4FromQuat(source), matrix);
      expectSameQuat(source, c.quaternion);
      expectSameQuat(quatFromMat4(matrix), c.quaternion);
    });

    test.each(ROTATE_ORDERS)('principal and alternate in order %s', (order) => {
      const { principal, alternate, gimbalLock } = c.otherOrders[order];
      const euler = eulerFromMat4(mat4FromEuler(radians(c.mayaRotate), c.rotateOrder), order);
      expectEuler(euler.map(radToDeg) as Vec3, principal, order);
      expect(isGimbalLocked(euler, order)).toBe(gimbalLock);
      const other = alternateEuler(euler, order);
      expectNumbers(mat4FromEuler(other, order), matrix);
      if (alternate !== null) expectEuler(other.map(radToDeg) as Vec3, alternate, order);
      // Near the lock a quaternion or a rounded matrix fixes the triple less well than the rotation, which is compared.
      expectNumbers(mat4FromEuler(eulerFromMat4(matrix, order), order), matrix);
      expectNumbers(mat4FromEuler(eulerFromQuat(source, order), order), matrix);
    });

    test.each(['camera', 'object', 'light'] as const)('Unreal %s', (role) => {
      const expected = c.ue[role];
      const actual = find('unreal', role);
      expectSameQuat(actual.quat, expected.quat);
      const [roll, pitch, yaw] = actual.eulerDeg as Vec3;
      expect(actual.singular).toBe(expected.singular);
      expect(isRotatorSingular(expected.quat)).toBe(expected.singular);
      const rebuilt = quatFromRotator({ roll, pitch, yaw });
      const recorded = quatFromRotator({ roll: expected.roll, pitch: expected.pitch, yaw: expected.yaw });
      expect(angleBetweenQuats(rebuilt, recorded)).toBeLessThanOrEqual(TOLERANCE);
      if (!expected.singular) expectAngles([roll, pitch, yaw], [expected.roll, expected.pitch, expected.yaw]);
    });

    test('the closed camera formula (-z, x, -y - 90) of order zxy is the Unreal camera', () => {
      const [ex, ey, ez] = eulerFromQuat(source, 'zxy').map(radToDeg) as Vec3;
      const formula = quatFromRotator({ roll: -ez, pitch: ex, yaw: -ey - 90 });
      expect(angleBetweenQuats(formula, find('unreal', 'camera').quat)).toBeLessThanOrEqual(TOLERANCE);
      const [roll, pitch, yaw] = c.ue.seedFormula.rollPitchYaw;
      expect(angleBetweenQuats(formula, quatFromRotator({ roll, pitch, yaw }))).toBeLessThanOrEqual(TOLERANCE);
    });

    test.each(['object', 'camera'] as const)('Unity %s', (role) => {
      const expected = c.unity[role];
      expectSameQuat(find('unity', role).quat, expected.quat as Quat);
      const actual = find('unity', role);
      expectEuler(actual.eulerDeg as Vec3, expected.eulerXYZ_orderZXY as Vec3, 'zxy');
      expect(actual.singular).toBe(expected.gimbalLock);
    });

    test.each(['object', 'camera'] as const)('Blender %s', (role) => {
      const expected = c.blender[role];
      const [w, qx, qy, qz] = expected.quatWXYZ as Quat;
      expectSameQuat(find('blender', role).quat, [qx, qy, qz, w]);
      const actual = find('blender', role);
      expectEuler(actual.eulerDeg as Vec3, expected.eulerXYZ as Vec3, 'xyz');
      expect(actual.singular).toBe(expected.gimbalLock);
    });

    test('glTF, three.js and Godot', () => {
      expectSameQuat(find('gltf', 'object').quat, c.gltf.object);
      expectSameQuat(find('gltf', 'camera').quat, c.gltf.camera);
      const three = find('threejs', 'object');
      expectEuler(three.eulerDeg as Vec3, c.threejs.orderXYZ, 'zyx');
      const zyx = eulerFromMat4(mat4FromEuler(radians(c.mayaRotate), c.rotateOrder), 'xyz');
      expectEuler(zyx.map(radToDeg) as Vec3, c.threejs.orderZYX, 'xyz');
      const godot = find('godot', 'object');
      expectEuler(godot.eulerDeg as Vec3, c.godot.rotationDegreesYXZ, 'zxy');
    });
  });
});
