/** Chains of deformers over the meshes of a file: blend shapes first, then skins. */
import type { PlugRef, SceneNode } from '@rigline/scene';
import type { FbxObject } from './document-types.ts';
import { type PlacedMesh, placedMeshes, reporter } from './meshes.ts';
import { addBlendShape } from './morphs.ts';
import { reportFbx } from './problems.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { addSkin } from './skins.ts';

/** Adds the deformers of all meshes that `buildMeshes` has made. */
export function buildDeformers(context: FbxSceneContext): void {
  for (const placed of placedMeshes(context)) addDeformers(context, placed);
}

function addDeformers(context: FbxSceneContext, placed: PlacedMesh): void {
  const { geometry, mesh, places } = placed;
  const deformers = deformersOf(context, placed);
  if (deformers.length === 0 || !places[0]) return;
  const report = reporter(context, geometry);
  const original: PlugRef = { node: places[0].node, path: 'origMesh' };
  let morphed = original;
  const base = { mesh, unit: context.unit, report };
  for (const deformer of deformers) {
    if (deformer.subtype === 'BlendShape') morphed = append(context, morphed, addBlendShape(context, deformer, base));
  }
  const done = new Set<SceneNode>();
  for (const place of places) {
    if (done.has(place.node)) continue;
    done.add(place.node);
    let end = morphed;
    for (const deformer of deformers) {
      if (deformer.subtype !== 'Skin') continue;
      const skin = addSkin(context, deformer, place, () => mesh.vertexCount, report);
      if (skin) end = append(context, end, skin);
    }
    if (end !== original) context.scene.connect(end, { node: place.node, path: 'inMesh' });
  }
}

/** Connects a deformer behind a mesh, and gives the plug with the mesh that it makes. */
function append({ scene }: FbxSceneContext, mesh: PlugRef, deformer: SceneNode): PlugRef {
  scene.connect(mesh, { node: deformer, path: 'input[0].inputGeometry' });
  return { node: deformer, path: 'outputGeometry[0]' };
}

/** Deformers of a mesh in the order of the file. Before version 7 they may hang on the Model. */
function deformersOf(context: FbxSceneContext, { geometry, places }: PlacedMesh): FbxObject[] {
  const { document } = context;
  const owners = document.file.version < 7000 ? [geometry, ...places.map(({ model }) => model)] : [geometry];
  const found = new Set<FbxObject>();
  for (const owner of owners) {
    for (const { type, source } of document.into(owner)) {
      if (type !== 'OO' || source.kind !== 'Deformer' || found.has(source)) continue;
      if (source.subtype === 'BlendShape' || source.subtype === 'Skin') found.add(source);
      else reportOther(context, source);
    }
  }
  return [...found];
}

function reportOther(context: FbxSceneContext, deformer: FbxObject): void {
  reportFbx(context.log, 'FBX_DEFORMER_NOT_READ', {
    message: `Deformers of the type ${JSON.stringify(deformer.subtype)} are not read`,
    at: context.place(deformer),
    group: deformer.subtype,
    hint: /cache/i.test(deformer.subtype) ? 'Points that a cache moves stay where they are in the file.' : 'Bake them.',
  });
}
