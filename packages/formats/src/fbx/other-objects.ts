/** Objects that nothing here gives a meaning to: kept with their properties, so that a writer can hand them on. */
import type { SceneNode } from '@rigline/scene';
import type { FbxObject } from './document-types.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** Kinds that other files of this folder read. */
const KNOWN: ReadonlySet<string> = new Set([
  'Model',
  'Geometry',
  'NodeAttribute',
  'Deformer',
  'AnimationStack',
  'AnimationLayer',
  'AnimationCurveNode',
  'AnimationCurve',
  'Material',
  'Texture',
  'LayeredTexture',
  'Video',
  'Pose',
  'Constraint',
  'GlobalSettings',
  'SceneInfo',
  'Document',
]);

/** Adds a node for every other object, and connects what belongs to it. */
export function buildOtherObjects(context: FbxSceneContext): void {
  const { document, scene } = context;
  const nodes = new Map<FbxObject, SceneNode>();
  for (const object of document.objects) {
    if (KNOWN.has(object.kind) || object === document.root) continue;
    const name = object.name === '' ? scene.freeName(`${object.kind}#`) : object.name;
    const node = scene.addNode({ type: 'fbxObject', name });
    nodes.set(object, node);
    scene.setValue(node, 'kind', object.kind);
    if (object.subtype !== '') scene.setValue(node, 'subtype', object.subtype);
    const { own } = object.properties;
    if (own.length > 0) scene.setRaw(node, 'fbxProperties', { dataType: 'FbxProperty', value: own });
  }
  for (const [object, node] of nodes) {
    let count = 0;
    for (const { type, source } of document.into(object)) {
      const member = type === 'OO' ? (context.nodeOf.get(source) ?? nodes.get(source)) : undefined;
      if (member) scene.connect({ node: member, path: 'message' }, { node, path: `members[${count++}]` });
    }
  }
}
