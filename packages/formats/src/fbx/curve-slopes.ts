/*
 * Slopes that an FBX key computes from its neighbours. Keys with automatic tangents store no slope: what the file has in
 * its place is a bias. Times are seconds, values the file's own.
 *
 * The rules were measured in MotionBuilder and Maya files against the curves those applications show; the numbers of the
 * tests are theirs.
 */

/** `KeyAttrFlags` of version 7. */
export const KEY_FLAGS = {
  constant: 0x2,
  linear: 0x4,
  cubic: 0x8,
  /** With `cubic`. With `constant`: the next key's value. */
  auto: 0x100,
  tcb: 0x200,
  user: 0x400,
  clamp: 0x1000,
  timeIndependent: 0x2000,
  clampProgressive: 0x4000,
  weightedRight: 0x1000000,
  weightedNextLeft: 0x2000000,
} as const;

/** A key between its neighbours, in the span of one call. */
export interface KeyCorner {
  /** Seconds to the key before and after; 0 without one. */
  before: number;
  after: number;
  /** Change of value from the key before and to the key after. */
  riseBefore: number;
  riseAfter: number;
  /** Handle lengths as a part of the span. */
  weightBefore: number;
  weightAfter: number;
  flags: number;
}

/** Bias up to which it turns the slope only; beyond, a slope of its own is added. In percent. */
const BIAS_LIMIT = 500;
/** Slope that is added for a bias of 100 percent beyond the limit. */
const BIAS_SLOPE = 40;
/** A bias of less, in hundredths, is none. */
const LEAST_BIAS = 1e-4;
const LEAST_TURN = 1e-5;

/** Slope that a bias beyond the limit adds: square of the excess, in the direction of `sign`. */
function excessSlope(bias: number, sign: number): number {
  const excess = (Math.abs(bias) - BIAS_LIMIT) / 100;
  return excess > 0 ? excess * excess * BIAS_SLOPE * (sign > 0 ? 1 : -1) : 0;
}

/**
 * Slope of a key with automatic tangents.
 *
 * Between two keys: the chord of its neighbours where it is independent of time (Maya); otherwise the mean of that and of
 * both sides' slopes, the nearer key counting more (MotionBuilder), turned by the bias to one side. At an end: the chord.
 *
 * @param bias Percent: to the slope after the key where positive, else to the one before it.
 * @param clampDistance With `clamp`: how near a neighbour's value makes the key flat.
 */
export function autoSlope(corner: KeyCorner, bias: number, clampDistance: number): number {
  const { before, after, flags } = corner;
  if (!(before > 0) || !(after > 0)) return endSlope(corner, bias, clampDistance);
  if (flags & KEY_FLAGS.clamp) {
    const nearest = Math.min(Math.abs(corner.riseBefore), Math.abs(corner.riseAfter));
    if (nearest <= clampDistance) return 0;
  }
  let slope = (corner.riseBefore + corner.riseAfter) / (before + after);
  if (!(flags & KEY_FLAGS.timeIndependent)) slope = biasedSlope(corner, slope, bias);
  return flags & KEY_FLAGS.clampProgressive ? limitSlope(corner, slope) : slope;
}

function endSlope(corner: KeyCorner, bias: number, clampDistance: number): number {
  const { before, after, flags } = corner;
  const isLast = before > 0;
  const span = isLast ? before : after;
  if (!(span > 0) || flags & KEY_FLAGS.clampProgressive) return 0;
  const rise = isLast ? corner.riseBefore : corner.riseAfter;
  if (flags & KEY_FLAGS.clamp && Math.abs(rise) <= clampDistance) return 0;
  return rise / span + (flags & KEY_FLAGS.timeIndependent ? 0 : excessSlope(bias, bias));
}

function biasedSlope(corner: KeyCorner, chord: number, bias: number): number {
  const { before, after } = corner;
  const slopeBefore = corner.riseBefore / before;
  const slopeAfter = corner.riseAfter / after;
  const share = before / (before + after);
  const slope = (chord + slopeBefore * (1 - share) + slopeAfter * share) / 2;
  const part = Math.abs(bias) / 100;
  if (!(part > LEAST_BIAS)) return slope;
  const side = bias > 0 ? slopeAfter : slopeBefore;
  const turn = side - slope;
  return slope + turn * part + excessSlope(bias, Math.abs(turn) > LEAST_TURN ? turn : bias);
}

/** Keeps the handles between the neighbours' values. */
function limitSlope(corner: KeyCorner, slope: number): number {
  const sign = slope < 0 ? -1 : 1;
  const reachBefore = corner.weightBefore * corner.before;
  const reachAfter = corner.weightAfter * corner.after;
  const limitBefore = reachBefore > 0 ? (sign * corner.riseBefore) / reachBefore : 0;
  const limitAfter = reachAfter > 0 ? (sign * corner.riseAfter) / reachAfter : 0;
  return sign * Math.max(0, Math.min(sign * slope, limitBefore, limitAfter));
}

/**
 * Slope before or after a key with tension, continuity and bias. At an end key the one side there is counts in full.
 *
 * Source: Kochanek and Bartels, "Interpolating splines with local tension, continuity, and bias control", 1984.
 */
export function tcbSlope(
  corner: KeyCorner,
  side: 'before' | 'after',
  tension: number,
  continuity: number,
  bias: number,
): number {
  const { before, after } = corner;
  const isEnd = !(before > 0) || !(after > 0);
  const slopeBefore = before > 0 ? corner.riseBefore / before : 0;
  const slopeAfter = after > 0 ? corner.riseAfter / after : 0;
  const c = side === 'before' ? -continuity : continuity;
  const factor = (isEnd ? 1 : 0.5) * (1 - tension);
  return factor * ((1 + bias) * (1 + c) * slopeBefore + (1 - bias) * (1 - c) * slopeAfter);
}
