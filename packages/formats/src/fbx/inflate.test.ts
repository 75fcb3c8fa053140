import { deflateSync } from 'node:zlib';
import { RiglineError } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { inflateZlib } from './inflate.ts';

/** Numbers of a fixed seed. Source: the "mulberry32" recurrence. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function sample(kind: string, size: number): Uint8Array {
  const random = seeded(size + kind.length);
  if (kind === 'noise') return Uint8Array.from({ length: size }, () => random() * 256);
  if (kind === 'few symbols') return Uint8Array.from({ length: size }, () => (random() < 0.9 ? 0 : random() * 4));
  if (kind === 'skewed') return Uint8Array.from({ length: size }, () => Math.floor(256 * random() ** 12));
  if (kind === 'same') return new Uint8Array(size).fill(7);
  return new Uint8Array(Float64Array.from({ length: size >> 3 }, (_, i) => Math.round(i * random()) / 8).buffer);
}

function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return Buffer.compare(bytes, others) === 0;
}

describe('inflateZlib', () => {
  const kinds = ['noise', 'few symbols', 'skewed', 'same', 'numbers'];
  const sizes = [0, 1, 8, 100, 1000, 70_000, 300_000];
  test.each(kinds)('gives back what zlib has packed: %s', (kind) => {
    for (const size of sizes) {
      const data = sample(kind, size);
      for (const level of [0, 1, 6, 9]) {
        expect(isSame(inflateZlib(deflateSync(data, { level }), data.length), data)).toBe(true);
      }
    }
  });

  test('reads codes of the fixed table and of one symbol', () => {
    const data = sample('few symbols', 5000);
    for (const strategy of [2, 3, 4]) expect(inflateZlib(deflateSync(data, { strategy }), data.length)).toEqual(data);
  });

  test('refuses another size than the data has', () => {
    const packed = deflateSync(sample('numbers', 800));
    expect(() => inflateZlib(packed, 799)).toThrow(RiglineError);
    expect(() => inflateZlib(packed, 801)).toThrow('gives 800 bytes, not 801');
  });

  test('stops a bomb at the first byte too many', () => {
    const bomb = deflateSync(new Uint8Array(1 << 26));
    const start = performance.now();
    expect(() => inflateZlib(bomb, 16)).toThrow('more than 16 bytes');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('refuses data cut at any byte', () => {
    const packed = deflateSync(sample('skewed', 400));
    for (let end = 0; end < packed.length; end++) {
      expect(() => inflateZlib(packed.subarray(0, end), 400)).toThrow(RiglineError);
    }
  });

  test('gives the data or refuses it when a byte is changed', () => {
    const data = sample('numbers', 4000);
    const packed = new Uint8Array(deflateSync(data));
    const random = seeded(1);
    for (let i = 0; i < 2000; i++) {
      const changed = packed.slice();
      changed[Math.floor(random() * packed.length)]! ^= 1 << Math.floor(random() * 8);
      try {
        expect(isSame(inflateZlib(changed, data.length), data)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(RiglineError);
      }
    }
  });
});
