import { dotQuat, multiplyQuat, normalizeQuat, type Quat } from '../quat.ts';
import {
  identityRotator,
  normalizeAxis,
  quatFromRotator,
  type Rotator,
  rotatorFromQuat,
  setRotator,
} from './rotator.ts';

/**
 * Component blend along the shortest arc, **not normalised**; it is not the component blend of two rotators.
 *
 * Source: published behaviour of `FQuat::FastLerp`.
 */
export function fastLerpQuat(a: Readonly<Quat>, b: Readonly<Quat>, alpha: number, out: Quat = [0, 0, 0, 1]): Quat {
  const bias = dotQuat(a, b) >= 0 ? 1 : -1;
  return combine(a, bias * (1 - alpha), b, alpha, out);
}

/**
 * Spherical blend along the shortest arc as Unreal does it: linear when the quaternions are nearly equal (cosine above
 * 0.9999), then normalised. `slerpQuat` is the exact one.
 *
 * Source: published behaviour of `FQuat::Slerp`.
 */
export function slerpUnrealQuat(a: Readonly<Quat>, b: Readonly<Quat>, alpha: number, out: Quat = [0, 0, 0, 1]): Quat {
  const cosine = dotQuat(a, b);
  const size = Math.abs(cosine);
  let ka = 1 - alpha;
  let kb = alpha;
  if (size < 0.9999) {
    const angle = Math.acos(size);
    const k = 1 / Math.sin(angle);
    ka = Math.sin(ka * angle) * k;
    kb = Math.sin(alpha * angle) * k;
  }
  return normalizeQuat(combine(a, ka, b, cosine >= 0 ? kb : -kb, out), out);
}

/**
 * Blend of two rotators by normalised component differences, `FMath::Lerp` in C++.
 *
 * Source: published behaviour of `FMath::Lerp` for `FRotator`.
 */
export function lerpRotator(
  a: Readonly<Rotator>,
  b: Readonly<Rotator>,
  alpha: number,
  out: Rotator = identityRotator(),
): Rotator {
  return setRotator(
    out,
    a.pitch + normalizeAxis(b.pitch - a.pitch) * alpha,
    a.yaw + normalizeAxis(b.yaw - a.yaw) * alpha,
    a.roll + normalizeAxis(b.roll - a.roll) * alpha,
  );
}

/**
 * Blend of two rotators component by component, turns included: Blueprint "Lerp (Rotator)" with Shortest Path off.
 *
 * Unverified: recalled from published behaviour, no engine was run.
 */
export function lerpRotatorComponents(
  a: Readonly<Rotator>,
  b: Readonly<Rotator>,
  alpha: number,
  out: Rotator = identityRotator(),
): Rotator {
  return setRotator(
    out,
    a.pitch + (b.pitch - a.pitch) * alpha,
    a.yaw + (b.yaw - a.yaw) * alpha,
    a.roll + (b.roll - a.roll) * alpha,
  );
}

const quatA: Quat = [0, 0, 0, 1];
const quatB: Quat = [0, 0, 0, 1];

/**
 * Blend of two rotators through quaternions: Blueprint "Lerp (Rotator)" with Shortest Path on.
 *
 * Unverified: recalled from published behaviour of current versions, no engine was run.
 */
export function lerpRotatorShortest(
  a: Readonly<Rotator>,
  b: Readonly<Rotator>,
  alpha: number,
  out: Rotator = identityRotator(),
): Rotator {
  slerpUnrealQuat(quatFromRotator(a, quatA), quatFromRotator(b, quatB), alpha, quatA);
  return rotatorFromQuat(quatA, out);
}

/**
 * A rotator turned further about its own axes. Source: published behaviour of Unreal's "Add Local Rotation".
 */
export function addLocalRotator(
  r: Readonly<Rotator>,
  delta: Readonly<Rotator>,
  out: Rotator = identityRotator(),
): Rotator {
  multiplyQuat(quatFromRotator(delta, quatB), quatFromRotator(r, quatA), quatA);
  return rotatorFromQuat(normalizeQuat(quatA, quatA), out);
}

/**
 * A rotator turned further about the world's axes; also Blueprint "Combine Rotators" (`r`, then `delta`).
 *
 * Source: published behaviour of Unreal's "Add World Rotation".
 */
export function addWorldRotator(
  r: Readonly<Rotator>,
  delta: Readonly<Rotator>,
  out: Rotator = identityRotator(),
): Rotator {
  multiplyQuat(quatFromRotator(r, quatA), quatFromRotator(delta, quatB), quatA);
  return rotatorFromQuat(normalizeQuat(quatA, quatA), out);
}

function combine(a: Readonly<Quat>, ka: number, b: Readonly<Quat>, kb: number, out: Quat): Quat {
  const x = a[0] * ka + b[0] * kb;
  const y = a[1] * ka + b[1] * kb;
  const z = a[2] * ka + b[2] * kb;
  const w = a[3] * ka + b[3] * kb;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
  return out;
}
