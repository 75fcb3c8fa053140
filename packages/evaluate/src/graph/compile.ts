import { leafPlugs, type ResolvedPlug, type Scene, type SceneNode } from '@rigline/scene';
import type { Cell } from './cell.ts';
import { isPlugRequest, type RequestTree } from './node-type.ts';
import { requestKey } from './plug-cells.ts';
import { sourceOf } from './resolve.ts';
import type { LeafPlan, ReadPlan } from './step-plan.ts';
import { type Holder, Link, type Task } from './task.ts';
import { linkKind } from './values.ts';

/** What compiling needs from the graph. */
export interface CompileHost {
  readonly scene: Scene;
  /** The cell behind a leaf, and the unit factor on the way. Valid until the next call. */
  link(
    task: Task,
    node: SceneNode,
    plug: ResolvedPlug,
    undriven: boolean,
  ): { readonly cell: Cell; readonly factor: number };
  /** Whether other nodes set plugs of this one without a connection. */
  isDriven(node: SceneNode): boolean;
  /** Says that the links of a task read plugs of a node: a change of their connections compiles it again. */
  reads(task: Task, node: SceneNode): void;
  /** Asks to be compiled again when something connects to or appears at `path`. */
  watch(task: Task, node: SceneNode, path: string): void;
}

/** Resolves the inputs of a task: fills `links`, `dependencies` and the shape of `input`. */
export function compileTask(task: Task, host: CompileHost): void {
  const { plan, step, node } = task;
  const builder = new InputBuilder(task, host);
  const { links } = builder;
  task.input = plan.inputs.make();
  const isDriven = host.isDriven(node);
  for (const read of plan.reads) {
    if (read.leaves) builder.addPlanned(read, isDriven);
    else builder.addRead(read.name);
  }
  if (step.requests) {
    const watch = (path: string, on: SceneNode = node): void => host.watch(task, on, requestKey(path));
    task.input.extra = builder.addTree(step.requests(node, host.scene, watch, task.element));
  }
  let dependencies: Task[] | undefined;
  // The tasks of a node are known to it; probes are not.
  let other = plan.isLone ? undefined : node;
  for (let i = 0; i < links.length; i++) {
    const link = links[i] as Link;
    if (link.node !== other && (plan.isLone || link.node !== node)) {
      other = link.node;
      host.reads(task, other);
    }
    link.cell.addReader(task);
    const { producer } = link.cell;
    if (producer === undefined || dependencies?.includes(producer)) continue;
    if (dependencies) dependencies.push(producer);
    else dependencies = [producer];
  }
  // A list as long as it is: those that grow take room for many.
  task.setLinks(links.slice(), dependencies ?? NO_TASKS);
  links.length = 0;
}

const NO_TASKS: readonly Task[] = [];

class InputBuilder {
  readonly links: Link[] = [];
  readonly #task: Task;
  readonly #host: CompileHost;
  readonly #isSparse: boolean;
  #input = 'extra';

  constructor(task: Task, host: CompileHost) {
    this.#task = task;
    this.#isSparse = task.step.isSparse === true;
    this.#host = host;
  }

  /** What the type has worked out: only leaves that hold something of their own get a link. */
  addPlanned({ name, leaves, tuple }: ReadPlan, isDriven: boolean): void {
    const { node, input } = this.#task;
    this.#input = name;
    if (tuple === undefined) {
      const leaf = (leaves as readonly LeafPlan[])[0] as LeafPlan;
      if (isDriven || !isDefault(node, leaf)) this.#addPlannedLeaf(leaf, input, name, leaf.scalar, input.scalars);
      else if (leaf.scalar < 0 && !this.#isSparse) input[name] = leaf.initial;
      return;
    }
    let own: unknown[] | undefined;
    for (let i = 0; i < tuple.length; i++) {
      const leaf = (leaves as readonly LeafPlan[])[i] as LeafPlan;
      if (!isDriven && isDefault(node, leaf)) continue;
      own ??= [...tuple];
      this.#addPlannedLeaf(leaf, own as unknown as Holder, i, i, own as number[]);
    }
    // Inputs are never written to by nodes: those with the defaults can share one tuple.
    if (own || !this.#isSparse) input[name] = own ?? tuple;
  }

  #addPlannedLeaf(leaf: LeafPlan, holder: Holder, key: string | number, index: number, numbers: number[]): void {
    const { node } = this.#task;
    const { plug, as } = leaf;
    const { cell, factor } = this.#host.link(this.#task, node, plug, false);
    const isNumber = as === 'number' && index >= 0;
    if (!isNumber) holder[key] = undefined;
    const { choices } = plug.attribute;
    const into = isNumber ? numbers : undefined;
    const at = isNumber ? index : 0;
    this.links.push(new Link(node, plug.path, cell, factor, this.#input, holder, key, into, at, as, choices));
  }

  /** An array or struct: what it consists of differs from node to node. */
  addRead(name: string): void {
    const { node } = this.#task;
    const attribute = node.resolve(name);
    if (!attribute) return;
    this.#input = name;
    const { step, element } = this.#task;
    const isList = attribute.attribute.isArray && attribute.table === undefined && attribute.attribute.kind !== 'rows';
    const own = isList && step.per === 'instance' ? (node.resolve(`${name}[${element}]`) as ResolvedPlug) : attribute;
    this.#add(node, own, this.#task.input, name, false);
  }

  addTree(tree: RequestTree): unknown {
    const root: Holder = {};
    this.#input = 'extra';
    this.#addTree(tree, root, 'root');
    return root.root;
  }

  #addTree(tree: RequestTree, holder: Holder, key: string | number): void {
    if (isPlugRequest(tree)) {
      const plug = tree.node.resolve(tree.path);
      if (plug) this.#add(tree.node, plug, holder, key, tree.undriven ?? false);
      return;
    }
    const inner = (Array.isArray(tree) ? [] : {}) as Holder;
    holder[key] = inner;
    for (const [name, branch] of Object.entries(tree)) {
      this.#addTree(branch as RequestTree, inner, Array.isArray(tree) ? Number(name) : name);
    }
  }

  #add(node: SceneNode, plug: ResolvedPlug, holder: Holder, key: string | number, undriven: boolean): void {
    const { attribute } = plug;
    const isBlock = attribute.kind === 'table' || attribute.kind === 'rows';
    if (attribute.isArray && plug.index === undefined && !isBlock) {
      this.#addArray(node, plug, holder, key, undriven);
    } else if (attribute.kind === 'compound') {
      this.#addCompound(node, plug, holder, key, undriven);
    } else {
      this.#addLeaf(node, plug, holder, key, undriven);
    }
  }

  #addCompound(node: SceneNode, plug: ResolvedPlug, holder: Holder, key: string | number, undriven: boolean): void {
    if (plug.attribute.shape === 'tuple') {
      const tuple = [0, 0, 0] as unknown as Holder;
      holder[key] = tuple;
      const leaves = leafPlugs(plug);
      for (let i = 0; i < leaves.length; i++) this.#addLeaf(node, leaves[i] as ResolvedPlug, tuple, i, undriven);
      return;
    }
    const struct: Holder = {};
    holder[key] = struct;
    for (const long of Object.keys(plug.attribute.children ?? {})) {
      const child = node.resolve(`${plug.path}.${long}`);
      if (child) this.#add(node, child, struct, long, undriven);
    }
  }

  #addArray(node: SceneNode, plug: ResolvedPlug, holder: Holder, key: string | number, undriven: boolean): void {
    this.#host.watch(this.#task, node, `${plug.path}[]`);
    const indices = node.elementIndices(plug.path);
    const values: unknown[] = [];
    holder[key] = { indices, values };
    const { step, element } = this.#task;
    indices.forEach((index, at) => {
      const item = node.resolve(`${plug.path}[${index}]`) as ResolvedPlug;
      const wanted =
        step.per === 'component' && item.attribute.shape === 'tuple'
          ? (leafPlugs(item)[element] as ResolvedPlug)
          : item;
      values.push(undefined);
      this.#add(node, wanted, values as unknown as Holder, at, undriven);
    });
  }

  #addLeaf(node: SceneNode, plug: ResolvedPlug, holder: Holder, key: string | number, undriven: boolean): void {
    if (plug.attribute.kind === 'generic') {
      const source = sourceOf(node, plug);
      if (source?.plug?.attribute.kind === 'compound') {
        this.#host.watch(this.#task, node, plug.path);
        this.#add(source.node, source.plug, holder, key, undriven);
        return;
      }
    }
    const { cell, factor } = this.#host.link(this.#task, node, plug, undriven);
    const as = linkKind(plug.attribute.kind);
    const { input, plan } = this.#task;
    const scalar = holder === input ? plan.inputs.scalarAt.get(key as string) : undefined;
    const isTuple = as === 'number' && typeof key === 'number' && Array.isArray(holder);
    const numbers = scalar !== undefined ? input.scalars : isTuple ? (holder as unknown as number[]) : undefined;
    if (numbers === undefined) holder[key] = undefined;
    else if (isTuple) numbers[key as number] = 0;
    const index = scalar ?? (isTuple ? (key as number) : 0);
    const { choices } = plug.attribute;
    this.links.push(new Link(node, plug.path, cell, factor, this.#input, holder, key, numbers, index, as, choices));
  }
}

/** Whether nothing is stored in a leaf, and nothing drives it. */
function isDefault({ values, inputs }: SceneNode, { isFed, storedAt, plug, above }: LeafPlan): boolean {
  if (isFed || values.has(storedAt)) return false;
  if (inputs.size === 0) return true;
  if (inputs.has(plug.path)) return false;
  for (let i = 0; i < above.length; i++) if (inputs.has(above[i] as string)) return false;
  return true;
}
