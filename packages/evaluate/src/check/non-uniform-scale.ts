import type { Mat4 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import { targetOf } from '../document/constraint-list.ts';
import { type CheckRule, formatNumber, formatTriple } from './check-rule.ts';

/** Ratio of the largest to the smallest scale from which a scale counts as non-uniform. */
const RATIO = 1.001;

/** Lengths of the axes of a matrix. */
function axisLengths(m: Readonly<Mat4>): [number, number, number] {
  return [Math.hypot(m[0], m[1], m[2]), Math.hypot(m[4], m[5], m[6]), Math.hypot(m[8], m[9], m[10])];
}

/** Largest to smallest of three scales; infinite when one of them is zero. */
export function scaleRatio(scale: readonly number[]): number {
  const sizes = scale.map(Math.abs);
  return Math.max(...sizes) / Math.min(...sizes);
}

interface Target {
  readonly constraint: SceneNode;
  readonly node: SceneNode;
  readonly read: () => { readonly own: number[]; readonly above: number[] };
  worst: number;
  where: 'own' | 'above';
  scale: readonly number[];
  frame: number;
}

/** Targets of parent constraints with non-uniform scale on them or above: offsets turn sheared, rotations bend. */
export const nonUniformScale: CheckRule = (context) => {
  const { scene, graph } = context;
  const targets: Target[] = [];
  for (const constraint of scene.nodes) {
    if (constraint.type !== 'parentConstraint') continue;
    for (const index of constraint.elementIndices('target')) {
      const node = targetOf(constraint, index);
      if (!node?.isTransform) continue;
      const probe = graph.probe({ scale: { node, path: 'scale' }, above: { node, path: 'parentMatrix[0]' } });
      const read: Target['read'] = () => {
        const values = probe.read();
        return { own: [...(values.scale as number[])], above: axisLengths(values.above as Mat4) };
      };
      targets.push({ constraint, node, read, worst: RATIO, where: 'own', scale: [1, 1, 1], frame: 0 });
    }
  }
  return {
    sample(frame) {
      for (const target of targets) {
        const scales = target.read();
        for (const where of ['own', 'above'] as const) {
          const ratio = scaleRatio(scales[where]);
          if (!(ratio > target.worst)) continue;
          Object.assign(target, { worst: ratio, where, scale: scales[where], frame });
        }
      }
    },
    finish() {
      for (const { constraint, node, worst, where, scale, frame } of targets) {
        if (worst <= RATIO) continue;
        const on = where === 'own' ? 'is scaled' : 'has parents that scale it';
        context.report(node, 'scale', {
          code: 'CHECK_NON_UNIFORM_SCALE',
          severity: 'warning',
          message: `A target of the parent constraint ${scene.pathOf(constraint)} ${on} by ${formatTriple(scale)} at frame ${formatNumber(frame)}`,
          hint: 'Constrain to a node without scale, such as a group beside the scaled one.',
        });
      }
    },
  };
};
