/*
 * Conventions of the applications Rigline exchanges with.
 * Source: each application's own documentation on axes, units and cameras, unless an entry says otherwise; the mapping
 * into Unity is that of its FBX importer (X mirrored), the one into Unreal keeps up as up (Y and Z exchanged).
 */
import type { Basis, EulerConvention, LookAxes, Space } from './space.ts';

const IDENTITY: Basis = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const Y_UP_TO_Z_UP: Basis = [
  [1, 0, 0],
  [0, 0, -1],
  [0, 1, 0],
];
const SWAP_YZ: Basis = [
  [1, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
];
const MIRROR_X: Basis = [
  [-1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const MIRROR_Z: Basis = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, -1],
];
const HALF_TURN_X: Basis = [
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
];

const LOOK_MINUS_Z: LookAxes = { look: '-z', up: '+y' };
const LOOK_PLUS_Z: LookAxes = { look: '+z', up: '+y' };

const XYZ: readonly ['x', 'y', 'z'] = ['x', 'y', 'z'];
const PLAIN: readonly [1, 1, 1] = [1, 1, 1];
const euler = (name: string, order: EulerConvention['order'], unit: EulerConvention['unit']): EulerConvention => ({
  name,
  order,
  signs: PLAIN,
  labels: XYZ,
  unit,
});

/** Name of a space in `SPACES`. */
export type SpaceId =
  | 'maya'
  | 'maya-z'
  | '3dsmax'
  | 'blender'
  | 'houdini'
  | 'c4d'
  | 'unreal'
  | 'unity'
  | 'godot'
  | 'gltf'
  | 'usd'
  | 'usd-z'
  | 'threejs'
  | 'babylon'
  | 'opencv';

/** Every known space by its id. */
export const SPACES: Readonly<Record<SpaceId, Space>> = {
  maya: {
    id: 'maya',
    name: 'Maya (Y up)',
    handedness: 'right',
    up: '+y',
    forward: '+z',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 0.01,
    euler: euler('rotate, order xyz', 'xyz', 'degrees'),
    fromMayaYUp: IDENTITY,
  },
  'maya-z': {
    id: 'maya-z',
    name: 'Maya (Z up)',
    handedness: 'right',
    up: '+z',
    forward: '-y',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 0.01,
    euler: euler('rotate, order xyz', 'xyz', 'degrees'),
    fromMayaYUp: Y_UP_TO_Z_UP,
  },
  '3dsmax': {
    id: '3dsmax',
    name: '3ds Max',
    handedness: 'right',
    up: '+z',
    forward: '-y',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 0.0254,
    euler: euler('Euler XYZ controller', 'xyz', 'degrees'),
    fromMayaYUp: Y_UP_TO_Z_UP,
    note: 'Unit is the system unit, an inch by default. Unverified: MAXScript quaternions are the conjugates of these.',
  },
  blender: {
    id: 'blender',
    name: 'Blender',
    handedness: 'right',
    up: '+z',
    forward: '-y',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 1,
    euler: euler('XYZ Euler', 'xyz', 'degrees'),
    fromMayaYUp: Y_UP_TO_Z_UP,
    note: 'Quaternions are written w first.',
  },
  houdini: {
    id: 'houdini',
    name: 'Houdini',
    handedness: 'right',
    up: '+y',
    forward: '+z',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 1,
    euler: euler('Rx Ry Rz', 'xyz', 'degrees'),
    fromMayaYUp: IDENTITY,
  },
  c4d: {
    id: 'c4d',
    name: 'Cinema 4D',
    handedness: 'left',
    up: '+y',
    forward: '+z',
    camera: LOOK_PLUS_Z,
    light: LOOK_PLUS_Z,
    metresPerUnit: 0.01,
    euler: { name: 'HPB', order: 'zxy', signs: PLAIN, labels: ['pitch', 'heading', 'bank'], unit: 'degrees' },
    fromMayaYUp: MIRROR_Z,
    note: 'Unverified: the signs of heading, pitch and bank.',
  },
  unreal: {
    id: 'unreal',
    name: 'Unreal Engine',
    handedness: 'left',
    up: '+z',
    forward: '+x',
    camera: { look: '+x', up: '+z' },
    // The basis Autodesk's Live Link plugin sends, rolled a quarter turn against the camera's: matters for area lights.
    light: { look: '+x', up: '-y' },
    metresPerUnit: 0.01,
    euler: { name: 'Rotator', order: 'xyz', signs: [-1, -1, 1], labels: ['roll', 'pitch', 'yaw'], unit: 'degrees' },
    fromMayaYUp: SWAP_YZ,
  },
  unity: {
    id: 'unity',
    name: 'Unity',
    handedness: 'left',
    up: '+y',
    forward: '+z',
    camera: LOOK_PLUS_Z,
    light: LOOK_PLUS_Z,
    metresPerUnit: 1,
    euler: euler('eulerAngles', 'zxy', 'degrees'),
    fromMayaYUp: MIRROR_X,
  },
  godot: {
    id: 'godot',
    name: 'Godot',
    handedness: 'right',
    up: '+y',
    forward: '-z',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 1,
    euler: euler('YXZ', 'zxy', 'degrees'),
    fromMayaYUp: IDENTITY,
    note: 'The inspector shows degrees, scripts use radians.',
  },
  gltf: {
    id: 'gltf',
    name: 'glTF 2.0',
    handedness: 'right',
    up: '+y',
    forward: '+z',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 1,
    fromMayaYUp: IDENTITY,
  },
  usd: {
    id: 'usd',
    name: 'USD (Y up)',
    handedness: 'right',
    up: '+y',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 0.01,
    euler: euler('xformOp:rotateXYZ', 'xyz', 'degrees'),
    fromMayaYUp: IDENTITY,
    note: 'Unit is metersPerUnit of the stage, 0.01 where it is not written. Quaternions are written w first.',
  },
  'usd-z': {
    id: 'usd-z',
    name: 'USD (Z up)',
    handedness: 'right',
    up: '+z',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 0.01,
    euler: euler('xformOp:rotateXYZ', 'xyz', 'degrees'),
    fromMayaYUp: Y_UP_TO_Z_UP,
    note: 'Cameras look along local -Z with +Y up whatever upAxis says. Quaternions are written w first.',
  },
  threejs: {
    id: 'threejs',
    name: 'three.js',
    handedness: 'right',
    up: '+y',
    forward: '+z',
    camera: LOOK_MINUS_Z,
    light: LOOK_MINUS_Z,
    metresPerUnit: 1,
    // Its order 'XYZ' is the product Rx * Ry * Rz, which turns about Z first.
    euler: euler("Euler 'XYZ'", 'zyx', 'radians'),
    fromMayaYUp: IDENTITY,
    note: 'Directional and spot lights aim from their position at a target object; put it along the look axis.',
  },
  babylon: {
    id: 'babylon',
    name: 'Babylon.js',
    handedness: 'left',
    up: '+y',
    forward: '+z',
    camera: LOOK_PLUS_Z,
    light: LOOK_PLUS_Z,
    metresPerUnit: 1,
    euler: euler('rotation (yaw, pitch, roll)', 'zxy', 'radians'),
    fromMayaYUp: MIRROR_Z,
    note: 'Lights have an explicit direction vector: the look axis turned by the converted matrix.',
  },
  opencv: {
    id: 'opencv',
    name: 'OpenCV',
    handedness: 'right',
    up: '-y',
    forward: '+z',
    camera: { look: '+z', up: '-y' },
    metresPerUnit: 1,
    fromMayaYUp: HALF_TURN_X,
    note: 'The unit is the caller\u2019s; a metre is assumed.',
  },
};

/** Ids of all spaces in the order of the table. */
export const SPACE_IDS: readonly SpaceId[] = Object.keys(SPACES) as SpaceId[];

/** Whether a string names a space. */
export function isSpaceId(id: string): id is SpaceId {
  return Object.hasOwn(SPACES, id);
}

/**
 * The space of an id, or the given space itself.
 *
 * @throws RangeError for an unknown id, with the known ones listed.
 */
export function getSpace(space: string | Space): Space {
  if (typeof space !== 'string') return space;
  if (isSpaceId(space)) return SPACES[space];
  throw new RangeError(`Space "${space}" is not known; expected one of ${SPACE_IDS.join(', ')}`);
}

/**
 * A space with another length of its unit, for applications where the user chooses it.
 *
 * @throws RangeError unless the length is a positive finite number.
 */
export function withUnit(space: string | Space, metresPerUnit: number): Space {
  if (!(metresPerUnit > 0) || !Number.isFinite(metresPerUnit)) {
    throw new RangeError(`A unit of ${metresPerUnit} metres was given; expected a positive finite number`);
  }
  return { ...getSpace(space), metresPerUnit };
}
