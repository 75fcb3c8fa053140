/*
 * The batch kernels in plain TypeScript. Typed-array reads are in range by construction, hence `!`. The WebAssembly of
 * `scripts/build-batch-kernels.mjs` does the same operations in the same order.
 */
import { arcOf, cosineOf, nearestHalfTurn, reduceAngle, sineOf } from './sine.ts';

/** Products of matrices. */
export function multiplyMatricesPlain(first: Float64Array, then: Float64Array, out: Float64Array): void {
  for (let i = 0; i + 15 < first.length; i += 16) {
    const b0 = then[i]!;
    const b1 = then[i + 1]!;
    const b2 = then[i + 2]!;
    const b3 = then[i + 3]!;
    const b4 = then[i + 4]!;
    const b5 = then[i + 5]!;
    const b6 = then[i + 6]!;
    const b7 = then[i + 7]!;
    const b8 = then[i + 8]!;
    const b9 = then[i + 9]!;
    const b10 = then[i + 10]!;
    const b11 = then[i + 11]!;
    const b12 = then[i + 12]!;
    const b13 = then[i + 13]!;
    const b14 = then[i + 14]!;
    const b15 = then[i + 15]!;
    for (let row = i; row < i + 16; row += 4) {
      const x = first[row]!;
      const y = first[row + 1]!;
      const z = first[row + 2]!;
      const w = first[row + 3]!;
      out[row] = x * b0 + y * b4 + z * b8 + w * b12;
      out[row + 1] = x * b1 + y * b5 + z * b9 + w * b13;
      out[row + 2] = x * b2 + y * b6 + z * b10 + w * b14;
      out[row + 3] = x * b3 + y * b7 + z * b11 + w * b15;
    }
  }
}

/** Matrices of unit quaternions. */
export function matricesFromQuatsPlain(quats: Float64Array, out: Float64Array): void {
  for (let i = 0, o = 0; i + 3 < quats.length; i += 4, o += 16) writeRotation(quats, i, 1, 1, 1, out, o);
}

/** Matrices of translation, rotation and scale. */
export function composeMatricesPlain(
  translates: Float64Array,
  quats: Float64Array,
  scales: Float64Array,
  out: Float64Array,
): void {
  for (let q = 0, v = 0, o = 0; q + 3 < quats.length; q += 4, v += 3, o += 16) {
    writeRotation(quats, q, scales[v]!, scales[v + 1]!, scales[v + 2]!, out, o);
    out[o + 12] = translates[v]!;
    out[o + 13] = translates[v + 1]!;
    out[o + 14] = translates[v + 2]!;
  }
}

/** Scaled rotation at item `o` of `out`, without translation. */
function writeRotation(
  quats: Float64Array,
  q: number,
  sx: number,
  sy: number,
  sz: number,
  out: Float64Array,
  o: number,
): void {
  const x = quats[q]!;
  const y = quats[q + 1]!;
  const z = quats[q + 2]!;
  const w = quats[q + 3]!;
  const x2 = x + x;
  const y2 = y + y;
  const z2 = z + z;
  const xx = x * x2;
  const xy = x * y2;
  const xz = x * z2;
  const yy = y * y2;
  const yz = y * z2;
  const zz = z * z2;
  const wx = w * x2;
  const wy = w * y2;
  const wz = w * z2;
  out[o] = (1 - (yy + zz)) * sx;
  out[o + 1] = (xy + wz) * sx;
  out[o + 2] = (xz - wy) * sx;
  out[o + 3] = 0;
  out[o + 4] = (xy - wz) * sy;
  out[o + 5] = (1 - (xx + zz)) * sy;
  out[o + 6] = (yz + wx) * sy;
  out[o + 7] = 0;
  out[o + 8] = (xz + wy) * sz;
  out[o + 9] = (yz - wx) * sz;
  out[o + 10] = (1 - (xx + yy)) * sz;
  out[o + 11] = 0;
  out[o + 12] = 0;
  out[o + 13] = 0;
  out[o + 14] = 0;
  out[o + 15] = 1;
}

/** Products of quaternions. */
export function multiplyQuaternionsPlain(first: Float64Array, then: Float64Array, out: Float64Array): void {
  for (let i = 0; i + 3 < first.length; i += 4) {
    const bx = first[i]!;
    const by = first[i + 1]!;
    const bz = first[i + 2]!;
    const bw = first[i + 3]!;
    const ax = then[i]!;
    const ay = then[i + 1]!;
    const az = then[i + 2]!;
    const aw = then[i + 3]!;
    out[i] = aw * bx + ax * bw + ay * bz - az * by;
    out[i + 1] = aw * by - ax * bz + ay * bw + az * bx;
    out[i + 2] = aw * bz + ax * by - ay * bx + az * bw;
    out[i + 3] = aw * bw - ax * bx - ay * by - az * bz;
  }
}

/** Shortest spherical blends of unit quaternions. */
export function slerpQuaternionsPlain(a: Float64Array, b: Float64Array, ts: Float64Array, out: Float64Array): void {
  for (let k = 0, i = 0; i + 3 < a.length; k++, i += 4) {
    const t = ts[k]!;
    const ax = a[i]!;
    const ay = a[i + 1]!;
    const az = a[i + 2]!;
    const aw = a[i + 3]!;
    const bx = b[i]!;
    const by = b[i + 1]!;
    const bz = b[i + 2]!;
    const bw = b[i + 3]!;
    const dot = ax * bx + ay * by + az * bz + aw * bw;
    const cosine = Math.min(Math.abs(dot), 1);
    // Sine and cosine of half the arc; with a sine that is never zero the weights become linear ones by themselves.
    const sine1 = Math.max(Math.sqrt((1 - cosine) * 0.5), 1e-30);
    const cosine1 = Math.sqrt((1 + cosine) * 0.5);
    const angle = arcOf(sine1 / Math.sqrt((1 + cosine1) * 2)) * 4;
    const factor = 0.5 / (sine1 * cosine1);
    const ka = sineOf((1 - t) * angle) * factor;
    const weight = sineOf(t * angle) * factor;
    const kb = dot < 0 ? -weight : weight;
    out[i] = ax * ka + bx * kb;
    out[i + 1] = ay * ka + by * kb;
    out[i + 2] = az * ka + bz * kb;
    out[i + 3] = aw * ka + bw * kb;
  }
}

/** Quaternions of Euler angles with the signs of the order's second products. Angles must be reducible. */
export function quaternionsFromEulersPlain(
  eulers: Float64Array,
  out: Float64Array,
  signs: readonly [number, number, number, number],
): void {
  const [kx, ky, kz, kw] = signs;
  for (let e = 0, o = 0; e + 2 < eulers.length; e += 3, o += 4) {
    const hx = eulers[e]! * 0.5;
    const hy = eulers[e + 1]! * 0.5;
    const hz = eulers[e + 2]! * 0.5;
    const nx = nearestHalfTurn(hx);
    const ny = nearestHalfTurn(hy);
    const nz = nearestHalfTurn(hz);
    const rx = reduceAngle(hx, nx);
    const ry = reduceAngle(hy, ny);
    const rz = reduceAngle(hz, nz);
    const fx = 1 - 2 * (nx & 1);
    const fy = 1 - 2 * (ny & 1);
    const fz = 1 - 2 * (nz & 1);
    const sx = sineOf(rx) * fx;
    const cx = cosineOf(rx) * fx;
    const sy = sineOf(ry) * fy;
    const cy = cosineOf(ry) * fy;
    const sz = sineOf(rz) * fz;
    const cz = cosineOf(rz) * fz;
    out[o] = sx * cy * cz + kx * (cx * sy * sz);
    out[o + 1] = cx * sy * cz + ky * (sx * cy * sz);
    out[o + 2] = cx * cy * sz + kz * (sx * sy * cz);
    out[o + 3] = cx * cy * cz + kw * (sx * sy * sz);
  }
}

/** Quaternions at unit length; zero becomes the identity. */
export function normalizeQuaternionsPlain(quats: Float64Array, out: Float64Array): void {
  for (let i = 0; i + 3 < quats.length; i += 4) {
    const x = quats[i]!;
    const y = quats[i + 1]!;
    const z = quats[i + 2]!;
    const w = quats[i + 3]!;
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    const factor = length > 0 ? 1 / length : 0;
    out[i] = x * factor;
    out[i + 1] = y * factor;
    out[i + 2] = z * factor;
    out[i + 3] = length > 0 ? w * factor : 1;
  }
}
