/**
 * Bytes of a Maya ASCII file as UTF-8.
 *
 * The layers above read UTF-8 bytes. ASCII and UTF-8 files pass through uncopied; others are decoded block by block.
 * Blocks are cut at a byte below 0x30, which is never the second half of a character in the encodings that Maya names.
 * A file without a byte order mark and without a `//Codeset:` line is UTF-8 up to the first byte that is not, and
 * Windows 1252 from there on.
 */
import { type ProblemLog, RiglineError } from '@rigline/diagnostics';
import { reportMa } from './problems.ts';

interface TextDecoderLike {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}
declare const TextDecoder: new (label: string, options?: { fatal?: boolean; ignoreBOM?: boolean }) => TextDecoderLike;
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Comments at the head of a file, which hold its encoding. They are looked for in the first bytes only. */
export interface MaHeader {
  /** As written: `2018ff07`. */
  readonly version?: string;
  readonly codeset?: string;
}

/** The head of a file that is looked at before its encoding is settled. */
export const HEADER_BYTES = 4096;

/** Blocks of this size are decoded at a time where decoding is needed. */
const BLOCK_BYTES = 1 << 18;

const CODE_PAGES: ReadonlyMap<string, string> = new Map([
  ['932', 'shift_jis'],
  ['936', 'gbk'],
  ['949', 'euc-kr'],
  ['950', 'big5'],
  ['874', 'windows-874'],
  ['10000', 'macintosh'],
  ['20932', 'euc-jp'],
  ['51932', 'euc-jp'],
  ['51949', 'euc-kr'],
  ['54936', 'gb18030'],
  ['65001', 'utf-8'],
  ['28591', 'windows-1252'],
  ['ujis', 'euc-jp'],
  ['eucjp', 'euc-jp'],
  ['sjis', 'shift_jis'],
  ['utf8', 'utf-8'],
  ['c', 'windows-1252'],
  ['posix', 'windows-1252'],
  ['ansi_x3.4-1968', 'windows-1252'],
]);

/** The label of the platform's decoder for the name on a `//Codeset:` line; undefined when there is none. */
export function decoderLabel(codeset: string): string | undefined {
  const name = codeset
    .trim()
    .toLowerCase()
    .replace(/^(cp|windows-|ibm)(?=\d)/, '');
  const label = CODE_PAGES.get(name) ?? (/^125[0-8]$/.test(name) ? `windows-${name}` : name);
  try {
    new TextDecoder(label);
    return label;
  } catch {
    // A RangeError is how the platform says that it does not know a label.
    return undefined;
  }
}

/** Reads the head comments: `//Maya ASCII 2024 scene` and `//Codeset: UTF-8`. */
export function readMaHeader(bytes: Uint8Array): MaHeader {
  let text = '';
  for (let i = 0; i < bytes.length && i < HEADER_BYTES; i++) text += String.fromCharCode(bytes[i]!);
  const version = /^(?:\xef\xbb\xbf)?\s*\/\/\s*Maya ASCII (\S+) scene/i.exec(text)?.[1];
  const codeset = /^[ \t]*\/\/[ \t]*Codeset:[ \t]*([^\r\n]+?)[ \t]*$/im.exec(text)?.[1];
  return { ...(version === undefined ? {} : { version }), ...(codeset === undefined ? {} : { codeset }) };
}

type Mode = 'head' | 'utf8' | 'utf16' | 'legacy';

/** Turns the bytes of one file, in chunks of any size, into UTF-8 chunks. */
export class MaDecoder {
  readonly #file: string;
  readonly #log: ProblemLog;
  readonly #encoder: { encode(text: string): Uint8Array } = new TextEncoder();
  #mode: Mode = 'head';
  #label = 'utf-8';
  #declared = false;
  /** The name on the codeset line when no decoder has it; reported at the first byte that needs one. */
  #unknownCodeset: string | undefined;
  #utf16: TextDecoderLike | undefined;
  /** Bytes that wait for more, and the offset of the first of them in the file. */
  #pending: Uint8Array = new Uint8Array(0);
  #offset = 0;
  #reported = false;

  constructor(file: string, log: ProblemLog) {
    this.#file = file;
    this.#log = log;
  }

  /** The UTF-8 chunks that these bytes complete. They may be views of `bytes`. */
  *push(bytes: Uint8Array, final: boolean): Generator<Uint8Array> {
    let block = this.#pending.length === 0 ? bytes : concatBytes(this.#pending, bytes);
    this.#pending = new Uint8Array(0);
    if (this.#mode === 'head') {
      if (block.length < HEADER_BYTES && !final) {
        // The caller may use its chunk again.
        this.#pending = block === bytes ? block.slice() : block;
        return;
      }
      block = this.#settle(block);
    }
    if (this.#mode === 'utf8') {
      const taken = this.#passUtf8(block, final);
      if (taken > 0) yield block.subarray(0, taken);
      this.#offset += taken;
      block = block.subarray(taken);
    }
    if (this.#mode === 'utf16' || this.#mode === 'legacy') {
      for (let start = 0; start < block.length; ) {
        const atEnd = final && start + BLOCK_BYTES >= block.length;
        const part = block.subarray(start, start + BLOCK_BYTES);
        const taken = atEnd ? part.length : this.#cutLength(part);
        if (taken === 0) {
          block = block.subarray(start);
          break;
        }
        yield this.#transcode(part.subarray(0, taken));
        this.#offset += taken;
        start += taken;
        if (start >= block.length) return;
      }
    }
    if (block.length > 0) this.#pending = block.slice();
  }

  /** Chooses the encoding by the head of the file; returns the block without its byte order mark. */
  #settle(block: Uint8Array): Uint8Array {
    const [a, b, c] = block;
    if (a === 0xef && b === 0xbb && c === 0xbf) {
      this.#declared = true;
      return this.#start('utf8', 'utf-8', block, 3);
    }
    if (a === 0xff && b === 0xfe) return this.#start('utf16', 'utf-16le', block, 2);
    if (a === 0xfe && b === 0xff) return this.#start('utf16', 'utf-16be', block, 2);
    if (a === 47 && b === 0 && c === 47) return this.#start('utf16', 'utf-16le', block, 0);
    if (a === 0 && b === 47 && c === 0) return this.#start('utf16', 'utf-16be', block, 0);
    refuseBinary(block, this.#file);
    const { codeset } = readMaHeader(block);
    if (codeset === undefined) return this.#start('utf8', 'utf-8', block, 0);
    const label = decoderLabel(codeset);
    if (label === undefined) {
      this.#unknownCodeset = codeset;
      return this.#start('utf8', 'utf-8', block, 0);
    }
    this.#declared = true;
    return this.#start(/^utf-?8$/.test(label) ? 'utf8' : /^utf-16/.test(label) ? 'utf8' : 'legacy', label, block, 0);
  }

  #start(mode: Mode, label: string, block: Uint8Array, skip: number): Uint8Array {
    this.#mode = mode;
    this.#label = label;
    if (mode === 'utf16') this.#utf16 = new TextDecoder(label, { ignoreBOM: true });
    this.#offset = skip;
    return block.subarray(skip);
  }

  /** How much of a block passes as UTF-8; an unfinished sequence at its end waits. May switch to Windows 1252. */
  #passUtf8(block: Uint8Array, final: boolean): number {
    if (this.#reported) return block.length;
    if (this.#unknownCodeset !== undefined && !isAscii(block)) this.#reportCodeset(this.#unknownCodeset);
    const end = findInvalidUtf8(block);
    if (end.at === block.length) return end.at;
    if (end.unfinished && !final) return end.at;
    this.#reportInvalid(
      this.#offset + end.at,
      this.#declared ? 'UTF-8' : 'UTF-8, and is read as Windows 1252 from here',
    );
    if (this.#declared) return block.length;
    this.#mode = 'legacy';
    this.#label = 'windows-1252';
    return end.at;
  }

  /** How much of a block may be decoded alone. */
  #cutLength(part: Uint8Array): number {
    if (this.#mode === 'utf16') return part.length & ~1;
    let length = part.length;
    while (length > 0 && part[length - 1]! >= 0x30) length--;
    return length === 0 && part.length >= BLOCK_BYTES ? part.length : length;
  }

  #transcode(part: Uint8Array): Uint8Array {
    if (this.#mode === 'legacy') {
      if (isAscii(part)) return part;
      if (this.#label === 'windows-1252') return this.#encoder.encode(decodeWindows1252(part));
    }
    const decoder = this.#utf16 ?? new TextDecoder(this.#label);
    const text = decoder.decode(part, { stream: this.#utf16 !== undefined });
    if (!this.#reported) {
      const at = text.indexOf('\ufffd');
      if (at >= 0) {
        const inside = this.#utf16 ? at * 2 : findInvalidLegacy(part, this.#label);
        this.#reportInvalid(this.#offset + inside, this.#label);
      }
    }
    return this.#encoder.encode(text);
  }

  #reportCodeset(codeset: string): void {
    this.#unknownCodeset = undefined;
    reportMa(this.#log, 'MA_CODESET_UNKNOWN', {
      message: `The codeset ${JSON.stringify(codeset)} is not known; the text is read as UTF-8, or Windows 1252`,
      at: { file: this.#file },
      hint: 'Save the file as UTF-8 and write "//Codeset: UTF-8" on its line.',
    });
  }

  #reportInvalid(byte: number, encoding: string): void {
    this.#reported = true;
    reportMa(this.#log, 'MA_INVALID_BYTES', {
      message: `The byte at ${byte} is not text in ${encoding}`,
      at: { file: this.#file, byte },
      hint: 'Check the //Codeset: line against the encoding that the file really has.',
    });
  }
}

/** Throws for what is surely not text: Maya binary and other files with NUL bytes in their head. */
export function refuseBinary(head: Uint8Array, file: string): void {
  let magic = '';
  for (let i = 0; i < 4 && i < head.length; i++) magic += String.fromCharCode(head[i]!);
  const mayaBinary = magic === 'FOR4' || magic === 'FOR8';
  const nul = head.subarray(0, HEADER_BYTES).indexOf(0);
  if (!mayaBinary && (nul < 0 || /^\s*\/\//.test(magic))) return;
  throw new RiglineError({
    code: 'MA_NOT_ASCII',
    message: mayaBinary
      ? `Expected Maya ASCII text, found a Maya binary file (it begins with "${magic}")`
      : `Expected Maya ASCII text, found a binary file (a NUL byte at ${nul})`,
    at: { file, byte: mayaBinary ? 0 : nul },
    hint: 'Save the scene as Maya ASCII (.ma) in Maya.',
  });
}

/** Throws for a file without any byte. */
export function refuseEmpty(file: string): never {
  throw new RiglineError({
    code: 'MA_EMPTY',
    message: 'Expected Maya ASCII text, found an empty file',
    at: { file, byte: 0 },
    hint: 'Copy or export the file again.',
  });
}

/** Whether all bytes are below 0x80. */
export function isAscii(bytes: Uint8Array): boolean {
  return skipAscii(bytes, 0) === bytes.length;
}

/** The offset of the first byte from `start` on that is 0x80 or more. */
function skipAscii(bytes: Uint8Array, start: number): number {
  let i = start;
  const end = bytes.length;
  const aligned = Math.min(end, i + ((4 - ((bytes.byteOffset + i) & 3)) & 3));
  while (i < aligned && bytes[i]! < 0x80) i++;
  if (i === aligned && end - i >= 4) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + i, (end - i) >> 2);
    let w = 0;
    while (w < words.length && (words[w]! & 0x80808080) === 0) w++;
    i += w * 4;
  }
  while (i < end && bytes[i]! < 0x80) i++;
  return i;
}

/** Where the first sequence that is not UTF-8 begins (the length when all is well), and whether it is only cut off. */
function findInvalidUtf8(bytes: Uint8Array): { at: number; unfinished: boolean } {
  const end = bytes.length;
  let i = skipAscii(bytes, 0);
  while (i < end) {
    const lead = bytes[i]!;
    if (lead < 0x80) {
      i = skipAscii(bytes, i);
      continue;
    }
    const more =
      lead >= 0xc2 && lead <= 0xdf ? 1 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
    if (more === 0) return { at: i, unfinished: false };
    for (let k = 1; k <= more; k++) {
      if (i + k >= end) return { at: i, unfinished: true };
      const c = bytes[i + k]!;
      const low = k > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
      const high = k > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
      if (c < low || c > high) return { at: i, unfinished: false };
    }
    i += more + 1;
  }
  return { at: end, unfinished: false };
}

/** Bytes 0x80 to 0x9f of Windows 1252. Source: WHATWG Encoding Standard, index windows-1252. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Windows 1252 to text. Not by the platform's decoder: that of Node 20 takes 0x80 to 0x9f for Latin 1. */
function decodeWindows1252(part: Uint8Array): string {
  const units = new Uint16Array(4096);
  let text = '';
  for (let start = 0; start < part.length; start += units.length) {
    const length = Math.min(units.length, part.length - start);
    for (let i = 0; i < length; i++) {
      const c = part[start + i]!;
      units[i] = c >= 0x80 && c < 0xa0 ? WINDOWS_1252.charCodeAt(c - 0x80) : c;
    }
    text += String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[]);
  }
  return text;
}

/** The offset at which a block stops being text, by halving. */
function findInvalidLegacy(part: Uint8Array, label: string): number {
  let good = 0;
  let bad = part.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const text = new TextDecoder(label).decode(part.subarray(0, middle), { stream: true });
    if (text.includes('\ufffd')) bad = middle;
    else good = middle;
  }
  return good;
}

function concatBytes(first: Uint8Array, then: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + then.length);
  all.set(first);
  all.set(then, first.length);
  return all;
}
