import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ValueTable } from './value-table.ts';

describe('ValueTable', () => {
  test('equal rows have one number and different rows have two, however many there are', () => {
    const row = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0, 0.5, -1e9, 1e-20));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 3000, size: 'max' }), (rows) => {
        const table = new ValueTable(2);
        const numbers = new Map<string, number>();
        for (const [a, b] of rows) {
          const key = `${a + 0}/${Math.fround(b)}`;
          const number = table.add([a, b], 0);
          if (!numbers.has(key)) numbers.set(key, number);
          expect(number).toBe(numbers.get(key));
        }
        expect(table.count).toBe(numbers.size);
        expect(table.values.length).toBe(numbers.size * 2);
      }),
      { numRuns: 30 },
    );
  });

  test('minus zero is zero, and what is no number is, too', () => {
    const table = new ValueTable(1);
    expect([
      table.add([0], 0),
      table.add([-0], 0),
      table.add([Number.NaN], 0),
      table.add([Number.POSITIVE_INFINITY], 0),
    ]).toEqual([0, 0, 0, 0]);
  });
});
