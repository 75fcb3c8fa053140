/**
 * Take files: messages of the live protocol with the time at which they came, one after the other.
 *
 * `RLTAKE1\n`, then records: u32 length of the rest, u32 CRC-32 of the rest, f64 seconds since the first record, message.
 * Little endian. A record counts once it is whole, so a file that ends anywhere is good up to its last whole record.
 */
import { crc32 } from './crc32.ts';

export const TAKE_MAGIC: Uint8Array = Uint8Array.from('RLTAKE1\n', (c) => c.charCodeAt(0));
const PREFIX = 8;
const TIME_BYTES = 8;
/** A record longer than this is damage: no message is. */
const MAX_RECORD = (1 << 24) + TIME_BYTES;

export interface TakeRecord {
  /** Since the beginning of the take. */
  readonly seconds: number;
  readonly message: Uint8Array;
}

/** What a file holds, as far as it is whole. */
export interface TakeContent {
  readonly records: readonly TakeRecord[];
  /** Bytes up to the end of the last whole record: a recorder goes on there. */
  readonly wholeBytes: number;
  /** Bytes after that, which are no whole record. */
  readonly lostBytes: number;
}

/** One record as bytes. */
export function encodeTakeRecord({ seconds, message }: TakeRecord): Uint8Array {
  const out = new Uint8Array(PREFIX + TIME_BYTES + message.length);
  const view = new DataView(out.buffer);
  view.setFloat64(PREFIX, seconds, true);
  out.set(message, PREFIX + TIME_BYTES);
  view.setUint32(0, TIME_BYTES + message.length, true);
  view.setUint32(4, crc32(out.subarray(PREFIX)), true);
  return out;
}

/** Whether bytes begin as a take does. */
export function isTake(bytes: Uint8Array): boolean {
  return bytes.length >= TAKE_MAGIC.length && TAKE_MAGIC.every((byte, i) => bytes[i] === byte);
}

/**
 * All whole records of a file. Reading ends at the first that is damaged or cut: what follows cannot be told from
 * chance. Messages share the memory of `bytes`. A file that is no take has none.
 */
export function decodeTake(bytes: Uint8Array): TakeContent {
  const records: TakeRecord[] = [];
  if (!isTake(bytes)) return { records, wholeBytes: 0, lostBytes: bytes.length };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = TAKE_MAGIC.length;
  while (at + PREFIX <= bytes.length) {
    const length = view.getUint32(at, true);
    const end = at + PREFIX + length;
    if (length < TIME_BYTES || length > MAX_RECORD || end > bytes.length) break;
    if (crc32(bytes.subarray(at + PREFIX, end)) !== view.getUint32(at + 4, true)) break;
    const seconds = view.getFloat64(at + PREFIX, true);
    records.push({ seconds, message: bytes.subarray(at + PREFIX + TIME_BYTES, end) });
    at = end;
  }
  return { records, wholeBytes: at, lostBytes: bytes.length - at };
}
