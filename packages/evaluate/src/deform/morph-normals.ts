import type { MeshData, MeshLayer } from '@rigline/scene';
import type { MorphOffsets } from '@rigline/scene/maya';

/** Offsets of normals that count at an amount. */
export interface NormalPart {
  readonly offsets: MorphOffsets;
  readonly amount: number;
}

/** The normals of a mesh with offsets added by point, brought to unit length; undefined where it has none. */
export function morphNormals(mesh: MeshData, parts: readonly NormalPart[]): MeshLayer | undefined {
  const { normals, faceVertices } = mesh;
  if (!normals) return undefined;
  const moves = new Float64Array(mesh.positionsXyz.length);
  for (const { offsets, amount } of parts) {
    const { vertices, normalOffsetsXyz: stored } = offsets;
    if (!stored) continue;
    for (let i = 0; i < stored.length && Math.floor(i / 3) < vertices.length; i++) {
      const at = (vertices[Math.floor(i / 3)] as number) * 3 + (i % 3);
      if (at >= 0 && at < moves.length) moves[at] = (moves[at] as number) + amount * (stored[i] as number);
    }
  }
  const values = new Float64Array(normals.corners.length * 3);
  const corners = new Int32Array(normals.corners.length).fill(-1);
  for (let corner = 0; corner < corners.length; corner++) {
    const from = (normals.corners[corner] as number) * normals.stride;
    if (from < 0) continue;
    corners[corner] = corner;
    const move = (faceVertices[corner] as number) * 3;
    const x = (normals.values[from] ?? 0) + (moves[move] ?? 0);
    const y = (normals.values[from + 1] ?? 0) + (moves[move + 1] ?? 0);
    const z = (normals.values[from + 2] ?? 0) + (moves[move + 2] ?? 0);
    const length = Math.hypot(x, y, z) || 1;
    values[corner * 3] = x / length;
    values[corner * 3 + 1] = y / length;
    values[corner * 3 + 2] = z / length;
  }
  return { name: normals.name, stride: 3, values, corners };
}
