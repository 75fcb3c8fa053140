import type { MeshHoleLoops, NumberTable } from '@rigline/scene';
import type { PolyFaceData } from '@rigline/scene/maya';

/** Faces of a mesh by points. */
export interface MeshFaces {
  readonly faceCounts: Int32Array;
  readonly faceVertices: Int32Array;
  readonly holeLoops: MeshHoleLoops | undefined;
  readonly loops: LoopIndex;
}

/** All loops of a mesh in the order of the file, outlines and holes. */
export interface LoopIndex {
  readonly count: number;
  /** First corner in `faceVertices` of each loop; -1 for holes. */
  readonly corners: Int32Array;
  /** First of its points among those of all loops, and after the last the number of all. */
  readonly entries: Int32Array;
}

const NO_INDICES = new Int32Array(0);
const NO_FACES: MeshFaces = {
  faceCounts: NO_INDICES,
  faceVertices: NO_INDICES,
  holeLoops: undefined,
  loops: { count: 0, corners: NO_INDICES, entries: Int32Array.of(0) },
};
/** By face data; edges belong to their faces and do not change without them. */
const KNOWN = new WeakMap<readonly PolyFaceData[], MeshFaces>();

/** The outlines of faces and the holes in them as points, from their signed edges. */
export function facesFromEdges(faces: readonly PolyFaceData[] | undefined, edges: NumberTable | undefined): MeshFaces {
  if (!faces || !edges) return NO_FACES;
  let found = KNOWN.get(faces);
  if (!found) {
    found = readFaces(faces, edges);
    KNOWN.set(faces, found);
  }
  return found;
}

function readFaces(blocks: readonly PolyFaceData[], edges: NumberTable): MeshFaces {
  const counts: number[] = [];
  const vertices: number[] = [];
  const holes = { faces: [] as number[], starts: [0], vertices: [] as number[] };
  const corners: number[] = [];
  const entries: number[] = [0];
  for (const block of blocks) {
    for (let face = 0; face < block.faceCount; face++) {
      const first = block.faceLoops[face] as number;
      const end = block.faceLoops[face + 1] as number;
      for (let loop = first; loop < end; loop++) {
        const from = block.loopStarts[loop] as number;
        const size = (block.loopStarts[loop + 1] as number) - from;
        const out = loop === first ? vertices : holes.vertices;
        corners.push(loop === first ? vertices.length : -1);
        entries.push((entries[entries.length - 1] as number) + size);
        for (let i = from; i < from + size; i++) out.push(startOf(block.edges[i] as number, edges));
        if (loop === first) counts.push(size);
        else {
          holes.faces.push(counts.length - 1);
          holes.starts.push(holes.vertices.length);
        }
      }
    }
  }
  return {
    faceCounts: Int32Array.from(counts),
    faceVertices: Int32Array.from(vertices),
    holeLoops:
      holes.faces.length === 0
        ? undefined
        : {
            faces: Int32Array.from(holes.faces),
            starts: Int32Array.from(holes.starts),
            vertices: Int32Array.from(holes.vertices),
          },
    loops: { count: corners.length, corners: Int32Array.from(corners), entries: Int32Array.from(entries) },
  };
}

function startOf(edge: number, edges: NumberTable): number {
  const vertex = edge >= 0 ? edges.get(edge, 0) : edges.get(-edge - 1, 1);
  return Number.isNaN(vertex) ? 0 : vertex;
}
