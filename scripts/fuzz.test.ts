import { describe, expect, test } from 'vitest';
import { mutate, seededRandom, shrink } from './fuzz/mutate.mjs';
import { faultKey } from './fuzz.mjs';

const file = Uint8Array.from({ length: 500 }, (_, i) => i % 251);
const other = Uint8Array.from({ length: 300 }, (_, i) => 255 - (i % 256));

describe('mutate', () => {
  test('gives the same files for the same seed and leaves its input alone', () => {
    const run = (seed: number): Uint8Array[] => {
      const random = seededRandom(seed);
      return Array.from({ length: 200 }, () => mutate(file, [other], random));
    };
    expect(run(5)).toEqual(run(5));
    expect(run(5)).not.toEqual(run(6));
    expect(file).toEqual(Uint8Array.from({ length: 500 }, (_, i) => i % 251));
  });

  test('changes almost every file, by content and by length', () => {
    const random = seededRandom(1);
    const files = Array.from({ length: 200 }, () => mutate(file, [other], random));
    expect(files.filter((changed) => Buffer.compare(changed, file) === 0).length).toBeLessThan(20);
    expect(new Set(files.map((changed) => changed.length)).size).toBeGreaterThan(40);
  });
});

describe('shrink', () => {
  test('keeps only what makes a file fail', async () => {
    const isFailing = async (bytes: Uint8Array) => bytes.includes(77) && bytes.includes(133);
    expect(await shrink(file, isFailing, 1000)).toEqual(Uint8Array.of(77, 133));
  });

  test('stops after the given number of tries', async () => {
    let tries = 0;
    await shrink(file, async () => ++tries < 0, 25);
    expect(tries).toBe(25);
  });
});

describe('faultKey', () => {
  test('tells faults apart by message and place, not by numbers', () => {
    const fault = (n: number) => `RangeError: bad ${n}\n    at read (file:///a/packages/formats/dist/x.js:${n}:7)`;
    expect(faultKey(fault(3))).toBe(faultKey(fault(400)));
    expect(faultKey(fault(3))).not.toBe(
      faultKey('RangeError: bad 3\n    at (file:///a/packages/formats/dist/y.js:3:7)'),
    );
  });
});
