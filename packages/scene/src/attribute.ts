import type { Mat4, Vec3 } from '@rigline/math';
import type { NumberTable, SparseRows } from './tables.ts';

/**
 * What a leaf attribute holds. `distance`, `angle` and `time` are stored in centimetres, radians and seconds;
 * `boolean`, `choice` and `integer` as numbers. `generic` takes whatever is connected (unitConversion, choice).
 * `table` and `rows` hold long numeric arrays in one block. `data` is anything else: meshes, curves, lists.
 */
export type AttributeKind =
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'distance'
  | 'angle'
  | 'time'
  | 'generic'
  | 'string'
  | 'matrix'
  | 'message'
  | 'data'
  | 'table'
  | 'rows'
  | 'compound';

/** Kinds whose stored value is one number. */
export type ScalarKind = 'number' | 'integer' | 'boolean' | 'choice' | 'distance' | 'angle' | 'time' | 'generic';

/** Unconnected attributes that take their value from the scene itself. */
export type ImplicitSource = 'time' | 'parentWorldMatrix';

/**
 * Declaration of one attribute of a node type. Build it with the functions of this file.
 *
 * @typeParam Value What `compute` gets for it.
 */
export interface Attribute<Value = unknown> {
  readonly kind: AttributeKind;
  /** Short name, as in `tx`. The long name is the key in its owner. */
  readonly short: string;
  /** Stored default: a number, string or matrix; undefined for compounds, messages and data. */
  readonly default: number | string | Mat4 | undefined;
  readonly isArray: boolean;
  /** Children of a compound by long name, or columns of a table. */
  readonly children?: Readonly<Record<string, Attribute>>;
  /** Names of a choice by its stored number. */
  readonly choices?: Readonly<Record<number, string>>;
  /** `tuple`: `compute` gets the children as a tuple, otherwise as an object. */
  readonly shape?: 'tuple' | 'struct';
  readonly implicit?: ImplicitSource;
  /** Number type of a table: `f32` for what the DCC itself keeps in single precision. */
  readonly precision?: 'f64' | 'f32';
  /** Phantom: carries the type that `compute` sees. Never set. */
  readonly valueType?: Value;
}

/** An array attribute as `compute` sees it: elements that exist, ascending, with their logical indices. */
export interface ArrayValue<Element> {
  readonly indices: readonly number[];
  readonly values: readonly Element[];
}

export type ValueOf<A> = A extends Attribute<infer Value> ? Value : never;
export type AttributeTable = Readonly<Record<string, Attribute>>;

function leaf<Value>(kind: AttributeKind, short: string, value: Attribute['default']): Attribute<Value> {
  return { kind, short, default: value, isArray: false };
}

export const number = (short: string, value = 0): Attribute<number> => leaf('number', short, value);
export const integer = (short: string, value = 0): Attribute<number> => leaf('integer', short, value);
export const boolean = (short: string, value = false): Attribute<boolean> => leaf('boolean', short, value ? 1 : 0);
/** Stored in centimetres; `value` too. */
export const distance = (short: string, value = 0): Attribute<number> => leaf('distance', short, value);
/** Stored in radians; `value` too. */
export const angle = (short: string, value = 0): Attribute<number> => leaf('angle', short, value);
/** Stored in seconds; `value` too. */
export const time = (short: string, value = 0): Attribute<number> => leaf('time', short, value);
export const generic = (short: string): Attribute<number> => leaf('generic', short, 0);
export const string = (short: string, value = ''): Attribute<string> => leaf('string', short, value);
export const message = (short: string): Attribute<undefined> => leaf('message', short, undefined);
export const matrix = (short: string): Attribute<Mat4> =>
  leaf('matrix', short, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
/** Anything else; `compute` gets the stored object or undefined. */
export const data = <Value = unknown>(short: string): Attribute<Value | undefined> => leaf('data', short, undefined);

/** A choice by names. An array of names numbers them from 0. The default is a name. */
export function choice<const Name extends string>(
  short: string,
  names: readonly Name[] | Readonly<Record<number, Name>>,
  value?: Name,
): Attribute<Name> {
  const choices = (Array.isArray(names) ? { ...names } : names) as Readonly<Record<number, Name>>;
  const entry = Object.entries(choices).find(([, name]) => name === value);
  return { kind: 'choice', short, default: entry ? Number(entry[0]) : 0, isArray: false, choices };
}

/** A compound with named children: `compute` gets an object. */
export function compound<const Children extends AttributeTable>(
  short: string,
  children: Children,
): Attribute<{ readonly [K in keyof Children]: ValueOf<Children[K]> }> {
  return { kind: 'compound', short, default: undefined, isArray: false, children, shape: 'struct' };
}

/** Three numbers whose children are `<long><axis>` and `<short><axis in lower case>`: `compute` gets a tuple. */
function triple(kind: ScalarKind, long: string, short: string, value: Readonly<Vec3>, axes: string): Attribute<Vec3> {
  const children: Record<string, Attribute> = {};
  for (let i = 0; i < 3; i++) {
    const axis = axes[i] as string;
    children[long + axis] = leaf(kind, short + axis.toLowerCase(), value[i] as number);
  }
  return { kind: 'compound', short, default: undefined, isArray: false, children, shape: 'tuple' };
}

export const number3 = (
  long: string,
  short: string,
  value: Readonly<Vec3> = [0, 0, 0],
  axes = 'XYZ',
): Attribute<Vec3> => triple('number', long, short, value, axes);
export const distance3 = (long: string, short: string, value: Readonly<Vec3> = [0, 0, 0]): Attribute<Vec3> =>
  triple('distance', long, short, value, 'XYZ');
export const angle3 = (long: string, short: string, value: Readonly<Vec3> = [0, 0, 0]): Attribute<Vec3> =>
  triple('angle', long, short, value, 'XYZ');
export const color3 = (long: string, short: string, value: Readonly<Vec3> = [0, 0, 0]): Attribute<Vec3> =>
  triple('number', long, short, value, 'RGB');

/** Any number of elements of `element`, addressed by logical index. */
export function array<Value>(element: Attribute<Value>): Attribute<ArrayValue<Value>> {
  return { ...element, isArray: true } as unknown as Attribute<ArrayValue<Value>>;
}

/** A long numeric array in one block, a row per index and a column per child; absent cells are NaN. */
export function table(
  short: string,
  columns: AttributeTable,
  precision: 'f64' | 'f32' = 'f64',
): Attribute<NumberTable | undefined> {
  return { kind: 'table', short, default: undefined, isArray: true, children: columns, precision };
}

/** A table of one column. */
export function column(
  short: string,
  kind: ScalarKind = 'number',
  precision: 'f64' | 'f32' = 'f64',
): Attribute<NumberTable | undefined> {
  return { kind: 'table', short, default: undefined, isArray: true, children: { '': leaf(kind, '', 0) }, precision };
}

/** Sparse rows of index and value, as skin weights are. The child is the inner array's name. */
export function rows(short: string, children: AttributeTable): Attribute<SparseRows | undefined> {
  return { kind: 'rows', short, default: undefined, isArray: true, children };
}

/** The same attribute, taking its value from the scene while nothing is connected. */
export function withImplicit<A extends Attribute>(attribute: A, implicit: ImplicitSource): A {
  return { ...attribute, implicit };
}

export function isScalar(kind: AttributeKind): kind is ScalarKind {
  return (
    kind === 'number' ||
    kind === 'integer' ||
    kind === 'boolean' ||
    kind === 'choice' ||
    kind === 'distance' ||
    kind === 'angle' ||
    kind === 'time' ||
    kind === 'generic'
  );
}
