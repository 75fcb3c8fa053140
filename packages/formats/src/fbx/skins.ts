/** Skins: Skin → Cluster → bone. */
import { identityMat4, invertMat4, type Mat4, multiplyMat4 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import type { SkinInfluence, SkinSource } from '@rigline/scene/maya';
import type { FbxObject } from './document-types.ts';
import type { MeshReport } from './mesh-faces.ts';
import { followsMeshes, type MeshPlace } from './meshes.ts';
import { freeDeformerName } from './morphs.ts';
import { objectsOfKind } from './objects-by-kind.ts';
import { reportFbx } from './problems.ts';
import { childText, readFloat64, readInt32 } from './record-arrays.ts';
import { childOf, type FbxRecord } from './record-types.ts';
import { geometricMatrix, hasGeometricTransform, restWorld } from './rest-world.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** A cluster that has a bone. */
interface BoneCluster {
  readonly object: FbxObject;
  readonly bone: FbxObject;
  readonly node: SceneNode;
}

/** Influences of a skin, decoded when they are asked for. */
class FbxSkinSource implements SkinSource {
  readonly #clusters: readonly FbxRecord[];
  readonly #vertexCount: () => number;
  readonly #report: MeshReport;
  #influences: readonly SkinInfluence[] | undefined;

  constructor(clusters: readonly FbxRecord[], vertexCount: () => number, report: MeshReport) {
    this.#clusters = clusters;
    this.#vertexCount = vertexCount;
    this.#report = report;
  }

  readInfluences(): readonly SkinInfluence[] {
    this.#influences ??= this.#clusters.map((record) =>
      readInfluence(record, 'Weights', this.#vertexCount(), this.#report),
    );
    return this.#influences;
  }
}

/** Shares of dual quaternion skinning, decoded when they are asked for. */
class BlendShares implements SkinInfluence {
  readonly #read: () => SkinInfluence;
  #influence: SkinInfluence | undefined;

  constructor(read: () => SkinInfluence) {
    this.#read = read;
  }

  get vertices(): Int32Array {
    this.#influence ??= this.#read();
    return this.#influence.vertices;
  }

  get weights(): Float64Array {
    this.#influence ??= this.#read();
    return this.#influence.weights;
  }
}

/** Points and their weights. What has no point of the mesh, or no finite weight, is left out. */
function readInfluence(record: FbxRecord, name: string, vertexCount: number, report: MeshReport): SkinInfluence {
  const vertices = readInt32(childOf(record, 'Indexes'));
  const weights = readFloat64(childOf(record, name));
  const count = Math.min(vertices.length, weights.length);
  if (vertices.length !== weights.length) {
    report('FBX_SHORT_ARRAY', `A skin has ${vertices.length} points, but ${weights.length} weights for them`);
  }
  let strays = 0;
  for (let i = 0; i < count; i++) {
    const vertex = vertices[i] as number;
    if (vertex < 0 || vertex >= vertexCount || !Number.isFinite(weights[i])) strays++;
  }
  if (strays === 0 && vertices.length === count && weights.length === count) return { vertices, weights };
  if (strays > 0) report('FBX_INDEX_CLAMPED', 'A skin has weights of points that are not there, or no numbers', strays);
  const kept = { vertices: new Int32Array(count - strays), weights: new Float64Array(count - strays) };
  for (let i = 0, at = 0; i < count; i++) {
    const vertex = vertices[i] as number;
    if (vertex < 0 || vertex >= vertexCount || !Number.isFinite(weights[i])) continue;
    kept.vertices[at] = vertex;
    kept.weights[at++] = weights[i] as number;
  }
  return kept;
}

/** Skinning methods by Maya's number; `Rigid` is linear with one bone for each point. */
const METHODS: Readonly<Record<string, number>> = { Rigid: 0, Linear: 0, DualQuaternion: 1, Blend: 2 };
const WEIGHT_BLENDED = 2;
/** Link modes by our number. */
const LINK_MODES: Readonly<Record<string, number>> = { Normalize: 0, Additive: 1, TotalOne: 2, Total1: 2 };

/**
 * Adds an `fbxSkin` node for one Skin over the mesh of one place.
 *
 * @returns undefined where no cluster of the skin has a bone.
 */
export function addSkin(
  context: FbxSceneContext,
  skin: FbxObject,
  place: MeshPlace,
  vertexCount: () => number,
  report: MeshReport,
): SceneNode | undefined {
  const clusters = boneClusters(context, skin);
  if (clusters.length === 0) return undefined;
  const { scene } = context;
  const node = scene.addNode({ type: 'fbxSkin', name: freeDeformerName(context, skin.name, 'skinCluster') });
  const records = clusters.map(({ object }) => object.record);
  scene.setValue(node, 'influences', new FbxSkinSource(records, vertexCount, report));
  storeMethod(context, skin, node, vertexCount, report);
  const mode = childText(clusters[0]?.object.record as FbxRecord, 'Mode') ?? '';
  const linkMode = Object.hasOwn(LINK_MODES, mode) ? (LINK_MODES[mode] as number) : 0;
  if (linkMode !== 0) scene.setValue(node, 'linkMode', linkMode);
  storeMatrices(context, clusters, place, node);
  return node;
}

/** A cluster without a bone moves nothing: the weights of the others count as if it were not there. */
function boneClusters(context: FbxSceneContext, skin: FbxObject): BoneCluster[] {
  const { document, nodeOf } = context;
  const found: BoneCluster[] = [];
  const seen = new Set<FbxObject>();
  for (const { type, source: object } of document.into(skin)) {
    if (type !== 'OO' || object.kind !== 'Deformer' || object.subtype !== 'Cluster' || seen.has(object)) continue;
    seen.add(object);
    const bone = document.into(object).find((link) => link.type === 'OO' && nodeOf.has(link.source))?.source;
    if (bone) found.push({ object, bone, node: nodeOf.get(bone) as SceneNode });
    else {
      reportFbx(context.log, 'FBX_BROKEN_CLUSTER', {
        message: 'A cluster of a skin has no bone; it moves nothing',
        at: { ...context.place(object), ...(skin.name === '' ? {} : { node: skin.name }) },
      });
    }
  }
  return found;
}

function storeMethod(
  context: FbxSceneContext,
  skin: FbxObject,
  node: SceneNode,
  vertexCount: () => number,
  report: MeshReport,
): void {
  const { scene } = context;
  const word = childText(skin.record, 'SkinningType') ?? 'Linear';
  const method = Object.hasOwn(METHODS, word) ? (METHODS[word] as number) : 0;
  if (method !== 0) scene.setValue(node, 'skinningMethod', method);
  if (method !== WEIGHT_BLENDED || !childOf(skin.record, 'BlendWeights')) return;
  const read = (): SkinInfluence => readInfluence(skin.record, 'BlendWeights', vertexCount(), report);
  scene.setValue(node, 'dualQuaternionWeights', new BlendShares(read));
}

function storeMatrices(
  context: FbxSceneContext,
  clusters: readonly BoneCluster[],
  { model, node: shape }: MeshPlace,
  node: SceneNode,
): void {
  const { scene, unit } = context;
  const geometric = hasGeometricTransform(model) ? geometricMatrix(model, unit) : undefined;
  let atBinding: Mat4 | undefined;
  clusters.forEach(({ object, bone, node: boneNode }, i) => {
    const storedLink = readMatrix(object.record, 'TransformLink', unit);
    const storedMesh = readMatrix(object.record, 'Transform', unit);
    const link = storedLink ?? boundWorld(context, bone) ?? restWorld(context, bone);
    const meshToBone = storedMesh ?? multiplyMat4(restWorld(context, model), invertMat4(link) ?? identityMat4());
    if (!storedLink || !storedMesh) {
      reportFbx(context.log, 'FBX_BROKEN_CLUSTER', {
        message: `The cluster of "${bone.name}" has no matrices of its own; those of the stored pose are taken`,
        at: context.place(object),
      });
    }
    atBinding ??= multiplyMat4(meshToBone, link);
    scene.connect({ node: boneNode, path: 'worldMatrix[0]' }, { node, path: `matrix[${i}]` });
    scene.setValue(node, `geometryToJoint[${i}]`, geometric ? multiplyMat4(geometric, meshToBone) : meshToBone);
  });
  const atGeometry = atBinding ?? identityMat4();
  scene.setValue(node, 'geomMatrix', geometric ? multiplyMat4(geometric, atGeometry) : atGeometry);
  if (followsMeshes(context)) scene.setValue(node, 'followsMesh', 1);
  const [transform] = shape.parents;
  if (transform) {
    scene.connect({ node: transform, path: 'shapeWorldMatrix[0]' }, { node, path: 'geometryToWorld' });
  }
}

/** A matrix of a cluster in centimetres, or undefined where it is missing, damaged or nothing but zeros. */
function readMatrix(record: FbxRecord, name: string, unit: number): Mat4 | undefined {
  const numbers = readFloat64(childOf(record, name));
  if (numbers.length < 16) return undefined;
  const matrix = identityMat4();
  let isEmpty = true;
  for (let i = 0; i < 16; i++) {
    const value = numbers[i] as number;
    if (!Number.isFinite(value)) return undefined;
    if (value !== 0) isEmpty = false;
    matrix[i] = i >= 12 && i < 15 ? value * unit : value;
  }
  if (isEmpty) return undefined;
  return matrix;
}

const BOUND = new WeakMap<FbxSceneContext, Map<FbxObject, Mat4>>();

/** World matrix of a Model in the bind poses of the file; the first that has it. */
function boundWorld(context: FbxSceneContext, model: FbxObject): Mat4 | undefined {
  let known = BOUND.get(context);
  if (!known) {
    known = new Map();
    BOUND.set(context, known);
    for (const pose of objectsOfKind(context.document, 'Pose')) {
      if (pose.subtype !== 'BindPose') continue;
      for (const entry of pose.record.children) {
        const id = entry.name === 'PoseNode' ? childOf(entry, 'Node')?.values[0] : undefined;
        if (typeof id !== 'number' && typeof id !== 'bigint' && typeof id !== 'string') continue;
        const bound = context.document.find(id);
        const matrix = bound && readMatrix(entry, 'Matrix', context.unit);
        if (matrix && !known.has(bound)) known.set(bound, matrix);
      }
    }
  }
  return known.get(model);
}
