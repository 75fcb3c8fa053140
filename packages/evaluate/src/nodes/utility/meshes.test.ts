import { NumberTable } from '@rigline/scene';
import type { PolyFaceData } from '@rigline/scene/maya';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import type { MeshData } from '../../geometry/mesh-data.ts';
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

function tableOf(stride: number, rows: readonly (readonly number[])[]): NumberTable {
  const table = new NumberTable(stride);
  rows.forEach((row, r) => {
    row.forEach((value, c) => {
      table.set(r, c, value);
    });
  });
  return table;
}
const mesh = (graph: Graph, plug: string): MeshData => graph.get(plug) as unknown as MeshData;
const point = (data: MeshData, index: number): number[] => [...data.positionsXyz.slice(index * 3, index * 3 + 3)];

/** Two triangles that share the edge from 1 to 2: edges 0-1, 1-2, 2-0, 1-3, 3-2. */
const FACES: readonly PolyFaceData[] = [
  {
    faceCount: 2,
    faceLoops: Int32Array.of(0, 1, 2),
    loopStarts: Int32Array.of(0, 3, 6),
    edges: Int32Array.of(0, 1, 2, 3, 4, -2),
    uvSets: [],
    colorSets: [],
  },
];
const SAVED = {
  vrts: tableOf(3, [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, -1],
    [1, 0, -1],
  ]),
  edge: tableOf(3, [
    [0, 1, 0],
    [1, 2, 0],
    [2, 0, 0],
    [1, 3, 0],
    [3, 2, 0],
  ]),
  face: FACES,
};

describe('mesh', () => {
  test('makes faces of signed edges and adds tweaks to its saved points', () => {
    const pnts = new NumberTable(3);
    pnts.set(3, 1, 5);
    const scene = sketchScene({
      m: { type: 'transform', values: { translate: [10, 0, 0] } },
      mShape: { type: 'mesh', parent: 'm', values: { ...SAVED, pnts } },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const out = mesh(graph, 'mShape.outMesh');
    expect([...out.faceCounts]).toEqual([3, 3]);
    expect([...out.faceVertices]).toEqual([0, 1, 2, 1, 3, 2]);
    expect(point(out, 3)).toEqual([1, 5, -1]);
    expect(point(mesh(graph, 'mShape.worldMesh[0]'), 3)).toEqual([11, 5, -1]);
    scene.setValue(scene.find('m') as never, 'translateX', 20);
    expect(point(mesh(graph, 'mShape.worldMesh[0]'), 0)).toEqual([20, 0, 0]);
  });

  test('takes the mesh of its history', () => {
    const scene = sketchScene(
      {
        make: { type: 'polyCube', values: { width: 4 } },
        m: { type: 'transform' },
        mShape: { type: 'mesh', parent: 'm' },
      },
      [['make.output', 'mShape.inMesh']],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(point(mesh(graph, 'mShape.outMesh'), 0)).toEqual([-2, -0.5, 0.5]);
    scene.setValue(scene.find('make') as never, 'width', 2);
    expect(point(mesh(graph, 'mShape.outMesh'), 0)).toEqual([-1, -0.5, 0.5]);
  });

  test('passes deformers that are not evaluated, and says so once for each type', () => {
    const vertex = new NumberTable(3);
    vertex.set(0, 0, 7);
    const scene = sketchScene(
      {
        orig: { type: 'transform' },
        origShape: { type: 'mesh', parent: 'orig', values: SAVED },
        parts: { type: 'groupParts' },
        tweak1: { type: 'tweak', values: { 'vlist[0].vertex': vertex } },
        mush: { type: 'deltaMush' },
        wrap: { type: 'wrap' },
        mush2: { type: 'deltaMush' },
        m: { type: 'transform' },
        mShape: { type: 'mesh', parent: 'm' },
      },
      [
        ['origShape.worldMesh[0]', 'parts.inputGeometry'],
        ['parts.outputGeometry', 'tweak1.input[0].inputGeometry'],
        ['tweak1.outputGeometry[0]', 'mush.input[0].inputGeometry'],
        ['mush.outputGeometry[0]', 'wrap.input[0].inputGeometry'],
        ['wrap.outputGeometry[0]', 'mush2.input[0].inputGeometry'],
        ['mush2.outputGeometry[0]', 'mShape.inMesh'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(point(mesh(graph, 'mShape.outMesh'), 0)).toEqual([7, 0, 0]);
    expect(point(mesh(graph, 'mShape.outMesh'), 1)).toEqual([1, 0, 0]);
    vertex.set(0, 0, 8);
    scene.setValue(scene.find('tweak1') as never, 'vlist[0].vertex', vertex);
    expect(point(mesh(graph, 'mShape.outMesh'), 0)).toEqual([8, 0, 0]);
    const problems = graph.problems.list();
    expect(problems.map((p) => p.code)).toEqual(['EVALUATE_UNDEFORMED', 'EVALUATE_UNDEFORMED']);
    expect(problems.map((p) => p.count)).toEqual([2, 1]);
    expect(problems[0]?.message).toContain('approximated: undeformed');
  });

  test('goes through a deformer again as another of its geometries', () => {
    const vertex = new NumberTable(3);
    vertex.set(0, 0, 7);
    const scene = sketchScene(
      {
        m: { type: 'transform' },
        origShape: { type: 'mesh', parent: 'm', values: SAVED },
        bend: { type: 'nonLinear' },
        tweak1: { type: 'tweak', values: { 'vlist[2].vertex': vertex, 'vlist[3].vertex': vertex } },
        mShape: { type: 'mesh', parent: 'm' },
      },
      [
        ['origShape.worldMesh[0]', 'tweak1.input[2].inputGeometry'],
        ['tweak1.outputGeometry[2]', 'bend.input[2].inputGeometry'],
        ['bend.outputGeometry[2]', 'bend.input[5].inputGeometry'],
        ['bend.outputGeometry[5]', 'tweak1.input[3].inputGeometry'],
        ['tweak1.outputGeometry[3]', 'mShape.inMesh'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const [x] = point(mesh(graph, 'origShape.outMesh'), 0) as [number];
    expect(point(mesh(graph, 'mShape.outMesh'), 0)[0]).toBe(x + 14);
    expect(graph.problems.list().map((p) => p.code)).toEqual(['EVALUATE_UNDEFORMED']);
  });

  test('hands its points to deformers in its own space, however it is placed', () => {
    const values = { translate: [10, 0, 0] };
    const scene = sketchScene(
      {
        m: { type: 'transform', values },
        origShape: { type: 'mesh', parent: 'm', values: SAVED },
        parts: { type: 'groupParts' },
        tweak1: { type: 'tweak' },
        mShape: { type: 'mesh', parent: 'm' },
        other: { type: 'transform' },
        otherShape: { type: 'mesh', parent: 'other' },
      },
      [
        ['origShape.worldMesh[0]', 'parts.inputGeometry'],
        ['parts.outputGeometry', 'tweak1.input[0].inputGeometry'],
        ['tweak1.outputGeometry[0]', 'mShape.inMesh'],
        ['mShape.worldMesh[0]', 'otherShape.inMesh'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(point(mesh(graph, 'mShape.outMesh'), 1)).toEqual([1, 0, 0]);
    expect(point(mesh(graph, 'mShape.worldMesh[0]'), 1)).toEqual([11, 0, 0]);
    expect(point(mesh(graph, 'otherShape.outMesh'), 1)).toEqual([11, 0, 0]);
  });

  test('passes modelling nodes: silently where points stay, with a problem where they would not', () => {
    const tweak = new NumberTable(3);
    tweak.set(0, 1, 3);
    const scene = sketchScene(
      {
        make: { type: 'polyCube' },
        soft: { type: 'polySoftEdge' },
        move: { type: 'polyTweak', values: { tweak } },
        extrude: { type: 'polyExtrudeFace' },
        m: { type: 'transform' },
        mShape: { type: 'mesh', parent: 'm' },
      },
      [
        ['make.output', 'soft.inputPolymesh'],
        ['soft.output', 'move.inputPolymesh'],
        ['move.output', 'extrude.inputPolymesh'],
        ['extrude.output', 'mShape.inMesh'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(point(mesh(graph, 'mShape.outMesh'), 0)).toEqual([-0.5, 2.5, 0.5]);
    expect(graph.problems.list().map((p) => p.message)).toEqual([expect.stringContaining('polyExtrudeFace')]);
  });

  test('keeps its saved points when its history gives nothing', () => {
    const scene = sketchScene(
      {
        skin: { type: 'skinCluster' },
        m: { type: 'transform' },
        mShape: { type: 'mesh', parent: 'm', values: SAVED },
      },
      [['skin.outputGeometry[0]', 'mShape.inMesh']],
    );
    expect(point(mesh(new Graph(scene, MAYA_NODE_TYPES), 'mShape.outMesh'), 1)).toEqual([1, 0, 0]);
  });
});

describe('polygon primitives', () => {
  test.each([
    ['polyCube', 8, 6],
    ['polyPlane', 121, 100],
    ['polySphere', 382, 400],
    ['polyCylinder', 40, 22],
    ['polyCone', 21, 21],
    ['polyTorus', 400, 400],
    ['polyPyramid', 5, 5],
  ])('%s has %i points and %i faces by default', (type, points, faces) => {
    const graph = new Graph(sketchScene({ it: { type } }), MAYA_NODE_TYPES);
    const out = mesh(graph, 'it.output');
    expect(out.positionsXyz.length / 3).toBe(points);
    expect(out.faceCounts.length).toBe(faces);
    expect(Math.max(...out.faceVertices)).toBe(points - 1);
  });
});
