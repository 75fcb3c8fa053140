import { multiplyQuat, normalizeQuat, type Quat } from './quat.ts';

/**
 * An orientation turned further about its own axes: the pitch, yaw and roll of a flying camera. Never locks, unlike
 * adding to Euler angles.
 *
 * Source: published behaviour of Unreal's "Add Local Rotation". The result is normalised, so that errors do not pile up.
 */
export function addLocalRotation(orientation: Readonly<Quat>, delta: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  return normalizeQuat(multiplyQuat(delta, orientation, out), out);
}

/**
 * An orientation turned further about the axes of its parent.
 *
 * Source: published behaviour of Unreal's "Add World Rotation". The result is normalised.
 */
export function addWorldRotation(orientation: Readonly<Quat>, delta: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  return normalizeQuat(multiplyQuat(orientation, delta, out), out);
}

/** The rotation that `addLocalRotation` needs to get from one orientation to another (unit quaternions). */
export function localRotationBetween(from: Readonly<Quat>, to: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  // from^-1 * to in Hamilton order: `to` first, then back through `from`.
  const inverse: Quat = [-from[0], -from[1], -from[2], from[3]];
  return multiplyQuat(to, inverse, out);
}

/** The rotation that `addWorldRotation` needs to get from one orientation to another (unit quaternions). */
export function worldRotationBetween(from: Readonly<Quat>, to: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  const inverse: Quat = [-from[0], -from[1], -from[2], from[3]];
  return multiplyQuat(inverse, to, out);
}
