/*
 * Rotators from one or two axis directions, "Make Rot from X", "… XY" and so on. The first axis named is kept, the
 * second only gives a plane.
 * Source: published behaviour of `UKismetMathLibrary::MakeRotFrom…`. Unverified: the stand-ins when the directions are
 * parallel or missing, recalled and not checked against an engine.
 */
import { identityMat4, type Mat4, setLinear } from '../mat4.ts';
import { crossVec3, dotVec3, normalizeVec3, type Vec3 } from '../vec3.ts';
import { identityRotator, type Rotator, rotatorFromMat4 } from './rotator.ts';

const WORLD_X: Readonly<Vec3> = [1, 0, 0];
const WORLD_Z: Readonly<Vec3> = [0, 0, 1];

const main: Vec3 = [0, 0, 0];
const second: Vec3 = [0, 0, 0];
const third: Vec3 = [0, 0, 0];
const matrix: Mat4 = identityMat4();

/** World Z, or world X for a direction within about 0.8 degrees of Z. */
function standInFor(direction: Readonly<Vec3>): Readonly<Vec3> {
  return Math.abs(direction[2]) < 1 - 1e-4 ? WORLD_Z : WORLD_X;
}

function setMain(direction: Readonly<Vec3>): void {
  normalizeVec3(direction, main);
}

/** The second direction, or its stand-in when it adds no plane. */
function setSecond(direction: Readonly<Vec3>): void {
  normalizeVec3(direction, second);
  const parallel = Math.abs(Math.abs(dotVec3(main, second)) - 1) <= 1e-8;
  if (!parallel && dotVec3(second, second) > 0) return;
  const standIn = standInFor(main);
  second[0] = standIn[0];
  second[1] = standIn[1];
  second[2] = standIn[2];
}

function fromRows(x: Vec3, y: Vec3, z: Vec3, out: Rotator): Rotator {
  setLinear(matrix, x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]);
  return rotatorFromMat4(matrix, out);
}

function crossUnit(a: Vec3, b: Vec3, out: Vec3): Vec3 {
  return normalizeVec3(crossVec3(a, b, out), out);
}

/** X along a direction, Z as upright as possible. */
export function makeRotFromX(x: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  return makeRotFromXZ(x, standInFor(normalizeVec3(x, main)), out);
}

/** Y along a direction, Z as upright as possible. */
export function makeRotFromY(y: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  return makeRotFromYZ(y, standInFor(normalizeVec3(y, main)), out);
}

/** Z along a direction; X perpendicular to the world's up. */
export function makeRotFromZ(z: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  setMain(z);
  setSecond(standInFor(main));
  crossUnit(second, main, third);
  crossVec3(main, third, second);
  return fromRows(third, second, main, out);
}

/** X kept, Y in the plane. */
export function makeRotFromXY(x: Readonly<Vec3>, y: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  setMain(x);
  setSecond(y);
  crossUnit(main, second, third);
  crossVec3(third, main, second);
  return fromRows(main, second, third, out);
}

/** X kept, Z in the plane. */
export function makeRotFromXZ(x: Readonly<Vec3>, z: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  setMain(x);
  setSecond(z);
  crossUnit(second, main, third);
  crossVec3(main, third, second);
  return fromRows(main, third, second, out);
}

/** Y kept, X in the plane. */
export function makeRotFromYX(y: Readonly<Vec3>, x: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  setMain(y);
  setSecond(x);
  crossUnit(second, main, third);
  crossVec3(main, third, second);
  return fromRows(second, main, third, out);
}

/** Y kept, Z in the plane. */
export function makeRotFromYZ(y: Readonly<Vec3>, z: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  setMain(y);
  setSecond(z);
  crossUnit(main, second, third);
  crossVec3(third, main, second);
  return fromRows(third, main, second, out);
}

/** Z kept, X in the plane. */
export function makeRotFromZX(z: Readonly<Vec3>, x: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  setMain(z);
  setSecond(x);
  crossUnit(main, second, third);
  crossVec3(third, main, second);
  return fromRows(second, third, main, out);
}

/** Z kept, Y in the plane. */
export function makeRotFromZY(z: Readonly<Vec3>, y: Readonly<Vec3>, out: Rotator = identityRotator()): Rotator {
  setMain(z);
  setSecond(y);
  crossUnit(second, main, third);
  crossVec3(main, third, second);
  return fromRows(third, second, main, out);
}
