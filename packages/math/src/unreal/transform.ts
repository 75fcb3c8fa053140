import { composeMat4, decomposeMat4, identityParts, type MatrixParts } from '../decompose.ts';
import { identityMat4, type Mat4, multiplyMat4 } from '../mat4.ts';
import { multiplyQuat, normalizeQuat, type Quat, rotateVec3 } from '../quat.ts';
import { lengthVec3, multiplyVec3, type Vec3 } from '../vec3.ts';
import { quatFromUnrealMat4 } from './rotator.ts';

/** Unreal's `FTransform`: a point is scaled, turned, then moved. It cannot hold shear. */
export interface UnrealTransform {
  translation: Vec3;
  rotation: Quat;
  scale: Vec3;
}

/** A new transform that changes nothing. */
export function identityUnrealTransform(): UnrealTransform {
  return { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
}

/** Matrix of a transform. Source: published behaviour of `FTransform::ToMatrixWithScale`. */
export function mat4FromUnrealTransform(t: Readonly<UnrealTransform>, out: Mat4 = identityMat4()): Mat4 {
  return composeMat4({ translate: t.translation, rotate: t.rotation, scale: t.scale }, out);
}

const parts: MatrixParts = identityParts();

/**
 * Transform of a matrix; a mirroring matrix gets its sign on scale X, and shear is lost.
 *
 * Source: published behaviour of `FTransform::SetFromMatrix` for matrices without shear. Unverified: with shear, where
 * the axes here are made perpendicular in the order X, Y, Z.
 */
export function unrealTransformFromMat4(
  m: Readonly<Mat4>,
  out: UnrealTransform = identityUnrealTransform(),
): UnrealTransform {
  decomposeMat4(m, { negative: 'x' }, parts);
  copyTo(out, parts.translate, parts.rotate, parts.scale);
  return out;
}

const matrixA: Mat4 = identityMat4();
const matrixB: Mat4 = identityMat4();
const scratchVec: Vec3 = [0, 0, 0];
const scratchQuat: Quat = [0, 0, 0, 1];

/**
 * Transform that applies `first` (the child), then `then` (the parent): `first * then` in Unreal.
 *
 * Scales multiply component by component, so a non-uniform parent scale under rotation differs from the matrix product
 * (no shear). With a negative scale on either side the rotation is taken from the matrix product, the signs of the
 * scale product put back on its axes.
 * Source: published behaviour of `FTransform::operator*`.
 */
export function multiplyUnrealTransform(
  first: Readonly<UnrealTransform>,
  then: Readonly<UnrealTransform>,
  out: UnrealTransform = identityUnrealTransform(),
): UnrealTransform {
  if (isNegative(first.scale) || isNegative(then.scale)) return multiplyThroughMatrices(first, then, out);
  transformUnrealPosition(then, first.translation, scratchVec);
  multiplyQuat(first.rotation, then.rotation, out.rotation);
  multiplyVec3(first.scale, then.scale, out.scale);
  out.translation[0] = scratchVec[0];
  out.translation[1] = scratchVec[1];
  out.translation[2] = scratchVec[2];
  return out;
}

function multiplyThroughMatrices(
  first: Readonly<UnrealTransform>,
  then: Readonly<UnrealTransform>,
  out: UnrealTransform,
): UnrealTransform {
  const m = multiplyMat4(mat4FromUnrealTransform(first, matrixA), mat4FromUnrealTransform(then, matrixB), matrixA);
  const scale = multiplyVec3(first.scale, then.scale, scratchVec);
  for (let axis = 0; axis < 3; axis++) {
    const at = axis * 4;
    const row: Vec3 = [m[at] as number, m[at + 1] as number, m[at + 2] as number];
    const length = lengthVec3(row);
    const factor = length > 0 ? Math.sign(scale[axis] as number) / length : 0;
    m[at] = row[0] * factor;
    m[at + 1] = row[1] * factor;
    m[at + 2] = row[2] * factor;
  }
  normalizeQuat(quatFromUnrealMat4(m, scratchQuat), scratchQuat);
  copyTo(out, [m[12], m[13], m[14]], scratchQuat, scale);
  return out;
}

/** A point through the transform. Source: published behaviour of `FTransform::TransformPosition`. */
export function transformUnrealPosition(
  t: Readonly<UnrealTransform>,
  point: Readonly<Vec3>,
  out: Vec3 = [0, 0, 0],
): Vec3 {
  const [x, y, z] = t.translation;
  multiplyVec3(point, t.scale, out);
  rotateVec3(out, t.rotation, out);
  out[0] += x;
  out[1] += y;
  out[2] += z;
  return out;
}

/**
 * A point back through the transform; a zero scale component gives 0 on that axis.
 *
 * Source: published behaviour of `FTransform::InverseTransformPosition`.
 */
export function inverseTransformUnrealPosition(
  t: Readonly<UnrealTransform>,
  point: Readonly<Vec3>,
  out: Vec3 = [0, 0, 0],
): Vec3 {
  const [sx, sy, sz] = t.scale;
  out[0] = point[0] - t.translation[0];
  out[1] = point[1] - t.translation[1];
  out[2] = point[2] - t.translation[2];
  const q = t.rotation;
  scratchQuat[0] = -q[0];
  scratchQuat[1] = -q[1];
  scratchQuat[2] = -q[2];
  scratchQuat[3] = q[3];
  rotateVec3(out, scratchQuat, out);
  out[0] = safeQuotient(out[0], sx);
  out[1] = safeQuotient(out[1], sy);
  out[2] = safeQuotient(out[2], sz);
  return out;
}

function safeQuotient(value: number, scale: number): number {
  return Math.abs(scale) <= 1e-8 ? 0 : value / scale;
}

function isNegative(v: Readonly<Vec3>): boolean {
  return v[0] < 0 || v[1] < 0 || v[2] < 0;
}

function copyTo(out: UnrealTransform, t: Readonly<Vec3>, q: Readonly<Quat>, s: Readonly<Vec3>): void {
  for (let i = 0; i < 3; i++) {
    out.translation[i] = t[i] as number;
    out.scale[i] = s[i] as number;
  }
  for (let i = 0; i < 4; i++) out.rotation[i] = q[i] as number;
}
