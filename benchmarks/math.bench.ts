/**
 * math: batch kernels on 1024 items each against gl-matrix.
 *
 * Run: `npx tsc -b benchmarks && node benchmarks/dist/math.bench.js [rounds]`. Inputs are generated with a fixed seed.
 * gl-matrix runs in the same process, in its own way: one array object per item, as Float32Array (its default) and as
 * Array (`setMatrixArrayType`); the faster of the two counts. Ours runs on arrays of a `BatchMemory`, which is what counts,
 * and on ordinary Float64Arrays. All sides get the same numbers and the results are compared before anything is timed.
 * Best of all rounds.
 */
import {
  composeMat4Batch,
  createBatchMemory,
  type Mat4,
  mat4sFromQuats,
  multiplyMat4Batch,
  multiplyQuats,
  normalizeQuats,
  quatsFromEulers,
  slerpQuats,
  transformPointsXyz,
} from '@rigline/math';
import { glMatrix, mat4, quat, vec3 } from 'gl-matrix';

const ITEMS = 1024;
const PASSES = 50;
const TARGET = 1.5;
const rounds = Number(process.argv[2] ?? 40);

let state = 20240607;
/** Pseudo-random number in [-1, 1); the same ones in every run. */
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2147483648 - 1;
}

function generate(stride: number, scale: number, offset = 0): Float64Array {
  return Float64Array.from({ length: ITEMS * stride }, () => random() * scale + offset);
}

const quatsA = normalizeQuats(generate(4, 1));
const quatsB = normalizeQuats(generate(4, 1));
const translates = generate(3, 100);
const scales = generate(3, 1, 2);
const INPUTS = {
  quatsA,
  quatsB,
  translates,
  scales,
  unscaled: generate(4, 3),
  eulers: generate(3, Math.PI),
  ts: generate(1, 0.5, 0.5),
  matricesA: composeMat4Batch(translates, quatsA, scales),
  matricesB: composeMat4Batch(generate(3, 100), quatsB, scales),
  outQuats: new Float64Array(ITEMS * 4),
  outMatrices: new Float64Array(ITEMS * 16),
  outPoints: new Float64Array(ITEMS * 3),
};
type Inputs = typeof INPUTS;

const memory = createBatchMemory(ITEMS * 100);
const resident = Object.fromEntries(
  Object.entries(INPUTS).map(([name, values]) => {
    const array = memory.allocate(values.length);
    array.set(values);
    return [name, array];
  }),
) as Inputs;
const matrix = Array.from(INPUTS.matricesA.subarray(0, 16)) as Mat4;

/** Does all items once. */
type Run = () => void;

// gl-matrix's types name its arrays one by one; at run time all are indexable, so one cast serves.
type Any = mat4 & quat & vec3;

/** One array per item, of the type gl-matrix makes itself. */
function split(values: Float64Array, stride: number): Any[] {
  return Array.from({ length: values.length / stride }, (_, item) => {
    const array = (stride === 16 ? mat4.create() : stride === 4 ? quat.create() : vec3.create()) as unknown as number[];
    for (let k = 0; k < stride; k++) array[k] = values[item * stride + k]!;
    return array as unknown as Any;
  });
}

interface Kernel {
  name: string;
  stride: number;
  /** Our run on one set of arrays; returns what it wrote. */
  ours: (on: Inputs) => Float64Array;
  /** gl-matrix's run, writing to `out`. */
  peer: (out: Any[]) => Run;
}

const kernels: Kernel[] = [
  {
    name: 'multiplyMat4Batch',
    stride: 16,
    ours: (on) => multiplyMat4Batch(on.matricesA, on.matricesB, on.outMatrices),
    peer: (out) => {
      const [a, b] = [split(INPUTS.matricesA, 16), split(INPUTS.matricesB, 16)];
      // gl-matrix's product is the column one: its second argument is applied first.
      return () => {
        for (let i = 0; i < ITEMS; i++) mat4.multiply(out[i]!, b[i]!, a[i]!);
      };
    },
  },
  {
    name: 'composeMat4Batch',
    stride: 16,
    ours: (on) => composeMat4Batch(on.translates, on.quatsA, on.scales, on.outMatrices),
    peer: (out) => {
      const [t, q, s] = [split(translates, 3), split(quatsA, 4), split(scales, 3)];
      return () => {
        for (let i = 0; i < ITEMS; i++) mat4.fromRotationTranslationScale(out[i]!, q[i]!, t[i]!, s[i]!);
      };
    },
  },
  {
    name: 'mat4sFromQuats',
    stride: 16,
    ours: (on) => mat4sFromQuats(on.quatsA, on.outMatrices),
    peer: (out) => {
      const q = split(quatsA, 4);
      return () => {
        for (let i = 0; i < ITEMS; i++) mat4.fromQuat(out[i]!, q[i]!);
      };
    },
  },
  {
    name: 'quatsFromEulers',
    stride: 4,
    ours: (on) => quatsFromEulers(on.eulers, 'xyz', on.outQuats),
    peer: (out) => {
      const degrees = split(
        INPUTS.eulers.map((v) => (v * 180) / Math.PI),
        3,
      );
      // gl-matrix names orders the other way round and takes degrees.
      return () => {
        for (let i = 0; i < ITEMS; i++) {
          const e = degrees[i]!;
          quat.fromEuler(out[i]!, e[0]!, e[1]!, e[2]!, 'zyx');
        }
      };
    },
  },
  {
    name: 'multiplyQuats',
    stride: 4,
    ours: (on) => multiplyQuats(on.quatsA, on.quatsB, on.outQuats),
    peer: (out) => {
      const [a, b] = [split(quatsA, 4), split(quatsB, 4)];
      return () => {
        for (let i = 0; i < ITEMS; i++) quat.multiply(out[i]!, b[i]!, a[i]!);
      };
    },
  },
  {
    name: 'slerpQuats',
    stride: 4,
    ours: (on) => slerpQuats(on.quatsA, on.quatsB, on.ts, on.outQuats),
    peer: (out) => {
      const [a, b] = [split(quatsA, 4), split(quatsB, 4)];
      const { ts } = INPUTS;
      return () => {
        for (let i = 0; i < ITEMS; i++) quat.slerp(out[i]!, a[i]!, b[i]!, ts[i]!);
      };
    },
  },
  {
    name: 'normalizeQuats',
    stride: 4,
    ours: (on) => normalizeQuats(on.unscaled, on.outQuats),
    peer: (out) => {
      const q = split(INPUTS.unscaled, 4);
      return () => {
        for (let i = 0; i < ITEMS; i++) quat.normalize(out[i]!, q[i]!);
      };
    },
  },
  {
    name: 'transformPointsXyz',
    stride: 3,
    ours: (on) => transformPointsXyz(matrix, on.translates, on.outPoints),
    peer: (out) => {
      const m = split(INPUTS.matricesA.subarray(0, 16), 16)[0]!;
      const p = split(translates, 3);
      return () => {
        for (let i = 0; i < ITEMS; i++) vec3.transformMat4(out[i]!, p[i]!, m);
      };
    },
  },
];

/** Best nanoseconds per item. */
function measure(run: Run): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let pass = 0; pass < PASSES; pass++) run();
    best = Math.min(best, performance.now() - start);
  }
  return (best * 1e6) / PASSES / ITEMS;
}

/** Fails when the sides did not do the same work. */
function compare(kernel: Kernel, out: Any[]): void {
  for (const on of [INPUTS, resident]) {
    kernel.ours(on).forEach((mine, i) => {
      const peer = out[Math.floor(i / kernel.stride)]![i % kernel.stride]!;
      // 1e-4 relative: gl-matrix in float32.
      if (!(Math.abs(peer - mine) <= 1e-4 * Math.max(1, Math.abs(mine)))) {
        throw new RangeError(`${kernel.name} gives ${mine} at ${i}, gl-matrix ${peer}`);
      }
    });
  }
}

function measurePeer(kernel: Kernel, type: typeof Float32Array | typeof Array): number {
  glMatrix.setMatrixArrayType(type as never);
  const out = split(new Float64Array(ITEMS * kernel.stride), kernel.stride);
  const run = kernel.peer(out);
  run();
  compare(kernel, out);
  return measure(run);
}

console.log(`math: ${ITEMS} items per call, best of ${rounds} rounds, ns per item`);
console.log('kernel               BatchMemory  Float64Array   gl-matrix Float32Array / Array    ratio');
let missed = 0;
for (const kernel of kernels) {
  const float32 = measurePeer(kernel, Float32Array);
  const plain = measurePeer(kernel, Array);
  const ours = measure(() => kernel.ours(resident));
  const copied = measure(() => kernel.ours(INPUTS));
  const peer = Math.min(float32, plain);
  const ratio = peer / ours;
  if (ratio < TARGET) missed++;
  const columns = [
    kernel.name.padEnd(20),
    ours.toFixed(2).padStart(11),
    `${copied.toFixed(2)} (${(peer / copied).toFixed(2)}x)`.padStart(15),
    `${float32.toFixed(2)} / ${plain.toFixed(2)}`.padStart(30),
    `${ratio.toFixed(2)}x`.padStart(9),
    ratio < TARGET ? 'below target' : '',
  ];
  console.log(columns.join(' ').trimEnd());
}
console.log(`target ${TARGET}x gl-matrix: ${kernels.length - missed}/${kernels.length} kernels`);
