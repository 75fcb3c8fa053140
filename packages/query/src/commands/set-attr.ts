import type { Place } from '@rigline/diagnostics';
import type { Mat4 } from '@rigline/math';
import { MEL_VOID, type MelValue } from '@rigline/mel';
import {
  type Attribute,
  isScalar,
  leafPlugs,
  NumberTable,
  type Plug,
  type PlugFlags,
  type ResolvedPlug,
} from '@rigline/scene';
import type { Command, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, type CommandValue, numberOf, option, toggle } from '../flags.ts';
import { incoming, isLocked, plugName, requireNodes, requirePlugOf, splitPlug } from '../names.ts';
import { describeType } from '../plug-values.ts';
import { fromUi } from '../units.ts';
import { expandRange } from './get-attr.ts';

/** Stops when a plug cannot be set: it, or a part or owner of it, is locked or connected. */
export function checkSettable(context: QueryContext, plug: Plug, at: Place): void {
  const { node } = plug;
  const name = (): string => plugName(context.scene, plug);
  for (const leaf of new Set([plug, ...leafPlugs(plug)])) {
    if (isLocked(node, leaf)) {
      fail('QUERY_LOCKED', `The attribute "${name()}" is locked`, at, `Unlock it with setAttr -lock off ${name()}.`);
    }
    const source = incoming(node, leaf);
    if (source) {
      const from = plugName(context.scene, source);
      fail(
        'QUERY_CONNECTED',
        `The attribute "${name()}" is connected from "${from}" and cannot be set`,
        at,
        `Disconnect it first: disconnectAttr ${from} ${node.name}.${leaf.path};`,
      );
    }
  }
}

/** Sets the leaves of a plug from numbers in UI units. */
export function writeNumbers(context: QueryContext, plug: Plug, numbers: readonly number[], at: Place): void {
  const leaves = leafPlugs(plug);
  const { scene } = context;
  if (leaves.length !== numbers.length || leaves.some((leaf) => !isScalar(leaf.attribute.kind))) {
    fail(
      'QUERY_WRONG_VALUE',
      `"${plugName(scene, plug)}" (${describeType(plug.attribute)}) takes ${leaves.length} numbers, found ${numbers.length}`,
      at,
    );
  }
  checkSettable(context, plug, at);
  leaves.forEach((leaf, i) => {
    const value = fromUi(numbers[i] as number, leaf.attribute.kind, scene.settings);
    if (leaf.table?.row !== undefined) writeCell(context, plug, leaf.table, value);
    else scene.setValue(plug.node, leaf.path, value);
  });
}

/** One cell of a table; creates the table when there is none. */
function writeCell(context: QueryContext, plug: Plug, table: NonNullable<ResolvedPlug['table']>, value: number): void {
  const { scene } = context;
  const { node } = plug;
  if (!(node.values.get(table.key) instanceof NumberTable)) {
    const owner = node.resolve(table.key) as ResolvedPlug;
    const columns = Object.keys(owner.attribute.children ?? {}).length;
    scene.setValue(node, table.key, new NumberTable(columns, owner.attribute.precision));
  }
  if (!scene.setCell(node, table.key, table.row as number, table.column ?? 0, value)) {
    fail('QUERY_ARGUMENTS', `Index ${table.row} is too far from the last element`);
  }
}

function applyFlags(context: QueryContext, args: Arguments, plug: Plug): boolean {
  const flags: { -readonly [K in keyof PlugFlags]: boolean } = {};
  if (args.has('lock')) flags.locked = args.boolean('lock', false);
  if (args.has('keyable')) flags.keyable = args.boolean('keyable', false);
  if (args.has('channelBox')) flags.channelBox = args.boolean('channelBox', false);
  if (Object.keys(flags).length === 0) return false;
  const compound = plug.attribute.kind === 'compound' && !plug.attribute.isArray;
  for (const { path } of compound && !args.has('lock') ? leafPlugs(plug) : [plug]) {
    context.scene.setFlags(plug.node, path, flags);
  }
  return true;
}

/** Numbers that one plug takes, after `-type` and a leading count of an array type are gone. */
function writeValues(
  context: QueryContext,
  plug: Plug,
  values: readonly CommandValue[],
  type: string | undefined,
  at: Place,
): void {
  const { scene } = context;
  const { node, attribute } = plug;
  const { kind } = attribute;
  const isText = values.length === 1 && values[0]?.value.type === 'string';
  if (kind === 'string' || type === 'string') {
    if (kind !== 'string' || values.length !== 1) failType(context, plug, type ?? 'string', at);
    if (type !== 'string') {
      fail(
        'QUERY_WRONG_VALUE',
        `"${plugName(scene, plug)}" is a string`,
        at,
        `Write setAttr -type "string" ${node.name}.${plug.path} "text";`,
      );
    }
    checkSettable(context, plug, at);
    scene.setValue(node, plug.path, (values[0] as CommandValue).text);
    return;
  }
  if (kind === 'matrix') {
    if (values.length !== 16) failType(context, plug, type ?? `${values.length} values`, at);
    checkSettable(context, plug, at);
    scene.setValue(node, plug.path, values.map((value) => numberOf(value, 'A matrix')) as unknown as Mat4);
    return;
  }
  const choice = isText ? choiceOf(attribute, (values[0] as CommandValue).text) : undefined;
  const numbers = choice === undefined ? values.map((value) => numberOf(value, plugName(scene, plug))) : [choice];
  if (!/^(double|float|long|short)[234]$|^matrix$/.test(type ?? 'double3')) failType(context, plug, type as string, at);
  writeNumbers(context, plug, numbers, at);
}

function choiceOf(attribute: Attribute, text: string): number | undefined {
  const entry = Object.entries(attribute.choices ?? {}).find(([, name]) => name === text);
  return entry && Number(entry[0]);
}

function failType(context: QueryContext, plug: Plug, type: string, at: Place): never {
  return fail(
    'QUERY_WRONG_VALUE',
    `"${plugName(context.scene, plug)}" is ${describeType(plug.attribute)} and cannot take ${type}`,
    at,
  );
}

function setObject(context: QueryContext, args: Arguments): void {
  const [target, ...values] = args.objects as [CommandValue, ...CommandValue[]];
  const { rest } = splitPlug(target.text);
  if (!rest) fail('QUERY_ARGUMENTS', `setAttr needs an attribute, found "${target.text}"`, target.at);
  for (const node of requireNodes(context.scene, target)) {
    const paths = expandRange((path) => {
      const plug = node.resolve(path);
      return plug && { ...plug, node };
    }, rest as string);
    const plugs = paths.map((path) => requirePlugOf(node, path, target.at));
    const isFlagged = plugs.filter((plug) => applyFlags(context, args, plug)).length > 0;
    if (values.length === 0) {
      if (!isFlagged && !args.has('caching') && !args.has('size')) {
        fail('QUERY_ARGUMENTS', `setAttr needs a value for "${target.text}"`, target.at);
      }
      continue;
    }
    const each = values.length / plugs.length;
    plugs.forEach((plug, i) => {
      writeValues(context, plug, values.slice(i * each, (i + 1) * each), args.text('type'), target.at);
    });
  }
}

/** Source: Maya help, MEL command "setAttr". Numbers are in UI units. */
export const setAttr: Command = {
  flags: {
    type: option('typ'),
    lock: option('l'),
    keyable: option('k'),
    channelBox: option('cb'),
    caching: option('ca'),
    size: option('s'),
    clamp: toggle('c'),
    alteredValue: toggle('av'),
  },
  run(args, context): MelValue {
    if (args.objects.length === 0) fail('QUERY_ARGUMENTS', 'setAttr needs an attribute', args.at);
    setObject(context, args);
    return MEL_VOID;
  },
};
