import { type CurveIssue, curveIssue } from './issues.ts';
import type { CurveKeys, TangentType } from './keys.ts';

/**
 * Tangent vectors of keys from their types.
 *
 * Standing of the rules:
 * - auto, automix, autoease: as AnimX computes them; saved Maya files agree for auto.
 * - spline, clamped at inner keys: agree with vectors saved by Maya, weighted and not.
 * - plateau: flat at ends and extrema, else as spline, but **flat** where the spline slope would overshoot (steeper than
 *   three times the gentler chord). Saved Maya files show this (inner keys with chords 0.28 and 3.34 per frame are saved
 *   as flat), and so did the curve engine of Maya's developer kit. A limited slope, as for auto, is not what is saved.
 * - linear at an end without a neighbour: (1, 0). A saved Maya file shows it, and the developer kit said so. Linear
 *   infinity beyond a linear end key is therefore level.
 * - spline and clamped at end keys: the chord to the only neighbour; source: the developer kit.
 * - step: (0, 0), seen in saved files. Unverified: the same for stepnext.
 * - Unverified: slow and fast are taken as the chord on their side, as the developer kit did; Maya calls both obsolete.
 * - Unverified: global is taken as auto; fixed without a stored vector is flat.
 */

/** Neighbours of a key: key distances and chord slopes; `NaN` where there is no neighbour. */
interface Neighbourhood {
  before: number;
  after: number;
  slopeBefore: number;
  slopeAfter: number;
  riseBefore: number;
  riseAfter: number;
}

/**
 * Values closer than this to a neighbour's make a clamped tangent flat.
 *
 * Units: internal (radians, centimetres). Source: vectors saved by Maya.
 */
export const CLAMP_DISTANCE = 0.05;

/** Strongest influence of the nearer neighbour in the family of cubics that eases between two slopes. Source: AnimX. */
const EASE = -0.5;

/** Keys with every tangent vector known: stored ones kept, absent ones computed from their types. */
export function computeTangents(keys: CurveKeys, issues: CurveIssue[] = []): CurveKeys {
  const filled = {
    ...keys,
    inX: keys.inX.slice(),
    inY: keys.inY.slice(),
    outX: keys.outX.slice(),
    outY: keys.outY.slice(),
  };
  const around: Neighbourhood = {
    before: 0,
    after: 0,
    slopeBefore: 0,
    slopeAfter: 0,
    riseBefore: 0,
    riseAfter: 0,
  };
  for (let key = 0; key < keys.times.length; key++) {
    const inMissing = isMissing(keys.inX, keys.inY, key);
    const outMissing = isMissing(keys.outX, keys.outY, key);
    if (!inMissing && !outMissing) continue;
    lookAround(keys, key, around);
    if (inMissing) fillTangent(filled.inX, filled.inY, key, keys.inTypes[key] ?? 'auto', 'in', around, keys.weighted);
    if (outMissing) {
      fillTangent(filled.outX, filled.outY, key, keys.outTypes[key] ?? 'auto', 'out', around, keys.weighted);
    }
    if ((inMissing && keys.inTypes[key] === 'fixed') || (outMissing && keys.outTypes[key] === 'fixed')) {
      issues.push(curveIssue('CURVE_FIXED_WITHOUT_TANGENT', key, `Key ${key} is fixed, but has no stored tangent`));
    }
  }
  return filled;
}

function isMissing(x: Float64Array, y: Float64Array, key: number): boolean {
  return Number.isNaN(x[key]) || Number.isNaN(y[key]);
}

function lookAround(keys: CurveKeys, key: number, out: Neighbourhood): void {
  const { times, values } = keys;
  out.before = key > 0 ? times[key]! - times[key - 1]! : Number.NaN;
  out.after = key + 1 < times.length ? times[key + 1]! - times[key]! : Number.NaN;
  out.riseBefore = key > 0 ? values[key]! - values[key - 1]! : Number.NaN;
  out.riseAfter = key + 1 < times.length ? values[key + 1]! - values[key]! : Number.NaN;
  out.slopeBefore = out.riseBefore / out.before;
  out.slopeAfter = out.riseAfter / out.after;
}

/** Writes one tangent: x is the distance to the key on its side (or the other one), y the slope times that. */
function fillTangent(
  outX: Float64Array,
  outY: Float64Array,
  key: number,
  type: TangentType,
  side: 'in' | 'out',
  around: Neighbourhood,
  weighted: boolean,
): void {
  const near = side === 'in' ? around.before : around.after;
  const far = side === 'in' ? around.after : around.before;
  const isAlone = Number.isNaN(near) && Number.isNaN(far);
  let x = Number.isNaN(near) ? far : near;
  if (isAlone) x = type === 'auto' || type === 'automix' || type === 'autoease' || type === 'global' ? 0 : 1;
  let y = slopeOf(type, side, around) * x;
  if (type === 'step' || type === 'stepnext') {
    x = 0;
    y = 0;
  } else if (!isAlone && Number.isNaN(near) && (type === 'linear' || type === 'slow' || type === 'fast')) {
    x = 1;
  }
  const length = weighted ? 1 : Math.sqrt(x * x + y * y);
  outX[key] = length > 0 ? x / length : x;
  outY[key] = length > 0 ? y / length : y;
}

function slopeOf(type: TangentType, side: 'in' | 'out', around: Neighbourhood): number {
  switch (type) {
    case 'linear':
    case 'slow':
    case 'fast':
      return orZero(side === 'in' ? around.slopeBefore : around.slopeAfter);
    case 'spline':
      return splineSlope(around);
    case 'clamped':
      return isNearNeighbour(around) ? 0 : splineSlope(around);
    case 'plateau':
      return plateauSlope(around);
    case 'global':
    case 'auto':
      return limitSlope(splineSlope(around), around);
    case 'automix':
      return limitSlope(mixSlopes(around, around.before / (around.before + around.after)), around);
    case 'autoease':
      return limitSlope(mixSlopes(around, easeShare(around.before / (around.before + around.after))), around);
    default:
      return 0;
  }
}

function orZero(slope: number): number {
  return Number.isNaN(slope) ? 0 : slope;
}

/** Slope from the key before to the key after; at an end key the chord to its only neighbour. */
function splineSlope(around: Neighbourhood): number {
  if (Number.isNaN(around.before)) return orZero(around.slopeAfter);
  if (Number.isNaN(around.after)) return around.slopeBefore;
  return (around.riseBefore + around.riseAfter) / (around.before + around.after);
}

function isNearNeighbour(around: Neighbourhood): boolean {
  return Math.abs(around.riseBefore) <= CLAMP_DISTANCE || Math.abs(around.riseAfter) <= CLAMP_DISTANCE;
}

function mixSlopes(around: Neighbourhood, share: number): number {
  return (1 - share) * around.slopeBefore + share * around.slopeAfter;
}

function easeShare(share: number): number {
  const offset = share - 0.5;
  return 0.5 + offset * (1 - EASE + 4 * EASE * offset * offset);
}

/** The wanted slope, so far limited that the handles stay between the neighbours' values; flat at ends and extrema. */
function limitSlope(wanted: number, around: Neighbourhood): number {
  const { slopeBefore, slopeAfter } = around;
  if (Number.isNaN(slopeBefore) || Number.isNaN(slopeAfter)) return 0;
  const falls = slopeAfter < 0;
  if (slopeBefore < 0 !== falls || wanted < 0 !== falls) return 0;
  return falls ? Math.max(wanted, 3 * slopeAfter, 3 * slopeBefore) : Math.min(wanted, 3 * slopeAfter, 3 * slopeBefore);
}

function plateauSlope(around: Neighbourhood): number {
  const slope = splineSlope(around);
  return limitSlope(slope, around) === slope ? slope : 0;
}

/** What `keyTangent -query` tells of one key. */
export interface TangentReport {
  readonly time: number;
  readonly value: number;
  readonly inType: TangentType;
  readonly outType: TangentType;
  readonly inX: number;
  readonly inY: number;
  readonly outX: number;
  readonly outY: number;
  /** Degrees of the vector (x in units of time, y in internal units). Unverified: which unit Maya measures y in. */
  readonly inAngleDeg: number;
  readonly outAngleDeg: number;
  /** A third of the vector's length, 1 when the curve is not weighted. Source: weights in Maya's developer kit. */
  readonly inWeight: number;
  readonly outWeight: number;
}

/** Tangents of every key in plain words; absent ones are computed first. */
export function describeTangents(keys: CurveKeys): TangentReport[] {
  const filled = computeTangents(keys);
  return Array.from(filled.times, (time, key) => {
    const [inX, inY] = [filled.inX[key]!, filled.inY[key]!];
    const [outX, outY] = [filled.outX[key]!, filled.outY[key]!];
    return {
      time,
      value: filled.values[key]!,
      inType: filled.inTypes[key] ?? 'auto',
      outType: filled.outTypes[key] ?? 'auto',
      inX,
      inY,
      outX,
      outY,
      inAngleDeg: (Math.atan2(inY, inX) * 180) / Math.PI,
      outAngleDeg: (Math.atan2(outY, outX) * 180) / Math.PI,
      inWeight: filled.weighted ? Math.hypot(inX, inY) / 3 : 1,
      outWeight: filled.weighted ? Math.hypot(outX, outY) / 3 : 1,
    };
  });
}
