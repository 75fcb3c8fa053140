import { NumberTable, type SceneNode } from '@rigline/scene';
import type { KeyBlock } from '@rigline/scene/maya';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import golden from '../../../../../fixtures/nodes/anim-curve.golden.json' with { type: 'json' };
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

const DEG = Math.PI / 180;

const tableOf = (stride: number, rows: readonly (readonly number[])[]): NumberTable => {
  const table = new NumberTable(stride);
  rows.forEach((row, i) => {
    row.forEach((value, j) => {
      table.set(i, j, value);
    });
  });
  return table;
};
const columnOf = (values: readonly number[]): NumberTable =>
  tableOf(
    1,
    values.map((value) => [value]),
  );

interface GoldenCase {
  name: string;
  tan?: number;
  kit?: number;
  kot?: number;
  pre?: number;
  post?: number;
  tangents?: Record<string, number[]>;
  samples: number[][];
}

/** A curve of two keys, 0 at 0 s and 10 at 1 s, that drives `box.v2`. */
function curveOf(type: string, spec: Omit<GoldenCase, 'name' | 'samples'>): Graph {
  const twice = (code: number | undefined): NumberTable => columnOf(code === undefined ? [] : [code, code]);
  const scene = sketchScene({
    curve: {
      type,
      values: {
        ktv: tableOf(2, [
          [0, 0],
          [1, 10],
        ]),
        ...(spec.tan === undefined ? {} : { tan: spec.tan }),
        kit: twice(spec.kit),
        kot: twice(spec.kot),
        ...Object.fromEntries(Object.entries(spec.tangents ?? {}).map(([name, list]) => [name, columnOf(list)])),
        wgt: 0,
        pre: spec.pre ?? 0,
        pst: spec.post ?? 0,
      },
    },
  });
  return new Graph(scene, MAYA_NODE_TYPES);
}

const nodeOf = (graph: Graph, name: string): SceneNode => graph.scene.find(name) as SceneNode;

describe('animCurve', () => {
  test.each(golden.cases as GoldenCase[])('$name', (spec) => {
    const graph = curveOf('animCurveTU', spec);
    for (const [frame, value] of spec.samples) {
      graph.setTime((frame as number) / golden.frameRate);
      expect(Math.abs((graph.get('curve.output') as number) - (value as number))).toBeLessThan(golden.tolerance);
    }
  });

  test.each(['TL', 'TA', 'TT', 'TU'])('animCurve%s follows the time of the scene', (suffix) => {
    const graph = curveOf(`animCurve${suffix}`, { kit: 2, kot: 2 });
    graph.setTime(0.25);
    expect(graph.get('curve.output')).toBe(2.5);
  });

  test.each(['UL', 'UA', 'UT', 'UU'])('animCurve%s follows its input', (suffix) => {
    const graph = curveOf(`animCurve${suffix}`, { kit: 2, kot: 2 });
    graph.setTime(0.75);
    expect(graph.get('curve.output')).toBe(0);
    graph.scene.setValue(nodeOf(graph, 'curve'), 'input', 0.25);
    expect(graph.get('curve.output')).toBe(2.5);
  });

  test('a driven key sees degrees where an angle drives it', () => {
    const keys = tableOf(2, [
      [0, 0],
      [90, 9],
    ]);
    const scene = sketchScene(
      {
        driver: { type: 'transform', values: { rotate: [45 * DEG, 0, 0] } },
        curve: { type: 'animCurveUL', values: { ktv: keys, tan: 2 } },
        driven: { type: 'transform' },
      },
      [
        ['driver.rx', 'curve.i'],
        ['curve.o', 'driven.ty'],
      ],
    );
    expect(new Graph(scene, MAYA_NODE_TYPES).get('driven.ty')).toBeCloseTo(4.5, 12);
  });

  test('a moved key is seen, and nothing is compiled again while only time moves', () => {
    const graph = curveOf('animCurveTU', { kit: 2, kot: 2 });
    graph.setTime(0.5);
    expect(graph.get('curve.output')).toBe(5);
    graph.scene.setCell(nodeOf(graph, 'curve'), 'keyTimeValue', 1, 1, 20);
    expect(graph.get('curve.output')).toBe(10);
    const { computes } = graph.stats;
    graph.setTime(0.25);
    expect(graph.get('curve.output')).toBe(5);
    expect(graph.stats.computes - computes).toBe(1);
  });

  test('gaps between key indices are no keys', () => {
    const graph = curveOf('animCurveTU', { tan: 2 });
    graph.scene.setCell(nodeOf(graph, 'curve'), 'keyTimeValue', 5, 0, 2);
    graph.scene.setCell(nodeOf(graph, 'curve'), 'keyTimeValue', 5, 1, 30);
    graph.setTime(1.5);
    expect(graph.get('curve.output')).toBe(20);
    expect(graph.problems.list()).toEqual([]);
  });

  test('a curve without keys is 0 and no problem', () => {
    const scene = sketchScene({ curve: { type: 'animCurveTU' } });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(graph.get('curve.output')).toBe(0);
    expect(graph.problems.list()).toEqual([]);
  });
});

describe('rotate curves with quaternion interpolation', () => {
  // By hand: 120° about (1, 1, 1) is the Euler xyz triple (90°, 0, 90°). Half of it, 60° about (1, 1, 1), has the first
  // matrix row (2, 2, −1)/3 and the third column (−1, 2, 2)/3: x = 45°, y = asin(1/3), z = 45°.
  const rotating = (method: readonly number[], targets = ['box.rx', 'box.ry', 'box.rz']): Graph => {
    const keys = (end: number): NumberTable =>
      tableOf(2, [
        [0, 0],
        [1, end * DEG],
      ]);
    const curve = (end: number, roti: number) => ({
      type: 'animCurveTA',
      values: { ktv: keys(end), tan: 2, wgt: 0, roti },
    });
    const scene = sketchScene(
      {
        x: curve(90, method[0] as number),
        y: curve(0, method[1] as number),
        z: curve(90, method[2] as number),
        box: { type: 'transform' },
        layer: { type: 'animBlendNodeAdditiveRotation' },
      },
      targets.map((target, i) => [`${'xyz'[i]}.o`, target] as const),
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    graph.setTime(0.5);
    return graph;
  };
  const degrees = (graph: Graph): number[] => ['x', 'y', 'z'].map((name) => (graph.get(`${name}.o`) as number) / DEG);
  const half = [45, Math.asin(1 / 3) / DEG, 45];

  test.each([3, 4, 5])('three curves of kind %i turn together', (kind) => {
    degrees(rotating([kind, kind, kind])).forEach((value, i) => {
      expect(value).toBeCloseTo(half[i] as number, 5);
    });
  });

  test('they also do so where they meet on the blend of a layer', () => {
    const graph = rotating([4, 4, 4], ['layer.ibx', 'layer.iby', 'layer.ibz']);
    expect(degrees(graph)[1]).toBeCloseTo(half[1] as number, 5);
  });

  test('one Euler curve among them, or Euler kinds, keep all three apart', () => {
    for (const kinds of [
      [4, 1, 4],
      [1, 1, 1],
      [2, 2, 2],
    ]) {
      expect(degrees(rotating(kinds))).toEqual([45, 0, 45]);
    }
  });

  test('changing the interpolation or taking a curve away is seen', () => {
    const graph = rotating([4, 4, 1]);
    expect(degrees(graph)).toEqual([45, 0, 45]);
    graph.scene.setValue(nodeOf(graph, 'z'), 'rotationInterpolation', 4);
    expect(degrees(graph)[1]).toBeCloseTo(half[1] as number, 5);
    graph.scene.disconnect({ node: nodeOf(graph, 'box'), path: 'rotateZ' });
    expect(degrees(graph)).toEqual([45, 0, 45]);
  });

  test('key times that differ are reported, and the curves evaluated one by one', () => {
    const graph = rotating([4, 4, 4]);
    graph.scene.setCell(nodeOf(graph, 'z'), 'keyTimeValue', 1, 0, 2);
    expect(degrees(graph)[1]).toBe(0);
    expect(graph.problems.list().map((problem) => problem.code)).toContain('CURVE_KEYS_NOT_SHARED');
  });
});

describe('keySource', () => {
  test('what a reader has found wrong with the keys is reported', () => {
    const scene = sketchScene({ curve: { type: 'animCurveTU' } });
    const block: KeyBlock = {
      times: Float64Array.of(0, 2),
      values: Float64Array.of(4, 8),
      spans: Uint8Array.of(2, 2),
      outSlopes: Float64Array.of(2, 2),
      inSlopes: Float64Array.of(2, 2),
      outWeights: undefined,
      inWeights: undefined,
      pre: { kind: 'constant', count: 0 },
      post: { kind: 'constant', count: 0 },
      issues: ['notFinite', 'unsorted', 'duplicate'],
    };
    scene.setValue(scene.find('curve') as SceneNode, 'keySource', { readKeys: () => block });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    graph.setTime(1);
    expect(graph.get('curve.output')).toBe(6);
    expect(graph.problems.list().map(({ code }) => code)).toEqual([
      'CURVE_KEY_NOT_FINITE',
      'CURVE_KEYS_UNSORTED',
      'CURVE_KEY_DUPLICATE',
    ]);
  });
});
