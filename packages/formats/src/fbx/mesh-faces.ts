/** Corners, faces and edges of a mesh: what `PolygonVertexIndex` and `Edges` say. */

/** Says that something of a mesh is wrong. `count`: how many numbers it is about. */
export type MeshReport = (code: MeshProblemCode, message: string, count?: number) => void;

export type MeshProblemCode =
  | 'FBX_INDEX_CLAMPED'
  | 'FBX_BAD_LAYER'
  | 'FBX_SHORT_ARRAY'
  | 'FBX_NON_FINITE'
  | 'FBX_BAD_SHAPE';

export interface MeshFaces {
  /** Corners of each face. */
  readonly counts: Int32Array;
  /** Point of each corner. */
  readonly vertices: Int32Array;
}

const NO_FACES: MeshFaces = { counts: new Int32Array(0), vertices: new Int32Array(0) };

/**
 * Faces from point indices of which the last of each face is `-i - 1`. Faces of one and two corners stay. Where the
 * last face has no end, the list ends it. Points that are not there become the last point.
 */
export function readFaces(indices: Int32Array, vertexCount: number, report: MeshReport): MeshFaces {
  const corners = indices.length;
  if (corners === 0) return NO_FACES;
  if (vertexCount === 0) {
    report('FBX_INDEX_CLAMPED', `${corners} corners of faces have no points at all; the faces are left out`);
    return NO_FACES;
  }
  let faceCount = (indices[corners - 1] as number) < 0 ? 0 : 1;
  for (let i = 0; i < corners; i++) if ((indices[i] as number) < 0) faceCount++;
  const counts = new Int32Array(faceCount);
  const vertices = new Int32Array(corners);
  let face = 0;
  let start = 0;
  let clamped = 0;
  for (let i = 0; i < corners; i++) {
    let vertex = indices[i] as number;
    if (vertex < 0) {
      vertex = ~vertex;
      counts[face++] = i + 1 - start;
      start = i + 1;
    }
    if (vertex >= vertexCount) {
      vertex = vertexCount - 1;
      clamped++;
    }
    vertices[i] = vertex;
  }
  if (face < faceCount) counts[face] = corners - start;
  if (clamped > 0) {
    report('FBX_INDEX_CLAMPED', `Corners of faces name points beyond the ${vertexCount} that are there`, clamped);
  }
  return { counts, vertices };
}

/** Edges as pairs of points. Where an edge begins at a corner that is not there, both are -1. */
export function readEdges(edges: Int32Array, faces: MeshFaces, report: MeshReport): Int32Array {
  const { counts, vertices } = faces;
  const pairs = new Int32Array(edges.length * 2);
  // First corner of the face where a corner is its last, the next corner otherwise.
  const next = new Int32Array(vertices.length);
  for (let face = 0, start = 0; face < counts.length; face++) {
    const end = start + (counts[face] as number);
    for (let corner = start; corner < end; corner++) next[corner] = corner + 1 < end ? corner + 1 : start;
    start = end;
  }
  let missing = 0;
  for (let i = 0; i < edges.length; i++) {
    const corner = edges[i] as number;
    if (corner < 0 || corner >= vertices.length) {
      pairs[2 * i] = pairs[2 * i + 1] = -1;
      missing++;
      continue;
    }
    pairs[2 * i] = vertices[corner] as number;
    pairs[2 * i + 1] = vertices[next[corner] as number] as number;
  }
  if (missing > 0) report('FBX_INDEX_CLAMPED', 'Edges begin at corners that are not there; they are left out', missing);
  return pairs;
}

/** An edge as one number, whichever way it is walked. Exact for meshes of up to 94 million points. */
function edgeKey(from: number, to: number): number {
  return from < to ? from * 94_906_265 + to : to * 94_906_265 + from;
}

/**
 * Edges as pairs of points where the mesh has no list of them: in the order in which the faces come to them.
 * Unverified: that exporters count them so. Those met write one and the same value for all.
 */
export function listEdges({ counts, vertices }: MeshFaces): Int32Array {
  const seen = new Set<number>();
  const pairs: number[] = [];
  for (let face = 0, start = 0; face < counts.length; face++) {
    const end = start + (counts[face] as number);
    for (let corner = start; corner < end; corner++) {
      const from = vertices[corner] as number;
      const to = vertices[corner + 1 < end ? corner + 1 : start] as number;
      const key = edgeKey(from, to);
      if (seen.has(key)) continue;
      seen.add(key);
      pairs.push(from, to);
    }
    start = end;
  }
  return Int32Array.from(pairs);
}

/** Edges whose smoothing is 0. `smoothing` may be shorter than the list of edges: the rest is smooth. */
export function hardEdgesByEdge(edges: Int32Array, smoothing: Int32Array): Int32Array {
  const count = Math.min(edges.length / 2, smoothing.length);
  let hard = 0;
  for (let i = 0; i < count; i++) if (smoothing[i] === 0 && edges[2 * i] !== -1) hard++;
  const pairs = new Int32Array(hard * 2);
  for (let i = 0, at = 0; i < count; i++) {
    if (smoothing[i] !== 0 || edges[2 * i] === -1) continue;
    pairs[at++] = edges[2 * i] as number;
    pairs[at++] = edges[2 * i + 1] as number;
  }
  return pairs;
}

/**
 * Edges between faces that have no smoothing group in common. `groups` are bits per face, as 3ds Max has them; files
 * of Maya have 0 and 1 there. Edges of one face alone are not hard.
 */
export function hardEdgesByFace(faces: MeshFaces, groups: Int32Array): Int32Array {
  const { counts, vertices } = faces;
  const groupsOf = new Map<number, number>();
  const hard: number[] = [];
  for (let face = 0, start = 0; face < counts.length; face++) {
    const end = start + (counts[face] as number);
    const group = groups[face] ?? 0;
    for (let corner = start; corner < end; corner++) {
      const from = vertices[corner] as number;
      const to = vertices[corner + 1 < end ? corner + 1 : start] as number;
      const key = edgeKey(from, to);
      const other = groupsOf.get(key);
      if (other === undefined) groupsOf.set(key, group);
      else if ((other & group) === 0) hard.push(from, to);
    }
    start = end;
  }
  return Int32Array.from(hard);
}
