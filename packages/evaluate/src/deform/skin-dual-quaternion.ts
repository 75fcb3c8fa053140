import { decomposeMat4, identityParts, type Mat4 } from '@rigline/math';
import { moveByAffine } from './affine.ts';
import type { PointWeights } from './skin-weights.ts';

/** Numbers per influence: dual quaternion (real x y z w, dual x y z w) and scale. */
const STRIDE = 11;

/** Rigid parts and scales of the matrices of all influences. */
export class DualQuaternions {
  readonly #parts: Float64Array;

  constructor(count: number) {
    this.#parts = new Float64Array(count * STRIDE);
  }

  /** Takes the matrix of one influence apart; shear is lost, and without `hasScale` scale as well. */
  set(influence: number, matrix: Readonly<Mat4>, hasScale: boolean): void {
    const { translate: t, rotate: q, scale: s } = decomposeMat4(matrix, undefined, decomposed);
    const at = influence * STRIDE;
    const out = this.#parts;
    out[at] = q[0];
    out[at + 1] = q[1];
    out[at + 2] = q[2];
    out[at + 3] = q[3];
    // Half of translation times rotation.
    out[at + 4] = 0.5 * (t[0] * q[3] + t[1] * q[2] - t[2] * q[1]);
    out[at + 5] = 0.5 * (t[1] * q[3] + t[2] * q[0] - t[0] * q[2]);
    out[at + 6] = 0.5 * (t[2] * q[3] + t[0] * q[1] - t[1] * q[0]);
    out[at + 7] = -0.5 * (t[0] * q[0] + t[1] * q[1] + t[2] * q[2]);
    for (let axis = 0; axis < 3; axis++) out[at + 8 + axis] = hasScale ? s[axis]! : 1;
  }

  /**
   * The point, which is in `out`, through the mixed dual quaternion of its influences, after their mixed scale.
   * Quaternions of opposite sign are brought to the side of the first.
   *
   * Source: Kavan et al., "Geometric skinning with approximate dual quaternion blending" (2008); scale apart, as in Maya.
   */
  move({ starts, influences, weights, sums }: PointWeights, vertex: number, out: Float64Array): void {
    mixParts(this.#parts, influences, weights, starts[vertex]!, starts[vertex + 1]!, 1 / sums[vertex]!);
    moveByMixed(vertex * 3, out);
  }
}

/** The weighted sum of the parts of some influences, into `mixed`. */
function mixParts(
  parts: Float64Array,
  influences: Int32Array,
  weights: Float64Array,
  from: number,
  end: number,
  share: number,
): void {
  const first = influences[from]! * STRIDE;
  let qx = 0;
  let qy = 0;
  let qz = 0;
  let qw = 0;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  let dw = 0;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let i = from; i < end; i++) {
    const at = influences[i]! * STRIDE;
    const w = weights[i]! * share;
    const x = parts[at]!;
    const y = parts[at + 1]!;
    const z = parts[at + 2]!;
    const r = parts[at + 3]!;
    const dot = parts[first]! * x + parts[first + 1]! * y + parts[first + 2]! * z + parts[first + 3]! * r;
    const signed = dot < 0 ? -w : w;
    qx += signed * x;
    qy += signed * y;
    qz += signed * z;
    qw += signed * r;
    dx += signed * parts[at + 4]!;
    dy += signed * parts[at + 5]!;
    dz += signed * parts[at + 6]!;
    dw += signed * parts[at + 7]!;
    sx += w * parts[at + 8]!;
    sy += w * parts[at + 9]!;
    sz += w * parts[at + 10]!;
  }
  mixed[0] = qx;
  mixed[1] = qy;
  mixed[2] = qz;
  mixed[3] = qw;
  mixed[4] = dx;
  mixed[5] = dy;
  mixed[6] = dz;
  mixed[7] = dw;
  mixed[8] = sx;
  mixed[9] = sy;
  mixed[10] = sz;
}

const decomposed = identityParts();
const mixed = new Float64Array(STRIDE);

function moveByMixed(p: number, out: Float64Array): void {
  const qx = mixed[0]!;
  const qy = mixed[1]!;
  const qz = mixed[2]!;
  const qw = mixed[3]!;
  const lengthSquared = qx * qx + qy * qy + qz * qz + qw * qw;
  if (!(lengthSquared > 0)) return;
  const dx = mixed[4]!;
  const dy = mixed[5]!;
  const dz = mixed[6]!;
  const dw = mixed[7]!;
  const x = out[p]! * mixed[8]!;
  const y = out[p + 1]! * mixed[9]!;
  const z = out[p + 2]! * mixed[10]!;
  // Rotation: v + 2 q × (q × v + w v), for a quaternion that is not of unit length yet.
  const cx = qy * z - qz * y + qw * x;
  const cy = qz * x - qx * z + qw * y;
  const cz = qx * y - qy * x + qw * z;
  const k = 2 / lengthSquared;
  out[p] = x + k * (qy * cz - qz * cy + qw * dx - dw * qx + qy * dz - qz * dy);
  out[p + 1] = y + k * (qz * cx - qx * cz + qw * dy - dw * qy + qz * dx - qx * dz);
  out[p + 2] = z + k * (qx * cy - qy * cx + qw * dz - dw * qz + qx * dy - qy * dx);
}

/** Matrices before and after the dual quaternions. */
export interface DualFrame {
  readonly quaternions: DualQuaternions;
  /** `AFFINE` numbers from the points to the space of the influences; undefined where that is the same. */
  readonly before: Float64Array | undefined;
  readonly after: Float64Array;
}

/**
 * Dual quaternion skinning. Points without weights stay as `out` has them.
 *
 * @param amounts Share by point, over what stands in `out`; without, all of it.
 */
export function skinDual(
  points: Float64Array,
  weights: PointWeights,
  { quaternions, before, after }: DualFrame,
  amounts: Float64Array | undefined,
  out: Float64Array,
): void {
  const { starts, sums } = weights;
  for (let v = 0; v < sums.length; v++) {
    const amount = amounts ? amounts[v]! : 1;
    if (amount === 0 || starts[v] === starts[v + 1] || sums[v] === 0) continue;
    const p = v * 3;
    const x = out[p]!;
    const y = out[p + 1]!;
    const z = out[p + 2]!;
    out[p] = points[p]!;
    out[p + 1] = points[p + 1]!;
    out[p + 2] = points[p + 2]!;
    if (before) moveByAffine(before, out, p);
    quaternions.move(weights, v, out);
    moveByAffine(after, out, p);
    if (amount === 1) continue;
    out[p] = x + amount * (out[p]! - x);
    out[p + 1] = y + amount * (out[p + 1]! - y);
    out[p + 2] = z + amount * (out[p + 2]! - z);
  }
}
