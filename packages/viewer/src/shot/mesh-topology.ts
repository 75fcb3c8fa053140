import {
  type DrawnCorners,
  type FaceList,
  joinByNormals,
  joinBySmoothEdges,
  listFaces,
  type MeshFaces,
  PairTable,
  splitQuad,
  triangulateFace,
} from '@rigline/scene/mesh';
import type { MeshTopology } from './shot.ts';

export type { MeshFaces };

/**
 * Splits faces into triangles and corners into drawn vertices, so that flat surfaces keep sharp edges and round ones
 * look round: as the normals of the file say, else its hard edges, else the angle between faces. Faces with a vertex
 * that is not there are left out.
 *
 * @param options.keepNormals The normals of the file are handed on; for meshes whose points never change.
 */
export function buildMeshTopology(mesh: MeshFaces, options: { readonly keepNormals?: boolean } = {}): MeshTopology {
  const faces = listFaces(mesh);
  const edges = new PairTable(faces.vertices.length);
  let drawn: DrawnCorners;
  if (mesh.normals && mesh.normals.values.length > 0) {
    drawn = joinByNormals(faces, mesh.positionsXyz.length / 3, mesh.normals);
    listEdges(faces, edges);
  } else {
    drawn = joinBySmoothEdges(faces, mesh.hardEdges, edges);
  }
  const order = orderByMaterial(faces, mesh.faceMaterials);
  const { triangles, starts } = triangulate(mesh.positionsXyz, faces, drawn.drawnOf, order.faces);
  return {
    vertexOf: drawn.vertexOf,
    triangles,
    edges: edges.pairs.slice(0, edges.count * 2),
    ...(drawn.normals && options.keepNormals ? { normals: drawn.normals } : {}),
    ...(order.runs
      ? {
          groups: order.runs.map(({ material, first, end }) => ({
            material,
            start: starts[first] as number,
            count: (starts[end] as number) - (starts[first] as number),
          })),
        }
      : {}),
  };
}

function listEdges({ count, starts, vertices }: FaceList, edges: PairTable): void {
  for (let f = 0; f < count; f++) {
    const end = starts[f + 1] as number;
    let from = vertices[end - 1] as number;
    for (let c = starts[f] as number; c < end; c++) {
      const to = vertices[c] as number;
      edges.add(from, to);
      from = to;
    }
  }
}

interface MaterialRun {
  readonly material: number;
  /** Positions in the order of faces. */
  readonly first: number;
  readonly end: number;
}

/** Materials of one mesh that are drawn apart; what is beyond goes with the last. */
const MOST_MATERIALS = 256;

/** Faces with those of one material together; undefined where they are in order, and without runs for no materials. */
function orderByMaterial(
  { count, meshFaces }: FaceList,
  materials: ArrayLike<number> | undefined,
): { readonly faces?: Int32Array; readonly runs?: readonly MaterialRun[] } {
  if (!materials || count === 0) return {};
  const numbers = new Int32Array(count);
  const sizes = new Map<number, number>();
  for (let f = 0; f < count; f++) {
    let material = materials[meshFaces[f] as number] ?? -1;
    if (sizes.size >= MOST_MATERIALS && !sizes.has(material)) material = numbers[f - 1] as number;
    numbers[f] = material;
    sizes.set(material, (sizes.get(material) ?? 0) + 1);
  }
  const runs: MaterialRun[] = [];
  const next = new Map<number, number>();
  let at = 0;
  for (const [material, size] of [...sizes].sort(([a], [b]) => a - b)) {
    runs.push({ material, first: at, end: at + size });
    next.set(material, at);
    at += size;
  }
  if (runs.length === 1) return { runs };
  const faces = new Int32Array(count);
  for (let f = 0; f < count; f++) {
    const material = numbers[f] as number;
    const to = next.get(material) as number;
    faces[to] = f;
    next.set(material, to + 1);
  }
  return { faces, runs };
}

/** Triangles of drawn vertices, and where in them each face of the order begins. */
function triangulate(
  positions: ArrayLike<number>,
  { count, starts, vertices, normals }: FaceList,
  drawnOf: Int32Array,
  order: Int32Array | undefined,
): { readonly triangles: Uint32Array; readonly starts: Int32Array } {
  const triangles = new Uint32Array((vertices.length - 2 * count) * 3);
  const triangleStarts = new Int32Array(count + 1);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const f = order ? (order[i] as number) : i;
    const start = starts[f] as number;
    const size = (starts[f + 1] as number) - start;
    if (size === 3) {
      for (let k = 0; k < 3; k++) triangles[at++] = drawnOf[start + k] as number;
    } else if (size === 4) {
      const k = splitQuad(positions, vertices, start, normals, f * 3);
      const [a, b, c, d] = [k, (k + 1) & 3, (k + 2) & 3, (k + 3) & 3];
      for (const corner of [a, b, c, a, c, d]) triangles[at++] = drawnOf[start + corner] as number;
    } else {
      const face = Array.from(vertices.subarray(start, start + size));
      const normal = [normals[f * 3], normals[f * 3 + 1], normals[f * 3 + 2]] as [number, number, number];
      for (const corner of triangulateFace(positions, face, normal))
        triangles[at++] = drawnOf[start + corner] as number;
    }
    triangleStarts[i + 1] = at;
  }
  return { triangles, starts: triangleStarts };
}
