/** Which properties of a Model of version 6 and earlier are its own, and which are those of what it shows. */
import type { FbxProperty } from './document-types.ts';

const AXES = ['X', 'Y', 'Z'];

function withAxes(names: readonly string[]): string[] {
  return names.flatMap((name) => AXES.map((axis) => name + axis));
}

/** Source: the template of `FbxNode` in files of version 7. */
const NODE_PROPERTIES: ReadonlySet<string> = new Set([
  'Lcl Translation',
  'Lcl Rotation',
  'Lcl Scaling',
  'Visibility',
  'Visibility Inheritance',
  'QuaternionInterpolate',
  'RotationOffset',
  'RotationPivot',
  'ScalingOffset',
  'ScalingPivot',
  'RotationOrder',
  'RotationSpaceForLimitOnly',
  'AxisLen',
  'PreRotation',
  'PostRotation',
  'InheritType',
  'GeometricTranslation',
  'GeometricRotation',
  'GeometricScaling',
  'LookAtProperty',
  'UpVectorProperty',
  'Show',
  'NegativePercentShapeSupport',
  'DefaultAttributeIndex',
  'Freeze',
  'LODBox',
  'notes',
  ...['Translation', 'Rotation', 'Scaling'].flatMap((channel) => [
    `${channel}Active`,
    `${channel}Min`,
    `${channel}Max`,
    ...withAxes([`${channel}Min`, `${channel}Max`]),
  ]),
  ...withAxes([
    'RotationStiffness',
    'MinDampRange',
    'MaxDampRange',
    'MinDampStrength',
    'MaxDampStrength',
    'PreferedAngle',
  ]),
]);

/** Whether a property of this name is a Model's own in every file. */
export function isNodeProperty(name: string): boolean {
  return NODE_PROPERTIES.has(name);
}

/** Whether a stored property is the Model's own: those of the user are, whatever their names. */
export function isModelRow(property: FbxProperty): boolean {
  return NODE_PROPERTIES.has(property.name) || property.flags.includes('U');
}

/** Whether a stored property belongs to what the Model shows. */
export function isAttributeRow(property: FbxProperty): boolean {
  return !isModelRow(property);
}
