/** Which corners of a mesh are drawn as one vertex: those of a point where the surface is smooth. */
import type { FaceList, MeshFaces } from './mesh-faces.ts';
import { PairTable } from './pair-table.ts';

/** Edges sharper than this are drawn hard where the file says nothing: cosine of 40 degrees. */
const SMOOTH_COSINE = Math.cos((40 * Math.PI) / 180);
/** Normals of a file nearer than this are the same: cosine of about a degree. */
const SAME_COSINE = 0.9998;
/** Different normals of one point that are looked through for one corner, at most. */
const MOST_NORMALS = 64;

export interface DrawnCorners {
  /** Drawn vertex of each corner of a face list. */
  readonly drawnOf: Int32Array;
  /** Vertex of the mesh of each drawn vertex. */
  readonly vertexOf: Uint32Array;
  /** Of each drawn vertex, stride 3; only from the file. */
  readonly normals?: Float32Array;
}

/** Joins corners of a point whose normals in the file are the same. */
export function joinByNormals(
  faces: FaceList,
  vertexCount: number,
  { values, corners }: NonNullable<MeshFaces['normals']>,
): DrawnCorners {
  const { vertices, meshCorners } = faces;
  const cornerCount = vertices.length;
  const drawnOf = new Int32Array(cornerCount);
  const vertexOf = new Uint32Array(cornerCount);
  const normals = new Float32Array(cornerCount * 3);
  /** Drawn vertices of a point, as lists: the first plus 1, and the one after each. */
  const first = new Int32Array(vertexCount);
  const after = new Int32Array(cornerCount);
  let count = 0;
  const n = [0, 0, 0] as [number, number, number];
  for (let f = 0; f < faces.count; f++) {
    for (let c = faces.starts[f] as number; c < (faces.starts[f + 1] as number); c++) {
      const vertex = vertices[c] as number;
      readNormal(values, corners[meshCorners[c] as number] ?? -1, faces.normals, f, n);
      let drawn = (first[vertex] as number) - 1;
      for (let tries = 0; drawn >= 0 && tries < MOST_NORMALS; tries++) {
        const at = drawn * 3;
        const cosine =
          n[0] * (normals[at] as number) + n[1] * (normals[at + 1] as number) + n[2] * (normals[at + 2] as number);
        if (cosine > SAME_COSINE) break;
        drawn = tries === MOST_NORMALS - 1 ? -1 : (after[drawn] as number) - 1;
      }
      if (drawn < 0) {
        drawn = count++;
        vertexOf[drawn] = vertex;
        normals.set(n, drawn * 3);
        after[drawn] = first[vertex] as number;
        first[vertex] = drawn + 1;
      }
      drawnOf[c] = drawn;
    }
  }
  return { drawnOf, vertexOf: vertexOf.slice(0, count), normals: normals.slice(0, count * 3) };
}

/** The unit normal of a corner; that of its face where the file has none. */
function readNormal(
  values: ArrayLike<number>,
  index: number,
  faceNormals: Float64Array,
  face: number,
  out: [number, number, number],
): void {
  const x = values[index * 3] ?? 0;
  const y = values[index * 3 + 1] ?? 0;
  const z = values[index * 3 + 2] ?? 0;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 1e-12 && length < 1e12) {
    out[0] = x / length;
    out[1] = y / length;
    out[2] = z / length;
  } else {
    for (let i = 0; i < 3; i++) out[i] = faceNormals[face * 3 + i] as number;
  }
}

/** Joins corners across edges that are not hard: as the file says, or where faces meet at a flat angle. */
export function joinBySmoothEdges(
  faces: FaceList,
  hardEdges: ArrayLike<number> | undefined,
  edges: PairTable,
): DrawnCorners {
  const { starts, vertices, normals } = faces;
  const cornerCount = vertices.length;
  const parent = Int32Array.from({ length: cornerCount }, (_, i) => i);
  const hard = hardEdges && tableOf(hardEdges);
  // Of the face that came to an edge first: itself, and its corners at the start and the end of the edge.
  const edgeFace = new Int32Array(cornerCount);
  const edgeStart = new Int32Array(cornerCount);
  const edgeEnd = new Int32Array(cornerCount);
  for (let f = 0; f < faces.count; f++) {
    const start = starts[f] as number;
    const end = starts[f + 1] as number;
    for (let c = start; c < end; c++) {
      const next = c + 1 < end ? c + 1 : start;
      const from = vertices[c] as number;
      const to = vertices[next] as number;
      const before = edges.count;
      const edge = edges.add(from, to);
      if (edge === before) {
        edgeFace[edge] = f;
        edgeStart[edge] = c;
        edgeEnd[edge] = next;
      } else if (hard ? !hard.has(from, to) : cosineOf(normals, f, edgeFace[edge] as number) > SMOOTH_COSINE) {
        const isSame = edges.pairs[edge * 2] === from;
        unite(parent, c, (isSame ? edgeStart[edge] : edgeEnd[edge]) as number);
        unite(parent, next, (isSame ? edgeEnd[edge] : edgeStart[edge]) as number);
      }
    }
  }
  return numberRoots(parent, vertices);
}

function tableOf(pairs: ArrayLike<number>): PairTable {
  const table = new PairTable(pairs.length >> 1);
  for (let i = 0; i + 1 < pairs.length; i += 2) table.add(pairs[i] as number, pairs[i + 1] as number);
  return table;
}

function cosineOf(normals: Float64Array, a: number, b: number): number {
  const i = a * 3;
  const j = b * 3;
  return (
    (normals[i] as number) * (normals[j] as number) +
    (normals[i + 1] as number) * (normals[j + 1] as number) +
    (normals[i + 2] as number) * (normals[j + 2] as number)
  );
}

function rootOf(parent: Int32Array, corner: number): number {
  let at = corner;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at] as number] as number;
    at = parent[at] as number;
  }
  return at;
}

function unite(parent: Int32Array, a: number, b: number): void {
  parent[rootOf(parent, a)] = rootOf(parent, b);
}

function numberRoots(parent: Int32Array, vertices: Int32Array): DrawnCorners {
  const drawnOf = new Int32Array(vertices.length);
  const numbers = new Int32Array(vertices.length).fill(-1);
  const vertexOf = new Uint32Array(vertices.length);
  let count = 0;
  for (let c = 0; c < vertices.length; c++) {
    const root = rootOf(parent, c);
    if ((numbers[root] as number) < 0) {
      vertexOf[count] = vertices[c] as number;
      numbers[root] = count++;
    }
    drawnOf[c] = numbers[root] as number;
  }
  return { drawnOf, vertexOf: vertexOf.slice(0, count) };
}
