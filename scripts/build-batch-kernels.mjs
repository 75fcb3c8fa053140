/*
 * Assembles the WebAssembly of the batch kernels of packages/math and writes it as text into
 * packages/math/src/batch/kernels-binary.ts. Run: node scripts/build-batch-kernels.mjs
 *
 * Each kernel works on memory the caller gives and fills: byte addresses of its arrays, then the number of items (at least
 * one). Two doubles are computed at once, either of one item (matrix product) or of two items (the others, which may
 * read and write one item past an odd number). Operations are those of the plain TypeScript kernels in the same order,
 * so the results are the same bits.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  abs,
  add,
  and,
  div,
  double,
  F64,
  get,
  I32,
  int,
  Kernel,
  lane,
  lessThan,
  load,
  loadBoth,
  max,
  min,
  mul,
  not,
  or,
  pick,
  section,
  set,
  shiftLeft,
  splat,
  sqrt,
  store,
  sub,
  text,
  unsigned,
  vector,
  xor,
} from './wasm-assembler.mjs';

// ---- constants: kept in memory from address 0, cheaper to load than to build --------------------------------------

const constants = [];
const constant = (value) => {
  let index = constants.findIndex((known) => Object.is(known, value));
  if (index < 0) index = constants.push(value) - 1;
  return loadBoth(int(0), index * 8);
};

// ---- kernels ----------------------------------------------------------------------------------------------------

/** Horner from the highest power down: each step `accumulator * z + coefficient`. */
function horner(kernel, z, coefficients) {
  const [highest, ...rest] = coefficients;
  return rest.reduce(
    (sum, c) => kernel.let(c < 0 ? sub(mul(sum, z), constant(-c)) : add(mul(sum, z), constant(c))),
    constant(highest),
  );
}

const SINE = [
  2.731428985801903e-15, -7.643969031023086e-13, 1.6058977272814407e-10, -2.5052107616384575e-8, 2.755731921915843e-6,
  -0.00019841269841254955, 0.008333333333333316, -0.16666666666666666,
];
const COSINE = [
  4.646409714694273e-14, -1.1466250478493948e-11, 2.0876681513905865e-9, -2.7557318572848294e-7, 2.4801587298910888e-5,
  -0.0013888888888884763, 0.04166666666666666, -0.5, 1,
];
const ARC = [
  0.016468646460467033, 0.006924568606963134, 0.012070300643269725, 0.01390895980030995, 0.017356446196127903,
  0.02237201250949112, 0.030381947779907638, 0.044642857104453565, 0.075000000000171, 0.16666666666666655,
];

function odd(kernel, r, coefficients) {
  const z = kernel.let(mul(r, r));
  return kernel.let(add(mul(mul(horner(kernel, z, coefficients), z), r), r));
}
const sineOf = (kernel, r) => odd(kernel, r, SINE);
const arcOf = (kernel, sine) => odd(kernel, sine, ARC);
const cosineOf = (kernel, r) => horner(kernel, kernel.let(mul(r, r)), COSINE);

/** Four components of two quaternions, by lane. */
function loadQuats(k, pointer) {
  const [xy0, zw0, xy1, zw1] = [0, 16, 32, 48].map((offset) => k.let(load(get(pointer), offset)));
  return [pick(xy0, xy1, 0, 2), pick(xy0, xy1, 1, 3), pick(zw0, zw1, 0, 2), pick(zw0, zw1, 1, 3)].map((v) => k.let(v));
}

function storeQuats(k, pointer, [x, y, z, w]) {
  k.do(store(get(pointer), 0, pick(x, y, 0, 2)));
  k.do(store(get(pointer), 16, pick(z, w, 0, 2)));
  k.do(store(get(pointer), 32, pick(x, y, 1, 3)));
  k.do(store(get(pointer), 48, pick(z, w, 1, 3)));
}

/** Three components of two vectors, by lane. */
function loadVectors(k, pointer) {
  const [xy0, zx, yz1] = [0, 16, 32].map((offset) => k.let(load(get(pointer), offset)));
  return [pick(xy0, zx, 0, 3), pick(xy0, yz1, 1, 2), pick(zx, yz1, 0, 3)].map((v) => k.let(v));
}

function multiplyMatrices() {
  const [first, then, out, count] = [0, 1, 2, 3];
  const k = new Kernel('multiplyMatrices', [I32, I32, I32, I32]);
  k.loop(count, 1, [128, 128, 128], () => {
    const rows = [0, 32, 64, 96].map((o) => [k.let(load(get(then), o)), k.let(load(get(then), o + 16))]);
    for (const row of [0, 32, 64, 96]) {
      const factors = [0, 8, 16, 24].map((o) => k.let(loadBoth(get(first), row + o)));
      for (const half of [0, 1]) {
        const products = factors.map((factor, n) => mul(factor, rows[n][half]));
        k.do(
          store(
            get(out),
            row + half * 16,
            products.reduce((sum, p) => add(sum, p)),
          ),
        );
      }
    }
  });
  return k;
}

/** The nine products of a rotation matrix. */
function rotationProducts(k, [x, y, z, w]) {
  const [x2, y2, z2] = [x, y, z].map((v) => k.let(add(v, v)));
  const p = (a, b) => k.let(mul(a, b));
  return {
    xx: p(x, x2),
    xy: p(x, y2),
    xz: p(x, z2),
    yy: p(y, y2),
    yz: p(y, z2),
    zz: p(z, z2),
    wx: p(w, x2),
    wy: p(w, y2),
    wz: p(w, z2),
  };
}

/** Rows of two rotation matrices, each element by lane. */
function rotationRows(k, quats) {
  const { xx, xy, xz, yy, yz, zz, wx, wy, wz } = rotationProducts(k, quats);
  const one = constant(1);
  return [
    [sub(one, add(yy, zz)), add(xy, wz), sub(xz, wy)],
    [sub(xy, wz), sub(one, add(xx, zz)), add(yz, wx)],
    [add(xz, wy), sub(yz, wx), sub(one, add(xx, yy))],
  ];
}

/** Writes two matrices from rows of three elements by lane; the last column is 0 0 0 1. */
function storeMatrices(k, out, rows) {
  rows.forEach((row, n) => {
    const [a, b, c] = row.map((v) => k.let(v));
    const last = constant(n === 3 ? 1 : 0);
    for (const item of [0, 1]) {
      k.do(store(get(out), item * 128 + n * 32, pick(a, b, item, item + 2)));
      k.do(store(get(out), item * 128 + n * 32 + 16, pick(c, last, item, 2)));
    }
  });
}

function matricesFromQuats() {
  const [quats, out, count] = [0, 1, 2];
  const k = new Kernel('matricesFromQuats', [I32, I32, I32]);
  k.loop(count, 2, [64, 256], () => {
    const zero = constant(0);
    storeMatrices(k, out, [...rotationRows(k, loadQuats(k, quats)), [zero, zero, zero]]);
  });
  return k;
}

function composeMatrices() {
  const [translates, quats, scales, out, count] = [0, 1, 2, 3, 4];
  const k = new Kernel('composeMatrices', [I32, I32, I32, I32, I32]);
  k.loop(count, 2, [48, 64, 48, 256], () => {
    const scale = loadVectors(k, scales);
    const rows = rotationRows(k, loadQuats(k, quats)).map((row, n) => row.map((v) => mul(v, scale[n])));
    storeMatrices(k, out, [...rows, loadVectors(k, translates)]);
  });
  return k;
}

function multiplyQuaternions() {
  const [first, then, out, count] = [0, 1, 2, 3];
  const k = new Kernel('multiplyQuaternions', [I32, I32, I32, I32]);
  k.loop(count, 2, [64, 64, 64], () => {
    const [bx, by, bz, bw] = loadQuats(k, first);
    const [ax, ay, az, aw] = loadQuats(k, then);
    storeQuats(
      k,
      out,
      [
        sub(add(add(mul(aw, bx), mul(ax, bw)), mul(ay, bz)), mul(az, by)),
        add(add(sub(mul(aw, by), mul(ax, bz)), mul(ay, bw)), mul(az, bx)),
        add(sub(add(mul(aw, bz), mul(ax, by)), mul(ay, bx)), mul(az, bw)),
        sub(sub(sub(mul(aw, bw), mul(ax, bx)), mul(ay, by)), mul(az, bz)),
      ].map((v) => k.let(v)),
    );
  });
  return k;
}

function slerpQuaternions() {
  const [a, b, ts, out, count] = [0, 1, 2, 3, 4];
  const k = new Kernel('slerpQuaternions', [I32, I32, I32, I32, I32]);
  k.loop(count, 2, [64, 64, 16, 64], () => {
    const qa = loadQuats(k, a);
    const qb = loadQuats(k, b);
    const t = k.let(load(get(ts)));
    const one = constant(1);
    const half = constant(0.5);
    const dot = k.let(qa.map((v, n) => mul(v, qb[n])).reduce((sum, p) => add(sum, p)));
    const cosine = k.let(min(abs(dot), one));
    const sine1 = k.let(max(sqrt(mul(sub(one, cosine), half)), constant(1e-30)));
    const cosine1 = k.let(sqrt(mul(add(one, cosine), half)));
    const angle = k.let(mul(arcOf(k, k.let(div(sine1, sqrt(mul(add(one, cosine1), constant(2)))))), constant(4)));
    const factor = k.let(div(half, mul(sine1, cosine1)));
    const ka = k.let(mul(sineOf(k, k.let(mul(sub(one, t), angle))), factor));
    const kb = k.let(mul(sineOf(k, k.let(mul(t, angle))), factor));
    const flip = k.let(and(lessThan(dot, constant(0)), constant(-0)));
    const signed = k.let(xor(kb, flip));
    storeQuats(
      k,
      out,
      qa.map((v, n) => k.let(add(mul(v, ka), mul(qb[n], signed)))),
    );
  });
  return k;
}

function normalizeQuaternions() {
  const [quats, out, count] = [0, 1, 2];
  const k = new Kernel('normalizeQuaternions', [I32, I32, I32]);
  k.loop(count, 2, [64, 64], () => {
    const [x, y, z, w] = loadQuats(k, quats);
    const squared = add(add(add(mul(x, x), mul(y, y)), mul(z, z)), mul(w, w));
    const length = k.let(sqrt(squared));
    const positive = k.let(lessThan(constant(0), length));
    const factor = k.let(and(div(constant(1), length), positive));
    const one = and(constant(1), not(positive));
    const [nx, ny, nz, nw] = [x, y, z, w].map((v) => k.let(mul(v, factor)));
    storeQuats(k, out, [nx, ny, nz, k.let(or(and(nw, positive), one))]);
  });
  return k;
}

/** Returns the largest half angle met: beyond the reducible range the results are not to be used. */
function quaternionsFromEulers() {
  const [eulers, out, count] = [0, 1, 2];
  const k = new Kernel('quaternionsFromEulers', [I32, I32, I32, F64, F64, F64, F64], [F64]);
  const signs = [3, 4, 5, 6].map((p) => k.let(splat(get(p))));
  const largest = k.parameters.length + k.vectors;
  k.let(constant(0));
  k.loop(count, 2, [48, 64], () => {
    const turns = loadVectors(k, eulers).map((angle) => {
      const h = k.let(mul(angle, constant(0.5)));
      k.do(set(largest, max(get(largest), abs(h))));
      const shifted = k.let(add(mul(h, constant(0.3183098861837907)), constant(6755399441055744)));
      const n = k.let(sub(shifted, constant(6755399441055744)));
      const r = k.let(sub(sub(h, mul(n, constant(3.1415926534682512))), mul(n, constant(1.2154201013012384e-10))));
      // The lowest bit of the shifted number is that of n: odd numbers of half turns change both signs.
      const flip = k.let(shiftLeft(shifted, 63));
      return { s: k.let(xor(sineOf(k, r), flip)), c: k.let(xor(cosineOf(k, r), flip)) };
    });
    const [x, y, z] = turns;
    const product = (p, q, r) => mul(mul(p, q), r);
    storeQuats(
      k,
      out,
      [
        add(product(x.s, y.c, z.c), mul(signs[0], product(x.c, y.s, z.s))),
        add(product(x.c, y.s, z.c), mul(signs[1], product(x.s, y.c, z.s))),
        add(product(x.c, y.c, z.s), mul(signs[2], product(x.s, y.s, z.c))),
        add(product(x.c, y.c, z.c), mul(signs[3], product(x.s, y.s, z.s))),
      ].map((v) => k.let(v)),
    );
  });
  k.do([...lane(get(largest), 0), ...lane(get(largest), 1), 0xa5]);
  return k;
}

/** First free byte after the constants. */
export const DATA_START = 512;

/** The whole module. */
export function buildKernels() {
  const kernels = [
    multiplyMatrices(),
    matricesFromQuats(),
    composeMatrices(),
    multiplyQuaternions(),
    slerpQuaternions(),
    normalizeQuaternions(),
    quaternionsFromEulers(),
  ];
  if (constants.length * 8 > DATA_START) throw new RangeError(`${constants.length} constants do not fit`);
  const types = kernels.map((k) => [
    0x60,
    ...vector(k.parameters.map((p) => [p])),
    ...vector(k.results.map((r) => [r])),
  ]);
  const exported = kernels.map((k, n) => [...text(k.name), 0, ...unsigned(n)]);
  const data = constants.flatMap(double);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    // The memory comes from the caller: at least one page.
    ...section(2, vector([[...text('batch'), ...text('memory'), 2, 0, 1]])),
    ...section(3, vector(kernels.map((_, n) => unsigned(n)))),
    ...section(7, vector(exported)),
    ...section(10, vector(kernels.map((k) => k.code()))),
    ...section(11, vector([[0, ...int(0), 0x0b, ...unsigned(data.length), ...data]])),
  ]);
}

/** Text of the TypeScript file. */
export function printKernels() {
  const encoded = Buffer.from(buildKernels()).toString('base64');
  const lines = (encoded.match(/.{1,110}/g) ?? []).map((line) => `  '${line}',`);
  return `// Written by scripts/build-batch-kernels.mjs; do not edit.

/** First byte of the memory that is free for data. */
export const DATA_START = ${DATA_START};

/** WebAssembly of the batch kernels, base64 in pieces. */
export const KERNELS_BASE64: readonly string[] = [
${lines.join('\n')}
];
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../packages/math/src/batch/kernels-binary.ts', import.meta.url), printKernels());
}
