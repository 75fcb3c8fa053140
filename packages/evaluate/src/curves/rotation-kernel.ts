/**
 * Quaternion steps of rotation curves, on flat arrays of `[x, y, z, w]`. Inputs are close to unit length, not exactly:
 * keys keep their w as a float32. Source: AnimX (behaviour, not code).
 */

type Numbers = Float64Array | number[];
type ReadNumbers = ArrayLike<number>;

/** Beyond this cosine two rotations are blended linearly. */
const NEARLY_SAME = 1 - 1e-5;
/** A squared length this close to 1 is left alone. */
const UNIT_SLACK = 2e-10;

/** Interpolates along the shorter arc: `out[o..]` between `a[i..]` and `b[j..]`. `out` may overlap the inputs. */
export function slerpInto(
  a: ReadNumbers,
  i: number,
  b: ReadNumbers,
  j: number,
  t: number,
  out: Numbers,
  o: number,
): void {
  const [ax, ay, az, aw] = [a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!];
  let [bx, by, bz, bw] = [b[j]!, b[j + 1]!, b[j + 2]!, b[j + 3]!];
  let cosine = ax * bx + ay * by + az * bz + aw * bw;
  if (cosine < 0) {
    cosine = -cosine;
    bx = -bx;
    by = -by;
    bz = -bz;
    bw = -bw;
  }
  if (cosine < NEARLY_SAME) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    const p = Math.sin((1 - t) * angle) / sine;
    const q = Math.sin(t * angle) / sine;
    out[o] = p * ax + q * bx;
    out[o + 1] = p * ay + q * by;
    out[o + 2] = p * az + q * bz;
    out[o + 3] = p * aw + q * bw;
    return;
  }
  out[o] = ax + t * (bx - ax);
  out[o + 1] = ay + t * (by - ay);
  out[o + 2] = az + t * (bz - az);
  out[o + 3] = aw + t * (bw - aw);
  normalizeInto(out, o);
}

/** Brings `q[i..]` to unit length unless it is so already; nearly zero becomes no rotation. */
export function normalizeInto(q: Numbers, i: number): void {
  const square = q[i]! * q[i]! + q[i + 1]! * q[i + 1]! + q[i + 2]! * q[i + 2]! + q[i + 3]! * q[i + 3]!;
  if (square <= 1e-20) {
    q[i] = 0;
    q[i + 1] = 0;
    q[i + 2] = 0;
    q[i + 3] = 1;
  } else if (!(Math.abs(square - 1) <= UNIT_SLACK)) {
    const scale = 1 / Math.sqrt(square);
    for (let k = i; k < i + 4; k++) q[k]! *= scale;
  }
}

/** Reflects `a[i..]` across `across[j..]`: the rotation as far beyond it. */
export function reflectInto(a: ReadNumbers, i: number, across: ReadNumbers, j: number, out: Numbers, o: number): void {
  const twice =
    2 * (a[i]! * across[j]! + a[i + 1]! * across[j + 1]! + a[i + 2]! * across[j + 2]! + a[i + 3]! * across[j + 3]!);
  for (let k = 0; k < 4; k++) out[o + k] = across[j + k]! * twice - a[i + k]!;
}

/** `q` applied `exponent` times, brought to unit length; `out` may be `q`. */
export function powerInto(q: ReadNumbers, exponent: number, out: Numbers): void {
  const length = Math.sqrt(q[0]! * q[0]! + q[1]! * q[1]! + q[2]! * q[2]!);
  const half = Math.atan2(length, q[3]!) * exponent;
  const scale = length > 0 ? Math.sin(half) / length : 0;
  out[0] = q[0]! * scale;
  out[1] = q[1]! * scale;
  out[2] = q[2]! * scale;
  out[3] = length > 0 ? Math.cos(half) : 1;
  normalizeInto(out, 0);
}

const work = new Float64Array(12);

/** De Casteljau's construction with arcs in place of lines: from `p[i..]` by `a`, `b` (at `c[j..]`, 8 numbers) to `q[k..]`. */
export function bezierArcInto(
  p: ReadNumbers,
  i: number,
  controls: ReadNumbers,
  j: number,
  q: ReadNumbers,
  k: number,
  t: number,
  out: Numbers,
): void {
  slerpInto(controls, j, controls, j + 4, t, work, 4);
  slerpInto(p, i, controls, j, t, work, 0);
  slerpInto(controls, j + 4, q, k, t, work, 8);
  slerpInto(work, 0, work, 4, t, work, 0);
  slerpInto(work, 4, work, 8, t, work, 8);
  slerpInto(work, 0, work, 8, t, out, 0);
}
