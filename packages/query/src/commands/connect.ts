import { MEL_VOID, type MelValue, melInt, melString, melStrings } from '@rigline/mel';
import { type Attribute, isScalar, leafPlugs, type Plug, type PlugRef } from '@rigline/scene';
import type { Command, CommandTable, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, type CommandValue, option, toggle } from '../flags.ts';
import { incoming, isLocked, plugName, requirePlug } from '../names.ts';
import { describeType } from '../plug-values.ts';

/** The two plugs that a command is about. */
function ends(args: Arguments, context: QueryContext): [Plug, Plug] {
  const [source, destination] = args.objects;
  if (!source || !destination || args.objects.length > 2) {
    return fail(
      'QUERY_ARGUMENTS',
      `${args.command} needs a source and a destination, found ${args.objects.length} names`,
      args.at,
    );
  }
  return [requirePlug(context.scene, source), requirePlug(context.scene, destination)];
}

/** The first element of an array that is not in use. */
function nextFree(plug: Plug): Plug {
  const used = plug.node.elementIndices(plug.path);
  const index = used.length === 0 ? 0 : (used[used.length - 1] as number) + 1;
  const element = plug.node.resolve(`${plug.path}[${index}]`);
  return element ? { ...element, node: plug.node } : plug;
}

function group(attribute: Attribute): string {
  if (attribute.kind === 'compound') return `${Object.keys(attribute.children ?? {}).length} children`;
  return isScalar(attribute.kind) ? 'number' : attribute.kind;
}

/** Stops where Maya refuses: numbers go into numbers of any kind, everything else into its like. */
function checkTypes(source: Plug, destination: Plug, object: CommandValue): void {
  const [from, to] = [source.attribute, destination.attribute];
  const fits = from.kind === 'generic' || to.kind === 'generic' || from.kind === 'data' || to.kind === 'data';
  if (fits || group(from) === group(to) || to.kind === 'message') return;
  fail(
    'QUERY_WRONG_VALUE',
    `The data types of "${source.node.name}.${source.path}" (${describeType(from)}) and "${destination.node.name}.${destination.path}" (${describeType(to)}) are not compatible`,
    object.at,
  );
}

/** Connections into a plug or into parts of it. */
export function connectedInputs(plug: Plug): { readonly path: string; readonly source: PlugRef }[] {
  const { node } = plug;
  const leaves = new Set([plug.path, ...parts(plug)]);
  const found: { path: string; source: PlugRef }[] = [];
  for (const [path, source] of node.inputs) {
    if (leaves.has(path) || path.startsWith(`${plug.path}[`) || path.startsWith(`${plug.path}.`))
      found.push({ path, source });
  }
  return found;
}

/** Paths of the children of a compound plug, at any depth. */
export function parts(plug: Plug): string[] {
  if (plug.attribute.kind !== 'compound') return [];
  return leafPlugs(plug).flatMap((leaf) => [leaf.path, ...(leaf.ownerPath ? [leaf.ownerPath] : [])]);
}

const connectAttr: Command = {
  flags: { force: toggle('f'), nextAvailable: toggle('na'), lock: option('l'), referenceDest: option('rd') },
  run(args, context) {
    const { scene } = context;
    const [source, written] = ends(args, context);
    const isList = written.attribute.isArray && written.index === undefined && !written.table;
    const destination = args.has('nextAvailable') && isList ? nextFree(written) : written;
    checkTypes(source, destination, args.objects[1] as CommandValue);
    const name = plugName(scene, destination);
    if (isLocked(destination.node, destination)) fail('QUERY_LOCKED', `The attribute "${name}" is locked`, args.at);
    const above = incoming(destination.node, destination);
    const taken = [...(above ? [above] : []), ...connectedInputs(destination).map(({ source: from }) => from)];
    if (taken.some((from) => from.node === source.node && from.path === source.path)) {
      return fail('QUERY_CONNECTED', `"${plugName(scene, source)}" is already connected to "${name}"`, args.at);
    }
    if (taken.length > 0 && !args.has('force')) {
      const from = plugName(scene, taken[0] as PlugRef);
      return fail(
        'QUERY_CONNECTED',
        `"${name}" already has an incoming connection from "${from}"`,
        args.at,
        'Add -force to replace it.',
      );
    }
    for (const { path } of connectedInputs(destination)) scene.disconnect({ node: destination.node, path });
    scene.connect({ node: source.node, path: source.path }, { node: destination.node, path: destination.path });
    if (args.boolean('lock', false)) scene.setFlags(destination.node, destination.path, { locked: true });
    return melString(`Connected ${plugName(scene, source)} to ${name}.`);
  },
};

const disconnectAttr: Command = {
  flags: { nextAvailable: toggle('na') },
  run(args, context) {
    const { scene } = context;
    const [source, destination] = ends(args, context);
    const found = connectedInputs(destination).find(
      ({ source: from, path }) =>
        from.node === source.node &&
        from.path === source.path &&
        (path === destination.path || args.has('nextAvailable')),
    );
    const names = [plugName(scene, source), plugName(scene, destination)] as const;
    if (!found) {
      const real = destination.node.inputs.get(destination.path);
      return fail(
        'QUERY_NOT_CONNECTED',
        `There is no connection from "${names[0]}" to "${names[1]}" to disconnect`,
        args.at,
        real ? `It is connected from ${plugName(scene, real)}.` : undefined,
      );
    }
    scene.disconnect({ node: destination.node, path: found.path });
    return melString(`Disconnect ${names[0]} from ${names[1]}.`);
  },
};

const isConnected: Command = {
  flags: { ignoreUnitConversion: toggle('iuc') },
  run(args, context) {
    const [source, destination] = ends(args, context);
    let from = destination.node.inputs.get(destination.path);
    if (args.has('ignoreUnitConversion') && from?.node.type === 'unitConversion') from = from.node.inputs.get('input');
    return melInt(from?.node === source.node && from.path === source.path ? 1 : 0);
  },
};

const connectionInfo: Command = {
  flags: {
    sourceFromDestination: toggle('sfd'),
    destinationFromSource: toggle('dfs'),
    isDestination: toggle('id'),
    isSource: toggle('is'),
    isExactDestination: toggle('ied'),
    isExactSource: toggle('ies'),
    isLocked: toggle('il'),
  },
  run(args, context): MelValue {
    const object = args.objects[0] ?? fail('QUERY_ARGUMENTS', 'connectionInfo needs an attribute', args.at);
    const plug = requirePlug(context.scene, object);
    const source = plug.node.inputs.get(plug.path);
    const targets = plug.node.outputs.get(plug.path) ?? [];
    if (args.has('sourceFromDestination')) return melString(source ? plugName(context.scene, source) : '');
    if (args.has('destinationFromSource')) return melStrings(targets.map((to) => plugName(context.scene, to)));
    if (args.has('isDestination')) return melInt(incoming(plug.node, plug) ? 1 : 0);
    if (args.has('isExactDestination')) return melInt(source ? 1 : 0);
    if (args.has('isLocked')) return melInt(isLocked(plug.node, plug) ? 1 : 0);
    if (args.has('isSource') || args.has('isExactSource')) return melInt(targets.length > 0 ? 1 : 0);
    return MEL_VOID;
  },
};

/** Source: Maya help, the MEL commands of these names. */
export const CONNECTION_COMMANDS: CommandTable = { connectAttr, disconnectAttr, isConnected, connectionInfo };
