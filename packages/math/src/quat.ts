import type { Vec3 } from './vec3.ts';

/** A rotation as a Hamilton quaternion: `[x, y, z, w]`. `q` and `-q` are the same rotation. */
export type Quat = [x: number, y: number, z: number, w: number];

/** A new identity rotation. */
export function identityQuat(): Quat {
  return [0, 0, 0, 1];
}

/**
 * Rotation that applies `first`, then `then`.
 *
 * Convention: the Hamilton product `then * first`; Maya's `MQuaternion` writes it `first * then`.
 */
export function multiplyQuat(first: Readonly<Quat>, then: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  const ax = then[0];
  const ay = then[1];
  const az = then[2];
  const aw = then[3];
  const bx = first[0];
  const by = first[1];
  const bz = first[2];
  const bw = first[3];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by - ax * bz + ay * bw + az * bx;
  out[2] = aw * bz + ax * by - ay * bx + az * bw;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
  return out;
}

/** Vector part negated: the inverse of a unit quaternion. */
export function conjugateQuat(q: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  out[0] = -q[0];
  out[1] = -q[1];
  out[2] = -q[2];
  out[3] = q[3];
  return out;
}

/** Inverse of a quaternion of any length; that of zero is zero. */
export function invertQuat(q: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  const squared = dotQuat(q, q);
  const k = squared > 0 ? 1 / squared : 0;
  out[0] = -q[0] * k;
  out[1] = -q[1] * k;
  out[2] = -q[2] * k;
  out[3] = q[3] * k;
  return out;
}

/** Four-component scalar product: the cosine of half the angle between two unit quaternions. */
export function dotQuat(a: Readonly<Quat>, b: Readonly<Quat>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/** Norm of the four components. */
export function lengthQuat(q: Readonly<Quat>): number {
  return Math.sqrt(dotQuat(q, q));
}

/** The quaternion at length 1; zero becomes the identity. */
export function normalizeQuat(q: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  const length = lengthQuat(q);
  if (!(length > 0)) return setQuat(out, 0, 0, 0, 1);
  const k = 1 / length;
  return setQuat(out, q[0] * k, q[1] * k, q[2] * k, q[3] * k);
}

/**
 * Rotation about an axis. The axis need not have unit length; a zero axis gives the identity.
 *
 * Units: radians. Convention: right-hand rule in a right-handed basis (X to Y for a positive turn about Z).
 */
export function quatFromAxisAngle(axis: Readonly<Vec3>, angle: number, out: Quat = [0, 0, 0, 1]): Quat {
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!(length > 0)) return setQuat(out, 0, 0, 0, 1);
  const s = Math.sin(angle * 0.5) / length;
  return setQuat(out, axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle * 0.5));
}

/**
 * Unit axis and angle of a unit quaternion; the identity reports axis X with angle 0.
 *
 * Units: radians. Convention: angle in [0, 2 pi], so that the quaternion's sign survives a round trip.
 */
export function axisAngleFromQuat(q: Readonly<Quat>): { axis: Vec3; angle: number } {
  const sine = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const angle = 2 * Math.atan2(sine, q[3]);
  return { axis: sine > 0 ? [q[0] / sine, q[1] / sine, q[2] / sine] : [1, 0, 0], angle };
}

/** A vector turned by a unit quaternion. */
export function rotateVec3(v: Readonly<Vec3>, q: Readonly<Quat>, out: Vec3 = [0, 0, 0]): Vec3 {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  const tx = 2 * (q[1] * z - q[2] * y);
  const ty = 2 * (q[2] * x - q[0] * z);
  const tz = 2 * (q[0] * y - q[1] * x);
  out[0] = x + q[3] * tx + q[1] * tz - q[2] * ty;
  out[1] = y + q[3] * ty + q[2] * tx - q[0] * tz;
  out[2] = z + q[3] * tz + q[0] * ty - q[1] * tx;
  return out;
}

/**
 * The smallest rotation that turns one direction into another; lengths do not matter.
 *
 * Opposite directions turn about an axis perpendicular to `from`, built from its smallest component. A zero direction
 * gives the identity.
 */
export function quatBetween(from: Readonly<Vec3>, to: Readonly<Vec3>, out: Quat = [0, 0, 0, 1]): Quat {
  const fromLength = Math.sqrt(from[0] * from[0] + from[1] * from[1] + from[2] * from[2]);
  const toLength = Math.sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
  if (!(fromLength > 0) || !(toLength > 0)) return setQuat(out, 0, 0, 0, 1);
  const ax = from[0] / fromLength;
  const ay = from[1] / fromLength;
  const az = from[2] / fromLength;
  // The half vector keeps full precision for small angles, where 1 + dot would not.
  const hx = ax + to[0] / toLength;
  const hy = ay + to[1] / toLength;
  const hz = az + to[2] / toLength;
  const half = Math.sqrt(hx * hx + hy * hy + hz * hz);
  if (half < 1e-15) return perpendicularHalfTurn(ax, ay, az, out);
  const k = 1 / half;
  let x = (ay * hz - az * hy) * k;
  let y = (az * hx - ax * hz) * k;
  let z = (ax * hy - ay * hx) * k;
  // Of nearly opposite directions the half vector keeps few digits, and the axis leans. Leaning about `from` does no
  // harm; leaning towards it would, so that part is taken out.
  const lean = ax * x + ay * y + az * z;
  x -= lean * ax;
  y -= lean * ay;
  z -= lean * az;
  if (half < 1e-6 && x * x + y * y + z * z < 0.25) return perpendicularHalfTurn(ax, ay, az, out);
  setQuat(out, x, y, z, half / 2);
  return normalizeQuat(out, out);
}

function perpendicularHalfTurn(x: number, y: number, z: number, out: Quat): Quat {
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) return normalizeQuat(setQuat(out, 0, z, -y, 0), out);
  if (Math.abs(y) <= Math.abs(z)) return normalizeQuat(setQuat(out, -z, 0, x, 0), out);
  return normalizeQuat(setQuat(out, y, -x, 0, 0), out);
}

/**
 * Logarithm of a quaternion: for a unit one, half the rotation angle times the axis with w 0; otherwise w is the
 * natural logarithm of the length.
 *
 * Units: radians.
 */
export function logQuat(q: Readonly<Quat>, out: Quat = [0, 0, 0, 0]): Quat {
  const sine = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const length = Math.sqrt(sine * sine + q[3] * q[3]);
  if (sine < 1e-150) {
    // Its square is lost below that. -1 is half a turn of the double cover about any axis: X is chosen.
    return setQuat(out, q[3] < 0 ? Math.PI : 0, 0, 0, Math.log(length));
  }
  const k = Math.atan2(sine, q[3]) / sine;
  return setQuat(out, q[0] * k, q[1] * k, q[2] * k, Math.log(length));
}

/** Exponential of a quaternion, inverse of `logQuat`. */
export function expQuat(q: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  const angle = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const length = Math.exp(q[3]);
  const k = angle > 0 ? (length * Math.sin(angle)) / angle : length;
  return setQuat(out, q[0] * k, q[1] * k, q[2] * k, length * Math.cos(angle));
}

/** Angle between two orientations given as unit quaternions, sign ignored. Units: radians, in [0, pi]. */
export function angleBetweenQuats(a: Readonly<Quat>, b: Readonly<Quat>): number {
  const sign = dotQuat(a, b) < 0 ? -1 : 1;
  const dx = a[0] - sign * b[0];
  const dy = a[1] - sign * b[1];
  const dz = a[2] - sign * b[2];
  const dw = a[3] - sign * b[3];
  return 4 * Math.asin(Math.min(1, 0.5 * Math.sqrt(dx * dx + dy * dy + dz * dz + dw * dw)));
}

function setQuat(out: Quat, x: number, y: number, z: number, w: number): Quat {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
  return out;
}
