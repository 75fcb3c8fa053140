import type { MeshCreases, MeshData, MeshHoleLoops, MeshLayer, MeshParts, NumberTable } from '@rigline/scene';
import type { PolyFaceData } from '@rigline/scene/maya';
import { facesFromEdges, type LoopIndex, type MeshFaces } from './mesh-faces.ts';
import { tweakPoints } from './tweak-points.ts';

/** What a `mesh` node keeps when its mesh is not in one block. */
export interface StoredMeshParts {
  readonly vrts: NumberTable | undefined;
  readonly pnts: NumberTable | undefined;
  readonly edge: NumberTable | undefined;
  readonly face: readonly PolyFaceData[] | undefined;
  readonly normals: NumberTable | undefined;
  readonly uvSet: SetList<{ readonly uvSetName: string; readonly uvSetPoints: NumberTable | undefined }>;
  readonly currentUVSet: string;
  readonly colorSet: SetList<{ readonly colorName: string; readonly colorSetPoints: NumberTable | undefined }>;
  readonly currentColorSet: string;
  readonly creaseData: unknown;
  readonly creaseVertexData: unknown;
  readonly componentTags: SetList<{ readonly componentTagName: string; readonly componentTagContents: unknown }>;
}

/** One set of UVs or colours. */
interface StoredSet {
  readonly set: number;
  readonly name: string;
  readonly points: NumberTable | undefined;
}

interface SetList<Entry> {
  readonly indices: readonly number[];
  readonly values: readonly Entry[];
}

/** Normals that are not set by hand are written as this or more. Source: files saved by Maya. */
const NO_NORMAL = 1e19;

/**
 * The mesh of a `mesh` node as Maya ASCII keeps it. Each part is made when it is asked for first.
 *
 * Normals are one for each corner, in the order of the faces. Source: files saved by Maya.
 */
export class StoredMesh implements MeshData {
  readonly #stored: StoredMeshParts;
  readonly #uvSets: readonly StoredSet[];
  readonly #colorSets: readonly StoredSet[];
  readonly #tags: MeshParts | undefined;
  readonly #parts = new Map<string, unknown>();

  constructor(stored: StoredMeshParts) {
    // Blocks are kept; lists of them are lent.
    this.#stored = { ...stored };
    this.#uvSets = stored.uvSet.values.map(({ uvSetName: name, uvSetPoints: points }, at) => {
      return { set: stored.uvSet.indices[at] as number, name, points };
    });
    this.#colorSets = stored.colorSet.values.map(({ colorName: name, colorSetPoints: points }, at) => {
      return { set: stored.colorSet.indices[at] as number, name, points };
    });
    this.#tags = partsOfTags(stored.componentTags);
  }

  get positionsXyz(): Float64Array {
    return this.#once('positions', () => tweakPoints(savedPoints(this.#stored.vrts), this.#stored.pnts, 3));
  }

  get faceCounts(): Int32Array {
    return this.#faces().faceCounts;
  }

  get faceVertices(): Int32Array {
    return this.#faces().faceVertices;
  }

  get holeLoops(): MeshHoleLoops | undefined {
    return this.#faces().holeLoops;
  }

  get uvSets(): readonly MeshLayer[] | undefined {
    return this.#once('uvSets', () => this.#layers(this.#uvSets, 'uvSets', 2, this.#stored.currentUVSet));
  }

  get colorSets(): readonly MeshLayer[] | undefined {
    return this.#once('colorSets', () => this.#layers(this.#colorSets, 'colorSets', 4, this.#stored.currentColorSet));
  }

  get normals(): MeshLayer | undefined {
    return this.#once('normals', () => {
      const { normals } = this.#stored;
      if (!normals || normals.count === 0) return undefined;
      const values = withoutAbsent(normals, 0);
      const corners = new Int32Array(this.faceVertices.length).fill(-1);
      let hasAny = false;
      const { loops } = this.#faces();
      for (let loop = 0; loop < loops.count; loop++) {
        const to = loops.corners[loop] as number;
        const from = loops.entries[loop] as number;
        const size = loopSize(loops, loop);
        for (let i = 0; to >= 0 && i < size; i++) {
          const row = from + i;
          if (row >= normals.count || !(Math.abs(normals.get(row, 0)) < NO_NORMAL)) continue;
          corners[to + i] = row;
          hasAny = true;
        }
      }
      return hasAny ? { name: '', stride: 3, values, corners } : undefined;
    });
  }

  get hardEdges(): Int32Array | undefined {
    return this.#once('hardEdges', () => {
      const { edge } = this.#stored;
      if (!edge) return undefined;
      const pairs: number[] = [];
      for (let row = 0; row < edge.count; row++) {
        if (edge.get(row, 2) === 0) pairs.push(vertexOf(edge, row, 0), vertexOf(edge, row, 1));
      }
      return Int32Array.from(pairs);
    });
  }

  get creases(): MeshCreases | undefined {
    return this.#once('creases', () => {
      const { edge, creaseData, creaseVertexData } = this.#stored;
      const edges: number[] = [];
      const edgeSharpness: number[] = [];
      eachComponentValue(creaseData, 'Edge', (index, value) => {
        if (!edge || index >= edge.count) return;
        edges.push(vertexOf(edge, index, 0), vertexOf(edge, index, 1));
        edgeSharpness.push(value);
      });
      const vertices: number[] = [];
      const vertexSharpness: number[] = [];
      eachComponentValue(creaseVertexData, 'Vertex', (index, value) => {
        vertices.push(index);
        vertexSharpness.push(value);
      });
      if (edgeSharpness.length === 0 && vertices.length === 0) return undefined;
      return {
        edges: Int32Array.from(edges),
        edgeSharpness: Float64Array.from(edgeSharpness),
        vertices: Int32Array.from(vertices),
        vertexSharpness: Float64Array.from(vertexSharpness),
      };
    });
  }

  get parts(): MeshParts | undefined {
    return this.#tags;
  }

  #faces(): MeshFaces {
    return facesFromEdges(this.#stored.face, this.#stored.edge);
  }

  #once<Part>(name: string, read: () => Part): Part {
    if (!this.#parts.has(name)) this.#parts.set(name, read());
    return this.#parts.get(name) as Part;
  }

  /** Layers of the sets that are there, that of the current name first; undefined where there are none. */
  #layers(
    sets: readonly StoredSet[],
    kind: 'uvSets' | 'colorSets',
    stride: number,
    current: string,
  ): readonly MeshLayer[] | undefined {
    const layers: MeshLayer[] = [];
    for (const set of sets) {
      if (!set.points) continue;
      const corners = this.#cornersOf(set.set, kind, set.points.count);
      const layer = { name: set.name, stride, values: withoutAbsent(set.points, stride === 4 ? 1 : 0), corners };
      if (set.name === current) layers.unshift(layer);
      else layers.push(layer);
    }
    return layers.length > 0 ? layers : undefined;
  }

  /** The ids that the faces have for the corners of one set; ids that are not there count as none. */
  #cornersOf(set: number, kind: 'uvSets' | 'colorSets', count: number): Int32Array {
    const corners = new Int32Array(this.faceVertices.length).fill(-1);
    const { loops: index } = this.#faces();
    let firstLoop = 0;
    for (const block of this.#stored.face ?? []) {
      for (const { set: other, loops, starts, ids } of block[kind]) {
        if (other !== set) continue;
        for (let entry = 0; entry < loops.length; entry++) {
          const loop = firstLoop + (loops[entry] as number);
          const to = index.corners[loop] as number;
          const from = starts[entry] as number;
          const size = Math.min((starts[entry + 1] as number) - from, loopSize(index, loop));
          for (let i = 0; to >= 0 && i < size; i++) {
            const id = ids[from + i] as number;
            if (id >= 0 && id < count) corners[to + i] = id;
          }
        }
      }
      firstLoop += block.loopStarts.length - 1;
    }
    return corners;
  }
}

function loopSize({ entries }: LoopIndex, loop: number): number {
  return (entries[loop + 1] as number) - (entries[loop] as number);
}

function withoutAbsent(table: NumberTable, absent: number): Float64Array | Float32Array {
  const values = table.borrow().slice();
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) values[i] = absent;
  return values;
}

/** The points that a file has for a mesh without history; absent numbers are 0. */
function savedPoints(vrts: NumberTable | undefined): Float64Array {
  if (!vrts) return new Float64Array(0);
  const points = Float64Array.from(vrts.borrow());
  for (let i = 0; i < points.length; i++) if (Number.isNaN(points[i])) points[i] = 0;
  return points;
}

function vertexOf(edges: NumberTable, row: number, end: 0 | 1): number {
  const vertex = edges.get(row, end);
  return Number.isNaN(vertex) ? 0 : vertex;
}

/** Values by component as `-type "dataPolyComponent"` has them. */
interface ComponentValues {
  readonly component: string;
  readonly indices: readonly number[];
  readonly width: number;
  readonly values: readonly number[];
}

function eachComponentValue(data: unknown, component: string, visit: (index: number, value: number) => void): void {
  const list = data as ComponentValues | undefined;
  if (list?.component !== component || !Array.isArray(list.indices)) return;
  list.indices.forEach((index, at) => {
    const value = list.values[at * list.width];
    if (value !== undefined && value > 0 && index >= 0) visit(index, value);
  });
}

/** Tags of a mesh; undefined where it has none. */
export function partsOfTags(list: StoredMeshParts['componentTags']): MeshParts | undefined {
  if (list.values.length === 0) return undefined;
  const tags = new Map<string, readonly string[]>();
  for (const { componentTagName, componentTagContents } of list.values) {
    if (Array.isArray(componentTagContents)) tags.set(componentTagName, componentTagContents as string[]);
  }
  return { groups: new Map(), tags };
}
