/**
 * Numbers of text files.
 *
 * A token that begins with a digit, a sign or a dot is a number, and must be one. A word among numbers counts as the
 * code of its first letter, as binary files store letters; only the spellings of "infinite" and "not a number" are
 * read as such: `inf`, `infinity`, `nan`, `nan(ind)` in any case and sign, and `1.#INF`, `1.#IND`, `1.#NAN` with any
 * digits behind.
 */

/** What a byte is to a number: 0 separates, 1 belongs to a plain number, 2 only to words and odd spellings, 3 ends. */
export const BYTE_CLASS: Uint8Array = new Uint8Array(256).fill(3);
for (const character of ' \t\r\n,\0\x1a') BYTE_CLASS[character.charCodeAt(0)] = 0;
for (const character of '0123456789+-.eE') BYTE_CLASS[character.charCodeAt(0)] = 1;
for (let c = 0; c < 128; c++) {
  const isLetter = (c | 32) >= 97 && (c | 32) <= 122 && BYTE_CLASS[c] !== 1;
  if (isLetter || c === 0x23 || c === 0x28 || c === 0x29 || c === 0x5f) BYTE_CLASS[c] = 2;
}
for (let c = 128; c < 256; c++) BYTE_CLASS[c] = 2;

declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string };
const latin1 = new TextDecoder('latin1');
/** No number needs more characters to be exact. */
const MAX_TOKEN = 1100;

const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const NON_FINITE = /^([+-]?)(?:(inf(?:inity)?)|(?:nan(?:\([0-9a-z]*\))?)|(?:[0-9]\.#(?:(inf)|nan|ind)[0-9]*))$/i;
const PLAIN = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]*)?$/i;

/** Infinity or NaN where the token is a spelling of one, undefined otherwise. */
export function nonFinite(token: string): number | undefined {
  const match = NON_FINITE.exec(token);
  if (match === null) return undefined;
  if (match[2] === undefined && match[3] === undefined) return Number.NaN;
  return match[1] === '-' ? -Infinity : Infinity;
}

/** Tells a number, or a spelling of a non-finite one, from other tokens. */
export function isNumberText(token: string): boolean {
  return PLAIN.test(token) || NON_FINITE.test(token);
}

/** The number of a token of any kind; NaN where it is none. */
export function numberOfText(token: string): number {
  const first = token.charCodeAt(0);
  if (PLAIN.test(token)) {
    const value = Number(token);
    // `1e` and `1e+` count as `1`.
    return Number.isNaN(value) ? Number(token.slice(0, token.search(/e/i))) : value;
  }
  return nonFinite(token) ?? (BYTE_CLASS[first] === 2 || (first | 32) === 0x65 ? first : Number.NaN);
}

/** The bytes of a token as text; of those that are too long to be anything, the beginning. */
export function tokenText(bytes: Uint8Array, start: number, end: number): string {
  return latin1.decode(bytes.subarray(start, Math.min(end, start + MAX_TOKEN)));
}

/** End of the token that begins at `at`. */
export function tokenEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && (BYTE_CLASS[bytes[i]!]! - 1) >>> 0 < 2) i++;
  return i;
}

/** Offset after a comment that begins at `at`. */
export function commentEnd(bytes: Uint8Array, at: number, end: number): number {
  const next = bytes.indexOf(10, at);
  return next < 0 || next >= end ? end : next + 1;
}

/** Offset of the quote that closes the string whose first byte is at `at`; -1 where there is none. */
export function stringEnd(bytes: Uint8Array, at: number, end: number): number {
  const close = bytes.indexOf(0x22, at);
  return close >= end ? -1 : close;
}

/** Reads the numbers of `[start, end)` into `numbers` and returns how many there were; strings are left out. */
export function readNumbers(bytes: Uint8Array, start: number, end: number, numbers: Float64Array): number {
  let made = 0;
  let at = start;
  // The text is made once, where one number needs it: cheaper than one text for each.
  let text = '';
  while (at < end && made < numbers.length) {
    const c = bytes[at]!;
    const kind = BYTE_CLASS[c]!;
    if (kind === 0) {
      at++;
    } else if (kind === 3) {
      if (c === 0x3b) at = commentEnd(bytes, at, end);
      else if (c === 0x22) at = stringEnd(bytes, at + 1, end) + 1 || end;
      else at++;
    } else {
      const stop = tokenEnd(bytes, at, end);
      let value = readShortNumber(bytes, at, stop);
      if (Number.isNaN(value)) {
        if (text === '') text = latin1.decode(bytes.subarray(start, end));
        value = numberOfToken(text.slice(at - start, Math.min(stop, at + MAX_TOKEN) - start));
      }
      numbers[made++] = value;
      at = stop;
    }
  }
  return made;
}

/** The number of the token `[start, end)`. */
export function readNumber(bytes: Uint8Array, start: number, end: number): number {
  const value = readShortNumber(bytes, start, end);
  return Number.isNaN(value) ? numberOfToken(tokenText(bytes, start, Math.min(end, start + MAX_TOKEN))) : value;
}

function numberOfToken(token: string): number {
  const value = Number(token);
  return Number.isNaN(value) ? numberOfText(token) : value;
}

/** The number of a token of up to 15 digits and a small exponent, which is exact; NaN for all others. */
function readShortNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const first = bytes[at]!;
  if (first === 0x2d || first === 0x2b) at++;
  const begin = at;
  let digits = 0;
  let value = 0;
  let scale = 0;
  let hasDot = 0;
  for (; at < end; at++) {
    const digit = bytes[at]! - 48;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      scale -= hasDot;
      if (value !== 0) digits++;
    } else if (digit === -2 && hasDot === 0) {
      hasDot = 1;
    } else {
      break;
    }
  }
  if (at - begin <= hasDot || digits > 15) return Number.NaN;
  if (at < end) {
    const exponent = readExponent(bytes, at, end);
    if (exponent === NO_EXPONENT) return Number.NaN;
    scale += exponent;
  }
  if (scale < -22 || scale > 22) return Number.NaN;
  const result = scale < 0 ? value / POWERS[-scale]! : value * POWERS[scale]!;
  return first === 0x2d ? -result : result;
}

const NO_EXPONENT = 1 << 20;

function readExponent(bytes: Uint8Array, start: number, end: number): number {
  if ((bytes[start]! | 32) !== 0x65 || end - start > 6) return NO_EXPONENT;
  let at = start + 1;
  const sign = bytes[at];
  if (sign === 0x2d || sign === 0x2b) at++;
  if (at >= end) return NO_EXPONENT;
  let exponent = 0;
  for (; at < end; at++) {
    const digit = bytes[at]! - 48;
    if (digit < 0 || digit > 9) return NO_EXPONENT;
    exponent = exponent * 10 + digit;
  }
  return sign === 0x2d ? -exponent : exponent;
}
