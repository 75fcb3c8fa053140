import type { SceneNode } from '@rigline/scene';
import { isConstraint, targetOf } from '../document/constraint-list.ts';
import { type CheckContext, type CheckRule, describeFrames, formatTriple } from './check-rule.ts';

/** Scales nearer to zero than this have no inverse worth the name. */
const ZERO = 1e-9;

/** Nodes whose world matrix is inverted or taken apart somewhere below: constrained nodes, targets, IK handles. */
function sensitiveNodes({ scene }: CheckContext): Set<SceneNode> {
  const found = new Set<SceneNode>();
  const add = (node: SceneNode | undefined): void => {
    for (const queue = node ? [node] : []; queue.length > 0; ) {
      const next = queue.pop() as SceneNode;
      if (found.has(next)) continue;
      found.add(next);
      queue.push(...next.parents);
    }
  };
  for (const node of scene.nodes) {
    if (node.type === 'ikHandle') add(node);
    if (!isConstraint(node)) continue;
    add(node.parents[0]);
    for (const index of node.elementIndices('target')) add(targetOf(node, index));
  }
  return found;
}

const SCALE = ['scale', 'scaleX', 'scaleY', 'scaleZ'];

/** Only these can have a scale of zero: one that is stored, or one that comes from elsewhere. */
function mayBeZero(node: SceneNode): boolean {
  return SCALE.some((path) => node.inputs.has(path) || Math.abs(Number(node.values.get(path) ?? 1)) < ZERO);
}

/** Transforms scaled to zero: nothing below them can be taken back to world space. */
export const singularScale: CheckRule = (context) => {
  const { scene, graph } = context;
  const sensitive = sensitiveNodes(context);
  const all = scene.nodes
    .filter((node) => node.isTransform && !isConstraint(node) && mayBeZero(node))
    .map((node) => ({
      node,
      probe: graph.probe({ scale: { node, path: 'scale' } }),
      frames: [] as number[],
      scale: [] as number[],
    }));
  return {
    sample(frame) {
      for (const entry of all) {
        const scale = entry.probe.read().scale as number[];
        if (!scale.some((value) => Math.abs(value) < ZERO)) continue;
        if (entry.frames.length === 0) entry.scale = [...scale];
        entry.frames.push(frame);
      }
    },
    finish() {
      for (const { node, frames, scale } of all) {
        if (frames.length === 0) continue;
        const isHeld = sensitive.has(node);
        context.report(node, 'scale', {
          code: 'CHECK_SINGULAR_SCALE',
          severity: isHeld ? 'warning' : 'info',
          message: `The scale is ${formatTriple(scale)} ${describeFrames(frames, context.frames)}${isHeld ? ', with constraints or IK on it or below it' : ''}`,
          hint: 'Key the visibility instead, or scale to a small number such as 0.001.',
        });
      }
    },
  };
};
