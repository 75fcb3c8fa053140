/**
 * Weighted spans: a cubic Bezier in time and value.
 *
 * The control abscissae are normalised to the span and first made monotonic in time. Source: AnimX (behaviour, not code).
 */

/** Distance kept from the edge of the region in which the abscissa is monotonic. Source: AnimX. */
const EDGE = 1e-10;

/** Control abscissae this close to 1/3 and 2/3 make time proportional to the parameter. Source: AnimX. */
const EVEN = 1e-6;

/** Inner control points of a span: normalised abscissae and values. */
export interface Handles {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Whether the abscissa of these handles is the parameter itself. */
export function areEvenHandles(handles: Readonly<Handles>): boolean {
  return Math.abs(handles.x1 - 1 / 3) <= EVEN && Math.abs(handles.x2 - 2 / 3) <= EVEN;
}

/**
 * Pulls the handles in until time never runs backward; values are scaled along.
 *
 * Both abscissae are clamped to the span on the inner side (first at least 0, second at most 1). Where one still reaches
 * past the other end, the pair (x1, 1 - x2) is moved into the ellipse x² + y² + xy - 2(x + y) + 1 <= 0; the first is
 * kept as long as it is below 4/3.
 */
export function makeMonotonic(handles: Handles, startValue: number, endValue: number): void {
  const reach1 = handles.x1;
  const reach2 = handles.x2;
  let first = Math.max(reach1, 0);
  let second = 1 - Math.min(reach2, 1);
  if (first > 1 || reach2 < 0) {
    second = Math.max(1 - reach2, 0);
    const outside = first * (first - 2 + second) + second * (second - 2) + 1;
    if (outside + EDGE > 0) {
      second = pullSecond(first, second);
      first = first + EDGE < 4 / 3 ? first : 4 / 3 - EDGE;
    }
    handles.x2 = 1 - second;
  } else {
    handles.x2 = Math.min(reach2, 1);
  }
  handles.x1 = first;
  if (handles.x1 !== reach1 && Math.abs(reach1) > EDGE) {
    handles.y1 = startValue + ((handles.y1 - startValue) * handles.x1) / reach1;
  }
  if (handles.x2 !== reach2 && Math.abs(reach2 - 1) > EDGE) {
    handles.y2 = endValue - ((endValue - handles.y2) * (1 - handles.x2)) / (1 - reach2);
  }
}

/** The second of the pair, moved between the two roots of the ellipse for this first one. */
function pullSecond(first: number, second: number): number {
  if (first + EDGE >= 4 / 3) return 1 / 3 - EDGE;
  const middle = 2 - first;
  const spread = Math.sqrt(middle * middle - 4 * (first - 1) * (first - 1));
  const high = (middle + spread) * 0.5;
  const low = (middle - spread) * 0.5;
  if (second + EDGE > high) return high - EDGE;
  return Math.max(second, low + EDGE);
}

/** A step smaller than this ends the search: the step after it would be below the precision of a double. */
const STEP_LIMIT = 1e-13;
const NEWTON_LIMIT = 12;
const BISECTION_LIMIT = 60;

/**
 * Parameter in [0, 1] at which a monotonic abscissa `((a·u + b)·u + c)·u` reaches `s`, itself in [0, 1].
 *
 * Newton steps inside a shrinking bracket; halving where the curve is too flat for them. Always ends.
 */
export function solveAbscissa(a: number, b: number, c: number, s: number): number {
  let low = 0;
  let high = 1;
  let u = s;
  for (let step = 0; step < NEWTON_LIMIT; step++) {
    const miss = ((a * u + b) * u + c) * u - s;
    if (miss === 0) return u;
    if (miss > 0) high = u;
    else low = u;
    const slope = (3 * a * u + 2 * b) * u + c;
    const next = u - miss / slope;
    // Written so that NaN and infinities (a level place) fall through to halving.
    if (next > low && next < high) {
      const move = next - u;
      u = next;
      if (move < STEP_LIMIT && move > -STEP_LIMIT) return u;
    } else {
      u = 0.5 * (low + high);
    }
  }
  return bisectAbscissa(a, b, c, s, low, high);
}

function bisectAbscissa(a: number, b: number, c: number, s: number, from: number, to: number): number {
  let low = from;
  let high = to;
  for (let step = 0; step < BISECTION_LIMIT && high > low; step++) {
    const middle = 0.5 * (low + high);
    if (middle === low || middle === high) break;
    if (((a * middle + b) * middle + c) * middle > s) high = middle;
    else low = middle;
  }
  return 0.5 * (low + high);
}
