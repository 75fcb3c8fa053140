/** Tiny FBX files from trees of records, for tests. */
import { deflateSync } from 'node:zlib';

/** A value with the code it has in binary files: `C` `Y` `I` `L` `F` `D`. */
export interface FbxTypedValue {
  readonly code: 'C' | 'B' | 'Y' | 'I' | 'L' | 'F' | 'D';
  readonly value: number | bigint;
}

/**
 * Numbers become `I`, `L` or `D` by their value, booleans `C`, bytes `R`; typed arrays become arrays of the same type
 * (`Int8Array` one of bytes). Names of objects are written as in binary files, `Cube\0\x01Model`; the ASCII writer
 * turns them round.
 */
export type FbxTreeValue =
  | number
  | bigint
  | boolean
  | string
  | Uint8Array
  | Float64Array
  | Float32Array
  | Int32Array
  | BigInt64Array
  | Int8Array
  | FbxTypedValue;

export interface FbxTree {
  readonly name: string;
  readonly values?: readonly FbxTreeValue[];
  readonly children?: readonly FbxTree[];
}

export interface FbxWriteOptions {
  /** 7400 by default. */
  readonly version?: number;
  readonly isBigEndian?: boolean;
  /** Packs arrays as zlib data. */
  readonly packed?: boolean;
}

/** A record in one line: `fbxRecord('Version', [100])`. */
export function fbxRecord(
  name: string,
  values: readonly FbxTreeValue[] = [],
  children: readonly FbxTree[] = [],
): FbxTree {
  return { name, values, children };
}

class BinaryWriter {
  readonly parts: number[] = [];
  readonly #options: FbxWriteOptions;

  constructor(options: FbxWriteOptions) {
    this.#options = options;
  }

  number(size: number, write: (view: DataView, little: boolean) => void): void {
    const view = new DataView(new ArrayBuffer(size));
    write(view, !this.#options.isBigEndian);
    this.bytes(new Uint8Array(view.buffer));
  }

  bytes(bytes: Uint8Array): void {
    for (const byte of bytes) this.parts.push(byte);
  }

  uint32(value: number): void {
    this.number(4, (view, little) => view.setUint32(0, value, little));
  }

  /** A number of a record's header: 64 bits wide from version 7500. */
  offset(value: number): void {
    if ((this.#options.version ?? 7400) < 7500) this.uint32(value);
    else this.number(8, (view, little) => view.setBigUint64(0, BigInt(value), little));
  }
}

/** A binary file of any version from 3000. */
export function writeFbxBinary(records: readonly FbxTree[], options: FbxWriteOptions = {}): Uint8Array {
  const writer = new BinaryWriter(options);
  for (const character of 'Kaydara FBX Binary  \0\x1a') writer.parts.push(character.charCodeAt(0));
  writer.parts.push(options.isBigEndian ? 1 : 0);
  writer.uint32(options.version ?? 7400);
  for (const record of records) writeRecord(writer, record, options);
  writeEndMark(writer, options);
  return Uint8Array.from(writer.parts);
}

function writeEndMark(writer: BinaryWriter, options: FbxWriteOptions): void {
  writer.bytes(new Uint8Array((options.version ?? 7400) >= 7500 ? 25 : 13));
}

function writeRecord(writer: BinaryWriter, record: FbxTree, options: FbxWriteOptions): void {
  const at = writer.parts.length;
  const width = (options.version ?? 7400) >= 7500 ? 8 : 4;
  const values = record.values ?? [];
  const children = record.children ?? [];
  const name = new TextEncoder().encode(record.name);
  writer.bytes(new Uint8Array(3 * width));
  writer.parts.push(name.length);
  writer.bytes(name);
  const valuesAt = writer.parts.length;
  for (const value of values) writeValue(writer, value, options);
  const length = writer.parts.length - valuesAt;
  for (const child of children) writeRecord(writer, child, options);
  if (children.length > 0) writeEndMark(writer, options);
  patch(writer, at, writer.parts.length, options);
  patch(writer, at + width, values.length, options);
  patch(writer, at + 2 * width, length, options);
}

function patch(writer: BinaryWriter, at: number, value: number, options: FbxWriteOptions): void {
  const field = new BinaryWriter(options);
  field.offset(value);
  for (let i = 0; i < field.parts.length; i++) writer.parts[at + i] = field.parts[i]!;
}

function writeValue(writer: BinaryWriter, value: FbxTreeValue, options: FbxWriteOptions): void {
  if (typeof value === 'string') writeBlock(writer, 'S', encodeText(value));
  else if (value instanceof Uint8Array) writeBlock(writer, 'R', value);
  else if (typeof value === 'object' && 'code' in value) writeTyped(writer, value);
  else if (typeof value === 'object') writeArray(writer, value, options);
  else writeTyped(writer, typedValue(value));
}

function typedValue(value: number | bigint | boolean): FbxTypedValue {
  if (typeof value === 'boolean') return { code: 'C', value: value ? 1 : 0 };
  if (typeof value === 'bigint') return { code: 'L', value };
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return { code: 'D', value };
  return value === (value | 0) ? { code: 'I', value } : { code: 'L', value: BigInt(value) };
}

/** Text as UTF-8; lone surrogates U+DC80…U+DCFF become the byte that they stand for. */
function encodeText(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= 0xdc80 && code <= 0xdcff) bytes.push(code - 0xdc00);
    else bytes.push(...new TextEncoder().encode(character));
  }
  return Uint8Array.from(bytes);
}

function writeBlock(writer: BinaryWriter, code: string, bytes: Uint8Array): void {
  writer.parts.push(code.charCodeAt(0));
  writer.uint32(bytes.length);
  writer.bytes(bytes);
}

function writeTyped(writer: BinaryWriter, { code, value }: FbxTypedValue): void {
  writer.parts.push(code.charCodeAt(0));
  const number = Number(value);
  if (code === 'I') writer.number(4, (view, little) => view.setInt32(0, number, little));
  else if (code === 'Y') writer.number(2, (view, little) => view.setInt16(0, number, little));
  else if (code === 'F') writer.number(4, (view, little) => view.setFloat32(0, number, little));
  else if (code === 'D') writer.number(8, (view, little) => view.setFloat64(0, number, little));
  else if (code === 'L') writer.number(8, (view, little) => view.setBigInt64(0, BigInt(value), little));
  else writer.parts.push(number & 255);
}

type FbxTreeArray = Float64Array | Float32Array | Int32Array | BigInt64Array | Int8Array;

function arrayCode(array: FbxTreeArray): string {
  if (array instanceof Float64Array) return 'd';
  if (array instanceof Float32Array) return 'f';
  if (array instanceof Int32Array) return 'i';
  return array instanceof BigInt64Array ? 'l' : 'b';
}

function writeArray(writer: BinaryWriter, array: FbxTreeArray, options: FbxWriteOptions): void {
  const bytes = new Uint8Array(array.byteLength);
  bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const size = array.BYTES_PER_ELEMENT;
  if (options.isBigEndian) for (let i = 0; i < bytes.length; i += size) bytes.subarray(i, i + size).reverse();
  const stored = options.packed ? deflateSync(bytes) : bytes;
  writer.parts.push(arrayCode(array).charCodeAt(0));
  writer.uint32(array.length);
  writer.uint32(options.packed ? 1 : 0);
  writer.uint32(stored.length);
  writer.bytes(stored);
}

/** A text file; before version 7000 arrays stand value by value. */
export function writeFbxAscii(records: readonly FbxTree[], options: { version?: number } = {}): Uint8Array {
  const version = options.version ?? 7400;
  const dotted = String(version).slice(0, 3).split('').join('.');
  const lines = [`; FBX ${dotted} project file`, '; ----------------------------------------------------', ''];
  for (const record of records) writeTextRecord(lines, record, '', version);
  return encodeText(`${lines.join('\n')}\n`);
}

function writeTextRecord(lines: string[], record: FbxTree, indent: string, version: number): void {
  const children = record.children ?? [];
  const values = (record.values ?? []).map((value) => textValue(value, indent, version));
  const head = `${indent}${record.name}: ${values.join(', ')}`;
  if (children.length === 0) {
    lines.push(head);
    return;
  }
  lines.push(`${head} {`);
  for (const child of children) writeTextRecord(lines, child, `${indent}\t`, version);
  lines.push(`${indent}}`);
}

function textValue(value: FbxTreeValue, indent: string, version: number): string {
  if (typeof value === 'string') {
    const [name, kind] = value.split('\0\x01');
    return `"${(kind === undefined ? value : `${kind}::${name}`).replaceAll('"', '&quot;')}"`;
  }
  if (value instanceof Uint8Array) return `, "${Buffer.from(value).toString('base64')}"`;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object') return String(value);
  if ('code' in value) return String(value.value);
  const numbers = Array.from(value as ArrayLike<number | bigint>, String).join(',');
  return version < 7000 ? numbers : `*${value.length} {\n${indent}\ta: ${numbers}\n${indent}}`;
}
