import {
  convertTransformAs,
  decomposeMat4,
  describeRotation,
  getSpace,
  invertMat4,
  type Mat4,
  multiplyMat4,
  type SpaceId,
  type SpaceRole,
  spaceConversion,
} from '@rigline/math';
import type { Shot } from '@rigline/viewer/shot';

/** One quantity of a transform in one application. */
export interface NumberRow {
  readonly label: 'Pos' | 'Rot' | 'Quat' | 'Scale';
  /** What the application calls it, with the unit. */
  readonly title: string;
  readonly values: readonly { readonly name: string; readonly value: number }[];
}

/** A transform as one application shows it. */
export interface SpaceNumbers {
  readonly id: string;
  readonly name: string;
  /** Unit, handedness and up axis. */
  readonly convention: string;
  readonly rows: readonly NumberRow[];
  readonly notes: readonly string[];
}

const TARGETS: readonly SpaceId[] = ['maya', 'unreal', 'unity', 'blender', 'gltf'];
const AXES = ['x', 'y', 'z'] as const;

export interface PlaceNumbers {
  readonly localToWorld: Mat4;
  /** Given: the numbers are relative to the parent. */
  readonly parentToWorld: Mat4 | undefined;
  readonly upAxis: 'x' | 'y' | 'z';
  readonly role: SpaceRole;
}

/** A camera's or light's transform is turned on its way into applications whose cameras look along other axes. */
export function roleOf(shot: Shot, place: number): SpaceRole {
  const isAt = (shape: number): boolean => shape === place || shot.places[shape]?.parent === place;
  if (shot.cameras.some((camera) => isAt(camera.place))) return 'camera';
  return shot.lights.some((light) => isAt(light.place)) ? 'light' : 'object';
}

/** The place of the camera or light that a place has, or is. */
export function shapeOf(shot: Shot, place: number, role: 'camera' | 'light'): number {
  const shapes: readonly { readonly place: number }[] = role === 'camera' ? shot.cameras : shot.lights;
  const found = shapes.find((shape) => shape.place === place || shot.places[shape.place]?.parent === place);
  return found?.place ?? place;
}

/** Turns X up into Y up: about Z by a quarter turn. */
const X_UP_TO_Y_UP: Mat4 = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const Y_UP_TO_X_UP: Mat4 = [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The transform in every application; undefined where the parent has no inverse. */
export function describePlace(input: PlaceNumbers): SpaceNumbers[] | undefined {
  const inverse = input.parentToWorld ? invertMat4(input.parentToWorld) : undefined;
  if (input.parentToWorld && !inverse) return undefined;
  const own = inverse ? multiplyMat4(input.localToWorld, inverse) : input.localToWorld;
  const matrix = input.upAxis === 'x' ? multiplyMat4(multiplyMat4(Y_UP_TO_X_UP, own), X_UP_TO_Y_UP) : own;
  const from: SpaceId = input.upAxis === 'z' ? 'maya-z' : 'maya';
  return TARGETS.map((target) => describeIn(target === 'maya' ? from : target, from, matrix, input.role));
}

function describeIn(target: SpaceId, from: SpaceId, matrix: Mat4, wantedRole: SpaceRole): SpaceNumbers {
  const space = getSpace(target);
  const role = wantedRole === 'light' && !space.light ? 'object' : wantedRole;
  const converted = convertTransformAs(spaceConversion(from, target), matrix, role);
  const { translate, scale } = decomposeMat4(converted);
  const [rotation] = describeRotation({ from, matrix, targets: [{ space: target, role }] }).representations;
  const unit = unitOf(space.metresPerUnit);
  const rows: NumberRow[] = [{ label: 'Pos', title: `Position, ${unit}`, values: named(AXES, translate) }];
  if (rotation?.eulerDeg && rotation.labels) {
    const title = `${rotation.convention ?? 'Rotation'}, degrees`;
    rows.push({ label: 'Rot', title, values: named(rotation.labels, rotation.eulerDeg) });
  }
  if (rotation) {
    const [x, y, z, w] = rotation.quat;
    const isWFirst = target === 'blender';
    const quat = named(isWFirst ? ['w', ...AXES] : [...AXES, 'w'], isWFirst ? [w, x, y, z] : [x, y, z, w]);
    rows.push({ label: 'Quat', title: 'Quaternion', values: quat });
  }
  rows.push({ label: 'Scale', title: 'Scale', values: named(AXES, scale) });
  return {
    id: target,
    name: space.name,
    convention: `${unit}, ${space.handedness}-handed, ${space.up.slice(1).toUpperCase()} up`,
    rows,
    notes: rotation?.notes ?? [],
  };
}

function named(names: readonly string[], values: readonly number[]): NumberRow['values'] {
  return names.map((name, i) => ({ name, value: values[i] ?? 0 }));
}

function unitOf(metres: number): string {
  return metres === 0.01 ? 'cm' : metres === 1 ? 'm' : `${metres} m`;
}
