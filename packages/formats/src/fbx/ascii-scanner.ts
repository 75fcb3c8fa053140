/**
 * Finds where the values of a record of a text file begin and end, and checks every token on the way, so that values
 * can be read later without faults.
 */
import { type AsciiSource, isWordStart } from './ascii-source.ts';
import { BYTE_CLASS, commentEnd, stringEnd, tokenEnd } from './number-text.ts';
import { reportFbx } from './problems.ts';

const CUT_HINT = 'Export or copy the file again; this copy is incomplete.';
const SYNTAX_HINT = 'Check that the file is FBX, and export it again.';

export class AsciiScanner {
  readonly source: AsciiSource;
  readonly #bytes: Uint8Array;
  readonly #size: number;
  at: number;
  /** Range and number of the values of the record scanned last. */
  valuesStart = 0;
  valuesEnd = 0;
  count = 0;
  /** The values are one array. */
  isArray = false;

  constructor(source: AsciiSource, start: number) {
    this.source = source;
    this.#bytes = source.bytes;
    this.#size = source.bytes.length;
    this.at = start;
  }

  /** Goes to the next byte that is neither space nor comment and returns it; -1 at the end. */
  skipSpace(): number {
    const bytes = this.#bytes;
    let { at } = this;
    for (; at < this.#size; at++) {
      const c = bytes[at]!;
      if (c === 0x3b) at = commentEnd(bytes, at, this.#size) - 1;
      else if (BYTE_CLASS[c] !== 0 || c === 0x2c) {
        this.at = at;
        return c;
      }
    }
    this.at = this.#size;
    return -1;
  }

  /** Reads `Name:` at the current byte. */
  scanName(): string {
    const start = this.at;
    const c = this.#bytes[start]!;
    let nameStart = start;
    let nameEnd: number;
    if (c === 0x22) {
      nameStart = start + 1;
      nameEnd = this.#closingQuote(start);
      this.at = nameEnd + 1;
    } else {
      nameEnd = isWordStart(c) ? tokenEnd(this.#bytes, start, this.#size) : start;
      this.at = nameEnd;
    }
    if (this.skipSpace() !== 0x3a || nameEnd === start) throw this.#noName(start);
    this.at++;
    return this.source.text.read(this.#bytes, nameStart, nameEnd);
  }

  #noName(start: number): Error {
    if (this.at >= this.#size)
      return this.source.refuse('FBX_TRUNCATED', this.#size, 'The file ends in a name', CUT_HINT);
    const found = String.fromCharCode(this.#bytes[start]!);
    const message = `"${found}" stands where the name of a record should`;
    return this.source.refuse('FBX_BAD_SYNTAX', start, message, SYNTAX_HINT);
  }

  #closingQuote(open: number): number {
    const close = stringEnd(this.#bytes, open + 1, this.#size);
    if (close >= 0) return close;
    throw this.source.refuse('FBX_UNTERMINATED_STRING', open, 'A string has no closing quote', CUT_HINT);
  }

  /** Scans the values after a name. Stops before what is none: a brace, the next name, the end. */
  scanValues(): void {
    this.count = 0;
    this.isArray = false;
    this.#skipCommas();
    this.valuesStart = this.at;
    this.valuesEnd = this.at;
    // The braces of an array end the values.
    while (this.#scanValue() && !this.isArray) {
      this.valuesEnd = this.at;
      if (this.skipSpace() !== 0x2c) break;
      this.#skipCommas();
    }
  }

  #skipCommas(): void {
    while (this.skipSpace() === 0x2c) this.at++;
  }

  /** Scans one value; returns false, at its first byte, where there is none. */
  #scanValue(): boolean {
    const bytes = this.#bytes;
    const start = this.at;
    if (start >= this.#size) return false;
    const c = bytes[start]!;
    if (c === 0x22) {
      const close = this.#closingQuote(start);
      if (bytes[close + 1] === 0x3a) return false;
      this.at = close + 1;
    } else if (isWordStart(c)) {
      const end = tokenEnd(bytes, start, this.#size);
      this.at = end;
      if (this.skipSpace() === 0x3a) {
        this.at = start;
        return false;
      }
      this.at = end;
      if (end - start > 1 && this.source.checkOddToken(start, end)) this.source.reportBareWord(start, end);
    } else if (BYTE_CLASS[c] === 1) {
      let end = start + 1;
      while (end < this.#size && BYTE_CLASS[bytes[end]!] === 1) end++;
      if (end < this.#size && BYTE_CLASS[bytes[end]!] === 2) {
        end = tokenEnd(bytes, end, this.#size);
        this.source.checkOddToken(start, end);
      }
      this.at = end;
    } else if (c === 0x2a) {
      this.#scanArray();
      return true;
    } else {
      return false;
    }
    this.count++;
    return true;
  }

  /** Scans `*N { a: numbers }`. */
  #scanArray(): void {
    const bytes = this.#bytes;
    const start = this.at++;
    let declared = 0;
    this.skipSpace();
    const digits = this.at;
    for (; this.at < this.#size && (bytes[this.at]! - 48) >>> 0 < 10; this.at++)
      declared = declared * 10 + bytes[this.at]! - 48;
    if (this.at === digits || this.skipSpace() !== 0x7b) throw this.#badArray(start);
    this.at++;
    if (this.skipSpace() !== 0x7d) {
      if (this.at >= this.#size) throw this.#badArray(start);
      this.scanName();
    }
    this.isArray = true;
    this.valuesStart = this.at;
    this.count = this.#scanNumbers();
    this.valuesEnd = this.at;
    this.at++;
    if (this.count !== declared) this.#reportCount(start, declared);
  }

  #badArray(start: number): Error {
    if (this.at >= this.#size) return this.#cutArray();
    const message = 'An array is not written as "*count { a: numbers }"';
    return this.source.refuse('FBX_BAD_SYNTAX', start, message, SYNTAX_HINT);
  }

  #cutArray(): Error {
    return this.source.refuse('FBX_TRUNCATED', this.#size, 'The file ends in an array', CUT_HINT);
  }

  #reportCount(start: number, declared: number): void {
    reportFbx(this.source.log, 'FBX_COUNT_MISMATCH', {
      message: `An array of ${declared} numbers holds ${this.count}; all of those are taken`,
      at: { file: this.source.file, byte: start },
      hint: 'Export the file again.',
      group: '',
    });
  }

  /** Goes to the brace that closes an array and returns how many numbers are before it. */
  #scanNumbers(): number {
    const bytes = this.#bytes;
    const size = this.#size;
    const start = this.at;
    let { at } = this;
    let tokens = 0;
    let previous = 0;
    for (; at < size; ) {
      const kind = BYTE_CLASS[bytes[at]!]!;
      if (kind < 2) {
        tokens += kind & ~previous;
        previous = kind;
        at++;
      } else if (kind === 2) {
        let first = at;
        while (first > start && previous === 1 && BYTE_CLASS[bytes[first - 1]!] === 1) first--;
        at = tokenEnd(bytes, at, size);
        if (this.source.checkOddToken(first, at)) this.source.reportWord(first, at);
        if (previous === 0) tokens++;
        previous = 1;
      } else if (bytes[at] === 0x7d) {
        this.at = at;
        return tokens;
      } else {
        this.at = at;
        this.#skipOther();
        ({ at } = this);
        previous = 0;
      }
    }
    throw this.#cutArray();
  }

  /** A comment or string within an array; anything else is no array. */
  #skipOther(): void {
    const c = this.#bytes[this.at];
    if (c === 0x3b) this.at = commentEnd(this.#bytes, this.at, this.#size);
    else if (c === 0x22) this.at = this.#closingQuote(this.at) + 1;
    else throw this.#badArray(this.at);
  }
}
