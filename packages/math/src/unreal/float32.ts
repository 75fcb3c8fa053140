/*
 * Unreal's rotator to quaternion in single precision, as engine versions before 5 computed it: every operation rounds
 * to float32, and sine and cosine come from a polynomial instead of the C library.
 */
import type { Quat } from '../quat.ts';
import type { Rotator } from './rotator.ts';

const f = Math.fround;

const PI = f(Math.PI);
const TWO_PI = f(2 * Math.PI);
const HALF_PI = f(Math.PI / 2);
const INVERSE_TWO_PI = f(1 / (2 * Math.PI));
const DEGREES_TO_HALF_RADIANS = f(PI / 360);

// Minimax polynomials on [-pi/2, pi/2]: sine of degree 11, cosine of degree 10.
const S1 = f(-0.16666667);
const S2 = f(0.008333331);
const S3 = f(-0.00019840874);
const S4 = f(2.7525562e-6);
const S5 = f(-2.3889859e-8);
const C1 = f(-0.5);
const C2 = f(0.041666638);
const C3 = f(-0.0013888378);
const C4 = f(2.4760495e-5);
const C5 = f(-2.6051615e-7);

/**
 * Sine and cosine in float32: the angle is reduced to within half a turn, mirrored into a quarter turn, then put into
 * minimax polynomials. Error about 1e-7.
 *
 * Units: radians. Source: the scalar sine/cosine approximation published with DirectXMath (`XMScalarSinCos`), whose
 * results Unreal's `FMath::SinCos` has. Golden: fixtures/rotations/sincos-float32.golden.json
 *
 * @param out Written and returned: `[sine, cosine]`.
 */
export function sinCosFloat32(angle: number, out: [sin: number, cos: number] = [0, 1]): [sin: number, cos: number] {
  const value = f(angle);
  let turns = f(INVERSE_TWO_PI * value);
  turns = value >= 0 ? Math.trunc(f(turns + 0.5)) : Math.trunc(f(turns - 0.5));
  let y = f(value - f(TWO_PI * turns));
  let sign = 1;
  if (y > HALF_PI) {
    y = f(PI - y);
    sign = -1;
  } else if (y < -HALF_PI) {
    y = f(-PI - y);
    sign = -1;
  }
  const y2 = f(y * y);
  let s = f(f(S5 * y2) + S4);
  s = f(f(s * y2) + S3);
  s = f(f(s * y2) + S2);
  s = f(f(s * y2) + S1);
  s = f(f(s * y2) + 1);
  let c = f(f(C5 * y2) + C4);
  c = f(f(c * y2) + C3);
  c = f(f(c * y2) + C2);
  c = f(f(c * y2) + C1);
  c = f(f(c * y2) + 1);
  out[0] = f(s * y);
  out[1] = f(sign * c);
  return out;
}

const pitchSinCos: [number, number] = [0, 1];
const yawSinCos: [number, number] = [0, 1];
const rollSinCos: [number, number] = [0, 1];

/**
 * `quatFromRotator` in float32 with the polynomial sine and cosine. Agrees with the exact one to about 1e-6.
 *
 * Source: published behaviour of `FRotator::Quaternion` in single-precision engine versions.
 * Unverified: the order of the float32 operations inside each component; here products left to right, then the sum.
 */
export function quatFromRotatorFloat32(r: Readonly<Rotator>, out: Quat = [0, 0, 0, 1]): Quat {
  const [sp, cp] = sinCosFloat32(f(f(f(r.pitch) % 360) * DEGREES_TO_HALF_RADIANS), pitchSinCos);
  const [sy, cy] = sinCosFloat32(f(f(f(r.yaw) % 360) * DEGREES_TO_HALF_RADIANS), yawSinCos);
  const [sr, cr] = sinCosFloat32(f(f(f(r.roll) % 360) * DEGREES_TO_HALF_RADIANS), rollSinCos);
  out[0] = f(f(f(cr * sp) * sy) - f(f(sr * cp) * cy));
  out[1] = f(f(f(-cr * sp) * cy) - f(f(sr * cp) * sy));
  out[2] = f(f(f(cr * cp) * sy) - f(f(sr * sp) * cy));
  out[3] = f(f(f(cr * cp) * cy) + f(f(sr * sp) * sy));
  return out;
}
