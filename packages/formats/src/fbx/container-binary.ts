/**
 * Binary FBX bytes to records. Knows headers, offsets and value codes; knows no record by name.
 *
 * All headers are checked once when the file is opened: offsets that leave their record or the file, nesting and the
 * missing end are found then. Children and values are made when they are asked for first.
 *
 * Source: the record layout is described in "FBX binary file format specification", code.blender.org, 2013; 64-bit
 * headers from version 7500 and the byte of endianness as files of those kinds have them.
 */
import { type ProblemLog, RiglineError } from '@rigline/diagnostics';
import { ArrayTwins } from './array-twins.ts';
import { readBinaryNumbers, readBinaryValues } from './binary-values.ts';
import { reportFbx } from './problems.ts';
import type { FbxArray, FbxRecord, FbxValue, Inflate } from './record-types.ts';
import { TextPool } from './text.ts';

/** Records nest about ten deep in real files; the reference reader stops at the same number. */
export const MAX_RECORD_DEPTH = 33;

const MAGIC = 'Kaydara FBX Binary';
/** The magic with its padding, 0x1A, and the byte of endianness. */
const MAGIC_BYTES = 23;
/** First byte of the first record. */
const FIRST_RECORD = 27;
const WIDE_VERSION = 7500;

/**
 * All arrays of a file together may unpack to this many bytes, and so many times the size of the file. Real files grow
 * a few times; a file of nothing but zeros would grow a thousand times and fill the memory.
 */
const UNPACKED_BYTES = 2 ** 28;
const UNPACKED_RATIO = 64;

const NO_CHILDREN: readonly FbxRecord[] = [];

/** What `readHeader` found: the end of a list, a record, or bytes that are none. */
type HeaderKind = 0 | 1 | 2;
const END: HeaderKind = 0;
const RECORD: HeaderKind = 1;
const DAMAGED: HeaderKind = 2;

/** What all records of a binary file share. */
export class BinarySource {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly file: string;
  readonly log: ProblemLog;
  readonly inflate: Inflate;
  readonly isBigEndian: boolean;
  readonly version: number;
  readonly text: TextPool;
  readonly headerBytes: number;
  readonly twins: ArrayTwins = new ArrayTwins();
  #room: number;
  /** Fields of the header read last. */
  end = 0;
  count = 0;
  nameAt = 0;
  nameEnd = 0;
  valuesEnd = 0;
  /** The record claimed to end before its values do; then it ends with them. */
  isEndWrong = false;

  constructor(bytes: Uint8Array, options: { file: string; log: ProblemLog; inflate: Inflate }) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.file = options.file;
    this.log = options.log;
    this.inflate = options.inflate;
    this.isBigEndian = bytes[MAGIC_BYTES - 1] !== 0;
    this.version = this.view.getUint32(MAGIC_BYTES, !this.isBigEndian);
    this.headerBytes = this.version >= WIDE_VERSION ? 25 : 13;
    this.text = new TextPool((at) => reportInvalidText(options.log, options.file, at));
    this.#room = UNPACKED_BYTES + UNPACKED_RATIO * bytes.length;
  }

  /** Tells whether so many unpacked bytes are still allowed, and counts them. */
  takeRoom(size: number): boolean {
    if (size > this.#room) return false;
    this.#room -= size;
    return true;
  }

  /** Reads the header at `at` of a list that ends at `limit` into the fields. */
  readHeader(at: number, limit: number): HeaderKind {
    const bytes = this.headerBytes;
    if (at + bytes > limit) return at === limit ? END : DAMAGED;
    const { view } = this;
    const little = !this.isBigEndian;
    let length: number;
    if (bytes === 13) {
      this.end = view.getUint32(at, little);
      this.count = view.getUint32(at + 4, little);
      length = view.getUint32(at + 8, little);
    } else {
      this.end = this.readUint64(at);
      this.count = this.readUint64(at + 8);
      length = this.readUint64(at + 16);
    }
    this.nameAt = at + bytes;
    const nameLength = this.bytes[at + bytes - 1]!;
    if (this.end === 0 && nameLength === 0) return END;
    this.nameEnd = this.nameAt + nameLength;
    this.valuesEnd = this.nameEnd + length;
    this.isEndWrong = this.end < this.valuesEnd;
    if (this.isEndWrong) this.end = this.valuesEnd;
    return this.end <= limit ? RECORD : DAMAGED;
  }

  readUint64(at: number): number {
    const first = this.view.getUint32(at, !this.isBigEndian);
    const second = this.view.getUint32(at + 4, !this.isBigEndian);
    return this.isBigEndian ? first * 0x1_0000_0000 + second : second * 0x1_0000_0000 + first;
  }
}

/** Reports a string that is not UTF-8. */
export function reportInvalidText(log: ProblemLog, file: string, at: number): void {
  reportFbx(log, 'FBX_INVALID_TEXT', {
    message: 'A string holds bytes that are not UTF-8; they are kept, and shown as \ufffd',
    at: { file, byte: at },
    hint: 'Rename the object in the program that wrote the file.',
  });
}

/** A record of a binary file. */
export class BinaryRecord implements FbxRecord {
  readonly name: string;
  readonly at: number;
  readonly #source: BinarySource;
  readonly #count: number;
  readonly #valuesAt: number;
  readonly #valuesEnd: number;
  readonly #end: number;
  #values: readonly FbxValue[] | undefined;
  #children: readonly FbxRecord[] | undefined;

  /** The record whose header `source` read last. */
  constructor(source: BinarySource, at: number) {
    this.name = source.text.read(source.bytes, source.nameAt, source.nameEnd);
    this.at = at;
    this.#source = source;
    this.#count = source.count;
    this.#valuesAt = source.nameEnd;
    this.#valuesEnd = source.valuesEnd;
    this.#end = source.end;
    this.#values = undefined;
    this.#children = undefined;
  }

  get values(): readonly FbxValue[] {
    this.#values ??= readBinaryValues(this.#source, this.#valuesAt, this.#valuesEnd, this.#count);
    return this.#values;
  }

  get children(): readonly FbxRecord[] {
    this.#children ??= readList(this.#source, this.#valuesEnd, this.#end);
    return this.#children;
  }

  /** All numbers of the record as one array: its array, or its single values. */
  numbers(): FbxArray {
    return readBinaryNumbers(this.#source, this.#valuesAt, this.#valuesEnd, this.#count);
  }
}

/** Tells by its first bytes whether a file is binary FBX. */
export function isBinaryFbx(bytes: Uint8Array): boolean {
  for (let i = 0; i < MAGIC.length; i++) if (bytes[i] !== MAGIC.charCodeAt(i)) return false;
  return true;
}

/** The records of the first level of a binary file whose headers are all checked. */
export function readBinaryRecords(
  bytes: Uint8Array,
  options: { file: string; log: ProblemLog; inflate: Inflate },
): { source: BinarySource; records: readonly FbxRecord[] } {
  if (bytes.length < FIRST_RECORD) {
    throw new RiglineError({
      code: 'FBX_TRUNCATED',
      message: `The file ends in its header: it has ${bytes.length} bytes, a header has ${FIRST_RECORD}`,
      at: { file: options.file, byte: bytes.length },
      hint: 'Export or copy the file again; this copy is incomplete.',
    });
  }
  const source = new BinarySource(bytes, options);
  checkHeaders(source);
  const records = readList(source, FIRST_RECORD, bytes.length);
  return { source, records };
}

/** The records from `start` to the end mark; stops where `checkHeaders` has reported damage. */
function readList(source: BinarySource, start: number, limit: number): readonly FbxRecord[] {
  if (start >= limit) return NO_CHILDREN;
  // Counted first: lists that grow would have room to spare, which is much for many short ones.
  let count = 0;
  for (let at = start; source.readHeader(at, limit) === RECORD; at = source.end) count++;
  if (count === 0) return NO_CHILDREN;
  const records = new Array<FbxRecord>(count);
  let at = start;
  for (let i = 0; i < count; i++) {
    source.readHeader(at, limit);
    const { end } = source;
    records[i] = new BinaryRecord(source, at);
    at = end;
  }
  return records;
}

/** Walks all headers without making records. */
function checkHeaders(source: BinarySource): void {
  const ends = new Float64Array(MAX_RECORD_DEPTH + 1);
  ends[0] = source.bytes.length;
  let depth = 0;
  let at = FIRST_RECORD;
  for (;;) {
    const limit = ends[depth]!;
    const kind = source.readHeader(at, limit);
    if (kind === RECORD) {
      const { valuesEnd, end } = source;
      if (source.isEndWrong) reportWrongEnd(source, at);
      if (valuesEnd === end) {
        at = end;
      } else {
        depth++;
        if (depth >= MAX_RECORD_DEPTH) throw tooDeep(source.file, at);
        ends[depth] = end;
        at = valuesEnd;
      }
      continue;
    }
    if (depth === 0) {
      checkEnd(source, at, kind);
      return;
    }
    if (kind === DAMAGED) reportDamaged(source, at, limit);
    at = limit;
    depth--;
  }
}

/** The error for records that are nested too deep. */
export function tooDeep(file: string, at: number): RiglineError {
  return new RiglineError({
    code: 'FBX_TOO_DEEP',
    message: `Records are nested deeper than ${MAX_RECORD_DEPTH} levels`,
    at: { file, byte: at },
    hint: 'Export the file again; no program writes such a file.',
  });
}

function reportDamaged(source: BinarySource, at: number, limit: number): void {
  reportFbx(source.log, 'FBX_DAMAGED_RECORD', {
    message: `A record does not fit into the one around it, which ends at byte ${limit}; the rest of that is left out`,
    at: { file: source.file, byte: at },
    hint: 'Export or copy the file again.',
    group: '',
  });
}

function reportWrongEnd(source: BinarySource, at: number): void {
  reportFbx(source.log, 'FBX_DAMAGED_RECORD', {
    message: 'A record claims to end before its own values do; it is read without children',
    at: { file: source.file, byte: at },
    hint: 'Export or copy the file again.',
  });
}

/** Judges the end of the first level: an end mark, no end mark, or damage. */
function checkEnd(source: BinarySource, at: number, kind: HeaderKind): void {
  const size = source.bytes.length;
  const place = { file: source.file, byte: at };
  const hint = 'Export or copy the file again; this copy is incomplete.';
  if (kind === DAMAGED && at + source.headerBytes <= size) {
    const name = source.text.read(source.bytes, source.nameAt, Math.min(size, source.nameEnd));
    const message = `Record "${name}" ends at byte ${source.end}, but the file has ${size} bytes`;
    throw new RiglineError({ code: 'FBX_TRUNCATED', message, at: place, hint });
  }
  if (at === FIRST_RECORD) {
    throw new RiglineError({ code: 'FBX_EMPTY', message: 'The file holds no record', at: place, hint });
  }
  if (kind === DAMAGED || at === size) {
    reportFbx(source.log, 'FBX_MISSING_END', {
      message: 'The end mark after the last record is missing',
      at: place,
      hint,
    });
  }
}
