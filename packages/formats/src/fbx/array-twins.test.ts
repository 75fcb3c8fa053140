import { describe, expect, test } from 'vitest';
import { ArrayTwins } from './array-twins.ts';

describe('ArrayTwins', () => {
  test('gives the same array for the same bytes, read once', () => {
    const twins = new ArrayTwins();
    let reads = 0;
    const read = (): Float64Array => {
      reads++;
      return Float64Array.of(1, 2);
    };
    const first = twins.find(Uint8Array.of(1, 2, 3), read);
    expect(twins.find(Uint8Array.of(1, 2, 3), read)).toBe(first);
    expect(reads).toBe(1);
  });

  test('tells arrays apart that differ in one byte, or in length', () => {
    const twins = new ArrayTwins();
    const bytes = new Uint8Array(5000);
    const first = twins.find(bytes, () => Float64Array.of(1));
    for (let at = 0; at < bytes.length; at += 37) {
      const other = bytes.slice();
      other[at] = 1;
      expect(twins.find(other, () => Float64Array.of(2))).not.toBe(first);
    }
    expect(twins.find(bytes.slice(1), () => Float64Array.of(3))).not.toBe(first);
    expect(twins.find(bytes.slice(), () => Float64Array.of(4))).toBe(first);
  });
});
