import { degToRad, radToDeg } from '../angles.ts';
import { identityMat4, type Mat4, setLinear, setTranslation } from '../mat4.ts';
import type { Quat } from '../quat.ts';
import type { Vec3 } from '../vec3.ts';

/**
 * Unreal's `FRotator`: degrees; roll about X, then pitch about Y, then yaw about Z, all fixed, with roll and pitch
 * counted against the plain axis-angle formula (pitch up is positive).
 */
export interface Rotator {
  pitch: number;
  yaw: number;
  roll: number;
}

/** A new rotator without rotation. */
export function identityRotator(): Rotator {
  return { pitch: 0, yaw: 0, roll: 0 };
}

/**
 * An angle within [0, 360).
 *
 * Units: degrees. Source: published behaviour of `FRotator::ClampAxis` (remainder of 360, one turn added if negative).
 */
export function clampAxis(angleDeg: number): number {
  const rest = angleDeg % 360;
  return rest < 0 ? rest + 360 : rest + 0;
}

/**
 * An angle within (-180, 180]; -180 becomes 180.
 *
 * Units: degrees. Source: published behaviour of `FRotator::NormalizeAxis`.
 */
export function normalizeAxis(angleDeg: number): number {
  const clamped = clampAxis(angleDeg);
  return clamped > 180 ? clamped - 360 : clamped;
}

/** Each axis normalised. Source: published behaviour of `FRotator::GetNormalized`. */
export function normalizeRotator(r: Readonly<Rotator>, out: Rotator = identityRotator()): Rotator {
  return setRotator(out, normalizeAxis(r.pitch), normalizeAxis(r.yaw), normalizeAxis(r.roll));
}

/** Each axis clamped to [0, 360). Source: published behaviour of `FRotator::GetDenormalized`. */
export function clampRotator(r: Readonly<Rotator>, out: Rotator = identityRotator()): Rotator {
  return setRotator(out, clampAxis(r.pitch), clampAxis(r.yaw), clampAxis(r.roll));
}

/**
 * A rotator split into whole turns and the normalised rest, which add up to it.
 *
 * Source: published behaviour of `FRotator::GetWindingAndRemainder`.
 */
export function splitWinding(r: Readonly<Rotator>): { winding: Rotator; remainder: Rotator } {
  const remainder = normalizeRotator(r);
  const winding: Rotator = {
    pitch: r.pitch - remainder.pitch,
    yaw: r.yaw - remainder.yaw,
    roll: r.roll - remainder.roll,
  };
  return { winding, remainder };
}

/**
 * The other triple of the same orientation. Source: published behaviour of `FRotator::GetEquivalentRotator`.
 *
 * Units: degrees; not normalised.
 */
export function equivalentRotator(r: Readonly<Rotator>, out: Rotator = identityRotator()): Rotator {
  return setRotator(out, 180 - r.pitch, r.yaw + 180, r.roll + 180);
}

/**
 * Quaternion of a rotator. Each angle is reduced to one turn first, so a full turn gives the identity, not its negative.
 *
 * Source: published behaviour of `FRotator::Quaternion` (current engine versions).
 * Golden: fixtures/rotations/unreal-rotator.golden.json
 */
export function quatFromRotator(r: Readonly<Rotator>, out: Quat = [0, 0, 0, 1]): Quat {
  const pitch = degToRad(r.pitch % 360) * 0.5;
  const yaw = degToRad(r.yaw % 360) * 0.5;
  const roll = degToRad(r.roll % 360) * 0.5;
  const sp = Math.sin(pitch);
  const cp = Math.cos(pitch);
  const sy = Math.sin(yaw);
  const cy = Math.cos(yaw);
  const sr = Math.sin(roll);
  const cr = Math.cos(roll);
  out[0] = cr * sp * sy - sr * cp * cy;
  out[1] = -cr * sp * cy - sr * cp * sy;
  out[2] = cr * cp * sy - sr * sp * cy;
  out[3] = cr * cp * cy + sr * sp * sy;
  return out;
}

/** `sin(pitch) / 2` beyond which a quaternion counts as looking straight up or down: about 89.92 degrees. */
export const ROTATOR_SINGULARITY = 0.4999995;

/** Whether `rotatorFromQuat` snaps the pitch of this quaternion to 90 or -90 degrees. */
export function isRotatorSingular(q: Readonly<Quat>): boolean {
  return Math.abs(q[2] * q[0] - q[3] * q[1]) > ROTATOR_SINGULARITY;
}

/**
 * Rotator of a unit quaternion: pitch in [-90, 90].
 *
 * Inside the cone of `ROTATOR_SINGULARITY` pitch snaps to the pole, which changes the rotation by up to 0.08 degrees;
 * exactly at the pole only the combination of yaw and roll has a meaning.
 * Source: published behaviour of `FQuat::Rotator`.
 */
export function rotatorFromQuat(q: Readonly<Quat>, out: Rotator = identityRotator()): Rotator {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const singularity = z * x - w * y;
  const yaw = radToDeg(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))) + 0;
  if (singularity < -ROTATOR_SINGULARITY) {
    return setRotator(out, -90, yaw, normalizeAxis(-yaw - radToDeg(2 * Math.atan2(x, w))));
  }
  if (singularity > ROTATOR_SINGULARITY) {
    return setRotator(out, 90, yaw, normalizeAxis(yaw - radToDeg(2 * Math.atan2(x, w))));
  }
  const pitch = radToDeg(Math.asin(2 * singularity)) + 0;
  const roll = radToDeg(Math.atan2(-2 * (w * x + y * z), 1 - 2 * (x * x + y * y))) + 0;
  return setRotator(out, pitch, yaw, roll);
}

/**
 * Matrix of a rotator; rows are the object's X, Y and Z axes.
 *
 * Source: published behaviour of `FRotationMatrix`.
 */
export function mat4FromRotator(r: Readonly<Rotator>, out: Mat4 = identityMat4()): Mat4 {
  const sp = Math.sin(degToRad(r.pitch));
  const cp = Math.cos(degToRad(r.pitch));
  const sy = Math.sin(degToRad(r.yaw));
  const cy = Math.cos(degToRad(r.yaw));
  const sr = Math.sin(degToRad(r.roll));
  const cr = Math.cos(degToRad(r.roll));
  const yx = sr * sp * cy - cr * sy;
  const yy = sr * sp * sy + cr * cy;
  const zx = -(cr * sp * cy + sr * sy);
  const zy = cy * sr - cr * sp * sy;
  setLinear(out, cp * cy, cp * sy, sp, yx, yy, -sr * cp, zx, zy, cr * cp);
  return setTranslation(out, 0, 0, 0);
}

/**
 * Rotator of a matrix whose rows are unscaled. Has no singularity threshold, so near the poles it is more exact than
 * the way through a quaternion.
 *
 * Source: published behaviour of `FMatrix::Rotator`.
 */
export function rotatorFromMat4(m: Readonly<Mat4>, out: Rotator = identityRotator()): Rotator {
  const yaw = Math.atan2(m[1], m[0]);
  const pitch = Math.atan2(m[2], Math.sqrt(m[0] * m[0] + m[1] * m[1]));
  // Roll is measured against the Y axis of the same rotation without roll.
  const sx = -Math.sin(yaw);
  const sy = Math.cos(yaw);
  const roll = Math.atan2(m[8] * sx + m[9] * sy, m[4] * sx + m[5] * sy);
  return setRotator(out, radToDeg(pitch) + 0, radToDeg(yaw) + 0, radToDeg(roll) + 0);
}

/**
 * Quaternion of a matrix by the trace method; the identity when any row has no length.
 *
 * Convention: w positive for a positive trace, else the component of the largest diagonal is. Rows must be unscaled.
 * Source: published behaviour of the `FQuat` constructor from `FMatrix`.
 */
export function quatFromUnrealMat4(m: Readonly<Mat4>, out: Quat = [0, 0, 0, 1]): Quat {
  const x = m[0];
  const y = m[5];
  const z = m[10];
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  out[3] = 1;
  if (hasZeroRow(m)) return out;
  if (x + y + z > 0) {
    const s = 0.5 / Math.sqrt(x + y + z + 1);
    out[0] = (m[6] - m[9]) * s;
    out[1] = (m[8] - m[2]) * s;
    out[2] = (m[1] - m[4]) * s;
    out[3] = 0.25 / s;
    return out;
  }
  const i = y > x ? (z > y ? 2 : 1) : z > x ? 2 : 0;
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  const at = m as readonly number[];
  const s = 0.5 / Math.sqrt((at[i * 5] as number) - (at[j * 5] as number) - (at[k * 5] as number) + 1);
  out[i] = 0.25 / s;
  out[3] = ((at[j * 4 + k] as number) - (at[k * 4 + j] as number)) * s;
  out[j] = ((at[i * 4 + j] as number) + (at[j * 4 + i] as number)) * s;
  out[k] = ((at[i * 4 + k] as number) + (at[k * 4 + i] as number)) * s;
  return out;
}

function hasZeroRow(m: Readonly<Mat4>): boolean {
  const x = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
  const y = m[4] * m[4] + m[5] * m[5] + m[6] * m[6];
  const z = m[8] * m[8] + m[9] * m[9] + m[10] * m[10];
  // Squares of Unreal's KINDA_SMALL_NUMBER, 1e-4 (documented in the API reference).
  return x < 1e-8 || y < 1e-8 || z < 1e-8;
}

/** Direction of a rotator's X axis. Source: published behaviour of `FRotator::Vector`. */
export function vectorFromRotator(r: Readonly<Rotator>, out: Vec3 = [0, 0, 0]): Vec3 {
  const cp = Math.cos(degToRad(r.pitch % 360));
  const sp = Math.sin(degToRad(r.pitch % 360));
  out[0] = cp * Math.cos(degToRad(r.yaw % 360));
  out[1] = cp * Math.sin(degToRad(r.yaw % 360));
  out[2] = sp;
  return out;
}

/** Rotator that points X along a direction, without roll. Source: published behaviour of `FVector::Rotation`. */
export function rotatorFromVector(direction: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  const [x, y, z] = direction;
  const pitch = radToDeg(Math.atan2(z, Math.sqrt(x * x + y * y)));
  return setRotator(out, pitch + 0, radToDeg(Math.atan2(y, x)) + 0, 0);
}

/** Writes the three angles. */
export function setRotator(out: Rotator, pitch: number, yaw: number, roll: number): Rotator {
  out.pitch = pitch;
  out.yaw = yaw;
  out.roll = roll;
  return out;
}
