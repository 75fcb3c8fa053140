import type { SceneNode } from '@rigline/scene';
import type { CheckRule } from './check-rule.ts';

/** Nodes of the hierarchy that share their name: scripts and engines that go by name cannot tell them apart. */
export const duplicateNames: CheckRule = ({ scene, report }) => ({
  finish() {
    const byName = new Map<string, SceneNode[]>();
    for (const node of scene.nodes) {
      if (!node.isDag) continue;
      const named = byName.get(node.name);
      if (named) named.push(node);
      else byName.set(node.name, [node]);
    }
    for (const [name, nodes] of byName) {
      if (nodes.length < 2) continue;
      const paths = nodes.slice(0, 3).map((node) => scene.pathOf(node));
      if (nodes.length > 3) paths.push(`${nodes.length - 3} more`);
      report(nodes[0] as SceneNode, undefined, {
        code: 'CHECK_DUPLICATE_NAME',
        severity: 'info',
        message: `${nodes.length} nodes are named "${name}": ${paths.join(', ')}`,
        hint: 'Rename them, or use full paths wherever you name them.',
      });
    }
  },
});
