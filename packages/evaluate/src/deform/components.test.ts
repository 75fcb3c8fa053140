import type { MeshData } from '@rigline/scene';
import { describe, expect, test } from 'vitest';
import { memberComponents, OutsidePoints, pointsOfComponents } from './components.ts';

/** Two triangles over four points. */
const MESH: MeshData = {
  positionsXyz: new Float64Array(12),
  faceCounts: Int32Array.of(3, 3),
  faceVertices: Int32Array.of(0, 1, 2, 1, 3, 2),
};
const tagged: MeshData = {
  ...MESH,
  parts: {
    groups: new Map([[2, ['vtx[3]']]]),
    tags: new Map([
      ['left_arm', ['vtx[0]']],
      ['right_arm', ['vtx[1:2]']],
      ['head', []],
    ]),
  },
};

// Expected lists are derived by hand from the names.
describe('pointsOfComponents', () => {
  test.each([
    [['vtx[2]'], [2]],
    [
      ['vtx[2:3]', 'vtx[0]'],
      [2, 3, 0],
    ],
    [
      ['cv[1]', 'bodyShape.vtx[2]'],
      [1, 2],
    ],
    [
      ['vtx[2:99]', 'vtx[50]'],
      [2, 3],
    ],
    [['vtx[3:2]'], []],
    [['f[1]'], [1, 3, 2]],
    [['f[*]'], [0, 1, 2, 1, 3, 2]],
    [
      ['f[1:900000]', 'f[7]'],
      [1, 3, 2],
    ],
    [['e[0:2]', 'map[3]', 'nonsense'], []],
  ])('of %j are %j', (components, expected) => {
    expect([...(pointsOfComponents(MESH, components) ?? [])]).toEqual(expected);
  });

  test('of everything are all', () => {
    expect(pointsOfComponents(MESH, ['vtx[1]', 'vtx[*]'])).toBeUndefined();
  });

  test('of a list that repeats itself end some time', () => {
    expect(pointsOfComponents(MESH, Array(1000).fill('vtx[0:3]'))?.length).toBe(16);
  });
});

describe('memberComponents', () => {
  test.each([
    ['', undefined],
    ['*', undefined],
    ['left_arm', [['vtx[0]']]],
    ['left_arm, head', [['vtx[0]'], []]],
    ['*_arm', [['vtx[0]'], ['vtx[1:2]']]],
    ['left*', [['vtx[0]']]],
    ['l*t*m', [['vtx[0]']]],
    ['arm', []],
    ['*arm*arm', []],
    ['left_arm - head', undefined],
  ])('by the expression %j are %j', (componentTagExpression, expected) => {
    expect(memberComponents(tagged, { groupId: 0, componentTagExpression })).toEqual(expected);
  });

  test('by a group are its components, or everything when the geometry does not have it', () => {
    expect(memberComponents(tagged, { groupId: 2, componentTagExpression: '' })).toEqual([['vtx[3]']]);
    expect(memberComponents(tagged, { groupId: 3, componentTagExpression: '' })).toBeUndefined();
    expect(memberComponents(MESH, { groupId: 2, componentTagExpression: '*' })).toBeUndefined();
  });
});

describe('OutsidePoints', () => {
  test('are those of no list, and the same array while the lists stay', () => {
    const outside = new OutsidePoints();
    const arms = { groupId: 0, componentTagExpression: '*_arm' };
    const found = outside.of(0, tagged, arms);
    expect([...(found ?? [])]).toEqual([3]);
    expect(outside.of(0, tagged, arms)).toBe(found);
    expect([...(outside.of(0, tagged, { ...arms, componentTagExpression: 'head' }) ?? [])]).toEqual([0, 1, 2, 3]);
    expect(outside.of(0, tagged, { ...arms, componentTagExpression: '' })).toBeUndefined();
  });
});
