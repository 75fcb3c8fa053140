/** Blend shapes: BlendShape → BlendShapeChannel → Shape. */
import { attributeIndex, type PlugRef, type SceneNode } from '@rigline/scene';
import type { MorphOffsets, MorphShape, MorphTarget } from '@rigline/scene/maya';
import type { FbxObject } from './document-types.ts';
import type { FbxMesh } from './mesh.ts';
import type { MeshReport } from './mesh-faces.ts';
import { countNumbers, readFloat64, readInt32 } from './record-arrays.ts';
import { childOf, type FbxRecord } from './record-types.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { displayText } from './text.ts';

/** What shapes need to know of the mesh that they move. */
export interface MorphBase {
  readonly mesh: FbxMesh;
  /** Centimetres per unit of the file. */
  readonly unit: number;
  readonly report: MeshReport;
}

/** A Shape, decoded when it is asked for. */
class FbxShape implements MorphShape {
  readonly name: string;
  readonly weight: number;
  readonly #record: FbxRecord;
  readonly #base: MorphBase;
  /** Shares of the offsets in percent, one for each point. */
  readonly #shares: Float64Array | undefined;
  #offsets: MorphOffsets | undefined;

  constructor(name: string, weight: number, record: FbxRecord, base: MorphBase, shares?: Float64Array) {
    this.name = name;
    this.weight = weight;
    this.#record = record;
    this.#base = base;
    this.#shares = shares;
  }

  readOffsets(): MorphOffsets {
    this.#offsets ??= this.#read();
    return this.#offsets;
  }

  #read(): MorphOffsets {
    const { mesh, report } = this.#base;
    const indices = childOf(this.#record, 'Indexes');
    const stored = readFloat64(childOf(this.#record, 'Vertices'));
    const count = Math.floor(stored.length / 3);
    const vertices = indices ? readInt32(indices) : Int32Array.from({ length: count }, (_, vertex) => vertex);
    const used = Math.min(vertices.length, count);
    if (vertices.length !== count) {
      report('FBX_BAD_SHAPE', `Shape "${this.name}" has ${count} offsets for ${vertices.length} points`);
    }
    const normals = readFloat64(childOf(this.#record, 'Normals'));
    const hasNormals = normals.length >= used * 3 && used > 0;
    const all: MorphOffsets = {
      vertices: used === vertices.length ? vertices : vertices.subarray(0, used),
      offsetsXyz: this.#scaled(used * 3 === stored.length ? stored : stored.subarray(0, used * 3)),
      ...(hasNormals
        ? { normalOffsetsXyz: used * 3 === normals.length ? normals : normals.subarray(0, used * 3) }
        : {}),
    };
    return withoutStrays(all, mesh.vertexCount, this.name, report);
  }

  #scaled(offsets: Float64Array): Float64Array {
    const { unit } = this.#base;
    const shares = this.#shares;
    if (unit === 1 && !shares) return offsets;
    const scaled = new Float64Array(offsets.length);
    for (let i = 0; i < offsets.length; i++) scaled[i] = (offsets[i] as number) * unit;
    for (let i = 0; shares && i < offsets.length; i++) {
      scaled[i] = ((scaled[i] as number) * (shares[Math.floor(i / 3)] ?? 100)) / 100;
    }
    return scaled;
  }
}

/** The same offsets without points that are not there, and without those that are no finite numbers. */
function withoutStrays(all: MorphOffsets, vertexCount: number, name: string, report: MeshReport): MorphOffsets {
  const { vertices, offsetsXyz, normalOffsetsXyz } = all;
  const kept: number[] = [];
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i] as number;
    // A sum is finite where all its terms are.
    const sum = (offsetsXyz[3 * i] as number) + (offsetsXyz[3 * i + 1] as number) + (offsetsXyz[3 * i + 2] as number);
    if (vertex >= 0 && vertex < vertexCount && Number.isFinite(sum)) kept.push(i);
  }
  const strays = vertices.length - kept.length;
  if (strays === 0) return all;
  report('FBX_INDEX_CLAMPED', `Shape "${name}" moves points that are not there, or by no finite number`, strays);
  const pick = (triples: Float64Array | Float32Array): Float64Array => {
    const picked = new Float64Array(kept.length * 3);
    for (let to = 0; to < kept.length; to++) {
      const from = 3 * (kept[to] as number);
      picked.set(triples.subarray(from, from + 3), 3 * to);
    }
    return picked;
  };
  return {
    vertices: Int32Array.from(kept, (i) => vertices[i] as number),
    offsetsXyz: pick(offsetsXyz),
    ...(normalOffsetsXyz ? { normalOffsetsXyz: pick(normalOffsetsXyz) } : {}),
  };
}

/** A shape with its name, before it has a weight. */
interface NamedShape {
  readonly name: string;
  readonly record: FbxRecord;
}

/** A channel with its shapes, which are put into order when they are asked for. */
class FbxMorphTarget implements MorphTarget {
  readonly name: string;
  readonly #named: readonly NamedShape[];
  readonly #fullWeights: FbxRecord | undefined;
  readonly #isBlender: boolean;
  readonly #base: MorphBase;
  #shapes: readonly MorphShape[] | undefined;

  constructor(
    name: string,
    named: readonly NamedShape[],
    fullWeights: FbxRecord | undefined,
    isBlender: boolean,
    base: MorphBase,
  ) {
    this.name = name;
    this.#named = named;
    this.#fullWeights = fullWeights;
    this.#isBlender = isBlender;
    this.#base = base;
  }

  get shapes(): readonly MorphShape[] {
    this.#shapes ??= this.#read();
    return this.#shapes;
  }

  /**
   * Full weights are percent, one for each shape. Blender writes one for each point that the shape moves there: shares
   * of the offsets.
   */
  #read(): readonly MorphShape[] {
    const named = this.#named;
    const [first] = named;
    if (!first) return [];
    const full = readFloat64(this.#fullWeights);
    const moved = countNumbers(childOf(first.record, 'Indexes'));
    const isShares = named.length === 1 && full.length === moved && (this.#isBlender || moved > 1);
    if (isShares) {
      const isPlain = full.every((share) => share === 100);
      return [new FbxShape(first.name, 1, first.record, this.#base, isPlain ? undefined : full)];
    }
    const shapes = named.map(({ name, record }, i) => {
      const percent = this.#isBlender ? 100 : (full[i] ?? 100);
      return new FbxShape(name, Number.isFinite(percent) ? percent / 100 : 1, record, this.#base);
    });
    return shapes.sort((a, b) => a.weight - b.weight);
  }
}

/** Adds a `blendShape` node for one BlendShape over one mesh. */
export function addBlendShape(context: FbxSceneContext, deformer: FbxObject, base: MorphBase): SceneNode {
  const { scene, document } = context;
  const node = scene.addNode({ type: 'blendShape', name: freeDeformerName(context, deformer.name, 'blendShape') });
  const isBlender = /^blender\b/i.test(document.creator);
  const targets: MorphTarget[] = [];
  for (const { type, source: channel } of document.into(deformer)) {
    if (type !== 'OO' || channel.kind !== 'Deformer' || channel.subtype !== 'BlendShapeChannel') continue;
    const path = `weight[${targets.length}]`;
    const fullWeights = childOf(channel.record, 'FullWeights');
    const name = displayText(channel.name);
    targets.push(new FbxMorphTarget(name, shapesOf(context, channel), fullWeights, isBlender, base));
    scene.setValue(node, path, readPercent(channel) * 0.01);
    addChannelAlias(context, node, path, name, displayText(deformer.name));
    shareWeight(context, channel, { node, path });
  }
  scene.setValue(node, 'targets', targets);
  return node;
}

function shapesOf({ document }: FbxSceneContext, channel: FbxObject): NamedShape[] {
  const shapes: NamedShape[] = [];
  for (const { type, source } of document.into(channel)) {
    if (type !== 'OO' || source.kind !== 'Geometry') continue;
    if (childOf(source.record, 'Vertices')) shapes.push({ name: displayText(source.name), record: source.record });
  }
  return shapes;
}

/** `DeformPercent`, which Blender writes as a record of its own. */
function readPercent({ properties, record }: FbxObject): number {
  if (!properties.has('DeformPercent')) {
    const own = childOf(record, 'DeformPercent')?.values[0];
    if (typeof own === 'number' && Number.isFinite(own)) return own;
  }
  const percent = properties.number('DeformPercent', 0);
  return Number.isFinite(percent) ? percent : 0;
}

/** One channel has one weight: where it stands in a second node, that follows the first. */
function shareWeight(context: FbxSceneContext, channel: FbxObject, weight: PlugRef): void {
  const first = context.morphOf.get(channel);
  if (first) context.scene.connect(first, weight);
  else context.morphOf.set(channel, weight);
}

const PATH_CHARACTERS = /[.[\]|\s]/g;

/** Names a weight as Maya does: by the name of the channel without that of its deformer, and by no other's name. */
function addChannelAlias(
  context: FbxSceneContext,
  node: SceneNode,
  path: string,
  channel: string,
  deformer: string,
): void {
  const prefix = `${deformer}.`;
  const own =
    deformer !== '' && channel.startsWith(prefix) && channel.length > prefix.length
      ? channel.slice(prefix.length)
      : channel;
  const wanted = own.replace(PATH_CHARACTERS, '_');
  if (wanted === '') return;
  const attributes = attributeIndex(node.declaration);
  let alias = wanted;
  for (let n = 1; node.aliases?.has(alias) || attributes.has(alias); n++) alias = `${wanted}_${path.slice(7, -1)}_${n}`;
  context.scene.addAlias(node, alias, path);
}

/** The name of the object, or a free one like it. */
export function freeDeformerName({ scene }: FbxSceneContext, name: string, type: string): string {
  const shown = displayText(name);
  if (shown === '') return scene.freeName(`${type}#`);
  return scene.isNameTaken(shown, false, undefined) ? scene.freeName(`${shown}#`) : shown;
}
