import { quatFromEuler, type RotateOrder } from '../euler.ts';
import type { Quat } from '../quat.ts';
import type { Vec3 } from '../vec3.ts';
import { borrowKernels, borrowResident, FEW_ITEMS, FREE, type Kernels } from './kernels.ts';
import {
  multiplyQuaternionsPlain,
  normalizeQuaternionsPlain,
  quaternionsFromEulersPlain,
  slerpQuaternionsPlain,
} from './plain.ts';
import { REDUCIBLE } from './sine.ts';

/** Items copied to the kernels at a time; even, because they work on pairs. */
const PIECE = 256;

type Signs = readonly [x: number, y: number, z: number, w: number];

/** Signs of the second products in `quatFromEuler`. */
const PRODUCT_SIGNS: Readonly<Record<RotateOrder, Signs>> = {
  xyz: [-1, 1, -1, 1],
  yzx: [-1, -1, 1, 1],
  zxy: [1, -1, -1, 1],
  xzy: [1, 1, -1, -1],
  yxz: [-1, 1, 1, -1],
  zyx: [1, -1, 1, -1],
};

/**
 * `quatFromEuler` for many triples: strides 3 and 4. Agrees with it to 1e-15. Fastest on arrays of one `BatchMemory`.
 *
 * Units: radians.
 */
export function quatsFromEulers(
  eulersXyz: Float64Array,
  order: RotateOrder,
  out: Float64Array = new Float64Array((eulersXyz.length / 3) * 4),
): Float64Array {
  const count = Math.floor(eulersXyz.length / 3);
  const resident = borrowResident(out);
  if (resident !== undefined && eulersXyz.buffer === out.buffer && count > 1) {
    const even = count - (count % 2);
    const [x, y, z, w] = PRODUCT_SIGNS[order];
    const largest = resident.quaternionsFromEulers(eulersXyz.byteOffset, out.byteOffset, even, x, y, z, w);
    const rest = largest < REDUCIBLE ? even : 0;
    convertPlain(eulersXyz.subarray(rest * 3), order, out.subarray(rest * 4));
    return out;
  }
  const kernels = count < FEW_ITEMS ? undefined : borrowKernels();
  for (let start = 0; start < count; start += PIECE) {
    const end = Math.min(start + PIECE, count);
    const eulers = eulersXyz.subarray(start * 3, end * 3);
    if (kernels === undefined) convertPlain(eulers, order, out.subarray(start * 4, end * 4));
    else convertPiece(kernels, eulers, order, out, start);
  }
  return out;
}

function convertPiece(
  kernels: Kernels,
  eulers: Float64Array,
  order: RotateOrder,
  out: Float64Array,
  start: number,
): void {
  const { run, memory } = kernels;
  const count = eulers.length / 3;
  const results = FREE + PIECE * 3;
  memory.set(eulers, FREE);
  const [x, y, z, w] = PRODUCT_SIGNS[order];
  const largest = run.quaternionsFromEulers(FREE * 8, results * 8, count, x, y, z, w);
  // NaN fails the comparison too. An odd count also looks at a leftover, which at worst sends a piece the slow way.
  if (largest < REDUCIBLE) out.set(memory.subarray(results, results + count * 4), start * 4);
  else convertPlain(eulers, order, out.subarray(start * 4, (start + count) * 4));
}

function convertPlain(eulers: Float64Array, order: RotateOrder, out: Float64Array): void {
  let reducible = true;
  for (let i = 0; i < eulers.length; i++) reducible &&= Math.abs(eulers[i]!) < 2 * REDUCIBLE;
  if (reducible) quaternionsFromEulersPlain(eulers, out, PRODUCT_SIGNS[order]);
  else convertExact(eulers, order, out);
}

/** The way through `Math.sin`, for angles of many thousand turns and for NaN. */
function convertExact(eulers: Float64Array, order: RotateOrder, out: Float64Array): void {
  const euler: Vec3 = [0, 0, 0];
  const quat: Quat = [0, 0, 0, 1];
  for (let e = 0, o = 0; e + 2 < eulers.length; e += 3, o += 4) {
    euler[0] = eulers[e]!;
    euler[1] = eulers[e + 1]!;
    euler[2] = eulers[e + 2]!;
    out.set(quatFromEuler(euler, order, quat), o);
  }
}

/**
 * `multiplyQuat` for many pairs, stride 4. Fastest on arrays of one `BatchMemory`.
 *
 * @param out May be either input.
 */
export function multiplyQuats(
  firstXyzw: Float64Array,
  thenXyzw: Float64Array,
  out: Float64Array = new Float64Array(firstXyzw.length),
): Float64Array {
  const count = Math.floor(firstXyzw.length / 4);
  const resident = borrowResident(out);
  if (resident !== undefined && firstXyzw.buffer === out.buffer && thenXyzw.buffer === out.buffer) {
    const even = count - (count % 2);
    if (even > 0) resident.multiplyQuaternions(firstXyzw.byteOffset, thenXyzw.byteOffset, out.byteOffset, even);
    multiplyQuaternionsPlain(firstXyzw.subarray(even * 4), thenXyzw.subarray(even * 4), out.subarray(even * 4));
    return out;
  }
  const kernels = count < FEW_ITEMS ? undefined : borrowKernels();
  if (kernels === undefined) {
    multiplyQuaternionsPlain(firstXyzw, thenXyzw, out);
    return out;
  }
  const { run, memory } = kernels;
  const then = FREE + PIECE * 4;
  const results = then + PIECE * 4;
  for (let start = 0; start < count; start += PIECE) {
    const end = Math.min(start + PIECE, count);
    memory.set(firstXyzw.subarray(start * 4, end * 4), FREE);
    memory.set(thenXyzw.subarray(start * 4, end * 4), then);
    run.multiplyQuaternions(FREE * 8, then * 8, results * 8, end - start);
    out.set(memory.subarray(results, results + (end - start) * 4), start * 4);
  }
  return out;
}

/**
 * `slerpQuat` along the shortest arc for many pairs of unit quaternions, each at its own place: stride 4, one `t` in
 * [0, 1] per pair. Agrees with it to 1e-14. Fastest on arrays of one `BatchMemory`.
 *
 * @param out May be either input.
 */
export function slerpQuats(
  aXyzw: Float64Array,
  bXyzw: Float64Array,
  ts: Float64Array,
  out: Float64Array = new Float64Array(aXyzw.length),
): Float64Array {
  const count = Math.floor(aXyzw.length / 4);
  if (borrowResident(out) !== undefined && [aXyzw, bXyzw, ts].every((array) => array.buffer === out.buffer)) {
    slerpResident(aXyzw, bXyzw, ts, out, count);
    return out;
  }
  const kernels = count < FEW_ITEMS ? undefined : borrowKernels();
  if (kernels === undefined) {
    slerpQuaternionsPlain(aXyzw, bXyzw, ts, out);
    return out;
  }
  const { run, memory } = kernels;
  const b = FREE + PIECE * 4;
  const places = b + PIECE * 4;
  const results = places + PIECE;
  for (let start = 0; start < count; start += PIECE) {
    const end = Math.min(start + PIECE, count);
    memory.set(aXyzw.subarray(start * 4, end * 4), FREE);
    memory.set(bXyzw.subarray(start * 4, end * 4), b);
    memory.set(ts.subarray(start, end), places);
    run.slerpQuaternions(FREE * 8, b * 8, places * 8, results * 8, end - start);
    out.set(memory.subarray(results, results + (end - start) * 4), start * 4);
  }
  return out;
}

function slerpResident(a: Float64Array, b: Float64Array, ts: Float64Array, out: Float64Array, count: number): void {
  const even = count - (count % 2);
  if (even > 0) {
    borrowResident(out)?.slerpQuaternions(a.byteOffset, b.byteOffset, ts.byteOffset, out.byteOffset, even);
  }
  slerpQuaternionsPlain(a.subarray(even * 4), b.subarray(even * 4), ts.subarray(even), out.subarray(even * 4));
}

/**
 * `normalizeQuat` for many, stride 4; zero becomes the identity. Fastest on arrays of one `BatchMemory`.
 *
 * @param out May be the input.
 */
export function normalizeQuats(
  quatsXyzw: Float64Array,
  out: Float64Array = new Float64Array(quatsXyzw.length),
): Float64Array {
  const count = Math.floor(quatsXyzw.length / 4);
  const resident = borrowResident(out);
  if (resident !== undefined && quatsXyzw.buffer === out.buffer) {
    const even = count - (count % 2);
    if (even > 0) resident.normalizeQuaternions(quatsXyzw.byteOffset, out.byteOffset, even);
    normalizeQuaternionsPlain(quatsXyzw.subarray(even * 4), out.subarray(even * 4));
    return out;
  }
  const kernels = count < FEW_ITEMS ? undefined : borrowKernels();
  if (kernels === undefined) {
    normalizeQuaternionsPlain(quatsXyzw, out);
    return out;
  }
  const { run, memory } = kernels;
  const results = FREE + PIECE * 4;
  for (let start = 0; start < count; start += PIECE) {
    const end = Math.min(start + PIECE, count);
    memory.set(quatsXyzw.subarray(start * 4, end * 4), FREE);
    run.normalizeQuaternions(FREE * 8, results * 8, end - start);
    out.set(memory.subarray(results, results + (end - start) * 4), start * 4);
  }
  return out;
}
