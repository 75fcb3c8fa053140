/** Faces of a mesh as flat arrays, ready for many passes over them. */

/** What of a mesh is drawn; `MeshData` has it. */
export interface MeshFaces {
  readonly positionsXyz: ArrayLike<number>;
  readonly faceCounts: ArrayLike<number>;
  readonly faceVertices: ArrayLike<number>;
  /** Normals of the file by corner. */
  readonly normals?: { readonly values: ArrayLike<number>; readonly corners: ArrayLike<number> } | undefined;
  /** Pairs of points of the edges that are hard. */
  readonly hardEdges?: ArrayLike<number> | undefined;
  /** Per face, a material; -1 for none. */
  readonly faceMaterials?: ArrayLike<number> | undefined;
  /** Per face: 1 for a hole, which is not drawn. */
  readonly faceHoles?: ArrayLike<number> | undefined;
}

/** The faces that can be drawn. Corner `c` of face `f` is `starts[f] <= c < starts[f + 1]`. */
export interface FaceList {
  readonly count: number;
  readonly starts: Int32Array;
  /** Vertex of each corner. */
  readonly vertices: Int32Array;
  /** Number of each corner in the mesh. */
  readonly meshCorners: Int32Array;
  /** Number of each face in the mesh. */
  readonly meshFaces: Int32Array;
  /** Unit normals by Newell's sum, which holds for bent and concave faces; zero for a face without area. Stride 3. */
  readonly normals: Float64Array;
}

/** Leaves out faces with fewer than three corners, with a vertex that is not there, and holes. */
export function listFaces(mesh: MeshFaces): FaceList {
  const { faceCounts, faceVertices, faceHoles } = mesh;
  const vertexCount = mesh.positionsXyz.length / 3;
  const meshFaceCount = faceCounts.length;
  const starts = new Int32Array(meshFaceCount + 1);
  const vertices = new Int32Array(faceVertices.length);
  const meshCorners = new Int32Array(faceVertices.length);
  const meshFaces = new Int32Array(meshFaceCount);
  let count = 0;
  let to = 0;
  for (let f = 0, from = 0; f < meshFaceCount; f++) {
    const end = from + (faceCounts[f] as number);
    const start = to;
    let isWhole = end - from >= 3 && end <= faceVertices.length && faceHoles?.[f] !== 1;
    for (let c = from; isWhole && c < end; c++) {
      const vertex = faceVertices[c] as number;
      isWhole = vertex >= 0 && vertex < vertexCount;
      vertices[to] = vertex;
      meshCorners[to++] = c;
    }
    if (isWhole) {
      meshFaces[count++] = f;
      starts[count] = to;
    } else {
      to = start;
    }
    from = end;
  }
  const normals = faceNormals(mesh.positionsXyz, starts, vertices, count);
  return { count, starts, vertices: vertices.subarray(0, to), meshCorners, meshFaces, normals };
}

function faceNormals(points: ArrayLike<number>, starts: Int32Array, vertices: Int32Array, count: number): Float64Array {
  const normals = new Float64Array(count * 3);
  for (let f = 0; f < count; f++) {
    const start = starts[f] as number;
    const end = starts[f + 1] as number;
    let [x, y, z] = [0, 0, 0];
    let b = (vertices[end - 1] as number) * 3;
    for (let c = start; c < end; c++) {
      const a = b;
      b = (vertices[c] as number) * 3;
      const [ax, ay, az] = [points[a] as number, points[a + 1] as number, points[a + 2] as number];
      const [bx, by, bz] = [points[b] as number, points[b + 1] as number, points[b + 2] as number];
      x += (ay - by) * (az + bz);
      y += (az - bz) * (ax + bx);
      z += (ax - bx) * (ay + by);
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) continue;
    normals[f * 3] = x / length;
    normals[f * 3 + 1] = y / length;
    normals[f * 3 + 2] = z / length;
  }
  return normals;
}
