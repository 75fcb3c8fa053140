/** Layer elements of a mesh: values by corner, point, face or for all, direct or by index. */
import type { MeshLayer } from '@rigline/scene';
import type { MeshFaces, MeshReport } from './mesh-faces.ts';
import { childOfAny, childText, countNumbers, readFloat64, readInt32 } from './record-arrays.ts';
import { childOf, type FbxRecord } from './record-types.ts';

/** What the records of a kind of layer element are called. */
export interface LayerKind {
  /** Values, by the name that is looked for first. */
  readonly values: readonly string[];
  readonly index: readonly string[];
  readonly stride: number;
}

export const UV_LAYER: LayerKind = { values: ['UV'], index: ['UVIndex'], stride: 2 };
/** `GeometryUVInfo` of version 5 and older. */
export const LEGACY_UV_LAYER: LayerKind = { values: ['TextureUV'], index: ['TextureUVVerticeIndex'], stride: 2 };
export const COLOR_LAYER: LayerKind = { values: ['Colors'], index: ['ColorIndex', 'ColorsIndex'], stride: 4 };
export const NORMAL_LAYER: LayerKind = { values: ['Normals'], index: ['NormalsIndex', 'NormalIndex'], stride: 3 };
export const TANGENT_LAYER: LayerKind = {
  values: ['Tangents', 'Tangent'],
  index: ['TangentsIndex', 'TangentIndex'],
  stride: 3,
};
export const BINORMAL_LAYER: LayerKind = {
  values: ['Binormals', 'Binormal'],
  index: ['BinormalsIndex', 'BinormalIndex'],
  stride: 3,
};
export const VERTEX_CREASE_LAYER: LayerKind = { values: ['VertexCrease'], index: ['VertexCreaseIndex'], stride: 1 };

export type LayerMapping = 'byCorner' | 'byVertex' | 'byFace' | 'allSame' | 'byEdge';

const MAPPINGS: Readonly<Record<string, LayerMapping>> = {
  ByPolygonVertex: 'byCorner',
  ByVertex: 'byVertex',
  ByVertice: 'byVertex',
  ByControlPoint: 'byVertex',
  ByPolygon: 'byFace',
  AllSame: 'allSame',
  ByEdge: 'byEdge',
};

/** How an element maps, or undefined where it does not say so or in no known word. */
export function mappingOf(element: FbxRecord): LayerMapping | undefined {
  const word = childText(element, 'MappingInformationType') ?? '';
  return Object.hasOwn(MAPPINGS, word) ? MAPPINGS[word] : undefined;
}

/** The number of an element among those of its kind. */
export function typedIndexOf(element: FbxRecord): number {
  const value = element.values[0];
  return typeof value === 'number' ? value : 0;
}

/** A layer, decoded when its values or corners are asked for first. */
class FbxLayer implements MeshLayer {
  readonly name: string;
  readonly stride: number;
  readonly #values: FbxRecord;
  readonly #corners: (valueCount: number) => Int32Array;
  #readValues: Float64Array | undefined;
  #readCorners: Int32Array | undefined;

  constructor(name: string, stride: number, values: FbxRecord, corners: (valueCount: number) => Int32Array) {
    this.name = name;
    this.stride = stride;
    this.#values = values;
    this.#corners = corners;
  }

  get values(): Float64Array {
    this.#readValues ??= readFloat64(this.#values);
    return this.#readValues;
  }

  get corners(): Int32Array {
    // As many as there are: a damaged array has fewer than it says.
    this.#readCorners ??= this.#corners(Math.floor(this.values.length / this.stride));
    return this.#readCorners;
  }
}

/** A layer element as a layer, or undefined, with a problem where it has values that fit nothing. */
export function readLayer(
  element: FbxRecord,
  kind: LayerKind,
  faces: () => MeshFaces,
  report: MeshReport,
): MeshLayer | undefined {
  const values = childOfAny(element, kind.values);
  const count = Math.floor(countNumbers(values) / kind.stride);
  if (!values || count === 0) return undefined;
  const mapping = mappingOf(element);
  if (!mapping || mapping === 'byEdge') {
    const word = childText(element, 'MappingInformationType');
    const found = word === undefined ? 'does not say how it maps' : `maps by ${JSON.stringify(word)}`;
    report('FBX_BAD_LAYER', `"${element.name}" ${found}; it is left out`);
    return undefined;
  }
  const index = childOfAny(element, kind.index);
  const source = { label: kind.values[0] as string, index, mapping, report };
  const name = childText(element, 'Name') ?? '';
  return new FbxLayer(name, kind.stride, values, (stored) => readCorners({ ...source, count: stored }, faces()));
}

interface LayerSource {
  readonly label: string;
  readonly index: FbxRecord | undefined;
  /** Values that are there. */
  readonly count: number;
  readonly mapping: LayerMapping;
  readonly report: MeshReport;
}

/**
 * The value of each corner. An index of -1 means none. Others that are out of range become the last value; where the
 * list of indices ends too soon, the rest has none.
 *
 * Old exporters write `ByPolygon` and mean corners: the number of entries tells.
 */
function readCorners(source: LayerSource, faces: MeshFaces): Int32Array {
  const { counts, vertices } = faces;
  const index = countNumbers(source.index) > 0 ? readInt32(source.index) : undefined;
  const corners = new Int32Array(vertices.length);
  const entries = index ? index.length : source.count;
  if (source.mapping === 'allSame') corners.fill(index ? (index[0] as number) : 0);
  else if (source.mapping === 'byCorner' || (source.mapping === 'byFace' && entries === vertices.length)) {
    if (!index) for (let i = 0; i < corners.length; i++) corners[i] = i;
    else copyPadded(index, corners);
  } else if (source.mapping === 'byVertex') {
    if (!index) corners.set(vertices);
    else for (let i = 0; i < corners.length; i++) corners[i] = index[vertices[i] as number] ?? MISSING;
  } else {
    for (let face = 0, at = 0; face < counts.length; face++) {
      const end = at + (counts[face] as number);
      const value = index ? (index[face] ?? MISSING) : face;
      while (at < end) corners[at++] = value;
    }
  }
  settle(source, corners);
  return corners;
}

/** Stands for an entry that the list of indices does not have. */
const MISSING = -0x80000000;

function copyPadded(index: Int32Array, corners: Int32Array): void {
  const count = Math.min(index.length, corners.length);
  corners.set(count === index.length ? index : index.subarray(0, count));
  corners.fill(MISSING, count);
}

/** Makes every entry a value that is there, or -1. */
function settle({ label, count, report }: LayerSource, corners: Int32Array): void {
  let clamped = 0;
  let missing = 0;
  for (let i = 0; i < corners.length; i++) {
    const value = corners[i] as number;
    if (value >= -1 && value < count) continue;
    if (value === MISSING) {
      corners[i] = -1;
      missing++;
    } else {
      corners[i] = count - 1;
      clamped++;
    }
  }
  if (clamped > 0) report('FBX_INDEX_CLAMPED', `"${label}" is asked for more than its ${count} values`, clamped);
  if (missing > 0) report('FBX_SHORT_ARRAY', `"${label}" has too few indices for the corners of the mesh`, missing);
}

/** Layer elements of a kind, lowest typed index first; equal ones in the order of the file. */
export function elementsOf(record: FbxRecord, name: string): FbxRecord[] {
  const found = record.children.filter((child) => child.name === name);
  return found.length < 2 ? found : found.sort((a, b) => typedIndexOf(a) - typedIndexOf(b));
}

/**
 * The typed index of the element of `type` that stands in the same `Layer` block as the element `beside` of `index`,
 * or undefined.
 */
export function besideInLayer(record: FbxRecord, beside: string, index: number, type: string): number | undefined {
  for (const layer of record.children) {
    if (layer.name !== 'Layer') continue;
    const entries = layer.children.filter((child) => child.name === 'LayerElement');
    const find = (wanted: string): FbxRecord | undefined =>
      entries.find((entry) => childText(entry, 'Type') === wanted);
    const first = find(beside);
    const other = find(type);
    if (first && other && typedIndexIn(first) === index) return typedIndexIn(other);
  }
  return undefined;
}

function typedIndexIn(entry: FbxRecord): number {
  const value = childOf(entry, 'TypedIndex')?.values[0];
  return typeof value === 'number' ? value : 0;
}
