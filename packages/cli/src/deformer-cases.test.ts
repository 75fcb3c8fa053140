/** Deformed meshes of whole files, Maya ASCII and FBX. Numbers are worked out by hand. */
import { readFileSync } from 'node:fs';
import { Graph, NODE_TYPES, SceneSampler } from '@rigline/evaluate';
import { readFbx } from '@rigline/formats/fbx';
import { readMa } from '@rigline/formats/ma';
import type { MeshData, Scene, SceneNode } from '@rigline/scene';
import { type FbxObjectSketch, fbxRecord, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';

function openFixture(name: string): Scene {
  const file = new URL(`../../../fixtures/ma/${name}`, import.meta.url);
  const { scene, problems } = readMa(readFileSync(file), { file: name });
  expect(problems).toEqual([]);
  return scene;
}

const round = (value: number): number => Math.round(value * 1e9) / 1e9 + 0;
const meshOf = (graph: Graph, shape: string): MeshData => graph.get(`${shape}.outMesh`) as unknown as MeshData;
const pointsOf = (graph: Graph, shape: string): number[] => [...meshOf(graph, shape).positionsXyz].map(round);

describe('fixtures/ma/hand_skin.ma', () => {
  test('is skinned after its tweak, as far as the set of the deformer goes', () => {
    const graph = new Graph(openFixture('hand_skin.ma'), NODE_TYPES);
    // Points 1 and 4 are half way between 4 (root, twice as wide) and 5 (tip, not wider by itself); point 5 is not in the set.
    expect(pointsOf(graph, 'stripShape')).toEqual([0, 0, 0, 4.5, 0, 0, 7, 0, 0, 7, 2, 0, 4.5, 1, 0, 0, 1, 0]);
    expect(graph.problems.list()).toEqual([]);
  });

  test('follows the parent of a joint that does not compensate for its scale', () => {
    const scene = openFixture('hand_skin.ma');
    scene.setValue(scene.find('tip_jnt') as SceneNode, 'segmentScaleCompensate', 0);
    const points = pointsOf(new Graph(scene, NODE_TYPES), 'stripShape');
    expect(points.slice(3, 9)).toEqual([4, 0, 0, 8, 0, 0]);
  });

  test('keeps the faces, UVs and hard edges of the mesh before the deformers', () => {
    const mesh = meshOf(new Graph(openFixture('hand_skin.ma'), NODE_TYPES), 'stripShape');
    expect([...mesh.faceVertices]).toEqual([0, 1, 4, 5, 1, 2, 3, 4]);
    expect(mesh.uvSets?.map(({ name, corners }) => [name, ...corners])).toEqual([['map1', 0, 1, 4, 5, 1, 2, 3, 4]]);
    expect(mesh.hardEdges?.length).toBe(12);
  });

  test('keeps the radius of a twist where the mesh was bound, for the points of a tag', () => {
    const { SQRT2 } = Math;
    const graph = new Graph(openFixture('hand_skin.ma'), NODE_TYPES);
    const expected = [5, SQRT2, SQRT2 - 10, 0, SQRT2, SQRT2 - 10, 0, 0, -10].map(round);
    expect(pointsOf(graph, 'tubeShape')).toEqual(expected);
  });

  test('is listed in world space, once for each mesh that is shown', () => {
    const frame = new SceneSampler(new Graph(openFixture('hand_skin.ma'), NODE_TYPES), { meshes: true }).sample(1);
    expect(frame.meshes?.map(({ path }) => path)).toEqual(['|strip|stripShape', '|tube|tubeShape']);
    expect(frame.meshes?.[1]?.positionsXyz.slice(3).map(round)).toEqual(
      [0, Math.SQRT2, Math.SQRT2, 0, 0, 0].map(round),
    );
  });
});

describe('fixtures/ma/hand_blend_shape.ma', () => {
  // Frame 0 to 4 is the weight 0 to 1 of `smile`; `puff` is half in; both together drive a third target by their product.
  test.each([
    [0, [0, 0, 0], 0],
    [1, [0, 0.5, 0], 0.125],
    [2, [0, 1, 0], 0.25],
    [3, [1, 0.5, 0], 0.375],
    [4, [2, 0, 0], 0.5],
  ])('at frame %i the in-between puts the first point at %j', (frame, first, both) => {
    const graph = new Graph(openFixture('hand_blend_shape.ma'), NODE_TYPES);
    graph.setTime(frame / 24);
    // The second point follows the connected mesh; the others have 0.5 and 0.25 of the third target.
    const expected = [...first, 4, 0, 4, 4, 4, both * 4, 0, 4, 1 + both * 2].map(round);
    expect(pointsOf(graph, 'faceShape')).toEqual(expected);
    expect(graph.problems.list()).toEqual([]);
  });

  test('lists weights by alias', () => {
    const sampler = new SceneSampler(new Graph(openFixture('hand_blend_shape.ma'), NODE_TYPES));
    expect(sampler.sample(2).morphs.map(({ channel, weight }) => [channel, round(weight)])).toEqual([
      ['smile', 0.5],
      ['puff', 0.5],
      ['smile_puff', 0.25],
    ]);
  });
});

/** A triangle of a Model with a geometric offset, with one morph target of one in-between. */
function morphFile(percent: number): Scene {
  const vertices = (...list: number[]): ReturnType<typeof fbxRecord> =>
    fbxRecord('Vertices', [Float64Array.from(list)]);
  const shape = (id: number, name: string, ...offset: number[]): FbxObjectSketch => {
    const records = [fbxRecord('Indexes', [Int32Array.of(0)]), vertices(...offset)];
    return [id, 'Geometry', 'Shape', name, [], records];
  };
  const faces = fbxRecord('PolygonVertexIndex', [Int32Array.of(0, 1, -3)]);
  const geometric = [
    ['Lcl Translation', 'Lcl Translation', 'A', 0, 100, 0],
    ['GeometricTranslation', 'Vector3D', '', 7, 0, 0],
    ['GeometricRotation', 'Vector3D', '', 0, 0, 90],
  ] as const;
  const bytes = sketchFbx({
    objects: [
      [1, 'Model', 'Mesh', 'face', geometric],
      [2, 'Geometry', 'Mesh', '', [], [vertices(0, 0, 0, 1, 0, 0, 0, 1, 0), faces]],
      [3, 'Deformer', 'BlendShape', 'morphs'],
      [
        4,
        'Deformer',
        'BlendShapeChannel',
        'smile',
        [['DeformPercent', 'Number', 'A', percent]],
        [fbxRecord('FullWeights', [Float64Array.of(50, 100)])],
      ],
      shape(5, 'half', 0, 1, 0),
      shape(6, 'full', 2, 0, 0),
    ],
    connections: [
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 4],
      [6, 4],
    ],
  });
  return readFbx(bytes, { file: 'face.fbx' }).scene;
}

describe('morph targets of FBX files', () => {
  test.each([
    [25, [0, 0.5, 0]],
    [50, [0, 1, 0]],
    [75, [1, 0.5, 0]],
    [100, [2, 0, 0]],
  ])('at %i percent an in-between puts the point at %j', (percent, expected) => {
    const graph = new Graph(morphFile(percent), NODE_TYPES);
    expect(pointsOf(graph, 'faceShape').slice(0, 3)).toEqual(expected);
  });

  test('are turned by the geometric offset of the Model and not moved by it', () => {
    const frame = new SceneSampler(new Graph(morphFile(50), NODE_TYPES), { meshes: true }).sample(0);
    // A quarter turn about z, then 7 along x, then the Model at y 100.
    expect(frame.meshes?.[0]?.positionsXyz.map(round)).toEqual([6, 100, 0, 7, 101, 0, 6, 100, 0]);
  });
});
