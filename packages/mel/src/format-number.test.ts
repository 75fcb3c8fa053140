import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMelNumber } from './format-number.ts';

const golden = JSON.parse(
  readFileSync(new URL('../../../fixtures/mel/format-number.golden.json', import.meta.url), 'utf8'),
) as { cases: { value: number; text: string }[] };

describe('formatMelNumber', () => {
  test('prints every recorded number as C does with ten digits', () => {
    const printed = golden.cases.map(({ value }) => formatMelNumber(value));
    expect(printed).toEqual(golden.cases.map(({ text }) => text));
    expect(printed.length).toBeGreaterThan(300);
  });

  test('names what is not finite', () => {
    expect([NaN, Infinity, -Infinity].map(formatMelNumber)).toEqual(['nan', 'inf', '-inf']);
  });

  test('reads back to within the ten digits', () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (value) => {
        // Half a unit of the tenth digit.
        expect(Math.abs(Number(formatMelNumber(value)) - value)).toBeLessThanOrEqual(Math.abs(value) * 5.1e-10);
      }),
    ));
});
