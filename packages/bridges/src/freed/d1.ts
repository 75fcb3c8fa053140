import { badDatagram } from '../bridge-error.ts';

/** Bytes of a D1 message. */
export const FREED_BYTES = 29;
/** Port of common set-ups. */
export const FREED_PORT = 40000;

const TYPE = 0xd1;
const CHECKSUM_AT = 28;
const CHECKSUM_START = 0x40;
const PER_DEGREE = 32768;
const PER_MILLIMETRE = 64;

/**
 * One camera at one time, in the words of the protocol: pan to the right, tilt up and roll clockwise (seen from behind)
 * are positive, degrees; X, Y, Z in millimetres, right-handed, Z up, and a camera at zero looks along Y.
 *
 * Source: Vinten Radamec free-d manual V1.4.4, appendices A.3.2 and B. Golden: fixtures/bridges/freed.golden.json
 */
export interface FreeDMessage {
  cameraId: number;
  panDeg: number;
  tiltDeg: number;
  rollDeg: number;
  xMm: number;
  yMm: number;
  zMm: number;
  /** Raw, 24 bits. */
  zoom: number;
  focus: number;
  /** User-defined, 16 bits; often the iris. */
  spare: number;
}

export function emptyFreeDMessage(): FreeDMessage {
  return { cameraId: 1, panDeg: 0, tiltDeg: 0, rollDeg: 0, xMm: 0, yMm: 0, zMm: 0, zoom: 0, focus: 0, spare: 0 };
}

const SIGNED = ['panDeg', 'tiltDeg', 'rollDeg', 'xMm', 'yMm', 'zMm'] as const;
const UNSIGNED = ['zoom', 'focus'] as const;
const SIGNED_AT = 2;
const UNSIGNED_AT = 20;

const factorOf = (field: (typeof SIGNED)[number]): number => (field.endsWith('Deg') ? PER_DEGREE : PER_MILLIMETRE);

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : Number.isFinite(value) ? value : 0;
}

/** The checksum of the first 28 bytes: all of them subtracted from 40 hex, modulo 256. */
export function freeDChecksum(bytes: Uint8Array): number {
  let sum = CHECKSUM_START;
  for (let i = 0; i < CHECKSUM_AT; i++) sum -= bytes[i] as number;
  return sum & 255;
}

/**
 * Writes a D1 message. What is out of range is clamped, and its name is handed to `onClamped`.
 *
 * @param out At least 29 bytes; new ones by default.
 */
export function encodeFreeD(
  message: Readonly<FreeDMessage>,
  onClamped?: (field: keyof FreeDMessage) => void,
  out: Uint8Array = new Uint8Array(FREED_BYTES),
): Uint8Array {
  const put = (
    field: keyof FreeDMessage,
    at: number,
    factor: number,
    low: number,
    high: number,
    size: number,
  ): void => {
    const wanted = Math.round(message[field] * factor);
    const raw = clamp(wanted, low, high);
    if (raw !== wanted) onClamped?.(field);
    for (let i = 0; i < size; i++) out[at + i] = (raw >> (8 * (size - 1 - i))) & 255;
  };
  out[0] = TYPE;
  put('cameraId', 1, 1, 0, 255, 1);
  SIGNED.forEach((field, i) => {
    put(field, SIGNED_AT + i * 3, factorOf(field), -0x800000, 0x7fffff, 3);
  });
  UNSIGNED.forEach((field, i) => {
    put(field, UNSIGNED_AT + i * 3, 1, 0, 0xffffff, 3);
  });
  put('spare', 26, 1, 0, 0xffff, 2);
  out[CHECKSUM_AT] = freeDChecksum(out);
  return out;
}

/**
 * Reads a D1 message.
 *
 * @param needsChecksum Some senders leave the checksum 0; those are read with `false`.
 * @throws RiglineError `BRIDGE_BAD_DATAGRAM`
 */
export function decodeFreeD(
  bytes: Uint8Array,
  needsChecksum = true,
  out: FreeDMessage = emptyFreeDMessage(),
): FreeDMessage {
  if (bytes.length !== FREED_BYTES || bytes[0] !== TYPE) {
    throw badDatagram(
      `A FreeD message of ${bytes.length} bytes begins with ${hex(bytes[0])}; a D1 message has 29 and begins with D1`,
    );
  }
  if (needsChecksum && bytes[CHECKSUM_AT] !== freeDChecksum(bytes)) {
    throw badDatagram(
      `The checksum of a FreeD message is ${hex(bytes[CHECKSUM_AT])}, not ${hex(freeDChecksum(bytes))}`,
      'Some senders write none: pass --no-checksum for those.',
    );
  }
  const unsigned = (at: number): number =>
    ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
  out.cameraId = bytes[1] as number;
  SIGNED.forEach((field, i) => {
    out[field] = ((unsigned(SIGNED_AT + i * 3) << 8) >> 8) / factorOf(field);
  });
  out.zoom = unsigned(UNSIGNED_AT);
  out.focus = unsigned(UNSIGNED_AT + 3);
  out.spare = ((bytes[26] as number) << 8) | (bytes[27] as number);
  return out;
}

const hex = (byte: number | undefined): string => (byte ?? 0).toString(16).toUpperCase().padStart(2, '0');
