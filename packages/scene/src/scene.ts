import { RiglineError } from '@rigline/diagnostics';
import type { Attribute } from './attribute.ts';
import { type DagPath, type DagPaths, listDagPaths } from './dag-path.ts';
import { findByPath } from './find-path.ts';
import { declareNode, type NodeDeclaration, type NodeDeclarations } from './node-declaration.ts';
import type { ResolvedPlug } from './plug-path.ts';
import {
  type AttributeValue,
  type NodePlace,
  type PlugFlags,
  type PlugRef,
  type RawValue,
  SceneNode,
  writable,
} from './scene-node.ts';
import { DEFAULT_SETTINGS, type SceneSettings } from './settings.ts';
import { type NumberTable, TABLE_GAP_ROWS } from './tables.ts';

/** What has changed, told to listeners right after the change. */
export type SceneChange =
  | { readonly kind: 'value'; readonly node: SceneNode; readonly path: string }
  | { readonly kind: 'connection'; readonly node: SceneNode; readonly path: string }
  | { readonly kind: 'structure'; readonly node: SceneNode };

export interface NodeInput {
  readonly type: string;
  /** A free name by default: the type and a number. */
  readonly name?: string;
  readonly parent?: SceneNode;
  readonly place?: NodePlace;
  readonly isDefault?: boolean;
}

const SHARED_FLAGS: PlugFlags[] = [];

/** The same object for the same flags: there are 27 kinds and very many plugs that have them. */
function shareFlags(flags: PlugFlags): PlugFlags {
  const digit = (flag: boolean | undefined): number => (flag === undefined ? 0 : flag ? 2 : 1);
  const code = digit(flags.keyable) + 3 * digit(flags.locked) + 9 * digit(flags.channelBox);
  let shared = SHARED_FLAGS[code];
  if (!shared) {
    const { keyable, locked, channelBox } = flags;
    shared = {
      ...(keyable === undefined ? {} : { keyable }),
      ...(locked === undefined ? {} : { locked }),
      ...(channelBox === undefined ? {} : { channelBox }),
    };
    SHARED_FLAGS[code] = shared;
  }
  return shared;
}

const UNKNOWN_BASE: Readonly<Record<NodeDeclaration['dag'], string>> = {
  none: 'node',
  shape: 'dagNode',
  transform: 'transform',
};

/** A plug on a node. */
export interface Plug extends ResolvedPlug {
  readonly node: SceneNode;
}

/**
 * The scene as its DCC keeps it: typed nodes with attributes, a hierarchy with instances, and connections between
 * plugs. Evaluates nothing. Units inside: centimetres, radians, seconds.
 */
export class Scene {
  readonly declarations: NodeDeclarations;
  settings: SceneSettings = DEFAULT_SETTINGS;
  readonly #nodes: SceneNode[] = [];
  readonly #byName = new Map<string, SceneNode[]>();
  readonly #unknown = new Map<string, NodeDeclaration>();
  readonly #listeners = new Set<(change: SceneChange) => void>();
  readonly #nextNumber = new Map<string, number>();
  #paths: DagPaths | undefined;
  #nextId = 0;
  #gapRows = TABLE_GAP_ROWS;

  constructor(declarations: NodeDeclarations) {
    this.declarations = declarations;
  }

  /** All nodes in the order of their creation. */
  get nodes(): readonly SceneNode[] {
    return this.#nodes;
  }

  /** Calls `listener` after every change until the returned function is called. */
  listen(listener: (change: SceneChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(change: SceneChange): void {
    if (change.kind === 'structure') this.#paths = undefined;
    for (const listener of this.#listeners) listener(change);
  }

  // ---- nodes and names

  addNode(input: NodeInput): SceneNode {
    const known = this.declarations.get(input.type);
    const declaration = known ?? this.#declareUnknown(input.type, input.parent ? 'shape' : 'none');
    const name = input.name ?? this.freeName(`${input.type}#`);
    const node = new SceneNode(this.#nextId++, name, declaration, input);
    this.#nodes.push(node);
    this.#indexName(node);
    if (input.parent) this.#attach(node, input.parent);
    this.#tell({ kind: 'structure', node });
    return node;
  }

  /** An unknown type has what all nodes of its kind have; it becomes a transform once something is put under it. */
  #declareUnknown(type: string, dag: NodeDeclaration['dag']): NodeDeclaration {
    const key = `${type} ${dag}`;
    let declaration = this.#unknown.get(key);
    if (!declaration) {
      const base = this.declarations.get(UNKNOWN_BASE[dag]);
      declaration = declareNode({ type, dag, ...(base ? { base } : {}), attributes: {} });
      this.#unknown.set(key, declaration);
    }
    return declaration;
  }

  /** True when the node's type is not declared: it keeps its attributes and connections, and computes nothing. */
  isUnknownType(node: SceneNode): boolean {
    return !this.declarations.has(node.type);
  }

  #indexName(node: SceneNode): void {
    const named = this.#byName.get(node.name);
    if (named) named.push(node);
    else this.#byName.set(node.name, [node]);
  }

  rename(node: SceneNode, name: string): void {
    const named = this.#byName.get(node.name);
    named?.splice(named.indexOf(node), 1);
    node.name = name;
    this.#indexName(node);
    this.#tell({ kind: 'structure', node });
  }

  /** A name not in use: `#` in the pattern becomes the lowest free number. */
  freeName(pattern: string): string {
    for (let n = this.#nextNumber.get(pattern) ?? 1; ; n++) {
      const name = pattern.replace('#', String(n));
      if (!this.#byName.get(name)?.length) {
        this.#nextNumber.set(pattern, n + 1);
        return name;
      }
    }
  }

  #attach(child: SceneNode, parent: SceneNode): void {
    if (!parent.isTransform && this.isUnknownType(parent)) {
      parent.declaration = this.#declareUnknown(parent.type, 'transform');
    }
    if (!parent.isTransform) {
      throw new RiglineError({
        code: 'SCENE_PARENT_NOT_TRANSFORM',
        message: `"${parent.name}" (${parent.type}) cannot be a parent: it is not a transform`,
        at: { node: parent.name },
      });
    }
    // A node without children is nobody's ancestor; this keeps deep hierarchies linear to build.
    for (const seen = new Set<SceneNode>(), queue = child.children.length > 0 ? [parent] : []; queue.length > 0; ) {
      const ancestor = queue.pop() as SceneNode;
      if (ancestor === child) {
        throw new RiglineError({
          code: 'SCENE_PARENT_CYCLE',
          message: `"${child.name}" cannot be its own ancestor`,
          at: { node: child.name },
        });
      }
      if (seen.has(ancestor)) continue;
      seen.add(ancestor);
      for (const above of ancestor.parents) queue.push(above);
    }
    if (child === parent) {
      throw new RiglineError({
        code: 'SCENE_PARENT_CYCLE',
        message: `"${child.name}" cannot be its own parent`,
        at: { node: child.name },
      });
    }
    if (child.parents.length === 0) child.parents = [parent];
    else (child.parents as SceneNode[]).push(parent);
    if (parent.children.length === 0) parent.children = [child];
    else (parent.children as SceneNode[]).push(child);
  }

  /** Adds `parent` as a further parent: `node` becomes an instance. */
  addInstance(node: SceneNode, parent: SceneNode): void {
    const isFew = node.parents.length < parent.children.length;
    if (isFew ? node.parents.includes(parent) : parent.children.includes(node)) return;
    this.#attach(node, parent);
    this.#tell({ kind: 'structure', node });
  }

  /** Moves a node under another parent, or to the root. Its values stay as they are. */
  reparent(node: SceneNode, parent: SceneNode | undefined): void {
    const before = [...node.parents];
    for (const old of node.parents) old.children = old.children.filter((child) => child !== node);
    node.parents = [];
    try {
      if (parent) this.#attach(node, parent);
    } catch (error) {
      for (const old of before) this.#attach(node, old);
      throw error;
    }
    this.#tell({ kind: 'structure', node });
  }

  /** Every place of every DAG node, parents before children. */
  get dagPaths(): readonly DagPath[] {
    return this.#allPaths().all;
  }

  /** Whether places are left out of `dagPaths`: their number or their paths grow beyond the limits. */
  get hasMorePaths(): boolean {
    return this.#allPaths().isCut;
  }

  /** The places of one node; its position in the list is its instance number. */
  pathsOf(node: SceneNode): readonly DagPath[] {
    return this.#allPaths().byNode.get(node) ?? [];
  }

  #allPaths(): DagPaths {
    this.#paths ??= listDagPaths(this.#nodes);
    return this.#paths;
  }

  /** Full path of a DAG node's first instance, otherwise the name. */
  pathOf(node: SceneNode): string {
    return node.isDag ? (this.pathsOf(node)[0]?.path ?? node.name) : node.name;
  }

  /** All nodes that a name, partial path or full path means. A leading `:` is the root namespace. */
  findAll(written: string): SceneNode[] {
    if (!written.includes('|')) return [...(this.#byName.get(stripRoot(written)) ?? [])];
    const absolute = written.startsWith('|');
    const wanted = written
      .split('|')
      .slice(absolute ? 1 : 0)
      .map(stripRoot);
    return findByPath(this.#byName, wanted, absolute);
  }

  /** The one node that `written` means, or undefined when there is none or more than one. */
  find(written: string): SceneNode | undefined {
    if (!written.includes('|')) {
      const named = this.#byName.get(stripRoot(written));
      return named?.length === 1 ? named[0] : undefined;
    }
    const found = this.findAll(written);
    return found.length === 1 ? found[0] : undefined;
  }

  /** Whether a name is taken: among the children of `parent` (the root without one), or outside the hierarchy. */
  isNameTaken(name: string, isDag: boolean, parent: SceneNode | undefined): boolean {
    const named = this.#byName.get(name) ?? [];
    if (parent && parent.children.length < named.length) {
      return parent.children.some((child) => child.name === name && child.parents[0] === parent);
    }
    // The latest first: where a name is taken again and again, it is found at once.
    for (let i = named.length - 1; i >= 0; i--) {
      const node = named[i] as SceneNode;
      if (isDag ? node.isDag && node.parents[0] === parent : !node.isDag) return true;
    }
    return false;
  }

  // ---- attributes

  /** The plug that `node.attribute` means, or undefined. */
  findPlug(written: string): Plug | undefined {
    const dot = written.indexOf('.');
    if (dot < 0) return undefined;
    const node = this.find(written.slice(0, dot));
    const resolved = node?.resolve(written.slice(dot + 1));
    return node && resolved ? { ...resolved, node } : undefined;
  }

  addAttribute(node: SceneNode, long: string, attribute: Attribute): void {
    node.declareDynamic(long, attribute);
    this.#tell({ kind: 'structure', node });
  }

  /** Adds a child to a compound of this node alone. False when there is no such compound, or it is nested too deep. */
  addChildAttribute(node: SceneNode, compound: string, long: string, attribute: Attribute): boolean {
    if (!node.declareChild(compound, long, attribute)) return false;
    this.#tell({ kind: 'structure', node });
    return true;
  }

  addAlias(node: SceneNode, alias: string, path: string): void {
    node.aliases ??= new Map();
    node.aliases.set(alias, path);
    this.#tell({ kind: 'structure', node });
  }

  /** Stores the value of a leaf by its canonical path, in inner units. */
  setValue(node: SceneNode, path: string, value: AttributeValue): void {
    if (!node.values.has(path)) node.noteElements(path, 1);
    node.values = writable(node.values).set(path, value);
    this.#tell({ kind: 'value', node, path });
  }

  /** Whether a table may skip over so many rows. All tables of a scene share what they may skip. */
  takeGap(rows: number): boolean {
    if (!(rows <= this.#gapRows)) return false;
    this.#gapRows -= Math.max(0, rows);
    return true;
  }

  /** Stores one cell of a table. False when the row is out of reach. */
  setCell(node: SceneNode, key: string, row: number, column: number, value: number): boolean {
    const block = node.values.get(key) as NumberTable | undefined;
    if (!block || !this.takeGap(row - block.count) || !block.set(row, column, value)) return false;
    this.#tell({ kind: 'value', node, path: key });
    return true;
  }

  setRaw(node: SceneNode, name: string, value: RawValue): void {
    node.raw = writable(node.raw).set(name, value);
  }

  setFlags(node: SceneNode, path: string, flags: PlugFlags): void {
    const known = node.flags.get(path);
    node.flags = writable(node.flags).set(path, shareFlags(known ? { ...known, ...flags } : flags));
  }

  // ---- connections

  /** Connects two plugs by canonical paths. An earlier connection into the destination is replaced. */
  connect(source: PlugRef, destination: PlugRef): void {
    this.disconnect(destination);
    destination.node.noteElements(destination.path, 1);
    destination.node.inputs = writable(destination.node.inputs).set(destination.path, source);
    const list = source.node.outputs.get(source.path);
    if (list) list.push(destination);
    else source.node.outputs = writable(source.node.outputs).set(source.path, [destination]);
    this.#tell({ kind: 'connection', node: destination.node, path: destination.path });
  }

  /** Removes the connection into a plug. False when there was none. */
  disconnect(destination: PlugRef): boolean {
    const source = destination.node.inputs.get(destination.path);
    if (!source) return false;
    destination.node.noteElements(destination.path, -1);
    writable(destination.node.inputs).delete(destination.path);
    const list = source.node.outputs.get(source.path) ?? [];
    const at = lastEnd(list, destination);
    if (at >= 0) list.splice(at, 1);
    if (list.length === 0) writable(source.node.outputs).delete(source.path);
    this.#tell({ kind: 'connection', node: destination.node, path: destination.path });
    return true;
  }
}

function stripRoot(name: string): string {
  return name.startsWith(':') ? name.slice(1) : name;
}

/** Position of a connection among those of its source; the latest are looked at first. */
function lastEnd(list: readonly PlugRef[], { node, path }: PlugRef): number {
  let at = list.length - 1;
  for (let end = list[at]; end && (end.node !== node || end.path !== path); end = list[at]) at--;
  return at;
}
