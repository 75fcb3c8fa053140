/**
 * The little linear algebra that the demo shot needs.
 *
 * Convention: row vectors, `p' = p * M`; a rotation is three rows, the images of x, y and z. Angles in degrees.
 */
export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a) => Math.sqrt(dot(a, a));
export const normalize = (a) => scale(a, 1 / length(a));
export const mix = (a, b, t) => add(scale(a, 1 - t), scale(b, t));

const RADIANS = Math.PI / 180;
export const sinDeg = (angle) => Math.sin(angle * RADIANS);
export const cosDeg = (angle) => Math.cos(angle * RADIANS);

/** Rotation about one axis of the world, right-handed. */
export function turnAbout(axis, angle) {
  const c = cosDeg(angle);
  const s = sinDeg(angle);
  if (axis === 'x')
    return [
      [1, 0, 0],
      [0, c, s],
      [0, -s, c],
    ];
  if (axis === 'y')
    return [
      [c, 0, -s],
      [0, 1, 0],
      [s, 0, c],
    ];
  return [
    [c, s, 0],
    [-s, c, 0],
    [0, 0, 1],
  ];
}

export const rotate = (p, m) => add(add(scale(m[0], p[0]), scale(m[1], p[1])), scale(m[2], p[2]));
/** `first`, then `then`. */
export const multiply = (first, then) => first.map((row) => rotate(row, then));
export const transpose = (m) => [0, 1, 2].map((i) => m.map((row) => row[i]));

/** Rotation of Euler angles; the axes of `order` are applied from its first letter on. */
export function fromEuler(angles, order = 'xyz') {
  const turns = [...order].map((axis) => turnAbout(axis, angles['xyz'.indexOf(axis)]));
  return multiply(multiply(turns[0], turns[1]), turns[2]);
}

/** Euler angles in xyz order, the second between -90 and 90. */
export function toEuler(m) {
  return [
    Math.atan2(m[1][2], m[2][2]) / RADIANS,
    Math.asin(Math.max(-1, Math.min(1, -m[0][2]))) / RADIANS,
    Math.atan2(m[0][1], m[0][0]) / RADIANS,
  ];
}

/**
 * Two bones from `start` to `end`, bent towards `pole`, by the law of cosines.
 *
 * `side` 1 bends about the z of the bones in the negative sense, -1 in the positive one. Returns the elbow, the rotation
 * of the upper bone (x along it, z the normal of the bend) and the angle at the elbow.
 */
export function bendTwoBones({ start, end, pole, upper, lower, side }) {
  const span = subtract(end, start);
  const distance = length(span);
  if (distance >= upper + lower) throw new RangeError(`The hand is ${distance} away, the arm reaches ${upper + lower}`);
  const along = normalize(span);
  const across = normalize(subtract(pole, scale(along, dot(pole, along))));
  const foot = (upper * upper - lower * lower + distance * distance) / (2 * distance);
  const height = Math.sqrt(upper * upper - foot * foot);
  const elbow = add(start, add(scale(along, foot), scale(across, height)));
  const x = scale(subtract(elbow, start), 1 / upper);
  const z = scale(cross(along, across), side);
  const cosine = (upper * upper + lower * lower - distance * distance) / (2 * upper * lower);
  const bend = 180 - Math.acos(cosine) / RADIANS;
  return { elbow, rotation: [x, cross(z, x), z], bend: -side * bend };
}
