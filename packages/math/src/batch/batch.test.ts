import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as math from '../index.ts';
import {
  composeMat4,
  eulerFromQuat,
  type Mat4,
  mat4FromQuat,
  multiplyMat4,
  multiplyQuat,
  normalizeQuat,
  type Quat,
  quatFromEuler,
  ROTATE_ORDERS,
  slerpQuat,
  transformPoint,
  type Vec3,
} from '../index.ts';
import { FEW_ITEMS } from './kernels.ts';

type Batch = Pick<
  typeof math,
  | 'composeMat4Batch'
  | 'createBatchMemory'
  | 'mat4sFromQuats'
  | 'multiplyMat4Batch'
  | 'multiplyQuats'
  | 'normalizeQuats'
  | 'quatsFromEulers'
  | 'slerpQuats'
>;

/** The same functions in a host without WebAssembly. */
async function importPlain(): Promise<Batch> {
  vi.stubGlobal('WebAssembly', undefined);
  vi.resetModules();
  return import('../index.ts');
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

// Below and above the size where copying starts, odd ones, and more than one piece.
const COUNTS = [0, 1, 2, 3, FEW_ITEMS - 1, FEW_ITEMS, FEW_ITEMS + 1, 65, 257, 513];

let state = 7;
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2147483648 - 1;
}
const numbers = (length: number, scale = 1): Float64Array => Float64Array.from({ length }, () => random() * scale);
const unit = (count: number): Float64Array => math.normalizeQuats(numbers(count * 4));
const item = <T>(values: Float64Array, stride: number, i: number): T =>
  [...values.subarray(i * stride, (i + 1) * stride)] as T;

interface Case {
  name: string;
  /** Lengths per item of the inputs and the output. */
  strides: number[];
  outStride: number;
  inputs: (count: number) => Float64Array[];
  run: (batch: Batch, inputs: Float64Array[], out?: Float64Array) => Float64Array;
  single: (inputs: Float64Array[], i: number) => number[];
  /** Absolute, for values about 1 to 100. */
  tolerance: number;
}

const CASES: Case[] = [
  {
    name: 'multiplyMat4Batch',
    strides: [16, 16],
    outStride: 16,
    inputs: (n) => [numbers(n * 16, 10), numbers(n * 16, 10)],
    run: (batch, [a, b], out) => batch.multiplyMat4Batch(a!, b!, out),
    single: ([a, b], i) => multiplyMat4(item<Mat4>(a!, 16, i), item<Mat4>(b!, 16, i)),
    tolerance: 0,
  },
  {
    name: 'mat4sFromQuats',
    strides: [4],
    outStride: 16,
    inputs: (n) => [unit(n)],
    run: (batch, [q], out) => batch.mat4sFromQuats(q!, out),
    single: ([q], i) => mat4FromQuat(item<Quat>(q!, 4, i)),
    tolerance: 0,
  },
  {
    name: 'composeMat4Batch',
    strides: [3, 4, 3],
    outStride: 16,
    inputs: (n) => [numbers(n * 3, 50), unit(n), numbers(n * 3, 3)],
    run: (batch, [t, q, s], out) => batch.composeMat4Batch(t!, q!, s!, out),
    single: ([t, q, s], i) =>
      composeMat4({
        translate: item<Vec3>(t!, 3, i),
        rotate: item<Quat>(q!, 4, i),
        scale: item<Vec3>(s!, 3, i),
      }),
    tolerance: 0,
  },
  {
    name: 'multiplyQuats',
    strides: [4, 4],
    outStride: 4,
    inputs: (n) => [unit(n), unit(n)],
    run: (batch, [a, b], out) => batch.multiplyQuats(a!, b!, out),
    single: ([a, b], i) => multiplyQuat(item<Quat>(a!, 4, i), item<Quat>(b!, 4, i)),
    tolerance: 0,
  },
  {
    name: 'normalizeQuats',
    strides: [4],
    outStride: 4,
    inputs: (n) => [numbers(n * 4, 5)],
    run: (batch, [q], out) => batch.normalizeQuats(q!, out),
    single: ([q], i) => normalizeQuat(item<Quat>(q!, 4, i)),
    tolerance: 0,
  },
  {
    name: 'slerpQuats',
    strides: [4, 4, 1],
    outStride: 4,
    inputs: (n) => [unit(n), unit(n), numbers(n, 0.5).map((v) => v + 0.5)],
    run: (batch, [a, b, t], out) => batch.slerpQuats(a!, b!, t!, out),
    single: ([a, b, t], i) => slerpQuat(item<Quat>(a!, 4, i), item<Quat>(b!, 4, i), t![i]!),
    // The arc cosine of the single function loses half its digits for small arcs, where it matters least.
    tolerance: 1e-14,
  },
  {
    name: 'quatsFromEulers',
    strides: [3],
    outStride: 4,
    inputs: (n) => [numbers(n * 3, 20)],
    run: (batch, [e], out) => batch.quatsFromEulers(e!, 'zxy', out),
    single: ([e], i) => quatFromEuler(item<Vec3>(e!, 3, i), 'zxy'),
    tolerance: 1e-15,
  },
];

describe.each(CASES)('$name', ({ strides, outStride, inputs, run, single, tolerance }) => {
  test.each(COUNTS)('does what the single function does for %d items', (count) => {
    const given = inputs(count);
    const before = given.map((array) => array.slice());
    const out = run(math, given);
    expect(out.length).toBe(count * outStride);
    for (let i = 0; i < count; i++) {
      single(given, i).forEach((value, k) => {
        expect(Math.abs(out[i * outStride + k]! - value)).toBeLessThanOrEqual(tolerance);
      });
    }
    expect(given).toEqual(before);
  });

  test.each(COUNTS)('gives the same bits in a batch memory, touching nothing else, for %d items', (count) => {
    const given = inputs(count);
    const memory = math.createBatchMemory(count * 64 + 64);
    const resident = given.map((array) => {
      const copy = memory.allocate(array.length);
      copy.set(array);
      return copy;
    });
    const out = memory.allocate(count * outStride);
    const guard = memory.allocate(8).fill(123.5);
    expect(run(math, resident, out)).toBe(out);
    expect([...out]).toEqual([...run(math, given)]);
    expect(resident).toEqual(given);
    expect([...guard]).toEqual(new Array(8).fill(123.5));
  });

  test.each(COUNTS)('gives the same bits without WebAssembly for %d items', async (count) => {
    const given = inputs(count);
    const expected = run(math, given);
    const plain = await importPlain();
    expect([...run(plain, given)]).toEqual([...expected]);
    const memory = plain.createBatchMemory(count * 64);
    expect([...run(plain, given, memory.allocate(count * outStride))]).toEqual([...expected]);
  });

  test.each([3, 40])('writes into out when out is an input, for %d items', (count) => {
    strides.forEach((stride, place) => {
      if (stride !== outStride) return;
      for (const memory of [undefined, math.createBatchMemory(count * 64)]) {
        const given = inputs(count).map((array) => {
          if (memory === undefined) return array;
          const copy = memory.allocate(array.length);
          copy.set(array);
          return copy;
        });
        const expected = run(
          math,
          given.map((array) => array.slice()),
        );
        expect(run(math, given, given[place])).toBe(given[place]);
        expect([...given[place]!]).toEqual([...expected]);
      }
    });
  });
});

describe('quatsFromEulers', () => {
  test.each(ROTATE_ORDERS)('reads order %s', (order) => {
    const eulers = numbers(60, 1.4);
    const out = math.quatsFromEulers(eulers, order);
    for (let i = 0; i < 20; i++) {
      const back = eulerFromQuat(item<Quat>(out, 4, i), order);
      back.forEach((value, k) => {
        expect(Math.abs(value - eulers[i * 3 + k]!)).toBeLessThan(1e-12);
      });
    }
  });
  test('angles of any size and NaN give what the single function gives', () => {
    const angle = fc.oneof(
      fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      fc.constantFrom(0, -0, 1e6, -1e9, 1e300, Number.NaN, Number.POSITIVE_INFINITY, Math.PI, Math.PI / 2, -Math.PI),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(angle, angle, angle), { minLength: 1, maxLength: 40 }), (eulers) => {
        const memory = math.createBatchMemory(400);
        const resident = memory.allocate(eulers.length * 3);
        resident.set(eulers.flat());
        for (const out of [
          math.quatsFromEulers(Float64Array.from(eulers.flat()), 'xyz'),
          math.quatsFromEulers(resident, 'xyz', memory.allocate(eulers.length * 4)),
        ]) {
          eulers.forEach((e, i) => {
            quatFromEuler(e as Vec3, 'xyz').forEach((value, k) => {
              const mine = out[i * 4 + k]!;
              if (Number.isNaN(value)) expect(mine).toBeNaN();
              // 1e-11: the reduction of angles up to 1e5 turns with pi in two parts.
              else expect(Math.abs(mine - value)).toBeLessThan(1e-11);
            });
          });
        }
      }),
    );
  });
});

describe('slerpQuats', () => {
  test('equal, opposite and nearly equal quaternions blend to unit length at the right place', () => {
    const a: Quat = normalizeQuat([1, 2, 3, 4]);
    const cases: Quat[] = [a, a.map((v) => -v) as Quat];
    for (const away of [1e-3, 1e-6, 1e-9, 1e-12]) cases.push(normalizeQuat([1 + away, 2, 3 - away, 4]));
    const firsts = Float64Array.from(cases.flatMap(() => a));
    const out = math.slerpQuats(firsts, Float64Array.from(cases.flat()), new Float64Array(cases.length).fill(0.3));
    cases.forEach((b, i) => {
      const q = item<Quat>(out, 4, i);
      expect(Math.abs(Math.hypot(...q) - 1)).toBeLessThan(1e-15);
      slerpQuat(a, b, 0.3).forEach((value, k) => {
        expect(Math.abs(q[k]! - value)).toBeLessThan(1e-14);
      });
    });
  });
});

describe('normalizeQuats', () => {
  test('zero becomes the identity in every way of running', async () => {
    const zeros = new Float64Array(40 * 4);
    const expected = Array.from({ length: 40 }, () => [0, 0, 0, 1]).flat();
    expect([...math.normalizeQuats(zeros)]).toEqual(expected);
    expect([...math.normalizeQuats(zeros.subarray(0, 8))]).toEqual(expected.slice(0, 8));
    const plain = await importPlain();
    expect([...plain.normalizeQuats(zeros)]).toEqual(expected);
  });
});

describe('transformPointsXyz', () => {
  test('does what transformPoint does, also in place', () => {
    const m = composeMat4({ translate: [1, 2, 3], rotate: quatFromEuler([1, 2, 3], 'xyz'), scale: [1, 2, 3] });
    const points = numbers(30, 10);
    const out = math.transformPointsXyz(m, points);
    for (let i = 0; i < 10; i++) expect(item(out, 3, i)).toEqual(transformPoint(m, item<Vec3>(points, 3, i)));
    expect(math.transformPointsXyz(m, points, points)).toBe(points);
    expect(points).toEqual(out);
  });
});

describe('createBatchMemory', () => {
  test('arrays are zero, apart, and on cache lines', () => {
    const memory = math.createBatchMemory(100);
    const [a, b] = [memory.allocate(3), memory.allocate(5)];
    expect([...a, ...b]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    a.fill(1);
    expect([...b]).toEqual([0, 0, 0, 0, 0]);
    expect([a.byteOffset % 64, b.byteOffset % 64]).toEqual([0, 0]);
  });
  test('more than is left is refused with the numbers', () => {
    const memory = math.createBatchMemory(10, 1);
    expect(() => memory.allocate(1e6)).toThrow(/^1000000 numbers were asked for, but \d+ are left in this memory$/);
  });
});
