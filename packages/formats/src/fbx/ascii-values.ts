/** The values of a record of a text file, read from their bytes when they are asked for first. */
import type { AsciiSource } from './ascii-source.ts';
import { readBase64 } from './base64.ts';
import { NumberList } from './number-list.ts';
import {
  BYTE_CLASS,
  commentEnd,
  nonFinite,
  numberOfText,
  readNumber,
  readNumbers,
  stringEnd,
  tokenEnd,
  tokenText,
} from './number-text.ts';
import type { FbxArray, FbxValue } from './record-types.ts';

/** Version from which text files write the floats of key attributes as the whole numbers of their bits. */
const FLOAT_BITS_VERSION = 7200;

/** The values in `[start, end)`, which the scanner has checked. */
export function readAsciiValues(source: AsciiSource, start: number, end: number): readonly FbxValue[] {
  const { bytes } = source;
  const values: FbxValue[] = [];
  let at = start;
  while (at < end) {
    const c = bytes[at]!;
    const kind = BYTE_CLASS[c]!;
    if (kind === 0) {
      at++;
    } else if (c === 0x22) {
      const close = stringEnd(bytes, at + 1, end);
      if (close < 0) break;
      values.push(readString(source, at + 1, close));
      at = close + 1;
    } else if (c === 0x3b) {
      at = commentEnd(bytes, at, end);
    } else if (kind === 3) {
      at++;
    } else {
      const stop = tokenEnd(bytes, at, end);
      values.push(readToken(bytes, at, stop));
      at = stop;
    }
  }
  return values;
}

/** Embedded content: the base64 of all strings in `[start, end)` as one piece; nothing where one is none. */
export function readAsciiContent(source: AsciiSource, start: number, end: number): readonly FbxValue[] {
  const { bytes } = source;
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let open = openingQuote(bytes, start, end); open < end; ) {
    const close = stringEnd(bytes, open + 1, end);
    if (close < 0) break;
    const part = readBase64(bytes, open + 1, close);
    if (part === undefined) {
      source.reportBase64(open);
      return [];
    }
    parts.push(part);
    length += part.length;
    open = openingQuote(bytes, close + 1, end);
  }
  const content = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    content.set(part, at);
    at += part.length;
  }
  return [content];
}

function openingQuote(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== 0x22) at = bytes[at] === 0x3b ? commentEnd(bytes, at, end) : at + 1;
  return at;
}

/** A string with its escapes; only `&quot;`, `&cr;` and `&lf;` are any, so that `&` stands for itself. */
function readString(source: AsciiSource, start: number, end: number): string {
  const text = source.text.read(source.bytes, start, end);
  if (!text.includes('&')) return text;
  return text.replaceAll('&quot;', '"').replaceAll('&cr;', '\r').replaceAll('&lf;', '\n');
}

/** A number, or a word: a single letter is its code as in binary files, others are strings. */
function readToken(bytes: Uint8Array, start: number, end: number): number | bigint | string {
  const first = bytes[start]!;
  const isWord = BYTE_CLASS[first] === 2 || (first | 32) === 0x65;
  if (isWord) {
    if (end - start === 1) return first;
    const word = tokenText(bytes, start, end);
    return nonFinite(word) ?? word;
  }
  if (end - start < 16) return readNumber(bytes, start, end);
  const token = tokenText(bytes, start, end);
  if (/^[+-]?[0-9]{1,20}$/.test(token)) {
    const value = Number(token);
    return Number.isSafeInteger(value) ? value : BigInt.asIntN(64, BigInt(token.replace('+', '')));
  }
  return numberOfText(token);
}

/** All numbers in `[start, end)` as one array. */
export function readAsciiNumbers(source: AsciiSource, start: number, end: number, count: number): FbxArray {
  return new AsciiArray(source, start, end, count);
}

/** A numeric array of a text file. */
export class AsciiArray implements FbxArray {
  readonly count: number;
  readonly at: number;
  readonly #source: AsciiSource;
  readonly #end: number;
  #list: NumberList | undefined;

  constructor(source: AsciiSource, start: number, end: number, count: number) {
    this.count = count;
    this.at = start;
    this.#source = source;
    this.#end = end;
    this.#list = undefined;
  }

  toFloat64(): Float64Array {
    return this.#read().toFloat64();
  }

  toInt32(): Int32Array {
    return this.#read().toInt32();
  }

  toTicks(): Float64Array {
    return this.#read().toFloat64();
  }

  toFloat32Bits(): Float32Array {
    const list = this.#read();
    if (this.#source.version < FLOAT_BITS_VERSION || this.#hasFraction()) return list.toFloat32Bits();
    const bits = list.toInt32();
    return new Float32Array(bits.buffer, bits.byteOffset, bits.length);
  }

  #read(): NumberList {
    if (this.#list === undefined) {
      const numbers = new Float64Array(this.count);
      const made = readNumbers(this.#source.bytes, this.at, this.#end, numbers);
      for (let i = 0; i < made; i++) {
        if (!Number.isNaN(numbers[i]!)) continue;
        this.#source.reportBadNumbers(this.at, this.#end);
        break;
      }
      this.#list = new NumberList(numbers.subarray(0, made), this.at);
    }
    return this.#list;
  }

  /** Some number is written with a dot, so that they are no bits. Comments do not count. */
  #hasFraction(): boolean {
    const { bytes } = this.#source;
    for (let at = this.at; at < this.#end; at++) {
      const c = bytes[at]!;
      if (c === 0x3b) at = commentEnd(bytes, at, this.#end) - 1;
      else if (c === 0x2e || (c | 32) === 0x65) return true;
    }
    return false;
  }
}
