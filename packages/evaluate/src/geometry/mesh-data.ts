import type { Mat4 } from '@rigline/math';
import { type MeshData, withPositions } from '@rigline/scene';

export { isMeshData, type MeshData } from '@rigline/scene';

/** Points through a matrix, as new memory. Stride 3, or 4 with the weight kept. */
export function transformPositions(positions: Float64Array, matrix: Readonly<Mat4>, stride: 3 | 4 = 3): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i + stride <= positions.length; i += stride) {
    const x = positions[i] as number;
    const y = positions[i + 1] as number;
    const z = positions[i + 2] as number;
    out[i] = x * matrix[0] + y * matrix[4] + z * matrix[8] + matrix[12];
    out[i + 1] = x * matrix[1] + y * matrix[5] + z * matrix[9] + matrix[13];
    out[i + 2] = x * matrix[2] + y * matrix[6] + z * matrix[10] + matrix[14];
    if (stride === 4) out[i + 3] = positions[i + 3] as number;
  }
  return out;
}

/** The mesh with its points through a matrix. */
export function transformMesh(mesh: MeshData, matrix: Readonly<Mat4>): MeshData {
  return withPositions(mesh, transformPositions(mesh.positionsXyz, matrix));
}

/** Points in world space of a mesh in local space. */
export function worldPositions(mesh: MeshData, localToWorld: Readonly<Mat4>): Float64Array {
  return transformPositions(mesh.positionsXyz, localToWorld);
}
