import { RiglineError } from '@rigline/diagnostics';
import type { SceneNode } from '@rigline/scene';
import type { CheckContext, CheckRule } from './check-rule.ts';

/** Nodes that keep order in a scene, and whose connections carry no values. */
export const BOOKKEEPING: ReadonlySet<string> = new Set([
  'objectSet',
  'groupId',
  'groupParts',
  'shadingEngine',
  'materialInfo',
  'partition',
  'dagPose',
  'displayLayer',
  'displayLayerManager',
  'renderLayer',
  'renderLayerManager',
  'lightLinker',
  'hyperLayout',
  'hyperGraphInfo',
  'nodeGraphEditorInfo',
  'container',
  'defaultShaderList',
  'defaultRenderUtilityList',
  'reference',
]);

/** Connected plugs that take a value; and of a curve its keys, so that bad ones are found where nothing asks for them. */
function plugsToPull(node: SceneNode): string[] {
  if (BOOKKEEPING.has(node.type)) return [];
  const paths: string[] = [];
  for (const [path, source] of node.inputs) {
    const kind = node.resolve(path)?.attribute.kind;
    if (kind !== undefined && kind !== 'message' && !BOOKKEEPING.has(source.node.type)) paths.push(path);
  }
  if (node.type.startsWith('animCurve')) paths.push('compiledCurve');
  return paths;
}

function pull({ graph }: CheckContext, node: SceneNode, path: string): void {
  if (!node.resolve(path)) return;
  try {
    graph.get({ node, path });
  } catch (error) {
    // Anything that a scene can do wrong is in the graph's own problems already.
    if (!(error instanceof RiglineError)) throw error;
  }
}

/**
 * Evaluates every place of the hierarchy and every connected plug once, at the first sampled frame. Cycles, node types
 * that are not evaluated, expressions, bad curves and numbers that are not finite come out as problems of the graph.
 */
export const pullEverything: CheckRule = (context) => {
  let isDone = false;
  return {
    sample() {
      if (isDone) return;
      isDone = true;
      for (const place of context.scene.dagPaths) pull(context, place.node, `worldMatrix[${place.instance}]`);
      for (const node of context.scene.nodes) for (const path of plugsToPull(node)) pull(context, node, path);
    },
  };
};
