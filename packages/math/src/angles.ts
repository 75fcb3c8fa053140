const RADIANS_PER_DEGREE = Math.PI / 180;
const DEGREES_PER_RADIAN = 180 / Math.PI;
const TURN = 2 * Math.PI;

/** Radians of an angle in degrees. */
export function degToRad(angleDeg: number): number {
  return angleDeg * RADIANS_PER_DEGREE;
}

/** Degrees of an angle in radians. */
export function radToDeg(angle: number): number {
  return angle * DEGREES_PER_RADIAN;
}

/**
 * The same direction within one turn.
 *
 * Units: radians. Convention: result in (-pi, pi]; an angle already there is returned bit for bit.
 */
export function wrapAngle(angle: number): number {
  if (angle > -Math.PI && angle <= Math.PI) return angle;
  const wrapped = angle - TURN * Math.round(angle / TURN);
  return wrapped <= -Math.PI ? wrapped + TURN : wrapped;
}

/**
 * The angle of the same direction that lies nearest to a reference: whole turns are added, nothing else.
 *
 * Units: radians. A tie (exactly half a turn away) keeps the turn count rounded by `Math.round`.
 */
export function closestAngle(angle: number, reference: number): number {
  const turns = Math.round((reference - angle) / TURN);
  return turns === 0 ? angle : angle + TURN * turns;
}

/**
 * Removes jumps from a sampled angle: each value is moved by whole turns until it is at most half a turn from the one
 * before, so winding beyond 180 degrees is kept.
 *
 * Units: radians.
 *
 * @param out Written and returned; may be `angles` itself. A new array by default.
 */
export function unwindAngles(angles: ArrayLike<number>, out: number[] = []): number[] {
  let previous = angles.length > 0 ? (angles[0] as number) : 0;
  for (let i = 0; i < angles.length; i++) {
    previous = closestAngle(angles[i] as number, previous);
    out[i] = previous;
  }
  return out;
}
