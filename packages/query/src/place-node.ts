import type { Place } from '@rigline/diagnostics';
import {
  conjugateQuat,
  decomposeMat4,
  eulerFromQuat,
  invertMat4,
  type Mat4,
  multiplyMat4,
  multiplyQuat,
  quatFromEuler,
  type RotateOrder,
  transformPoint,
  type Vec3,
} from '@rigline/math';
import { leafPlugs, type Plug, type SceneNode } from '@rigline/scene';
import { MAYA_ROTATE_ORDERS } from '@rigline/scene/maya';
import { checkSettable } from './commands/set-attr.ts';
import type { QueryContext } from './context.ts';
import { fail } from './fail.ts';
import { requirePlugOf } from './names.ts';

/** Evaluated numbers of a tuple in inner units. */
export function readTriple(context: QueryContext, node: SceneNode, path: string): Vec3 {
  const value = context.graph.get({ node, path });
  return (value as number[]).map(Number) as Vec3;
}

export function readMatrix(context: QueryContext, node: SceneNode, path: string): Mat4 {
  return context.graph.get({ node, path }) as Mat4;
}

/** What a node's own matrix is multiplied by, at its first place. */
export function parentToWorld(context: QueryContext, node: SceneNode): Mat4 {
  return readMatrix(context, node, 'parentMatrix[0]');
}

export function worldToParent(context: QueryContext, node: SceneNode, at: Place): Mat4 {
  const inverse = invertMat4(parentToWorld(context, node));
  return inverse ?? fail('QUERY_WRONG_VALUE', `The parent of "${node.name}" is scaled to zero`, at);
}

export function orderOf(context: QueryContext, node: SceneNode): RotateOrder {
  return MAYA_ROTATE_ORDERS[Number(context.graph.get({ node, path: 'rotateOrder' }))] ?? 'xyz';
}

/** Sets a tuple in inner units; refused while locked or connected. */
export function writeTriple(
  context: QueryContext,
  node: SceneNode,
  path: string,
  value: Readonly<Vec3>,
  at: Place,
): void {
  const plug: Plug = requirePlugOf(node, path, at);
  checkSettable(context, plug, at);
  leafPlugs(plug).forEach((leaf, i) => {
    context.scene.setValue(node, leaf.path, value[i] as number);
  });
}

/** The fixed rotation after `rotate`: a joint's orientation. */
function orientOf(context: QueryContext, node: SceneNode): Vec3 {
  return node.resolve('jointOrient') ? readTriple(context, node, 'jointOrient') : [0, 0, 0];
}

/** `rotate` that turns a node as a rotation in its parent's space, with its rotate axis and joint orient undone. */
export function rotateOf(context: QueryContext, node: SceneNode, rotation: Parameters<typeof multiplyQuat>[0]): Vec3 {
  const axis = conjugateQuat(quatFromEuler(readTriple(context, node, 'rotateAxis'), 'xyz'));
  const orient = conjugateQuat(quatFromEuler(orientOf(context, node), 'xyz'));
  return eulerFromQuat(multiplyQuat(multiplyQuat(axis, rotation), orient), orderOf(context, node));
}

/** Sets translate, rotate, scale and shear so that the node's own matrix becomes `local`; pivots stay. */
export function placeLocally(context: QueryContext, node: SceneNode, local: Readonly<Mat4>, at: Place): void {
  const parts = decomposeMat4(local);
  writeTriple(context, node, 'scale', parts.scale, at);
  writeTriple(context, node, 'shear', parts.shear, at);
  writeTriple(context, node, 'rotate', rotateOf(context, node, parts.rotate), at);
  const now = readMatrix(context, node, 'matrix');
  const translate = readTriple(context, node, 'translate');
  writeTriple(
    context,
    node,
    'translate',
    [0, 1, 2].map((i) => (translate[i] as number) + (local[12 + i] as number) - (now[12 + i] as number)) as Vec3,
    at,
  );
}

/** Like `placeLocally`, for a matrix in world space. */
export function placeInWorld(context: QueryContext, node: SceneNode, world: Readonly<Mat4>, at: Place): void {
  placeLocally(context, node, multiplyMat4(world, worldToParent(context, node, at)), at);
}

/** The point that the node turns about, in its parent's space. */
export function rotatePivotInParent(context: QueryContext, node: SceneNode): Vec3 {
  const [t, p, q] = ['translate', 'rotatePivot', 'rotatePivotTranslate'].map((path) => readTriple(context, node, path));
  return [0, 1, 2].map(
    (i) => ((t as Vec3)[i] as number) + ((p as Vec3)[i] as number) + ((q as Vec3)[i] as number),
  ) as Vec3;
}

/** The point that the node is scaled about, in its own space after scaling and before turning. */
export function scalePivotInWorld(context: QueryContext, node: SceneNode): Vec3 {
  const matrix = readMatrix(context, node, 'matrix');
  // The scale pivot does not move under scale and shear: the point that the whole stack takes it to is its image.
  const point = transformPoint(matrix, readTriple(context, node, 'scalePivot'));
  return transformPoint(parentToWorld(context, node), point);
}
