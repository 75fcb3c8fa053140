import type { Mat4 } from '../mat4.ts';
import { borrowKernels, borrowResident, FEW_ITEMS, FREE } from './kernels.ts';
import { composeMatricesPlain, matricesFromQuatsPlain, multiplyMatricesPlain } from './plain.ts';

/** Items copied to the kernels at a time; even, because they work on pairs. */
const PIECE = 64;

/**
 * `multiplyMat4` for many pairs, stride 16. Fastest on arrays of one `BatchMemory`.
 *
 * @param out May be either input.
 */
export function multiplyMat4Batch(
  first: Float64Array,
  then: Float64Array,
  out: Float64Array = new Float64Array(first.length),
): Float64Array {
  const count = Math.floor(first.length / 16);
  const resident = borrowResident(out);
  if (resident !== undefined && first.buffer === out.buffer && then.buffer === out.buffer && count > 0) {
    resident.multiplyMatrices(first.byteOffset, then.byteOffset, out.byteOffset, count);
    return out;
  }
  const kernels = count < FEW_ITEMS ? undefined : borrowKernels();
  if (kernels === undefined) {
    multiplyMatricesPlain(first, then, out);
    return out;
  }
  const { run, memory } = kernels;
  const second = FREE + PIECE * 16;
  const results = second + PIECE * 16;
  for (let start = 0; start < count; start += PIECE) {
    const end = Math.min(start + PIECE, count);
    memory.set(first.subarray(start * 16, end * 16), FREE);
    memory.set(then.subarray(start * 16, end * 16), second);
    run.multiplyMatrices(FREE * 8, second * 8, results * 8, end - start);
    out.set(memory.subarray(results, results + (end - start) * 16), start * 16);
  }
  return out;
}

/** `mat4FromQuat` for many unit quaternions: strides 4 and 16. Fastest on arrays of one `BatchMemory`. */
export function mat4sFromQuats(
  quatsXyzw: Float64Array,
  out: Float64Array = new Float64Array(quatsXyzw.length * 4),
): Float64Array {
  const count = Math.floor(quatsXyzw.length / 4);
  const resident = borrowResident(out);
  if (resident !== undefined && quatsXyzw.buffer === out.buffer) {
    const even = count - (count % 2);
    if (even > 0) resident.matricesFromQuats(quatsXyzw.byteOffset, out.byteOffset, even);
    matricesFromQuatsPlain(quatsXyzw.subarray(even * 4), out.subarray(even * 16));
    return out;
  }
  const kernels = count < FEW_ITEMS ? undefined : borrowKernels();
  if (kernels === undefined) {
    matricesFromQuatsPlain(quatsXyzw, out);
    return out;
  }
  const { run, memory } = kernels;
  const results = FREE + PIECE * 4;
  for (let start = 0; start < count; start += PIECE) {
    const end = Math.min(start + PIECE, count);
    memory.set(quatsXyzw.subarray(start * 4, end * 4), FREE);
    run.matricesFromQuats(FREE * 8, results * 8, end - start);
    out.set(memory.subarray(results, results + (end - start) * 16), start * 16);
  }
  return out;
}

/**
 * `composeMat4` without shear for many transforms: strides 3, 4, 3 and 16. A point is scaled, turned, then moved.
 * Fastest on arrays of one `BatchMemory`.
 */
export function composeMat4Batch(
  translatesXyz: Float64Array,
  rotatesXyzw: Float64Array,
  scalesXyz: Float64Array,
  out: Float64Array = new Float64Array(rotatesXyzw.length * 4),
): Float64Array {
  const count = Math.floor(rotatesXyzw.length / 4);
  if (
    borrowResident(out) !== undefined &&
    [translatesXyz, rotatesXyzw, scalesXyz].every((a) => a.buffer === out.buffer)
  ) {
    composeResident(translatesXyz, rotatesXyzw, scalesXyz, out, count);
    return out;
  }
  const kernels = count < FEW_ITEMS ? undefined : borrowKernels();
  if (kernels === undefined) {
    composeMatricesPlain(translatesXyz, rotatesXyzw, scalesXyz, out);
    return out;
  }
  const { run, memory } = kernels;
  const rotates = FREE + PIECE * 3;
  const scales = rotates + PIECE * 4;
  const results = scales + PIECE * 3;
  for (let start = 0; start < count; start += PIECE) {
    const end = Math.min(start + PIECE, count);
    memory.set(translatesXyz.subarray(start * 3, end * 3), FREE);
    memory.set(rotatesXyzw.subarray(start * 4, end * 4), rotates);
    memory.set(scalesXyz.subarray(start * 3, end * 3), scales);
    run.composeMatrices(FREE * 8, rotates * 8, scales * 8, results * 8, end - start);
    out.set(memory.subarray(results, results + (end - start) * 16), start * 16);
  }
  return out;
}

function composeResident(t: Float64Array, r: Float64Array, s: Float64Array, out: Float64Array, count: number): void {
  const even = count - (count % 2);
  if (even > 0) {
    borrowResident(out)?.composeMatrices(t.byteOffset, r.byteOffset, s.byteOffset, out.byteOffset, even);
  }
  composeMatricesPlain(t.subarray(even * 3), r.subarray(even * 4), s.subarray(even * 3), out.subarray(even * 16));
}

/** `transformPoint` of one matrix for many points, stride 3. @param out May be the input. */
export function transformPointsXyz(
  m: Readonly<Mat4>,
  pointsXyz: Float64Array,
  out: Float64Array = new Float64Array(pointsXyz.length),
): Float64Array {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = m;
  for (let i = 0; i + 2 < pointsXyz.length; i += 3) {
    const x = pointsXyz[i]!;
    const y = pointsXyz[i + 1]!;
    const z = pointsXyz[i + 2]!;
    out[i] = x * m0 + y * m4 + z * m8 + m12;
    out[i + 1] = x * m1 + y * m5 + z * m9 + m13;
    out[i + 2] = x * m2 + y * m6 + z * m10 + m14;
  }
  return out;
}
