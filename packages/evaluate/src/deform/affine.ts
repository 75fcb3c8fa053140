import type { Mat4 } from '@rigline/math';

/** Numbers of a matrix without its last column: four rows of x y z and a zero, translation last. */
export const AFFINE = 16;

/** A matrix without its last column. */
export function setAffine(m: Readonly<Mat4>, out: Float64Array, at: number): void {
  out[at] = m[0];
  out[at + 1] = m[1];
  out[at + 2] = m[2];
  out[at + 4] = m[4];
  out[at + 5] = m[5];
  out[at + 6] = m[6];
  out[at + 8] = m[8];
  out[at + 9] = m[9];
  out[at + 10] = m[10];
  out[at + 12] = m[12];
  out[at + 13] = m[13];
  out[at + 14] = m[14];
}

/** A point through a matrix, in place. */
export function moveByAffine(m: Float64Array, points: Float64Array, p: number): void {
  const x = points[p]!;
  const y = points[p + 1]!;
  const z = points[p + 2]!;
  points[p] = x * m[0]! + y * m[4]! + z * m[8]! + m[12]!;
  points[p + 1] = x * m[1]! + y * m[5]! + z * m[9]! + m[13]!;
  points[p + 2] = x * m[2]! + y * m[6]! + z * m[10]! + m[14]!;
}

export function isIdentityMat4(m: Readonly<Mat4>): boolean {
  for (let i = 0; i < 16; i++) if (m[i] !== (i % 5 === 0 ? 1 : 0)) return false;
  return true;
}
