/** Models: the nodes of the hierarchy with their transforms. */
import type { AttributeValue, SceneNode } from '@rigline/scene';
import type { FbxDocument, FbxObject } from './document-types.ts';
import { isBlenderBinary } from './exporter.ts';
import { reportFbx } from './problems.ts';
import { MODEL_PLUGS, plugScale } from './property-plugs.ts';
import { finiteNumber, storeProperty } from './property-values.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { attributesOf } from './shapes.ts';
import { addUserProperties, isUserProperty } from './user-properties.ts';

/** Kinds of Models and NodeAttributes that are bones. */
const BONES: ReadonlySet<string> = new Set(['LimbNode', 'Limb', 'Root']);

/** Maya's numbers of the rotation orders by FBX's: xyz xzy yzx yxz zxy zyx; 6 is spheric. */
const ROTATE_ORDERS = [0, 3, 1, 4, 2, 5] as const;
const SPHERIC = 6;

/** Properties of the rotation stack, which counts only where it is switched on. */
const ROTATION_STACK: ReadonlySet<string> = new Set(['PreRotation', 'PostRotation']);

const GEOMETRIC: ReadonlySet<string> = new Set(['GeometricTranslation', 'GeometricRotation', 'GeometricScaling']);

/** Kinds of attributes that have no points to be moved. */
const PICTURELESS: ReadonlySet<string> = new Set(['Camera', 'CameraStereo', 'Light']);

/** Properties that are read in other ways than by `MODEL_PLUGS`. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  'RotationActive',
  'RotationSpaceForLimitOnly',
  'RotationOrder',
  'InheritType',
  'LookAtProperty',
  'UpVectorProperty',
]);

/** Adds a node for every Model, under its parent. */
export function buildModels(context: FbxSceneContext): void {
  const models = context.document.objects.filter(({ kind }) => kind === 'Model');
  const children = childrenByParent(context, models);
  for (const model of models) context.nodeOf.set(model, addModel(context, model));
  attachAll(context, children);
  for (const model of models) {
    const node = context.nodeOf.get(model) as SceneNode;
    storeTransform(context, model, node);
    storeLimits(context, model, node);
    if (node.type === 'fbxBone') storeBone(context, model, node);
    addUserProperties(context, model, node);
    keepOthers(context, model, node);
  }
}

/** The children of each Model and of the root, in the order of the file. Every Model has one parent in a document. */
function childrenByParent({ document }: FbxSceneContext, models: readonly FbxObject[]): Map<FbxObject, FbxObject[]> {
  const children = new Map<FbxObject, FbxObject[]>();
  for (const model of models) {
    const up = document
      .from(model)
      .find(
        ({ type, destination }) => type === 'OO' && (destination.kind === 'Model' || destination === document.root),
      );
    const parent = up?.destination ?? document.root;
    const list = children.get(parent);
    if (list) list.push(model);
    else children.set(parent, [model]);
  }
  return children;
}

function addModel(context: FbxSceneContext, model: FbxObject): SceneNode {
  const isBone = BONES.has(model.subtype) || boneAttributeOf(context, model) !== undefined;
  return context.scene.addNode({ type: isBone ? 'fbxBone' : 'fbxModel', name: model.name });
}

/** What makes a bone of a Model, where that is an object of its own. */
function boneAttributeOf({ document }: FbxSceneContext, model: FbxObject): FbxObject | undefined {
  return document.into(model).find(({ source }) => source.kind === 'NodeAttribute' && BONES.has(source.subtype))
    ?.source;
}

/** Puts nodes under their parents, parents first, so that a deep hierarchy takes no more time than a flat one. */
function attachAll(context: FbxSceneContext, children: ReadonlyMap<FbxObject, readonly FbxObject[]>): void {
  const queue = [...(children.get(context.document.root) ?? [])];
  for (let i = 0; i < queue.length; i++) {
    const parent = queue[i] as FbxObject;
    const node = context.nodeOf.get(parent) as SceneNode;
    for (const child of children.get(parent) ?? []) {
      context.scene.addInstance(context.nodeOf.get(child) as SceneNode, node);
      queue.push(child);
    }
  }
}

/** Whether rotation order, pre and post rotation count. */
function hasRotationStack({ properties }: FbxObject): boolean {
  return properties.boolean('RotationActive', true) && !properties.boolean('RotationSpaceForLimitOnly', false);
}

function storeTransform(context: FbxSceneContext, model: FbxObject, node: SceneNode): void {
  const { scene } = context;
  const { properties } = model;
  const isStackOn = hasRotationStack(model);
  const isGeometric = hasGeometric(context, model);
  for (const [name, plug] of MODEL_PLUGS) {
    if (!isStackOn && ROTATION_STACK.has(name)) continue;
    if (isGeometric || !GEOMETRIC.has(name)) storeProperty(context, model, node, name, plug);
  }
  if (isStackOn) {
    const order = properties.number('RotationOrder', 0);
    if (order === SPHERIC) scene.setValue(node, 'isSpheric', 1);
    const mayaOrder = ROTATE_ORDERS[order] ?? 0;
    if (mayaOrder !== 0) scene.setValue(node, 'rotateOrder', mayaOrder);
  }
  const inherit = properties.number('InheritType', 1);
  if (inherit === 0 || inherit === 2) scene.setValue(node, 'inheritType', inherit);
}

/** Whether the geometric channels count: they do not where all that a Model shows is a camera or a light. */
function hasGeometric(context: FbxSceneContext, model: FbxObject): boolean {
  const { properties } = model;
  if (![...GEOMETRIC].some((name) => properties.has(name))) return true;
  const attributes = attributesOf(context, model);
  if (attributes.length === 0 || !attributes.every(({ subtype }) => PICTURELESS.has(subtype))) return true;
  const isChanged = [...GEOMETRIC].some((name) => {
    const rest = name === 'GeometricScaling' ? 1 : 0;
    return properties.vector(name, [rest, rest, rest]).some((value) => value !== rest);
  });
  if (isChanged) {
    reportFbx(context.log, 'FBX_GEOMETRIC_IGNORED', {
      message: 'Geometric channels count for meshes alone; those of cameras and lights are left out',
      at: context.place(model),
      group: 'geometric',
    });
  }
  return false;
}

/** Limits by FBX's name, Maya's name and what they are. */
const LIMITS = [
  ['Translation', 'Trans', 'distance'],
  ['Rotation', 'Rot', 'angle'],
  ['Scaling', 'Scale', 'number'],
] as const;

/** Keeps the values of the limits that are switched on. They stay switched off here: stored channels obey them already. */
function storeLimits(context: FbxSceneContext, model: FbxObject, node: SceneNode): void {
  const { properties } = model;
  for (const [name, path, kind] of LIMITS) {
    for (const end of ['Min', 'Max'] as const) {
      if (!properties.has(name + end)) continue;
      const values = properties.vector(name + end, [0, 0, 0]);
      ['X', 'Y', 'Z'].forEach((axis, i) => {
        const value = (values[i] as number) * plugScale(kind, context.unit);
        if (!properties.boolean(name + end + axis, false) || !Number.isFinite(value)) return;
        context.scene.setValue(node, `${end.toLowerCase()}${path}${axis}Limit`, value);
      });
    }
  }
}

function storeBone(context: FbxSceneContext, model: FbxObject, node: SceneNode): void {
  const bone = boneAttributeOf(context, model) ?? model;
  const unit = boneUnit(context.document);
  const radius = finiteNumber(context, bone, 'Size', unit) / unit;
  if (radius !== 1) context.scene.setValue(node, 'radius', radius);
  const length = finiteNumber(context, bone, 'LimbLength', 1);
  if (length !== 0) context.scene.setValue(node, 'boneLength', length);
  if (bone.subtype === 'Root') context.scene.setValue(node, 'isSkeletonRoot', 1);
}

/** `Size` of a bone of radius 1. Measured in files: Maya writes 100/3, Blender's exporters write 33 and 1. */
function boneUnit(document: FbxDocument): number {
  if (document.file.version < 6000 || /^blender version/i.test(document.creator)) return 1;
  return isBlenderBinary(document) ? 33 : 100 / 3;
}

/** Keeps the properties that are read nowhere: one list, as the file has them. */
function keepOthers(context: FbxSceneContext, model: FbxObject, node: SceneNode): void {
  const isStackOn = hasRotationStack(model);
  const others: AttributeValue[] = [];
  for (const property of model.properties.own) {
    const { name } = property;
    if (isUserProperty(property) || READ_ELSEWHERE.has(name)) continue;
    if (MODEL_PLUGS.has(name) && (isStackOn || !ROTATION_STACK.has(name))) continue;
    others.push(property);
  }
  if (others.length > 0) context.scene.setRaw(node, 'fbxProperties', { dataType: 'FbxProperty', value: others });
}
