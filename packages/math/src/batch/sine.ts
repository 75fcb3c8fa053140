/*
 * Sine, cosine and arc for the batch kernels: polynomials without a branch, the same operations in the same order as in
 * `scripts/build-batch-kernels.mjs`, so that both give the same bits. Errors at most 3e-16 absolute.
 *
 * Coefficients: Chebyshev fits in 60-digit arithmetic (mpmath chebyfit) to (sin(x)/x - 1)/x^2 and
 * (cos(x) - 1 + x^2/2)/x^4 on [-pi/2, pi/2], and to (asin(x)/x - 1)/x^2 up to the sine of pi/8.
 */

/** Largest angle that `nearestHalfTurn` reduces exactly enough. */
export const REDUCIBLE = 1e5;

const HALF_TURNS_PER_RADIAN = 0.3183098861837907;
// pi in two parts; the first has 33 bits, so that its product with a small integer is exact.
const HALF_TURN_HIGH = 3.1415926534682512;
const HALF_TURN_LOW = 1.2154201013012384e-10;
// Adding 1.5 * 2^52 rounds to the nearest integer in the last bits.
const ROUNDER = 6755399441055744;

/** Number of half turns nearest to the angle: both sine and cosine change sign with each. */
export function nearestHalfTurn(angle: number): number {
  return angle * HALF_TURNS_PER_RADIAN + ROUNDER - ROUNDER;
}

/** What is left of the angle after `n` half turns: at most a quarter turn. */
export function reduceAngle(angle: number, n: number): number {
  return angle - n * HALF_TURN_HIGH - n * HALF_TURN_LOW;
}

/** Sine of an angle within a quarter turn. */
export function sineOf(r: number): number {
  const z = r * r;
  const a = 2.731428985801903e-15 * z - 7.643969031023086e-13;
  const b = (a * z + 1.6058977272814407e-10) * z - 2.5052107616384575e-8;
  const c = (b * z + 2.755731921915843e-6) * z - 0.00019841269841254955;
  const d = (c * z + 0.008333333333333316) * z - 0.16666666666666666;
  return d * z * r + r;
}

/** Cosine of an angle within a quarter turn. */
export function cosineOf(r: number): number {
  const z = r * r;
  const a = 4.646409714694273e-14 * z - 1.1466250478493948e-11;
  const b = (a * z + 2.0876681513905865e-9) * z - 2.7557318572848294e-7;
  const c = (b * z + 2.4801587298910888e-5) * z - 0.0013888888888884763;
  const d = (c * z + 0.04166666666666666) * z - 0.5;
  return d * z + 1;
}

/** Arc of a sine from 0 to that of pi/8. */
export function arcOf(sine: number): number {
  const z = sine * sine;
  const a = 0.016468646460467033 * z + 0.006924568606963134;
  const b = (a * z + 0.012070300643269725) * z + 0.01390895980030995;
  const c = (b * z + 0.017356446196127903) * z + 0.02237201250949112;
  const d = (c * z + 0.030381947779907638) * z + 0.044642857104453565;
  const e = (d * z + 0.075000000000171) * z + 0.16666666666666655;
  return e * z * sine + sine;
}
