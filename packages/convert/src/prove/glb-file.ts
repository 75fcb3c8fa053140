/*
 * A small reader of binary glTF for proofs. It shares nothing with the writer, so that an error of one is not an error
 * of both. Source: Khronos, glTF 2.0 specification.
 */
import { RiglineError } from '@rigline/diagnostics';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

export interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
  readonly matrix?: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
  readonly camera?: number;
  readonly weights?: readonly number[];
  readonly extras?: { readonly source?: string };
  readonly extensions?: { readonly KHR_node_visibility?: { readonly visible?: boolean } };
}

export interface GltfPrimitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly material?: number;
  readonly targets?: readonly Readonly<Record<string, number>>[];
}

export interface GltfLens {
  readonly yfov?: number;
  readonly aspectRatio?: number;
  readonly xmag?: number;
  readonly ymag?: number;
  readonly znear: number;
  readonly zfar?: number;
}

export interface GltfCamera {
  readonly type: 'perspective' | 'orthographic';
  readonly perspective?: GltfLens;
  readonly orthographic?: GltfLens;
}

export interface GltfAnimation {
  readonly name?: string;
  readonly channels: readonly {
    readonly sampler: number;
    readonly target: {
      readonly node?: number;
      readonly path: string;
      readonly extensions?: { readonly KHR_animation_pointer?: { readonly pointer: string } };
    };
  }[];
  readonly samplers: readonly { readonly input: number; readonly output: number; readonly interpolation?: string }[];
}

interface GltfAccessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly normalized?: boolean;
  readonly count: number;
  readonly type: string;
  readonly sparse?: {
    readonly count: number;
    readonly indices: { readonly bufferView: number; readonly byteOffset?: number; readonly componentType: number };
    readonly values: { readonly bufferView: number; readonly byteOffset?: number };
  };
}

export interface GltfJson {
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly {
    readonly name?: string;
    readonly primitives: readonly GltfPrimitive[];
    readonly weights?: readonly number[];
    readonly extras?: { readonly targetNames?: readonly string[] };
  }[];
  readonly skins?: readonly { readonly joints: readonly number[]; readonly inverseBindMatrices?: number }[];
  readonly cameras?: readonly GltfCamera[];
  readonly animations?: readonly GltfAnimation[];
  readonly accessors?: readonly GltfAccessor[];
  readonly bufferViews?: readonly {
    readonly byteOffset?: number;
    readonly byteLength: number;
    readonly byteStride?: number;
  }[];
}

const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const SIZES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };

/** Numbers of an accessor, `stride` to a row. */
export interface AccessorValues {
  readonly stride: number;
  readonly values: Float64Array;
}

export class GlbFile {
  readonly json: GltfJson;
  readonly #binary: DataView;
  readonly #known = new Map<number, AccessorValues>();

  /** @throws RiglineError `CONVERT_BAD_GLB` where the container or its JSON is broken. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 20 || view.getUint32(0, true) !== MAGIC) throw badGlb('The file does not begin as a GLB does');
    const jsonLength = view.getUint32(12, true);
    if (view.getUint32(16, true) !== JSON_CHUNK || 20 + jsonLength > bytes.length)
      throw badGlb('The JSON of the file is cut off');
    this.json = parseJson(bytes.subarray(20, 20 + jsonLength));
    const at = 20 + jsonLength;
    const hasBinary = at + 8 <= bytes.length && view.getUint32(at + 4, true) === BIN_CHUNK;
    const length = hasBinary ? Math.min(view.getUint32(at, true), bytes.length - at - 8) : 0;
    this.#binary = new DataView(bytes.buffer, bytes.byteOffset + (hasBinary ? at + 8 : 0), length);
  }

  /** The numbers of an accessor; normalized ones as 0 to 1. */
  accessor(index: number): AccessorValues {
    let known = this.#known.get(index);
    if (!known) {
      known = this.#read(index);
      this.#known.set(index, known);
    }
    return known;
  }

  #read(index: number): AccessorValues {
    const accessor = this.json.accessors?.[index];
    const stride = WIDTHS[accessor?.type ?? ''];
    if (!accessor || !stride) throw badGlb(`There is no accessor ${index} of a known type`);
    const { componentType, count, bufferView, byteOffset = 0, sparse, normalized = false } = accessor;
    const values = new Float64Array(this.#checked(count * stride, index));
    if (bufferView !== undefined) this.#copy(bufferView, byteOffset, componentType, normalized, stride, values);
    if (sparse) {
      const rows = new Float64Array(sparse.count);
      this.#copy(
        sparse.indices.bufferView,
        sparse.indices.byteOffset ?? 0,
        sparse.indices.componentType,
        false,
        1,
        rows,
      );
      const changed = new Float64Array(sparse.count * stride);
      this.#copy(sparse.values.bufferView, sparse.values.byteOffset ?? 0, componentType, normalized, stride, changed);
      rows.forEach((row, i) => {
        values.set(changed.subarray(i * stride, i * stride + stride), row * stride);
      });
    }
    return { stride, values };
  }

  /** A count that the file may have: sparse accessors can be larger than their bytes, but not without bound. */
  #checked(length: number, index: number): number {
    if (Number.isInteger(length) && length >= 0 && length <= 1 << 28) return length;
    throw badGlb(`Accessor ${index} has ${length} numbers`);
  }

  #copy(view: number, offset: number, type: number, normalized: boolean, stride: number, out: Float64Array): void {
    const bufferView = this.json.bufferViews?.[view];
    const size = SIZES[type];
    if (!bufferView || !size) throw badGlb(`There is no buffer view ${view} of a known type`);
    const step = bufferView.byteStride ?? size * stride;
    const start = (bufferView.byteOffset ?? 0) + offset;
    const end = start + (out.length / stride - 1) * step + size * stride;
    if (out.length > 0 && end > this.#binary.byteLength) throw badGlb(`Buffer view ${view} reaches beyond the file`);
    const read = readerOf(this.#binary, type, normalized);
    for (let i = 0; i < out.length; i++) out[i] = read(start + Math.floor(i / stride) * step + (i % stride) * size);
  }
}

function readerOf(view: DataView, type: number, normalized: boolean): (at: number) => number {
  const scaled = (read: (at: number) => number, most: number): ((at: number) => number) =>
    normalized ? (at) => Math.max(-1, read(at) / most) : read;
  switch (type) {
    case 5120:
      return scaled((at) => view.getInt8(at), 127);
    case 5121:
      return scaled((at) => view.getUint8(at), 255);
    case 5122:
      return scaled((at) => view.getInt16(at, true), 32767);
    case 5123:
      return scaled((at) => view.getUint16(at, true), 65535);
    case 5125:
      return (at) => view.getUint32(at, true);
    default:
      return (at) => view.getFloat32(at, true);
  }
}

declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

function parseJson(bytes: Uint8Array): GltfJson {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as GltfJson;
  } catch (cause) {
    throw badGlb('The JSON of the file cannot be read', cause);
  }
}

function badGlb(message: string, cause?: unknown): RiglineError {
  return new RiglineError({
    code: 'CONVERT_BAD_GLB',
    message,
    hint: 'Export the file again.',
    ...(cause === undefined ? {} : { cause }),
  });
}
