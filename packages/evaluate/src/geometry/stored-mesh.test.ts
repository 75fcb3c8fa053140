import { identityMat4 } from '@rigline/math';
import {
  isMeshData,
  localMesh,
  type MeshData,
  NumberTable,
  placeMesh,
  unplacedMesh,
  withFaceMaterials,
  withNormals,
  withPositions,
} from '@rigline/scene';
import type { PolyFaceData } from '@rigline/scene/maya';
import { describe, expect, test } from 'vitest';
import { StoredMesh, type StoredMeshParts } from './stored-mesh.ts';

function tableOf(stride: number, rows: readonly (readonly number[])[]): NumberTable {
  const table = new NumberTable(stride, 'f32');
  rows.forEach((row, r) => {
    row.forEach((value, c) => {
      table.set(r, c, value);
    });
  });
  return table;
}

const NONE = { indices: [], values: [] };
const EMPTY: StoredMeshParts = {
  vrts: undefined,
  pnts: undefined,
  edge: undefined,
  face: undefined,
  normals: undefined,
  uvSet: NONE,
  currentUVSet: '',
  colorSet: NONE,
  currentColorSet: '',
  creaseData: undefined,
  creaseVertexData: undefined,
  componentTags: NONE,
};

/** A triangle 0 1 2 with a triangular hole 3 4 5, then a triangle 2 1 6 that walks edge 1-2 backwards. */
const FACES: readonly PolyFaceData[] = [
  {
    faceCount: 2,
    faceLoops: Int32Array.of(0, 2, 3),
    loopStarts: Int32Array.of(0, 3, 6, 9),
    edges: Int32Array.of(0, 1, 2, 3, 4, 5, -2, 6, 7),
    uvSets: [
      {
        set: 2,
        loops: Int32Array.of(0, 1, 2),
        starts: Int32Array.of(0, 3, 6, 9),
        ids: Int32Array.of(2, 1, 0, 9, 9, 9, 0, 1, 99),
      },
    ],
    colorSets: [],
  },
];
const MESH: StoredMeshParts = {
  ...EMPTY,
  vrts: tableOf(
    3,
    Array.from({ length: 7 }, (_, i) => [i, 0, 0]),
  ),
  edge: tableOf(3, [
    [0, 1, 0],
    [1, 2, 1],
    [2, 0, 1],
    [3, 4, 1],
    [4, 5, 1],
    [5, 3, 1],
    [1, 6, 0],
    [6, 2, 1],
  ]),
  face: FACES,
};

// Expected numbers are derived by hand from the statements above.
describe('StoredMesh', () => {
  test('keeps holes apart from the outlines of their faces', () => {
    const mesh = new StoredMesh(MESH);
    expect([...mesh.faceCounts]).toEqual([3, 3]);
    expect([...mesh.faceVertices]).toEqual([0, 1, 2, 2, 1, 6]);
    expect(mesh.holeLoops).toEqual({
      faces: Int32Array.of(0),
      starts: Int32Array.of(0, 3),
      vertices: Int32Array.of(3, 4, 5),
    });
  });

  test('gives UVs to the corners of outlines, the current set first', () => {
    const points = tableOf(2, [
      [0, 0],
      [0.5, 0],
      [1, 1],
    ]);
    const mesh = new StoredMesh({
      ...MESH,
      uvSet: {
        indices: [0, 2],
        values: [
          { uvSetName: 'other', uvSetPoints: tableOf(2, []) },
          { uvSetName: 'map2', uvSetPoints: points },
        ],
      },
      currentUVSet: 'map2',
    });
    expect(mesh.uvSets?.map(({ name }) => name)).toEqual(['map2', 'other']);
    expect([...(mesh.uvSets?.[0]?.corners ?? [])]).toEqual([2, 1, 0, 0, 1, -1]);
    expect([...(mesh.uvSets?.[1]?.corners ?? [])]).toEqual([-1, -1, -1, -1, -1, -1]);
    expect([...(mesh.uvSets?.[0]?.values ?? [])]).toEqual([0, 0, 0.5, 0, 1, 1]);
  });

  test('has normals only where they are set by hand, and counts those of holes', () => {
    const unset = [1e20, 1e20, 1e20];
    const normals = tableOf(3, [unset, [0, 1, 0], unset, unset, unset, unset, [0, 0, 1], unset, unset]);
    const layer = new StoredMesh({ ...MESH, normals }).normals;
    expect([...(layer?.corners ?? [])]).toEqual([-1, 1, -1, 6, -1, -1]);
    expect([...(layer?.values.slice(18, 21) ?? [])]).toEqual([0, 0, 1]);
    expect(new StoredMesh({ ...MESH, normals: tableOf(3, [unset, unset]) }).normals).toBeUndefined();
  });

  test('has hard edges and creases as points', () => {
    const mesh = new StoredMesh({
      ...MESH,
      creaseData: { component: 'Edge', indices: [1, 2, 80], width: 1, values: [3, 0, 2] },
      creaseVertexData: { component: 'Vertex', indices: [4], width: 1, values: [1.5] },
    });
    expect([...(mesh.hardEdges ?? [])]).toEqual([0, 1, 1, 6]);
    expect(mesh.creases).toEqual({
      edges: Int32Array.of(1, 2),
      edgeSharpness: Float64Array.of(3),
      vertices: Int32Array.of(4),
      vertexSharpness: Float64Array.of(1.5),
    });
    expect(new StoredMesh(MESH).creases).toBeUndefined();
  });

  test('has its tags as parts', () => {
    const componentTags = { indices: [0], values: [{ componentTagName: 'rim', componentTagContents: ['vtx[0:2]'] }] };
    expect(new StoredMesh({ ...MESH, componentTags }).parts?.tags.get('rim')).toEqual(['vtx[0:2]']);
  });

  test('of a node without anything is a mesh without points', () => {
    const mesh: MeshData = new StoredMesh(EMPTY);
    expect(isMeshData(mesh)).toBe(true);
    expect(mesh.positionsXyz.length + mesh.faceCounts.length).toBe(0);
    expect([mesh.uvSets, mesh.colorSets, mesh.normals, mesh.hardEdges]).toEqual(Array(4).fill(undefined));
  });
});

describe('placeMesh', () => {
  const mesh: MeshData = new StoredMesh(MESH);
  const placed = placeMesh(mesh, [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1]);

  test('has points in the world, and gives the local ones back', () => {
    expect([...placed.positionsXyz.slice(18)]).toEqual([10, 26, 30]);
    expect(localMesh(placed).positionsXyz).toBe(mesh.positionsXyz);
    expect(localMesh(placed).localToWorld?.[12]).toBe(10);
    expect(localMesh(mesh)).toBe(mesh);
    expect([...placed.faceCounts]).toEqual([3, 3]);
  });

  test('can be made a mesh of its own where it is', () => {
    expect(localMesh(unplacedMesh(placed)).positionsXyz).toBe(placed.positionsXyz);
  });

  test('keeps replaced normals and materials when its points are replaced', () => {
    const normals = { name: '', stride: 3, values: Float64Array.of(0, 1, 0), corners: new Int32Array(6) };
    const painted = withFaceMaterials(
      withNormals(mesh, () => normals),
      () => Int32Array.of(4, 5),
    );
    const moved = withPositions(
      withPositions(placeMesh(painted, identityMat4()), new Float64Array(3)),
      new Float64Array(6),
    );
    expect(moved.positionsXyz.length).toBe(6);
    expect(moved.normals).toBe(normals);
    expect([...(moved.faceMaterials ?? [])]).toEqual([4, 5]);
  });

  test('keeps what else the mesh has when its points are replaced', () => {
    const moved = withPositions(withPositions(localMesh(placed), new Float64Array(3)), Float64Array.of(7, 8, 9));
    expect([...moved.positionsXyz]).toEqual([7, 8, 9]);
    expect(moved.hardEdges).toBe(mesh.hardEdges);
    expect(moved.localToWorld?.[13]).toBe(20);
  });
});
