import type { MeshData, PlugRef, Scene, SceneNode } from '@rigline/scene';
import type { MorphTarget, SkinInfluence, SkinSource } from '@rigline/scene/maya';
import {
  type FbxConnectionSketch,
  type FbxObjectSketch,
  type FbxPropertySketch,
  type FbxTree,
  fbxRecord,
  sketchFbx,
} from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { type FbxReadResult, readFbx } from './index.ts';

const numbers = (...list: readonly number[]): Float64Array => Float64Array.from(list);
const integers = (...list: readonly number[]): Int32Array => Int32Array.from(list);

/** A triangle shown by one Model or more, with ids 1, 2 … for the Models and 10 for the geometry. */
const TRIANGLE: FbxObjectSketch = [
  10,
  'Geometry',
  'Mesh',
  '',
  [],
  [fbxRecord('Vertices', [numbers(0, 0, 0, 1, 0, 0, 0, 1, 0)]), fbxRecord('PolygonVertexIndex', [integers(0, 1, -3)])],
];

interface Sketch {
  readonly models?: readonly string[];
  readonly objects?: readonly FbxObjectSketch[];
  readonly connections?: readonly FbxConnectionSketch[];
  readonly modelProperties?: readonly FbxPropertySketch[];
  readonly globals?: readonly FbxPropertySketch[];
  readonly creator?: string;
}

function read(sketch: Sketch): FbxReadResult {
  const models = sketch.models ?? ['body'];
  const bytes = sketchFbx({
    ...(sketch.globals ? { globals: sketch.globals } : {}),
    records: sketch.creator === undefined ? [] : [fbxRecord('Creator', [sketch.creator])],
    objects: [
      ...models.map((name, i): FbxObjectSketch => [1 + i, 'Model', 'Mesh', name, sketch.modelProperties ?? []]),
      TRIANGLE,
      ...(sketch.objects ?? []),
    ],
    connections: [
      ...models.flatMap((_name, i): FbxConnectionSketch[] => [
        [1 + i, 0],
        [10, 1 + i],
      ]),
      ...(sketch.connections ?? []),
    ],
  });
  return readFbx(bytes, { file: 'a.fbx' });
}

const shapeOf = (scene: Scene, name = 'bodyShape'): SceneNode => scene.find(name) as SceneNode;
const codes = ({ problems }: FbxReadResult): string[] => problems.map(({ code }) => code);

/** Types of the nodes from the stored mesh to the shown one. */
function chainOf(mesh: SceneNode): string[] {
  const types: string[] = [];
  for (let end: PlugRef | undefined = mesh.inputs.get('inMesh'); end; ) {
    types.unshift(end.path === 'origMesh' ? 'origMesh' : end.node.type);
    end = end.path === 'origMesh' ? undefined : end.node.inputs.get('input[0].inputGeometry');
  }
  return types;
}

function shape(id: number, name: string, parts: Record<string, Float64Array | Int32Array>): FbxObjectSketch {
  const records = Object.entries(parts).map(([key, values]): FbxTree => fbxRecord(key, [values]));
  return [id, 'Geometry', 'Shape', name, [], records];
}

const lift = (id: number, name: string, height: number): FbxObjectSketch =>
  shape(id, name, { Indexes: integers(2), Vertices: numbers(0, height, 0) });

function channel(id: number, name: string, percent: number, full: readonly number[]): FbxObjectSketch {
  return [
    id,
    'Deformer',
    'BlendShapeChannel',
    name,
    [['DeformPercent', 'Number', 'A', percent]],
    [fbxRecord('FullWeights', [Float64Array.from(full)])],
  ];
}

const BLEND: FbxObjectSketch = [20, 'Deformer', 'BlendShape', 'face'];

function morphOf(result: FbxReadResult, name = 'face'): { node: SceneNode; targets: readonly MorphTarget[] } {
  const node = result.scene.find(name) as SceneNode;
  return { node, targets: node.values.get('targets') as readonly MorphTarget[] };
}

describe('blend shapes', () => {
  const smile = {
    objects: [BLEND, channel(21, 'face.smile', 40, [100]), lift(22, 'smile', 1)],
    connections: [
      [20, 10],
      [21, 20],
      [22, 21],
    ] as const,
  };

  test('stand between the stored mesh and the shown one', () => {
    expect(chainOf(shapeOf(read(smile).scene))).toEqual(['origMesh', 'blendShape']);
  });

  test('have weights of 0 to 1 by the name of the channel without that of the deformer', () => {
    const { node, targets } = morphOf(read(smile));
    expect(node.values.get('weight[0]')).toBeCloseTo(0.4, 12);
    expect(node.aliases).toEqual(new Map([['smile', 'weight[0]']]));
    expect(targets[0]?.name).toBe('face.smile');
  });

  test('have offsets in centimetres', () => {
    const { targets } = morphOf(read({ ...smile, globals: [['UnitScaleFactor', 'double', '', 100]] }));
    const offsets = targets[0]?.shapes[0]?.readOffsets();
    expect([...(offsets?.vertices ?? [])]).toEqual([2]);
    expect([...(offsets?.offsetsXyz ?? [])]).toEqual([0, 100, 0]);
    expect(targets[0]?.shapes[0]?.readOffsets()).toBe(offsets);
  });

  test('sort in-betweens by their full weights, each with its shape, in the order of the connections', () => {
    const { targets } = morphOf(
      read({
        objects: [BLEND, channel(21, 'smile', 0, [100, -50, 25]), lift(22, 'a', 1), lift(23, 'b', 2), lift(24, 'c', 3)],
        connections: [
          [20, 10],
          [21, 20],
          [24, 21],
          [22, 21],
          [23, 21],
        ],
      }),
    );
    expect(targets[0]?.shapes.map(({ name, weight }) => [name, weight])).toEqual([
      ['a', -0.5],
      ['b', 0.25],
      ['c', 1],
    ]);
  });

  test('take full weights of Blender as shares of the offsets', () => {
    const points = shape(22, 'smile', { Indexes: integers(0, 2), Vertices: numbers(0, 4, 0, 0, 8, 0) });
    const { targets } = morphOf(
      read({
        creator: 'Blender (stable FBX IO) - 4.2.0 - 5.12.5',
        objects: [BLEND, channel(21, 'smile', 0, [100, 25]), points],
        connections: smile.connections,
      }),
    );
    expect(targets[0]?.shapes.map(({ weight }) => weight)).toEqual([1]);
    expect([...(targets[0]?.shapes[0]?.readOffsets().offsetsXyz ?? [])]).toEqual([0, 4, 0, 0, 2, 0]);
  });

  test('leave out offsets of points that are not there, with their normals, and say so', () => {
    const wrong = shape(22, 'smile', {
      Indexes: integers(-1, 1, 3),
      Vertices: numbers(1, 1, 1, 2, 2, 2, 3, 3, 3),
      Normals: numbers(4, 4, 4, 5, 5, 5, 6, 6, 6),
    });
    const { targets } = morphOf(read({ ...smile, objects: [BLEND, channel(21, 'smile', 0, [100]), wrong] }));
    const offsets = targets[0]?.shapes[0]?.readOffsets();
    expect([...(offsets?.vertices ?? [])]).toEqual([1]);
    expect([...(offsets?.offsetsXyz ?? [])]).toEqual([2, 2, 2]);
    expect([...(offsets?.normalOffsetsXyz ?? [])]).toEqual([5, 5, 5]);
  });

  test('give every channel an alias of its own', () => {
    const { node, targets } = morphOf(
      read({
        objects: [BLEND, channel(21, 'a.b', 0, []), channel(22, 'a.b', 0, []), channel(23, '', 0, [])],
        connections: [
          [20, 10],
          [21, 20],
          [22, 20],
          [23, 20],
        ],
      }),
    );
    expect([...(node.aliases ?? [])]).toEqual([
      ['a_b', 'weight[0]'],
      ['a_b_1_1', 'weight[1]'],
    ]);
    expect(targets.map(({ name }) => name)).toEqual(['a.b', 'a.b', '']);
  });

  test('of Blender have their percent in a record', () => {
    const own: FbxObjectSketch = [21, 'Deformer', 'BlendShapeChannel', 's', [], [fbxRecord('DeformPercent', [25.5])]];
    const { node } = morphOf(read({ ...smile, objects: [BLEND, own, lift(22, 's', 1)] }));
    expect(node.values.get('weight[0]')).toBeCloseTo(0.255, 12);
  });
});

/** A matrix that moves. */
const moved = (x: number, y: number, z: number): Float64Array =>
  numbers(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);

function cluster(id: number, parts: Record<string, Float64Array | Int32Array | string>): FbxObjectSketch {
  const records = Object.entries(parts).map(([key, value]): FbxTree => fbxRecord(key, [value]));
  return [id, 'Deformer', 'Cluster', '', [], records];
}

const BONE: FbxObjectSketch = [30, 'Model', 'LimbNode', 'bone', [['Lcl Translation', 'Lcl Translation', 'A', 0, 7, 0]]];
const SKIN: FbxObjectSketch = [20, 'Deformer', 'Skin', 'skin'];

function skinned(parts: Record<string, Float64Array | Int32Array | string>, more: Sketch = {}): Sketch {
  return {
    ...more,
    objects: [BONE, SKIN, cluster(21, parts), ...(more.objects ?? [])],
    connections: [[20, 10], [21, 20], [30, 21], [30, 0], ...(more.connections ?? [])],
  };
}

const BOUND = {
  Indexes: integers(0, 1),
  Weights: numbers(1, 0.5),
  Transform: moved(0, -2, 0),
  TransformLink: moved(0, 5, 0),
};

const skinOf = ({ scene }: FbxReadResult, name = 'skin'): SceneNode => scene.find(name) as SceneNode;
const placeIn = (node: SceneNode, path: string): number[] => (node.values.get(path) as number[]).slice(12, 15);

describe('skins', () => {
  test('have bones, weights and the mesh as it was bound', () => {
    const result = read(skinned(BOUND));
    const skin = skinOf(result);
    expect(chainOf(shapeOf(result.scene))).toEqual(['origMesh', 'fbxSkin']);
    expect(skin.inputs.get('matrix[0]')).toEqual({ node: result.scene.find('bone'), path: 'worldMatrix[0]' });
    expect(skin.inputs.get('geometryToWorld')).toEqual({
      node: result.scene.find('body'),
      path: 'shapeWorldMatrix[0]',
    });
    expect(placeIn(skin, 'geometryToJoint[0]')).toEqual([0, -2, 0]);
    expect(placeIn(skin, 'geomMatrix')).toEqual([0, 3, 0]);
    const [influence] = (skin.values.get('influences') as SkinSource).readInfluences();
    expect([...(influence?.vertices ?? [])]).toEqual([0, 1]);
    expect([...(influence?.weights ?? [])]).toEqual([1, 0.5]);
  });

  test('come after blend shapes, whatever the order of the file', () => {
    const { scene } = read(
      skinned(BOUND, { objects: [[40, 'Deformer', 'BlendShape', 'face']], connections: [[40, 10]] }),
    );
    expect(chainOf(shapeOf(scene))).toEqual(['origMesh', 'blendShape', 'fbxSkin']);
  });

  test('are in centimetres', () => {
    const skin = skinOf(read(skinned(BOUND, { globals: [['UnitScaleFactor', 'double', '', 100]] })));
    expect(placeIn(skin, 'geometryToJoint[0]')).toEqual([0, -200, 0]);
    expect(placeIn(skin, 'geomMatrix')).toEqual([0, 300, 0]);
  });

  test('count the geometric transform of the Model before their own', () => {
    const modelProperties: FbxPropertySketch[] = [
      ['GeometricTranslation', 'Vector3D', '', 1, 0, 0],
      ['GeometricScaling', 'Vector3D', '', 2, 2, 2],
    ];
    const matrix = skinOf(read(skinned(BOUND, { modelProperties }))).values.get('geometryToJoint[0]') as number[];
    expect(matrix).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, -2, 0, 1]);
  });

  test('take the stored pose for matrices that a cluster does not have', () => {
    const { TransformLink: _link, Transform: _mesh, ...weights } = BOUND;
    const modelProperties: FbxPropertySketch[] = [['Lcl Translation', 'Lcl Translation', 'A', 3, 0, 0]];
    const result = read(skinned(weights, { modelProperties }));
    // The bone stands at y 7, the mesh at x 3.
    expect(placeIn(skinOf(result), 'geometryToJoint[0]')).toEqual([3, -7, 0]);
    expect(codes(result)).toContain('FBX_BROKEN_CLUSTER');
  });

  test('leave out clusters without a bone, and say so', () => {
    const result = read(skinned(BOUND, { objects: [cluster(22, BOUND)], connections: [[22, 20]] }));
    expect((skinOf(result).values.get('influences') as SkinSource).readInfluences()).toHaveLength(1);
    expect(codes(result)).toEqual(['FBX_BROKEN_CLUSTER']);
  });

  test('without any bone do nothing', () => {
    const result = read({
      objects: [SKIN, cluster(21, BOUND)],
      connections: [
        [20, 10],
        [21, 20],
      ],
    });
    expect(chainOf(shapeOf(result.scene))).toEqual([]);
  });

  test('leave out weights of points that are not there', () => {
    const result = read(skinned({ ...BOUND, Indexes: integers(0, 3, -1, 2), Weights: numbers(1, 1, 1, Number.NaN) }));
    const [influence] = (skinOf(result).values.get('influences') as SkinSource).readInfluences();
    expect([...(influence?.vertices ?? [])]).toEqual([0]);
  });

  test.each([
    ['Linear', undefined],
    ['Rigid', undefined],
    ['DualQuaternion', 1],
    ['Blend', 2],
  ])('know the method %s', (word, method) => {
    const skin: FbxObjectSketch = [20, 'Deformer', 'Skin', 'skin', [], [fbxRecord('SkinningType', [word])]];
    const sketch = skinned(BOUND);
    const result = read({ ...sketch, objects: [BONE, skin, cluster(21, BOUND)] });
    expect(skinOf(result).values.get('skinningMethod')).toBe(method);
  });

  test('have shares of both methods for each point where they blend', () => {
    const records = [
      fbxRecord('SkinningType', ['Blend']),
      fbxRecord('Indexes', [integers(0, 2)]),
      fbxRecord('BlendWeights', [numbers(0.25, 1)]),
    ];
    const skin: FbxObjectSketch = [20, 'Deformer', 'Skin', 'skin', [], records];
    const result = read({ ...skinned(BOUND), objects: [BONE, skin, cluster(21, BOUND)] });
    const shares = skinOf(result).values.get('dualQuaternionWeights') as SkinInfluence;
    expect(shares.vertices).toEqual(integers(0, 2));
    expect(shares.weights).toEqual(numbers(0.25, 1));
  });

  test.each([
    ['Normalize', undefined],
    ['Additive', 1],
    ['Total1', 2],
  ])('know the link mode %s', (word, mode) => {
    expect(skinOf(read(skinned({ ...BOUND, Mode: word }))).values.get('linkMode')).toBe(mode);
  });

  test('get a shape for every Model that shows them, as the points stay where the bones are', () => {
    const { scene } = read(skinned(BOUND, { models: ['body', 'twin'] }));
    const [body, twin] = [shapeOf(scene), shapeOf(scene, 'twinShape')];
    expect(twin).not.toBe(body);
    expect(twin.values.get('polygons')).toBe(body.values.get('polygons'));
    expect(chainOf(twin)).toEqual(['origMesh', 'fbxSkin']);
    const skin = twin.inputs.get('inMesh')?.node;
    expect(skin?.inputs.get('geometryToWorld')?.node).toBe(scene.find('twin'));
  });

  test('of Maya move with their mesh: one shape with instances', () => {
    const { scene } = read(skinned(BOUND, { models: ['body', 'twin'], creator: 'FBX from Maya 2022' }));
    expect(shapeOf(scene).parents.map(({ name }) => name)).toEqual(['body', 'twin']);
    expect(scene.find('skin')?.values.get('followsMesh')).toBe(1);
  });
});

test('a mesh without deformers has nothing coming in, and one shape with instances', () => {
  const { scene } = read({ models: ['body', 'twin'] });
  const node = shapeOf(scene);
  expect(node.parents.map(({ name }) => name)).toEqual(['body', 'twin']);
  expect(node.inputs.size).toBe(0);
  expect((node.values.get('polygons') as MeshData).faceCounts).toEqual(integers(3));
});

test('caches are reported', () => {
  const cache: FbxObjectSketch = [20, 'Deformer', 'VertexCacheDeformer', 'cache'];
  expect(codes(read({ objects: [cache], connections: [[20, 10]] }))).toEqual(['FBX_DEFORMER_NOT_READ']);
});

test('surfaces that are no polygons are reported', () => {
  const surface: FbxObjectSketch = [20, 'Geometry', 'NurbsSurface', ''];
  const result = read({ objects: [surface], connections: [[20, 1]] });
  expect(codes(result)).toEqual(['FBX_SURFACE_NOT_READ']);
});
