import type { Mat4 } from '@rigline/math';

/** Values on the corners, points, faces or edges of a mesh: UVs, colours, normals, tangents. */
export interface MeshLayer {
  readonly name: string;
  /** Numbers per value: 2 for UVs, 3 for normals, 4 for colours. */
  readonly stride: number;
  readonly values: Float64Array | Float32Array;
  /** Index in `values` of each corner, face after face; -1 for none. */
  readonly corners: Int32Array;
}

/** Creased edges and vertices of a subdivision surface. */
export interface MeshCreases {
  /** Pairs of points. */
  readonly edges: Int32Array;
  readonly edgeSharpness: Float64Array;
  readonly vertices: Int32Array;
  readonly vertexSharpness: Float64Array;
}

/**
 * A polygon mesh as nodes hand it on. Not to be changed once made; parts may be decoded when they are read first, so
 * read only what is needed and never spread one: `withPositions` makes the same mesh with other points.
 */
export interface MeshData {
  /** Points, stride 3; centimetres. */
  readonly positionsXyz: Float64Array;
  /** Corners of each face. */
  readonly faceCounts: Int32Array;
  /** Point of each corner, face after face. */
  readonly faceVertices: Int32Array;
  /** The first is the current one. */
  readonly uvSets?: readonly MeshLayer[] | undefined;
  readonly colorSets?: readonly MeshLayer[] | undefined;
  readonly normals?: MeshLayer | undefined;
  readonly tangents?: MeshLayer | undefined;
  readonly binormals?: MeshLayer | undefined;
  /** Per face, the material as an index of the node's own list; -1 for none. */
  readonly faceMaterials?: Int32Array | undefined;
  /** Pairs of points of the edges that are hard. */
  readonly hardEdges?: Int32Array | undefined;
  readonly creases?: MeshCreases | undefined;
  /** Per face: 1 for a hole, which is not drawn. */
  readonly faceHoles?: Uint8Array | undefined;
  /** Outlines cut out of faces. */
  readonly holeLoops?: MeshHoleLoops | undefined;
  /** Parts that deformers choose by. */
  readonly parts?: MeshParts | undefined;
  /** World matrix of the place that the mesh was taken from, where that is known; the points are local. */
  readonly localToWorld?: Readonly<Mat4> | undefined;
}

/** Loops of points cut out of faces: those of loop `i` are `starts[i]` to `starts[i + 1]` in `vertices`. */
export interface MeshHoleLoops {
  /** The face of each loop. */
  readonly faces: Int32Array;
  readonly starts: Int32Array;
  readonly vertices: Int32Array;
}

/** Components (`vtx[0:7]`, `f[3]`, `vtx[*]`) of a mesh by group, as `groupParts` adds them, and by tag. */
export interface MeshParts {
  readonly groups: ReadonlyMap<number, readonly string[]>;
  readonly tags: ReadonlyMap<string, readonly string[]>;
}

/** Tells a mesh from other geometry on a data plug. */
export function isMeshData(value: unknown): value is MeshData {
  return typeof value === 'object' && value !== null && 'positionsXyz' in value;
}

/** A mesh made of another: what is not its own is asked of that when it is read. */
class DerivedMesh implements MeshData {
  readonly source: MeshData;
  readonly #positions: Float64Array | undefined;
  readonly parts: MeshParts | undefined;
  readonly localToWorld: Readonly<Mat4> | undefined;

  constructor(
    mesh: MeshData,
    positionsXyz: Float64Array | undefined,
    parts: MeshParts | undefined = mesh.parts,
    localToWorld: Readonly<Mat4> | undefined = mesh.localToWorld,
  ) {
    // Points of its own hide those of the meshes before it, which need not be kept then.
    this.source = positionsXyz && mesh instanceof DerivedMesh ? mesh.withoutPoints : mesh;
    this.#positions = positionsXyz;
    this.parts = parts;
    this.localToWorld = localToWorld;
  }

  /** What has everything of this mesh but its points and parts. */
  get withoutPoints(): MeshData {
    return this.source;
  }

  get positionsXyz(): Float64Array {
    return this.#positions ?? this.source.positionsXyz;
  }
  get faceCounts(): Int32Array {
    return this.source.faceCounts;
  }
  get faceVertices(): Int32Array {
    return this.source.faceVertices;
  }
  get uvSets(): readonly MeshLayer[] | undefined {
    return this.source.uvSets;
  }
  get colorSets(): readonly MeshLayer[] | undefined {
    return this.source.colorSets;
  }
  get normals(): MeshLayer | undefined {
    return this.source.normals;
  }
  get tangents(): MeshLayer | undefined {
    return this.source.tangents;
  }
  get binormals(): MeshLayer | undefined {
    return this.source.binormals;
  }
  get faceMaterials(): Int32Array | undefined {
    return this.source.faceMaterials;
  }
  get hardEdges(): Int32Array | undefined {
    return this.source.hardEdges;
  }
  get creases(): MeshCreases | undefined {
    return this.source.creases;
  }
  get faceHoles(): Uint8Array | undefined {
    return this.source.faceHoles;
  }
  get holeLoops(): MeshHoleLoops | undefined {
    return this.source.holeLoops;
  }
}

/** A mesh with other materials of its faces, which are worked out when they are read. */
class FacedMesh extends DerivedMesh {
  readonly #read: (mesh: MeshData) => Int32Array | undefined;
  #materials: Int32Array | undefined;

  constructor(mesh: MeshData, read: (mesh: MeshData) => Int32Array | undefined) {
    super(mesh, undefined);
    this.#read = read;
  }

  override get withoutPoints(): MeshData {
    return this;
  }

  override get faceMaterials(): Int32Array | undefined {
    this.#materials ??= this.#read(this.source);
    return this.#materials;
  }
}

/** A mesh with other normals, which are worked out when they are read. */
class NormalMesh extends DerivedMesh {
  readonly #read: (mesh: MeshData) => MeshLayer | undefined;
  #normals: MeshLayer | undefined;

  constructor(mesh: MeshData, read: (mesh: MeshData) => MeshLayer | undefined) {
    super(mesh, undefined);
    this.#read = read;
  }

  override get withoutPoints(): MeshData {
    return this;
  }

  override get normals(): MeshLayer | undefined {
    this.#normals ??= this.#read(this.source);
    return this.#normals;
  }
}

/** The mesh of a place in the hierarchy with its points in world space, which are computed when they are read. */
class PlacedMesh extends DerivedMesh {
  readonly local: MeshData;
  readonly #localToWorld: Readonly<Mat4>;
  #world: Float64Array | undefined;

  constructor(mesh: MeshData, localToWorld: Readonly<Mat4>) {
    super(mesh, undefined);
    this.local = new DerivedMesh(mesh, undefined, mesh.parts, localToWorld);
    this.#localToWorld = localToWorld;
  }

  override get positionsXyz(): Float64Array {
    this.#world ??= transformPoints(this.source.positionsXyz, this.#localToWorld);
    return this.#world;
  }
}

function transformPoints(points: Float64Array, m: Readonly<Mat4>): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i + 3 <= points.length; i += 3) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    const z = points[i + 2] as number;
    out[i] = x * m[0] + y * m[4] + z * m[8] + m[12];
    out[i + 1] = x * m[1] + y * m[5] + z * m[9] + m[13];
    out[i + 2] = x * m[2] + y * m[6] + z * m[10] + m[14];
  }
  return out;
}

/** The same mesh with other points; what else it has is read when it is asked for. */
export function withPositions(mesh: MeshData, positionsXyz: Float64Array): MeshData {
  return new DerivedMesh(mesh, positionsXyz);
}

/** The same mesh with other parts. */
export function withParts(mesh: MeshData, parts: MeshParts): MeshData {
  return new DerivedMesh(mesh, undefined, parts);
}

/** The same mesh with other materials of its faces; they are read when they are asked for. Other points have none. */
export function withFaceMaterials(mesh: MeshData, read: (mesh: MeshData) => Int32Array | undefined): MeshData {
  return new FacedMesh(mesh, read);
}

/** The same mesh with other normals, worked out when they are read. */
export function withNormals(mesh: MeshData, read: (mesh: MeshData) => MeshLayer | undefined): MeshData {
  return new NormalMesh(mesh, read);
}

/** The mesh in a place of the hierarchy: points in world space. The matrix is copied. */
export function placeMesh(mesh: MeshData, localToWorld: Readonly<Mat4>): MeshData {
  return new PlacedMesh(mesh, [...localToWorld]);
}

/** A mesh that was given in world space as one whose own points are there. */
export function unplacedMesh(mesh: MeshData): MeshData {
  return mesh instanceof PlacedMesh ? withPositions(mesh, mesh.positionsXyz) : mesh;
}

/** A mesh with its points as they are in its own space, where it was given in world space. */
export function localMesh(mesh: MeshData): MeshData {
  return mesh instanceof PlacedMesh ? mesh.local : mesh;
}
