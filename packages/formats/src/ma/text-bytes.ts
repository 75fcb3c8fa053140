/**
 * UTF-8 bytes to strings, made for many short names.
 *
 * Names and attribute names repeat thousands of times in one file: they are looked up in a bounded cache by their
 * bytes, so that a repeated name costs no new string.
 */

interface Utf8Decoder {
  decode(bytes: Uint8Array): string;
}
declare const TextDecoder: new (label: string, options: { ignoreBOM: boolean }) => Utf8Decoder;

const CACHE_SIZE = 1 << 13;
const CACHED_LENGTH = 48;
/** Above this length the native decoder is faster than building from character codes. */
const SHORT_LENGTH = 64;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const cache: string[] = new Array<string>(CACHE_SIZE).fill('');

/** The text of `bytes[start..end)`; invalid sequences become U+FFFD. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length === 0) return '';
  if (length > SHORT_LENGTH) return utf8.decode(bytes.subarray(start, end));
  let any = 0;
  for (let i = start; i < end; i++) any |= bytes[i]!;
  const part = bytes.subarray(start, end);
  return any < 0x80 ? String.fromCharCode.apply(null, part as unknown as number[]) : utf8.decode(part);
}

/** As `decodeText`, but a text met before is returned again instead of made anew. */
export function internText(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length > CACHED_LENGTH) return decodeText(bytes, start, end);
  let hash = length;
  let any = 0;
  for (let i = start; i < end; i++) {
    const c = bytes[i]!;
    any |= c;
    hash = (Math.imul(hash, 31) + c) | 0;
  }
  if (any >= 0x80) return decodeText(bytes, start, end);
  const slot = (hash ^ (hash >>> 13)) & (CACHE_SIZE - 1);
  const known = cache[slot]!;
  if (known.length === length && equalsAscii(known, bytes, start)) return known;
  const text = decodeText(bytes, start, end);
  cache[slot] = text;
  return text;
}

function equalsAscii(text: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}
