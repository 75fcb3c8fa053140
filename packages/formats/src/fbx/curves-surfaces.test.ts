import type { NurbsCurveData } from '@rigline/scene/maya';
import { type FbxTree, fbxRecord, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { type FbxReadResult, readFbx } from './index.ts';

const numbers = (...list: readonly number[]): Float64Array => Float64Array.from(list);

function read(subtype: string, records: readonly FbxTree[], unit = 1): FbxReadResult {
  const bytes = sketchFbx({
    globals: [['UnitScaleFactor', 'double', '', unit]],
    objects: [
      [1, 'Model', subtype, 'path'],
      [10, 'Geometry', subtype, '', [], records],
    ],
    connections: [
      [1, 0],
      [10, 1],
    ],
  });
  return readFbx(bytes, { file: 'a.fbx' });
}

function curvesOf({ scene }: FbxReadResult): NurbsCurveData[] {
  return scene.nodes
    .filter(({ type }) => type === 'nurbsCurve')
    .map((node) => node.values.get('cached') as NurbsCurveData);
}

function curve(form: string, points: Float64Array, knots: Float64Array, order = 4): FbxTree[] {
  return [
    fbxRecord('Order', [order]),
    fbxRecord('Form', [form]),
    fbxRecord('Points', [points]),
    fbxRecord('KnotVector', [knots]),
  ];
}

const SQUARE = numbers(0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1);

describe('NURBS curves', () => {
  test('have the knots of Maya: all but the first and the last', () => {
    const [open] = curvesOf(read('NurbsCurve', curve('Open', SQUARE, numbers(0, 0, 0, 0, 1, 1, 1, 1))));
    expect(open).toMatchObject({ degree: 3, spans: 1, form: 'open' });
    expect([...(open?.knots ?? [])]).toEqual([0, 0, 0, 1, 1, 1]);
    expect([...(open?.cvsXyzw ?? [])]).toEqual([...SQUARE]);
  });

  test('that are periodic repeat their first points at the end', () => {
    const knots = Float64Array.from({ length: 11 }, (_, i) => i - 3);
    const [ring] = curvesOf(read('NurbsCurve', curve('Periodic', SQUARE, knots)));
    expect(ring).toMatchObject({ degree: 3, spans: 4, form: 'periodic' });
    expect([...(ring?.cvsXyzw ?? [])]).toEqual([...SQUARE, ...SQUARE.subarray(0, 12)]);
  });

  test('are in centimetres, their weights are not', () => {
    const [open] = curvesOf(read('NurbsCurve', curve('Open', SQUARE, numbers(0, 0, 0, 0, 1, 1, 1, 1)), 100));
    expect([...(open?.cvsXyzw.subarray(4, 8) ?? [])]).toEqual([100, 0, 0, 1]);
  });

  test.each<[string, Float64Array, number]>([
    ['too few knots', numbers(0, 0, 0, 1, 1, 1), 4],
    ['an order of 1', numbers(0, 0, 0, 1, 1), 1],
    ['an order above the number of points', numbers(0, 0, 0, 0, 0, 1, 1, 1, 1), 5],
    ['an order of a billion', numbers(0, 1), 1e9],
  ])('with %s are left out with a problem', (_name, knots, order) => {
    const result = read('NurbsCurve', curve('Open', SQUARE, knots, order));
    expect(curvesOf(result)).toEqual([]);
    expect(result.problems.map(({ code }) => code)).toEqual(['FBX_SURFACE_NOT_READ']);
  });
});

describe('lines', () => {
  const line = (...indices: number[]): FbxTree[] => [
    fbxRecord('Points', [numbers(0, 0, 0, 1, 0, 0, 1, 1, 0)]),
    fbxRecord('PointsIndex', [Int32Array.from(indices)]),
  ];

  test('are curves of degree 1, one for each polyline', () => {
    const curves = curvesOf(read('Line', line(0, 1, -3, 2, -1)));
    expect(curves.map(({ degree, spans }) => [degree, spans])).toEqual([
      [1, 2],
      [1, 1],
    ]);
    expect([...(curves[1]?.cvsXyzw ?? [])]).toEqual([1, 1, 0, 1, 0, 0, 0, 1]);
    expect([...(curves[0]?.knots ?? [])]).toEqual([0, 1, 2]);
  });

  test('leave out points that are not there, and polylines of one point', () => {
    expect(curvesOf(read('Line', line(0, 9, -2, -1))).map(({ spans }) => spans)).toEqual([1]);
  });
});
