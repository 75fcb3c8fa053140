import type { KeyBlock } from '@rigline/scene/maya';
import { areEvenHandles, type Handles, makeMonotonic } from './bezier-span.ts';
import type { CurveIssue } from './issues.ts';
import { type CurveKeys, prepareKeys, type TangentType } from './keys.ts';
import { computeTangents } from './tangents.ts';

/** Kinds of span, as stored in `Curve.spanKinds`. All but `bezier` are polynomials in the time since their first key. */
export const SPAN_KINDS = ['step', 'stepnext', 'line', 'cubic', 'evenBezier', 'bezier'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];
/** Code of the only kind that has to be solved for its parameter. */
export const BEZIER_SPAN = 5;

/** Numbers per span in `Curve.coefficients`: value polynomial y3 y2 y1 y0, abscissa x3 x2 x1, and 1 / key distance. */
export const SPAN_STRIDE = 8;

export interface CompileOptions {
  /**
   * `time`: folded times are rounded to whole ticks of Maya's clock. `unitless`: they are not (driven keys).
   */
  readonly input?: 'time' | 'unitless';
}

export const COMPILE_DEFAULTS: Required<CompileOptions> = { input: 'time' };

/** Codes of the infinity kinds in a compiled curve. */
export const INFINITY_CODES = { constant: 0, linear: 1, cycle: 2, cycleRelative: 3, oscillate: 4 } as const;

/** An animation curve ready for evaluation. Plain data; made by `compileCurve`. */
export interface Curve {
  /** The keys as used: sorted, without duplicates, every tangent known. */
  readonly keys: CurveKeys;
  readonly issues: readonly CurveIssue[];
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly spanKinds: Uint8Array;
  readonly coefficients: Float64Array;
  /** `guide[b]` is the last span that starts before bucket `b` of evenly divided time. */
  readonly guide: Uint32Array;
  readonly bucketsPerUnit: number;
  readonly pre: number;
  readonly post: number;
  /** Slopes that `linear` infinity goes on with. */
  readonly preSlope: number;
  readonly postSlope: number;
  readonly roundsToTicks: boolean;
  /** The block that the keys come from, when the spans are worked out from it as needed: `coefficients` is empty then. */
  readonly block: KeyBlock | undefined;
}

/** Tangents whose x is below this are vertical for `linear` infinity. Source: AnimX. */
const VERTICAL = 1e-10;

/**
 * Curve from its keys: sorts and cleans them, computes absent tangents and every span's coefficients.
 *
 * Never throws; what was wrong with the keys is in `issues`. No usable key at all: the curve is 0 everywhere.
 */
export function compileCurve(keys: CurveKeys, options: CompileOptions = {}): Curve {
  const { input } = { ...COMPILE_DEFAULTS, ...options };
  const prepared = prepareKeys(keys);
  const used = computeTangents(prepared.keys, prepared.issues);
  const spans = Math.max(used.times.length - 1, 0);
  const spanKinds = new Uint8Array(spans);
  const coefficients = new Float64Array(spans * SPAN_STRIDE);
  for (let span = 0; span < spans; span++) {
    const out = coefficients.subarray(span * SPAN_STRIDE, (span + 1) * SPAN_STRIDE);
    spanKinds[span] = SPAN_KINDS.indexOf(compileSpan(used, span, out));
  }
  const last = used.times.length - 1;
  return {
    keys: used,
    issues: prepared.issues,
    times: used.times,
    values: used.values,
    spanKinds,
    coefficients,
    ...buildGuide(used.times),
    pre: INFINITY_CODES[used.preInfinity] ?? 0,
    post: INFINITY_CODES[used.postInfinity] ?? 0,
    preSlope: last < 0 ? 0 : infinitySlope(used.inX[0]!, used.inY[0]!),
    postSlope: last < 0 ? 0 : infinitySlope(used.outX[last]!, used.outY[last]!),
    roundsToTicks: input === 'time',
    block: undefined,
  };
}

/** Slope of a tangent by way of its angle, so that a vertical one is about 1.6e16 per unit, as in AnimX. */
function infinitySlope(x: number, y: number): number {
  if (Math.abs(x) > VERTICAL) return Math.tan(Math.atan(y / x));
  return Math.abs(y) > VERTICAL ? Math.sign(y) * Math.tan(Math.PI / 2) : 0;
}

/** Writes a span's coefficients and tells its kind: decided by the out type of its start and the in type of its end. */
function compileSpan(keys: CurveKeys, span: number, out: Float64Array): SpanKind {
  const outType = keys.outTypes[span] as TangentType;
  const startValue = keys.values[span]!;
  const endValue = keys.values[span + 1]!;
  const distance = keys.times[span + 1]! - keys.times[span]!;
  out[7] = 1 / distance;
  out[3] = startValue;
  if (outType === 'linear' && keys.inTypes[span + 1] === 'linear') {
    out[2] = (endValue - startValue) / distance;
    return 'line';
  }
  if (outType === 'step') return 'step';
  if (outType === 'stepnext') {
    out[3] = endValue;
    return 'stepnext';
  }
  return keys.weighted ? compileBezier(keys, span, out) : compileHermite(keys, span, out);
}

/** Part of the chord product by which a tangent may differ from the chord and still count as parallel. Source: AnimX. */
const PARALLEL = 2e-7;

function compileHermite(keys: CurveKeys, span: number, out: Float64Array): SpanKind {
  const [startTime, endTime] = [keys.times[span]!, keys.times[span + 1]!];
  const [startValue, endValue] = [keys.values[span]!, keys.values[span + 1]!];
  const dx = endTime - startTime;
  const dy = endValue - startValue;
  // The control points are formed and taken apart again: with steep tangents that rounding is visible in the result.
  const third = 1 / 3;
  const x0 = startTime + keys.outX[span]! * third - startTime;
  const y0 = startValue + keys.outY[span]! * third - startValue;
  const x1 = endTime - (endTime - keys.inX[span + 1]! * third);
  const y1 = endValue - (endValue - keys.inY[span + 1]! * third);
  if (isAlongChord(dx, dy, x0, y0) && isAlongChord(dx, dy, x1, y1)) {
    out[2] = dy / dx;
    return 'line';
  }
  const slope0 = x0 === 0 ? 0 : y0 / x0;
  const slope1 = x1 === 0 ? 0 : y1 / x1;
  const perSquare = 1 / (dx * dx);
  const run0 = dx * slope0;
  const run1 = dx * slope1;
  out[0] = ((run0 + run1 - dy - dy) * perSquare) / dx;
  out[1] = (dy + dy + dy - run0 - run0 - run1) * perSquare;
  out[2] = slope0;
  return 'cubic';
}

function isAlongChord(dx: number, dy: number, x: number, y: number): boolean {
  return Math.abs(dx * y - dy * x) <= Math.abs(PARALLEL * dx * y);
}

const handles: Handles = { x1: 0, y1: 0, x2: 0, y2: 0 };

function compileBezier(keys: CurveKeys, span: number, out: Float64Array): SpanKind {
  const [startTime, endTime] = [keys.times[span]!, keys.times[span + 1]!];
  const [startValue, endValue] = [keys.values[span]!, keys.values[span + 1]!];
  const distance = endTime - startTime;
  const third = 1 / 3;
  handles.x1 = (startTime + keys.outX[span]! * third - startTime) / distance;
  handles.y1 = startValue + keys.outY[span]! * third;
  handles.x2 = (endTime - keys.inX[span + 1]! * third - startTime) / distance;
  handles.y2 = endValue - keys.inY[span + 1]! * third;
  const even = areEvenHandles(handles);
  if (!even) makeMonotonic(handles, startValue, endValue);
  writePowers(startValue, handles.y1, handles.y2, endValue, out, 0);
  if (even) {
    // The parameter is the normalised time: divide it out, and the span is a polynomial in time.
    out[0]! /= distance * distance * distance;
    out[1]! /= distance * distance;
    out[2]! /= distance;
    return 'evenBezier';
  }
  writePowers(0, handles.x1, handles.x2, 1, out, 4);
  out[7] = 1 / distance;
  return 'bezier';
}

/** Power form of a cubic Bezier at `out[at]`: third, second, first power, constant. */
function writePowers(p0: number, p1: number, p2: number, p3: number, out: Float64Array, at: number): void {
  const first = p1 - p0;
  const second = p2 - p1 - first;
  out[at] = p3 - p2 - (p2 - p1) - second;
  out[at + 1] = 3 * second;
  out[at + 2] = 3 * first;
  out[at + 3] = p0;
}

/** Lookup from evenly divided time to spans, about two buckets a key, so that a random time is found in constant time. */
function buildGuide(times: Float64Array): { guide: Uint32Array; bucketsPerUnit: number } {
  const count = times.length;
  if (count < 2) return { guide: new Uint32Array(2), bucketsPerUnit: 0 };
  const buckets = count * 2;
  const perUnit = buckets / (times[count - 1]! - times[0]!);
  const bucketsPerUnit = Number.isFinite(perUnit) ? perUnit : 0;
  const guide = new Uint32Array(buckets + 3);
  let bucket = 1;
  for (let key = 0; key < count; key++) {
    const own = Math.floor((times[key]! - times[0]!) * bucketsPerUnit);
    while (bucket <= own) guide[bucket++] = Math.max(key - 1, 0);
  }
  while (bucket < guide.length) guide[bucket++] = count - 1;
  return { guide, bucketsPerUnit };
}
