/**
 * Decimal text to float64, straight from bytes.
 *
 * The result equals `Number(text)` bit for bit. Three tiers:
 * 1. up to 15 digits and |exponent| ≤ 22: one exact integer times or divided by one exact power, so one rounding;
 * 2. up to 18 digits and |exponent| ≤ 80: the same in double-double arithmetic. The unrounded result is known to about
 *    2⁻¹⁰⁰, so unless a rounding border lies that near, its rounding is the right one;
 * 3. everything else: `Number` on the text.
 * Source: Dekker, "A floating-point technique for extending the available precision" (1971), for tier 2.
 */
import { decodeText } from './text-bytes.ts';

/** A list of numbers that grows; reused from statement to statement. */
export interface NumberBuffer {
  data: Float64Array;
  length: number;
}

/** A new, empty buffer. */
export function createNumberBuffer(): NumberBuffer {
  return { data: new Float64Array(1024), length: 0 };
}

/** Appends one number. */
export function pushNumber(buffer: NumberBuffer, value: number): void {
  if (buffer.length === buffer.data.length) growNumbers(buffer);
  buffer.data[buffer.length++] = value;
}

/** Doubles the room of a buffer. */
export function growNumbers(buffer: NumberBuffer): void {
  const data = new Float64Array(buffer.data.length * 2);
  data.set(buffer.data);
  buffer.data = data;
}

const MAX_POWER = 80;
const SPLITTER = 134217729;
/** Relative width of the doubt about a tier-2 result; the true error is below 2⁻¹⁰². */
const DOUBT = 2 ** -98;

/** 10^k as an unevaluated sum high + low, and the two 26-bit halves of high. */
const powerHigh = new Float64Array(MAX_POWER + 1);
const powerLow = new Float64Array(MAX_POWER + 1);
const powerHighA = new Float64Array(MAX_POWER + 1);
const powerHighB = new Float64Array(MAX_POWER + 1);
for (let k = 0; k <= MAX_POWER; k++) {
  const exact = 10n ** BigInt(k);
  const high = Number(exact);
  powerHigh[k] = high;
  powerLow[k] = Number(exact - BigInt(high));
  const scaled = SPLITTER * high;
  powerHighA[k] = scaled - (scaled - high);
  powerHighB[k] = high - powerHighA[k]!;
}

/** Bytes that may follow a number: white space, `;`, quotes, brackets, comma, a comment. */
const endsNumber = new Uint8Array(256);
for (const c of ' \t\n\r\v\f;"(){},/') endsNumber[c.charCodeAt(0)] = 1;

/** Where `scanDecimal` leaves its value. */
export const scannedDecimal: Float64Array = new Float64Array(1);

/**
 * Reads one decimal number at `start`. The bytes must hold a terminator (such as `;`) at or after it.
 *
 * @returns The offset after the number, its value in `scannedDecimal[0]`; or -1 when the text is not a plain decimal
 *   or its value overflows.
 */
export function scanDecimal(bytes: Uint8Array, start: number): number {
  let p = start;
  let d = bytes[p]! - 48;
  const negative = d === -3;
  if (negative || d === -5) d = bytes[++p]! - 48;
  let head = 0;
  let tail = 0;
  let digits = 0;
  const whole = p;
  while (d === 0) d = bytes[++p]! - 48;
  while (d >= 0 && d <= 9) {
    if (digits < 9) head = (Math.imul(head, 10) + d) | 0;
    else tail = (Math.imul(tail, 10) + d) | 0;
    digits++;
    d = bytes[++p]! - 48;
  }
  let seen = p - whole;
  if (digits <= 9 && seen > 0 && endsNumber[d + 48] === 1) {
    scannedDecimal[0] = negative ? -head : head;
    return p;
  }
  let exponent = 0;
  if (d === -2) {
    d = bytes[++p]! - 48;
    const fraction = p;
    if (digits === 0) while (d === 0) d = bytes[++p]! - 48;
    while (d >= 0 && d <= 9) {
      if (digits < 9) head = (Math.imul(head, 10) + d) | 0;
      else tail = (Math.imul(tail, 10) + d) | 0;
      digits++;
      d = bytes[++p]! - 48;
    }
    exponent = fraction - p;
    seen += p - fraction;
  }
  if (seen === 0) return -1;
  if (d === 53 || d === 21) {
    d = bytes[++p]! - 48;
    const down = d === -3;
    if (down || d === -5) d = bytes[++p]! - 48;
    if (d < 0 || d > 9) return -1;
    let power = 0;
    while (d >= 0 && d <= 9) {
      if (power < 100000) power = power * 10 + d;
      d = bytes[++p]! - 48;
    }
    exponent += down ? -power : power;
  }
  if (endsNumber[bytes[p]!] === 0) return -1;
  const value = digits <= 18 ? composeDecimal(head, tail, digits, exponent) : Number.NaN;
  // A comparison with itself is the cheapest test for NaN here.
  // biome-ignore lint/suspicious/noSelfCompare: see above
  if (value === value) scannedDecimal[0] = negative ? -value : value;
  else scannedDecimal[0] = Number(decodeText(bytes, start, p));
  return Math.abs(scannedDecimal[0]) === Number.POSITIVE_INFINITY ? -1 : p;
}

/** The value of `head` (9 digits or fewer) followed by `tail`, times 10^exponent; NaN where it is not certain. */
function composeDecimal(head: number, tail: number, digits: number, exponent: number): number {
  if (digits <= 15) {
    const mantissa = digits <= 9 ? head : head * powerHigh[digits - 9]! + tail;
    if (exponent === 0) return mantissa;
    if (exponent < 0 && exponent >= -22) return mantissa / powerHigh[-exponent]!;
    if (exponent > 0 && exponent <= 22) return mantissa * powerHigh[exponent]!;
    if (mantissa === 0) return 0;
    return exponent < 0 ? divideByPower(mantissa, 0, -exponent) : multiplyByPower(mantissa, 0, exponent);
  }
  // The mantissa as an exact sum: head is cut in two so that each product has fewer than 53 bits.
  const scale = powerHigh[digits - 9]!;
  const upper = (head >>> 15) * scale * 32768;
  const lower = (head & 32767) * scale + tail;
  const high = upper + lower;
  const low = lower - (high - upper);
  return exponent < 0 ? divideByPower(high, low, -exponent) : multiplyByPower(high, low, exponent);
}

function divideByPower(high: number, low: number, k: number): number {
  if (k > MAX_POWER) return Number.NaN;
  const divisor = powerHigh[k]!;
  const quotient = high / divisor;
  const product = quotient * divisor;
  const rest = high - product - productError(quotient, k, product) + low - quotient * powerLow[k]!;
  return roundSum(quotient, rest / divisor);
}

function multiplyByPower(high: number, low: number, k: number): number {
  if (k > MAX_POWER) return Number.NaN;
  const factor = powerHigh[k]!;
  const product = high * factor;
  return roundSum(product, productError(high, k, product) + high * powerLow[k]! + low * factor);
}

/** The rounding error of `product = x * 10^k (high part)`, exactly. */
function productError(x: number, k: number, product: number): number {
  const scaled = SPLITTER * x;
  const a = scaled - (scaled - x);
  const b = x - a;
  const c = powerHighA[k]!;
  const d = powerHighB[k]!;
  return a * c - product + a * d + b * c + b * d;
}

/** `high + low` rounded, or NaN when the doubt about `low` reaches over a rounding border. */
function roundSum(high: number, low: number): number {
  const doubt = high * DOUBT;
  const sum = high + (low - doubt);
  return sum === high + (low + doubt) ? sum : Number.NaN;
}
