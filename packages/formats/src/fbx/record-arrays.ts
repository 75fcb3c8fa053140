/** Numbers of a record, whether the file has them as one array or, as old files do, value by value. */
import { childOf, type FbxArray, type FbxRecord, isFbxArray } from './record-types.ts';

/** The array of a record, or undefined where its numbers stand one by one. */
function arrayOf(record: FbxRecord): FbxArray | undefined {
  const [first] = record.values;
  return isFbxArray(first) ? first : undefined;
}

/** How many numbers a record holds; inflates nothing. */
export function countNumbers(record: FbxRecord | undefined): number {
  if (!record) return 0;
  return arrayOf(record)?.count ?? record.values.length;
}

/** The numbers of a record in double precision. May be shared: not to be changed. */
export function readFloat64(record: FbxRecord | undefined): Float64Array {
  if (!record) return new Float64Array(0);
  const array = arrayOf(record);
  if (array) return array.toFloat64();
  const { values } = record;
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) numbers[i] = toNumber(values[i]);
  return numbers;
}

/** The numbers of a record as 32-bit integers. May be shared: not to be changed. */
export function readInt32(record: FbxRecord | undefined): Int32Array {
  if (!record) return new Int32Array(0);
  const array = arrayOf(record);
  if (array) return array.toInt32();
  const { values } = record;
  const numbers = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) numbers[i] = toNumber(values[i]);
  return numbers;
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'bigint' ? Number(value) : Number.NaN;
}

/** The first value of a child record where it is a string. */
export function childText(record: FbxRecord, name: string): string | undefined {
  const value = childOf(record, name)?.values[0];
  return typeof value === 'string' ? value : undefined;
}

/** The first value of a child record where it is a number. */
export function childNumber(record: FbxRecord, name: string): number | undefined {
  const value = childOf(record, name)?.values[0];
  return typeof value === 'number' ? value : undefined;
}

/** The first child that has one of the names, the names in order of preference. */
export function childOfAny(record: FbxRecord, names: readonly string[]): FbxRecord | undefined {
  for (const name of names) {
    const child = childOf(record, name);
    if (child) return child;
  }
  return undefined;
}
