import type { RotateOrder } from '../euler.ts';

/** A signed axis of a space. */
export type Axis = '+x' | '-x' | '+y' | '-y' | '+z' | '-z';

/** Local axes along which a camera or light looks and which of them points up in its picture. */
export interface LookAxes {
  readonly look: Axis;
  readonly up: Axis;
}

/**
 * How an application shows a rotation as three angles. `order` is read as in `RotateOrder` (first letter applied first,
 * fixed axes); `signs` multiply the plain right-hand-rule angles about x, y, z to give the shown ones.
 */
export interface EulerConvention {
  /** The application's own name for it. */
  readonly name: string;
  readonly order: RotateOrder;
  readonly signs: readonly [x: 1 | -1, y: 1 | -1, z: 1 | -1];
  /** What the angles about x, y, z are called. */
  readonly labels: readonly [x: string, y: string, z: string];
  readonly unit: 'degrees' | 'radians';
}

/** A 3x3 matrix in column form, row by row: `v' = B * v`. */
export type Basis = readonly [
  readonly [number, number, number],
  readonly [number, number, number],
  readonly [number, number, number],
];

/** The coordinate conventions of one application or format. */
export interface Space {
  readonly id: string;
  readonly name: string;
  readonly handedness: 'right' | 'left';
  readonly up: Axis;
  /** Axis along which models face by convention; absent where there is none. */
  readonly forward?: Axis;
  readonly camera: LookAxes;
  /** Absent where the application has no lights. */
  readonly light?: LookAxes;
  /** Length of one unit. Where the user chooses it, the default; see `withUnit`. */
  readonly metresPerUnit: number;
  /** Absent where rotations are only kept as quaternions, matrices or vectors. */
  readonly euler?: EulerConvention;
  /** Where the world axes of Maya Y-up go: the one table all conversions are made from. */
  readonly fromMayaYUp: Basis;
  /** What does not fit into the fields. */
  readonly note?: string;
}

/** Unit vector of an axis. */
export function vectorOfAxis(axis: Axis): [number, number, number] {
  const value = axis.charCodeAt(0) === 45 ? -1 : 1;
  const vector: [number, number, number] = [0, 0, 0];
  vector[axis.charCodeAt(1) - 120] = value;
  return vector;
}
