import { type MeshData, NumberTable, type Scene, type SceneNode } from '@rigline/scene';
import type { MorphTarget, NurbsCurveData } from '@rigline/scene/maya';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { NODE_TYPES } from '../nodes/index.ts';

const NO_FACES = new Int32Array(0);
const pointsMesh = (...positions: number[]): MeshData => ({
  positionsXyz: Float64Array.from(positions),
  faceCounts: NO_FACES,
  faceVertices: NO_FACES,
});
const nodeOf = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;
const positions = (graph: Graph, plug = 'shape.outMesh'): Float64Array =>
  (graph.get(plug) as unknown as MeshData).positionsXyz;

function column(...values: number[]): NumberTable {
  const table = new NumberTable(1);
  values.forEach((value, row) => {
    table.set(row, 0, value);
  });
  return table;
}

/** Three points on the x axis behind a blend shape. */
function faceScene(values: Record<string, object | number> = {}): { scene: Scene; graph: Graph } {
  const scene = sketchScene(
    {
      head: { type: 'transform', values: { translate: [100, 0, 0] } },
      orig: { type: 'mesh', parent: 'head', values: { polygons: pointsMesh(0, 0, 0, 1, 0, 0, 2, 0, 0) } },
      morph: { type: 'blendShape', values: values as never },
      shape: { type: 'mesh', parent: 'head' },
    },
    [
      ['orig.worldMesh[0]', 'morph.input[0].inputGeometry'],
      ['morph.outputGeometry[0]', 'shape.inMesh'],
    ],
  );
  return { scene, graph: new Graph(scene, NODE_TYPES) };
}

const ITEM = 'inputTarget[0].inputTargetGroup[0].inputTargetItem';
/** Point 1 goes up by 4, and point 2 by 8; half way in they stand at 3 and 3. */
const STORED = {
  [`${ITEM}[6000].inputPointsTarget`]: [0, 4, 0, 1, 0, 8, 0, 1],
  [`${ITEM}[6000].inputComponentsTarget`]: ['vtx[1:2]'],
};
const HALF_WAY = {
  [`${ITEM}[5500].inputPointsTarget`]: [0, 3, 0, 1, 0, 3, 0, 1],
  [`${ITEM}[5500].inputComponentsTarget`]: ['vtx[1]', 'vtx[2]'],
};
const heights = (graph: Graph): number[] => [1, 4, 7].map((i) => positions(graph)[i] as number);

// Expected numbers are derived by hand: base + envelope × sum of amounts × offsets × weights of the points.
describe('blendShape', () => {
  test('adds stored offsets to the points that their components name', () => {
    const { scene, graph } = faceScene({ ...STORED, 'weight[0]': 0.5 });
    expect([...positions(graph)]).toEqual([0, 0, 0, 1, 2, 0, 2, 4, 0]);
    scene.setValue(nodeOf(scene, 'morph'), 'weight[0]', -1);
    expect(heights(graph)).toEqual([0, -4, -8]);
    scene.setValue(nodeOf(scene, 'morph'), 'envelope', 0.25);
    expect(heights(graph)).toEqual([0, -1, -2]);
    scene.setValue(nodeOf(scene, 'morph'), 'envelope', 0);
    expect(positions(graph)).toBe(positions(graph, 'orig.origMesh'));
  });

  test('goes through in-betweens', () => {
    const { scene, graph } = faceScene({ ...STORED, ...HALF_WAY, 'weight[0]': 0.25 });
    expect(heights(graph)).toEqual([0, 1.5, 1.5]);
    scene.setValue(nodeOf(scene, 'morph'), 'weight[0]', 0.75);
    expect(heights(graph)).toEqual([0, 3.5, 5.5]);
    scene.setValue(nodeOf(scene, 'morph'), 'weight[0]', 1.5);
    expect(heights(graph)).toEqual([0, 5, 13]);
  });

  test('multiplies with the weights of points, of the base and of the target', () => {
    const { graph } = faceScene({
      ...STORED,
      'weight[0]': 1,
      'inputTarget[0].baseWeights': column(1, 0.5),
      'inputTarget[0].inputTargetGroup[0].targetWeights': column(1, 0.5, 0.25),
    });
    expect(heights(graph)).toEqual([0, 1, 2]);
  });

  test('leaves hidden targets out', () => {
    const { scene, graph } = faceScene({ ...STORED, 'weight[0]': 1, 'targetVisibility[0]': 0 });
    expect(heights(graph)).toEqual([0, 0, 0]);
    scene.setValue(nodeOf(scene, 'morph'), 'targetVisibility[0]', 1);
    expect(heights(graph)).toEqual([0, 4, 8]);
  });

  test('leaves points outside of the mesh out', () => {
    const { graph } = faceScene({
      [`${ITEM}[6000].inputPointsTarget`]: [0, 1, 0, 1, 0, 2, 0, 1],
      [`${ITEM}[6000].inputComponentsTarget`]: ['vtx[2:900000000]'],
      'weight[0]': 1,
    });
    expect(heights(graph)).toEqual([0, 0, 1]);
  });

  test('adds targets of other formats, which win', () => {
    const shape = (weight: number, vertex: number, y: number): MorphTarget['shapes'][number] => {
      const offsets = { vertices: Int32Array.of(vertex), offsetsXyz: Float64Array.of(0, y, 0) };
      return { name: '', weight, readOffsets: () => offsets };
    };
    const targets: (MorphTarget | undefined)[] = [undefined, { shapes: [shape(0.5, 0, 1), shape(1, 2, 6)] }];
    const { scene, graph } = faceScene({ ...STORED, targets, 'weight[0]': 1, 'weight[1]': 0.75 });
    expect(heights(graph)).toEqual([0.5, 0, 3]);
    scene.setValue(nodeOf(scene, 'morph'), 'weight[1]', Number.NaN);
    expect(heights(graph)).toEqual([0, 0, 0]);
  });

  test('takes the difference of connected meshes in their own space, and follows them', () => {
    const { scene, graph } = faceScene({ ...STORED, 'weight[0]': 0.5 });
    const target = scene.addNode({ type: 'transform', name: 'target' });
    scene.setValue(target, 'translateZ', 50);
    const shape = scene.addNode({ type: 'mesh', name: 'targetShape', parent: target });
    scene.setValue(shape, 'polygons', pointsMesh(0, 2, 0, 1, 0, 0, 2, 0, 6));
    connectPlugs(scene, 'targetShape.worldMesh[0]', `morph.${ITEM}[6000].inputGeomTarget`);
    expect([...positions(graph)]).toEqual([0, 1, 0, 1, 0, 0, 2, 0, 3]);
    scene.setValue(shape, 'polygons', pointsMesh(0, 0, 0, 1, 8, 0, 2, 0, 0));
    expect(heights(graph)).toEqual([0, 4, 0]);
    // The difference is that from what comes in.
    scene.setValue(nodeOf(scene, 'orig'), 'polygons', pointsMesh(0, 0, 0, 1, 4, 0, 2, 0, 0));
    expect(heights(graph)).toEqual([0, 6, 0]);
  });

  test('compares connected meshes in the world when its origin is there', () => {
    const { scene, graph } = faceScene({ 'weight[0]': 1, origin: 0 });
    const target = scene.addNode({ type: 'transform', name: 'target' });
    scene.setValue(target, 'translateY', 3);
    const shape = scene.addNode({ type: 'mesh', name: 'targetShape', parent: target });
    scene.setValue(shape, 'polygons', pointsMesh(100, 0, 0, 101, 0, 0, 102, 0, 0));
    connectPlugs(scene, 'targetShape.worldMesh[0]', `morph.${ITEM}[6000].inputGeomTarget`);
    expect([...positions(graph)]).toEqual([0, 3, 0, 1, 3, 0, 2, 3, 0]);
  });

  test('deforms the members of its group only', () => {
    const scene = sketchScene(
      {
        head: { type: 'transform' },
        orig: { type: 'mesh', parent: 'head', values: { polygons: pointsMesh(0, 0, 0, 1, 0, 0, 2, 0, 0) } },
        id: { type: 'groupId', values: { groupId: 7 } },
        parts: { type: 'groupParts', values: { inputComponents: ['vtx[0:1]'] } },
        morph: { type: 'blendShape', values: { ...STORED, 'weight[0]': 1 } },
        shape: { type: 'mesh', parent: 'head' },
      },
      [
        ['orig.outMesh', 'parts.inputGeometry'],
        ['id.groupId', 'parts.groupId'],
        ['id.groupId', 'morph.input[0].groupId'],
        ['parts.outputGeometry', 'morph.input[0].inputGeometry'],
        ['morph.outputGeometry[0]', 'shape.inMesh'],
      ],
    );
    const graph = new Graph(scene, NODE_TYPES);
    expect(heights(graph)).toEqual([0, 4, 0]);
    scene.setValue(nodeOf(scene, 'parts'), 'inputComponents', ['vtx[*]']);
    expect(heights(graph)).toEqual([0, 4, 8]);
    scene.setValue(nodeOf(scene, 'parts'), 'inputComponents', []);
    expect(heights(graph)).toEqual([0, 0, 0]);
  });

  test('deforms the points that have its tag', () => {
    // Meshes that are kept in tables have tags.
    const vrts = new NumberTable(3);
    for (let i = 0; i < 9; i++) vrts.set(Math.floor(i / 3), i % 3, 0);
    const tag = { 'componentTags[0].componentTagName': 'rim', 'componentTags[0].componentTagContents': ['vtx[2]'] };
    const scene = sketchScene(
      {
        head: { type: 'transform' },
        orig: { type: 'mesh', parent: 'head', values: { vrts, ...tag } as never },
        morph: {
          type: 'blendShape',
          values: { ...STORED, 'weight[0]': 1, 'input[0].componentTagExpression': 'rim other' },
        },
        shape: { type: 'mesh', parent: 'head' },
      },
      [
        ['orig.outMesh', 'morph.input[0].inputGeometry'],
        ['morph.outputGeometry[0]', 'shape.inMesh'],
      ],
    );
    const graph = new Graph(scene, NODE_TYPES);
    expect(heights(graph)).toEqual([0, 0, 8]);
    scene.setValue(nodeOf(scene, 'morph'), 'input[0].componentTagExpression', '*');
    expect(heights(graph)).toEqual([0, 4, 8]);
    scene.setValue(nodeOf(scene, 'morph'), 'input[0].componentTagExpression', 'other');
    expect(heights(graph)).toEqual([0, 0, 0]);
  });

  test('deforms each of its geometries by its own targets', () => {
    const other = 'inputTarget[3].inputTargetGroup[0].inputTargetItem[6000]';
    const { scene, graph } = faceScene({
      ...STORED,
      [`${other}.inputPointsTarget`]: [0, 0, 9, 1],
      [`${other}.inputComponentsTarget`]: ['vtx[0]'],
      'weight[0]': 1,
    });
    const orig = scene.addNode({ type: 'mesh', name: 'second', parent: nodeOf(scene, 'head') });
    scene.setValue(orig, 'polygons', pointsMesh(5, 5, 5));
    connectPlugs(scene, 'second.outMesh', 'morph.input[3].inputGeometry');
    expect(heights(graph)).toEqual([0, 4, 8]);
    expect([...positions(graph, 'morph.outputGeometry[3]')]).toEqual([5, 5, 14]);
  });

  test('deforms the control vertices of curves, of periodic ones each once', () => {
    const curve: NurbsCurveData = {
      degree: 1,
      spans: 2,
      form: 'periodic',
      knots: Float64Array.of(0, 1, 2),
      cvsXyzw: Float64Array.of(0, 0, 0, 1, 1, 0, 0, 2, 0, 0, 0, 1),
    };
    const scene = sketchScene(
      {
        line: { type: 'transform', values: { translate: [0, 0, 30] } },
        lineShape: { type: 'nurbsCurve', parent: 'line', values: { cached: curve } },
        morph: {
          type: 'blendShape',
          values: {
            [`${ITEM}[6000].inputPointsTarget`]: [0, 4, 0, 1],
            [`${ITEM}[6000].inputComponentsTarget`]: ['cv[0]'],
            'weight[0]': 0.5,
          },
        },
      },
      [['lineShape.worldSpace[0]', 'morph.input[0].inputGeometry']],
    );
    const out = new Graph(scene, NODE_TYPES).get('morph.outputGeometry[0]') as unknown as NurbsCurveData;
    expect([...out.cvsXyzw]).toEqual([0, 2, 0, 1, 1, 0, 0, 2, 0, 2, 0, 1]);
  });

  test('adds offsets of normals by point, and leaves normals alone otherwise', () => {
    const offsets = {
      vertices: Int32Array.of(1),
      offsetsXyz: Float64Array.of(0, 1, 0),
      normalOffsetsXyz: Float64Array.of(4, 0, 0),
    };
    const targets: MorphTarget[] = [{ shapes: [{ name: '', weight: 1, readOffsets: () => offsets }] }];
    const { scene, graph } = faceScene({ targets, 'weight[0]': 0 });
    const mesh: MeshData = {
      positionsXyz: Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0),
      faceCounts: Int32Array.of(3),
      faceVertices: Int32Array.of(2, 1, 0),
      normals: { name: 'n', stride: 3, values: Float64Array.of(0, 0, 3), corners: Int32Array.of(0, 0, -1) },
    };
    scene.setValue(nodeOf(scene, 'orig'), 'polygons', mesh);
    const normals = (): MeshData['normals'] => (graph.get('shape.outMesh') as unknown as MeshData).normals;
    expect(normals()).toBe(mesh.normals);
    scene.setValue(nodeOf(scene, 'morph'), 'weight[0]', 1);
    const moved = normals();
    expect([...(moved?.corners ?? [])]).toEqual([0, 1, -1]);
    // (0, 0, 3) + (4, 0, 0) has the length 5.
    expect([...(moved?.values ?? [])]).toEqual([0, 0, 1, 0.8, 0, 0.6, 0, 0, 0]);
    expect(normals()).toBe(moved);
    scene.setValue(nodeOf(scene, 'morph'), 'weight[0]', 0.5);
    expect(normals()?.values[3]).toBeCloseTo(2 / Math.hypot(2, 3), 12);
    expect([...positions(graph)]).toEqual([0, 0, 0, 1, 0.5, 0, 2, 0, 0]);
  });

  test('gives other memory after each change, and leaves what it gave before as it was', () => {
    const { scene, graph } = faceScene({ ...STORED, 'weight[0]': 1 });
    const before = positions(graph);
    scene.setValue(nodeOf(scene, 'morph'), 'weight[0]', 2);
    const after = positions(graph);
    expect(after).not.toBe(before);
    expect([before[4], after[4]]).toEqual([4, 8]);
    expect(positions(graph)).toBe(after);
  });

  test('says so when its geometry is of a kind that has no points here', () => {
    const { scene, graph } = faceScene({ ...STORED, 'weight[0]': 1 });
    scene.setValue(nodeOf(scene, 'morph'), 'input[1].inputGeometry', { patches: 3 });
    expect(graph.get('morph.outputGeometry[1]')).toEqual({ patches: 3 });
    expect(graph.problems.list().map(({ code }) => code)).toEqual(['EVALUATE_UNDEFORMED']);
  });
});

describe('combinationShape', () => {
  test.each([
    [0, [0.5, 0.5], 0.25],
    [0, [2, 0.25, 1], 0.5],
    [1, [0.5, 0.75, 0.25], 0.25],
    [1, [], 0],
    [2, [0.5, 0.25], 0.25],
  ])('by method %i of %j is %d', (combinationMethod, inputs, expected) => {
    const inputWeights = Object.fromEntries(inputs.map((value, i) => [`inputWeight[${i}]`, value]));
    const scene = sketchScene({ both: { type: 'combinationShape', values: { combinationMethod, ...inputWeights } } });
    const graph = new Graph(scene, NODE_TYPES);
    expect(graph.get('both.outputWeight')).toBe(expected);
    const isSmooth = combinationMethod === 2;
    expect(graph.problems.list().map(({ code }) => code)).toEqual(isSmooth ? ['EVALUATE_COMBINATION_SMOOTH'] : []);
  });

  test('drives a target by two others of the same node', () => {
    const { scene, graph } = faceScene({ 'weight[0]': 0.5, 'weight[1]': 0.5 });
    const corrective = 'inputTarget[0].inputTargetGroup[2].inputTargetItem[6000]';
    const morph = nodeOf(scene, 'morph');
    scene.setValue(morph, `${corrective}.inputPointsTarget`, [0, 8, 0, 1]);
    scene.setValue(morph, `${corrective}.inputComponentsTarget`, ['vtx[1]']);
    scene.addNode({ type: 'combinationShape', name: 'both' });
    connectPlugs(scene, 'morph.weight[0]', 'both.inputWeight[0]');
    connectPlugs(scene, 'morph.weight[1]', 'both.inputWeight[1]');
    connectPlugs(scene, 'both.outputWeight', 'morph.weight[2]');
    expect(heights(graph)).toEqual([0, 2, 0]);
    expect(graph.problems.list()).toEqual([]);
  });
});
