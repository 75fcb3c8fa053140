/** Properties of the user: dynamic attributes of the node. */
import {
  type Attribute,
  type AttributeValue,
  attributeIndex,
  boolean,
  choice,
  color3,
  compound,
  distance,
  integer,
  number,
  number3,
  type SceneNode,
  string,
  time,
} from '@rigline/scene';
import type { FbxObject, FbxProperty } from './document-types.ts';
import type { FbxValue } from './record-types.ts';
import { isFbxArray } from './record-types.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** Attributes of one node, at most; the rest is kept as raw values. */
const ATTRIBUTE_LIMIT = 10_000;

/** Characters that mean something in the path of a plug. */
const PATH_CHARACTERS = /[.[\]|]/g;

/** Whether a property is the user's. */
export function isUserProperty(property: FbxProperty): boolean {
  return property.flags.includes('U');
}

/** Name of the attribute that a property of the user becomes: its own, unless it means something else already. */
export function userAttributeName(node: SceneNode, property: string): string {
  const name = property.replace(PATH_CHARACTERS, '_');
  return name === '' || attributeIndex(node.declaration).has(name) ? `user_${name}` : name;
}

/** Makes attributes of the properties of the user that a Model has. */
export function addUserProperties(context: FbxSceneContext, object: FbxObject, node: SceneNode): void {
  let count = 0;
  for (const property of object.properties.own) {
    if (!isUserProperty(property)) continue;
    if (count >= ATTRIBUTE_LIMIT) {
      context.scene.setRaw(node, property.name, { dataType: property.type, value: property.values });
      continue;
    }
    count++;
    addUserProperty(context, property, node);
  }
}

function addUserProperty(context: FbxSceneContext, property: FbxProperty, node: SceneNode): void {
  const { scene } = context;
  const name = userAttributeName(node, property.name);
  if (node.dynamics?.[name]) return;
  const read = readerOf(property, name, context);
  if (!read) {
    scene.setRaw(node, property.name, { dataType: property.type, value: property.values });
    return;
  }
  scene.addAttribute(node, name, read.attribute);
  const leaves = read.attribute.children ? Object.keys(read.attribute.children) : [name];
  leaves.forEach((leaf, i) => {
    const value = read.values[i];
    if (value !== undefined) scene.setValue(node, leaf, value);
  });
  if (property.flags.includes('A')) scene.setFlags(node, name, { keyable: true });
}

interface UserAttribute {
  readonly attribute: Attribute;
  readonly values: readonly AttributeValue[];
}

/** The attribute and the values that a property has; undefined for types that are no value. */
function readerOf(property: FbxProperty, name: string, context: FbxSceneContext): UserAttribute | undefined {
  const type = property.type.toLowerCase();
  const { values } = property;
  const first = finite(values[0]);
  const numbers = values.slice(0, 4).map(finite);
  switch (type) {
    case 'bool':
    case 'boolean':
      return { attribute: boolean(name), values: [first === 0 ? 0 : 1] };
    case 'enum':
      return { attribute: choice(name, enumNames(values[1])), values: [Math.trunc(first)] };
    case 'int':
    case 'integer':
    case 'short':
    case 'ushort':
    case 'uinteger':
    case 'longlong':
    case 'ulonglong':
    case 'char':
    case 'uchar':
      return { attribute: integer(name), values: [Math.trunc(first)] };
    case 'double':
    case 'number':
    case 'float':
    case 'real':
    case 'halffloat':
      return { attribute: number(name), values: [first] };
    case 'distance':
      return { attribute: distance(name), values: [first * context.unit] };
    case 'ktime':
    case 'time':
      return { attribute: time(name), values: [first / context.document.ticksPerSecond] };
    case 'vector2':
    case 'vector2d':
      return { attribute: numbersStruct(name, 'XY'), values: numbers.slice(0, 2) };
    case 'vector':
    case 'vector3d':
    case 'double3':
      return { attribute: number3(name, name), values: numbers.slice(0, 3) };
    case 'vector4':
    case 'vector4d':
      return { attribute: numbersStruct(name, 'XYZW'), values: numbers };
    case 'color':
    case 'colorrgb':
      return { attribute: color3(name, name), values: numbers.slice(0, 3) };
    case 'colorandalpha':
    case 'colorrgba':
      return { attribute: numbersStruct(name, 'RGBA'), values: numbers };
    case 'kstring':
    case 'charptr':
    case 'string':
    case 'url':
    case 'xrefurl':
    case 'datetime':
      return { attribute: string(name), values: [typeof values[0] === 'string' ? values[0] : ''] };
    default:
      return undefined;
  }
}

function numbersStruct(name: string, axes: string): Attribute {
  return compound(name, Object.fromEntries([...axes].map((axis) => [name + axis, number(name + axis.toLowerCase())])));
}

function finite(value: FbxValue | undefined): number {
  if (typeof value === 'object' && (value instanceof Uint8Array || isFbxArray(value))) return 0;
  const read = Number(value);
  return Number.isFinite(read) ? read : 0;
}

/** Names of a choice at most. */
const CHOICE_LIMIT = 10_000;

/** `ValueA~ValueB~ValueC`, by number. */
function enumNames(text: FbxValue | undefined): Record<number, string> {
  const names: Record<number, string> = {};
  if (typeof text !== 'string' || text === '') return names;
  const parts = text.split('~', CHOICE_LIMIT);
  for (let i = 0; i < parts.length; i++) names[i] = parts[i] as string;
  return names;
}
