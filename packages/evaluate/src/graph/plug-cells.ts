import type { Mat4 } from '@rigline/math';
import { leafPlugs, type NodeDeclaration, type ResolvedPlug, type Scene, type SceneNode } from '@rigline/scene';
import { Cell, type CellValue } from './cell.ts';
import type { GraphReporter } from './graph-problems.ts';
import type { NodeType } from './node-type.ts';
import { sourceOf } from './resolve.ts';
import { type OutletPlan, TypePlan } from './step-plan.ts';
import { Task } from './task.ts';
import { canDrive, conversionFactor } from './units.ts';

/** What the graph knows of one node. */
interface NodeState {
  readonly plan: TypePlan;
  /** Its cells, and where they are by path once there are many. */
  cells: readonly Cell[];
  cellAt: Map<string, Cell> | undefined;
  /** The tasks of the node itself, and where they are by key once there are many. */
  tasks: readonly Task[];
  taskAt: Map<number, Task> | undefined;
  /** Tasks of other nodes with links that read plugs of this one, and of no node. */
  readers: Set<Task> | undefined;
  /** Tasks whose links lead through an input of this node, by its path; `path[]` for those that read a whole array. */
  watchers: Map<string, Set<Task>> | undefined;
}

/** Plugs set without a connection, by node and leaf path. */
type DrivenPlugs = Map<SceneNode, Map<string, { readonly driver: SceneNode; readonly output: string }>>;

const IDENTITY: Readonly<Mat4> = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const MAX_HOPS = 1000;

/** Under what a task is kept that chooses its inputs by the value at `path`, and not only reads it. */
export function requestKey(path: string): string {
  return `?${path}`;
}

/** Finds the cell behind every plug: stored, computed by a task, or taken from the scene. Makes them as asked for. */
export class PlugCells {
  readonly #scene: Scene;
  readonly #types: ReadonlyMap<string, NodeType>;
  readonly #time: Cell;
  readonly #report: GraphReporter;
  readonly #states: (NodeState | undefined)[] = [];
  readonly #plans = new Map<NodeDeclaration, Map<string, TypePlan>>();
  readonly #found: { cell: Cell; factor: number };
  #driven: DrivenPlugs | undefined;

  constructor(scene: Scene, types: ReadonlyMap<string, NodeType>, time: Cell, report: GraphReporter) {
    this.#scene = scene;
    this.#types = types;
    this.#time = time;
    this.#report = report;
    this.#found = { cell: time, factor: 1 };
  }

  /** Forgets everything. */
  clear(): void {
    this.#states.length = 0;
    this.#driven = undefined;
  }

  /** The stored cell of a path, when something has asked for it. */
  findStored(node: SceneNode, path: string): Cell | undefined {
    const state = this.#states[node.id];
    const cell = state && cellOf(state, path);
    return cell?.producer ? undefined : cell;
  }

  /** The tasks that are to be resolved again since a connection into `path`, or `path` itself, has changed. */
  takeWatchers(node: SceneNode, path: string): Set<Task> {
    const taken = new Set<Task>();
    const state = this.#states[node.id];
    if (!state) return taken;
    const { watchers, readers, tasks } = state;
    const resolved = node.resolve(path);
    const leaves = resolved ? leafPlugs(resolved).map((leaf) => leaf.path) : [];
    const touched = new Set([path, ...leaves, ...arrayPathsOf(path)]);
    const reads = (task: Task): boolean => task.links?.some((at) => at.node === node && touched.has(at.path)) === true;
    for (const task of tasks) {
      if (task.links && (intersects(touched, task.plan.paths) || reads(task))) taken.add(task);
    }
    for (const task of readers ?? []) if (reads(task)) taken.add(task);
    if (!watchers) return taken;
    for (const watched of touched) {
      for (const key of [watched, requestKey(watched)]) {
        for (const task of watchers.get(key) ?? []) taken.add(task);
        watchers.delete(key);
      }
    }
    return taken;
  }

  /**
   * The tasks that a changed value at `path` does not reach through its cell: those that choose what to read by it, and
   * those that took it for a default until now.
   */
  takeUnlinked(node: SceneNode, path: string): Set<Task> {
    const state = this.#states[node.id];
    const taken = state?.watchers?.get(requestKey(path)) ?? new Set<Task>();
    state?.watchers?.delete(requestKey(path));
    for (const task of state?.tasks ?? []) {
      if (!task.links || !task.plan.paths.has(path)) continue;
      if (task.step.choosesBy?.includes(path) || !readsOwn(task, path)) taken.add(task);
    }
    return taken;
  }

  #state(node: SceneNode): NodeState {
    return this.#states[node.id] ?? this.#makeState(node);
  }

  #makeState(node: SceneNode): NodeState {
    const state: NodeState = {
      plan: this.#planOf(node),
      cells: NO_CELLS,
      cellAt: undefined,
      tasks: NO_TASKS,
      taskAt: undefined,
      readers: undefined,
      watchers: undefined,
    };
    this.#states[node.id] = state;
    return state;
  }

  /** One for each declaration and type: nodes of unknown types share declarations. */
  #planOf(node: SceneNode): TypePlan {
    let plans = this.#plans.get(node.declaration);
    if (!plans) {
      plans = new Map();
      this.#plans.set(node.declaration, plans);
    }
    let plan = plans.get(node.type);
    if (plan) return plan;
    const base = node.isDag ? this.#types.get(node.isTransform ? 'transform' : 'dagNode') : undefined;
    plan = new TypePlan(this.#types.get(node.type), base);
    plans.set(node.type, plan);
    return plan;
  }

  addReader(task: Task, node: SceneNode): void {
    const state = this.#state(node);
    state.readers ??= new Set();
    state.readers.add(task);
  }

  /** Whether other nodes set plugs of this one without a connection. */
  isDriven(node: SceneNode): boolean {
    const drivers = this.#drivers();
    return drivers.size > 0 && drivers.has(node);
  }

  watch(task: Task, node: SceneNode, path: string): void {
    const state = this.#state(node);
    state.watchers ??= new Map();
    const set = state.watchers.get(path);
    if (set) set.add(task);
    else state.watchers.set(path, new Set([task]));
  }

  /** Follows connections from a leaf up to the cell that holds its value. The result is valid until the next call. */
  resolve(
    task: Task | undefined,
    node: SceneNode,
    plug: ResolvedPlug,
    undriven: boolean,
  ): { readonly cell: Cell; readonly factor: number } {
    const found = this.#found;
    const drivers = this.#drivers();
    let factor = 1;
    let atNode = node;
    let at = plug;
    for (let hops = 0; ; hops++) {
      // Nothing connects into what a node computes itself.
      if (task && hops > 0 && !this.#writerOf(atNode, at.long)) this.watch(task, atNode, at.path);
      const driven = drivers.size === 0 || (undriven && hops === 0) ? undefined : drivers.get(atNode)?.get(at.path);
      if (driven) {
        found.cell = this.#produced(driven.driver, driven.driver.resolve(driven.output) as ResolvedPlug);
        found.factor = factor;
        return found;
      }
      const source = atNode.inputs.size === 0 ? undefined : sourceOf(atNode, at);
      if (!source) break;
      if (!source.plug) {
        this.#report.unsupported(source, { ...at, node: atNode }, this.#types.has(source.node.type));
        break;
      }
      const from = source.plug.attribute.kind;
      const to = at.attribute.kind;
      if (!canDrive(from, to)) {
        this.#report.mismatch({ ...source.plug, node: source.node }, { ...at, node: atNode });
        break;
      }
      if (hops >= MAX_HOPS) {
        this.#report.cycle([atNode]);
        break;
      }
      if (from !== to) factor *= conversionFactor(from, to, this.#scene.settings, source.node, atNode);
      atNode = source.node;
      at = source.plug;
    }
    found.cell = this.#cellOf(atNode, at, atNode !== node || at.path !== plug.path);
    found.factor = factor;
    return found;
  }

  #cellOf(node: SceneNode, plug: ResolvedPlug, isSource: boolean): Cell {
    const { attribute } = plug;
    if (attribute.implicit === 'time' || (node.type === 'time' && plug.path === 'outTime')) return this.#time;
    if (attribute.implicit === 'parentWorldMatrix') return this.#parentWorld(node, plug.index ?? 0);
    if (this.#writerOf(node, plug.long)) return this.#produced(node, plug);
    return this.#stored(node, plug, isSource && !this.#types.has(node.type));
  }

  #writerOf(node: SceneNode, long: string): object | undefined {
    return this.#state(node).plan.writerOf(long);
  }

  #stored(node: SceneNode, plug: ResolvedPlug, isUnsupported: boolean): Cell {
    const key = plug.table?.key ?? plug.path;
    const state = this.#state(node);
    const known = cellOf(state, key);
    if (known) return known;
    const value = plug.table ? node.values.get(key) : node.stored(plug);
    if (isUnsupported && !node.values.has(key) && !node.dynamics?.[plug.long]) {
      this.#report.unsupported({ node, path: plug.path }, undefined, false);
    }
    const own = plug.attribute.kind === 'matrix' && !plug.table ? ([...(value as Mat4)] as Mat4) : value;
    return addCell(state, new Cell(node, key, plug.table ? 'table' : plug.attribute.kind, own as CellValue));
  }

  /** The matrix that a node stands in: its parent's world matrix, or for shapes what their parent has for them. */
  #parentWorld(node: SceneNode, instance: number): Cell {
    const parent = this.#scene.pathsOf(node)[instance]?.parent;
    if (parent) {
      const name = (!node.isTransform && parent.node.declaration.shapeMatrix) || 'worldMatrix';
      const plug = parent.node.resolve(`${name}[${parent.instance}]`) as ResolvedPlug;
      return this.#cellOf(parent.node, plug, false);
    }
    const state = this.#state(node);
    const known = cellOf(state, 'dagParentMatrix');
    return known ?? addCell(state, new Cell(node, 'dagParentMatrix', 'matrix', [...IDENTITY]));
  }

  /** The cell of an output leaf, with the task that writes it. */
  #produced(node: SceneNode, plug: ResolvedPlug): Cell {
    const state = this.#state(node);
    const known = cellOf(state, plug.path);
    if (known) return known;
    const outlet = state.plan.outletOf(node, plug);
    const task = taskOf(state, node, outlet);
    const initial = plug.attribute.kind === 'matrix' ? [...IDENTITY] : node.stored(plug);
    const cell = new Cell(node, plug.path, plug.attribute.kind, initial as CellValue, task);
    addCell(state, cell);
    const { scalar, object, index, child } = outlet;
    task.addOutlet({ cell, scalar, object, index, child });
    if (!task.dirty) task.scatter();
    return cell;
  }

  #drivers(): DrivenPlugs {
    if (this.#driven) return this.#driven;
    const all: DrivenPlugs = new Map();
    for (const node of this.#scene.nodes) {
      for (const driven of this.#types.get(node.type)?.drives?.(node, this.#scene) ?? []) {
        const paths = all.get(driven.node) ?? new Map<string, { driver: SceneNode; output: string }>();
        const target = driven.node.resolve(driven.path);
        const output = node.resolve(driven.output);
        if (!target || !output) continue;
        const outputs = leafPlugs(output);
        leafPlugs(target).forEach((leaf, i) => {
          paths.set(leaf.path, { driver: node, output: outputs[i]?.path ?? driven.output });
        });
        all.set(driven.node, paths);
      }
    }
    this.#driven = all;
    return all;
  }
}

const NO_CELLS: readonly Cell[] = [];
const NO_TASKS: readonly Task[] = [];
/** So many are looked through one by one, and kept in lists of just their length: most nodes have no more. */
const FEW = 12;

function cellOf({ cells, cellAt }: NodeState, path: string): Cell | undefined {
  if (cellAt) return cellAt.get(path);
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] as Cell;
    if (cell.path === path) return cell;
  }
  return undefined;
}

function addCell(state: NodeState, cell: Cell): Cell {
  state.cells = added(state.cells, cell);
  if (state.cellAt) state.cellAt.set(cell.path, cell);
  else if (state.cells.length > FEW) state.cellAt = new Map(state.cells.map((other) => [other.path, other]));
  return cell;
}

function added<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item];
  if (list.length <= FEW) return [...list, item];
  (list as T[]).push(item);
  return list;
}

/** The task behind an outlet, made when it is asked for first. */
function taskOf(state: NodeState, node: SceneNode, outlet: OutletPlan): Task {
  const { key, element } = outlet;
  const known = state.taskAt ? state.taskAt.get(key) : state.tasks.find((other) => other.key === key);
  if (known) return known;
  const task = new Task(node, state.plan.stepOf(node, outlet), element, key);
  state.tasks = added(state.tasks, task);
  if (state.taskAt) state.taskAt.set(key, task);
  else if (state.tasks.length > FEW) state.taskAt = new Map(state.tasks.map((other) => [other.key, other]));
  return task;
}

function readsOwn({ links, node }: Task, path: string): boolean {
  return links?.some((link) => link.path === path && link.node === node) === true;
}

function intersects(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const path of some) if (others.has(path)) return true;
  return false;
}

/** `a[0].b[1].c` lies in the arrays `a[]` and `a[0].b[]`. */
function arrayPathsOf(path: string): string[] {
  const found: string[] = [];
  for (let at = path.indexOf('['); at >= 0; at = path.indexOf('[', at + 1)) found.push(`${path.slice(0, at)}[]`);
  return found;
}
