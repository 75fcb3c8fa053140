import type { Mat4 } from '@rigline/math';
import type { ShotPlace } from '@rigline/viewer/shot';
import { describe, expect, test } from 'vitest';
import { childrenOf, filterPlaces, openTo, rowsOf } from '../src/panels/outline-rows.ts';
import { describePlace } from '../src/panels/space-numbers.ts';
import { frameAfter } from '../src/player.ts';
import { formatNumber } from '../src/ui/number-field.tsx';
import { frameAtX, labelStep, xOfFrame } from '../src/ui/timeline-drawing.ts';

const place = (name: string, parent: number, type = 'transform'): ShotPlace => ({
  path: `|${name}`,
  name,
  type,
  nodeId: 0,
  parent,
  isTransform: type === 'transform' || type === 'joint',
});

const PLACES = [
  place('root', -1),
  place('arm', 0, 'joint'),
  place('hand', 1, 'joint'),
  place('body', 0),
  place('bodyShape', 3, 'mesh'),
  place('other', -1),
];

describe('rowsOf', () => {
  const names = (opened: number[], withShapes = false): string[] =>
    rowsOf(PLACES, childrenOf(PLACES), new Set(opened), withShapes).map(
      ({ place: at, depth }) => `${'  '.repeat(depth)}${PLACES[at]?.name}`,
    );

  test('lists roots, and what is below open places in order', () => {
    expect(names([])).toEqual(['root', 'other']);
    expect(names([0])).toEqual(['root', '  arm', '  body', 'other']);
    expect(names([0, 1])).toEqual(['root', '  arm', '    hand', '  body', 'other']);
  });

  test('lists shapes only when asked for', () => {
    expect(names([0, 3])).not.toContain('    bodyShape');
    expect(names([0, 3], true)).toContain('    bodyShape');
  });

  test('a transform with a shape has the icon of its shape', () => {
    const rows = rowsOf(PLACES, childrenOf(PLACES), new Set([0]), false);
    expect(rows.find(({ place: at }) => at === 3)?.iconType).toBe('mesh');
  });

  test('opening to a place opens all above it, and nothing twice', () => {
    const opened = openTo(PLACES, 2, new Set());
    expect([...opened].sort()).toEqual([0, 1]);
    expect(openTo(PLACES, 2, opened)).toBe(opened);
  });

  test('a search finds names without regard to case, and types', () => {
    expect(filterPlaces(PLACES, 'BODY').map(({ place: at }) => at)).toEqual([3, 4]);
    expect(filterPlaces(PLACES, 'joint').map(({ place: at }) => at)).toEqual([1, 2]);
  });
});

describe('describePlace', () => {
  // A quarter turn about Y, at (100, 200, 300) cm.
  const localToWorld: Mat4 = [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 100, 200, 300, 1];
  const read = (role: 'object' | 'camera', parentToWorld?: Mat4) =>
    new Map(
      describePlace({ localToWorld, parentToWorld, upAxis: 'y', role })?.map((column) => [
        column.id,
        new Map(
          column.rows.map((row) => [row.label, row.values.map(({ value }) => Math.round(value * 1e6) / 1e6 + 0)]),
        ),
      ]),
    );

  test('gives positions in the axes and units of each application', () => {
    const numbers = read('object');
    expect(numbers.get('maya')?.get('Pos')).toEqual([100, 200, 300]);
    expect(numbers.get('unreal')?.get('Pos')).toEqual([100, 300, 200]);
    expect(numbers.get('unity')?.get('Pos')).toEqual([-1, 2, 3]);
    expect(numbers.get('blender')?.get('Pos')).toEqual([1, -3, 2]);
    expect(numbers.get('gltf')?.get('Pos')).toEqual([1, 2, 3]);
  });

  test('gives rotations as each application shows them', () => {
    const numbers = read('object');
    expect(numbers.get('maya')?.get('Rot')).toEqual([0, 90, 0]);
    expect(numbers.get('blender')?.get('Rot')).toEqual([0, 0, 90]);
    // Unreal's yaw turns from +X to +Y seen from above: against the turn about Maya's +Y.
    expect(numbers.get('unreal')?.get('Rot')).toEqual([0, 0, -90]);
    expect(numbers.get('gltf')?.has('Rot')).toBe(false);
  });

  test('a camera that looks along Maya -Z looks along +X in Unreal without rotation of its own frame', () => {
    // Turned by 90 degrees about Y it looks along Maya -X: Unreal -X, a yaw of 180.
    expect(Math.abs(read('camera').get('unreal')?.get('Rot')?.[2] ?? 0)).toBe(180);
  });

  test('is relative to the parent where one is given, and undefined under a parent of no size', () => {
    const parent: Mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 100, 0, 0, 1];
    expect(read('object', parent).get('maya')?.get('Pos')).toEqual([0, 200, 300]);
    const flat: Mat4 = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(describePlace({ localToWorld, parentToWorld: flat, upAxis: 'y', role: 'object' })).toBeUndefined();
  });
});

describe('frameAfter', () => {
  test('goes on in whole frames of the rate and round the range', () => {
    expect(frameAfter(1, 0, 24, [1, 25])).toBe(1);
    expect(frameAfter(1, 0.5, 24, [1, 25])).toBe(13);
    expect(frameAfter(1, 1, 24, [1, 25])).toBe(25);
    expect(frameAfter(1, 25 / 24, 24, [1, 25])).toBe(1);
    expect(frameAfter(20, 0.5, 24, [1, 25])).toBe(7);
  });

  test('begins at the next whole frame, and inside the range', () => {
    expect(frameAfter(3.4, 0, 24, [1, 25])).toBe(4);
    expect(frameAfter(90, 0, 24, [1, 25])).toBe(25);
    expect(frameAfter(5, 3, 24, [7, 7])).toBe(7);
  });
});

describe('timeline', () => {
  test("points and frames are each other's inverse, and held to the range", () => {
    for (const frame of [1, 7.5, 25])
      expect(frameAtX(xOfFrame(frame, 500, [1, 25]), 500, [1, 25])).toBeCloseTo(frame, 9);
    expect(frameAtX(-40, 500, [1, 25])).toBe(1);
    expect(frameAtX(9000, 500, [1, 25])).toBe(25);
  });

  test('labels leave room for each other', () => {
    expect(labelStep([1, 11], 1000)).toBe(1);
    expect(labelStep([1, 1001], 1000)).toBe(100);
    expect(labelStep([0, 100_000], 1000)).toBe(10_000);
  });
});

describe('formatNumber', () => {
  test('keeps four decimals without trailing zeros', () => {
    expect([1, -0.5, 2.00004, 0.00005, 1 / 3].map(formatNumber)).toEqual(['1', '-0.5', '2', '0.0001', '0.3333']);
  });

  test('shows very large and small numbers as powers of ten, and rounding noise as zero', () => {
    expect([1e12, 1e-6, -8.9e-16, -0].map(formatNumber)).toEqual(['1.000e+12', '1.000e-6', '0', '0']);
  });
});
