/** A numeric array of a binary file: raw or zlib, of any element type. */
import { clampToInt32, int64ToFloat64, swapBytes } from './array-convert.ts';
import type { BinarySource } from './container-binary.ts';
import { reportFbx } from './problems.ts';
import type { FbxArray } from './record-types.ts';

/** Deflate packs at most 258 bytes into two bits, so no stream grows more than this. */
const MAX_INFLATION = 1032;

const ELEMENT_BYTES = new Uint8Array(256);
for (const [codes, bytes] of [
  ['cb', 1],
  ['if', 4],
  ['ld', 8],
] as const) {
  for (const code of codes) ELEMENT_BYTES[code.charCodeAt(0)] = bytes;
}

/** Bytes of an element of an array of this code; 0 for codes that are no array. */
export function elementBytes(code: number): number {
  return ELEMENT_BYTES[code]!;
}

const HOST_IS_BIG_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 0;
const NO_BYTES = new Uint8Array(0);
/** Code, count, encoding and size. */
const HEAD_BYTES = 13;
const DAMAGED_HINT = 'Export or copy the file again.';

type Elements = Float64Array | Float32Array | Int32Array | Uint8Array;

export class BinaryArray implements FbxArray {
  readonly count: number;
  readonly at: number;
  readonly #source: BinarySource;
  readonly #code: number;
  #elements: Elements | undefined;
  #float64: Float64Array | undefined;
  #int32: Int32Array | undefined;

  /** @param at The byte of the code; the head of the array lies within the file, and its data does. */
  constructor(source: BinarySource, code: number, at: number) {
    this.at = at;
    this.#source = source;
    this.#code = code;
    this.#elements = undefined;
    this.#float64 = undefined;
    this.#int32 = undefined;
    this.count = checkedCount(source, code, at);
  }

  toFloat64(): Float64Array {
    if (this.#float64 === undefined) {
      if (this.#code === 0x6c) {
        this.#float64 = this.#source.twins.find(this.#storedBytes(), () => int64ToFloat64(this.#read() as Int32Array));
        this.#elements = undefined;
        return this.#float64;
      }
      const elements = this.#read();
      this.#float64 = elements instanceof Float64Array ? elements : Float64Array.from(elements);
    }
    return this.#float64;
  }

  toInt32(): Int32Array {
    if (this.#int32 === undefined) {
      const elements = this.#read();
      if (this.#code === 0x69) this.#int32 = elements as Int32Array;
      else if (this.#code === 0x6c) this.#int32 = clampToInt32(this.toFloat64());
      else if (elements instanceof Uint8Array) this.#int32 = Int32Array.from(elements);
      else this.#int32 = clampToInt32(elements as Float64Array | Float32Array);
    }
    return this.#int32;
  }

  toTicks(): Float64Array {
    return this.toFloat64();
  }

  toFloat32Bits(): Float32Array {
    const elements = this.#read();
    if (elements instanceof Float32Array) return elements;
    if (this.#code === 0x69) return new Float32Array(elements.buffer, elements.byteOffset, elements.length);
    if (this.#code === 0x6c) {
      const bits = clampToInt32(this.toFloat64());
      return new Float32Array(bits.buffer);
    }
    return Float32Array.from(elements);
  }

  /** The array as it is stored, with its head. */
  #storedBytes(): Uint8Array {
    const { bytes, view, isBigEndian } = this.#source;
    const isPacked = view.getUint32(this.at + 5, !isBigEndian) === 1;
    const size = isPacked ? view.getUint32(this.at + 9, !isBigEndian) : this.count * elementBytes(this.#code);
    return bytes.subarray(this.at, this.at + HEAD_BYTES + size);
  }

  /** The elements in their own type; 64-bit whole numbers as pairs of halves. */
  #read(): Elements {
    if (this.#elements !== undefined) return this.#elements;
    const bytes = this.count === 0 ? NO_BYTES : readData(this.#source, this.#code, this.at, this.count);
    const { buffer, byteOffset, byteLength } = bytes;
    if (this.#code === 0x64) this.#elements = new Float64Array(buffer, byteOffset, byteLength >> 3);
    else if (this.#code === 0x66) this.#elements = new Float32Array(buffer, byteOffset, byteLength >> 2);
    else if (this.#code === 0x69 || this.#code === 0x6c)
      this.#elements = new Int32Array(buffer, byteOffset, byteLength >> 2);
    else this.#elements = bytes;
    return this.#elements;
  }
}

/** The number of elements that the file declares, as far as its bytes can hold them. */
function checkedCount(source: BinarySource, code: number, at: number): number {
  const little = !source.isBigEndian;
  const count = source.view.getUint32(at + 1, little);
  const encoding = source.view.getUint32(at + 5, little);
  const size = source.view.getUint32(at + 9, little);
  const needed = count * elementBytes(code);
  const place = { file: source.file, byte: at };
  if (encoding === 0) {
    if (needed === size) return count;
    const held = Math.floor(size / elementBytes(code));
    reportFbx(source.log, 'FBX_COUNT_MISMATCH', {
      message: `An array of ${count} numbers needs ${needed} bytes, but it has ${size}`,
      at: place,
      hint: DAMAGED_HINT,
      group: '',
    });
    return Math.min(count, held);
  }
  if (encoding === 1 && needed <= size * MAX_INFLATION) return count;
  reportFbx(source.log, 'FBX_DAMAGED_ARRAY', {
    message:
      encoding === 1
        ? `An array of ${count} numbers cannot come out of ${size} bytes`
        : `An array is packed in way ${encoding}; 0 (plain) and 1 (zlib) are known`,
    at: place,
    hint: DAMAGED_HINT,
    group: `head ${encoding === 1}`,
  });
  return 0;
}

/** The bytes of all elements in the order of this machine, aligned for their type. */
function readData(source: BinarySource, code: number, at: number, count: number): Uint8Array {
  const little = !source.isBigEndian;
  const isPacked = source.view.getUint32(at + 5, little) === 1;
  const start = at + HEAD_BYTES;
  const elementSize = elementBytes(code);
  const size = count * elementSize;
  const stored = source.bytes.subarray(start, start + (isPacked ? source.view.getUint32(at + 9, little) : size));
  const mustSwap = elementSize > 1 && source.isBigEndian !== HOST_IS_BIG_ENDIAN;
  let data = stored;
  if (isPacked) data = inflateArray(source, at, stored, size);
  else if (mustSwap || stored.byteOffset % elementSize !== 0) data = stored.slice();
  if (mustSwap) swapBytes(data, elementSize);
  return data;
}

function inflateArray(source: BinarySource, at: number, stored: Uint8Array, size: number): Uint8Array {
  if (!source.takeRoom(size)) {
    reportUnreadable(source, at, 'the arrays of the file unpack to far more than any real file does');
    return NO_BYTES;
  }
  try {
    const data = source.inflate(stored, size);
    if (data.length === size) return data.byteOffset % 8 === 0 ? data : data.slice();
    reportUnreadable(source, at, `its data gives ${data.length} bytes, not ${size}`);
  } catch (cause) {
    reportUnreadable(source, at, cause instanceof Error ? cause.message : String(cause));
  }
  return NO_BYTES;
}

function reportUnreadable(source: BinarySource, at: number, why: string): void {
  reportFbx(source.log, 'FBX_DAMAGED_ARRAY', {
    message: `The numbers of an array cannot be read: ${why}`,
    at: { file: source.file, byte: at },
    hint: DAMAGED_HINT,
    group: 'data',
  });
}
