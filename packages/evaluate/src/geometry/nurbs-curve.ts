import type { Vec3 } from '@rigline/math';
import type { NurbsCurveData } from '@rigline/scene/maya';

/**
 * A NURBS curve made ready for evaluation: a polynomial per span in `u - spanStart`, four numbers (x y z w) per power.
 *
 * Convention: Maya leaves the first and the last knot of the textbook vector out; `spans + 2·degree − 1` are left.
 * Source: L. Piegl, W. Tiller, "The NURBS Book", chapters 2 to 4.
 */
export interface CompiledNurbs {
  readonly degree: number;
  readonly isClosed: boolean;
  readonly isRational: boolean;
  /** Start of each non-empty span, and the end of the last. */
  readonly breaks: Float64Array;
  /** Per span `degree + 1` powers of stride 4. */
  readonly coefficients: Float64Array;
  /** Length of the curve up to each break. Filled on first use. */
  lengths: Float64Array | undefined;
}

/** Position and first two derivatives at a parameter. */
export interface CurvePoint {
  readonly position: Vec3;
  readonly first: Vec3;
  readonly second: Vec3;
}

/** A new, empty point to write into. */
export function newCurvePoint(): CurvePoint {
  return { position: [0, 0, 0], first: [0, 0, 0], second: [0, 0, 0] };
}

const COMPILED = new WeakMap<NurbsCurveData, CompiledNurbs | null>();

/** The compiled curve, made once per data. Undefined when knots and control vertices do not fit together. */
export function compileNurbs(data: NurbsCurveData): CompiledNurbs | undefined {
  let compiled = COMPILED.get(data);
  if (compiled === undefined) {
    compiled = compile(data) ?? null;
    COMPILED.set(data, compiled);
  }
  return compiled ?? undefined;
}

function compile(data: NurbsCurveData): CompiledNurbs | undefined {
  const { degree, knots, cvsXyzw } = data;
  const count = cvsXyzw.length / 4;
  if (!(degree >= 1) || count <= degree || knots.length !== count + degree - 1) return undefined;
  const breaks: number[] = [];
  const spans: number[][] = [];
  let isRational = false;
  for (let i = 0; i < count; i++) if (cvsXyzw[i * 4 + 3] !== 1) isRational = true;
  for (let span = degree - 1; span < count - 1; span++) {
    const start = knots[span] as number;
    if (!((knots[span + 1] as number) > start)) continue;
    breaks.push(start);
    spans.push(spanPolynomial(data, span));
  }
  if (spans.length === 0) return undefined;
  breaks.push(knots[count - 1] as number);
  return {
    degree,
    isClosed: data.form !== 'open',
    isRational,
    breaks: Float64Array.from(breaks),
    coefficients: Float64Array.from(spans.flat()),
    lengths: undefined,
  };
}

/** Taylor coefficients of one span at its start, homogeneous: derivatives by differences of control points. */
function spanPolynomial(data: NurbsCurveData, span: number): number[] {
  const { degree, knots, cvsXyzw } = data;
  const first = span + 1 - degree;
  const start = knots[span] as number;
  const powers: number[] = [];
  let points: number[] = [];
  for (let i = 0; i <= degree; i++) {
    for (let c = 0; c < 4; c++) {
      const w = cvsXyzw[(first + i) * 4 + 3] as number;
      points.push(c === 3 ? w : (cvsXyzw[(first + i) * 4 + c] as number) * w);
    }
  }
  let factor = 1;
  for (let order = 0; order <= degree; order++) {
    const value = deBoor(points, degree - order, knots, span, start);
    for (let c = 0; c < 4; c++) powers.push((value[c] as number) / factor);
    factor *= order + 1;
    const next: number[] = [];
    const left = degree - order;
    for (let i = 0; i < left; i++) {
      const width = (knots[span + 1 + i] as number) - (knots[span + 1 + i - left] as number);
      for (let c = 0; c < 4; c++) {
        next.push((left * ((points[(i + 1) * 4 + c] as number) - (points[i * 4 + c] as number))) / width);
      }
    }
    points = next;
  }
  return powers;
}

/** The value at `u` of the span's `degree + 1` local control points. */
function deBoor(points: readonly number[], degree: number, knots: Float64Array, span: number, u: number): number[] {
  const work = [...points];
  for (let level = 1; level <= degree; level++) {
    for (let i = degree; i >= level; i--) {
      const low = knots[span + i - degree] as number;
      const high = knots[span + 1 + i - level] as number;
      const t = (u - low) / (high - low);
      for (let c = 0; c < 4; c++) {
        const before = work[(i - 1) * 4 + c] as number;
        work[i * 4 + c] = before + ((work[i * 4 + c] as number) - before) * t;
      }
    }
  }
  return work.slice(degree * 4, degree * 4 + 4);
}

/** First and last parameter. */
export function nurbsDomain(curve: CompiledNurbs): readonly [number, number] {
  return [curve.breaks[0] as number, curve.breaks[curve.breaks.length - 1] as number];
}

/** A parameter brought into the domain: around on closed curves, to the nearer end otherwise. */
export function boundParameter(curve: CompiledNurbs, u: number): number {
  const [min, max] = nurbsDomain(curve);
  if (u >= min && u <= max) return u;
  if (!curve.isClosed) return u < min ? min : max;
  const span = max - min;
  return min + ((((u - min) % span) + span) % span);
}

function findSpan(breaks: Float64Array, u: number): number {
  let low = 0;
  let high = breaks.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((breaks[middle] as number) <= u) low = middle;
    else high = middle - 1;
  }
  return low;
}

const value4 = [0, 0, 0, 0];
const first4 = [0, 0, 0, 0];
const second4 = [0, 0, 0, 0];

/** Position and derivatives by the curve's parameter; parameters outside the domain use its end polynomials. */
export function evaluateNurbs(curve: CompiledNurbs, u: number, out: CurvePoint = newCurvePoint()): CurvePoint {
  const { degree, coefficients, breaks } = curve;
  const span = findSpan(breaks, u);
  const t = u - (breaks[span] as number);
  const base = span * (degree + 1) * 4;
  for (let c = 0; c < 4; c++) {
    let value = 0;
    let first = 0;
    let second = 0;
    for (let power = degree; power >= 0; power--) {
      second = second * t + first;
      first = first * t + value;
      value = value * t + (coefficients[base + power * 4 + c] as number);
    }
    value4[c] = value;
    first4[c] = first;
    second4[c] = 2 * second;
  }
  const w = value4[3] as number;
  const w1 = first4[3] as number;
  const w2 = second4[3] as number;
  for (let c = 0; c < 3; c++) {
    const p = (value4[c] as number) / w;
    const d = ((first4[c] as number) - w1 * p) / w;
    out.position[c] = p;
    out.first[c] = d;
    out.second[c] = ((second4[c] as number) - 2 * w1 * d - w2 * p) / w;
  }
  return out;
}
