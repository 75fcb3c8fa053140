import { type MelValue, melStrings } from '@rigline/mel';
import type { SceneNode } from '@rigline/scene';
import type { Command, QueryContext } from '../context.ts';
import { type Arguments, type CommandValue, option, toggle } from '../flags.ts';
import { isKindOf } from '../inheritance.ts';
import { findPlugOf, isPattern, matchNodes, plugName, splitPlug, uniqueName, withDescendants } from '../names.ts';

const isShape = (node: SceneNode): boolean => node.isDag && !node.isTransform;
const isGeometry = (node: SceneNode): boolean => isKindOf(node, 'deformableShape');

/** Flags that pick kinds of nodes; with several of them a node needs to be of one. */
const KINDS: Readonly<Record<string, (node: SceneNode) => boolean>> = {
  shapes: isShape,
  transforms: (node) => isKindOf(node, 'transform'),
  cameras: (node) => node.isA('camera'),
  lights: (node) => isKindOf(node, 'light'),
  geometry: isGeometry,
  sets: (node) => node.type === 'objectSet',
};

function isListed(node: SceneNode, args: Arguments): boolean {
  const types = args.texts('type');
  const exact = args.texts('exactType');
  const kinds = Object.keys(KINDS).filter((kind) => args.has(kind));
  if (types.length > 0 && !types.some((type) => isKindOf(node, type))) return false;
  if (exact.length > 0 && !exact.includes(node.type)) return false;
  if (kinds.length > 0 && !kinds.some((kind) => KINDS[kind]?.(node))) return false;
  if ((args.has('dagObjects') || args.has('assemblies')) && !node.isDag) return false;
  if (args.has('assemblies') && node.parents.length > 0) return false;
  return !(args.has('noIntermediate') && node.values.get('intermediateObject'));
}

function namesOf(context: QueryContext, node: SceneNode, args: Arguments): string[] {
  const { scene } = context;
  if (!args.has('long')) return [uniqueName(scene, node)];
  return [scene.pathOf(node)];
}

/** Nodes and plugs that the objects mean. Names that mean nothing are left out, as in Maya. */
function objectsOf(context: QueryContext, objects: readonly CommandValue[]): { nodes: SceneNode[]; plugs: string[] } {
  const { scene } = context;
  const nodes: SceneNode[] = [];
  const plugs: string[] = [];
  for (const { text } of objects) {
    const { node, rest } = splitPlug(text);
    const found = isPattern(node) ? matchNodes(scene, node) : scene.findAll(node);
    if (rest === undefined) nodes.push(...found);
    for (const owner of rest === undefined ? [] : found) {
      const plug = findPlugOf(owner, rest as string);
      if (plug) plugs.push(plugName(scene, plug));
    }
  }
  return { nodes, plugs };
}

/** Source: Maya help, MEL command "ls". Unverified: the order; here it is that of creation. */
export const ls: Command = {
  flags: {
    type: option('typ'),
    exactType: option('et'),
    long: toggle('l'),
    shortNames: toggle('sn'),
    dagObjects: toggle('dag'),
    selection: toggle('sl'),
    shapes: toggle('s'),
    transforms: toggle('tr'),
    cameras: toggle('ca'),
    lights: toggle('lt'),
    geometry: toggle('g'),
    sets: toggle('set'),
    assemblies: toggle('as'),
    noIntermediate: toggle('ni'),
    flatten: toggle('fl'),
    showType: toggle('st'),
    head: option('hd'),
    tail: option('tl'),
    uuid: toggle('uid'),
  },
  run(args, context): MelValue {
    const { scene } = context;
    let nodes: readonly SceneNode[] = scene.nodes;
    let plugs: string[] = [];
    if (args.has('selection')) {
      nodes = context.selection.filter(({ part }) => part === undefined).map(({ node }) => node);
      plugs = context.selection
        .filter(({ part }) => part !== undefined)
        .map(({ node, part }) => `${uniqueName(scene, node)}.${part}`);
    } else if (args.objects.length > 0) {
      ({ nodes, plugs } = objectsOf(context, args.objects));
    }
    const isNarrowed = args.has('selection') || args.objects.length > 0;
    if (args.has('dagObjects') && isNarrowed) nodes = withDescendants(nodes);
    const listed = nodes.filter((node) => isListed(node, args));
    const names = [
      ...listed.flatMap((node) => {
        const shown = args.has('uuid') ? [node.uuid ?? ''] : namesOf(context, node, args);
        return args.has('showType') ? shown.flatMap((name) => [name, node.type]) : shown;
      }),
      ...plugs,
    ];
    const head = args.number('head');
    const tail = args.number('tail');
    const each = args.has('showType') ? 2 : 1;
    if (head !== undefined) return melStrings(names.slice(0, head * each));
    return melStrings(tail === undefined ? names : names.slice(Math.max(0, names.length - tail * each)));
  },
};
