import { ProblemLog, RiglineError } from '@rigline/diagnostics';
import type { Mat4 } from '@rigline/math';
import {
  type DagPath,
  leafPlugs,
  type Plug,
  type PlugRef,
  type ResolvedPlug,
  type Scene,
  type SceneChange,
  type SceneNode,
} from '@rigline/scene';
import { Cell, type CellValue } from './cell.ts';
import { type CompileHost, compileTask } from './compile.ts';
import { GraphReporter } from './graph-problems.ts';
import type { ComputeContext, NodeType } from './node-type.ts';
import { type Playback, type PlaybackPlan, planPlayback } from './playback.ts';
import { PlugCells } from './plug-cells.ts';
import { Probe, type ProbeShape } from './probe.ts';
import type { Outlet, Task } from './task.ts';

/** What the graph has done since it was made; for tests and tuning. */
export interface GraphStats {
  /** Steps computed. */
  computes: number;
  /** Tasks whose inputs turned out unchanged, so that nothing was computed. */
  skips: number;
  /** Tasks whose connections were resolved. */
  compiles: number;
}

/**
 * The dependency graph of a scene. Changes of the scene push dirtiness downstream; reading a plug pulls what is dirty.
 * Built lazily: only what is read is ever resolved or computed. Follows the scene's changes until `dispose`.
 */
export class Graph {
  readonly scene: Scene;
  readonly problems: ProblemLog = new ProblemLog();
  readonly stats: GraphStats = { computes: 0, skips: 0, compiles: 0 };
  readonly #time: Cell;
  readonly #cells: PlugCells;
  readonly #report: GraphReporter;
  readonly #unlisten: () => void;
  #generation = 0;
  /** Rises with every edit of the scene and every newly resolved task. */
  #revision = 0;
  readonly #host: CompileHost;
  /** One for all tasks: what is reported belongs to the one that computes. */
  readonly #context: ComputeContext;
  #computing: Task | undefined;
  /** Set while cells lack what playback has computed for kernels alone. */
  #settle: (() => void) | undefined;

  constructor(scene: Scene, types: ReadonlyMap<string, NodeType>, seconds = 0) {
    this.scene = scene;
    this.#time = new Cell(scene.nodes[0] as SceneNode, 'outTime', 'time', seconds);
    this.#report = new GraphReporter(scene, this.problems);
    this.#cells = new PlugCells(scene, types, this.#time, this.#report);
    this.#unlisten = scene.listen((change) => this.#onChange(change));
    const present = (): SceneNode => this.#computing?.node ?? (scene.nodes[0] as SceneNode);
    this.#context = {
      get node() {
        return present();
      },
      get settings() {
        return scene.settings;
      },
      report: (problem) => this.problems.add({ ...problem, at: { node: scene.pathOf(present()) } }),
    };
    this.#host = {
      scene,
      link: (task, node, plug, undriven) => this.#cells.resolve(task, node, plug, undriven),
      isDriven: (node) => this.#cells.isDriven(node),
      reads: (task, node) => this.#cells.addReader(task, node),
      watch: (task, node, path) => this.#cells.watch(task, node, path),
    };
  }

  dispose(): void {
    this.#unlisten();
  }

  get seconds(): number {
    return this.#time.value as number;
  }

  /** Sets the time of the scene in seconds and makes dirty what depends on it. */
  setTime(seconds: number): void {
    if (!Number.isFinite(seconds)) {
      throw new RiglineError({ code: 'EVALUATE_BAD_TIME', message: `Time must be a finite number, not ${seconds}` });
    }
    if (seconds === this.#time.value) return;
    this.#settleCells();
    this.#time.write(seconds);
    this.#pushDirty(this.#time);
  }

  #settleCells(): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.();
  }

  /** Sets the time in frames of the scene's time unit. */
  setFrame(frame: number): void {
    this.setTime(frame / this.scene.settings.frameRate);
  }

  // ---- reading

  /** A reader of plugs that is resolved once and read often; each entry of `shape` is a plug of a node. */
  probe<Shape extends ProbeShape>(shape: Shape): Probe<Shape> {
    return new Probe(
      shape,
      (task) => this.#pull(task),
      () => this.#generation,
    );
  }

  /**
   * Brings a fixed set of probes to one time after the other, faster than reading them one by one: the order of the
   * tasks is found once and kept until the scene is edited.
   */
  playback(probes: readonly Probe<ProbeShape>[]): Playback {
    let revision = -1;
    let plan: PlaybackPlan | undefined;
    return {
      seek: (seconds) => {
        if (revision !== this.#revision || !Number.isFinite(seconds)) {
          this.setTime(seconds);
          for (const probe of probes) probe.read();
          plan = undefined;
          revision = this.#revision;
        } else if (seconds !== this.#time.value) {
          plan ??= planPlayback(
            this.#time,
            probes.map((probe) => probe.task),
            (task) => this.#run(task, true),
          );
          if (this.#settle !== plan.settle) this.#settleCells();
          this.#time.write(seconds);
          for (const task of plan.outside) task.dirty = true;
          for (let i = 0; i < plan.runs.length; i++) (plan.runs[i] as () => void)();
          this.#settle = plan.settle;
        }
      },
    };
  }

  /**
   * The evaluated value of a plug: a number in inner units, a string, a matrix, or an array of the leaves of a
   * compound. Matrices are copies.
   */
  get(plug: PlugRef | string): CellValue | CellValue[] {
    const found = this.#plug(plug);
    const resolved =
      found.attribute.isArray && found.index === undefined && found.attribute.kind === 'matrix'
        ? ({ ...(found.node.resolve(`${found.path}[0]`) as ResolvedPlug), node: found.node } as Plug)
        : found;
    const values = leafPlugs(resolved).map((leaf) => this.#read(found.node, leaf));
    return resolved.attribute.kind === 'compound' ? values : values[0];
  }

  #read(node: SceneNode, leaf: ResolvedPlug): CellValue {
    this.#settleCells();
    const { cell, factor } = this.#cells.resolve(undefined, node, leaf, false);
    if (cell.producer) this.#pull(cell.producer);
    if (typeof cell.value === 'number') return cell.value * factor;
    if (leaf.table?.row !== undefined) return node.stored(leaf) as CellValue;
    return cell.kind === 'matrix' ? [...(cell.value as Mat4)] : cell.value;
  }

  #plug(plug: PlugRef | string): Plug {
    if (typeof plug === 'string') {
      const found = this.scene.findPlug(plug);
      if (found) return found;
      throw new RiglineError({
        code: 'EVALUATE_NO_PLUG',
        message: `There is no plug "${plug}", or its name is not unique`,
      });
    }
    const resolved = plug.node.resolve(plug.path);
    if (resolved) return { ...resolved, node: plug.node };
    throw new RiglineError({
      code: 'EVALUATE_NO_PLUG',
      message: `"${plug.node.name}" (${plug.node.type}) has no attribute "${plug.path}"`,
      at: { node: this.scene.pathOf(plug.node), plug: plug.path },
    });
  }

  /** World matrix of one place of a node; a copy. */
  worldMatrix(place: DagPath): Mat4 {
    return this.get({ node: place.node, path: `worldMatrix[${place.instance}]` }) as Mat4;
  }

  // ---- pull

  /** Brings a task and all it depends on up to date. Needs no recursion, so depth is not limited by the stack. */
  #pull(root: Task): void {
    if (!root.dirty) return;
    this.#settleCells();
    const stack: Task[] = [];
    let task = root;
    this.#enter(task);
    for (;;) {
      const next = nextDirty(task);
      if (next === undefined) {
        task.active = false;
        this.#run(task);
        const above = stack.pop();
        if (above === undefined) return;
        task = above;
      } else if (next.active) {
        const tasks = this.#report.hasManyCycles ? [task, next] : [...stack.slice(stack.indexOf(next)), task, next];
        this.#report.cycle(tasks.map((t) => t.node));
      } else {
        stack.push(task);
        this.#enter(next);
        task = next;
      }
    }
  }

  #enter(task: Task): void {
    if (!task.links) {
      compileTask(task, this.#host);
      this.#revision++;
      this.stats.compiles++;
    }
    task.active = true;
    task.cursor = 0;
  }

  #run(task: Task, isPlayback = false): void {
    task.dirty = false;
    if (!task.gather(isPlayback)) {
      this.stats.skips++;
      return;
    }
    this.stats.computes++;
    try {
      this.#computing = task;
      task.step.compute(task.input, task.output, this.#context);
    } catch (error) {
      this.#report.failed(task, error);
      return;
    }
    if (!task.scatter()) this.#report.notFinite(task);
  }

  // ---- push

  #pushDirty(cell: Cell): void {
    const isEdit = cell !== this.#time && cell.producer === undefined;
    const stack: Task[] = [];
    for (const task of cell.readers) {
      if (isEdit) task.isEdited = true;
      if (task.dirty) continue;
      task.dirty = true;
      stack.push(task);
    }
    for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
      const { outlets } = task;
      for (let i = 0; i < outlets.length; i++) {
        const { readers } = (outlets[i] as Outlet).cell;
        for (let j = 0; j < readers.length; j++) {
          const reader = readers[j] as Task;
          if (reader.dirty) continue;
          reader.dirty = true;
          stack.push(reader);
        }
      }
    }
  }

  #invalidate(task: Task): void {
    if (task.links) {
      for (const cell of new Set(task.links.map((link) => link.cell))) cell.removeReader(task);
      task.links = undefined;
      task.dependencies = NO_TASKS;
    }
    if (task.dirty) return;
    task.dirty = true;
    for (const outlet of task.outlets) this.#pushDirty(outlet.cell);
  }

  #onChange(change: SceneChange): void {
    this.#settleCells();
    this.#revision++;
    if (change.kind === 'structure') {
      this.#reset();
      return;
    }
    const { node, path } = change;
    if (change.kind === 'value') {
      const cell = this.#cells.findStored(node, path);
      if (cell) {
        const value = node.values.get(path) as CellValue;
        if (cell.kind === 'table' || cell.kind === 'rows') cell.replaceBlock(value);
        else cell.write(value);
        this.#pushDirty(cell);
        for (const task of this.#cells.takeUnlinked(node, path)) this.#invalidate(task);
        return;
      }
    } else if (node.resolve(path)?.attribute.kind === 'message') {
      this.#reset();
      return;
    }
    for (const task of this.#cells.takeWatchers(node, path)) this.#invalidate(task);
  }

  /** Forgets all tasks: the hierarchy, a name or an attribute has changed. */
  #reset(): void {
    this.#cells.clear();
    this.#time.forgetReaders();
    this.#generation++;
  }
}

const NO_TASKS: readonly Task[] = [];

function nextDirty(task: Task): Task | undefined {
  const { dependencies } = task;
  while (task.cursor < dependencies.length) {
    const next = dependencies[task.cursor++] as Task;
    if (next.dirty) return next;
  }
  return undefined;
}
