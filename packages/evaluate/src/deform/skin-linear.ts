import { AFFINE } from './affine.ts';
import { borrowKernelMemory, type KernelMemory } from './kernel-memory.ts';
import type { PointWeights } from './skin-weights.ts';

/** Points below which copying costs more than the WebAssembly saves. */
const FEW_POINTS = 64;
const ENTRY_BYTES = 16;

/** Where the arrays of a skin lie in the memory of the kernel. */
interface Region {
  readonly generation: number;
  readonly entries: number;
  readonly counts: number;
  readonly points: number;
  readonly out: number;
  readonly matrices: number;
}

/**
 * Linear skinning: each point goes through the weighted sum of its matrices.
 *
 * What holds points in place is a matrix like the others: the last one, which stays the identity. Points without weights
 * have it alone, and with `keepsRest` the others have it for what their weights lack to 1.
 */
export class LinearSkin {
  /** `AFFINE` numbers for each influence, to be set for each frame, and the identity. */
  readonly matrices: Float64Array;
  readonly #starts: Int32Array;
  readonly #influences: Int32Array;
  readonly #weights: Float64Array;
  #region: Region | undefined;

  constructor(weights: PointWeights, keepsRest: boolean) {
    const influenceCount = weights.joints.length;
    const { starts, sums } = weights;
    const pointCount = sums.length;
    this.matrices = new Float64Array((influenceCount + 1) * AFFINE);
    for (let axis = 0; axis < 3; axis++) this.matrices[influenceCount * AFFINE + axis * 5] = 1;
    const restOf = (v: number): number => (sums[v] === 0 ? 1 : keepsRest ? 1 - sums[v]! : 0);
    this.#starts = new Int32Array(pointCount + 1);
    for (let v = 0; v < pointCount; v++) {
      const own = sums[v] === 0 ? 0 : starts[v + 1]! - starts[v]!;
      this.#starts[v + 1] = this.#starts[v]! + own + (restOf(v) === 0 ? 0 : 1);
    }
    this.#influences = new Int32Array(this.#starts[pointCount]!);
    this.#weights = new Float64Array(this.#starts[pointCount]!);
    for (let v = 0, to = 0; v < pointCount; v++) {
      for (let i = starts[v]!; i < starts[v + 1]! && sums[v] !== 0; i++, to++) {
        this.#influences[to] = weights.influences[i]!;
        this.#weights[to] = weights.weights[i]!;
      }
      const rest = restOf(v);
      if (rest === 0) continue;
      this.#influences[to] = influenceCount;
      this.#weights[to++] = rest;
    }
  }

  /** @param out Points, never the same memory as `points`. */
  run(points: Float64Array, out: Float64Array): void {
    const count = this.#starts.length - 1;
    const memory = count < FEW_POINTS ? undefined : borrowKernelMemory();
    const region = memory && this.#place(memory);
    for (let i = count * 3; i < points.length; i++) out[i] = points[i]!;
    if (!memory || !region) {
      skinPlain(points, this.#starts, this.#influences, this.#weights, this.matrices, out);
      return;
    }
    const { floats } = memory;
    floats.set(this.matrices, region.matrices / 8);
    floats.set(points.length === count * 3 ? points : points.subarray(0, count * 3), region.points / 8);
    memory.run.skinPoints(region.entries, region.counts, region.points, region.out, region.matrices, count, 0);
    out.set(floats.subarray(region.out / 8, region.out / 8 + count * 3));
  }

  /** Brings what stays the same from frame to frame to the kernel. */
  #place(memory: KernelMemory): Region | undefined {
    if (this.#region?.generation === memory.generation) return this.#region;
    const count = this.#starts.length - 1;
    const entryBytes = this.#weights.length * ENTRY_BYTES;
    const countBytes = Math.ceil(count / 2) * 8;
    const pointBytes = count * 24;
    const entries = memory.reserve(entryBytes + countBytes + 2 * pointBytes + this.matrices.byteLength);
    if (entries === undefined) return undefined;
    const counts = entries + entryBytes;
    const points = counts + countBytes;
    const out = points + pointBytes;
    this.#region = { generation: memory.generation, entries, counts, points, out, matrices: out + pointBytes };
    const { floats, ints } = memory;
    for (let i = 0; i < this.#weights.length; i++) {
      ints[entries / 4 + i * 4] = this.#influences[i]! * AFFINE * 8;
      floats[entries / 8 + i * 2 + 1] = this.#weights[i]!;
    }
    for (let v = 0; v < count; v++) ints[counts / 4 + v] = this.#starts[v + 1]! - this.#starts[v]!;
    return this.#region;
  }
}

/** The same as the WebAssembly, to the last bit. */
export function skinPlain(
  points: Float64Array,
  starts: Int32Array,
  influences: Int32Array,
  weights: Float64Array,
  matrices: Float64Array,
  out: Float64Array,
): void {
  for (let v = 0, p = 0; v < starts.length - 1; v++, p += 3) {
    const end = starts[v + 1]!;
    const x = points[p]!;
    const y = points[p + 1]!;
    const z = points[p + 2]!;
    let ox = 0;
    let oy = 0;
    let oz = 0;
    for (let i = starts[v]!; i < end; i++) {
      const w = weights[i]!;
      const m = influences[i]! * AFFINE;
      ox += w * (x * matrices[m]! + y * matrices[m + 4]! + (z * matrices[m + 8]! + matrices[m + 12]!));
      oy += w * (x * matrices[m + 1]! + y * matrices[m + 5]! + (z * matrices[m + 9]! + matrices[m + 13]!));
      oz += w * (x * matrices[m + 2]! + y * matrices[m + 6]! + (z * matrices[m + 10]! + matrices[m + 14]!));
    }
    out[p] = ox;
    out[p + 1] = oy;
    out[p + 2] = oz;
  }
}

/**
 * Additive skinning: a point goes through its matrices one after the other, each mixed with no change by its weight.
 * Source: FBX SDK help, FbxCluster::ELinkMode.
 */
export function skinAdditive(
  points: Float64Array,
  { starts, influences, weights, sums }: PointWeights,
  matrices: Float64Array,
  out: Float64Array,
): void {
  out.set(points);
  for (let v = 0, p = 0; v < sums.length && p < points.length; v++, p += 3) {
    for (let i = starts[v]!; i < starts[v + 1]!; i++) {
      const w = weights[i]!;
      const m = influences[i]! * AFFINE;
      const x = out[p]!;
      const y = out[p + 1]!;
      const z = out[p + 2]!;
      for (let c = 0; c < 3; c++) {
        const moved =
          x * matrices[m + c]! + y * matrices[m + 4 + c]! + z * matrices[m + 8 + c]! + matrices[m + 12 + c]!;
        out[p + c] = w * moved + (1 - w) * (c === 0 ? x : c === 1 ? y : z);
      }
    }
  }
}
