/** Where the shapes of a file hang, and what they are called. */
import type { Scene, SceneNode } from '@rigline/scene';
import type { FbxObject } from './document-types.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** The Models that show a Geometry or NodeAttribute, in the order of the file. */
export function modelsOf(context: FbxSceneContext, attribute: FbxObject): FbxObject[] {
  const models = new Set<FbxObject>();
  for (const { type, destination } of context.document.from(attribute)) {
    if (type === 'OO' && context.nodeOf.has(destination)) models.add(destination);
  }
  return [...models];
}

/** Asked for again and again by every animated property of a Model. */
const ATTRIBUTES = new WeakMap<FbxObject, FbxObject[]>();

/** The objects of a kind that are connected to a Model: its Geometry, its NodeAttribute. */
export function attributesOf(context: FbxSceneContext, model: FbxObject): FbxObject[] {
  const known = ATTRIBUTES.get(model);
  if (known) return known;
  const found: FbxObject[] = [];
  for (const { type, source } of context.document.into(model)) {
    if (type === 'OO' && (source.kind === 'NodeAttribute' || source.kind === 'Geometry')) found.push(source);
  }
  ATTRIBUTES.set(model, found);
  return found;
}

/**
 * Adds the shape of a Geometry or NodeAttribute under the first Model that shows it, and as an instance under all
 * others. It is named after the first Model.
 *
 * @returns undefined where no Model shows it.
 */
export function addShapeNode(context: FbxSceneContext, attribute: FbxObject, type: string): SceneNode | undefined {
  const parents = modelsOf(context, attribute).map((model) => context.nodeOf.get(model) as SceneNode);
  const [first, ...others] = parents;
  if (!first) return undefined;
  const { scene } = context;
  const node = scene.addNode({ type, name: freeShapeName(scene, first), parent: first });
  for (const parent of others) scene.addInstance(node, parent);
  context.shapeOf.set(attribute, node);
  return node;
}

/** A name for a shape under a transform that no sibling has. */
export function freeShapeName(scene: Scene, parent: SceneNode): string {
  const name = `${parent.name}Shape`;
  return scene.isNameTaken(name, true, parent) ? scene.freeName(`${name}#`) : name;
}
