import { type FbxTree, type FbxTreeValue, fbxRecord } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { checkMesh, FbxMesh } from './mesh.ts';
import { NumberList } from './number-list.ts';
import type { FbxRecord, FbxValue } from './record-types.ts';

/** A record as the container would give it. */
function asRecord({ name, values = [], children = [] }: FbxTree): FbxRecord {
  return { name, at: 0, values: values.map(asValue), children: children.map(asRecord) };
}

function asValue(value: FbxTreeValue): FbxValue {
  if (typeof value === 'object' && !(value instanceof Uint8Array) && !('code' in value)) {
    return new NumberList(Float64Array.from(value as ArrayLike<number>, Number));
  }
  return typeof value === 'boolean' ? Number(value) : (value as FbxValue);
}

interface MeshSketch {
  readonly points?: readonly number[];
  readonly corners?: readonly number[];
  readonly more?: readonly FbxTree[];
  readonly unit?: number;
  readonly version?: number;
  readonly materialCount?: number;
}

const numbers = (...list: readonly number[]): Float64Array => Float64Array.from(list);

/** Two quads side by side over six points, and what is reported about them. */
function sketchMesh(sketch: MeshSketch = {}): { mesh: FbxMesh; problems: [string, number][] } {
  const points = sketch.points ?? [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0];
  const corners = sketch.corners ?? [0, 1, 4, -4, 1, 2, 5, -5];
  const record = fbxRecord(
    'Geometry',
    [],
    [
      fbxRecord('Vertices', [Float64Array.from(points)]),
      fbxRecord('PolygonVertexIndex', [Int32Array.from(corners)]),
      ...(sketch.more ?? []),
    ],
  );
  const problems: [string, number][] = [];
  const mesh = new FbxMesh(asRecord(record), {
    unit: sketch.unit ?? 1,
    version: sketch.version ?? 7400,
    materialCount: sketch.materialCount ?? 2,
    report: (code, _message, count) => problems.push([code, count ?? 1]),
  });
  return { mesh, problems };
}

function layer(name: string, mapping: string | undefined, parts: Record<string, FbxTreeValue>, index = 0): FbxTree {
  return fbxRecord(
    name,
    [index],
    [
      fbxRecord('Name', [`set${index}`]),
      ...(mapping === undefined ? [] : [fbxRecord('MappingInformationType', [mapping])]),
      ...Object.entries(parts).map(([key, value]) => fbxRecord(key, [value])),
    ],
  );
}

describe('faces of FbxMesh', () => {
  test('end at the corner whose index is written as -i - 1', () => {
    const { mesh } = sketchMesh();
    expect([...mesh.faceCounts]).toEqual([4, 4]);
    expect([...mesh.faceVertices]).toEqual([0, 1, 4, 3, 1, 2, 5, 4]);
  });

  test('may have one or two corners', () => {
    const { mesh } = sketchMesh({ corners: [-1, 0, -2, 0, 1, -5] });
    expect([...mesh.faceCounts]).toEqual([1, 2, 3]);
    expect([...mesh.faceVertices]).toEqual([0, 0, 1, 0, 1, 4]);
  });

  test('end with the list where the last has no end', () => {
    const { mesh, problems } = sketchMesh({ corners: [0, 1, -5, 1, 2, 5] });
    expect([...mesh.faceCounts]).toEqual([3, 3]);
    expect([...mesh.faceVertices]).toEqual([0, 1, 4, 1, 2, 5]);
    expect(problems).toEqual([]);
  });

  test('take the last point for one that is not there, and say so', () => {
    const { mesh, problems } = sketchMesh({ corners: [0, 99, -8] });
    expect([...mesh.faceVertices]).toEqual([0, 5, 5]);
    expect(problems).toEqual([['FBX_INDEX_CLAMPED', 2]]);
  });

  test('are none where there are no points', () => {
    const { mesh, problems } = sketchMesh({ points: [], corners: [0, 1, -3] });
    expect(mesh.faceCounts).toHaveLength(0);
    expect(problems).toEqual([['FBX_INDEX_CLAMPED', 1]]);
  });
});

describe('points of FbxMesh', () => {
  test('are in centimetres', () => {
    expect([...sketchMesh({ points: [1, 2, 3], unit: 2.54 }).mesh.positionsXyz]).toEqual([2.54, 5.08, 3 * 2.54]);
  });

  test('leave out a point that is not complete', () => {
    const { mesh, problems } = sketchMesh({ points: [1, 2, 3, 4], corners: [] });
    expect([...mesh.positionsXyz]).toEqual([1, 2, 3]);
    expect(problems).toEqual([['FBX_SHORT_ARRAY', 1]]);
  });

  test('keep numbers that are not finite, and say so', () => {
    const { mesh, problems } = sketchMesh({ points: [1, Number.NaN, Number.POSITIVE_INFINITY], corners: [] });
    expect([...mesh.positionsXyz]).toEqual([1, Number.NaN, Number.POSITIVE_INFINITY]);
    expect(problems).toEqual([['FBX_NON_FINITE', 2]]);
  });
});

describe('layers of FbxMesh', () => {
  const values = numbers(10, 11, 20, 21, 30, 31);

  test.each([
    ['ByPolygonVertex', [0, 1, 2, 0, 1, 2, 0, -1], [0, 1, 2, 0, 1, 2, 0, -1]],
    ['ByVertice', [2, 1, 0, 2, 1, 0], [2, 1, 1, 2, 1, 0, 0, 1]],
    ['ByVertex', [2, 1, 0, 2, 1, 0], [2, 1, 1, 2, 1, 0, 0, 1]],
    ['ByPolygon', [2, 1], [2, 2, 2, 2, 1, 1, 1, 1]],
    ['AllSame', [1], [1, 1, 1, 1, 1, 1, 1, 1]],
  ])('map %s by index', (mapping, index, corners) => {
    const { mesh, problems } = sketchMesh({
      more: [layer('LayerElementUV', mapping, { UV: values, UVIndex: Int32Array.from(index) })],
    });
    expect([...(mesh.uvSets?.[0]?.corners ?? [])]).toEqual(corners);
    expect([...(mesh.uvSets?.[0]?.values ?? [])]).toEqual([...values]);
    expect(problems).toEqual([]);
  });

  test.each([
    ['ByPolygonVertex', 8, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['ByVertice', 6, [0, 1, 4, 3, 1, 2, 5, 4]],
    ['ByPolygon', 2, [0, 0, 0, 0, 1, 1, 1, 1]],
    ['AllSame', 1, [0, 0, 0, 0, 0, 0, 0, 0]],
  ])('map %s directly', (mapping, count, corners) => {
    const { mesh, problems } = sketchMesh({
      more: [layer('LayerElementNormal', mapping, { Normals: new Float64Array(count * 3) })],
    });
    expect([...(mesh.normals?.corners ?? [])]).toEqual(corners);
    expect(problems).toEqual([]);
  });

  test('mean corners by ByPolygon where there are as many entries as corners', () => {
    const index = Int32Array.from([2, 1, 0, 2, 1, 0, 2, 1]);
    const { mesh } = sketchMesh({ more: [layer('LayerElementUV', 'ByPolygon', { UV: values, UVIndex: index })] });
    expect([...(mesh.uvSets?.[0]?.corners ?? [])]).toEqual([...index]);
  });

  test('take the last value for one that is not there, and say how often', () => {
    const { mesh, problems } = sketchMesh({
      more: [
        layer('LayerElementUV', 'ByPolygonVertex', { UV: values, UVIndex: Int32Array.from([0, 3, -7, 0, 0, 0, 0, 0]) }),
      ],
    });
    expect([...(mesh.uvSets?.[0]?.corners ?? [])]).toEqual([0, 2, 2, 0, 0, 0, 0, 0]);
    expect(problems).toEqual([['FBX_INDEX_CLAMPED', 2]]);
  });

  test('have none for corners that the list of indices does not reach', () => {
    const { mesh, problems } = sketchMesh({
      more: [layer('LayerElementUV', 'ByPolygonVertex', { UV: values, UVIndex: Int32Array.from([0, 1, 2]) })],
    });
    expect([...(mesh.uvSets?.[0]?.corners ?? [])]).toEqual([0, 1, 2, -1, -1, -1, -1, -1]);
    expect(problems).toEqual([['FBX_SHORT_ARRAY', 5]]);
  });

  test.each([undefined, 'ByMoonlight', 'ByEdge'])('are left out with a problem where the mapping is %s', (mapping) => {
    const { mesh, problems } = sketchMesh({ more: [layer('LayerElementUV', mapping, { UV: values })] });
    expect(mesh.uvSets).toBeUndefined();
    expect(problems).toEqual([['FBX_BAD_LAYER', 1]]);
  });

  test('without a value are none, and no problem', () => {
    const { mesh, problems } = sketchMesh({ more: [layer('LayerElementUV', 'ByPolygonVertex', { UV: numbers() })] });
    checkMesh(mesh);
    expect(mesh.uvSets).toBeUndefined();
    expect(problems).toEqual([]);
  });

  test('stand in the order of their typed index', () => {
    const { mesh } = sketchMesh({
      more: [2, 0, 1].map((index) => layer('LayerElementUV', 'AllSame', { UV: values }, index)),
    });
    expect(mesh.uvSets?.map(({ name }) => name)).toEqual(['set0', 'set1', 'set2']);
  });

  test('of tangents are those that share a layer with the first UVs', () => {
    const entry = (type: string, index: number): FbxTree =>
      fbxRecord('LayerElement', [], [fbxRecord('Type', [type]), fbxRecord('TypedIndex', [index])]);
    const { mesh } = sketchMesh({
      more: [
        layer('LayerElementUV', 'AllSame', { UV: values }, 0),
        layer('LayerElementTangent', 'AllSame', { Tangents: numbers(1, 0, 0) }, 0),
        layer('LayerElementTangent', 'AllSame', { Tangents: numbers(0, 1, 0) }, 1),
        fbxRecord('Layer', [0], [entry('LayerElementUV', 0), entry('LayerElementTangent', 1)]),
      ],
    });
    expect([...(mesh.tangents?.values ?? [])]).toEqual([0, 1, 0]);
  });

  test('are decoded once', () => {
    const { mesh } = sketchMesh({ more: [layer('LayerElementUV', 'ByPolygonVertex', { UV: new Float64Array(16) })] });
    expect(mesh.uvSets).toBe(mesh.uvSets);
    expect(mesh.uvSets?.[0]?.corners).toBe(mesh.uvSets?.[0]?.corners);
    expect(mesh.positionsXyz).toBe(mesh.positionsXyz);
    expect(mesh.faceVertices).toBe(mesh.faceVertices);
  });
});

describe('materials of FbxMesh', () => {
  const materials = (mapping: string, ...list: number[]): FbxTree[] => [
    layer('LayerElementMaterial', mapping, { Materials: Int32Array.from(list) }),
  ];

  test('are one for each face', () => {
    expect([...(sketchMesh({ more: materials('ByPolygon', 1, -1) }).mesh.faceMaterials ?? [])]).toEqual([1, -1]);
    expect([...(sketchMesh({ more: materials('AllSame', 1) }).mesh.faceMaterials ?? [])]).toEqual([1, 1]);
  });

  test('repeat the last where there are too few, and say so', () => {
    const { mesh, problems } = sketchMesh({ more: materials('ByPolygon', 1) });
    expect([...(mesh.faceMaterials ?? [])]).toEqual([1, 1]);
    expect(problems).toEqual([['FBX_SHORT_ARRAY', 1]]);
  });

  test('need no index where the Model has but one', () => {
    expect(sketchMesh({ more: materials('AllSame', 3), materialCount: 1 }).mesh.faceMaterials).toBeUndefined();
  });

  test('of old files stand in the Model', () => {
    const more = [fbxRecord('MaterialAssignation', ['ByPolygon']), fbxRecord('Materials', [Int32Array.from([1, 0])])];
    expect([...(sketchMesh({ more, version: 5000 }).mesh.faceMaterials ?? [])]).toEqual([1, 0]);
  });
});

describe('old meshes', () => {
  test.each([
    [5000, 6, [0, 1, 4, 3, 1, 2, 5, 4]],
    [5800, 8, [0, 1, 2, 3, 4, 5, 6, 7]],
  ])('of version %i have their %i normals where the number fits', (version, count, corners) => {
    const more = [fbxRecord('Normals', [new Float64Array(count * 3)])];
    expect([...(sketchMesh({ more, version }).mesh.normals?.corners ?? [])]).toEqual(corners);
  });

  test.each([
    [5000, [0, 1, 4, 2, 3, 5]],
    [5800, [0, 1, 2, 3, 4, 5]],
  ])('of version %i have normals by point or by corner where both fit', (version, corners) => {
    const more = [fbxRecord('Normals', [new Float64Array(18)])];
    const mesh = sketchMesh({ corners: [0, 1, -5, 2, 3, -6], more, version }).mesh;
    expect([...(mesh.normals?.corners ?? [])]).toEqual(corners);
  });

  test('leave out normals of another number with a problem', () => {
    const { mesh, problems } = sketchMesh({ more: [fbxRecord('Normals', [new Float64Array(9)])], version: 5000 });
    expect(mesh.normals).toBeUndefined();
    expect(problems).toEqual([['FBX_BAD_LAYER', 1]]);
  });

  test('have their UVs in GeometryUVInfo', () => {
    const more = [
      fbxRecord(
        'GeometryUVInfo',
        [],
        [
          fbxRecord('MappingInformationType', ['ByPolygon']),
          fbxRecord('TextureUV', [numbers(0, 0, 1, 1)]),
          fbxRecord('TextureUVVerticeIndex', [Int32Array.from([0, 1, 0, 1, 1, 0, 1, 0])]),
        ],
      ),
    ];
    expect([...(sketchMesh({ more }).mesh.uvSets?.[0]?.corners ?? [])]).toEqual([0, 1, 0, 1, 1, 0, 1, 0]);
  });

  test('may list their numbers value by value', () => {
    const record = fbxRecord(
      'Model',
      [],
      [fbxRecord('Vertices', [0, 0, 0, 1, 0, 0, 1, 1.5, 0]), fbxRecord('PolygonVertexIndex', [0, 1, -3])],
    );
    const mesh = new FbxMesh(asRecord(record), { unit: 1, version: 5000, materialCount: 0, report: () => {} });
    expect([...mesh.positionsXyz]).toEqual([0, 0, 0, 1, 0, 0, 1, 1.5, 0]);
    expect([...mesh.faceVertices]).toEqual([0, 1, 2]);
  });
});

describe('edges of FbxMesh', () => {
  // Corners: 0-1-4-3 and 1-2-5-4. Corner 1 begins the edge from point 1 to 4, corner 3 the one from 3 to 0.
  const edges = fbxRecord('Edges', [Int32Array.from([1, 3, 5, 77])]);

  test('are hard where their smoothing is 0', () => {
    const smoothing = layer('LayerElementSmoothing', 'ByEdge', { Smoothing: Int32Array.from([0, 0, 1, 0]) });
    const { mesh, problems } = sketchMesh({ more: [edges, smoothing] });
    expect([...(mesh.hardEdges ?? [])]).toEqual([1, 4, 3, 0]);
    expect(problems).toEqual([['FBX_INDEX_CLAMPED', 1]]);
  });

  test.each([
    ['share no smoothing group', [1, 2], [4, 1]],
    ['share one', [1, 3], []],
  ])('between faces that %s', (_name, groups, hard) => {
    const smoothing = layer('LayerElementSmoothing', 'ByPolygon', { Smoothing: Int32Array.from(groups) });
    expect([...(sketchMesh({ more: [smoothing] }).mesh.hardEdges ?? [])]).toEqual(hard);
  });

  test('without a list count in the order of the faces where smoothing has one value for each', () => {
    const smoothing = layer('LayerElementSmoothing', 'ByEdge', { Smoothing: Int32Array.from([1, 0, 1, 1, 1, 0, 1]) });
    const { mesh, problems } = sketchMesh({ more: [smoothing] });
    expect([...(mesh.hardEdges ?? [])]).toEqual([1, 4, 2, 5]);
    expect(problems).toEqual([]);
  });

  test('without a list are reported where smoothing has another number of values', () => {
    const smoothing = layer('LayerElementSmoothing', 'ByEdge', { Smoothing: Int32Array.from([0]) });
    const { mesh, problems } = sketchMesh({ more: [smoothing] });
    expect(mesh.hardEdges).toBeUndefined();
    expect(problems).toEqual([['FBX_BAD_LAYER', 1]]);
  });

  test('and points have creases', () => {
    const { mesh } = sketchMesh({
      more: [
        edges,
        layer('LayerElementEdgeCrease', 'ByEdge', { EdgeCrease: numbers(0, 0.5, 0) }),
        layer('LayerElementVertexCrease', 'ByVertice', { VertexCrease: numbers(0, 0, 0.25, 0, 0, 0) }),
      ],
    });
    expect([...(mesh.creases?.edges ?? [])]).toEqual([3, 0]);
    expect([...(mesh.creases?.edgeSharpness ?? [])]).toEqual([0.5]);
    expect([...(mesh.creases?.vertices ?? [])]).toEqual([2]);
    expect([...(mesh.creases?.vertexSharpness ?? [])]).toEqual([0.25]);
  });
});

test('holes of FbxMesh are marked', () => {
  const hole = layer('LayerElementHole', 'ByPolygon', { Hole: Int32Array.from([0, 1]) });
  expect([...(sketchMesh({ more: [hole] }).mesh.faceHoles ?? [])]).toEqual([0, 1]);
  expect(sketchMesh({ more: [layer('LayerElementHole', 'AllSame', { Hole: 0 })] }).mesh.faceHoles).toBeUndefined();
});
