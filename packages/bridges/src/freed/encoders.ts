/** How lenses go into the raw numbers of FreeD, which have no unit. */
import { bridgeError } from '../bridge-error.ts';

/** From the value at raw 0 to the value at the largest raw number. */
export type EncoderRange = readonly [number, number];

export interface FreeDRanges {
  readonly zoomMm: EncoderRange;
  readonly focusMetres: EncoderRange;
  readonly irisFStop: EncoderRange;
}

export const FREED_RANGES: FreeDRanges = { zoomMm: [4, 300], focusMetres: [0.1, 100], irisFStop: [0.7, 32] };

/** Raw numbers run from 0 to here: 16 bits are finer than any lens, and every receiver takes them. */
export const FREED_RAW_MAX = 65535;

/** @throws RiglineError `BRIDGE_BAD_OPTION` */
export function checkRange(name: string, [low, high]: EncoderRange): void {
  if (Number.isFinite(low) && Number.isFinite(high) && low < high) return;
  throw bridgeError(
    'BRIDGE_BAD_OPTION',
    `The range of ${name} is ${low} to ${high}`,
    'Give it as LOW:HIGH, as in 12:120.',
  );
}

/** Raw number of a value; clamped to the range, which `onClamped` is told. */
export function encodeRange(value: number, [low, high]: EncoderRange, onClamped?: () => void): number {
  const part = (value - low) / (high - low);
  const inside = part < 0 ? 0 : part > 1 ? 1 : Number.isFinite(part) ? part : 0;
  if (inside !== part) onClamped?.();
  return Math.round(inside * FREED_RAW_MAX);
}

export function decodeRange(raw: number, [low, high]: EncoderRange): number {
  return low + ((high - low) * raw) / FREED_RAW_MAX;
}

/** What to enter in Unreal so that it reads the raw numbers as they are meant. Source settings of LiveLinkFreeD. */
export function describeUnrealEncoders({ zoomMm, focusMetres, irisFStop }: FreeDRanges): string[] {
  const cm = (metres: number): number => Number((metres * 100).toFixed(6));
  return [
    `Focal Length Encoder Data: Min 0, Max ${FREED_RAW_MAX}: ${zoomMm[0]} mm to ${zoomMm[1]} mm`,
    `Focus Distance Encoder Data: Min 0, Max ${FREED_RAW_MAX}: ${cm(focusMetres[0])} cm to ${cm(focusMetres[1])} cm`,
    `User Defined Encoder Data: Min 0, Max ${FREED_RAW_MAX}: f/${irisFStop[0]} to f/${irisFStop[1]} (aperture)`,
  ];
}
