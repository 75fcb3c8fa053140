import { describe, expect, test } from 'vitest';
import { KernelMemory, type WasmMemory } from './kernel-memory.ts';

const PAGE = 65536;

/** A memory that refuses to grow beyond some pages, as hosts do. */
class SmallMemory implements WasmMemory {
  buffer: ArrayBuffer = new ArrayBuffer(PAGE);
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  grow(pages: number): number {
    const before = this.buffer.byteLength / PAGE;
    if (before + pages > this.#limit) throw new RangeError('no more memory');
    this.buffer = new ArrayBuffer((before + pages) * PAGE);
    return before;
  }
}

const run = { skinPoints: () => undefined };

describe('KernelMemory', () => {
  test('gives places that do not overlap, and grows', () => {
    const memory = new KernelMemory(run, new SmallMemory(100), 100);
    const first = memory.reserve(100) as number;
    const second = memory.reserve(3 * PAGE) as number;
    expect(first % 8).toBe(0);
    expect(second).toBeGreaterThanOrEqual(first + 100);
    expect(memory.floats.byteLength).toBeGreaterThanOrEqual(second + 3 * PAGE);
    expect(memory.ints.buffer).toBe(memory.floats.buffer);
    expect(memory.generation).toBe(1);
  });

  test('starts again when it is full, and says so', () => {
    const memory = new KernelMemory(run, new SmallMemory(4), 4);
    const first = memory.reserve(3 * PAGE);
    expect(memory.reserve(2 * PAGE)).toBe(first);
    expect(memory.generation).toBe(2);
  });

  test('refuses what can never fit, or what the host has not', () => {
    expect(new KernelMemory(run, new SmallMemory(4), 4).reserve(5 * PAGE)).toBeUndefined();
    expect(new KernelMemory(run, new SmallMemory(2), 4).reserve(3 * PAGE)).toBeUndefined();
  });
});
