import { Box3, BufferAttribute, BufferGeometry, DynamicDrawUsage, Sphere } from 'three';
import type { MeshTopology } from '../shot/shot.ts';

/** The drawn form of a mesh: its surface, and its edges once somebody asks for them. */
export class MeshShape {
  readonly surface: BufferGeometry = new BufferGeometry();
  readonly topology: MeshTopology;
  readonly #positions: BufferAttribute;
  readonly #normals: BufferAttribute;
  #edges: BufferGeometry | undefined;
  #pointsXyz: Float32Array = new Float32Array(0);
  /** Counts moves. */
  version = 0;

  constructor(topology: MeshTopology) {
    this.topology = topology;
    const size = topology.vertexOf.length * 3;
    this.#positions = new BufferAttribute(new Float32Array(size), 3);
    this.#normals = new BufferAttribute(new Float32Array(size), 3);
    this.surface.setAttribute('position', this.#positions);
    this.surface.setAttribute('normal', this.#normals);
    this.surface.setIndex(new BufferAttribute(topology.triangles, 1));
    this.surface.boundingBox = new Box3();
    this.surface.boundingSphere = new Sphere();
    if (topology.groups && topology.groups.length > 1) {
      topology.groups.forEach(({ start, count }, i) => {
        this.surface.addGroup(start, count, i);
      });
    }
  }

  /** Of drawn vertices, stride 3; not to be changed. */
  get positions(): Float32Array {
    return this.#positions.array as Float32Array;
  }

  /** As `positions`. */
  get normals(): Float32Array {
    return this.#normals.array as Float32Array;
  }

  /** Edges as lines between the points of the mesh. */
  get edges(): BufferGeometry {
    if (!this.#edges) {
      this.#edges = new BufferGeometry();
      this.#edges.setIndex(new BufferAttribute(this.topology.edges, 1));
      this.#moveEdges(this.#edges);
    }
    return this.#edges;
  }

  /** Takes the points of the mesh, stride 3. */
  move(pointsXyz: Float32Array): void {
    const { vertexOf, triangles, normals } = this.topology;
    this.#pointsXyz = pointsXyz;
    const positions = this.#positions.array as Float32Array;
    spreadPoints(pointsXyz, vertexOf, positions);
    if (normals && this.version === 0) (this.#normals.array as Float32Array).set(normals);
    else computeNormals(positions, triangles, this.#normals.array as Float32Array);
    // What has moved once will move again.
    if (this.version === 1) {
      this.#positions.setUsage(DynamicDrawUsage);
      this.#normals.setUsage(DynamicDrawUsage);
    }
    this.version++;
    this.#positions.needsUpdate = true;
    this.#normals.needsUpdate = true;
    const box = this.surface.boundingBox as Box3;
    enclose(pointsXyz, box);
    box.getBoundingSphere(this.surface.boundingSphere as Sphere);
    if (this.#edges) this.#moveEdges(this.#edges);
  }

  #moveEdges(edges: BufferGeometry): void {
    edges.setAttribute('position', new BufferAttribute(this.#pointsXyz, 3));
    edges.boundingSphere = this.surface.boundingSphere;
  }

  dispose(): void {
    this.surface.dispose();
    this.#edges?.dispose();
  }
}

function spreadPoints(points: Float32Array, vertexOf: Uint32Array, out: Float32Array): void {
  for (let i = 0, to = 0; i < vertexOf.length; i++, to += 3) {
    const from = (vertexOf[i] as number) * 3;
    out[to] = points[from] as number;
    out[to + 1] = points[from + 1] as number;
    out[to + 2] = points[from + 2] as number;
  }
}

/** Normals of drawn vertices: those of their triangles, by area. */
export function computeNormals(positions: Float32Array, triangles: Uint32Array, out: Float32Array): void {
  out.fill(0);
  for (let i = 0; i < triangles.length; i += 3) {
    const a = (triangles[i] as number) * 3;
    const b = (triangles[i + 1] as number) * 3;
    const c = (triangles[i + 2] as number) * 3;
    const bx = positions[b] as number;
    const by = positions[b + 1] as number;
    const bz = positions[b + 2] as number;
    const ux = (positions[c] as number) - bx;
    const uy = (positions[c + 1] as number) - by;
    const uz = (positions[c + 2] as number) - bz;
    const vx = (positions[a] as number) - bx;
    const vy = (positions[a + 1] as number) - by;
    const vz = (positions[a + 2] as number) - bz;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    out[a] = (out[a] as number) + x;
    out[a + 1] = (out[a + 1] as number) + y;
    out[a + 2] = (out[a + 2] as number) + z;
    out[b] = (out[b] as number) + x;
    out[b + 1] = (out[b + 1] as number) + y;
    out[b + 2] = (out[b + 2] as number) + z;
    out[c] = (out[c] as number) + x;
    out[c + 1] = (out[c + 1] as number) + y;
    out[c + 2] = (out[c + 2] as number) + z;
  }
  for (let i = 0; i < out.length; i += 3) {
    const x = out[i] as number;
    const y = out[i + 1] as number;
    const z = out[i + 2] as number;
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    out[i] = x / length;
    out[i + 1] = y / length;
    out[i + 2] = z / length;
  }
}

/** Points that are no numbers do not count. */
function enclose(points: Float32Array, { min, max }: Box3): void {
  let [x0, y0, z0] = [Infinity, Infinity, Infinity];
  let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 3 <= points.length; i += 3) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    const z = points[i + 2] as number;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  min.set(x0, y0, z0);
  max.set(x1, y1, z1);
}
