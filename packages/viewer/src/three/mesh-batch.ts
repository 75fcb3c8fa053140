/**
 * Many small meshes drawn at once: their vertices are put into world space here, so that one call draws them all. A call
 * for each costs much more than that, above all without a graphics card.
 */
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Matrix4, Mesh, type Sphere, Vector3 } from 'three';
import type { ShotPose } from '../shot/pose-sampler.ts';
import type { ShotMesh } from '../shot/shot.ts';
import type { MeshShape } from './mesh-shape.ts';
import type { SurfaceMaterial } from './surface-materials.ts';

/** Drawn vertices of a mesh that may be put together with others, at most. */
export const BATCH_VERTEX_LIMIT = 4000;

/** One mesh of a batch. */
export interface BatchPart {
  readonly item: ShotMesh;
  readonly shape: MeshShape;
  /** Drawn by somebody else for now. */
  isApart: boolean;
}

interface Slot {
  readonly part: BatchPart;
  /** First vertex in the batch. */
  readonly start: number;
  /** What was written last: a world matrix, of a version of the shape; NaN for nothing. */
  readonly matrix: Float64Array;
  version: number;
}

export class MeshBatch {
  readonly object: Mesh<BufferGeometry, SurfaceMaterial>;
  readonly #slots: readonly Slot[];
  readonly #positions: BufferAttribute;
  readonly #normals: BufferAttribute;
  readonly #index: BufferAttribute;

  /** @param material Takes its colour from the vertices. */
  constructor(parts: readonly BatchPart[], material: SurfaceMaterial) {
    let vertices = 0;
    let corners = 0;
    this.#slots = parts.map((part) => {
      const start = vertices;
      vertices += part.shape.topology.vertexOf.length;
      corners += part.shape.topology.triangles.length;
      return { part, start, matrix: new Float64Array(16).fill(Number.NaN), version: -1 };
    });
    this.#positions = new BufferAttribute(new Float32Array(vertices * 3), 3).setUsage(DynamicDrawUsage);
    this.#normals = new BufferAttribute(new Float32Array(vertices * 3), 3).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.#positions);
    geometry.setAttribute('normal', this.#normals);
    geometry.setAttribute('color', new BufferAttribute(colorsOf(this.#slots, vertices), 3));
    this.#index = new BufferAttribute(new Uint32Array(corners), 1);
    writeIndex(this.#slots, this.#index.array as Uint32Array);
    geometry.setIndex(this.#index);
    this.object = new Mesh(geometry, material);
    this.object.frustumCulled = false;
    this.object.matrixAutoUpdate = false;
  }

  applyPose({ localToWorld, visible }: ShotPose): void {
    let hasChanged = false;
    for (const slot of this.#slots) {
      const { item, isApart } = slot.part;
      const isShown = visible[item.place] === 1 && !isApart;
      if (isShown ? this.#place(slot, localToWorld, item.place * 16) : this.#hide(slot)) hasChanged = true;
    }
    this.#positions.needsUpdate ||= hasChanged;
    this.#normals.needsUpdate ||= hasChanged;
  }

  /** Draws what is near an eye first, so that little is drawn that is hidden later. */
  sortFrom(eye: Vector3): void {
    const centre = new Vector3();
    const matrix = new Matrix4();
    const ordered = this.#slots.map((slot) => {
      const { center, radius } = slot.part.shape.surface.boundingSphere as Sphere;
      centre.copy(center).applyMatrix4(matrix.fromArray(slot.matrix));
      const near = centre.distanceTo(eye) - radius * matrix.getMaxScaleOnAxis();
      return { slot, near: Number.isFinite(near) ? near : Number.MAX_VALUE };
    });
    ordered.sort((a, b) => a.near - b.near);
    writeIndex(
      ordered.map(({ slot }) => slot),
      this.#index.array as Uint32Array,
    );
    this.#index.needsUpdate = true;
  }

  /** Whether anything had to be written. */
  #place(slot: Slot, world: Float64Array, at: number): boolean {
    const { matrix, part } = slot;
    let isSame = slot.version === part.shape.version;
    for (let i = 0; i < 16 && isSame; i++) isSame = matrix[i] === world[at + i];
    if (isSame) return false;
    for (let i = 0; i < 16; i++) matrix[i] = world[at + i] as number;
    slot.version = part.shape.version;
    const { positions, normals } = part.shape;
    transformPoints(positions, matrix, this.#positions.array as Float32Array, slot.start * 3);
    transformNormals(normals, matrix, this.#normals.array as Float32Array, slot.start * 3);
    return true;
  }

  /** All vertices in one point: nothing is drawn. */
  #hide(slot: Slot): boolean {
    if (slot.version === -1) return false;
    const { length } = slot.part.shape.positions;
    (this.#positions.array as Float32Array).fill(0, slot.start * 3, slot.start * 3 + length);
    slot.matrix.fill(Number.NaN);
    slot.version = -1;
    return true;
  }

  dispose(): void {
    this.object.geometry.dispose();
  }
}

function colorsOf(slots: readonly Slot[], vertices: number): Float32Array {
  const colors = new Float32Array(vertices * 3);
  const color = new Color();
  for (const { part, start } of slots) {
    color.setRGB(...part.item.color, 'srgb');
    const end = start + part.shape.topology.vertexOf.length;
    for (let i = start; i < end; i++) color.toArray(colors, i * 3);
  }
  return colors;
}

function writeIndex(slots: readonly Slot[], index: Uint32Array): void {
  let at = 0;
  for (const { part, start } of slots) {
    const { triangles } = part.shape.topology;
    for (let i = 0; i < triangles.length; i++) index[at++] = start + (triangles[i] as number);
  }
}

function transformPoints(points: Float32Array, m: Float64Array, out: Float32Array, to: number): void {
  const [xx, xy, xz, , yx, yy, yz, , zx, zy, zz, , tx, ty, tz] = m as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
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
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    const z = points[i + 2] as number;
    out[to + i] = x * xx + y * yx + z * zx + tx;
    out[to + i + 1] = x * xy + y * yy + z * zy + ty;
    out[to + i + 2] = x * xz + y * yz + z * zz + tz;
  }
}

/**
 * By the cofactors of the matrix, which need no inverse. Under a mirroring they point inwards, as the shader expects of
 * triangles that turn the other way.
 */
function transformNormals(normals: Float32Array, m: Float64Array, out: Float32Array, to: number): void {
  const [ax, ay, az] = [m[0] as number, m[1] as number, m[2] as number];
  const [bx, by, bz] = [m[4] as number, m[5] as number, m[6] as number];
  const [cx, cy, cz] = [m[8] as number, m[9] as number, m[10] as number];
  const [xx, xy, xz] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
  const [yx, yy, yz] = [cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax];
  const [zx, zy, zz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  for (let i = 0; i < normals.length; i += 3) {
    const x = normals[i] as number;
    const y = normals[i + 1] as number;
    const z = normals[i + 2] as number;
    const nx = x * xx + y * yx + z * zx;
    const ny = x * xy + y * yy + z * zy;
    const nz = x * xz + y * yz + z * zz;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    out[to + i] = nx / length;
    out[to + i + 1] = ny / length;
    out[to + i + 2] = nz / length;
  }
}
