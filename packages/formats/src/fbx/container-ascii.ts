/**
 * ASCII FBX bytes to records. Knows names, values, braces and comments; of records only those that tell the version,
 * and those whose strings are base64.
 *
 * All records are found, and all tokens checked, when the file is opened; values are made when they are asked for.
 */
import { type ProblemLog, RiglineError } from '@rigline/diagnostics';
import { AsciiScanner } from './ascii-scanner.ts';
import { AsciiSource, isWordStart } from './ascii-source.ts';
import { AsciiArray, readAsciiContent, readAsciiNumbers, readAsciiValues } from './ascii-values.ts';
import { MAX_RECORD_DEPTH, tooDeep } from './container-binary.ts';
import { reportFbx } from './problems.ts';
import { childOf, type FbxArray, type FbxRecord, type FbxValue } from './record-types.ts';

const NO_CHILDREN: readonly FbxRecord[] = [];
const NO_VALUES: readonly FbxValue[] = [];

/** Records whose strings are base64. */
const CONTENT_NAMES: ReadonlySet<string> = new Set(['Content', 'BinaryData']);

/** Records of the first level; a file without any of them is another format that looks alike. */
const KNOWN_NAMES: ReadonlySet<string> = new Set([
  'FBXHeaderExtension',
  'GlobalSettings',
  'Documents',
  'Definitions',
  'Objects',
  'Connections',
  'Relations',
  'Takes',
  'Model',
  'Version5',
  'Hierarchy',
]);

/** A record of a text file. */
export class AsciiRecord implements FbxRecord {
  readonly name: string;
  readonly at: number;
  children: readonly FbxRecord[] = NO_CHILDREN;
  readonly #source: AsciiSource;
  readonly #start: number;
  readonly #end: number;
  readonly #count: number;
  readonly #isArray: boolean;
  #values: readonly FbxValue[] | undefined;

  /** The record whose values `scanner` scanned last. */
  constructor(name: string, at: number, scanner: AsciiScanner) {
    this.name = name;
    this.at = at;
    this.#source = scanner.source;
    this.#start = scanner.valuesStart;
    this.#end = scanner.valuesEnd;
    this.#count = scanner.count;
    this.#isArray = scanner.isArray;
    this.#values = undefined;
  }

  get values(): readonly FbxValue[] {
    this.#values ??= this.#read();
    return this.#values;
  }

  #read(): readonly FbxValue[] {
    if (this.#isArray) return [new AsciiArray(this.#source, this.#start, this.#end, this.#count)];
    if (this.#count === 0) return NO_VALUES;
    if (CONTENT_NAMES.has(this.name)) return readAsciiContent(this.#source, this.#start, this.#end);
    return readAsciiValues(this.#source, this.#start, this.#end);
  }

  /** All numbers of the record as one array. */
  numbers(): FbxArray {
    return readAsciiNumbers(this.#source, this.#start, this.#end, this.#count);
  }
}

/** The records of the first level of a text file. */
export function readAsciiRecords(
  bytes: Uint8Array,
  options: { file: string; log: ProblemLog },
): { version: number; records: readonly FbxRecord[] } {
  const source = new AsciiSource(bytes, options);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const scanner = new AsciiScanner(source, start);
  const declared = declaredVersion(bytes, start);
  const first = scanner.skipSpace();
  if (first >= 0 && first !== 0x22 && !isWordStart(first)) throw notFbx(source, scanner.at);
  const records = scanRecords(scanner, declared > 0);
  if (records.length === 0) {
    throw source.refuse('FBX_EMPTY', start, 'The file holds no record', 'Export or copy the file again.');
  }
  if (declared === 0 && !records.some((record) => KNOWN_NAMES.has(record.name))) throw notFbx(source, start);
  source.version = declared || versionOf(source, records);
  return { version: source.version, records };
}

/** The error for bytes that are no FBX. */
function notFbx(source: AsciiSource, at: number): RiglineError {
  const hint = 'Check that the file is FBX and not another format with that ending.';
  return source.refuse('FBX_NOT_FBX', at, 'The file does not begin as an FBX file does', hint);
}

/** Walks the whole text. Nesting is kept in a list, so that depth costs no stack. */
function scanRecords(scanner: AsciiScanner, isSure: boolean): FbxRecord[] {
  const { source } = scanner;
  const lists: FbxRecord[][] = [];
  let list: FbxRecord[] = [];
  for (let c = scanner.skipSpace(); c >= 0; c = scanner.skipSpace()) {
    const { at } = scanner;
    if (c === 0x7d) {
      scanner.at++;
      const outer = lists.pop();
      if (outer) list = outer;
      else reportStray(source, at);
      continue;
    }
    const name = scanNameOf(scanner, isSure || list.length + lists.length > 0);
    scanner.scanValues();
    const record = new AsciiRecord(name, at, scanner);
    list.push(record);
    if (scanner.skipSpace() !== 0x7b) continue;
    scanner.at++;
    lists.push(list);
    if (lists.length >= MAX_RECORD_DEPTH) throw tooDeep(source.file, at);
    list = [];
    record.children = list;
  }
  if (lists.length > 0) {
    const message = `The file ends inside of ${lists.length} open ${lists.length === 1 ? 'brace' : 'braces'}`;
    const hint = 'Export or copy the file again; this copy is incomplete.';
    throw source.refuse('FBX_TRUNCATED', source.bytes.length, message, hint);
  }
  return list;
}

/** The name of a record; where the very first is none, the file is no FBX at all. */
function scanNameOf(scanner: AsciiScanner, isSure: boolean): string {
  const { at } = scanner;
  try {
    return scanner.scanName();
  } catch (error) {
    if (isSure || (error instanceof RiglineError && error.code === 'FBX_TRUNCATED')) throw error;
    throw notFbx(scanner.source, at);
  }
}

function reportStray(source: AsciiSource, at: number): void {
  reportFbx(source.log, 'FBX_BAD_SYNTAX', {
    message: 'A closing brace closes nothing; it is left out',
    at: { file: source.file, byte: at },
    hint: 'Export the file again.',
    group: '',
  });
}

/** The version of the first comment, `; FBX 7.4.0 project file`; 0 where it has none. */
function declaredVersion(bytes: Uint8Array, start: number): number {
  let head = '';
  for (let i = start; i < Math.min(bytes.length, start + 256); i++) head += String.fromCharCode(bytes[i]!);
  const match = /^\s*;[ \t]*FBX[ \t]+(\d)\.(\d)\.(\d)/.exec(head);
  return match ? Number(`${match[1]}${match[2]}${match[3]}0`) : 0;
}

/** The version that the header names, else a guess by how objects are written. */
function versionOf(source: AsciiSource, records: readonly FbxRecord[]): number {
  const header = records.find((record) => record.name === 'FBXHeaderExtension');
  const version = header && childOf(header, 'FBXVersion')?.values[0];
  if (typeof version === 'number' && version >= 3000 && version <= 10_000) return version;
  const objects = records.find((record) => record.name === 'Objects');
  const hasIds = objects?.children.some((record) => typeof record.values[0] !== 'string') ?? false;
  const guess = hasIds ? 7400 : objects ? 6100 : 5800;
  reportFbx(source.log, 'FBX_NO_VERSION', {
    message: `The file names no version; it is read as ${guess}`,
    at: { file: source.file },
    hint: 'Check the result, or export the file again.',
  });
  return guess;
}
