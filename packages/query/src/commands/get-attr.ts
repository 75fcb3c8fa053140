import type { Place } from '@rigline/diagnostics';
import { type MelValue, melFloat, melFloats, melInt, melInts, melString, melStrings } from '@rigline/mel';
import type { Plug } from '@rigline/scene';
import { atFrame, type Command, type QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, type CommandValue, option, toggle } from '../flags.ts';
import { failAttribute, findPlugOf, incoming, isLocked, requireNodes, splitPlug } from '../names.ts';
import { describeType, elementCount, joinValues, readPlug, sparseCell } from '../plug-values.ts';
import { isKeyable } from './keyable.ts';

/** `a[0:3]` and `a[*]` as the elements they mean; anything else as it is. */
export function expandRange(plugOf: (path: string) => Plug | undefined, path: string): string[] {
  const match = /\[(?:(\d+):(\d+)|\*)\]/.exec(path);
  if (!match) return [path];
  const before = path.slice(0, match.index);
  const after = path.slice(match.index + match[0].length);
  const array = plugOf(before);
  const indices: number[] = [];
  if (match[1] !== undefined) {
    const last = Math.min(Number(match[2]), Number(match[1]) + RANGE_LIMIT);
    for (let i = Number(match[1]); i <= last; i++) indices.push(i);
  } else if (array?.table) {
    for (let i = 0; i < Math.min(elementCount(array), RANGE_LIMIT); i++) indices.push(i);
  } else if (array) {
    indices.push(...array.node.elementIndices(array.path));
  }
  return indices.flatMap((index) => expandRange(plugOf, `${before}[${index}]${after}`));
}

/** Elements that one range may name. */
const RANGE_LIMIT = 100_000;

/** A value that the file has of an attribute unknown here. */
function rawValue(value: unknown): MelValue | undefined {
  if (typeof value === 'number') return melFloat(value);
  if (typeof value === 'string') return melString(value);
  const list = Array.isArray(value) || ArrayBuffer.isView(value) ? [...(value as unknown as Iterable<unknown>)] : [];
  if (list.length > 0 && list.every((item) => typeof item === 'number')) return melFloats(list as number[]);
  if (list.length > 0 && list.every((item) => typeof item === 'string')) return melStrings(list as string[]);
  return undefined;
}

function readOne(context: QueryContext, args: Arguments, plug: Plug, at: Place): MelValue {
  const { node, attribute } = plug;
  const flags = node.flags.get(plug.path);
  if (args.has('lock')) return melInt(isLocked(node, plug) ? 1 : 0);
  if (args.has('keyable')) return melInt(isKeyable(node, plug) ? 1 : 0);
  if (args.has('channelBox')) return melInt(flags?.channelBox === true && !isKeyable(node, plug) ? 1 : 0);
  if (args.has('settable')) return melInt(isLocked(node, plug) || incoming(node, plug) ? 0 : 1);
  if (args.has('type')) return melString(describeType(attribute));
  if (args.has('size')) return melInt(elementCount(plug));
  if (args.has('multiIndices')) return melInts(node.elementIndices(plug.path));
  const value = readPlug(context, plug, at);
  if (args.has('asString') && attribute.choices && typeof value.value === 'number') {
    return melString(attribute.choices[value.value] ?? String(value.value));
  }
  return value;
}

function readObject(context: QueryContext, args: Arguments, object: CommandValue): MelValue[] {
  const { text, at } = object;
  const { rest } = splitPlug(text);
  if (!rest) {
    return fail(
      'QUERY_ARGUMENTS',
      `getAttr needs an attribute, found the node "${text}"`,
      at,
      `Write ${text}.translate, for example.`,
    );
  }
  return requireNodes(context.scene, object).flatMap((node) =>
    expandRange((path) => findPlugOf(node, path), rest).map((path) => {
      const plug = findPlugOf(node, path);
      if (plug) return readOne(context, args, plug, at);
      const weight = sparseCell(node, path);
      if (weight !== undefined) return melFloat(weight);
      const raw = node.raw.get(path);
      const value = raw && (args.has('type') ? melString(raw.dataType ?? 'double') : rawValue(raw.value));
      return value ?? failAttribute(node, path, at);
    }),
  );
}

/** Source: Maya help, MEL command "getAttr". */
export const getAttr: Command = {
  flags: {
    time: option('t'),
    type: toggle('typ'),
    size: toggle('s'),
    lock: toggle('l'),
    keyable: toggle('k'),
    channelBox: toggle('cb'),
    settable: toggle('se'),
    asString: toggle('as'),
    multiIndices: toggle('mi'),
    silent: toggle('sl'),
  },
  run(args, context) {
    if (args.objects.length === 0) return fail('QUERY_ARGUMENTS', 'getAttr needs an attribute', args.at);
    return atFrame(context.graph, args.number('time'), () => {
      const values = args.objects.flatMap((object) => readObject(context, args, object));
      return values.length === 1 ? (values[0] as MelValue) : joinValues(values);
    });
  },
};
