import { wrapAngle } from './angles.ts';
import type { Quat } from './quat.ts';
import type { Vec3 } from './vec3.ts';

/** The twelve axis sequences: six Tait-Bryan (three axes) and six proper Euler (first axis again). */
export type SequenceAxes =
  | 'xyz'
  | 'yzx'
  | 'zxy'
  | 'xzy'
  | 'yxz'
  | 'zyx'
  | 'xyx'
  | 'xzx'
  | 'yzy'
  | 'yxy'
  | 'zxz'
  | 'zyz';

/** All sequences, Tait-Bryan first. */
export const SEQUENCE_AXES: readonly SequenceAxes[] = [
  'xyz',
  'yzx',
  'zxy',
  'xzy',
  'yxz',
  'zyx',
  'xyx',
  'xzx',
  'yzy',
  'yxy',
  'zxz',
  'zyz',
];

/**
 * Three turns one after the other. `extrinsic` turns about the fixed axes of the parent, `intrinsic` about the axes
 * already turned. Intrinsic `xyz` is extrinsic `zyx` with the angles reversed.
 */
export interface EulerSequence {
  readonly axes: SequenceAxes;
  readonly frame: 'extrinsic' | 'intrinsic';
}

/** Cosine or sine of half the middle angle below which the outer axes count as parallel. */
const LOCK = 1e-10;

function axisIndex(axes: SequenceAxes, position: number): 0 | 1 | 2 {
  return (axes.charCodeAt(position) - 120) as 0 | 1 | 2;
}

/**
 * Quaternion of three turns.
 *
 * Units: radians. Convention: `angles` in the order the sequence names them, unlike `quatFromEuler`, which takes x, y, z.
 * Golden: fixtures/rotations/sequences.golden.json
 */
export function quatFromSequence(angles: Readonly<Vec3>, sequence: EulerSequence, out: Quat = [0, 0, 0, 1]): Quat {
  const { axes, frame } = sequence;
  let [a, b, c] = angles;
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  out[3] = 1;
  let first = 0;
  let last = 2;
  if (frame === 'intrinsic') {
    [a, c] = [c, a];
    first = 2;
    last = 0;
  }
  turnFixed(out, axisIndex(axes, first), a);
  turnFixed(out, axisIndex(axes, 1), b);
  turnFixed(out, axisIndex(axes, last), c);
  return out;
}

/** `q` followed by a turn about a fixed axis. */
function turnFixed(q: Quat, axis: 0 | 1 | 2, angle: number): void {
  const s = Math.sin(angle * 0.5);
  const c = Math.cos(angle * 0.5);
  const j = axis === 2 ? 0 : axis + 1;
  const k = axis === 0 ? 2 : axis - 1;
  const qi = q[axis];
  const qj = q[j] as number;
  const qk = q[k] as number;
  const qw = q[3];
  q[axis] = c * qi + s * qw;
  q[j] = c * qj - s * qk;
  q[k] = c * qk + s * qj;
  q[3] = c * qw - s * qi;
}

/**
 * Principal angles of a unit quaternion: the middle one in [-pi/2, pi/2] for Tait-Bryan, [0, pi] for proper Euler; the
 * others in (-pi, pi].
 *
 * Units: radians, in the order the sequence names them. Where the outer axes coincide the third angle is 0.
 * Source: E. Bernardes, S. Viollet, "Quaternion to Euler angles conversion: a direct, general and computationally
 * efficient method", PLOS ONE 17(11), 2022, derived anew for both frames.
 */
export function sequenceFromQuat(q: Readonly<Quat>, sequence: EulerSequence, out: Vec3 = [0, 0, 0]): Vec3 {
  const { axes, frame } = sequence;
  const reversed = frame === 'intrinsic';
  const i = axisIndex(axes, reversed ? 2 : 0);
  const j = axisIndex(axes, 1);
  const k = axisIndex(axes, reversed ? 0 : 2);
  const proper = i === k;
  const l = (3 - i - j) as 0 | 1 | 2;
  const even = (j - i + 3) % 3 === 1;
  // An odd sequence is an even one with every angle, hence the vector part, negated.
  const sign = even || proper ? 1 : -1;
  let a = q[3];
  let b = q[i] * sign;
  let c = q[j] * sign;
  let d = q[l] * (proper && !even ? -1 : sign);
  if (!proper) {
    // A quarter turn about the middle axis makes i-j-k the proper sequence i-j-i with the middle angle moved by pi/2.
    [a, b, c, d] = [(a - c) * Math.SQRT1_2, (b + d) * Math.SQRT1_2, (c + a) * Math.SQRT1_2, (d - b) * Math.SQRT1_2];
  }
  const ab = Math.sqrt(a * a + b * b);
  const cd = Math.sqrt(c * c + d * d);
  const middle = 2 * Math.atan2(cd, ab);
  const sum = ab <= LOCK ? undefined : Math.atan2(b, a);
  const difference = cd <= LOCK ? undefined : Math.atan2(d, c);
  let first: number;
  let third: number;
  if (sum !== undefined && difference !== undefined) {
    first = sum - difference;
    third = sum + difference;
  } else {
    // Only one combination is known; the angle named third is 0 and the other takes all of it.
    const known = 2 * (sum ?? difference ?? 0);
    first = reversed ? 0 : sum === undefined ? -known : known;
    third = reversed ? known : 0;
  }
  const result1 = wrapAngle(first * sign) + 0;
  const result3 = wrapAngle(third * sign) + 0;
  out[0] = reversed ? result3 : result1;
  out[1] = (proper ? middle : middle - Math.PI / 2) * sign + 0;
  out[2] = reversed ? result1 : result3;
  return out;
}
