/** The values of a record of a binary file. */
import { BinaryArray, elementBytes } from './binary-array.ts';
import type { BinarySource } from './container-binary.ts';
import { NumberList } from './number-list.ts';
import { reportFbx } from './problems.ts';
import type { FbxArray, FbxValue } from './record-types.ts';

const NO_VALUES: readonly FbxValue[] = [];

/** Bytes of a single value after its code; 0 for codes of another kind. */
const SINGLE_BYTES = new Uint8Array(256);
for (const [codes, bytes] of [
  ['CBZ', 1],
  ['Y', 2],
  ['IF', 4],
  ['LD', 8],
] as const) {
  for (const code of codes) SINGLE_BYTES[code.charCodeAt(0)] = bytes;
}

/** Bytes of the head of an array after its code: count, encoding, size. */
const ARRAY_HEAD = 12;

/** The values in `[start, end)`; at a damaged one the rest is left out with a problem. */
export function readBinaryValues(source: BinarySource, start: number, end: number, count: number): readonly FbxValue[] {
  if (count === 0) return NO_VALUES;
  const { bytes, view } = source;
  const little = !source.isBigEndian;
  // Every value takes two bytes at least. An array of the right size from the start has no room to spare.
  const values = new Array<FbxValue>(Math.min(count, (end - start) >> 1));
  let at = start;
  let made = 0;
  for (; made < values.length; made++) {
    const code = at < end ? bytes[at]! : 0;
    const size = SINGLE_BYTES[code]!;
    if (size > 0 && at + 1 + size <= end) {
      values[made] = readSingle(source, code, at + 1);
      at += 1 + size;
    } else if ((code === 0x53 || code === 0x52) && at + 5 <= end) {
      const dataEnd = at + 5 + view.getUint32(at + 1, little);
      if (dataEnd > end) break;
      values[made] = code === 0x53 ? source.text.read(bytes, at + 5, dataEnd) : bytes.subarray(at + 5, dataEnd);
      at = dataEnd;
    } else if (elementBytes(code) > 0 && at + 1 + ARRAY_HEAD <= end) {
      const dataEnd = at + 1 + ARRAY_HEAD + view.getUint32(at + 9, little);
      if (dataEnd > end) break;
      values[made] = new BinaryArray(source, code, at);
      at = dataEnd;
    } else {
      break;
    }
  }
  if (made < count) {
    values.length = made;
    reportDamagedValue(source, at, end);
  }
  return values;
}

function reportDamagedValue(source: BinarySource, at: number, end: number): void {
  reportFbx(source.log, 'FBX_DAMAGED_VALUE', {
    message: `A value is of an unknown type, or does not end before byte ${end} where its record's values end`,
    at: { file: source.file, byte: at },
    hint: 'Export or copy the file again.',
    group: '',
  });
}

/** The single value after a code. Source of the codes: see container-binary.ts; `B` and `Z` are bytes as `C`. */
function readSingle(source: BinarySource, code: number, at: number): number | bigint {
  const { view } = source;
  const little = !source.isBigEndian;
  switch (code) {
    case 0x49:
      return view.getInt32(at, little);
    case 0x44:
      return view.getFloat64(at, little);
    case 0x46:
      return view.getFloat32(at, little);
    case 0x59:
      return view.getInt16(at, little);
    case 0x4c:
      return readInt64(view, at, little);
    default:
      return source.bytes[at]!;
  }
}

/** A whole number of 64 bits: a `number` up to 2^53, beyond that a `bigint`. */
function readInt64(view: DataView, at: number, little: boolean): number | bigint {
  const high = view.getInt32(little ? at + 4 : at, little);
  const low = view.getUint32(little ? at : at + 4, little);
  const value = high * 0x1_0000_0000 + low;
  return Number.isSafeInteger(value) ? value : view.getBigInt64(at, little);
}

/** All numbers in `[start, end)` as one array: the array that stands there, or the single values. */
export function readBinaryNumbers(source: BinarySource, start: number, end: number, count: number): FbxArray {
  if (count > 0 && start + 1 + ARRAY_HEAD <= end && elementBytes(source.bytes[start]!) > 0) {
    return new BinaryArray(source, source.bytes[start]!, start);
  }
  const { bytes } = source;
  const numbers = new Float64Array(Math.min(count, (end - start) >> 1));
  let made = 0;
  let at = start;
  for (let i = 0; i < count && at < end; i++) {
    const code = bytes[at]!;
    const size = SINGLE_BYTES[code]!;
    if (size === 0 || at + 1 + size > end) break;
    numbers[made++] = Number(readSingle(source, code, at + 1));
    at += 1 + size;
  }
  return new NumberList(numbers.subarray(0, made), start);
}
