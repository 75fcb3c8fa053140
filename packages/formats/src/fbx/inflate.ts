/**
 * Inflates zlib data of a known size. Made for very many small arrays: no state is made per call but the result, and
 * no more than the declared size is ever written, so that packed bombs stop at their first byte too many.
 *
 * Source: RFC 1950 (zlib) and RFC 1951 (deflate).
 */
import { RiglineError } from '@rigline/diagnostics';
import type { Inflate } from './record-types.ts';

const MAX_CODE = 15;
/** Codes up to this length are found with one look into a table; longer ones bit by bit. */
const TABLE_BITS = 10;
const TABLE_MASK = (1 << TABLE_BITS) - 1;

/**
 * What a symbol means, in the upper bits of its table entry: `value << 8 | extra bits << 4`. The low four bits of an
 * entry are the length of its code; an entry of 0 is none. Values of the literal code: literals, then 256 for the end,
 * then LENGTH_FLAG and the length.
 */
const LENGTH_FLAG = 512;
const END_VALUE = 256;
const PLAIN_MEANING = Int32Array.from({ length: 19 }, (_, i) => i << 8);
const LITERAL_MEANING = Int32Array.from({ length: 288 }, (_, i) => i << 8);
for (let i = 0, base = 3; i < 28; i++) {
  const extra = i < 4 ? 0 : (i - 4) >> 2;
  LITERAL_MEANING[257 + i] = ((LENGTH_FLAG + base) << 8) | (extra << 4);
  base += 1 << extra;
}
LITERAL_MEANING[285] = (LENGTH_FLAG + 258) << 8;
/** A length of zero marks the two symbols that are not defined. */
LITERAL_MEANING[286] = LITERAL_MEANING[287] = LENGTH_FLAG << 8;
const DISTANCE_MEANING = new Int32Array(32);
for (let i = 0, base = 1; i < 30; i++) {
  const extra = i < 2 ? 0 : (i - 2) >> 1;
  DISTANCE_MEANING[i] = (base << 8) | (extra << 4);
  base += 1 << extra;
}
/** Order in which the lengths of the length codes are written. */
const CODE_ORDER = new Uint8Array([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/** A Huffman code: a table of entries by the next bits, and the canonical form for longer codes. */
class HuffmanCode {
  readonly table: Int32Array = new Int32Array(1 << TABLE_BITS);
  readonly counts: Uint16Array = new Uint16Array(MAX_CODE + 1);
  readonly symbols: Uint16Array = new Uint16Array(320);
  readonly #offsets = new Uint16Array(MAX_CODE + 2);
  readonly #meanings: Int32Array;

  constructor(meanings: Int32Array) {
    this.#meanings = meanings;
  }

  build(lengths: Uint8Array, start: number, end: number): void {
    const { table, counts, symbols } = this;
    const offsets = this.#offsets;
    counts.fill(0);
    for (let i = start; i < end; i++) counts[lengths[i]!]!++;
    counts[0] = 0;
    let left = 1;
    let longest = 0;
    offsets[1] = 0;
    for (let length = 1; length <= MAX_CODE; length++) {
      left = (left << 1) - counts[length]!;
      if (left < 0) throw damaged('a code has too many symbols');
      if (counts[length]! > 0) longest = length;
      offsets[length + 1] = offsets[length]! + counts[length]!;
    }
    const used = offsets[MAX_CODE + 1]!;
    for (let i = start; i < end; i++) if (lengths[i] !== 0) symbols[offsets[lengths[i]!]!++] = i - start;
    if (left > 0 || longest > TABLE_BITS) table.fill(0);
    this.#fill(used, lengths, start);
  }

  /** Writes every code of up to TABLE_BITS, its bits reversed, into the table. */
  #fill(used: number, lengths: Uint8Array, start: number): void {
    const { table, symbols } = this;
    const meanings = this.#meanings;
    let code = 0;
    let last = 0;
    for (let i = 0; i < used; i++) {
      const symbol = symbols[i]!;
      const length = lengths[start + symbol]!;
      if (length > TABLE_BITS) return;
      code <<= length - last;
      last = length;
      const entry = meanings[symbol]! | length;
      const step = 1 << length;
      for (let slot = reverse(code, length); slot <= TABLE_MASK; slot += step) table[slot] = entry;
      code++;
    }
  }

  /** The entry of a code that is not in the table; 0 where there is none. */
  findLong(hold: number): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_CODE; length++) {
      code |= (hold >>> (length - 1)) & 1;
      const count = this.counts[length]!;
      if (code - count < first) return this.#meanings[this.symbols[index + code - first]!]! | length;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return 0;
  }
}

function reverse(code: number, length: number): number {
  let reversed = 0;
  for (let i = 0; i < length; i++) reversed |= ((code >>> i) & 1) << (length - 1 - i);
  return reversed;
}

const lengths = new Uint8Array(320);
const metaCode = new HuffmanCode(PLAIN_MEANING);
const dynamicLiterals = new HuffmanCode(LITERAL_MEANING);
const dynamicDistances = new HuffmanCode(DISTANCE_MEANING);
const fixedLiterals = new HuffmanCode(LITERAL_MEANING);
const fixedDistances = new HuffmanCode(DISTANCE_MEANING);
fixedLiterals.build(
  Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  0,
  288,
);
fixedDistances.build(new Uint8Array(30).fill(5), 0, 30);

/** State of the one inflation that runs: it is synchronous, so one is enough. */
let input: Uint8Array = new Uint8Array(0);
let inputAt = 0;
let hold = 0;
let held = 0;
let output: Uint8Array = input;
let outputAt = 0;

/** Inflates zlib data to exactly `size` bytes; throws where it is damaged, shorter or longer. */
export const inflateZlib: Inflate = (bytes, size) => {
  if (bytes.length < 6) throw damaged('it ends early');
  if ((bytes[0]! & 15) !== 8 || ((bytes[0]! << 8) | bytes[1]!) % 31 !== 0 || (bytes[1]! & 32) !== 0) {
    throw damaged('it does not begin as zlib data');
  }
  input = bytes;
  inputAt = 2;
  hold = 0;
  held = 0;
  output = new Uint8Array(size);
  outputAt = 0;
  try {
    inflateBlocks();
    return output;
  } finally {
    input = output = new Uint8Array(0);
  }
};

function inflateBlocks(): void {
  let isLast = false;
  while (!isLast) {
    isLast = takeBits(1) === 1;
    const kind = takeBits(2);
    if (kind === 0) copyStored();
    else if (kind === 1) inflateCodes(fixedLiterals, fixedDistances);
    else if (kind === 2) inflateDynamic();
    else throw damaged('a block is of an unknown kind');
  }
  if (outputAt !== output.length) throw damaged(`it gives ${outputAt} bytes, not ${output.length}`);
  const at = inputAt - (held >> 3);
  if (at + 4 > input.length) throw damaged('it ends early');
  const sum = ((input[at]! << 24) | (input[at + 1]! << 16) | (input[at + 2]! << 8) | input[at + 3]!) >>> 0;
  if (sum !== checksum(output)) throw damaged('its checksum is wrong');
}

/** Adler-32. Source: RFC 1950. */
function checksum(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let start = 0; start < bytes.length; start += 3800) {
    const end = Math.min(bytes.length, start + 3800);
    for (let i = start; i < end; i++) {
      a += bytes[i]!;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}

function takeBits(count: number): number {
  if (held < count) refill();
  const value = hold & ((1 << count) - 1);
  hold >>>= count;
  held -= count;
  return value;
}

/** Makes at least 16 bits ready; behind the end they are zeros, for a few bytes. */
function refill(): void {
  const at = inputAt;
  if (at + 1 < input.length) {
    hold |= (input[at]! | (input[at + 1]! << 8)) << held;
  } else {
    if (at > input.length + 4) throw damaged('it ends early');
    if (at < input.length) hold |= input[at]! << held;
  }
  inputAt = at + 2;
  held += 16;
}

function copyStored(): void {
  inputAt -= held >> 3;
  hold = 0;
  held = 0;
  const at = inputAt;
  if (at + 4 > input.length) throw damaged('it ends early');
  const length = input[at]! | (input[at + 1]! << 8);
  if (length !== (~(input[at + 2]! | (input[at + 3]! << 8)) & 0xffff))
    throw damaged('a stored block has a wrong length');
  if (at + 4 + length > input.length) throw damaged('it ends early');
  if (outputAt + length > output.length) throw tooLong();
  output.set(input.subarray(at + 4, at + 4 + length), outputAt);
  outputAt += length;
  inputAt = at + 4 + length;
}

function inflateDynamic(): void {
  const literals = takeBits(5) + 257;
  const distances = takeBits(5) + 1;
  const metas = takeBits(4) + 4;
  if (literals > 286 || distances > 30) throw damaged('a block has too many codes');
  lengths.fill(0, 0, 19);
  for (let i = 0; i < metas; i++) lengths[CODE_ORDER[i]!] = takeBits(3);
  metaCode.build(lengths, 0, 19);
  const total = literals + distances;
  for (let i = 0; i < total; ) {
    if (held < 16) refill();
    const entry = metaCode.table[hold & TABLE_MASK]!;
    const length = entry & 15;
    if (length === 0) throw damaged('a code is not defined');
    hold >>>= length;
    held -= length;
    const symbol = entry >> 8;
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) throw damaged('a length repeats nothing');
    const value = symbol === 16 ? lengths[i - 1]! : 0;
    const repeat = symbol === 16 ? 3 + takeBits(2) : symbol === 17 ? 3 + takeBits(3) : 11 + takeBits(7);
    if (i + repeat > total) throw damaged('lengths repeat too often');
    lengths.fill(value, i, i + repeat);
    i += repeat;
  }
  dynamicLiterals.build(lengths, 0, literals);
  dynamicDistances.build(lengths, literals, total);
  inflateCodes(dynamicLiterals, dynamicDistances);
}

/** The hot loop: everything it needs is in locals. */
function inflateCodes(literals: HuffmanCode, distances: HuffmanCode): void {
  const source = input;
  const target = output;
  const literalTable = literals.table;
  const distanceTable = distances.table;
  const safeEnd = source.length - 1;
  const size = target.length;
  let at = inputAt;
  let bits = hold;
  let count = held;
  let to = outputAt;
  for (;;) {
    if (count < 16) {
      if (at >= safeEnd && at > safeEnd + 5) throw damaged('it ends early');
      bits |= (at < safeEnd ? source[at]! | (source[at + 1]! << 8) : at === safeEnd ? source[at]! : 0) << count;
      at += 2;
      count += 16;
    }
    let entry = literalTable[bits & TABLE_MASK]!;
    if (entry === 0) entry = findLong(literals, bits);
    bits >>>= entry & 15;
    count -= entry & 15;
    let value = entry >> 8;
    if (value < END_VALUE) {
      if (to >= size) throw tooLong();
      target[to++] = value;
      continue;
    }
    if (value === END_VALUE) break;
    if (count < 16) {
      bits |= (at < safeEnd ? source[at]! | (source[at + 1]! << 8) : at === safeEnd ? source[at]! : 0) << count;
      at += 2;
      count += 16;
    }
    let extra = (entry >> 4) & 15;
    const length = value - LENGTH_FLAG + (bits & ((1 << extra) - 1));
    bits >>>= extra;
    count -= extra;
    if (count < 16) {
      bits |= (at < safeEnd ? source[at]! | (source[at + 1]! << 8) : at === safeEnd ? source[at]! : 0) << count;
      at += 2;
      count += 16;
    }
    entry = distanceTable[bits & TABLE_MASK]!;
    if (entry === 0) entry = findLong(distances, bits);
    bits >>>= entry & 15;
    count -= entry & 15;
    if (count < 16) {
      bits |= (at < safeEnd ? source[at]! | (source[at + 1]! << 8) : at === safeEnd ? source[at]! : 0) << count;
      at += 2;
      count += 16;
    }
    extra = (entry >> 4) & 15;
    value = entry >> 8;
    const distance = value + (bits & ((1 << extra) - 1));
    bits >>>= extra;
    count -= extra;
    if (distance > to || length === 0 || value === 0) throw damaged('it refers to bytes before its beginning');
    const end = to + length;
    if (end > size) throw tooLong();
    for (let from = to - distance; to < end; to++, from++) target[to] = target[from]!;
  }
  inputAt = at;
  hold = bits;
  held = count;
  outputAt = to;
}

function findLong(code: HuffmanCode, bits: number): number {
  const entry = code.findLong(bits);
  if (entry === 0) throw damaged('a code is not defined');
  return entry;
}

function tooLong(): RiglineError {
  return damaged(`it gives more than ${output.length} bytes`);
}

function damaged(why: string): RiglineError {
  return new RiglineError({ code: 'FBX_DAMAGED_ARRAY', message: `packed data is damaged: ${why}` });
}
