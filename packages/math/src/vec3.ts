/** A point, direction or scale: `[x, y, z]`. */
export type Vec3 = [x: number, y: number, z: number];

/** Component sum. */
export function addVec3(a: Readonly<Vec3>, b: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  out[0] = a[0] + b[0];
  out[1] = a[1] + b[1];
  out[2] = a[2] + b[2];
  return out;
}

/** `a - b`. */
export function subtractVec3(a: Readonly<Vec3>, b: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  out[0] = a[0] - b[0];
  out[1] = a[1] - b[1];
  out[2] = a[2] - b[2];
  return out;
}

/** Every component times one number. */
export function scaleVec3(v: Readonly<Vec3>, factor: number, out: Vec3 = [0, 0, 0]): Vec3 {
  out[0] = v[0] * factor;
  out[1] = v[1] * factor;
  out[2] = v[2] * factor;
  return out;
}

/** Component product. */
export function multiplyVec3(a: Readonly<Vec3>, b: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  out[0] = a[0] * b[0];
  out[1] = a[1] * b[1];
  out[2] = a[2] * b[2];
  return out;
}

/** Scalar product. */
export function dotVec3(a: Readonly<Vec3>, b: Readonly<Vec3>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Vector product. Convention: the component formula, so X x Y = Z in either handedness. */
export function crossVec3(a: Readonly<Vec3>, b: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** Euclidean length. */
export function lengthVec3(v: Readonly<Vec3>): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/** Euclidean distance of two points. */
export function distanceVec3(a: Readonly<Vec3>, b: Readonly<Vec3>): number {
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** The vector at length 1; a zero vector stays zero. */
export function normalizeVec3(v: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  const length = lengthVec3(v);
  return scaleVec3(v, length > 0 ? 1 / length : 0, out);
}

/** Linear blend, `a` at 0 and `b` at 1; not clamped. */
export function lerpVec3(a: Readonly<Vec3>, b: Readonly<Vec3>, t: number, out: Vec3 = [0, 0, 0]): Vec3 {
  out[0] = a[0] + (b[0] - a[0]) * t;
  out[1] = a[1] + (b[1] - a[1]) * t;
  out[2] = a[2] + (b[2] - a[2]) * t;
  return out;
}
