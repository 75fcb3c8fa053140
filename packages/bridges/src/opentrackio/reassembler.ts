import { badDatagram } from '../bridge-error.ts';
import { OrderGate } from '../order-gate.ts';
import type { OpenTrackIoPacket } from './packet.ts';

/** Bytes of a whole payload at most. */
export const MAX_PAYLOAD_BYTES: number = 1 << 18;
/** Segments that wait for others of their sample at most; the oldest goes first. */
const MAX_WAITING = 64;

/** A whole payload. */
export interface OpenTrackIoPayload {
  readonly encoding: number;
  /** Number of its first datagram. */
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

/**
 * Puts segments together. They may come in any order; a sample of which one is lost is dropped, and so is one that is
 * older than the newest that was handed out. Duplicates count once.
 */
export class Reassembler {
  readonly #waiting = new Map<number, OpenTrackIoPacket>();
  readonly #gate = new OrderGate({ modulus: 65536 });
  /** Segments that were thrown away because others of their sample are missing. */
  orphanCount = 0;

  /** Payloads that were late or came twice. */
  get lateCount(): number {
    return this.#gate.lateCount;
  }

  /**
   * Takes a datagram, and returns the payload that it completes. Bytes may share the memory of a datagram.
   *
   * @throws RiglineError `BRIDGE_BAD_DATAGRAM`
   */
  push(packet: OpenTrackIoPacket): OpenTrackIoPayload | undefined {
    const { sequence, offset, payload, isLast, encoding } = packet;
    if (offset + payload.length > MAX_PAYLOAD_BYTES) {
      throw badDatagram(
        `A segment ends at byte ${offset + payload.length} of an OpenTrackIO sample; ${MAX_PAYLOAD_BYTES} are read`,
      );
    }
    if (offset === 0 && isLast) {
      return this.#gate.accept(sequence) ? { encoding, sequence, bytes: payload } : undefined;
    }
    if (payload.length === 0) throw badDatagram('A segment of an OpenTrackIO sample is empty');
    if (!this.#waiting.has(sequence)) {
      // A copy: the memory of a datagram is not ours beyond this call.
      this.#waiting.set(sequence, { ...packet, payload: new Uint8Array(payload) });
      this.#forgetOldest();
    }
    return this.#complete(sequence);
  }

  #forgetOldest(): void {
    while (this.#waiting.size > MAX_WAITING) {
      const [oldest] = this.#waiting.keys();
      this.#waiting.delete(oldest as number);
      this.orphanCount++;
    }
  }

  /** The sample around a segment, if all of it is there. */
  #complete(around: number): OpenTrackIoPayload | undefined {
    const parts = this.#run(around);
    if (!parts) return undefined;
    const [first] = parts as [OpenTrackIoPacket];
    for (const { sequence } of parts) this.#waiting.delete(sequence);
    if (!this.#gate.accept(first.sequence)) return undefined;
    const last = parts.at(-1) as OpenTrackIoPacket;
    const bytes = new Uint8Array(last.offset + last.payload.length);
    for (const part of parts) bytes.set(part.payload, part.offset);
    return { encoding: first.encoding, sequence: first.sequence, bytes };
  }

  #run(around: number): OpenTrackIoPacket[] | undefined {
    let at: OpenTrackIoPacket | undefined = this.#waiting.get(around);
    for (let i = 0; at && at.offset > 0 && i < MAX_WAITING; i++) at = this.#waiting.get((at.sequence + 65535) & 65535);
    const parts: OpenTrackIoPacket[] = [];
    let end = 0;
    while (at && at.offset === end && parts.length <= MAX_WAITING) {
      parts.push(at);
      end += at.payload.length;
      if (at.isLast) return parts;
      at = this.#waiting.get((at.sequence + 1) & 65535);
    }
    return undefined;
  }
}
