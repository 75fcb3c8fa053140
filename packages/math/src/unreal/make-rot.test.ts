import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  crossVec3,
  dotVec3,
  lengthVec3,
  makeRotFromX,
  makeRotFromXY,
  makeRotFromXZ,
  makeRotFromY,
  makeRotFromYX,
  makeRotFromYZ,
  makeRotFromZ,
  makeRotFromZX,
  makeRotFromZY,
  mat4FromRotator,
  normalizeVec3,
  type Rotator,
  type Vec3,
} from '../index.ts';

const component = fc.double({ min: -10, max: 10, noNaN: true });
const direction = (fc.tuple(component, component, component) as fc.Arbitrary<Vec3>).filter((v) => lengthVec3(v) > 0.1);

const TWO: [string, string, (a: Readonly<Vec3>, b: Readonly<Vec3>) => Rotator][] = [
  ['x', 'y', makeRotFromXY],
  ['x', 'z', makeRotFromXZ],
  ['y', 'x', makeRotFromYX],
  ['y', 'z', makeRotFromYZ],
  ['z', 'x', makeRotFromZX],
  ['z', 'y', makeRotFromZY],
];
const ONE: [string, (a: Readonly<Vec3>) => Rotator][] = [
  ['x', makeRotFromX],
  ['y', makeRotFromY],
  ['z', makeRotFromZ],
];

function row(r: Rotator, axis: string): Vec3 {
  const at = 'xyz'.indexOf(axis) * 4;
  const m = mat4FromRotator(r) as readonly number[];
  return [m[at] as number, m[at + 1] as number, m[at + 2] as number];
}

function expectAlong(actual: Vec3, expected: Readonly<Vec3>, tolerance: number): void {
  const unit = normalizeVec3(expected);
  for (let i = 0; i < 3; i++) expect(Math.abs((actual[i] as number) - (unit[i] as number))).toBeLessThan(tolerance);
}

describe.each(TWO)('make rotation from %s and %s', (first, second, make) => {
  test('keeps the first axis and puts the second into the plane on its side', () => {
    fc.assert(
      fc.property(direction, direction, (a, b) => {
        fc.pre(lengthVec3(crossVec3(normalizeVec3(a), normalizeVec3(b))) > 0.01);
        const r = make(a, b);
        expectAlong(row(r, first), a, 1e-9);
        expect(dotVec3(row(r, second), b)).toBeGreaterThan(0);
        const normal = normalizeVec3(crossVec3(a, b));
        expect(Math.abs(dotVec3(row(r, second), normal))).toBeLessThan(1e-9);
      }),
    );
  });
  test('keeps the first axis when the second adds nothing', () => {
    for (const a of [
      [1, 2, 3],
      [0, 0, 5],
      [0, 0, -5],
    ] as Vec3[]) {
      expectAlong(row(make(a, a), first), a, 1e-12);
      expectAlong(row(make(a, [0, 0, 0]), first), a, 1e-12);
    }
  });
});

describe.each(ONE)('make rotation from %s alone', (axis, make) => {
  test('keeps the axis, also straight up and down', () => {
    fc.assert(fc.property(direction, (a) => expectAlong(row(make(a), axis), a, 1e-9)));
    expectAlong(row(make([0, 0, 1]), axis), [0, 0, 1], 1e-12);
    expectAlong(row(make([0, 0, -1]), axis), [0, 0, -1], 1e-12);
  });
});

test('X alone keeps the object upright', () => {
  expect(makeRotFromX([1, 1, 0])).toEqual({ pitch: 0, yaw: 45, roll: 0 });
});
