/** What both containers of FBX give: a tree of records with values. Knows no object and no property. */

/**
 * A numeric array of a record. Its numbers are inflated, or read from the text, when they are asked for first; each
 * form is kept. Elements of another type than asked for are converted. An array that cannot be read is reported once
 * and empty; no more than `count` numbers are ever made.
 */
export interface FbxArray {
  /** Numbers that the file declares, checked against the bytes that are there. */
  readonly count: number;
  /** Byte of the file where it begins. */
  readonly at: number;
  toFloat64(): Float64Array;
  toInt32(): Int32Array;
  /** 64-bit whole numbers as float64: exact up to 2^53. */
  toTicks(): Float64Array;
  /** Floats that text files may write as the whole number with the same bits. */
  toFloat32Bits(): Float32Array;
}

/** Whole numbers beyond 2^53 are `bigint`, all others `number`, so that equal ids are equal keys. Raw data is bytes. */
export type FbxValue = number | bigint | string | Uint8Array | FbxArray;

/** A record: `Name: value, value { children }`. Children of binary files are read when they are asked for first. */
export interface FbxRecord {
  readonly name: string;
  /** Byte of the file where it begins. */
  readonly at: number;
  readonly values: readonly FbxValue[];
  readonly children: readonly FbxRecord[];
}

/** A file as its container gives it. */
export interface FbxFile {
  readonly file: string;
  /** 3000 to 7700. */
  readonly version: number;
  readonly encoding: 'binary' | 'ascii';
  readonly isBigEndian: boolean;
  /** Records of the first level. */
  readonly records: readonly FbxRecord[];
}

/** Inflates zlib data of a known size; throws where it is damaged or larger. */
export type Inflate = (bytes: Uint8Array, size: number) => Uint8Array;

/** Tells a numeric array from the other values. */
export function isFbxArray(value: FbxValue | undefined): value is FbxArray {
  return typeof value === 'object' && !(value instanceof Uint8Array);
}

/** The first child of a name. */
export function childOf(record: FbxRecord, name: string): FbxRecord | undefined {
  return record.children.find((child) => child.name === name);
}
