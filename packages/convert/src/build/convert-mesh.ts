import { determinantMat4, invertMat4, type Mat4, type SpaceConversion, transposeMat4 } from '@rigline/math';
import type { MeshData, MeshLayer } from '@rigline/scene';

/** Where the points of a mesh go: first through a matrix, then into the space of the target. */
export interface MeshPlacement {
  readonly conversion: SpaceConversion;
  /** Within the space of the source; absent where the points stay. */
  readonly local?: Readonly<Mat4>;
}

/** Nine numbers, row by row, that a row of three is multiplied by, and what is added. */
interface Affine {
  readonly linear: readonly number[];
  readonly offset: readonly number[];
}

const ZERO = [0, 0, 0];

/** The matrix of a placement for points, or without its offset for differences of points. */
function pointAffine({ conversion, local }: MeshPlacement): Affine {
  const factor = conversion.unitFactor;
  const basis = transposed(conversion.basis).map((value) => value * factor);
  if (!local) return { linear: basis, offset: ZERO };
  const linear = multiply3(
    [local[0], local[1], local[2], local[4], local[5], local[6], local[8], local[9], local[10]],
    basis,
  );
  return { linear, offset: apply3([local[12], local[13], local[14]], basis) };
}

/** The matrix for normals: without lengths, and the other way round where a scale is uneven. */
function normalLinear({ conversion, local }: MeshPlacement): readonly number[] {
  const basis = transposed(conversion.basis);
  const inverse = local && invertMat4(local);
  if (!inverse) return basis;
  const t = transposeMat4(inverse);
  return multiply3([t[0], t[1], t[2], t[4], t[5], t[6], t[8], t[9], t[10]], basis);
}

function transposed(m: readonly number[]): number[] {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]] as number[];
}

function multiply3(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].flatMap((row) => apply3(a.slice(row * 3, row * 3 + 3), b));
}

function apply3(v: readonly number[], m: readonly number[]): number[] {
  return [0, 1, 2].map((column) =>
    [0, 1, 2].reduce((sum, k) => sum + (v[k] as number) * (m[k * 3 + column] as number), 0),
  );
}

function transformXyz(values: ArrayLike<number>, { linear, offset }: Affine): Float64Array {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = linear as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [tx, ty, tz] = offset as [number, number, number];
  const out = new Float64Array(values.length - (values.length % 3));
  for (let i = 0; i < out.length; i += 3) {
    const x = values[i] as number;
    const y = values[i + 1] as number;
    const z = values[i + 2] as number;
    out[i] = finite(x * xx + y * yx + z * zx + tx);
    out[i + 1] = finite(x * xy + y * yy + z * zy + ty);
    out[i + 2] = finite(x * xz + y * yz + z * zz + tz);
  }
  return out;
}

/** Files hold numbers only. */
function finite(value: number): number {
  return value - value === 0 ? value : 0;
}

/** Points of a mesh that are no numbers; `convertMesh` puts them to the origin. */
export function countBadPoints({ positionsXyz }: MeshData): number {
  let count = 0;
  for (let i = 0; i + 2 < positionsXyz.length; i += 3) {
    const sum = (positionsXyz[i] as number) + (positionsXyz[i + 1] as number) + (positionsXyz[i + 2] as number);
    if (sum - sum !== 0) count++;
  }
  return count;
}

/** Differences of points, such as the offsets of a morph target. Stride 3. */
export function convertOffsets(placement: MeshPlacement, offsetsXyz: ArrayLike<number>): Float64Array {
  return transformXyz(offsetsXyz, { linear: pointAffine(placement).linear, offset: ZERO });
}

/** Offsets of normals: turned, and kept in length unless the placement scales. Stride 3. */
export function convertNormalOffsets(placement: MeshPlacement, offsetsXyz: ArrayLike<number>): Float64Array {
  return transformXyz(offsetsXyz, { linear: normalLinear(placement), offset: ZERO });
}

/** Whether faces are seen from their other side after the placement. */
function flips({ conversion, local }: MeshPlacement): boolean {
  return conversion.flipsWinding !== (local !== undefined && determinantMat4(local) < 0);
}

/** A mesh in the space of the target. */
export function convertMesh(placement: MeshPlacement, mesh: MeshData): MeshData {
  const order = flips(placement) ? reversedCorners(mesh) : undefined;
  const layer = ({ name, stride, values, corners }: MeshLayer): MeshLayer => {
    return { name, stride, values, corners: order ? pick(corners, order) : corners };
  };
  const { normals } = mesh;
  return {
    positionsXyz: transformXyz(mesh.positionsXyz, pointAffine(placement)),
    faceCounts: mesh.faceCounts,
    faceVertices: order ? pick(mesh.faceVertices, order) : mesh.faceVertices,
    uvSets: mesh.uvSets?.map(layer),
    colorSets: mesh.colorSets?.map(layer),
    normals: normals && withValues(layer(normals), unitNormals(normals, normalLinear(placement))),
    faceMaterials: mesh.faceMaterials,
    hardEdges: mesh.hardEdges,
    creases: mesh.creases,
    faceHoles: mesh.faceHoles,
  };
}

function withValues({ name, stride, corners }: MeshLayer, values: Float64Array): MeshLayer {
  return { name, stride, values, corners };
}

function unitNormals({ values }: MeshLayer, linear: readonly number[]): Float64Array {
  const out = transformXyz(values, { linear, offset: ZERO });
  for (let i = 0; i < out.length; i += 3) {
    const length = Math.hypot(out[i] as number, out[i + 1] as number, out[i + 2] as number);
    if (!(length > 0) || !Number.isFinite(length)) continue;
    for (let k = i; k < i + 3; k++) out[k] = (out[k] as number) / length;
  }
  return out;
}

/** Corners with those of each face backwards, the first one kept. */
function reversedCorners({ faceCounts, faceVertices }: MeshData): Int32Array {
  const order = new Int32Array(faceVertices.length);
  for (let face = 0, start = 0; face < faceCounts.length; face++) {
    const count = faceCounts[face] as number;
    for (let i = 0; i < count && start + i < order.length; i++) order[start + i] = i === 0 ? start : start + count - i;
    start += count;
  }
  return order;
}

function pick(values: Int32Array, order: Int32Array): Int32Array {
  return order.map((at) => values[at] ?? -1);
}
