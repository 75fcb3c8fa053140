/** Inputs of constraint nodes: where their targets are, and what the constrained node is like. */
import { eulerFromQuat, multiplyQuat, type Quat, quatFromEuler, ROTATE_ORDERS, type Vec3 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import type { BuiltConstraint, ConstraintEnd } from './constraint-links.ts';
import type { FbxObject } from './document-types.ts';
import { type AnimatedPlug, type PlugKind, plugScale } from './property-plugs.ts';
import type { FbxSceneContext } from './scene-context.ts';

type Plugs = Map<string, AnimatedPlug>;

const AXES = ['X', 'Y', 'Z'] as const;

/**
 * Connects a target. Its world matrix stands where Maya has the space above it, with nothing in its own channels: so
 * every part of a Model's transform is in it. Only the rotate pivot is told apart.
 */
export function wireTarget(
  context: FbxSceneContext,
  constraint: BuiltConstraint,
  target: ConstraintEnd,
  index: number,
  plugs: Plugs,
): void {
  const { node, kind, object } = constraint;
  const at = `target[${index}]`;
  context.scene.connect({ node: target.node, path: 'worldMatrix[0]' }, { node, path: `${at}.targetParentMatrix` });
  if (kind.type === 'orientConstraint' || kind.type === 'scaleConstraint') return;
  connectTriple(context, target.node, 'rotatePivot', node, `${at}.targetRotatePivot`);
  if (kind.type !== 'parentConstraint') return;
  const { name } = target.model;
  storeTriple(context, object, `${name}.Offset T`, 'distance', node, `${at}.targetOffsetTranslate`, plugs);
  storeTurn(context, constraint, `${name}.Offset R`, `${at}.targetOffsetRotate`, plugs);
}

/** Connects what a constraint has to know of its node, and stores its own offset. */
export function wireConstrained(
  context: FbxSceneContext,
  constraint: BuiltConstraint,
  held: SceneNode,
  plugs: Plugs,
): void {
  const { node, kind, object } = constraint;
  const { scene } = context;
  scene.setValue(node, 'enableRestPosition', 1);
  scene.connect({ node: held, path: 'parentInverseMatrix[0]' }, { node, path: 'constraintParentInverseMatrix' });
  if (kind.type !== 'orientConstraint' && kind.type !== 'scaleConstraint') {
    connectTriple(context, held, 'rotatePivot', node, 'constraintRotatePivot');
    connectTriple(context, held, 'rotatePivotTranslate', node, 'constraintRotateTranslate');
  }
  if (kind.type !== 'pointConstraint' && kind.type !== 'scaleConstraint') {
    scene.connect({ node: held, path: 'rotateOrder' }, { node, path: 'constraintRotateOrder' });
    connectTriple(context, held, 'preRotation', node, 'constraintJointOrient');
  }
  for (const { channel } of kind.held) {
    const name = channel.charAt(0).toUpperCase() + channel.slice(1);
    copyTriple(context, held, channel, node, `rest${name}`);
  }
  if (kind.type === 'pointConstraint') {
    storeTriple(context, object, 'Translation', 'distance', node, 'offset', plugs);
  } else if (kind.type === 'scaleConstraint') {
    storeTriple(context, object, 'Scaling', 'number', node, 'offset', plugs, [1, 1, 1]);
  } else if (kind.type !== 'parentConstraint') {
    storeTurn(context, constraint, kind.type === 'aimConstraint' ? 'RotationOffset' : 'Rotation', 'offset', plugs);
  }
}

/** What an aim has besides: its vectors, and where up is. */
export function wireAim(context: FbxSceneContext, constraint: BuiltConstraint, plugs: Plugs): void {
  const { node, object, links } = constraint;
  const { scene } = context;
  if (links.constrained) connectTriple(context, links.constrained.node, 'translate', node, 'constraintTranslate');
  storeTriple(context, object, 'AimVector', 'number', node, 'aimVector', plugs, [1, 0, 0]);
  storeTriple(context, object, 'UpVector', 'number', node, 'upVector', plugs, [0, 1, 0]);
  storeTriple(context, object, 'WorldUpVector', 'number', node, 'worldUpVector', plugs, [0, 1, 0]);
  const type = object.properties.number('WorldUpType', 0);
  scene.setValue(node, 'worldUpType', Number.isInteger(type) && type >= 0 && type <= 4 ? type : 0);
  if (links.up) scene.connect({ node: links.up.node, path: 'worldMatrix[0]' }, { node, path: 'worldUpMatrix' });
}

/** Connects three numbers, where both nodes have them. */
export function connectTriple(
  { scene }: FbxSceneContext,
  from: SceneNode,
  source: string,
  to: SceneNode,
  destination: string,
): void {
  for (const axis of AXES) {
    const start = from.resolve(source + axis);
    const end = to.resolve(destination + axis);
    if (start && end) scene.connect({ node: from, path: start.path }, { node: to, path: end.path });
  }
}

function copyTriple(context: FbxSceneContext, from: SceneNode, source: string, to: SceneNode, path: string): void {
  for (const axis of AXES) {
    const value = from.values.get(source + axis);
    const end = to.resolve(path + axis);
    if (typeof value === 'number' && end) context.scene.setValue(to, end.path, value);
  }
}

function storeTriple(
  context: FbxSceneContext,
  object: FbxObject,
  property: string,
  kind: PlugKind,
  node: SceneNode,
  path: string,
  plugs: Plugs,
  fallback: Vec3 = [0, 0, 0],
): void {
  const scale = plugScale(kind, context.unit);
  const value = object.properties.vector(property, fallback);
  const leaves = AXES.map((axis) => path + axis);
  leaves.forEach((leaf, i) => {
    context.scene.setValue(node, leaf, (value[i] as number) * scale);
  });
  const isLength = kind === 'distance';
  plugs.set(property, {
    node,
    path,
    leaves,
    scale,
    curveType: isLength ? 'animCurveTL' : kind === 'angle' ? 'animCurveTA' : 'animCurveTU',
    layered: isLength ? 'fbxLayeredTranslate' : 'fbxLayeredNumber',
  });
}

const turn: Quat = [0, 0, 0, 1];
const post: Quat = [0, 0, 0, 1];

/**
 * Stores a rotation that counts nearest to the object. FBX writes it in the order xyz, the node takes it in the order of
 * the constrained node; and a post rotation of that node is taken back before it.
 */
function storeTurn(
  context: FbxSceneContext,
  constraint: BuiltConstraint,
  property: string,
  path: string,
  plugs: Plugs,
): void {
  const { node, object, links } = constraint;
  storeTriple(context, object, property, 'angle', node, path, plugs);
  const held = links.constrained?.node;
  if (!held) return;
  const number = held.values.get('rotateOrder');
  const order = ROTATE_ORDERS[typeof number === 'number' ? number : 0] ?? 'xyz';
  const postRotation = tripleOf(held, 'postRotation');
  if (order === 'xyz' && postRotation.every((angle) => angle === 0)) return;
  quatFromEuler(tripleOf(node, path), 'xyz', turn);
  multiplyQuat(quatFromEuler(postRotation, 'xyz', post), turn, turn);
  const euler = eulerFromQuat(turn, order);
  AXES.forEach((axis, i) => {
    context.scene.setValue(node, path + axis, euler[i] as number);
  });
}

function tripleOf(node: SceneNode, path: string): Vec3 {
  const [x, y, z] = AXES.map((axis) => {
    const value = node.values.get(path + axis);
    return typeof value === 'number' ? value : 0;
  }) as Vec3;
  return [x, y, z];
}
