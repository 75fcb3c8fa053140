import { conjugateQuat, dotQuat, expQuat, logQuat, multiplyQuat, normalizeQuat, type Quat } from './quat.ts';

/**
 * Which of the two ways round a quaternion blend takes: `shortest` flips the sign of `b` when that is nearer, `longest`
 * when that is farther, `direct` takes the quaternions as they are.
 */
export type QuatArc = 'shortest' | 'longest' | 'direct';

/** Options of the quaternion blends. */
export interface QuatBlendOptions {
  readonly arc?: QuatArc;
}

/** Defaults of the quaternion blends. */
export const QUAT_BLEND_DEFAULTS: QuatBlendOptions = { arc: 'shortest' };

function signOfArc(dot: number, arc: QuatArc | undefined): number {
  if (arc === 'direct') return 1;
  return arc === 'longest' ? (dot > 0 ? -1 : 1) : dot < 0 ? -1 : 1;
}

/** Component blend of two quaternions, not normalised. */
export function lerpQuat(
  a: Readonly<Quat>,
  b: Readonly<Quat>,
  t: number,
  options: QuatBlendOptions = QUAT_BLEND_DEFAULTS,
  out: Quat = [0, 0, 0, 1],
): Quat {
  const kb = t * signOfArc(dotQuat(a, b), options.arc);
  return combine(a, 1 - t, b, kb, out);
}

/** Component blend of two quaternions brought to unit length: the path of `slerpQuat`, at uneven speed. */
export function nlerpQuat(
  a: Readonly<Quat>,
  b: Readonly<Quat>,
  t: number,
  options: QuatBlendOptions = QUAT_BLEND_DEFAULTS,
  out: Quat = [0, 0, 0, 1],
): Quat {
  return normalizeQuat(lerpQuat(a, b, t, options, out), out);
}

/**
 * Spherical blend of two unit quaternions at constant angular speed.
 *
 * Half a turn of the double cover (`b = -a`) has no unique path; a fixed perpendicular quaternion is used then.
 * Source: K. Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985, section 3.3.
 */
export function slerpQuat(
  a: Readonly<Quat>,
  b: Readonly<Quat>,
  t: number,
  options: QuatBlendOptions = QUAT_BLEND_DEFAULTS,
  out: Quat = [0, 0, 0, 1],
): Quat {
  const dot = dotQuat(a, b);
  const sign = signOfArc(dot, options.arc);
  const cosine = dot * sign;
  if (cosine > 1 - 1e-12) return normalizeQuat(combine(a, 1 - t, b, t * sign, out), out);
  if (cosine < -0.9999999) return slerpOpposite(a, b, sign, t, out);
  const angle = Math.acos(cosine);
  const k = 1 / Math.sin(angle);
  return combine(a, Math.sin((1 - t) * angle) * k, b, Math.sin(t * angle) * k * sign, out);
}

function slerpOpposite(a: Readonly<Quat>, b: Readonly<Quat>, sign: number, t: number, out: Quat): Quat {
  // What is left of b after removing a gives the plane; with nothing left any perpendicular quaternion does.
  const cosine = Math.max(-1, dotQuat(a, b) * sign);
  let px = b[0] * sign - cosine * a[0];
  let py = b[1] * sign - cosine * a[1];
  let pz = b[2] * sign - cosine * a[2];
  let pw = b[3] * sign - cosine * a[3];
  let sine = Math.sqrt(px * px + py * py + pz * pz + pw * pw);
  const angle = Math.atan2(sine, cosine);
  if (sine < 1e-14) {
    px = -a[1];
    py = a[0];
    pz = -a[3];
    pw = a[2];
    sine = 1;
  }
  const ka = Math.cos(t * angle);
  const kp = Math.sin(t * angle) / sine;
  const x = a[0] * ka + px * kp;
  const y = a[1] * ka + py * kp;
  const z = a[2] * ka + pz * kp;
  const w = a[3] * ka + pw * kp;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
  return out;
}

/**
 * Cubic spherical blend between `a` and `b` with inner control quaternions, as from `squadControlQuat`.
 *
 * Signs are taken as they are: put the keys on one side of the double cover first (`alignQuats`).
 * Source: K. Shoemake, "Quaternion calculus and fast animation", SIGGRAPH course notes 1987.
 */
export function squadQuat(
  a: Readonly<Quat>,
  controlA: Readonly<Quat>,
  controlB: Readonly<Quat>,
  b: Readonly<Quat>,
  t: number,
  out: Quat = [0, 0, 0, 1],
): Quat {
  slerpQuat(controlA, controlB, t, DIRECT, squadInner);
  slerpQuat(a, b, t, DIRECT, squadOuter);
  return slerpQuat(squadOuter, squadInner, 2 * t * (1 - t), DIRECT, out);
}

const DIRECT: QuatBlendOptions = { arc: 'direct' };
const squadInner: Quat = [0, 0, 0, 1];
const squadOuter: Quat = [0, 0, 0, 1];

/** Inner control quaternion of `squadQuat` at `current`, from its neighbours: tangents match on both sides. */
export function squadControlQuat(
  previous: Readonly<Quat>,
  current: Readonly<Quat>,
  next: Readonly<Quat>,
  out: Quat = [0, 0, 0, 1],
): Quat {
  const inverse = conjugateQuat(current);
  // Local differences: current^-1 * neighbour in Hamilton order.
  const toNext = logQuat(multiplyQuat(next, inverse));
  const toPrevious = logQuat(multiplyQuat(previous, inverse));
  const step = combine(toNext, -0.25, toPrevious, -0.25, inverse);
  return multiplyQuat(expQuat(step, step), current, out);
}

/**
 * Flips signs so that each quaternion is on the same side of the double cover as the one before.
 *
 * @param out Written and returned; may be `quats` itself. New quaternions by default.
 */
export function alignQuats(quats: readonly Readonly<Quat>[], out: Quat[] = []): Quat[] {
  let previous: Readonly<Quat> | undefined;
  for (let i = 0; i < quats.length; i++) {
    const q = quats[i] as Readonly<Quat>;
    const sign = previous !== undefined && dotQuat(previous, q) < 0 ? -1 : 1;
    const aligned: Quat = [q[0] * sign, q[1] * sign, q[2] * sign, q[3] * sign];
    out[i] = aligned;
    previous = aligned;
  }
  return out;
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
