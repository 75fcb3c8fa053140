/** Numbers of properties in inner units, checked. */
import type { SceneNode } from '@rigline/scene';
import type { FbxObject } from './document-types.ts';
import { reportFbx } from './problems.ts';
import { type PropertyPlug, plugScale } from './property-plugs.ts';
import type { FbxValue } from './record-types.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** Stores what a property says on its plug, where that is not the default of the plug. */
export function storeProperty(
  context: FbxSceneContext,
  object: FbxObject,
  node: SceneNode,
  name: string,
  plug: PropertyPlug,
): void {
  const property = object.properties.get(name);
  if (!property) return;
  const scale = plugScale(plug.kind, context.unit);
  for (let i = 0; i < plug.leaves.length; i++) {
    const fallback = plug.defaults[i] as number;
    const read = readNumber(property.values[i], fallback / scale) * scale;
    if (!Number.isFinite(read)) reportNonFinite(context, object, name, fallback);
    const value = Number.isFinite(read) ? (plug.kind === 'boolean' ? switchOf(read) : read) : fallback;
    if (value !== fallback) context.scene.setValue(node, plug.leaves[i] as string, value);
  }
}

/** A number of a property in the units of the file; `fallback` where it is missing or not finite. */
export function finiteNumber(context: FbxSceneContext, object: FbxObject, name: string, fallback: number): number {
  const property = object.properties.get(name);
  const value = property ? readNumber(property.values[0], fallback) : fallback;
  if (Number.isFinite(value)) return value;
  reportNonFinite(context, object, name, fallback);
  return fallback;
}

/** A choice by number; `fallback` where it is missing or none of 0 to `last`. */
export function enumOf(object: FbxObject, name: string, fallback: number, last: number): number {
  const value = object.properties.number(name, fallback);
  return Number.isInteger(value) && value >= 0 && value <= last ? value : fallback;
}

/** A value as a number; `fallback` where there is none. Only numbers and their text can be non-finite. */
function readNumber(written: FbxValue | undefined, fallback: number): number {
  if (typeof written === 'number') return written;
  return written === undefined || typeof written === 'object' ? fallback : Number(written);
}

/** Switches are floats that count as off below 1. */
function switchOf(value: number): number {
  return Math.trunc(value) === 0 ? 0 : 1;
}

function reportNonFinite(context: FbxSceneContext, object: FbxObject, name: string, fallback: number): void {
  reportFbx(context.log, 'FBX_BAD_PROPERTY', {
    message: `"${name}" is no finite number; ${fallback} is taken`,
    at: context.place(object),
  });
}
