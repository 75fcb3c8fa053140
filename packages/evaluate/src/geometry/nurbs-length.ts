import { type CompiledNurbs, evaluateNurbs, newCurvePoint, nurbsDomain } from './nurbs-curve.ts';

/** Nodes and weights of Gauss–Legendre quadrature with eight points on −1 to 1, the positive half. */
const NODES = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
const WEIGHTS = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763];

/** Halvings before a piece is taken as good enough; kinks of the speed need them. */
const MAX_DEPTH = 12;
/** Relative agreement of a piece with its two halves. */
const TOLERANCE = 1e-12;

const point = newCurvePoint();

function speed(curve: CompiledNurbs, u: number): number {
  const { first } = evaluateNurbs(curve, u, point);
  return Math.sqrt(first[0] * first[0] + first[1] * first[1] + first[2] * first[2]);
}

function quadrature(curve: CompiledNurbs, from: number, to: number): number {
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    const step = half * (NODES[i] as number);
    sum += (WEIGHTS[i] as number) * (speed(curve, middle - step) + speed(curve, middle + step));
  }
  return sum * half;
}

function adaptive(curve: CompiledNurbs, from: number, to: number, whole: number, depth: number): number {
  const middle = (from + to) / 2;
  const left = quadrature(curve, from, middle);
  const right = quadrature(curve, middle, to);
  if (depth >= MAX_DEPTH || Math.abs(left + right - whole) <= TOLERANCE * (left + right)) return left + right;
  return adaptive(curve, from, middle, left, depth + 1) + adaptive(curve, middle, to, right, depth + 1);
}

/** Length within one span. */
function lengthBetween(curve: CompiledNurbs, from: number, to: number): number {
  return from === to ? 0 : adaptive(curve, from, to, quadrature(curve, from, to), 0);
}

function lengthsOf(curve: CompiledNurbs): Float64Array {
  if (curve.lengths) return curve.lengths;
  const { breaks } = curve;
  const lengths = new Float64Array(breaks.length);
  for (let i = 1; i < breaks.length; i++) {
    lengths[i] = (lengths[i - 1] as number) + lengthBetween(curve, breaks[i - 1] as number, breaks[i] as number);
  }
  curve.lengths = lengths;
  return lengths;
}

/** Length of the whole curve. Accurate to about 1e-12 of it. */
export function nurbsLength(curve: CompiledNurbs): number {
  const lengths = lengthsOf(curve);
  return lengths[lengths.length - 1] as number;
}

/** Length from the start to a parameter inside the domain. */
export function nurbsLengthAt(curve: CompiledNurbs, u: number): number {
  const lengths = lengthsOf(curve);
  const { breaks } = curve;
  let span = 0;
  while (span < breaks.length - 2 && (breaks[span + 1] as number) <= u) span++;
  return (lengths[span] as number) + lengthBetween(curve, breaks[span] as number, u);
}

/** The parameter at a length from the start; lengths outside give the ends. */
export function nurbsParameterAtLength(curve: CompiledNurbs, length: number): number {
  const [min, max] = nurbsDomain(curve);
  const total = nurbsLength(curve);
  if (!(length > 0)) return min;
  if (length >= total) return max;
  const lengths = lengthsOf(curve);
  let span = 0;
  while ((lengths[span + 1] as number) <= length) span++;
  let low = curve.breaks[span] as number;
  let high = curve.breaks[span + 1] as number;
  const before = lengths[span] as number;
  const start = low;
  let u = low + ((high - low) * (length - before)) / ((lengths[span + 1] as number) - before);
  // Newton's method, kept inside a shrinking bracket.
  for (let i = 0; i < 60; i++) {
    const error = before + lengthBetween(curve, start, u) - length;
    if (Math.abs(error) <= 1e-13 * total) break;
    if (error > 0) high = u;
    else low = u;
    const rate = speed(curve, u);
    const next = u - error / rate;
    u = rate > 0 && next > low && next < high ? next : (low + high) / 2;
  }
  return u;
}
