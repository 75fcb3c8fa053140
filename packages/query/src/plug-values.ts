import type { Place } from '@rigline/diagnostics';
import type { Mat4 } from '@rigline/math';
import { type MelValue, melFloat, melFloats, melInt, melString, melStrings } from '@rigline/mel';
import {
  type Attribute,
  type AttributeKind,
  isScalar,
  leafPlugs,
  NumberTable,
  type Plug,
  type ResolvedPlug,
  type SceneNode,
  SparseRows,
} from '@rigline/scene';
import type { QueryContext } from './context.ts';
import { fail } from './fail.ts';
import { toUi } from './units.ts';

/** Kinds whose values MEL shows as whole numbers. */
const WHOLE: ReadonlySet<AttributeKind> = new Set(['boolean', 'choice', 'integer']);

/** One number of a plug as the user sees it. */
export function readNumber(context: QueryContext, node: SceneNode, path: string): number {
  const plug = node.resolve(path);
  if (!plug) return Number.NaN;
  const value = context.graph.get({ node, path: plug.path });
  return toUi(typeof value === 'number' ? value : Number(value ?? 0), plug.attribute.kind, context.scene.settings);
}

/** The numbers of a compound or leaf as the user sees them. */
export function readNumbers(context: QueryContext, node: SceneNode, path: string): number[] {
  const plug = node.resolve(path);
  return plug ? leafPlugs(plug).map((leaf) => readNumber(context, node, leaf.path)) : [];
}

/** The evaluated value of a plug as `getAttr` gives it: UI units, matrices as they are. */
export function readPlug(context: QueryContext, plug: Plug, at: Place): MelValue {
  const { node, attribute, index } = plug;
  const { kind } = attribute;
  if (plug.table) return readTable(context, plug);
  if (kind === 'matrix') return melFloats(context.graph.get({ node, path: plug.path }) as Mat4);
  if (attribute.isArray && index === undefined) return readElements(context, plug, at);
  if (kind === 'string') return melString(String(context.graph.get({ node, path: plug.path }) ?? ''));
  if (isScalar(kind)) {
    const value = readNumber(context, node, plug.path);
    return WHOLE.has(kind) ? melInt(value) : melFloat(value);
  }
  const leaves = kind === 'compound' ? leafPlugs(plug) : [];
  if (leaves.length > 0 && leaves.every((leaf) => isScalar(leaf.attribute.kind))) {
    return melFloats(leaves.map((leaf) => readNumber(context, node, leaf.path)));
  }
  return fail(
    'QUERY_NO_VALUE',
    `The data is not a numeric or string value, and cannot be displayed: ${node.name}.${plug.path} is ${describeType(attribute)}`,
    at,
    kind === 'compound'
      ? `Ask for one of its children: ${Object.keys(attribute.children ?? {}).join(', ')}.`
      : undefined,
  );
}

function readElements(context: QueryContext, plug: Plug, at: Place): MelValue {
  const { node } = plug;
  const values = node.elementIndices(plug.path).map((index) => {
    const element = node.resolve(`${plug.path}[${index}]`) as ResolvedPlug;
    return readPlug(context, { ...element, node }, at);
  });
  return joinValues(values);
}

/** Several values as one list; texts stay texts. */
export function joinValues(values: readonly MelValue[]): MelValue {
  if (values.some(({ type }) => type === 'string' || type === 'string[]')) {
    return melStrings(values.flatMap(({ value }) => value as string | string[]));
  }
  const isWhole = values.length > 0 && values.every(({ type }) => type === 'int');
  const numbers = values.flatMap(({ value }) => value as number | number[]);
  return isWhole ? { type: 'int[]', value: numbers } : melFloats(numbers);
}

function columnsOf(node: SceneNode, plug: ResolvedPlug): Attribute[] {
  const owner = plug.table?.column === undefined ? plug : node.resolve(plug.ownerPath as string);
  return Object.values(owner?.attribute.children ?? {});
}

function readTable(context: QueryContext, plug: Plug): MelValue {
  const { node } = plug;
  const { row, column } = plug.table as NonNullable<Plug['table']>;
  const block = context.graph.get({ node, path: (plug.table as NonNullable<Plug['table']>).key });
  const columns = columnsOf(node, plug);
  const { settings } = context.scene;
  const cell = (r: number, c: number): number => {
    const value = block instanceof NumberTable ? block.get(r, c) : Number.NaN;
    return Number.isNaN(value) ? 0 : toUi(value, (columns[c] as Attribute).kind, settings);
  };
  if (row === undefined) {
    const count = block instanceof NumberTable ? block.count : 0;
    return melFloats(
      Array.from({ length: count * columns.length }, (_, i) =>
        cell(Math.floor(i / columns.length), i % columns.length),
      ),
    );
  }
  if (column === undefined && columns.length > 1) return melFloats(columns.map((_, c) => cell(row, c)));
  const value = cell(row, column ?? 0);
  return WHOLE.has((columns[column ?? 0] as Attribute).kind) ? melInt(value) : melFloat(value);
}

/** `weightList[4].weights[1]`: one weight of a block of sparse rows, which has no plug of its own. */
export function sparseCell(node: SceneNode, path: string): number | undefined {
  const match = /^(\w+)\[(\d+)\]\.(\w+)\[(\d+)\]$/.exec(path);
  const owner = match && node.resolve(match[1] as string);
  if (owner?.attribute.kind !== 'rows') return undefined;
  const isChild = Object.entries(owner.attribute.children ?? {}).some(
    ([long, { short }]) => long === match?.[3] || short === match?.[3],
  );
  const block = node.values.get(owner.path);
  if (!isChild) return undefined;
  return block instanceof SparseRows ? (block.get(Number(match?.[2]), Number(match?.[4])) ?? 0) : 0;
}

/** Number of elements of an array attribute; 1 for anything else. */
export function elementCount(plug: Plug): number {
  const { node } = plug;
  if (plug.table) {
    const block = node.values.get(plug.table.key);
    return plug.table.row === undefined && block instanceof NumberTable ? block.count : 1;
  }
  return plug.attribute.isArray && plug.index === undefined ? node.elementIndices(plug.path).length : 1;
}

const TYPE_NAMES: Partial<Record<AttributeKind, string>> = {
  number: 'double',
  integer: 'long',
  boolean: 'bool',
  choice: 'enum',
  distance: 'doubleLinear',
  angle: 'doubleAngle',
  generic: 'generic',
};

/** Maya's name of an attribute's type. Unverified: that a tuple of three is always `double3`. */
export function describeType(attribute: Attribute): string {
  const { kind } = attribute;
  if (kind !== 'compound') return TYPE_NAMES[kind] ?? kind;
  const children = Object.values(attribute.children ?? {});
  const isTuple = children.length > 1 && children.length < 5 && children.every((child) => isScalar(child.kind));
  return isTuple ? `double${children.length}` : 'TdataCompound';
}
