/**
 * UTF-8 bytes to strings, made for the many short strings that repeat in an FBX file.
 *
 * Bytes that are not UTF-8 are kept, so that names which differ only in them stay different: each becomes the lone
 * surrogate U+DC80…U+DCFF. `displayText` turns those into U+FFFD where a name is shown.
 */

interface Utf8Decoder {
  decode(bytes: Uint8Array): string;
}
declare const TextDecoder: new (label: string, options: { ignoreBOM: boolean }) => Utf8Decoder;

const CACHE_SIZE = 1 << 12;
const CACHED_LENGTH = 40;
/** Above this length the native decoder is faster than building from character codes. */
const SHORT_LENGTH = 64;
const ESCAPE = 0xdc00;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes the strings of one file; strings met before are returned again instead of made anew. */
export class TextPool {
  readonly #cache: string[] = new Array<string>(CACHE_SIZE).fill('');
  readonly #onInvalid: (at: number) => void;

  /** @param onInvalid Called with the offset of a string that is not UTF-8. */
  constructor(onInvalid: (at: number) => void) {
    this.#onInvalid = onInvalid;
  }

  /** The text of `bytes[start..end)`. */
  read(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start;
    if (length === 0) return '';
    if (length > CACHED_LENGTH) return this.#decode(bytes, start, end);
    let hash = length;
    let any = 0;
    for (let i = start; i < end; i++) {
      const c = bytes[i]!;
      any |= c;
      hash = (Math.imul(hash, 31) + c) | 0;
    }
    if (any >= 0x80) return this.#decode(bytes, start, end);
    const slot = (hash ^ (hash >>> 13)) & (CACHE_SIZE - 1);
    const known = this.#cache[slot]!;
    if (known.length === length && equalsAscii(known, bytes, start)) return known;
    const text = asciiText(bytes, start, end);
    this.#cache[slot] = text;
    return text;
  }

  #decode(bytes: Uint8Array, start: number, end: number): string {
    if (end - start <= SHORT_LENGTH) {
      let any = 0;
      for (let i = start; i < end; i++) any |= bytes[i]!;
      if (any < 0x80) return asciiText(bytes, start, end);
    }
    if (isUtf8(bytes, start, end)) return utf8.decode(bytes.subarray(start, end));
    this.#onInvalid(start);
    return decodeInvalid(bytes, start, end);
  }
}

function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; ) {
    const length = bytes[i]! < 0x80 ? 1 : sequenceLength(bytes, i, end);
    if (length === 0) return false;
    i += length;
  }
  return true;
}

function equalsAscii(text: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode.apply(null, bytes.subarray(start, end) as unknown as number[]);
}

/** Text of bytes of which some are not UTF-8; those become lone surrogates. */
function decodeInvalid(bytes: Uint8Array, start: number, end: number): string {
  const parts: string[] = [];
  let good = start;
  let i = start;
  while (i < end) {
    const length = sequenceLength(bytes, i, end);
    if (length === 0) {
      if (i > good) parts.push(utf8.decode(bytes.subarray(good, i)));
      parts.push(String.fromCharCode(ESCAPE + bytes[i]!));
      good = i + 1;
    }
    i += length === 0 ? 1 : length;
  }
  if (end > good) parts.push(utf8.decode(bytes.subarray(good, end)));
  return parts.join('');
}

/** Bytes of the UTF-8 sequence at `i`; 0 where there is none. Source: Unicode standard, table 3-7. */
function sequenceLength(bytes: Uint8Array, i: number, end: number): number {
  const first = bytes[i]!;
  if (first < 0x80) return 1;
  const second = i + 1 < end ? bytes[i + 1]! : 0;
  if (first < 0xc2 || first > 0xf4 || (second & 0xc0) !== 0x80) return 0;
  if (first < 0xe0) return 2;
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (i + 2 >= end || (bytes[i + 2]! & 0xc0) !== 0x80) return 0;
  if (first < 0xf0) return 3;
  if (first === 0xf0 && second < 0x90) return 0;
  if (first === 0xf4 && second > 0x8f) return 0;
  return i + 3 < end && (bytes[i + 3]! & 0xc0) === 0x80 ? 4 : 0;
}

/** A text of an FBX file as it is shown: bytes that are no text, and NUL, become U+FFFD. */
export function displayText(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0 || (c >= 0xd800 && c < 0xe000)) return replaceHidden(text);
  }
  return text;
}

function replaceHidden(text: string): string {
  let shown = '';
  for (const character of text) {
    const c = character.codePointAt(0)!;
    shown += c === 0 || (c >= 0xd800 && c < 0xe000) ? '\ufffd' : character;
  }
  return shown;
}
