import { identityMat4, type Mat4, quatFromMat4, setLinear, setTranslation } from '../mat4.ts';
import { multiplyQuat, type Quat } from '../quat.ts';
import { crossVec3, type Vec3 } from '../vec3.ts';
import { type LookAxes, type Space, vectorOfAxis } from './space.ts';
import { getSpace } from './spaces.ts';

/** What a node is, as far as its local axes matter: cameras and lights look along different axes per application. */
export type SpaceRole = 'object' | 'camera' | 'light';

/** A 3x3 matrix in column form, flat, row by row. */
export type Mat3 = [number, number, number, number, number, number, number, number, number];

/** Everything needed to convert from one space to another, computed once. Read-only. */
export interface SpaceConversion {
  readonly from: Space;
  readonly to: Space;
  /** Orthogonal column matrix: directions go `v' = basis * v`. */
  readonly basis: Readonly<Mat3>;
  /** +1, or -1 where the handedness changes. */
  readonly determinant: 1 | -1;
  /** Lengths are multiplied by this. */
  readonly unitFactor: number;
  /** Whether triangles must be wound the other way round and tangent signs negated. */
  readonly flipsWinding: boolean;
  /** Whether every axis goes to a plus or minus axis, so that scales and single channels keep their meaning. */
  readonly permutesAxes: boolean;
  /** Column matrix from the local camera axes of the target to those of the source. */
  readonly cameraLocal: Readonly<Mat3>;
  /** The same for lights; absent where one of the spaces has none. */
  readonly lightLocal?: Readonly<Mat3>;
}

const CHECK = 1e-9;

/**
 * Prepares the conversion between two spaces.
 *
 * @throws RangeError when a space contradicts itself: an unknown id, a unit that is not positive, a basis that is not
 * orthogonal or whose determinant does not fit the handedness, up axes that do not map onto each other.
 */
export function spaceConversion(from: string | Space, to: string | Space): SpaceConversion {
  const source = getSpace(from);
  const target = getSpace(to);
  checkSpace(source);
  checkSpace(target);
  const basis = multiplyTransposed(flatten(target), flatten(source));
  const determinant = source.handedness === target.handedness ? 1 : -1;
  const conversion = {
    from: source,
    to: target,
    basis,
    determinant,
    unitFactor: source.metresPerUnit / target.metresPerUnit,
    flipsWinding: determinant < 0,
    permutesAxes: basis.every((value) => value === 0 || value === 1 || value === -1),
    cameraLocal: localAxes(source, source.camera, target, target.camera),
  } as const;
  if (source.light === undefined || target.light === undefined) return conversion;
  return { ...conversion, lightLocal: localAxes(source, source.light, target, target.light) };
}

function flatten(space: Space): Mat3 {
  const [[a, b, c], [d, e, f], [g, h, i]] = space.fromMayaYUp;
  return [a, b, c, d, e, f, g, h, i];
}

function checkSpace(space: Space): void {
  if (!(space.metresPerUnit > 0) || !Number.isFinite(space.metresPerUnit)) {
    throw new RangeError(`Space "${space.id}" has a unit of ${space.metresPerUnit} metres; expected a positive number`);
  }
  const b = flatten(space);
  const product = multiplyTransposed(b, b);
  if (product.some((value, i) => !(Math.abs(value - (i % 4 === 0 ? 1 : 0)) <= CHECK))) {
    throw new RangeError(`The basis of space "${space.id}" is not orthogonal`);
  }
  const expected = space.handedness === 'right' ? 1 : -1;
  if (!(Math.abs(determinant3(b) - expected) <= CHECK)) {
    throw new RangeError(
      `The basis of space "${space.id}" has determinant ${determinant3(b)}; a ${space.handedness}-handed space needs ${expected}`,
    );
  }
  const up = vectorOfAxis(space.up);
  if (Math.hypot(b[1] - up[0], b[4] - up[1], b[7] - up[2]) > CHECK) {
    throw new RangeError(`The basis of space "${space.id}" does not map +Y, Maya's up, to ${space.up}`);
  }
}

function determinant3(m: Readonly<Mat3>): number {
  const [a, b, c, d, e, f, g, h, i] = m;
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** `a * transpose(b)`, column form; negative zeros removed. */
function multiplyTransposed(a: Readonly<Mat3>, b: Readonly<Mat3>): Mat3 {
  const out: Mat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += (a[row * 3 + k] as number) * (b[column * 3 + k] as number);
      out[row * 3 + column] = sum + 0;
    }
  }
  return out;
}

/** Columns: where right, up and look of a view lie among the local axes. Right is to the right in the picture. */
function viewAxes(space: Space, axes: LookAxes): Mat3 {
  const look = vectorOfAxis(axes.look);
  const up = vectorOfAxis(axes.up);
  const right = space.handedness === 'right' ? crossVec3(look, up) : crossVec3(up, look);
  return [right[0], up[0], look[0], right[1], up[1], look[1], right[2], up[2], look[2]];
}

function localAxes(source: Space, sourceAxes: LookAxes, target: Space, targetAxes: LookAxes): Mat3 {
  return multiplyTransposed(viewAxes(source, sourceAxes), viewAxes(target, targetAxes));
}

/**
 * Local axes of a role as a column matrix from target to source; `undefined` for objects.
 *
 * @throws RangeError for lights where one of the spaces has none.
 */
export function localOfRole(conversion: SpaceConversion, role: SpaceRole): Readonly<Mat3> | undefined {
  if (role === 'object') return undefined;
  if (role === 'camera') return conversion.cameraLocal;
  if (conversion.lightLocal !== undefined) return conversion.lightLocal;
  const without = conversion.from.light === undefined ? conversion.from : conversion.to;
  throw new RangeError(`Space "${without.id}" has no lights`);
}

/** A position: axes and unit changed. */
export function convertPoint(conversion: SpaceConversion, point: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  return applyBasis(conversion.basis, conversion.unitFactor, point, out);
}

/** A difference of positions, such as a blend-shape delta: axes and unit changed. */
export function convertVector(conversion: SpaceConversion, vector: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  return applyBasis(conversion.basis, conversion.unitFactor, vector, out);
}

/** A direction: axes changed, length kept. */
export function convertDirection(conversion: SpaceConversion, direction: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  return applyBasis(conversion.basis, 1, direction, out);
}

/** A surface normal. The inverse transpose of an orthogonal basis is the basis, so it goes like a direction. */
export function convertNormal(conversion: SpaceConversion, normal: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  return applyBasis(conversion.basis, 1, normal, out);
}

/** A tangent `[x, y, z, sign]`: the sign of the bitangent follows the handedness. */
export function convertTangent(conversion: SpaceConversion, tangent: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  const sign = tangent[3] * conversion.determinant;
  convertVectorPart(conversion.basis, 1, tangent, out);
  out[3] = sign;
  return out;
}

/** A length, such as a clip plane, focus distance or orthographic width. Not for focal lengths and apertures in mm. */
export function convertLength(conversion: SpaceConversion, length: number): number {
  return length * conversion.unitFactor;
}

/** A rotation of an object. The vector part turns with the axes and changes sign with the handedness. */
export function convertQuat(conversion: SpaceConversion, q: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  const w = q[3];
  convertVectorPart(conversion.basis, conversion.determinant, q, out);
  out[3] = w;
  return out;
}

const roleMatrix: Mat4 = identityMat4();
const roleQuat: Quat = [0, 0, 0, 1];

/**
 * A rotation of an object, camera or light, with the local axes of its role exchanged.
 *
 * @throws RangeError for lights where one of the spaces has none.
 */
export function convertQuatAs(
  conversion: SpaceConversion,
  q: Readonly<Quat>,
  role: SpaceRole,
  out: Quat = [0, 0, 0, 1],
): Quat {
  const local = localOfRole(conversion, role);
  convertQuat(conversion, q, out);
  if (local === undefined) return out;
  return multiplyQuat(localRotation(conversion, local), out, out);
}

/** `basis * local` as a quaternion: the turn that comes before the converted rotation. */
function localRotation(conversion: SpaceConversion, local: Readonly<Mat3>): Quat {
  return quatFromMat4(roleCorrection(conversion, local, roleMatrix), roleQuat);
}

/** Row-vector matrix of `basis * local`. */
function roleCorrection(conversion: SpaceConversion, local: Readonly<Mat3>, out: Mat4): Mat4 {
  const [a, b, c, d, e, f, g, h, i] = conversion.basis;
  const [l0, l1, l2, l3, l4, l5, l6, l7, l8] = local;
  setLinear(
    out,
    a * l0 + b * l3 + c * l6,
    d * l0 + e * l3 + f * l6,
    g * l0 + h * l3 + i * l6,
    a * l1 + b * l4 + c * l7,
    d * l1 + e * l4 + f * l7,
    g * l1 + h * l4 + i * l7,
    a * l2 + b * l5 + c * l8,
    d * l2 + e * l5 + f * l8,
    g * l2 + h * l5 + i * l8,
  );
  return setTranslation(out, 0, 0, 0);
}

/**
 * Per-axis scale of an object. Scales keep their sign and go to the axis their own axis goes to.
 *
 * @throws RangeError when the basis does not map axes to axes: scale along a slanted axis is shear there.
 */
export function convertScale(conversion: SpaceConversion, scale: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  if (!conversion.permutesAxes) {
    throw new RangeError(
      `Scales cannot go from "${conversion.from.id}" to "${conversion.to.id}": their axes are not parallel`,
    );
  }
  const [a, b, c, d, e, f, g, h, i] = conversion.basis;
  const x = scale[0];
  const y = scale[1];
  const z = scale[2];
  out[0] = Math.abs(a) * x + Math.abs(b) * y + Math.abs(c) * z;
  out[1] = Math.abs(d) * x + Math.abs(e) * y + Math.abs(f) * z;
  out[2] = Math.abs(g) * x + Math.abs(h) * y + Math.abs(i) * z;
  return out;
}

/**
 * A transform of an object, local or world, or an inverse bind matrix: `basis * M * basis^-1`, translation in the
 * target's unit. The last column is kept as `0 0 0 1`.
 */
export function convertTransform(conversion: SpaceConversion, m: Readonly<Mat4>, out: Mat4 = identityMat4()): Mat4 {
  return sandwich(conversion, conversion.basis, m, out);
}

/** A camera's transform: like an object's, with its local axes exchanged so that it sees the same picture. */
export function convertCamera(conversion: SpaceConversion, m: Readonly<Mat4>, out: Mat4 = identityMat4()): Mat4 {
  return sandwich(conversion, transpose(conversion.cameraLocal), m, out);
}

/**
 * A light's transform: like an object's, with its local axes exchanged so that it shines the same way.
 *
 * @throws RangeError where one of the spaces has no lights.
 */
export function convertLight(conversion: SpaceConversion, m: Readonly<Mat4>, out: Mat4 = identityMat4()): Mat4 {
  return sandwich(conversion, transpose(localOfRole(conversion, 'light') as Mat3), m, out);
}

/** `convertTransform`, `convertCamera` or `convertLight` by role. */
export function convertTransformAs(
  conversion: SpaceConversion,
  m: Readonly<Mat4>,
  role: SpaceRole,
  out: Mat4 = identityMat4(),
): Mat4 {
  const local = localOfRole(conversion, role);
  return sandwich(conversion, local === undefined ? conversion.basis : transpose(local), m, out);
}

/**
 * The local transform of a child of a camera or light. Its parent's axes were exchanged, so it is turned back first.
 */
export function convertChildOf(
  conversion: SpaceConversion,
  childToParent: Readonly<Mat4>,
  parentRole: SpaceRole,
  out: Mat4 = identityMat4(),
): Mat4 {
  const local = localOfRole(conversion, parentRole);
  if (local === undefined) return convertTransform(conversion, childToParent, out);
  // local^-1 * M * basis^-1, with the translation in the source's local axes turned by local^-1 as well.
  return sandwichWith(transpose(local), conversion.basis, conversion.unitFactor, childToParent, out);
}

/** Reverses each triangle of an index list in place when the conversion mirrors; returns the list. */
export function convertTriangles<T extends { [index: number]: number; readonly length: number }>(
  conversion: SpaceConversion,
  indices: T,
): T {
  if (!conversion.flipsWinding) return indices;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const second = indices[i + 1] as number;
    indices[i + 1] = indices[i + 2] as number;
    indices[i + 2] = second;
  }
  return indices;
}

function transpose(m: Readonly<Mat3>): Mat3 {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}

function sandwich(conversion: SpaceConversion, right: Readonly<Mat3>, m: Readonly<Mat4>, out: Mat4): Mat4 {
  return sandwichWith(conversion.basis, right, conversion.unitFactor, m, out);
}

/** `left * M * transpose(right)` in column form on the linear part; translation `left * t * factor`. */
function sandwichWith(left: Readonly<Mat3>, right: Readonly<Mat3>, factor: number, m: Readonly<Mat4>, out: Mat4): Mat4 {
  const [a, b, c, d, e, f, g, h, i] = left;
  // Rows of the row-vector matrix are the images of the local axes; first turn those, then mix the rows by `right`.
  const x0 = a * m[0] + b * m[1] + c * m[2];
  const x1 = d * m[0] + e * m[1] + f * m[2];
  const x2 = g * m[0] + h * m[1] + i * m[2];
  const y0 = a * m[4] + b * m[5] + c * m[6];
  const y1 = d * m[4] + e * m[5] + f * m[6];
  const y2 = g * m[4] + h * m[5] + i * m[6];
  const z0 = a * m[8] + b * m[9] + c * m[10];
  const z1 = d * m[8] + e * m[9] + f * m[10];
  const z2 = g * m[8] + h * m[9] + i * m[10];
  const tx = (a * m[12] + b * m[13] + c * m[14]) * factor;
  const ty = (d * m[12] + e * m[13] + f * m[14]) * factor;
  const tz = (g * m[12] + h * m[13] + i * m[14]) * factor;
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = right;
  setLinear(
    out,
    r0 * x0 + r1 * y0 + r2 * z0,
    r0 * x1 + r1 * y1 + r2 * z1,
    r0 * x2 + r1 * y2 + r2 * z2,
    r3 * x0 + r4 * y0 + r5 * z0,
    r3 * x1 + r4 * y1 + r5 * z1,
    r3 * x2 + r4 * y2 + r5 * z2,
    r6 * x0 + r7 * y0 + r8 * z0,
    r6 * x1 + r7 * y1 + r8 * z1,
    r6 * x2 + r7 * y2 + r8 * z2,
  );
  return setTranslation(out, tx, ty, tz);
}

function applyBasis(basis: Readonly<Mat3>, factor: number, v: Readonly<Vec3>, out: Vec3): Vec3 {
  const x = v[0] * factor;
  const y = v[1] * factor;
  const z = v[2] * factor;
  out[0] = basis[0] * x + basis[1] * y + basis[2] * z;
  out[1] = basis[3] * x + basis[4] * y + basis[5] * z;
  out[2] = basis[6] * x + basis[7] * y + basis[8] * z;
  return out;
}

function convertVectorPart(basis: Readonly<Mat3>, factor: number, v: Readonly<Quat>, out: Quat): void {
  const x = v[0] * factor;
  const y = v[1] * factor;
  const z = v[2] * factor;
  out[0] = basis[0] * x + basis[1] * y + basis[2] * z;
  out[1] = basis[3] * x + basis[4] * y + basis[5] * z;
  out[2] = basis[6] * x + basis[7] * y + basis[8] * z;
}
