/** Significant digits of a float in MEL text. */
const DIGITS = 10;

/**
 * Text of a float as MEL prints it: up to ten significant digits, no trailing zeros, exponent form below 1e-4 and from
 * 1e10 on, halves to even. The same as C's `%.10g`.
 *
 * @example formatMelNumber(10 / 3) // '3.333333333'
 */
export function formatMelNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const sign = value < 0 ? '-' : '';
  const { digits, exponent } = roundToDigits(Math.abs(value));
  const kept = digits.replace(/0+$/, '');
  if (exponent < -4 || exponent >= DIGITS) {
    const power = Math.abs(exponent).toString().padStart(2, '0');
    return `${sign}${withPoint(kept, 1)}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${kept}`;
  return `${sign}${withPoint(kept.padEnd(exponent + 1, '0'), exponent + 1)}`;
}

function withPoint(digits: string, before: number): string {
  return digits.length > before ? `${digits.slice(0, before)}.${digits.slice(before)}` : digits;
}

/** Ten digits and the decimal exponent of the first. */
function roundToDigits(value: number): { digits: string; exponent: number } {
  // JavaScript rounds an exact half up, C to even; they differ only when what is cut off is exactly 5000…
  const [exact = '', exactPower = '0'] = value.toExponential(60).replace('.', '').split('e');
  const isHalf = exact[DIGITS] === '5' && /^0*$/.test(exact.slice(DIGITS + 1));
  if (isHalf && Number(exact[DIGITS - 1]) % 2 === 0) {
    return { digits: exact.slice(0, DIGITS), exponent: Number(exactPower) };
  }
  const [digits = '', power = '0'] = value
    .toExponential(DIGITS - 1)
    .replace('.', '')
    .split('e');
  return { digits, exponent: Number(power) };
}
