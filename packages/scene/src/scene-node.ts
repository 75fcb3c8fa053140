import type { Mat4 } from '@rigline/math';
import type { Attribute } from './attribute.ts';
import { addToIndex, type NamedAttribute, type NodeDeclaration } from './node-declaration.ts';
import { elementIndex, type ResolvedPlug, resolvePlugPath } from './plug-path.ts';
import type { NumberTable, SparseRows } from './tables.ts';

/** A stored value. Structured data (meshes, curves, lists) is any frozen object. */
export type AttributeValue = number | string | Readonly<Mat4> | NumberTable | SparseRows | object;

/** An attribute that the declaration does not know, kept as the file has it. */
export interface RawValue {
  readonly dataType?: string;
  readonly value: unknown;
}

/** One end of a connection. */
export interface PlugRef {
  readonly node: SceneNode;
  /** Canonical path. */
  readonly path: string;
}

export interface PlugFlags {
  readonly locked?: boolean;
  readonly keyable?: boolean;
  readonly channelBox?: boolean;
}

/** Where a node stands in the file. */
export interface NodePlace {
  readonly file: string;
  readonly line: number;
}

/** Shared by all nodes that have nothing of a kind: most nodes of a large scene. Never written. */
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

const NOBODY: readonly SceneNode[] = [];

/** The map to write to: the node's own, made at the first write. */
export function writable<Value>(map: ReadonlyMap<string, Value>): Map<string, Value> {
  return (map === NOTHING ? new Map() : map) as Map<string, Value>;
}

/** A node of the scene. Change it through its `Scene`, which keeps names and connections consistent. */
export class SceneNode {
  readonly id: number;
  readonly type: string;
  /** Of an unknown type it changes when the node gets its first child. */
  declaration: NodeDeclaration;
  /** With namespace, without path. */
  name: string;
  uuid: string | undefined;
  readonly place: NodePlace | undefined;
  /** DAG parents; more than one for an instance, none at the root or outside the DAG. */
  parents: readonly SceneNode[] = NOBODY;
  children: readonly SceneNode[] = NOBODY;
  /** Stored values by canonical path; what is absent has its default. */
  values: ReadonlyMap<string, AttributeValue> = NOTHING;
  /** Attributes that the declaration does not know, by the name as written. */
  raw: ReadonlyMap<string, RawValue> = NOTHING;
  flags: ReadonlyMap<string, PlugFlags> = NOTHING;
  /** Connections that end here: destination path to source. */
  inputs: ReadonlyMap<string, PlugRef> = NOTHING;
  /** Connections that start here: source path to destinations. */
  outputs: ReadonlyMap<string, PlugRef[]> = NOTHING;
  /** Alias to canonical path. */
  aliases: Map<string, string> | undefined;
  /** Attributes of this node alone, by long name. */
  dynamics: Record<string, Attribute> | undefined;
  dynamicIndex: Map<string, NamedAttribute> | undefined;
  /** Elements in use by array path, with the number of paths that use each. */
  #elements: Map<string, Map<number, number>> | undefined;
  /** Made by the reader, not by a statement of the file (default nodes). */
  readonly isDefault: boolean;

  /** Made by `Scene.addNode`. */
  constructor(
    id: number,
    name: string,
    declaration: NodeDeclaration,
    input: { readonly type: string; readonly place?: NodePlace; readonly isDefault?: boolean },
  ) {
    this.id = id;
    this.type = input.type;
    this.name = name;
    this.declaration = declaration;
    this.place = input.place;
    this.isDefault = input.isDefault ?? false;
  }

  get isDag(): boolean {
    return this.declaration.dag !== 'none';
  }

  get isTransform(): boolean {
    return this.declaration.dag === 'transform';
  }

  /** Whether its type is `kind` or based on it. */
  isA(kind: string): boolean {
    return this.type === kind || this.declaration.kinds.includes(kind);
  }

  /** The attribute that a path in long or short names means here, or undefined. */
  resolve(written: string): ResolvedPlug | undefined {
    return resolvePlugPath(this, written);
  }

  /** The stored value of a leaf by canonical path, or its default. Tables give their cells. */
  stored(plug: ResolvedPlug): AttributeValue | undefined {
    if (plug.table) {
      const block = this.values.get(plug.table.key) as NumberTable | undefined;
      if (plug.table.row === undefined) return block;
      const cell = block?.get(plug.table.row, plug.table.column ?? 0);
      return cell === undefined || Number.isNaN(cell) ? undefined : cell;
    }
    return this.values.get(plug.path) ?? plug.attribute.default;
  }

  /** Logical indices in use under an array path (`target`, `inputTarget[0].inputTargetGroup`), ascending. */
  elementIndices(arrayPath: string): number[] {
    if (!this.#elements) {
      this.#elements = new Map();
      for (const path of this.values.keys()) this.noteElements(path, 1);
      for (const path of this.inputs.keys()) this.noteElements(path, 1);
    }
    return [...(this.#elements.get(arrayPath)?.keys() ?? [])].sort((a, b) => a - b);
  }

  /** Counts a path that has appeared or gone to its elements, once anybody has asked for elements. For `Scene`. */
  noteElements(path: string, change: 1 | -1): void {
    if (!this.#elements) return;
    for (let open = path.indexOf('['); open >= 0; open = path.indexOf('[', open + 1)) {
      const index = elementIndex(path.slice(open + 1, path.indexOf(']', open)));
      if (index === undefined) continue;
      const array = path.slice(0, open);
      let counts = this.#elements.get(array);
      if (!counts) {
        counts = new Map();
        this.#elements.set(array, counts);
      }
      const count = (counts.get(index) ?? 0) + change;
      if (count > 0) counts.set(index, count);
      else counts.delete(index);
    }
  }

  /** Adds an attribute to this node alone. Use `Scene.addAttribute`, which tells listeners. */
  declareDynamic(long: string, attribute: Attribute): void {
    this.dynamics ??= Object.create(null) as Record<string, Attribute>;
    this.dynamicIndex ??= new Map();
    // As in Maya, an attribute that is there stays as it is.
    if (this.dynamics[long]) return;
    this.dynamics[long] = attribute;
    addToIndex(this.dynamicIndex, long, attribute, 0);
  }

  /** Adds a child to a compound of this node alone. Use `Scene.addChildAttribute`, which tells listeners. */
  declareChild(compound: string, long: string, attribute: Attribute): boolean {
    const owner = this.dynamicIndex?.get(compound);
    if (owner?.attribute.kind !== 'compound' || depthOf(owner) >= COMPOUND_DEPTH_LIMIT) return false;
    const children = owner.attribute.children as Record<string, Attribute>;
    if (children[long]) return true;
    const position = CHILD_COUNTS.get(children) ?? Object.keys(children).length;
    if (position >= COMPOUND_SIZE_LIMIT) return false;
    children[long] = attribute;
    CHILD_COUNTS.set(children, position + 1);
    addToIndex(this.dynamicIndex as Map<string, NamedAttribute>, long, attribute, position, owner);
    return true;
  }
}

/** Children of compounds that grow. */
const CHILD_COUNTS = new WeakMap<object, number>();
/** Compounds in compounds, at most. */
const COMPOUND_DEPTH_LIMIT = 32;
/** Children of one compound, at most: what is said of a compound is said of all of them. */
const COMPOUND_SIZE_LIMIT = 1000;

function depthOf(named: NamedAttribute): number {
  let depth = 1;
  for (let { owner } = named; owner; owner = owner.owner) depth++;
  return depth;
}
