/** Polygons with values per corner, as triangles with values per vertex. */
import type { MeshData, MeshLayer } from '@rigline/scene';
import {
  type DrawnCorners,
  type FaceList,
  joinByNormals,
  joinBySmoothEdges,
  listFaces,
  PairTable,
  splitQuad,
  triangulateFace,
} from '@rigline/scene/mesh';
import { ValueTable } from './value-table.ts';
import { cornerAngles, drawnNormals } from './vertex-normals.ts';

/** A layer of values by vertex. */
export interface VertexLayer {
  readonly name: string;
  readonly stride: number;
  readonly values: Float32Array;
}

/** Triangles of one material. */
export interface TriangleGroup {
  /** Number of the material, as faces name it; -1 for none. */
  readonly material: number;
  readonly indices: Uint32Array;
}

/** A mesh ready for an engine. */
export interface SplitMesh {
  readonly vertexCount: number;
  /** The point of the mesh that each vertex is. */
  readonly pointOf: Uint32Array;
  /** Unit length, stride 3. */
  readonly normals: Float32Array;
  readonly uvSets: readonly VertexLayer[];
  readonly colorSets: readonly VertexLayer[];
  readonly groups: readonly TriangleGroup[];
  /** Normals, by vertex, that the faces give when the points are elsewhere. */
  readonly computeNormals: (positionsXyz: ArrayLike<number>) => Float32Array;
}

/**
 * Splits a mesh: a vertex for each different set of point, normal and values of the layers; faces into triangles.
 * Normals are those of the mesh; where it has none its hard edges count, else the angle between faces.
 */
export function splitMesh(mesh: MeshData): SplitMesh {
  const faces = listFaces(mesh);
  const drawn =
    mesh.normals && mesh.normals.values.length > 0
      ? joinByNormals(faces, mesh.positionsXyz.length / 3, mesh.normals)
      : joinBySmoothEdges(faces, mesh.hardEdges, new PairTable(faces.vertices.length));
  const layers = [...(mesh.uvSets ?? []), ...(mesh.colorSets ?? [])].map((layer) => numberCorners(layer, faces));
  const { vertexOf, first } = splitCorners(faces, drawn, layers);
  const angles = cornerAngles(mesh.positionsXyz, faces);
  const drawnOfVertex = first.map((corner) => drawn.drawnOf[corner] as number);
  const byVertex = (values: Float32Array): Float32Array => spread(values, drawnOfVertex, 3);
  const computeNormals = (positions: ArrayLike<number>): Float32Array =>
    byVertex(drawnNormals(positions, faces, drawn, angles));
  const named = layers.map(({ name, stride, table, numbers }): VertexLayer => {
    return {
      name,
      stride,
      values: spread(
        table.values,
        first.map((corner) => numbers[corner] as number),
        stride,
      ),
    };
  });
  const uvCount = mesh.uvSets?.length ?? 0;
  return {
    vertexCount: first.length,
    pointOf: Uint32Array.from(first, (corner) => faces.vertices[corner] as number),
    normals: drawn.normals ? byVertex(drawn.normals) : computeNormals(mesh.positionsXyz),
    uvSets: named.slice(0, uvCount),
    colorSets: named.slice(uvCount),
    groups: triangulate(mesh, faces, vertexOf),
    computeNormals,
  };
}

interface NumberedLayer {
  readonly name: string;
  readonly stride: number;
  readonly table: ValueTable;
  /** Row of each corner of the face list. */
  readonly numbers: Int32Array;
}

/** Numbers the values of a layer by corner, equal ones alike. */
function numberCorners({ name, stride, values, corners }: MeshLayer, faces: FaceList): NumberedLayer {
  const table = new ValueTable(stride);
  const numbers = faces.meshCorners
    .subarray(0, faces.vertices.length)
    .map((corner) => table.add(values, Math.max(-1, corners[corner] ?? -1) * stride));
  return { name, stride, table, numbers };
}

/** A vertex for each different combination; `first` is a corner that each vertex has. */
function splitCorners(
  { vertices }: FaceList,
  { drawnOf }: DrawnCorners,
  layers: readonly NumberedLayer[],
): { readonly vertexOf: Int32Array; readonly first: Int32Array } {
  const count = vertices.length;
  const vertexOf = new Int32Array(count);
  const first: number[] = [];
  if (layers.length === 0) {
    for (let c = 0; c < count; c++) {
      const drawn = drawnOf[c] as number;
      vertexOf[c] = drawn;
      first[drawn] ??= c;
    }
    return { vertexOf, first: Int32Array.from(first) };
  }
  // Numbers below 2^24 are exact as float32; two halves hold any.
  const row = new Float64Array(2 * (1 + layers.length));
  const table = new ValueTable(row.length);
  for (let c = 0; c < count; c++) {
    setHalves(row, 0, drawnOf[c] as number);
    layers.forEach(({ numbers }, i) => {
      setHalves(row, 2 + i * 2, numbers[c] as number);
    });
    const vertex = table.add(row, 0);
    vertexOf[c] = vertex;
    first[vertex] ??= c;
  }
  return { vertexOf, first: Int32Array.from(first) };
}

function setHalves(row: Float64Array, at: number, value: number): void {
  row[at] = value >> 16;
  row[at + 1] = value & 0xffff;
}

function spread(rows: Float32Array, numbers: Int32Array, stride: number): Float32Array {
  const out = new Float32Array(numbers.length * stride);
  for (let i = 0; i < numbers.length; i++) {
    const from = (numbers[i] as number) * stride;
    for (let k = 0; k < stride; k++) out[i * stride + k] = rows[from + k] as number;
  }
  return out;
}

/** Triangles by material, in the order of the materials. */
function triangulate(mesh: MeshData, faces: FaceList, vertexOf: Int32Array): TriangleGroup[] {
  const { starts, count } = faces;
  const groups = new Map<number, number[]>();
  for (let f = 0; f < count; f++) {
    const material = mesh.faceMaterials?.[faces.meshFaces[f] as number] ?? -1;
    let indices = groups.get(material);
    if (!indices) {
      indices = [];
      groups.set(material, indices);
    }
    const start = starts[f] as number;
    for (const corner of trianglesOf(mesh.positionsXyz, faces, f)) indices.push(vertexOf[start + corner] as number);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([material, indices]) => ({ material, indices: Uint32Array.from(indices) }));
}

const TRIANGLE = [0, 1, 2];
const QUADS = [0, 1, 2, 3].map((k) => [k, (k + 1) & 3, (k + 2) & 3, k, (k + 2) & 3, (k + 3) & 3]);

function trianglesOf(positions: Float64Array, { starts, vertices, normals }: FaceList, f: number): readonly number[] {
  const start = starts[f] as number;
  const end = starts[f + 1] as number;
  if (end - start === 3) return TRIANGLE;
  if (end - start === 4) return QUADS[splitQuad(positions, vertices, start, normals, f * 3)] as number[];
  const normal = [normals[f * 3], normals[f * 3 + 1], normals[f * 3 + 2]] as [number, number, number];
  return triangulateFace(positions, Array.from(vertices.subarray(start, end)), normal);
}
