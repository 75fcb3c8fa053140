/** World matrices of Models from their stored values, for what has to be known while the file is read. */
import {
  degToRad,
  identityMat4,
  type Mat4,
  mat4FromEuler,
  mat4FromScale,
  mat4FromTranslation,
  multiplyMat4,
  type RotateOrder,
  transposeMat4,
  type Vec3,
} from '@rigline/math';
import type { FbxObject, FbxProperties } from './document-types.ts';
import type { FbxSceneContext } from './scene-context.ts';

const ROTATE_ORDERS: readonly RotateOrder[] = ['xyz', 'xzy', 'yzx', 'yxz', 'zxy', 'zyx'];
/** Ancestors of a Model, at most. */
const DEPTH_LIMIT = 10_000;

/**
 * World matrix of a Model in centimetres. Parents pass all their scale on, whatever the inherit type.
 *
 * Source: FBX SDK help, "Computing transformation matrices".
 */
export function restWorld(context: FbxSceneContext, model: FbxObject): Mat4 {
  const world = localMatrix(model.properties, context.unit);
  const seen = new Set<FbxObject>([model]);
  for (let parent = parentOf(context, model); parent && !seen.has(parent); parent = parentOf(context, parent)) {
    multiplyMat4(world, localMatrix(parent.properties, context.unit), world);
    if (seen.add(parent).size > DEPTH_LIMIT) break;
  }
  return world;
}

function parentOf({ document, nodeOf }: FbxSceneContext, model: FbxObject): FbxObject | undefined {
  let parent: FbxObject | undefined;
  for (const { type, destination } of document.from(model)) {
    if (type === 'OO' && destination.kind === 'Model' && nodeOf.has(destination)) parent = destination;
  }
  return parent;
}

/** Whether a Model says anything of a geometric transform. */
export function hasGeometricTransform({ properties }: FbxObject): boolean {
  return GEOMETRIC.some((name) => properties.get(name) !== undefined);
}

const GEOMETRIC = ['GeometricTranslation', 'GeometricRotation', 'GeometricScaling'];

/** The geometric transform of a Model: of what hangs on it alone. */
export function geometricMatrix({ properties }: FbxObject, unit: number): Mat4 {
  const matrix = mat4FromScale(properties.vector('GeometricScaling', [1, 1, 1]));
  multiplyMat4(matrix, rotation(properties, 'GeometricRotation', 'xyz'), matrix);
  return multiplyMat4(matrix, translation(properties, 'GeometricTranslation', unit), matrix);
}

function localMatrix(properties: FbxProperties, unit: number): Mat4 {
  const hasStack =
    properties.boolean('RotationActive', true) && !properties.boolean('RotationSpaceForLimitOnly', false);
  const order = hasStack ? (ROTATE_ORDERS[properties.number('RotationOrder', 0)] ?? 'xyz') : 'xyz';
  const matrix = translation(properties, 'ScalingPivot', -unit);
  const then = (next: Mat4): void => void multiplyMat4(matrix, next, matrix);
  then(mat4FromScale(properties.vector('Lcl Scaling', [1, 1, 1])));
  then(translation(properties, 'ScalingPivot', unit));
  then(translation(properties, 'ScalingOffset', unit));
  then(translation(properties, 'RotationPivot', -unit));
  if (hasStack) then(transposeMat4(rotation(properties, 'PostRotation', 'xyz')));
  then(rotation(properties, 'Lcl Rotation', order));
  if (hasStack) then(rotation(properties, 'PreRotation', 'xyz'));
  then(translation(properties, 'RotationPivot', unit));
  then(translation(properties, 'RotationOffset', unit));
  then(translation(properties, 'Lcl Translation', unit));
  return matrix;
}

function translation(properties: FbxProperties, name: string, unit: number): Mat4 {
  const [x, y, z] = properties.vector(name, [0, 0, 0]);
  return x === 0 && y === 0 && z === 0 ? identityMat4() : mat4FromTranslation([x * unit, y * unit, z * unit]);
}

function rotation(properties: FbxProperties, name: string, order: RotateOrder): Mat4 {
  const euler = properties.vector(name, [0, 0, 0]).map(degToRad) as Vec3;
  return mat4FromEuler(euler, order);
}
