/*
 * Assembles the WebAssembly of the skinning kernel of packages/evaluate and writes it as text into
 * packages/evaluate/src/deform/kernels-binary.ts. Run: node scripts/build-deform-kernels.mjs
 *
 * The kernel works on memory the caller gives and fills. Two doubles are computed at once: x and y of a point, and its z.
 * Operations are those of the plain TypeScript kernel in the same order, so the results are the same bits.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  add,
  get,
  I32,
  Kernel,
  lane,
  load,
  loadBoth,
  mul,
  section,
  set,
  splat,
  store,
  text,
  unsigned,
  vector,
} from './wasm-assembler.mjs';

const loadInt = (address, offset = 0) => [...address, 0x28, 2, ...unsigned(offset)];
const storeDouble = (address, offset, value) => [...address, ...value, 0x39, 3, ...unsigned(offset)];
const zero = splat([0x44, 0, 0, 0, 0, 0, 0, 0, 0]);

/**
 * Points through the weighted sums of their matrices. Byte addresses of: entries (matrix offset, nothing, weight: 16
 * bytes), number of entries of each point (at least one), points, results, matrices (four rows of x y z 0); then the
 * number of points, at least one. The last parameter is scratch.
 */
function skinPoints() {
  const [entries, counts, points, out, matrices, count, left] = [0, 1, 2, 3, 4, 5, 6];
  const k = new Kernel('skinPoints', [I32, I32, I32, I32, I32, I32, I32]);
  const local = (index) => k.parameters.length + index;
  k.loop(count, 1, [0, 4, 24, 24], () => {
    const [x, y, z] = [0, 8, 16].map((offset) => k.let(loadBoth(get(points), offset)));
    const sums = [local(k.vectors), local(k.vectors + 1)];
    for (const _ of sums) k.let(zero);
    k.do(set(left, loadInt(get(counts))));
    k.loop(left, 1, [16], () => {
      const weight = k.let(loadBoth(get(entries), 8));
      const row = (index, half) => load([...get(matrices), ...loadInt(get(entries)), 0x6a], index * 32 + half * 16);
      for (const half of [0, 1]) {
        const moved = add(add(mul(x, row(0, half)), mul(y, row(1, half))), add(mul(z, row(2, half)), row(3, half)));
        k.do(set(sums[half], add(get(sums[half]), mul(weight, moved))));
      }
    });
    k.do(store(get(out), 0, get(sums[0])));
    k.do(storeDouble(get(out), 16, lane(get(sums[1]), 0)));
  });
  return k;
}

/** The whole module. */
export function buildKernels() {
  const kernels = [skinPoints()];
  const types = kernels.map((k) => [0x60, ...vector(k.parameters.map((p) => [p])), ...vector([])]);
  const exported = kernels.map((k, n) => [...text(k.name), 0, ...unsigned(n)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    // The memory comes from the caller: at least one page.
    ...section(2, vector([[...text('deform'), ...text('memory'), 2, 0, 1]])),
    ...section(3, vector(kernels.map((_, n) => unsigned(n)))),
    ...section(7, vector(exported)),
    ...section(10, vector(kernels.map((k) => k.code()))),
  ]);
}

/** Text of the TypeScript file. */
export function printKernels() {
  const encoded = Buffer.from(buildKernels()).toString('base64');
  const lines = (encoded.match(/.{1,110}/g) ?? []).map((line) => `  '${line}',`);
  return `// Written by scripts/build-deform-kernels.mjs; do not edit.

/** WebAssembly of the skinning kernel, base64 in pieces. */
export const KERNELS_BASE64: readonly string[] = [
${lines.join('\n')}
];
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../packages/evaluate/src/deform/kernels-binary.ts', import.meta.url), printKernels());
}
