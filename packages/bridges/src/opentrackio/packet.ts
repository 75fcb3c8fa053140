import { badDatagram } from '../bridge-error.ts';

/*
 * The 16 bytes before every OpenTrackIO payload on UDP, big endian.
 * Source: OpenTrackIO documentation 1.0.1, "Packet Header". Golden: fixtures/bridges/opentrackio.golden.json
 */

/** Bytes of the header. */
export const OPENTRACKIO_HEADER_BYTES = 16;
/** "OTrk" */
const IDENTIFIER = 0x4f54726b;
const CHECKSUM_AT = 14;
const LAST_SEGMENT = 0x8000;
const MAX_LENGTH = 0x7fff;

export const OPENTRACKIO_JSON = 1;
export const OPENTRACKIO_CBOR = 2;
/** Port of the multicast groups. */
export const OPENTRACKIO_PORT = 55555;

/** The multicast group of a source. */
export function openTrackIoGroup(sourceNumber: number): string {
  return `239.135.1.${sourceNumber}`;
}

/** Source numbers are 1 to 200; others are reserved and are discarded by receivers. */
export function isSourceNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 200;
}

/**
 * Fletcher-16 with modulus 256 over two pieces of data.
 *
 * Source: OpenTrackIO documentation 1.0.1 (reference code with 8-bit sums). The usual form has modulus 255.
 */
export function fletcher16(first: Uint8Array, second: Uint8Array = NOTHING): number {
  let sum1 = 0;
  let sum2 = 0;
  for (let i = 0; i < first.length; i++) {
    sum1 = (sum1 + (first[i] as number)) & 255;
    sum2 = (sum2 + sum1) & 255;
  }
  for (let i = 0; i < second.length; i++) {
    sum1 = (sum1 + (second[i] as number)) & 255;
    sum2 = (sum2 + sum1) & 255;
  }
  return (sum2 << 8) | sum1;
}

const NOTHING = new Uint8Array(0);

/** One datagram: a payload or a segment of one. */
export interface OpenTrackIoPacket {
  readonly encoding: number;
  /** Counts the datagrams of a source, 0 to 65535, wrapping. */
  readonly sequence: number;
  /** Where in the whole payload this segment begins. */
  readonly offset: number;
  readonly isLast: boolean;
  readonly payload: Uint8Array;
}

export function encodeOpenTrackIoPacket(packet: OpenTrackIoPacket): Uint8Array {
  const { payload } = packet;
  const bytes = new Uint8Array(OPENTRACKIO_HEADER_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, IDENTIFIER);
  view.setUint8(5, packet.encoding);
  view.setUint16(6, packet.sequence & 0xffff);
  view.setUint32(8, packet.offset);
  view.setUint16(12, (packet.isLast ? LAST_SEGMENT : 0) | payload.length);
  bytes.set(payload, OPENTRACKIO_HEADER_BYTES);
  view.setUint16(CHECKSUM_AT, fletcher16(bytes.subarray(0, CHECKSUM_AT), payload));
  return bytes;
}

/** Bytes of a datagram at most, header included, so that no router has to cut it. */
export const OPENTRACKIO_DATAGRAM_BYTES = 1400;

/**
 * A whole payload as datagrams; each has a sequence number of its own, as in the reference sender.
 *
 * @param sequence Number of the first of them.
 */
export function segmentPayload(
  payload: Uint8Array,
  sequence: number,
  datagramBytes: number = OPENTRACKIO_DATAGRAM_BYTES,
  encoding: number = OPENTRACKIO_JSON,
): Uint8Array[] {
  const size = Math.min(Math.max(1, datagramBytes - OPENTRACKIO_HEADER_BYTES), MAX_LENGTH);
  const packets: Uint8Array[] = [];
  let offset = 0;
  do {
    const part = payload.subarray(offset, offset + size);
    const isLast = offset + part.length >= payload.length;
    packets.push(
      encodeOpenTrackIoPacket({ encoding, sequence: sequence + packets.length, offset, isLast, payload: part }),
    );
    offset += size;
  } while (offset < payload.length);
  return packets;
}

/**
 * Reads one datagram. The payload shares the memory of `bytes`.
 *
 * @throws RiglineError `BRIDGE_BAD_DATAGRAM`
 */
export function decodeOpenTrackIoPacket(bytes: Uint8Array): OpenTrackIoPacket {
  if (bytes.length < OPENTRACKIO_HEADER_BYTES) {
    throw badDatagram(`An OpenTrackIO datagram has ${bytes.length} bytes; its header alone has 16`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== IDENTIFIER) throw badDatagram('An OpenTrackIO datagram does not begin with "OTrk"');
  const word = view.getUint16(12);
  const length = word & MAX_LENGTH;
  if (bytes.length - OPENTRACKIO_HEADER_BYTES !== length) {
    throw badDatagram(
      `An OpenTrackIO header announces ${length} bytes, but ${bytes.length - OPENTRACKIO_HEADER_BYTES} follow`,
    );
  }
  const payload = bytes.subarray(OPENTRACKIO_HEADER_BYTES);
  const sum = fletcher16(bytes.subarray(0, CHECKSUM_AT), payload);
  if (view.getUint16(CHECKSUM_AT) !== sum) {
    throw badDatagram('The checksum of an OpenTrackIO datagram is wrong', 'Its Fletcher-16 has modulus 256.');
  }
  return {
    encoding: view.getUint8(5),
    sequence: view.getUint16(6),
    offset: view.getUint32(8),
    isLast: (word & LAST_SEGMENT) !== 0,
    payload,
  };
}
