import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32 } from './crc32.ts';
import { decodeTake, encodeTakeRecord, isTake, TAKE_MAGIC, type TakeRecord } from './take-format.ts';

function fileOf(records: readonly TakeRecord[]): Uint8Array {
  return Uint8Array.from([...TAKE_MAGIC, ...records.flatMap((record) => [...encodeTakeRecord(record)])]);
}

const RECORDS: TakeRecord[] = [0, 0.25, 1.5].map((seconds, i) => ({
  seconds,
  message: Uint8Array.from({ length: 5 + i * 7 }, (_, k) => (k * 31 + i) & 255),
}));

describe('crc32', () => {
  test('gives the check value of the standard', () => {
    // "123456789": the check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms.
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });
});

describe('decodeTake', () => {
  test('gives back what was recorded', () => {
    const bytes = fileOf(RECORDS);
    expect(isTake(bytes)).toBe(true);
    expect(decodeTake(bytes)).toEqual({ records: RECORDS, wholeBytes: bytes.length, lostBytes: 0 });
  });

  test('a file cut at any byte is good up to its last whole record', () => {
    const bytes = fileOf(RECORDS);
    const ends = RECORDS.map((_, i) => fileOf(RECORDS.slice(0, i + 1)).length);
    for (let end = TAKE_MAGIC.length; end <= bytes.length; end++) {
      const { records, wholeBytes, lostBytes } = decodeTake(bytes.subarray(0, end));
      expect(records).toEqual(RECORDS.slice(0, ends.filter((whole) => whole <= end).length));
      expect(wholeBytes + lostBytes).toBe(end);
    }
  });

  test('a changed byte costs its own record and those after it, never those before', () => {
    const bytes = fileOf(RECORDS);
    const firstEnd = fileOf(RECORDS.slice(0, 1)).length;
    fc.assert(
      fc.property(
        fc.integer({ min: firstEnd, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, change) => {
          const damaged = bytes.slice();
          damaged[at] = (damaged[at] as number) ^ change;
          expect(decodeTake(damaged).records[0]).toEqual(RECORDS[0]);
        },
      ),
    );
  });

  test('anything else is no take', () => {
    expect(decodeTake(new Uint8Array(100))).toEqual({ records: [], wholeBytes: 0, lostBytes: 100 });
  });
});
