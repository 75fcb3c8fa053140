import type { Scene, SceneNode } from '@rigline/scene';
import { isConstraint, listConstraints, targetOf } from '../document/constraint-list.ts';
import type { CheckContext, CheckRule } from './check-rule.ts';

function checkTargets({ report }: CheckContext, constraint: SceneNode): void {
  const indices = constraint.elementIndices('target');
  const loose = indices.filter((index) => !targetOf(constraint, index));
  if (indices.length > 0 && loose.length < indices.length) {
    if (loose.length === 0) return;
    report(constraint, `target[${loose[0]}]`, {
      code: 'CHECK_CONSTRAINT_NO_TARGET',
      severity: 'warning',
      message: `${loose.length} of ${indices.length} targets are connected to no node: ${loose.map((i) => `target[${i}]`).join(', ')}`,
      hint: 'Remove these targets, or load the reference that holds them.',
    });
    return;
  }
  report(constraint, 'target', {
    code: 'CHECK_CONSTRAINT_NO_TARGET',
    severity: 'warning',
    message: `The ${constraint.type} has ${indices.length === 0 ? 'no targets' : `${indices.length} targets, but none is connected to a node`}`,
    hint: 'Delete the constraint, or load the reference that holds its targets.',
  });
}

function nodesByPath(scene: Scene): Map<string, SceneNode> {
  return new Map(scene.nodes.filter(isConstraint).map((node) => [scene.pathOf(node), node]));
}

/** Constraints that follow nothing or hold nothing. */
export const constraintEnds: CheckRule = (context) => ({
  finish() {
    const nodes = nodesByPath(context.scene);
    for (const info of listConstraints(context.scene)) {
      const constraint = nodes.get(info.path);
      if (!constraint) continue;
      checkTargets(context, constraint);
      if (info.constrained !== undefined) continue;
      context.report(constraint, undefined, {
        code: 'CHECK_CONSTRAINT_IDLE',
        severity: 'info',
        message: `The ${info.type} drives no channel of any node`,
        hint: 'Delete it, or connect its outputs.',
      });
    }
  },
});
