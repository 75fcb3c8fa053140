/** Objects to the scene model: the only layer that gives meaning, converts units and maps enums. */
import type { Place, ProblemLog } from '@rigline/diagnostics';
import { Scene } from '@rigline/scene';
import { MAYA_DECLARATIONS } from '@rigline/scene/maya';
import { buildAnimation } from './animation.ts';
import { buildAttributes } from './attributes.ts';
import { buildConstraints } from './constraints.ts';
import { buildDeformers } from './deformers.ts';
import type { FbxDocument, FbxObject } from './document-types.ts';
import { driveConstraints } from './live-constraints.ts';
import { buildMaterials } from './materials.ts';
import { buildMeshes } from './meshes.ts';
import { buildModels } from './models.ts';
import { buildOtherObjects } from './other-objects.ts';
import { buildPoses } from './poses.ts';
import { reportFbx } from './problems.ts';
import type { FbxOptions, FbxSceneContext } from './scene-context.ts';
import { centimetresPerUnit, settingsOf } from './settings.ts';
import { chooseTake, listTakes } from './takes.ts';

/**
 * Builds the scene of a file.
 *
 * @throws RiglineError `FBX_NO_TAKE`, `FBX_NODE_CYCLE`.
 */
export function buildFbxScene(document: FbxDocument, log: ProblemLog, options: FbxOptions): Scene {
  const scene = new Scene(options.declarations ?? MAYA_DECLARATIONS);
  scene.addNode({ type: 'time', name: 'time1', isDefault: true });
  const takes = listTakes(document);
  const nodeOf: FbxSceneContext['nodeOf'] = new Map();
  const context: FbxSceneContext = {
    document,
    scene,
    log,
    options,
    unit: centimetresPerUnit(document, log, options.file),
    takes,
    take: chooseTake(takes, options),
    nodeOf,
    shapeOf: new Map(),
    morphOf: new Map(),
    plugsOf: new Map(),
    place: (object: FbxObject): Place => ({
      file: options.file,
      byte: object.at,
      ...(object.name === '' ? {} : { node: object.name }),
    }),
  };
  buildModels(context);
  buildAttributes(context);
  buildMeshes(context);
  buildDeformers(context);
  buildMaterials(context);
  const constraints = buildConstraints(context);
  buildAnimation(context);
  if (options.constraints === 'live') driveConstraints(context, constraints);
  buildPoses(context);
  buildOtherObjects(context);
  scene.settings = settingsOf(context);
  if (scene.hasMorePaths) {
    reportFbx(log, 'FBX_TOO_MANY_PATHS', {
      message: `The hierarchy has more than ${scene.dagPaths.length} places, or is too deep; the others are left out`,
      at: { file: options.file },
      hint: 'Look for instances in instances, and for chains of thousands of nodes.',
    });
  }
  return scene;
}
