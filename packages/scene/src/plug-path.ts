import type { Attribute } from './attribute.ts';
import { attributeIndex, type NamedAttribute, type NodeDeclaration } from './node-declaration.ts';

/** A plug path brought to its one canonical spelling. */
export interface ResolvedPlug {
  /**
   * Long names; only array ancestors are spelled out: `translateX`, `target[0].targetTranslateX`,
   * `keyTimeValue[3].keyValue`.
   */
  readonly path: string;
  readonly attribute: Attribute;
  readonly long: string;
  /** Logical index, when one was written for the last segment. */
  readonly index?: number;
  /** Canonical path of the compound that this plug is a child of. */
  readonly ownerPath?: string;
  /** Position among the owner's children. */
  readonly position: number;
  /** Set for tables and their cells: where the block is stored, and which row and column is meant. */
  readonly table?: { readonly key: string; readonly row?: number; readonly column?: number };
}

/** What `resolvePlugPath` needs to know of a node. */
export interface PlugNamespace {
  readonly declaration: NodeDeclaration;
  /** Attributes added to this node alone, by long and short name. */
  readonly dynamicIndex?: ReadonlyMap<string, NamedAttribute> | undefined;
  /** Second names of plugs: alias to canonical path. */
  readonly aliases?: ReadonlyMap<string, string> | undefined;
}

const CACHE_LIMIT = 8192;
const CACHES = new WeakMap<NodeDeclaration, Map<string, ResolvedPlug | null>>();

/**
 * Finds the attribute that a path in long or short names means on a node. Compounds may be left out
 * (`tx`, `translate.translateX`), array indices may not, except at the end: a child of a compound array without one is
 * taken of element 0, as files write the output of a world space array (`wp.wpy`).
 *
 * @returns undefined when the node has no such attribute.
 */
export function resolvePlugPath(node: PlugNamespace, written: string): ResolvedPlug | undefined {
  const alias = node.aliases?.get(written);
  // An alias never hides an attribute: an owner could lead back to its own child otherwise.
  if (alias !== undefined && !findNamed(node, written, undefined)) return resolveUncached(node, alias);
  if (node.dynamicIndex?.has(headOf(written))) return resolveUncached(node, written);
  let cache = CACHES.get(node.declaration);
  if (!cache) {
    cache = new Map();
    CACHES.set(node.declaration, cache);
  }
  let found = cache.get(written);
  if (found === undefined) {
    found = resolveUncached({ declaration: node.declaration }, written) ?? null;
    if (cache.size < CACHE_LIMIT) cache.set(written, found);
  }
  return found ?? undefined;
}

/** The first name of a path. */
function headOf(written: string): string {
  let end = 0;
  for (; end < written.length; end++) {
    const code = written.charCodeAt(end);
    if (code === 46 || code === 91) break; // . [
  }
  return end === written.length ? written : written.slice(0, end);
}

interface Segment {
  readonly name: string;
  readonly index: number | undefined;
}

const INDEX_LIMIT = 2 ** 31;

/** The logical index that a text between brackets means; undefined for ranges and what no array can hold. */
export function elementIndex(text: string): number | undefined {
  const index = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(index) < INDEX_LIMIT ? index : undefined;
}

const SEGMENT = /^([^[\].]*)(?:\[(-?\d+)\])?$/;

function splitPath(written: string): Segment[] | undefined {
  const segments: Segment[] = [];
  for (const part of written.split('.')) {
    const match = SEGMENT.exec(part);
    if (!match) return undefined;
    const index = match[2] === undefined ? undefined : elementIndex(match[2]);
    if (index === undefined && match[2] !== undefined) return undefined;
    segments.push({ name: match[1] as string, index });
  }
  return segments;
}

function findNamed(node: PlugNamespace, name: string, within: NamedAttribute | undefined): NamedAttribute | undefined {
  const declared = attributeIndex(node.declaration).get(name);
  // What a type declares stays what it is: nodes compute with it. An added attribute may take its short name.
  const found = declared?.long === name ? declared : (node.dynamicIndex?.get(name) ?? declared);
  if (!within?.attribute.children || found?.owner?.attribute === within.attribute) return found;
  let position = 0;
  for (const [long, attribute] of Object.entries(within.attribute.children)) {
    if (long === name || (attribute.short === name && long !== '')) return { long, attribute, owner: within, position };
    position++;
  }
  return found;
}

function resolveUncached(node: PlugNamespace, written: string): ResolvedPlug | undefined {
  const segments = splitPath(written);
  if (!segments || segments.length > 64) return undefined;
  let named: NamedAttribute | undefined;
  const indices = new Map<string, number>();
  let lastIndex: number | undefined;
  for (const { name, index } of segments) {
    named = findNamed(node, name, named);
    if (!named) return undefined;
    if (index !== undefined) {
      if (!named.attribute.isArray) return undefined;
      indices.set(named.long, index);
    }
    lastIndex = index;
  }
  return named && spell(named, indices, lastIndex);
}

/** The canonical spelling of an attribute under the indices given for its array ancestors. */
function spell(
  named: NamedAttribute,
  indices: ReadonlyMap<string, number>,
  lastIndex: number | undefined,
): ResolvedPlug | undefined {
  let prefix = '';
  let ownerPath: string | undefined;
  let tableOwner: NamedAttribute | undefined;
  const owners: NamedAttribute[] = [];
  for (let owner = named.owner; owner; owner = owner.owner) owners.unshift(owner);
  for (const owner of owners) {
    if (owner.attribute.kind === 'table') tableOwner = owner;
    if (!owner.attribute.isArray) {
      ownerPath = prefix + owner.long;
      continue;
    }
    const index = indices.get(owner.long) ?? (owner.attribute.kind === 'compound' ? 0 : undefined);
    if (index === undefined) return undefined;
    ownerPath = `${prefix}${owner.long}[${index}]`;
    prefix = `${ownerPath}.`;
  }
  const base = prefix + named.long;
  const path = lastIndex === undefined ? base : `${base}[${lastIndex}]`;
  const common = {
    path,
    attribute: named.attribute,
    long: named.long,
    position: named.position,
    ...(lastIndex === undefined ? {} : { index: lastIndex }),
    ...(ownerPath === undefined ? {} : { ownerPath }),
  };
  if (tableOwner) {
    const row = indices.get(tableOwner.long) as number;
    const key = (ownerPath as string).replace(/\[-?\d+\]$/, '');
    return { ...common, table: { key, row, column: named.position } };
  }
  if (named.attribute.kind === 'table') {
    return { ...common, table: { key: base, ...(lastIndex === undefined ? {} : { row: lastIndex }) } };
  }
  return common;
}

/** A child of a compound plug. */
export function childPlug(plug: ResolvedPlug, long: string, attribute: Attribute, position: number): ResolvedPlug {
  const isElement = plug.attribute.isArray && plug.index !== undefined;
  const prefix = isElement ? `${plug.path}.` : plug.path.slice(0, plug.path.length - plug.long.length);
  return { path: prefix + long, attribute, long, position, ownerPath: plug.path };
}

const LEAVES = new WeakMap<ResolvedPlug, readonly ResolvedPlug[]>();

/** The leaves of a plug in order: itself, or the leaves of its children. Inner arrays have none. */
export function leafPlugs(plug: ResolvedPlug): readonly ResolvedPlug[] {
  let leaves = LEAVES.get(plug);
  if (!leaves) {
    leaves = collectLeaves(plug);
    LEAVES.set(plug, leaves);
  }
  return leaves;
}

function collectLeaves(plug: ResolvedPlug): ResolvedPlug[] {
  const { attribute } = plug;
  if (attribute.kind !== 'compound') return [plug];
  if (attribute.isArray && plug.index === undefined) return [];
  const leaves: ResolvedPlug[] = [];
  let position = 0;
  for (const [long, child] of Object.entries(attribute.children ?? {})) {
    const resolved = childPlug(plug, long, child, position++);
    if (!child.isArray) for (const leaf of collectLeaves(resolved)) leaves.push(leaf);
  }
  return leaves;
}
