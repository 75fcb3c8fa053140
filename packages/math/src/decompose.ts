import { identityMat4, type Mat4, mat4FromQuat, quatFromMat4, setLinear, setTranslation } from './mat4.ts';
import type { Quat } from './quat.ts';
import { crossVec3, dotVec3, normalizeVec3, type Vec3 } from './vec3.ts';

/**
 * An affine matrix taken apart: `M = S * SH * R * T` for row vectors, so a point is scaled, sheared, turned, then moved.
 *
 * `shear` is `[xy, xz, yz]`; its matrix has rows `1 0 0`, `xy 1 0`, `xz yz 1`.
 * Source: Maya help, "transform" node, "The transformation matrix" (shear as in `MTransformationMatrix`).
 */
export interface MatrixParts {
  translate: Vec3;
  rotate: Quat;
  scale: Vec3;
  shear: Vec3;
}

/** Options of `decomposeMat4`. */
export interface DecomposeOptions {
  /**
   * Where the sign of a mirroring matrix goes: one scale axis or all three. All are exact; they differ in `rotate`.
   *
   * Unverified: which axis Maya's own decomposition uses. Unreal and three.js use `x`, hence the default.
   */
  readonly negative?: 'x' | 'y' | 'z' | 'all';
}

/** Defaults of `decomposeMat4`. */
export const DECOMPOSE_DEFAULTS: DecomposeOptions = { negative: 'x' };

/** New parts of the identity. */
export function identityParts(): MatrixParts {
  return { translate: [0, 0, 0], rotate: [0, 0, 0, 1], scale: [1, 1, 1], shear: [0, 0, 0] };
}

/** Matrix of the parts; `scale` and `shear` may be left out. The inverse of `decomposeMat4`. */
export function composeMat4(
  parts: { translate: Readonly<Vec3>; rotate: Readonly<Quat>; scale?: Readonly<Vec3>; shear?: Readonly<Vec3> },
  out: Mat4 = identityMat4(),
): Mat4 {
  const { translate, scale, shear } = parts;
  mat4FromQuat(parts.rotate, out);
  if (shear !== undefined) applyShear(out, shear[0], shear[1], shear[2]);
  if (scale !== undefined) applyScale(out, scale[0], scale[1], scale[2]);
  return setTranslation(out, translate[0], translate[1], translate[2]);
}

function applyShear(m: Mat4, xy: number, xz: number, yz: number): void {
  m[8] += xz * m[0] + yz * m[4];
  m[9] += xz * m[1] + yz * m[5];
  m[10] += xz * m[2] + yz * m[6];
  m[4] += xy * m[0];
  m[5] += xy * m[1];
  m[6] += xy * m[2];
}

function applyScale(m: Mat4, x: number, y: number, z: number): void {
  m[0] *= x;
  m[1] *= x;
  m[2] *= x;
  m[4] *= y;
  m[5] *= y;
  m[6] *= y;
  m[8] *= z;
  m[9] *= z;
  m[10] *= z;
}

const rowX: Vec3 = [0, 0, 0];
const rowY: Vec3 = [0, 0, 0];
const rowZ: Vec3 = [0, 0, 0];
const scratchCross: Vec3 = [0, 0, 0];
const scratchMatrix: Mat4 = identityMat4();

/**
 * Takes an affine matrix apart into translate, rotate, scale and shear. The last column is ignored.
 *
 * Axes without length (zero scale) get a rotation that completes the others, scale 0 and shear 0.
 *
 * @param out Written and returned. New parts by default.
 */
export function decomposeMat4(
  m: Readonly<Mat4>,
  options: DecomposeOptions = DECOMPOSE_DEFAULTS,
  out: MatrixParts = identityParts(),
): MatrixParts {
  out.translate[0] = m[12];
  out.translate[1] = m[13];
  out.translate[2] = m[14];
  orthogonalizeRows(m, out);
  crossVec3(rowX, rowY, scratchCross);
  if (dotVec3(scratchCross, rowZ) < 0) mirrorParts(out, options.negative ?? 'x');
  setRows(scratchMatrix);
  quatFromMat4(scratchMatrix, out.rotate);
  return out;
}

/** The rotation closest in axis order (X kept, then Y, then Z) to the upper 3x3; translation is kept, a mirror is lost on X. */
export function orthonormalizeMat4(m: Readonly<Mat4>, out: Mat4 = identityMat4()): Mat4 {
  const x = m[12];
  const y = m[13];
  const z = m[14];
  orthogonalizeRows(m, scratchParts);
  crossVec3(rowX, rowY, scratchCross);
  if (dotVec3(scratchCross, rowZ) < 0) mirrorParts(scratchParts, 'x');
  setRows(out);
  return setTranslation(out, x, y, z);
}

const scratchParts: MatrixParts = identityParts();

/** Gram-Schmidt on the three rows, into the scratch rows; scale and shear into `out`. */
function orthogonalizeRows(m: Readonly<Mat4>, out: MatrixParts): void {
  const { scale, shear } = out;
  setVec3(rowX, m[0], m[1], m[2]);
  setVec3(rowY, m[4], m[5], m[6]);
  setVec3(rowZ, m[8], m[9], m[10]);
  shear[0] = 0;
  shear[1] = 0;
  shear[2] = 0;
  scale[0] = takeLength(rowX, 0);
  const lengthY = norm(rowY);
  let xy = subtractAlong(rowY, rowX);
  // What little is left of a nearly parallel row is not perpendicular enough: once more makes it so.
  if (norm(rowY) < lengthY * 0.1) xy += subtractAlong(rowY, rowX);
  scale[1] = takeLength(rowY, lengthY);
  const lengthZ = norm(rowZ);
  let xz = subtractAlong(rowZ, rowX);
  let yz = subtractAlong(rowZ, rowY);
  if (norm(rowZ) < lengthZ * 0.1) {
    xz += subtractAlong(rowZ, rowX);
    yz += subtractAlong(rowZ, rowY);
  }
  scale[2] = takeLength(rowZ, lengthZ);
  if (scale[1] !== 0) shear[0] = xy / scale[1];
  if (scale[2] !== 0) {
    shear[1] = xz / scale[2];
    shear[2] = yz / scale[2];
  }
  if (scale[0] === 0 || scale[1] === 0 || scale[2] === 0) completeRows(scale);
}

/** Makes the row a unit vector and returns its length; zero when nothing but rounding is left of `before`. */
function takeLength(row: Vec3, before: number): number {
  const length = norm(row);
  if (length === 0 || length <= before * 1e-14) return setVec3(row, 0, 0, 0);
  const k = 1 / length;
  row[0] *= k;
  row[1] *= k;
  row[2] *= k;
  return length;
}

/** Removes from `row` its part along a unit (or zero) axis and returns that part's length. */
function subtractAlong(row: Vec3, axis: Vec3): number {
  const along = row[0] * axis[0] + row[1] * axis[1] + row[2] * axis[2];
  row[0] -= along * axis[0];
  row[1] -= along * axis[1];
  row[2] -= along * axis[2];
  return along;
}

function completeRows(scale: Vec3): void {
  const missing = (scale[0] === 0 ? 1 : 0) + (scale[1] === 0 ? 1 : 0) + (scale[2] === 0 ? 1 : 0);
  if (missing === 3) {
    setVec3(rowX, 1, 0, 0);
    setVec3(rowY, 0, 1, 0);
    setVec3(rowZ, 0, 0, 1);
    return;
  }
  if (missing === 2) completeOne(scale);
  if (isZero(rowX)) crossVec3(rowY, rowZ, rowX);
  else if (isZero(rowY)) crossVec3(rowZ, rowX, rowY);
  else if (isZero(rowZ)) crossVec3(rowX, rowY, rowZ);
}

/** With one row known, fills the next one with the axis of the identity made perpendicular. */
function completeOne(scale: Vec3): void {
  const known = scale[0] !== 0 ? rowX : scale[1] !== 0 ? rowY : rowZ;
  const next = known === rowX ? rowY : known === rowY ? rowZ : rowX;
  const index = known === rowX ? 1 : known === rowY ? 2 : 0;
  for (let i = 0; i < 3; i++) {
    setVec3(next, 0, 0, 0);
    next[(index + i) % 3] = 1;
    subtractAlong(next, known);
    if (norm(next) > 0.5) break;
  }
  normalizeVec3(next, next);
}

function mirrorParts(out: MatrixParts, negative: 'x' | 'y' | 'z' | 'all'): void {
  const { scale, shear } = out;
  const x = negative === 'x' || negative === 'all' ? -1 : 1;
  const y = negative === 'y' || negative === 'all' ? -1 : 1;
  const z = negative === 'z' || negative === 'all' ? -1 : 1;
  setVec3(rowX, rowX[0] * x, rowX[1] * x, rowX[2] * x);
  setVec3(rowY, rowY[0] * y, rowY[1] * y, rowY[2] * y);
  setVec3(rowZ, rowZ[0] * z, rowZ[1] * z, rowZ[2] * z);
  setVec3(scale, scale[0] * x, scale[1] * y, scale[2] * z);
  setVec3(shear, shear[0] * x * y, shear[1] * x * z, shear[2] * y * z);
}

function setRows(out: Mat4): void {
  setLinear(out, rowX[0], rowX[1], rowX[2], rowY[0], rowY[1], rowY[2], rowZ[0], rowZ[1], rowZ[2]);
}

function setVec3(out: Vec3, x: number, y: number, z: number): 0 {
  // `+ 0` turns a negative zero into a plain one.
  out[0] = x + 0;
  out[1] = y + 0;
  out[2] = z + 0;
  return 0;
}

function isZero(v: Vec3): boolean {
  return v[0] === 0 && v[1] === 0 && v[2] === 0;
}

function norm(v: Vec3): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
