import { degToRad, radToDeg } from '../angles.ts';
import { orthonormalizeMat4 } from '../decompose.ts';
import {
  alternateEuler,
  eulerFromMat4,
  isGimbalLocked,
  mat4FromEuler,
  quatFromEuler,
  ROTATE_ORDERS,
  type RotateOrder,
} from '../euler.ts';
import { type Mat4, mat4FromQuat, quatFromMat4, setTranslation } from '../mat4.ts';
import { normalizeQuat, type Quat } from '../quat.ts';
import { isRotatorSingular, rotatorFromQuat } from '../unreal/rotator.ts';
import type { Vec3 } from '../vec3.ts';
import { convertQuatAs, convertTransformAs, type SpaceRole, spaceConversion } from './conversion.ts';
import type { Space } from './space.ts';
import { getSpace } from './spaces.ts';

/** A rotation given in one space: exactly one of `eulerDeg`, `quat` and `matrix`. */
export interface RotationInput {
  /** Space id or space; `maya` by default. */
  readonly from?: string | Space;
  /** Degrees about x, y, z as the source application shows them (for Unreal: roll, pitch, yaw). */
  readonly eulerDeg?: Readonly<Vec3>;
  /** Order of `eulerDeg`, first letter applied first; that of the space by default. */
  readonly order?: RotateOrder;
  readonly quat?: Readonly<Quat>;
  /** Its scale and shear are removed first. */
  readonly matrix?: Readonly<Mat4>;
  /** What to describe; `ROTATION_TARGETS` by default. */
  readonly targets?: readonly RotationTarget[];
}

/** A space and what the node is there. */
export interface RotationTarget {
  readonly space: string | Space;
  readonly role: SpaceRole;
}

/** A rotation as one application has it. */
export interface RotationRepresentation {
  readonly space: string;
  readonly name: string;
  readonly role: SpaceRole;
  /** Unit quaternion with w at least 0, in that application's axes. */
  readonly quat: Quat;
  readonly matrix: Mat4;
  /** The angles of its user interface about x, y, z in degrees; absent where it has none. */
  readonly eulerDeg?: Vec3;
  readonly convention?: string;
  readonly order?: RotateOrder;
  readonly labels?: readonly [string, string, string];
  /** Whether only a combination of two of the angles has a meaning. */
  readonly singular: boolean;
  readonly notes: readonly string[];
}

/** The source rotation in one rotate order. */
export interface OrderReading {
  readonly order: RotateOrder;
  readonly principalDeg: Vec3;
  readonly alternateDeg: Vec3;
  readonly gimbalLocked: boolean;
}

/** A rotation in every order of its own space and in every application asked for. */
export interface RotationDescription {
  readonly from: string;
  readonly quat: Quat;
  readonly matrix: Mat4;
  readonly orders: readonly OrderReading[];
  readonly representations: readonly RotationRepresentation[];
}

/** What `describeRotation` lists unless told otherwise. */
export const ROTATION_TARGETS: readonly RotationTarget[] = [
  { space: 'maya', role: 'object' },
  { space: 'unreal', role: 'object' },
  { space: 'unreal', role: 'camera' },
  { space: 'unreal', role: 'light' },
  { space: 'unity', role: 'object' },
  { space: 'unity', role: 'camera' },
  { space: 'blender', role: 'object' },
  { space: 'blender', role: 'camera' },
  { space: 'gltf', role: 'object' },
  { space: 'threejs', role: 'object' },
  { space: 'godot', role: 'object' },
];

/**
 * One rotation side by side in every application: quaternion, matrix, angles of its user interface, gimbal notes.
 *
 * @throws RangeError when not exactly one of `eulerDeg`, `quat`, `matrix` is given, or a space is not known.
 */
export function describeRotation(input: RotationInput): RotationDescription {
  const from = getSpace(input.from ?? 'maya');
  const rotation = readRotation(input, from);
  return {
    from: from.id,
    quat: rotation.quat,
    matrix: rotation.matrix,
    orders: ROTATE_ORDERS.map((order) => readOrder(rotation.matrix, order)),
    representations: (input.targets ?? ROTATION_TARGETS).map((target) => represent(from, rotation, target)),
  };
}

/** Both forms are kept: close to gimbal lock angles come out of the matrix with four more digits. */
interface Rotation {
  quat: Quat;
  matrix: Mat4;
}

function readRotation(input: RotationInput, from: Space): Rotation {
  const { eulerDeg, quat, matrix } = input;
  const given = [eulerDeg, quat, matrix].filter((value) => value !== undefined).length;
  if (given !== 1) throw new RangeError(`${given} rotations were given; expected one of eulerDeg, quat, matrix`);
  if (quat !== undefined) {
    const unit = positive(normalizeQuat(quat));
    return { quat: unit, matrix: mat4FromQuat(unit) };
  }
  if (matrix !== undefined) {
    const rotation = setTranslation(orthonormalizeMat4(matrix), 0, 0, 0);
    return { quat: positive(quatFromMat4(rotation)), matrix: rotation };
  }
  const [x, y, z] = eulerDeg as Readonly<Vec3>;
  const [sx, sy, sz] = from.euler?.signs ?? [1, 1, 1];
  const euler: Vec3 = [degToRad(x) * sx, degToRad(y) * sy, degToRad(z) * sz];
  const order = input.order ?? from.euler?.order ?? 'xyz';
  return { quat: positive(quatFromEuler(euler, order)), matrix: mat4FromEuler(euler, order) };
}

/** The sign of a quaternion with w not negative. */
function positive(q: Quat): Quat {
  const sign = q[3] < 0 ? -1 : 1;
  return [q[0] * sign + 0, q[1] * sign + 0, q[2] * sign + 0, q[3] * sign];
}

function degrees(euler: Readonly<Vec3>): Vec3 {
  return [radToDeg(euler[0]), radToDeg(euler[1]), radToDeg(euler[2])];
}

function readOrder(matrix: Mat4, order: RotateOrder): OrderReading {
  const euler = eulerFromMat4(matrix, order);
  return {
    order,
    principalDeg: degrees(euler),
    alternateDeg: degrees(alternateEuler(euler, order)),
    gimbalLocked: isGimbalLocked(euler, order),
  };
}

function represent(from: Space, source: Rotation, target: RotationTarget): RotationRepresentation {
  const to = getSpace(target.space);
  const conversion = spaceConversion(from, to);
  const quat = positive(normalizeQuat(convertQuatAs(conversion, source.quat, target.role)));
  const matrix = convertTransformAs(conversion, source.matrix, target.role);
  const base = { space: to.id, name: to.name, role: target.role, quat, matrix };
  if (to.euler === undefined) return { ...base, singular: false, notes: [] };
  const { order, labels, name, signs } = to.euler;
  const shown = { ...base, convention: name, order, labels };
  if (to.id === 'unreal') return { ...shown, ...readRotator(quat) };
  const euler = eulerFromMat4(matrix, order);
  const singular = isGimbalLocked(euler, order);
  const eulerDeg = degrees([euler[0] * signs[0] + 0, euler[1] * signs[1] + 0, euler[2] * signs[2] + 0]);
  const [first, , last] = [...order].map((letter) => labels[letter.charCodeAt(0) - 120] as string);
  const note = `gimbal lock: only a combination of ${first} and ${last} has a meaning; ${last} is set to 0`;
  return { ...shown, eulerDeg, singular, notes: singular ? [note] : [] };
}

function readRotator(quat: Quat): { eulerDeg: Vec3; singular: boolean; notes: string[] } {
  const rotator = rotatorFromQuat(quat);
  const singular = isRotatorSingular(quat);
  const note = 'looks straight up or down: pitch snaps to 90 degrees, only a combination of yaw and roll has a meaning';
  return { eulerDeg: [rotator.roll, rotator.pitch, rotator.yaw], singular, notes: singular ? [note] : [] };
}
