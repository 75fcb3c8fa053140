import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Axis,
  composeMat4,
  convertCamera,
  convertChildOf,
  convertDirection,
  convertLength,
  convertLight,
  convertNormal,
  convertPoint,
  convertQuat,
  convertQuatAs,
  convertScale,
  convertTangent,
  convertTransform,
  convertTransformAs,
  convertTriangles,
  convertVector,
  determinantLinear,
  getSpace,
  isSpaceId,
  type Mat4,
  mat4FromQuat,
  multiplyMat4,
  normalizeQuat,
  type Quat,
  quatFromEuler,
  SPACE_IDS,
  SPACES,
  spaceConversion,
  transformPoint,
  transformVector,
  type Vec3,
  vectorOfAxis,
  withUnit,
} from '../index.ts';

interface Golden {
  tolerance: number;
  cases: {
    from: string;
    to: string;
    point: Vec3;
    object: number[];
    camera: number[];
    input: { linear: number[]; translate: Vec3 };
  }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../../../fixtures/rotations/spaces.golden.json', import.meta.url), 'utf8'),
) as Golden;

const PAIRS = SPACE_IDS.flatMap((from) => SPACE_IDS.map((to) => ({ from, to })));
const LIGHT_PAIRS = PAIRS.filter(({ from, to }) => SPACES[from].light && SPACES[to].light);
const coordinate = fc.double({ min: -100, max: 100, noNaN: true });
const vector = fc.tuple(coordinate, coordinate, coordinate) as fc.Arbitrary<Vec3>;
const angle = fc.double({ min: -4, max: 4, noNaN: true });
const euler = fc.tuple(angle, angle, angle) as fc.Arbitrary<Vec3>;
const size = fc.double({ min: 0.2, max: 4, noNaN: true });
const matrices = fc
  .tuple(vector, euler, fc.tuple(size, size, size) as fc.Arbitrary<Vec3>)
  .map(([translate, e, scale]) => composeMat4({ translate, rotate: quatFromEuler(e, 'xyz'), scale }));

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs((actual[i] as number) - (expected[i] as number))).toBeLessThanOrEqual(tolerance);
  }
}
const linear = (m: Readonly<Mat4>): number[] => [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => m[i] as number);

test.each(golden.cases)('$from to $to matches the axes written down by hand', ({ input, ...c }) => {
  const [a, b, d, e, f, g, h, i, j] = input.linear as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const m: Mat4 = [a, b, d, 0, e, f, g, 0, h, i, j, 0, ...input.translate, 1];
  const conversion = spaceConversion(c.from, c.to);
  const tolerance = golden.tolerance * Math.max(1, conversion.unitFactor);
  expectClose(convertPoint(conversion, input.translate), c.point, tolerance * 100);
  const object = convertTransform(conversion, m);
  expectClose(linear(object), c.object, tolerance);
  expectClose([object[12], object[13], object[14]], c.point, tolerance * 100);
  const camera = convertCamera(conversion, m);
  expectClose(linear(camera), c.camera, tolerance);
  expectClose([camera[12], camera[13], camera[14]], c.point, tolerance * 100);
});

describe('every pair of spaces', () => {
  test.each(PAIRS)('$from to $to and back changes nothing', ({ from, to }) => {
    const there = spaceConversion(from, to);
    const back = spaceConversion(to, from);
    expect(there.determinant).toBe(back.determinant);
    expect(there.flipsWinding).toBe(SPACES[from].handedness !== SPACES[to].handedness);
    fc.assert(
      fc.property(vector, euler, matrices, (v, e, m) => {
        for (const convert of [convertPoint, convertVector, convertDirection, convertNormal, convertScale]) {
          expectClose(convert(back, convert(there, v)), v, 1e-10);
        }
        const q = quatFromEuler(e, 'xyz');
        expectClose(convertQuat(back, convertQuat(there, q)), q, 1e-14);
        expectClose(convertTransform(back, convertTransform(there, m)), m, 1e-10);
        expectClose(convertCamera(back, convertCamera(there, m)), m, 1e-10);
        expect(convertLength(back, convertLength(there, 7))).toBeCloseTo(7, 12);
        expectClose(mat4FromQuat(convertQuat(there, q)), convertTransform(there, mat4FromQuat(q)), 1e-14);
        const camera = convertCamera(there, mat4FromQuat(q));
        expectClose(mat4FromQuat(convertQuatAs(there, q, 'camera')), camera, 1e-14);
      }),
      { numRuns: 10 },
    );
  });

  test.each(PAIRS)('a camera looks at the same point the same way up from $from to $to', ({ from, to }) => {
    const conversion = spaceConversion(from, to);
    fc.assert(
      fc.property(euler, vector, (e, t) => {
        const m = composeMat4({ translate: t, rotate: quatFromEuler(e, 'xyz') });
        const converted = convertCamera(conversion, m);
        expect(determinantLinear(converted)).toBeCloseTo(1, 12);
        const along = (axis: Axis, local: Mat4): Vec3 => transformVector(local, vectorOfAxis(axis));
        for (const key of ['look', 'up'] as const) {
          const expected = convertDirection(conversion, along(SPACES[from].camera[key], m));
          expectClose(along(SPACES[to].camera[key], converted), expected, 1e-13);
        }
      }),
      { numRuns: 10 },
    );
  });

  test.each(LIGHT_PAIRS)('a light shines the same way and comes back from $from to $to', ({ from, to }) => {
    const conversion = spaceConversion(from, to);
    fc.assert(
      fc.property(matrices, (m) => {
        const converted = convertLight(conversion, m);
        expect(Math.sign(determinantLinear(converted))).toBe(1);
        const look = (axes: { look: Axis } | undefined): Vec3 => vectorOfAxis((axes as { look: Axis }).look);
        expectClose(
          transformVector(converted, look(SPACES[to].light)),
          convertDirection(conversion, transformVector(m, look(SPACES[from].light))),
          1e-12,
        );
        expectClose(convertLight(spaceConversion(to, from), converted), m, 1e-10);
      }),
      { numRuns: 10 },
    );
  });

  test.each(PAIRS)('world transforms are products of converted locals from $from to $to', ({ from, to }) => {
    const conversion = spaceConversion(from, to);
    fc.assert(
      fc.property(matrices, matrices, vector, (child, parent, p) => {
        const world = multiplyMat4(child, parent);
        const product = multiplyMat4(convertTransform(conversion, child), convertTransform(conversion, parent));
        // Relative: units go up to a factor of 100, coordinates to some thousands.
        const tolerance = 1e-10 * Math.max(1, conversion.unitFactor);
        expectClose(product, convertTransform(conversion, world), tolerance);
        const underCamera = multiplyMat4(
          convertChildOf(conversion, child, 'camera'),
          convertCamera(conversion, parent),
        );
        expectClose(underCamera, convertTransform(conversion, world), tolerance);
        expectClose(
          transformPoint(product, convertPoint(conversion, p)),
          convertPoint(conversion, transformPoint(world, p)),
          tolerance * 1000,
        );
      }),
      { numRuns: 10 },
    );
  });
});

describe('worked examples', () => {
  // Source: component formulas of the published mappings, written out by hand.
  const q: Quat = normalizeQuat([0.1, 0.2, 0.3, 0.9]);
  const [x, y, z, w] = q;
  test.each([
    ['unreal', [-x, -z, -y, w], [1, 3, 2]],
    ['unity', [x, -y, -z, w], [-0.01, 0.02, 0.03]],
    ['c4d', [-x, -y, z, w], [1, 2, -3]],
    ['blender', [x, -z, y, w], [0.01, -0.03, 0.02]],
    ['gltf', [x, y, z, w], [0.01, 0.02, 0.03]],
    ['usd-z', [x, -z, y, w], [1, -3, 2]],
    ['3dsmax', [x, -z, y, w], [1 / 2.54, -3 / 2.54, 2 / 2.54]],
  ] as [string, Quat, Vec3][])('Maya to %s', (to, quat, point) => {
    const conversion = spaceConversion('maya', to);
    expectClose(convertQuat(conversion, q), quat, 0);
    expectClose(convertPoint(conversion, [1, 2, 3]), point, 1e-15);
  });
  test('Maya Z up to Unreal mirrors Y, and Unreal to glTF exchanges Y and Z in metres', () => {
    expect(convertPoint(spaceConversion('maya-z', 'unreal'), [1, 2, 3])).toEqual([1, -2, 3]);
    expectClose(convertPoint(spaceConversion('unreal', 'gltf'), [100, 200, 300]), [1, 3, 2], 1e-15);
  });
  test('scales follow their axes without sign', () => {
    expect(convertScale(spaceConversion('maya', 'unreal'), [2, 3, -4])).toEqual([2, -4, 3]);
    expect(convertScale(spaceConversion('maya', 'unity'), [2, 3, -4])).toEqual([2, 3, -4]);
  });
  test('tangents and triangles flip with the handedness only', () => {
    const mirrored = spaceConversion('maya', 'unity');
    expect(convertTangent(mirrored, [1, 0, 0, 1]).map((v) => v + 0)).toEqual([-1, 0, 0, -1]);
    expect(convertTriangles(mirrored, [0, 1, 2, 3, 4, 5])).toEqual([0, 2, 1, 3, 5, 4]);
    expect(convertTriangles(spaceConversion('maya', 'blender'), new Uint32Array([0, 1, 2]))).toEqual(
      new Uint32Array([0, 1, 2]),
    );
  });
  test('a mirrored triangle still faces the way its normal says', () => {
    const conversion = spaceConversion('maya', 'unreal');
    const corners: Vec3[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    const moved = convertTriangles(conversion, [0, 1, 2]).map((i) => convertPoint(conversion, corners[i] as Vec3));
    const [a, b, c] = moved as [Vec3, Vec3, Vec3];
    const faceNormal: Vec3 = [
      (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]),
      (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]),
      (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]),
    ];
    expectClose(faceNormal, convertNormal(conversion, [0, 0, 1]), 0);
  });
});

describe('checks', () => {
  test('ids are keys, and every space is complete and consistent', () => {
    expect(SPACE_IDS).toHaveLength(15);
    for (const id of SPACE_IDS) {
      expect(SPACES[id].id).toBe(id);
      expect(isSpaceId(id)).toBe(true);
      expect(spaceConversion(id, id).basis).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
      expect(spaceConversion(id, id).unitFactor).toBe(1);
      expectClose(convertDirection(spaceConversion('maya', id), [0, 1, 0]), vectorOfAxis(SPACES[id].up), 0);
    }
  });
  test('an unknown id is refused with the known ones listed', () => {
    expect(() => spaceConversion('maya', 'softimage')).toThrow(/"softimage" is not known; expected one of maya, /);
    expect(isSpaceId('toString')).toBe(false);
  });
  test('a unit must be positive', () => {
    expect(() => withUnit('3dsmax', 0)).toThrow(RangeError);
    expect(() => withUnit('3dsmax', Number.NaN)).toThrow(RangeError);
    expect(() => spaceConversion('maya', { ...getSpace('usd'), metresPerUnit: -1 })).toThrow(RangeError);
    expect(spaceConversion('maya', withUnit('3dsmax', 0.01)).unitFactor).toBe(1);
  });
  test('a basis that contradicts handedness, length or up is refused', () => {
    const usd = getSpace('usd');
    expect(() => spaceConversion({ ...usd, handedness: 'left' }, 'maya')).toThrow(/determinant 1; a left-handed/);
    const long = [
      [2, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const;
    expect(() => spaceConversion({ ...usd, fromMayaYUp: long }, 'maya')).toThrow(/not orthogonal/);
    expect(() => spaceConversion({ ...usd, up: '+z' }, 'maya')).toThrow(/does not map \+Y/);
  });
  test('OpenCV has no lights', () => {
    expect(() => convertLight(spaceConversion('maya', 'opencv'), mat4FromQuat([0, 0, 0, 1]))).toThrow(
      '"opencv" has no lights',
    );
  });
  test('scale along slanted axes is refused, everything else goes through', () => {
    const s = Math.SQRT1_2;
    const slanted = {
      ...getSpace('usd'),
      id: 'slanted',
      fromMayaYUp: [
        [s, 0, s],
        [0, 1, 0],
        [-s, 0, s],
      ] as const,
    };
    const conversion = spaceConversion('maya', slanted);
    expect(conversion.permutesAxes).toBe(false);
    expect(() => convertScale(conversion, [1, 2, 3])).toThrow(/axes are not parallel/);
    const m = composeMat4({ translate: [1, 2, 3], rotate: quatFromEuler([1, 2, 3], 'xyz'), scale: [1, 2, 3] });
    expectClose(convertTransform(spaceConversion(slanted, 'maya'), convertTransform(conversion, m)), m, 1e-14);
  });
  test('roles pick the matching function', () => {
    const conversion = spaceConversion('maya', 'unreal');
    const m = composeMat4({ translate: [1, 2, 3], rotate: quatFromEuler([1, 2, 3], 'xyz') });
    expect(convertTransformAs(conversion, m, 'object')).toEqual(convertTransform(conversion, m));
    expect(convertTransformAs(conversion, m, 'camera')).toEqual(convertCamera(conversion, m));
    expect(convertTransformAs(conversion, m, 'light')).toEqual(convertLight(conversion, m));
  });
});
