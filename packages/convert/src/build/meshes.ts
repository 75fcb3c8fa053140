import { type Graph, readDeformerStack } from '@rigline/evaluate';
import type { SpaceConversion } from '@rigline/math';
import type { DagPath } from '@rigline/scene';
import type { ExportMesh } from '@rigline/scene/export';
import type { ExportReport } from '../report.ts';
import { convertMesh, countBadPoints, type MeshPlacement } from './convert-mesh.ts';
import type { MaterialList } from './materials.ts';
import { exportMorphs } from './morph-targets.ts';
import type { PlannedShape } from './plan-nodes.ts';
import { type BuiltSkin, buildSkin, type SkinContext } from './skins.ts';

/** A mesh as it is written, with what moves it. */
export interface BuiltMesh {
  readonly mesh: ExportMesh;
  readonly skin: BuiltSkin['skin'] | undefined;
  /** Writes the weights of the targets at the graph's present time. */
  readonly readWeights: (out: Float64Array) => void;
}

export interface MeshContext extends SkinContext {
  readonly graph: Graph;
  readonly conversion: SpaceConversion;
  readonly report: ExportReport;
  readonly materials: MaterialList;
}

/** A mesh at the graph's present time, as rest. Undefined where the node has none. */
export function buildMesh(context: MeshContext, { place, toNode }: PlannedShape): BuiltMesh | undefined {
  const { graph, conversion, materials } = context;
  const stack = readDeformerStack(graph, place.node);
  if (!stack || stack.base.positionsXyz.length < 3) return undefined;
  for (const other of stack.others) reportOther(context, place, other.name, other.type);
  const bad = countBadPoints(stack.base);
  if (bad > 0) {
    const reason = `${bad} points are no numbers, and are put to the origin`;
    context.report.add({ verdict: 'approximated', subject: place.path, what: 'mesh', reason });
  }
  const skin = stack.skin && buildSkin(context, place, stack.skin);
  const placement: MeshPlacement = { conversion, ...(toNode && !skin ? { local: toNode } : {}) };
  const { targets, readWeights } = exportMorphs(graph, stack.targets, placement);
  const weights = new Float64Array(targets.length);
  readWeights(weights);
  return {
    mesh: {
      name: meshName(place),
      mesh: convertMesh(placement, stack.base),
      materials: materials.assigned(place.node, place.instance),
      targets,
      weights: [...weights],
      ...(skin ? { influences: skin.influences } : {}),
    },
    skin: skin?.skin,
    readWeights,
  };
}

function meshName({ node }: DagPath): string {
  return node.name;
}

function reportOther({ report, graph }: MeshContext, { path }: DagPath, name: string, type: string): void {
  const frame = graph.seconds * graph.scene.settings.frameRate;
  report.add({
    verdict: 'approximated',
    subject: path,
    what: `deformer "${name}"`,
    reason: `what a ${type} does here cannot be told to the target; it stays as it is at frame ${Number(frame.toFixed(3))}`,
    hint: 'Bake the deformer to a skin or a blend shape.',
  });
}
