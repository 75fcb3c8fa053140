import { type MelValue, melStrings } from '@rigline/mel';
import type { SceneNode } from '@rigline/scene';
import type { Command, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, option, toggle } from '../flags.ts';
import { isKindOf } from '../inheritance.ts';
import { subjects, uniqueName, withDescendants } from '../names.ts';

function relatives(node: SceneNode, args: Arguments): readonly SceneNode[] {
  if (args.has('allParents')) return node.parents;
  if (args.has('parent')) return node.parents.slice(0, 1);
  // Maya's order: deepest first, the last child's branch before the first child's.
  if (args.has('allDescendents')) return withDescendants([node]).slice(1).reverse();
  if (args.has('shapes')) return node.children.filter((child) => !child.isTransform);
  return node.children;
}

function shown(context: QueryContext, node: SceneNode, parent: SceneNode, args: Arguments): string[] {
  const { scene } = context;
  if (!args.has('fullPath')) return [args.has('path') ? uniqueName(scene, node) : node.name];
  const paths = scene.pathsOf(node);
  const isUp = args.has('parent') || args.has('allParents');
  const under = isUp ? undefined : scene.pathsOf(parent)[0]?.path;
  const inside = under === undefined ? undefined : paths.find(({ path }) => path.startsWith(`${under}|`));
  return [inside?.path ?? scene.pathOf(node)];
}

/** Source: Maya help, MEL command "listRelatives". Unverified: the order of -allDescendents with several children. */
export const listRelatives: Command = {
  flags: {
    children: toggle('c'),
    parent: toggle('p'),
    shapes: toggle('s'),
    allDescendents: toggle('ad'),
    allParents: toggle('ap'),
    type: option('typ'),
    fullPath: toggle('f'),
    path: toggle('pa'),
    noIntermediate: toggle('ni'),
  },
  run(args, context): MelValue {
    const types = args.texts('type');
    const names: string[] = [];
    for (const node of subjects(args, context)) {
      if (!node.isDag) fail('QUERY_WRONG_NODE', `"${node.name}" (${node.type}) is not in the hierarchy`, args.at);
      for (const relative of relatives(node, args)) {
        if (types.length > 0 && !types.some((type) => isKindOf(relative, type))) continue;
        if (args.has('noIntermediate') && relative.values.get('intermediateObject')) continue;
        names.push(...shown(context, relative, node, args));
      }
    }
    return melStrings(names);
  },
};
