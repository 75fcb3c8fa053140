import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanDecimal, scannedDecimal } from './numbers.ts';

const encoder = new TextEncoder();

function scan(text: string): { next: number; value: number } {
  const next = scanDecimal(encoder.encode(`${text};`), 0);
  return { next, value: scannedDecimal[0] ?? 0 };
}

function expectAsNumber(text: string): void {
  const { next, value } = scan(text);
  if (!Number.isFinite(Number(text))) {
    expect(next, text).toBe(-1);
    return;
  }
  expect(next, text).toBe(text.length);
  expect(Object.is(value, Number(text)), `${text}: ${value} instead of ${Number(text)}`).toBe(true);
}

const digits = (max: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: max }).map((list) => list.join(''));

/** Decimal texts of every shape: signs, leading zeros, points, exponents with padding. */
const decimalText = fc
  .record({
    sign: fc.constantFrom('', '-', '+'),
    zeros: fc.constantFrom('', '0', '000'),
    whole: digits(20),
    fraction: fc.option(digits(20)),
    exponent: fc.option(fc.integer({ min: -330, max: 310 })),
    mark: fc.constantFrom('e', 'E'),
    padding: fc.constantFrom('', '0', '00'),
    plus: fc.constantFrom('', '+'),
  })
  .map(({ sign, zeros, whole, fraction, exponent, mark, padding, plus }) => {
    const tail = exponent === null ? '' : `${mark}${exponent < 0 ? '-' : plus}${padding}${Math.abs(exponent)}`;
    const head = zeros + whole || (fraction ? '' : '0');
    return `${sign}${head}${fraction === null ? '' : `.${fraction}`}${tail}`;
  });

describe('scanDecimal', () => {
  test.each([
    '0',
    '-0',
    '1',
    '-0.5',
    '.5',
    '5.',
    '+7',
    '1e-015',
    '1e+20',
    '-2.8061646809873577e-016',
    '0.62342917635974815',
    '34.999999999999993',
    '9007199254740993',
    '9007199254740992.5',
    '1e22',
    '1e23',
    '123456789012345678',
    '1234567890123456789012345678901234567890',
    '2.2250738585072011e-308',
    '4.9e-324',
    '1.7976931348623157e308',
    '1e-400',
    '0.000000000000000000000000000000000000001',
    '8.5e-95',
  ])('reads %s as Number does', (text) => expectAsNumber(text));

  test('equals Number for the shortest text of any float64', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => expectAsNumber(String(value))),
      { numRuns: 20_000 },
    );
  });

  test('equals Number for 17 digits, as Maya writes them', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), (value) =>
        expectAsNumber(value.toPrecision(17)),
      ),
      { numRuns: 20_000 },
    );
  });

  test('equals Number for decimal texts of every shape', () => {
    fc.assert(fc.property(decimalText, expectAsNumber), { numRuns: 50_000 });
  });

  test('equals Number half way between two neighbours, and 18 digits of the way', () => {
    // A border between two float64 is an odd 54-bit integer times a power of two.
    const border = fc.bigInt({ min: 2n ** 53n, max: 2n ** 54n - 1n }).map((n) => n | 1n);
    fc.assert(
      fc.property(border, fc.integer({ min: -40, max: 5 }), (half, power) => {
        const all = power >= 0 ? String(half << BigInt(power)) : String(half * 5n ** BigInt(-power));
        const exponent = Math.min(power, 0);
        expectAsNumber(`${all}e${exponent}`);
        const kept = all.slice(0, 18);
        const dropped = all.length - kept.length + exponent;
        for (const near of [BigInt(kept) - 1n, BigInt(kept), BigInt(kept) + 1n]) expectAsNumber(`${near}e${dropped}`);
      }),
      { numRuns: 10_000 },
    );
  });

  test.each(['', '.', '-', '1e400', '-1e309', 'e5', '1e', '1e+', '1.2.3', '0x1F', '1abc', '1.#QNAN', 'nan', '--1'])(
    'refuses %j',
    (text) => {
      expect(scan(text).next).toBe(-1);
    },
  );
});
