import { protocolError } from './protocol-error.ts';

/** Bytes that grow. Numbers are little endian. */
export class ByteWriter {
  #bytes: Uint8Array;
  #view: DataView;
  #at = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#at;
  }

  /** Makes room for `count` bytes, and returns where they begin. The view may be another one afterwards. */
  #take(count: number): number {
    const at = this.#at;
    const end = at + count;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, at));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    this.#at = end;
    return at;
  }

  u8(value: number): void {
    const at = this.#take(1);
    this.#view.setUint8(at, value);
  }
  u16(value: number): void {
    const at = this.#take(2);
    this.#view.setUint16(at, value, true);
  }
  u32(value: number): void {
    const at = this.#take(4);
    this.#view.setUint32(at, value, true);
  }
  f32(value: number): void {
    const at = this.#take(4);
    this.#view.setFloat32(at, value, true);
  }
  f64(value: number): void {
    const at = this.#take(8);
    this.#view.setFloat64(at, value, true);
  }
  /** A whole number from 0 to 2^32 - 1, 7 bits per byte. */
  varint(value: number): void {
    let rest = value >>> 0;
    while (rest > 127) {
      this.u8((rest & 127) | 128);
      rest >>>= 7;
    }
    this.u8(rest);
  }
  bytes(values: Uint8Array): void {
    const at = this.#take(values.length);
    this.#bytes.set(values, at);
  }

  /** Writes a byte again that was written before. */
  patchU8(at: number, value: number): void {
    this.#view.setUint8(at, value);
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }

  /** Begins anew in the same memory. */
  reset(): void {
    this.#at = 0;
  }
}

/** Reads the bytes of a message, never beyond them. Numbers are little endian. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  #take(count: number): number {
    const at = this.#at;
    if (count > this.#bytes.length - at) {
      throw protocolError(
        'PROTOCOL_TRUNCATED',
        `A value of ${count} bytes begins at byte ${at} of ${this.#bytes.length}`,
        at,
      );
    }
    this.#at = at + count;
    return at;
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }
  u16(): number {
    return this.#view.getUint16(this.#take(2), true);
  }
  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }
  f32(): number {
    return this.#view.getFloat32(this.#take(4), true);
  }
  f64(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }
  varint(): number {
    const start = this.#at;
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.u8();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) {
        if (value > 0xffffffff) break;
        return value;
      }
    }
    throw protocolError('PROTOCOL_BAD_BODY', `A varint at byte ${start} is longer than 32 bits`, start);
  }
  skip(count: number): void {
    this.#take(count);
  }
}
