/** What hangs on Models besides geometry: cameras, lights, markers. */

import { addCamera } from './cameras.ts';
import type { FbxObject } from './document-types.ts';
import { addLight } from './lights.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { addShapeNode } from './shapes.ts';

/** Kinds of attributes, and what makes a shape of them. Bones are nothing but their Model; others have no picture. */
const BUILDERS: ReadonlyMap<string, (context: FbxSceneContext, attribute: FbxObject) => void> = new Map([
  ['Camera', addCamera],
  ['CameraStereo', addCamera],
  ['Light', addLight],
  ['Null', addLocator],
  ['Marker', addLocator],
  ['FKEffector', addLocator],
  ['IKEffector', addLocator],
]);

/** Adds the shapes of all NodeAttributes. */
export function buildAttributes(context: FbxSceneContext): void {
  for (const object of context.document.objects) {
    if (object.kind === 'NodeAttribute') BUILDERS.get(object.subtype.replace(/^Fbx/, ''))?.(context, object);
  }
}

function addLocator(context: FbxSceneContext, attribute: FbxObject): void {
  addShapeNode(context, attribute, 'locator');
}
