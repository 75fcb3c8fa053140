/**
 * Mathematical functions that scripts and expression nodes share. All take and return floats.
 *
 * Source: Maya help, "Useful functions" (limit, exponential, trigonometric, vector, conversion, curve) and the command
 * reference. Not here: `noise`, `dnoise`, `rand`, `gauss`, `sphrand`, whose sequences are Maya's own.
 */
export type UnaryFunction = (x: number) => number;
export type BinaryFunction = (x: number, y: number) => number;
export type TernaryFunction = (x: number, y: number, z: number) => number;

const DEGREE = Math.PI / 180;

export const UNARY_FUNCTIONS: ReadonlyMap<string, UnaryFunction> = new Map<string, UnaryFunction>([
  ['abs', Math.abs],
  ['sin', Math.sin],
  ['cos', Math.cos],
  ['tan', Math.tan],
  ['asin', Math.asin],
  ['acos', Math.acos],
  ['atan', Math.atan],
  ['sind', (x) => Math.sin(x * DEGREE)],
  ['cosd', (x) => Math.cos(x * DEGREE)],
  ['tand', (x) => Math.tan(x * DEGREE)],
  ['asind', (x) => Math.asin(x) / DEGREE],
  ['acosd', (x) => Math.acos(x) / DEGREE],
  ['atand', (x) => Math.atan(x) / DEGREE],
  ['sqrt', Math.sqrt],
  ['exp', Math.exp],
  ['log', Math.log],
  ['log10', Math.log10],
  ['ceil', Math.ceil],
  ['floor', Math.floor],
  ['trunc', Math.trunc],
  ['sign', Math.sign],
  ['deg_to_rad', (x) => x * DEGREE],
  ['rad_to_deg', (x) => x / DEGREE],
]);

export const BINARY_FUNCTIONS: ReadonlyMap<string, BinaryFunction> = new Map<string, BinaryFunction>([
  ['atan2', Math.atan2],
  ['atan2d', (y, x) => Math.atan2(y, x) / DEGREE],
  ['pow', (x, y) => x ** y],
  ['fmod', (x, y) => x % y],
  ['hypot', (x, y) => Math.hypot(x, y)],
  ['min', (x, y) => Math.min(x, y)],
  ['max', (x, y) => Math.max(x, y)],
]);

export const TERNARY_FUNCTIONS: ReadonlyMap<string, TernaryFunction> = new Map<string, TernaryFunction>([
  ['clamp', (low, high, x) => Math.min(Math.max(x, low), high)],
  ['linstep', linstep],
  ['smoothstep', smoothstep],
]);

/** 0 before `start`, 1 after `end`, a straight line in between. */
function linstep(start: number, end: number, x: number): number {
  if (start === end) return x < start ? 0 : 1;
  return Math.min(Math.max((x - start) / (end - start), 0), 1);
}

/** As `linstep`, with a level start and end: 3t² − 2t³. */
function smoothstep(start: number, end: number, x: number): number {
  const t = linstep(start, end, x);
  return t * t * (3 - 2 * t);
}

/**
 * Point at `t` (0 to 1) of a cubic from `start` to `end`, leaving along `tangent1` and arriving along `tangent2`.
 * Source: Maya help, "hermite".
 */
export function hermite(start: number, end: number, tangent1: number, tangent2: number, t: number): number {
  const t2 = t * t;
  const t3 = t2 * t;
  return start * (2 * t3 - 3 * t2 + 1) + end * (3 * t2 - 2 * t3) + tangent1 * (t3 - 2 * t2 + t) + tangent2 * (t3 - t2);
}

/** Angle between two vectors in radians; 0 when one of them is zero. Exact near 0 and pi, where acos is not. */
export function angleBetween(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return Math.atan2(cross, ax * bx + ay * by + az * bz);
}

/**
 * Turns a point about an axis through the origin, counter-clockwise seen from the tip of the axis.
 * A zero axis leaves the point as it is.
 *
 * Units: radians. Source: Maya help, "rot".
 *
 * @param v Holds point, axis and result from the three offsets on, three numbers each. Result may be the point.
 */
export function rotateAbout(v: Float64Array, point: number, axis: number, angle: number, out: number): void {
  const [px, py, pz] = [v[point]!, v[point + 1]!, v[point + 2]!];
  const length = Math.hypot(v[axis]!, v[axis + 1]!, v[axis + 2]!);
  const divisor = length || 1;
  const [ux, uy, uz] = [v[axis]! / divisor, v[axis + 1]! / divisor, v[axis + 2]! / divisor];
  const sin = length === 0 ? 0 : Math.sin(angle);
  const cos = length === 0 ? 1 : Math.cos(angle);
  const along = (ux * px + uy * py + uz * pz) * (1 - cos);
  v[out] = px * cos + (uy * pz - uz * py) * sin + ux * along;
  v[out + 1] = py * cos + (uz * px - ux * pz) * sin + uy * along;
  v[out + 2] = pz * cos + (ux * py - uy * px) * sin + uz * along;
}

/** Functions of MEL whose results only Maya can give. */
export const UNSUPPORTED_FUNCTIONS: ReadonlySet<string> = new Set([
  'noise',
  'dnoise',
  'rand',
  'gauss',
  'sphrand',
  'seed',
]);
