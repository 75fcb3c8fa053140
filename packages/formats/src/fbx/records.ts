/** FBX bytes of either container to records. */
import { type ProblemLog, RiglineError } from '@rigline/diagnostics';
import { AsciiRecord, readAsciiRecords } from './container-ascii.ts';
import { BinaryRecord, isBinaryFbx, readBinaryRecords } from './container-binary.ts';
import { inflateZlib } from './inflate.ts';
import { NumberList } from './number-list.ts';
import { reportFbx } from './problems.ts';
import { childOf, type FbxArray, type FbxFile, type FbxRecord, type Inflate, isFbxArray } from './record-types.ts';

export interface FbxRecordOptions {
  /** Name of the file in problems. */
  readonly file: string;
  readonly log: ProblemLog;
  /**
   * Unpacks large arrays; by default, and for small arrays always, plain JavaScript does. In Node
   * `(bytes, size) => zlib.inflateSync(bytes, { maxOutputLength: size })` is about twice as fast.
   */
  readonly inflate?: Inflate;
}

/** Below this size, in bytes, a call into native code costs more than it saves. */
const NATIVE_INFLATE_SIZE = 2048;

const OLDEST_VERSION = 3000;
const NEWEST_VERSION = 7700;

/**
 * The records of a file, binary or ASCII.
 *
 * Throws a `RiglineError` for bytes that are not FBX, for files that end too early and for records nested without end;
 * other faults are reported to `log`, some only when the damaged values are asked for.
 */
export function readFbxRecords(input: Uint8Array, options: FbxRecordOptions): FbxFile {
  const { file, log } = options;
  // Node's Buffer would give views instead of copies, and slower ones.
  const bytes = new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (bytes.length === 0) {
    throw new RiglineError({ code: 'FBX_EMPTY', message: 'The file holds no byte', at: { file, byte: 0 } });
  }
  if (!isBinaryFbx(bytes)) {
    const { version, records } = readAsciiRecords(bytes, { file, log });
    checkVersion(version, options);
    return { file, version, encoding: 'ascii', isBigEndian: false, records };
  }
  const { source, records } = readBinaryRecords(bytes, { file, log, inflate: inflateOf(options) });
  const version = binaryVersion(source.version, records);
  checkVersion(version, options);
  return { file, version, encoding: 'binary', isBigEndian: source.isBigEndian, records };
}

function inflateOf({ inflate }: FbxRecordOptions): Inflate {
  if (!inflate) return inflateZlib;
  return (bytes, size) => (size < NATIVE_INFLATE_SIZE ? inflateZlib(bytes, size) : inflate(bytes, size));
}

/** The first bytes of all old files say 3000; the header record knows better. */
function binaryVersion(version: number, records: readonly FbxRecord[]): number {
  if (version !== OLDEST_VERSION) return version;
  const header = records.find((record) => record.name === 'FBXHeaderExtension');
  const named = header && childOf(header, 'FBXVersion')?.values[0];
  return typeof named === 'number' && named > version && named < 6000 ? named : version;
}

function checkVersion(version: number, { file, log }: FbxRecordOptions): void {
  if (version >= OLDEST_VERSION && version <= NEWEST_VERSION) return;
  reportFbx(log, 'FBX_UNSUPPORTED_VERSION', {
    message: `The file is of version ${version}; versions ${OLDEST_VERSION} to ${NEWEST_VERSION} are known`,
    at: { file },
    hint: 'Check the result, or export the file as FBX 2020 (7700).',
  });
}

/**
 * All numbers of a record as one array: the array that stands there, or the single values that older versions write
 * instead. Does not make the single values; values that are no numbers are left out.
 */
export function numbersOf(record: FbxRecord): FbxArray {
  if (record instanceof BinaryRecord || record instanceof AsciiRecord) return record.numbers();
  const first = record.values[0];
  if (isFbxArray(first)) return first;
  const numbers = record.values.filter((value) => typeof value === 'number' || typeof value === 'bigint');
  return new NumberList(Float64Array.from(numbers, Number), record.at);
}
