import type { FrameRate } from '@rigline/protocol';

/** SMPTE timecode. */
export interface Timecode {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly frames: number;
  readonly frameRate: FrameRate;
  readonly dropFrame: boolean;
}

const DAY_SECONDS = 86400;
const MAX_FRAMES = 120;

function commonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

/**
 * A frame rate in lowest terms; rates near those of NTSC (thousandths such as 23976/1000) become n * 1000 / 1001.
 */
export function normalizeRate([numerator, denominator]: FrameRate): FrameRate {
  const rate = numerator / denominator;
  const nominal = Math.round(rate);
  if (Math.abs(rate - nominal) > 1e-6) {
    const ntsc = Math.round(rate * 1.001);
    if (ntsc > 0 && Math.abs((ntsc * 1000) / 1001 - rate) < 2e-3) return [ntsc * 1000, 1001];
  }
  const divisor = commonDivisor(numerator, denominator);
  return divisor > 0 ? [numerator / divisor, denominator / divisor] : [numerator, denominator];
}

/** Whether a rate has a timecode that leaves numbers out to stay with the clock: 30000/1001 and 60000/1001. */
export function hasDropFrame([numerator, denominator]: FrameRate): boolean {
  return denominator === 1001 && (numerator === 30000 || numerator === 60000);
}

/**
 * Timecode of a frame counted from midnight; before midnight and after the day it wraps. Undefined for rates that
 * timecode cannot count (above 120 per second, or not positive).
 *
 * Drop frame: the first 2 (at 30) or 4 (at 60) numbers of each minute are left out but in every tenth minute.
 * Source: SMPTE ST 12-1. Golden: fixtures/bridges/timecode.golden.json
 *
 * @param dropFrame Where the rate has it. The default.
 */
export function timecodeOfFrame(frame: number, frameRate: FrameRate, dropFrame = true): Timecode | undefined {
  const rate = normalizeRate(frameRate);
  const nominal = Math.round(rate[0] / rate[1]);
  if (!(nominal >= 1 && nominal <= MAX_FRAMES) || !Number.isFinite(frame)) return undefined;
  const drops = dropFrame && hasDropFrame(rate);
  const dropped = drops ? nominal / 15 : 0;
  const perMinute = nominal * 60 - dropped;
  const perTenMinutes = nominal * 600 - dropped * 9;
  const perDay = drops ? perTenMinutes * 144 : nominal * DAY_SECONDS;
  let count = ((Math.floor(frame) % perDay) + perDay) % perDay;
  if (drops) {
    const tens = Math.floor(count / perTenMinutes);
    const rest = count % perTenMinutes;
    // The first minute of ten drops nothing, so it is longer.
    const minutes = rest < nominal * 60 ? 0 : 1 + Math.floor((rest - nominal * 60) / perMinute);
    count += dropped * (tens * 9 + minutes);
  }
  const seconds = Math.floor(count / nominal);
  return {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
    frames: count % nominal,
    frameRate: rate,
    dropFrame: drops,
  };
}

/** The frame since midnight that a timecode stands for; the other way of `timecodeOfFrame`. */
export function frameOfTimecode(timecode: Timecode): number {
  const nominal = Math.round(timecode.frameRate[0] / timecode.frameRate[1]);
  const minutes = timecode.hours * 60 + timecode.minutes;
  const counted = (minutes * 60 + timecode.seconds) * nominal + timecode.frames;
  if (!timecode.dropFrame || !hasDropFrame(timecode.frameRate)) return counted;
  return counted - (nominal / 15) * (minutes - Math.floor(minutes / 10));
}
