/** The mesh of a Geometry, decoded part by part when it is asked for. */
import type { MeshCreases, MeshData, MeshLayer } from '@rigline/scene';
import {
  hardEdgesByEdge,
  hardEdgesByFace,
  listEdges,
  type MeshFaces,
  type MeshReport,
  readEdges,
  readFaces,
} from './mesh-faces.ts';
import {
  BINORMAL_LAYER,
  besideInLayer,
  COLOR_LAYER,
  elementsOf,
  type LayerKind,
  LEGACY_UV_LAYER,
  mappingOf,
  NORMAL_LAYER,
  readLayer,
  TANGENT_LAYER,
  typedIndexOf,
  UV_LAYER,
  VERTEX_CREASE_LAYER,
} from './mesh-layers.ts';
import { childText, countNumbers, readFloat64, readInt32 } from './record-arrays.ts';
import { childOf, type FbxRecord } from './record-types.ts';

export interface FbxMeshOptions {
  /** Centimetres per unit of the file. */
  readonly unit: number;
  /** Of the file. */
  readonly version: number;
  /** Materials of the Model that has most; faces need no index where there is but one. */
  readonly materialCount: number;
  readonly report: MeshReport;
}

/** Each part is made once. Problems are reported when the part that has them is read. */
export class FbxMesh implements MeshData {
  readonly #record: FbxRecord;
  readonly #options: FbxMeshOptions;
  #positions: Float64Array | undefined;
  #faces: MeshFaces | undefined;
  #edges: Int32Array | undefined;
  /** Parts that may be absent, by name, once they have been looked for. */
  readonly #parts = new Map<string, unknown>();

  constructor(record: FbxRecord, options: FbxMeshOptions) {
    this.#record = record;
    this.#options = options;
  }

  get positionsXyz(): Float64Array {
    this.#positions ??= this.#readPositions();
    return this.#positions;
  }

  /** Points that are there: a damaged array has fewer than it says. */
  get vertexCount(): number {
    return this.positionsXyz.length / 3;
  }

  get faceCounts(): Int32Array {
    return this.#readFaces().counts;
  }

  get faceVertices(): Int32Array {
    return this.#readFaces().vertices;
  }

  get uvSets(): readonly MeshLayer[] | undefined {
    return this.#once('uvSets', () => {
      const legacy = childOf(this.#record, 'GeometryUVInfo');
      if (legacy) return this.#layers([legacy], LEGACY_UV_LAYER);
      return this.#layers(elementsOf(this.#record, 'LayerElementUV'), UV_LAYER);
    });
  }

  get colorSets(): readonly MeshLayer[] | undefined {
    return this.#once('colorSets', () => this.#layers(elementsOf(this.#record, 'LayerElementColor'), COLOR_LAYER));
  }

  get normals(): MeshLayer | undefined {
    return this.#once('normals', () => {
      const layers = this.#layers(elementsOf(this.#record, 'LayerElementNormal'), NORMAL_LAYER);
      return layers ? layers[0] : this.#readLegacyNormals();
    });
  }

  get tangents(): MeshLayer | undefined {
    return this.#once('tangents', () => this.#besideFirstUv('LayerElementTangent', TANGENT_LAYER));
  }

  get binormals(): MeshLayer | undefined {
    return this.#once('binormals', () => this.#besideFirstUv('LayerElementBinormal', BINORMAL_LAYER));
  }

  get faceMaterials(): Int32Array | undefined {
    return this.#once('faceMaterials', () => this.#readFaceMaterials());
  }

  get hardEdges(): Int32Array | undefined {
    return this.#once('hardEdges', () => this.#readHardEdges());
  }

  get creases(): MeshCreases | undefined {
    return this.#once('creases', () => this.#readCreases());
  }

  get faceHoles(): Uint8Array | undefined {
    return this.#once('faceHoles', () => {
      const element = childOf(this.#record, 'LayerElementHole');
      const values = element && childOf(element, 'Hole');
      if (!values || countNumbers(values) === 0) return undefined;
      const holes = this.#perFace(element, values);
      return holes?.some((hole) => hole !== 0) ? Uint8Array.from(holes, (hole) => (hole === 0 ? 0 : 1)) : undefined;
    });
  }

  #once<Part>(name: string, read: () => Part): Part {
    if (!this.#parts.has(name)) this.#parts.set(name, read());
    return this.#parts.get(name) as Part;
  }

  #readPositions(): Float64Array {
    const { unit, report } = this.#options;
    const stored = readFloat64(childOf(this.#record, 'Vertices'));
    const whole = stored.length - (stored.length % 3);
    if (whole < stored.length) report('FBX_SHORT_ARRAY', 'The last point of a mesh is not complete; it is left out');
    const points = whole === stored.length ? stored : stored.subarray(0, whole);
    let wrong = 0;
    for (let i = 0; i < whole; i++) if (!Number.isFinite(points[i])) wrong++;
    if (wrong > 0) report('FBX_NON_FINITE', 'Points of a mesh are not finite numbers', wrong);
    if (unit === 1) return points;
    const scaled = new Float64Array(whole);
    for (let i = 0; i < whole; i++) scaled[i] = (points[i] as number) * unit;
    return scaled;
  }

  #readFaces(): MeshFaces {
    this.#faces ??= readFaces(
      readInt32(childOf(this.#record, 'PolygonVertexIndex')),
      this.vertexCount,
      this.#options.report,
    );
    return this.#faces;
  }

  #readEdges(): Int32Array | undefined {
    const record = childOf(this.#record, 'Edges');
    if (!record) return undefined;
    this.#edges ??= readEdges(readInt32(record), this.#readFaces(), this.#options.report);
    return this.#edges;
  }

  #layers(elements: readonly FbxRecord[], kind: LayerKind): readonly MeshLayer[] | undefined {
    const layers: MeshLayer[] = [];
    for (const element of elements) {
      const layer = readLayer(element, kind, () => this.#readFaces(), this.#options.report);
      if (layer) layers.push(layer);
    }
    return layers.length > 0 ? layers : undefined;
  }

  /** The element that belongs to the first set of UVs, or the first one of all. */
  #besideFirstUv(name: string, kind: LayerKind): MeshLayer | undefined {
    const elements = elementsOf(this.#record, name);
    const [uv] = elementsOf(this.#record, 'LayerElementUV');
    const wanted = uv && besideInLayer(this.#record, 'LayerElementUV', typedIndexOf(uv), name);
    const element = elements.find((candidate) => typedIndexOf(candidate) === wanted) ?? elements[0];
    return element && this.#layers([element], kind)?.[0];
  }

  /**
   * Normals of version 5 and older stand in the Model without a word on their mapping: their number tells. Where it
   * fits both, version 5.0 means points, later ones corners.
   */
  #readLegacyNormals(): MeshLayer | undefined {
    const record = childOf(this.#record, 'Normals');
    const count = Math.floor(countNumbers(record) / 3);
    if (!record || count === 0) return undefined;
    const { vertices } = this.#readFaces();
    const isByVertex = count === this.vertexCount && (count !== vertices.length || this.#options.version <= 5000);
    if (!isByVertex && count !== vertices.length) {
      const { report } = this.#options;
      report('FBX_BAD_LAYER', `${count} normals are neither for the points nor for the corners; they are left out`);
      return undefined;
    }
    const corners = isByVertex ? vertices : Int32Array.from(vertices, (_vertex, corner) => corner);
    return { name: '', stride: 3, values: readFloat64(record), corners };
  }

  /** One value for each face; the last one is repeated where there are too few. Undefined where they fit nothing. */
  #perFace(element: FbxRecord, values: FbxRecord): Int32Array | undefined {
    const { report } = this.#options;
    const faces = this.faceCounts.length;
    const mapping = mappingOf(element);
    if (mapping === 'allSame') return new Int32Array(faces).fill(readInt32(values)[0] ?? 0);
    if (mapping !== 'byFace') {
      const word = childText(element, 'MappingInformationType') ?? 'nothing';
      report('FBX_BAD_LAYER', `"${element.name}" maps by ${JSON.stringify(word)}; it is left out`);
      return undefined;
    }
    const stored = readInt32(values);
    if (stored.length >= faces) return stored.length === faces ? stored : stored.subarray(0, faces);
    report('FBX_SHORT_ARRAY', `"${element.name}" has ${stored.length} values for ${faces} faces`);
    const padded = new Int32Array(faces).fill(stored[stored.length - 1] ?? 0);
    padded.set(stored);
    return padded;
  }

  #readFaceMaterials(): Int32Array | undefined {
    if (this.#options.materialCount < 2) return undefined;
    const element = childOf(this.#record, 'LayerElementMaterial');
    const values = childOf(element ?? this.#record, 'Materials');
    if (!values || countNumbers(values) === 0) return undefined;
    if (element) return this.#perFace(element, values);
    // Version 5 and older: `MaterialAssignation` beside the list.
    const stored = readInt32(values);
    const isByFace = childText(this.#record, 'MaterialAssignation') === 'ByPolygon';
    const faces = this.faceCounts.length;
    if (!isByFace) return new Int32Array(faces).fill(stored[0] ?? 0);
    return Int32Array.from({ length: faces }, (_, face) => stored[Math.min(face, stored.length - 1)] as number);
  }

  #readHardEdges(): Int32Array | undefined {
    const element = childOf(this.#record, 'LayerElementSmoothing');
    const values = element && childOf(element, 'Smoothing');
    if (!values || countNumbers(values) === 0) return undefined;
    if (mappingOf(element) !== 'byEdge') {
      const groups = this.#perFace(element, values);
      return groups && hardEdgesByFace(this.#readFaces(), groups);
    }
    const smoothing = readInt32(values);
    const listed = this.#readEdges();
    const edges = listed ?? listEdges(this.#readFaces());
    if (listed) this.#countPerEdge('LayerElementSmoothing', smoothing.length, listed.length / 2);
    if (listed || edges.length === smoothing.length * 2) return hardEdgesByEdge(edges, smoothing);
    this.#options.report('FBX_BAD_LAYER', 'Smoothing is by edges, but the mesh does not list them; it is left out');
    return undefined;
  }

  #countPerEdge(element: string, values: number, edges: number): void {
    if (values < edges) this.#options.report('FBX_SHORT_ARRAY', `"${element}" has ${values} values for ${edges} edges`);
  }

  #readCreases(): MeshCreases | undefined {
    const element = childOf(this.#record, 'LayerElementEdgeCrease');
    const values = element && mappingOf(element) === 'byEdge' ? readFloat64(childOf(element, 'EdgeCrease')) : undefined;
    const edges = values && this.#readEdges();
    if (edges) this.#countPerEdge('LayerElementEdgeCrease', values.length, edges.length / 2);
    const edgePairs: number[] = [];
    const edgeSharpness: number[] = [];
    for (let i = 0; edges && values && i < Math.min(values.length, edges.length / 2); i++) {
      const sharpness = values[i] as number;
      if (!(sharpness > 0) || edges[2 * i] === -1) continue;
      edgePairs.push(edges[2 * i] as number, edges[2 * i + 1] as number);
      edgeSharpness.push(sharpness);
    }
    const byVertex = this.#readVertexCreases();
    if (edgeSharpness.length === 0 && byVertex.size === 0) return undefined;
    return {
      edges: Int32Array.from(edgePairs),
      edgeSharpness: Float64Array.from(edgeSharpness),
      vertices: Int32Array.from(byVertex.keys()),
      vertexSharpness: Float64Array.from(byVertex.values()),
    };
  }

  /** Sharpness by point. */
  #readVertexCreases(): Map<number, number> {
    const found = new Map<number, number>();
    const layer = this.#layers(elementsOf(this.#record, 'LayerElementVertexCrease'), VERTEX_CREASE_LAYER)?.[0];
    if (!layer) return found;
    const { values, corners } = layer;
    const { vertices } = this.#readFaces();
    for (let corner = 0; corner < corners.length; corner++) {
      const sharpness = values[corners[corner] as number];
      if (sharpness !== undefined && sharpness > 0) found.set(vertices[corner] as number, sharpness);
    }
    return found;
  }
}

/** Reads every part of a mesh, so that all its problems are known. */
export function checkMesh(mesh: MeshData): void {
  void mesh.positionsXyz;
  void mesh.faceVertices;
  for (const layer of [...(mesh.uvSets ?? []), ...(mesh.colorSets ?? [])]) void layer.corners;
  for (const layer of [mesh.normals, mesh.tangents, mesh.binormals]) void layer?.corners;
  void mesh.faceMaterials;
  void mesh.hardEdges;
  void mesh.creases;
  void mesh.faceHoles;
}
