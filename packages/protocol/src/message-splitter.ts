import { DEFAULT_LIMITS } from './constants.ts';
import { protocolError } from './protocol-error.ts';

const LENGTH_BYTES = 4;

/** The message with its length before it, as streams carry it. */
export function prefixLength(message: Uint8Array): Uint8Array {
  const out = new Uint8Array(LENGTH_BYTES + message.length);
  new DataView(out.buffer).setUint32(0, message.length, true);
  out.set(message, LENGTH_BYTES);
  return out;
}

/** Memory that a message starts with; it doubles as the bytes come in. */
const FIRST_BYTES = 1024;

/**
 * Cuts a stream of bytes into messages. Holds no more than one message that is not whole yet, and takes memory for it
 * only as its bytes come in: a large length alone costs nothing.
 */
export class MessageSplitter {
  readonly #limit: number;
  #buffer = new Uint8Array(FIRST_BYTES);
  #held = 0;
  /** Bytes of the message at the front; -1 until its length is known. */
  #wanted = -1;

  constructor(limit: number = DEFAULT_LIMITS.messageBytes) {
    this.#limit = limit;
  }

  /** Bytes that wait for the rest of their message. */
  get heldBytes(): number {
    return this.#held;
  }

  /**
   * Takes bytes and calls `deliver` for every message that is whole. A message may share the memory of `chunk`, or of
   * the next one: it is to be used or copied at once.
   *
   * @throws RiglineError `PROTOCOL_BAD_LENGTH`: the stream cannot be read on.
   */
  push(chunk: Uint8Array, deliver: (message: Uint8Array) => void): void {
    let rest = chunk;
    while (rest.length > 0) {
      const need = (this.#wanted < 0 ? LENGTH_BYTES : this.#wanted) - this.#held;
      if (rest.length < need) {
        this.#hold(rest);
        return;
      }
      const whole = this.#complete(rest.subarray(0, need));
      rest = rest.subarray(need);
      if (this.#wanted < 0) this.#wanted = this.#checkLength(whole);
      else {
        this.#wanted = -1;
        deliver(whole);
      }
    }
  }

  #hold(bytes: Uint8Array): void {
    const size = this.#held + bytes.length;
    if (size > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(size, this.#buffer.length * 2));
      grown.set(this.#buffer.subarray(0, this.#held));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.#held);
    this.#held = size;
  }

  /** What is held and these bytes, which are all that was missing. */
  #complete(bytes: Uint8Array): Uint8Array {
    if (this.#held === 0) return bytes;
    this.#hold(bytes);
    const whole = this.#buffer.subarray(0, this.#held);
    this.#held = 0;
    // The memory of a very large message is not kept.
    if (this.#buffer.length > 1 << 20) this.#buffer = new Uint8Array(FIRST_BYTES);
    return whole;
  }

  #checkLength(bytes: Uint8Array): number {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    if (length === 0 || length > this.#limit) {
      throw protocolError(
        'PROTOCOL_BAD_LENGTH',
        `A message of ${length} bytes is announced; 1 to ${this.#limit} are allowed`,
        0,
        'Check that the other program speaks the live protocol of Rigline on this port.',
      );
    }
    return length;
  }
}
