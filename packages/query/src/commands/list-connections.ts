import { type MelValue, melStrings } from '@rigline/mel';
import type { Plug, PlugRef, SceneNode } from '@rigline/scene';
import type { Command, QueryContext } from '../context.ts';
import { type Arguments, option } from '../flags.ts';
import { isKindOf } from '../inheritance.ts';
import { plugName, requireNodes, requirePlugOf, splitPlug, uniqueName } from '../names.ts';
import { parts } from './connect.ts';

interface Found {
  /** The end at the object that was asked about. */
  readonly own: PlugRef;
  readonly other: PlugRef;
}

const CONVERSIONS: ReadonlySet<string> = new Set(['unitConversion', 'unitToTimeConversion', 'timeToUnitConversion']);

/** Looks through a conversion node at what is behind it. */
function behindConversions(end: PlugRef, direction: 'source' | 'destination'): PlugRef[] {
  if (!CONVERSIONS.has(end.node.type)) return [end];
  if (direction === 'source') {
    const next = end.node.inputs.get('input');
    return next ? behindConversions(next, direction) : [];
  }
  return (end.node.outputs.get('output') ?? []).flatMap((next) => behindConversions(next, direction));
}

/** Which paths of a node a plug covers: itself, its elements and children. Unverified: that children count in Maya. */
function coverage(plug: Plug | undefined): (path: string) => boolean {
  if (!plug) return () => true;
  const covered = new Set([plug.path, ...parts(plug)]);
  return (path) => covered.has(path) || path.startsWith(`${plug.path}[`) || path.startsWith(`${plug.path}.`);
}

function collect(node: SceneNode, plug: Plug | undefined, args: Arguments): Found[] {
  const covers = coverage(plug);
  const skips = args.boolean('skipConversionNodes', false);
  const through = (end: PlugRef, direction: 'source' | 'destination'): PlugRef[] =>
    skips ? behindConversions(end, direction) : [end];
  const found: Found[] = [];
  if (args.boolean('source', true)) {
    for (const [path, source] of node.inputs) {
      if (covers(path)) for (const other of through(source, 'source')) found.push({ own: { node, path }, other });
    }
  }
  if (args.boolean('destination', true)) {
    for (const [path, targets] of node.outputs) {
      if (!covers(path)) continue;
      for (const target of targets) {
        for (const other of through(target, 'destination')) found.push({ own: { node, path }, other });
      }
    }
  }
  return found;
}

function hasType(node: SceneNode, args: Arguments): boolean {
  const types = args.texts('type');
  const isExact = args.boolean('exactType', false);
  return types.length === 0 || types.some((type) => (isExact ? node.type === type : isKindOf(node, type)));
}

/** Without -shapes Maya names the transform of a shape. */
function shown(context: QueryContext, end: PlugRef, args: Arguments): string {
  const { scene } = context;
  if (args.boolean('plugs', false)) return plugName(scene, end);
  const { node } = end;
  const isShape = node.isDag && !node.isTransform;
  const parent = node.parents[0];
  return uniqueName(scene, isShape && parent && !args.boolean('shapes', false) ? parent : node);
}

/**
 * Lists every connection, so a node may be named more than once, as in Maya.
 *
 * Source: Maya help, MEL command "listConnections". All its flags but -type take a boolean.
 */
export const listConnections: Command = {
  flags: {
    source: option('s'),
    destination: option('d'),
    plugs: option('p'),
    connections: option('c'),
    type: option('t'),
    exactType: option('et'),
    shapes: option('sh'),
    skipConversionNodes: option('scn'),
  },
  run(args, context): MelValue {
    const names: string[] = [];
    const list = (node: SceneNode, plug: Plug | undefined): void => {
      for (const { own, other } of collect(node, plug, args)) {
        if (!hasType(other.node, args)) continue;
        if (args.boolean('connections', false)) names.push(plugName(context.scene, own));
        names.push(shown(context, other, args));
      }
    };
    for (const object of args.objects) {
      const { rest } = splitPlug(object.text);
      for (const node of requireNodes(context.scene, object)) {
        const plug = rest === undefined ? undefined : requirePlugOf(node, rest, object.at);
        list(plug?.node ?? node, plug);
      }
    }
    if (args.objects.length === 0) for (const { node } of context.selection) list(node, undefined);
    return melStrings(names);
  },
};
