import type { Vec3 } from '@rigline/math';
import { type MelValue, melString, melStrings } from '@rigline/mel';
import { NumberTable, type SceneNode } from '@rigline/scene';
import type { Command, CommandTable, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, option, toggle } from '../flags.ts';
import { requireNode, subjects, uniqueName } from '../names.ts';
import { placeInWorld, readMatrix, writeTriple } from '../place-node.ts';
import { suggestHint } from '../suggest.ts';
import { fromUi } from '../units.ts';

/** The name wanted, with `#` or a clash made into a free number; or a free name by the pattern. */
function freeName(context: QueryContext, args: Arguments, wanted: string | undefined, pattern: string): string {
  const { scene } = context;
  if (wanted === undefined) return scene.freeName(pattern);
  if (!/^[A-Za-z_:][\w:]*#?$/.test(wanted)) fail('QUERY_ARGUMENTS', `"${wanted}" is no name for a node`, args.at);
  if (wanted.endsWith('#')) return scene.freeName(wanted);
  return scene.findAll(wanted).length === 0 ? wanted : scene.freeName(`${wanted.replace(/\d+$/, '')}#`);
}

function parentOf(context: QueryContext, args: Arguments): { readonly parent?: SceneNode } {
  const [value] = args.values('parent');
  return value ? { parent: requireNode(context.scene, value.text, value.at) } : {};
}

/** `locator1` has `locatorShape1`. */
function shapeName(name: string): string {
  const [, stem = '', digits = ''] = /^(.*?)(\d*)$/.exec(name) ?? [];
  return `${stem}Shape${digits}`;
}

function created(context: QueryContext, node: SceneNode): MelValue {
  context.selection = [{ node }];
  return melStrings([uniqueName(context.scene, node)]);
}

function addShape(context: QueryContext, args: Arguments, type: string, pattern: string): [SceneNode, SceneNode] {
  const { scene } = context;
  const name = freeName(context, args, args.text('name'), pattern);
  const parent = scene.addNode({ type: 'transform', name, ...parentOf(context, args) });
  return [parent, scene.addNode({ type, name: shapeName(parent.name), parent })];
}

const spaceLocator: Command = {
  flags: { name: option('n'), position: option('p', 3), absolute: toggle('a'), relative: toggle('r') },
  run(args, context) {
    const { scene } = context;
    const [node, shape] = addShape(context, args, 'locator', 'locator#');
    const position = args.numbers('position').map((value) => fromUi(value, 'distance', scene.settings));
    if (position.length === 3) writeTriple(context, shape, 'localPosition', position as Vec3, args.at);
    return created(context, node);
  },
};

const CORNERS = [
  [-1, -1, 1],
  [1, -1, 1],
  [-1, 1, 1],
  [1, 1, 1],
  [-1, 1, -1],
  [1, 1, -1],
  [-1, -1, -1],
  [1, -1, -1],
] as const;

/** The eight points of a cube without faces or history: enough to be placed and measured. */
const polyCube: Command = {
  flags: {
    name: option('n'),
    width: option('w'),
    height: option('h'),
    depth: option('d'),
    constructionHistory: option('ch'),
  },
  run(args, context) {
    const [node, shape] = addShape(context, args, 'mesh', 'pCube#');
    const size = ['width', 'height', 'depth'].map((flag) =>
      fromUi(args.number(flag) ?? 1, 'distance', context.scene.settings),
    );
    const points = new NumberTable(3, 'f32');
    CORNERS.forEach((corner, row) => {
      corner.forEach((side, axis) => {
        points.set(row, axis, (side * (size[axis] as number)) / 2);
      });
    });
    context.scene.setValue(shape, 'vrts', points);
    return created(context, node);
  },
};

const createNode: Command = {
  flags: { name: option('n'), parent: option('p'), skipSelect: toggle('ss'), shared: toggle('s') },
  run(args, context) {
    const { scene } = context;
    const type = args.objects[0]?.text ?? fail('QUERY_ARGUMENTS', 'createNode needs a type', args.at);
    const declaration = scene.declarations.get(type);
    if (!declaration) {
      return fail(
        'QUERY_ARGUMENTS',
        `"${type}" is no node type that is known here`,
        args.at,
        suggestHint(type, scene.declarations.keys()),
      );
    }
    const { parent } = parentOf(context, args);
    const name = args.text('name');
    if (declaration.dag === 'shape' && !parent) {
      const [, shape] = addShape(context, args, type, `${type}#`);
      return selected(context, args, shape);
    }
    const node = scene.addNode({
      type,
      name: freeName(context, args, name, `${type}#`),
      ...(parent ? { parent } : {}),
    });
    return selected(context, args, node);
  },
};

function selected(context: QueryContext, args: Arguments, node: SceneNode): MelValue {
  if (!args.has('skipSelect')) context.selection = [{ node }];
  return melString(uniqueName(context.scene, node));
}

/** Moves a node under another one; in the world it stays where it is unless `isRelative`. */
function moveUnder(
  context: QueryContext,
  node: SceneNode,
  parent: SceneNode | undefined,
  isRelative: boolean,
  args: Arguments,
): void {
  const world = node.isTransform && !isRelative ? readMatrix(context, node, 'worldMatrix[0]') : undefined;
  context.scene.reparent(node, parent);
  if (world) placeInWorld(context, node, world, args.at);
}

/** Unverified: Maya puts the pivots of a group that is not empty into its middle; here they stay at the origin. */
const group: Command = {
  flags: { name: option('n'), parent: option('p'), empty: toggle('em'), world: toggle('w'), relative: toggle('r') },
  run(args, context) {
    const { scene } = context;
    const nodes = args.has('empty') ? [] : subjects(args, context);
    if (nodes.length === 0 && !args.has('empty')) {
      return fail('QUERY_ARGUMENTS', 'group needs objects, or -empty', args.at);
    }
    const above = nodes[0]?.parents[0];
    const isShared = above !== undefined && nodes.every((node) => node.parents[0] === above) && !args.has('world');
    const parent = parentOf(context, args).parent ?? (isShared ? above : undefined);
    const node = scene.addNode({
      type: 'transform',
      name: freeName(context, args, args.text('name'), args.has('empty') ? 'null#' : 'group#'),
      ...(parent ? { parent } : {}),
    });
    for (const child of nodes) moveUnder(context, child, node, args.has('relative'), args);
    context.selection = [{ node }];
    return melString(uniqueName(scene, node));
  },
};

const parent: Command = {
  flags: {
    world: toggle('w'),
    relative: toggle('r'),
    absolute: toggle('a'),
    shape: toggle('s'),
    noConnections: toggle('nc'),
  },
  run(args, context) {
    const nodes = subjects(args, context);
    const target = args.has('world') ? undefined : nodes.pop();
    if (nodes.length === 0) {
      return fail(
        'QUERY_ARGUMENTS',
        'parent needs objects and the node to put them under',
        args.at,
        'To put them at the root add -world.',
      );
    }
    for (const node of nodes) moveUnder(context, node, target, args.has('relative') || args.has('shape'), args);
    return melStrings(nodes.map((node) => uniqueName(context.scene, node)));
  },
};

const rename: Command = {
  flags: { ignoreShape: toggle('is') },
  run(args, context) {
    const [from, to] = args.objects;
    if (!from || !to) return fail('QUERY_ARGUMENTS', 'rename needs an old and a new name', args.at);
    const node = requireNode(context.scene, from.text, from.at);
    const before = node.name;
    context.scene.rename(node, freeName(context, args, to.text, ''));
    for (const shape of args.has('ignoreShape') ? [] : node.children) {
      if (!shape.isTransform && shape.name === shapeName(before)) context.scene.rename(shape, shapeName(node.name));
    }
    return melString(uniqueName(context.scene, node));
  },
};

/** Source: Maya help, the MEL commands of these names. */
export const CREATE_COMMANDS: CommandTable = { spaceLocator, polyCube, createNode, group, parent, rename };
