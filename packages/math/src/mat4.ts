import type { Quat } from './quat.ts';
import type { Vec3 } from './vec3.ts';

/**
 * 16 numbers with the translation at 12–14: rows of a row-vector matrix (Maya, Unreal, USD), columns of a column-vector
 * one (glTF, three.js). `p' = p * M`.
 */
export type Mat4 = [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/** A new identity matrix. */
export function identityMat4(): Mat4 {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

/** Copies the 16 numbers. */
export function copyMat4(m: Readonly<Mat4>, out: Mat4 = identityMat4()): Mat4 {
  for (let i = 0; i < 16; i++) out[i] = m[i] as number;
  return out;
}

/** Transform that applies `first`, then `then`: `multiplyMat4(localToParent, parentToWorld)`. */
export function multiplyMat4(first: Readonly<Mat4>, then: Readonly<Mat4>, out: Mat4 = identityMat4()): Mat4 {
  const b0 = then[0],
    b1 = then[1],
    b2 = then[2],
    b3 = then[3];
  const b4 = then[4],
    b5 = then[5],
    b6 = then[6],
    b7 = then[7];
  const b8 = then[8],
    b9 = then[9],
    b10 = then[10],
    b11 = then[11];
  const b12 = then[12],
    b13 = then[13],
    b14 = then[14],
    b15 = then[15];
  for (let row = 0; row < 16; row += 4) {
    const x = first[row] as number;
    const y = first[row + 1] as number;
    const z = first[row + 2] as number;
    const w = first[row + 3] as number;
    out[row] = x * b0 + y * b4 + z * b8 + w * b12;
    out[row + 1] = x * b1 + y * b5 + z * b9 + w * b13;
    out[row + 2] = x * b2 + y * b6 + z * b10 + w * b14;
    out[row + 3] = x * b3 + y * b7 + z * b11 + w * b15;
  }
  return out;
}

/** Rows and columns exchanged. */
export function transposeMat4(m: Readonly<Mat4>, out: Mat4 = identityMat4()): Mat4 {
  const m1 = m[1],
    m2 = m[2],
    m3 = m[3],
    m6 = m[6],
    m7 = m[7],
    m11 = m[11];
  out[0] = m[0];
  out[1] = m[4];
  out[2] = m[8];
  out[3] = m[12];
  out[4] = m1;
  out[5] = m[5];
  out[6] = m[9];
  out[7] = m[13];
  out[8] = m2;
  out[9] = m6;
  out[10] = m[10];
  out[11] = m[14];
  out[12] = m3;
  out[13] = m7;
  out[14] = m11;
  out[15] = m[15];
  return out;
}

/** Determinant of all 16 numbers. */
export function determinantMat4(m: Readonly<Mat4>): number {
  const a = m[0] * m[5] - m[1] * m[4],
    b = m[0] * m[6] - m[2] * m[4],
    c = m[0] * m[7] - m[3] * m[4];
  const d = m[1] * m[6] - m[2] * m[5],
    e = m[1] * m[7] - m[3] * m[5],
    f = m[2] * m[7] - m[3] * m[6];
  const g = m[8] * m[13] - m[9] * m[12],
    h = m[8] * m[14] - m[10] * m[12],
    i = m[8] * m[15] - m[11] * m[12];
  const j = m[9] * m[14] - m[10] * m[13],
    k = m[9] * m[15] - m[11] * m[13],
    l = m[10] * m[15] - m[11] * m[14];
  return a * l - b * k + c * j + d * i - e * h + f * g;
}

/** Determinant of the upper 3x3; negative when the transform mirrors. */
export function determinantLinear(m: Readonly<Mat4>): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
}

/** Inverse, or `undefined` when the matrix has none in floating point; `out` is untouched then. */
export function invertMat4(m: Readonly<Mat4>, out: Mat4 = identityMat4()): Mat4 | undefined {
  const m0 = m[0],
    m1 = m[1],
    m2 = m[2],
    m3 = m[3],
    m4 = m[4],
    m5 = m[5],
    m6 = m[6],
    m7 = m[7];
  const m8 = m[8],
    m9 = m[9],
    m10 = m[10],
    m11 = m[11],
    m12 = m[12],
    m13 = m[13],
    m14 = m[14],
    m15 = m[15];
  const a = m0 * m5 - m1 * m4,
    b = m0 * m6 - m2 * m4,
    c = m0 * m7 - m3 * m4;
  const d = m1 * m6 - m2 * m5,
    e = m1 * m7 - m3 * m5,
    f = m2 * m7 - m3 * m6;
  const g = m8 * m13 - m9 * m12,
    h = m8 * m14 - m10 * m12,
    i = m8 * m15 - m11 * m12;
  const j = m9 * m14 - m10 * m13,
    k = m9 * m15 - m11 * m13,
    l = m10 * m15 - m11 * m14;
  const s = 1 / (a * l - b * k + c * j + d * i - e * h + f * g);
  if (!Number.isFinite(s)) return undefined;
  out[0] = (m5 * l - m6 * k + m7 * j) * s;
  out[1] = (m2 * k - m1 * l - m3 * j) * s;
  out[2] = (m13 * f - m14 * e + m15 * d) * s;
  out[3] = (m10 * e - m9 * f - m11 * d) * s;
  out[4] = (m6 * i - m4 * l - m7 * h) * s;
  out[5] = (m0 * l - m2 * i + m3 * h) * s;
  out[6] = (m14 * c - m12 * f - m15 * b) * s;
  out[7] = (m8 * f - m10 * c + m11 * b) * s;
  out[8] = (m4 * k - m5 * i + m7 * g) * s;
  out[9] = (m1 * i - m0 * k - m3 * g) * s;
  out[10] = (m12 * e - m13 * c + m15 * a) * s;
  out[11] = (m9 * c - m8 * e - m11 * a) * s;
  out[12] = (m5 * h - m4 * j - m6 * g) * s;
  out[13] = (m0 * j - m1 * h + m2 * g) * s;
  out[14] = (m13 * b - m12 * d - m14 * a) * s;
  out[15] = (m8 * d - m9 * b + m10 * a) * s;
  return out;
}

/** `[p, 1] * M` without division by w: the matrix is taken as affine. */
export function transformPoint(m: Readonly<Mat4>, p: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  const x = p[0],
    y = p[1],
    z = p[2];
  out[0] = x * m[0] + y * m[4] + z * m[8] + m[12];
  out[1] = x * m[1] + y * m[5] + z * m[9] + m[13];
  out[2] = x * m[2] + y * m[6] + z * m[10] + m[14];
  return out;
}

/** `[v, 0] * M`: a direction, without translation. For normals use the inverse transpose. */
export function transformVector(m: Readonly<Mat4>, v: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  const x = v[0],
    y = v[1],
    z = v[2];
  out[0] = x * m[0] + y * m[4] + z * m[8];
  out[1] = x * m[1] + y * m[5] + z * m[9];
  out[2] = x * m[2] + y * m[6] + z * m[10];
  return out;
}

/** Matrix that moves by `translate`. */
export function mat4FromTranslation(translate: Readonly<Vec3>, out: Mat4 = identityMat4()): Mat4 {
  setLinear(out, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  return setTranslation(out, translate[0], translate[1], translate[2]);
}

/** Matrix that scales about the origin. */
export function mat4FromScale(scale: Readonly<Vec3>, out: Mat4 = identityMat4()): Mat4 {
  setLinear(out, scale[0], 0, 0, 0, scale[1], 0, 0, 0, scale[2]);
  return setTranslation(out, 0, 0, 0);
}

/** Matrix of a unit quaternion. */
export function mat4FromQuat(q: Readonly<Quat>, out: Mat4 = identityMat4()): Mat4 {
  const x = q[0],
    y = q[1],
    z = q[2],
    w = q[3];
  const x2 = x + x,
    y2 = y + y,
    z2 = z + z;
  const xx = x * x2,
    xy = x * y2,
    xz = x * z2,
    yy = y * y2,
    yz = y * z2,
    zz = z * z2;
  const wx = w * x2,
    wy = w * y2,
    wz = w * z2;
  setLinear(out, 1 - (yy + zz), xy + wz, xz - wy, xy - wz, 1 - (xx + zz), yz + wx, xz + wy, yz - wx, 1 - (xx + yy));
  return setTranslation(out, 0, 0, 0);
}

/**
 * Quaternion of the upper 3x3, which must be a pure rotation (see `orthonormalizeMat4`, `decomposeMat4`).
 *
 * The largest of the four components is computed first, so no division is by a small number; the sign is whatever that
 * makes positive.
 */
export function quatFromMat4(m: Readonly<Mat4>, out: Quat = [0, 0, 0, 1]): Quat {
  const m00 = m[0],
    m01 = m[1],
    m02 = m[2],
    m10 = m[4],
    m11 = m[5],
    m12 = m[6],
    m20 = m[8],
    m21 = m[9],
    m22 = m[10];
  const trace = m00 + m11 + m22;
  if (trace > m00 && trace > m11 && trace > m22) {
    const s = 0.5 / Math.sqrt(1 + trace);
    out[0] = (m12 - m21) * s;
    out[1] = (m20 - m02) * s;
    out[2] = (m01 - m10) * s;
    out[3] = 0.25 / s;
  } else if (m00 >= m11 && m00 >= m22) {
    const s = 0.5 / Math.sqrt(1 + m00 - m11 - m22);
    out[0] = 0.25 / s;
    out[1] = (m01 + m10) * s;
    out[2] = (m02 + m20) * s;
    out[3] = (m12 - m21) * s;
  } else if (m11 >= m22) {
    const s = 0.5 / Math.sqrt(1 - m00 + m11 - m22);
    out[0] = (m01 + m10) * s;
    out[1] = 0.25 / s;
    out[2] = (m12 + m21) * s;
    out[3] = (m20 - m02) * s;
  } else {
    const s = 0.5 / Math.sqrt(1 - m00 - m11 + m22);
    out[0] = (m02 + m20) * s;
    out[1] = (m12 + m21) * s;
    out[2] = 0.25 / s;
    out[3] = (m01 - m10) * s;
  }
  return out;
}

/** Writes the upper 3x3 row by row; the rest is untouched. */
export function setLinear(
  out: Mat4,
  m00: number,
  m01: number,
  m02: number,
  m10: number,
  m11: number,
  m12: number,
  m20: number,
  m21: number,
  m22: number,
): Mat4 {
  out[0] = m00;
  out[1] = m01;
  out[2] = m02;
  out[4] = m10;
  out[5] = m11;
  out[6] = m12;
  out[8] = m20;
  out[9] = m21;
  out[10] = m22;
  return out;
}

/** Writes the last row `x y z 1` and the last column `0 0 0`. */
export function setTranslation(out: Mat4, x: number, y: number, z: number): Mat4 {
  out[3] = 0;
  out[7] = 0;
  out[11] = 0;
  out[12] = x;
  out[13] = y;
  out[14] = z;
  out[15] = 1;
  return out;
}
