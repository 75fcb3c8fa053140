import type { Mat4 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import type { Cell, CellValue } from './cell.ts';
import type { BankedInputs, KernelPlugs, Step } from './node-type.ts';
import type { InputRecord, OutputRecord } from './records.ts';
import { constantCell, type StepPlan } from './step-plan.ts';
import { convertValue, type LinkKind } from './values.ts';

/** Where the values of one task go: an object, tuple or array that `compute` sees. */
export type Holder = Record<string | number, unknown>;

/** How one input value reaches `compute`. */
export class Link {
  /** The plug that is read, before any connection is followed. */
  readonly node: SceneNode;
  readonly path: string;
  readonly cell: Cell;
  /** Name of the attribute in `reads` that the value is part of; `extra` for what was requested. */
  readonly input: string;
  readonly holder: Holder;
  readonly key: string | number;
  /** Set when the value is a number that goes into an array: `numbers[index]`. */
  readonly numbers: number[] | undefined;
  readonly index: number;
  /** Factor of the unit conversion between the two ends. */
  readonly factor: number;
  readonly as: LinkKind;
  readonly choices: Readonly<Record<number, string>> | undefined;
  /** Version of the cell that the holder has. */
  seen = 0;

  constructor(
    node: SceneNode,
    path: string,
    cell: Cell,
    factor: number,
    input: string,
    holder: Holder,
    key: string | number,
    numbers: number[] | undefined,
    index: number,
    as: LinkKind,
    choices: Readonly<Record<number, string>> | undefined,
  ) {
    this.node = node;
    this.path = path;
    this.cell = cell;
    this.factor = factor;
    this.input = input;
    this.holder = holder;
    this.key = key;
    this.numbers = numbers;
    this.index = index;
    this.as = as;
    this.choices = choices;
  }
}

/** How one output value leaves `compute`: a number of the record, or an object, its element, its child. */
export interface Outlet {
  readonly cell: Cell;
  /** Position among the numbers of the record, or -1. */
  readonly scalar: number;
  /** Position among its objects. */
  readonly object: number;
  readonly index: number | undefined;
  readonly child: string | number | undefined;
}

/** Whether a cell changes as the scene plays: computed, or the time itself. Others change only by edits. */
function isMoving(cell: Cell): boolean {
  return cell.producer !== undefined || cell.kind === 'time';
}

const NO_LINKS: readonly Link[] = [];
const NO_TASKS: readonly Task[] = [];
const NO_OUTLETS: readonly Outlet[] = [];
const FEW = 8;
const NO_INPUT: InputRecord = { scalars: [] };

/** One step of one node (and instance or component) in the graph. */
export class Task {
  readonly node: SceneNode;
  readonly step: Step;
  readonly plan: StepPlan;
  /** Instance or component number. */
  readonly element: number;
  dirty = true;
  /** Being pulled right now: meeting it again is a cycle. */
  active = false;
  cursor = 0;
  /** Undefined until compiled; dropped when a connection above has changed. */
  links: readonly Link[] | undefined;
  /** Those of `links` that may change without an edit of the scene. */
  #moving: readonly Link[] = NO_LINKS;
  /** Those of `links` that change while the scene only plays. */
  #playing: readonly Link[] = NO_LINKS;
  /** An edit has changed an input: all links are to be looked at. */
  isEdited = true;
  /** Tasks whose outputs this one reads. */
  dependencies: readonly Task[] = NO_TASKS;
  /** Made when the task is compiled. */
  input: InputRecord = NO_INPUT;
  readonly output: OutputRecord;
  outlets: readonly Outlet[] = NO_OUTLETS;

  /** Among the tasks of its node. */
  readonly key: number;

  constructor(node: SceneNode, plan: StepPlan, element: number, key = 0) {
    this.key = key;
    this.node = node;
    this.step = plan.step;
    this.plan = plan;
    this.element = element;
    this.output = plan.outputs.make();
  }

  addOutlet(outlet: Outlet): void {
    // Lists that grow from nothing take room for many.
    if (this.outlets === NO_OUTLETS) this.outlets = [outlet];
    else if (this.outlets.length < FEW) this.outlets = [...this.outlets, outlet];
    else (this.outlets as Outlet[]).push(outlet);
  }

  /** The cells behind its plugs, for kernels. */
  kernelPlugs(slots: BankSlots = NO_SLOTS): TaskPlugs {
    return new TaskPlugs(this, slots);
  }

  /** Whether there is nothing to do as time goes on: it computes nothing, and has the matrices that change in place. */
  isUpToDate(): boolean {
    if (this.outlets.length > 0 || this.step.writes.length > 0) return false;
    return this.#playing.every(
      ({ as, cell, holder, key }) => as === 'matrix' && cell.object !== undefined && holder[key] === cell.object,
    );
  }

  /** Takes over resolved inputs. */
  setLinks(links: readonly Link[], dependencies: readonly Task[]): void {
    this.links = links;
    this.#moving = NO_LINKS;
    let moving = 0;
    for (let i = 0; i < links.length; i++) if (isMoving((links[i] as Link).cell)) moving++;
    if (moving === links.length) this.#moving = links;
    else if (moving > 0) this.#moving = links.filter((link) => isMoving(link.cell));
    this.dependencies = dependencies;
    this.isEdited = true;
  }

  /** Learns what changes while the scene plays: the time, and what the given tasks write. */
  preparePlayback(playing: ReadonlySet<Task>): void {
    this.#playing = this.#moving.filter(({ cell }) => cell.producer === undefined || playing.has(cell.producer));
  }

  /** Brings changed inputs to `input`. True when there were any. In playback only what plays is looked at. */
  gather(isPlayback = false): boolean {
    const links = this.isEdited ? (this.links as readonly Link[]) : isPlayback ? this.#playing : this.#moving;
    // A task that reads nothing still runs once.
    let changed = this.isEdited && links.length === 0;
    this.isEdited = false;
    for (let i = 0; i < links.length; i++) {
      const link = links[i] as Link;
      const { cell } = link;
      if (cell.version === link.seen) continue;
      link.seen = cell.version;
      if (link.numbers !== undefined) link.numbers[link.index] = cell.number * link.factor;
      // A cell changes its matrix in place: once handed over, it is there.
      else if (link.as !== 'matrix' || cell.object === undefined || link.holder[link.key] !== cell.object) {
        link.holder[link.key] = convertValue(link.as, cell.value, link.factor, link.choices);
      }
      changed = true;
    }
    return changed;
  }

  /** Brings the outputs to their cells. True when all numbers are finite. */
  scatter(): boolean {
    const { outlets, output } = this;
    let finite = true;
    for (let i = 0; i < outlets.length; i++) {
      const outlet = outlets[i] as Outlet;
      if (outlet.scalar < 0) {
        if (!scatterObject(outlet, output)) finite = false;
        continue;
      }
      const value = output.scalars[outlet.scalar] as number;
      if (value - value !== 0) finite = false;
      outlet.cell.writeNumber(value);
    }
    return finite;
  }
}

/** Where the values of cells lie that a bank computes. */
export type BankSlots = Map<Cell, { readonly values: Float64Array; readonly at: number }>;
const NO_SLOTS: BankSlots = new Map();

/** What kernels see of a task. */
export class TaskPlugs implements KernelPlugs {
  readonly #task: Task;
  readonly #slots: BankSlots;
  /** Inputs that are read from banks. */
  taken: Set<string> | undefined;
  /** Of the one bank that they all come from. */
  #values: Float64Array | undefined;

  constructor(task: Task, slots: BankSlots) {
    this.#task = task;
    this.#slots = slots;
  }

  get values(): InputRecord {
    return this.#task.input;
  }

  banked(name: string): BankedInputs | undefined {
    const slots = this.inputs(name)?.map((cell) => this.#slots.get(cell));
    const values = slots?.find((slot) => slot !== undefined)?.values;
    if (!slots || !values || values !== (this.#values ?? values)) return undefined;
    if (slots.some((slot) => slot !== undefined && slot.values !== values)) return undefined;
    this.#values = values;
    this.taken ??= new Set();
    this.taken.add(name);
    return { values, positions: slots.map((slot) => slot?.at ?? -1) };
  }

  input(name: string): Cell | undefined {
    return this.inputs(name)?.[0];
  }

  inputs(name: string): readonly Cell[] | undefined {
    const { links = NO_LINKS, plan, node } = this.#task;
    const read = plan.reads.find((other) => other.name === name);
    const cells: Cell[] = [];
    if (!read?.leaves) {
      for (const link of links) {
        if (link.input !== name) continue;
        if (link.factor !== 1) return undefined;
        cells.push(link.cell);
      }
      return cells;
    }
    for (const leaf of read.leaves) {
      const link = links.find((other) => other.path === leaf.plug.path && other.input === name);
      if (link && link.factor !== 1) return undefined;
      cells.push(link?.cell ?? constantCell(leaf, node));
    }
    return cells;
  }

  moves(name: string): boolean {
    for (const link of this.#task.links ?? NO_LINKS) if (link.input === name && isMoving(link.cell)) return true;
    return false;
  }

  output(name: string): Cell | undefined {
    for (const { cell } of this.#task.outlets) {
      if (cell.path === name || (cell.path.startsWith(name) && cell.path[name.length] === '[')) return cell;
    }
    return undefined;
  }
}

/** Whether all numbers are finite; their sum tells, without a test of each. */
function isFiniteMatrix(m: Readonly<Mat4>): boolean {
  const first = m[0] + m[1] + m[2] + m[3] + m[4] + m[5] + m[6] + m[7];
  const sum = first + m[8] + m[9] + m[10] + m[11] + m[12] + m[13] + m[14] + m[15];
  return sum - sum === 0;
}

function scatterObject(outlet: Outlet, output: OutputRecord): boolean {
  const { cell } = outlet;
  let value = output.objects[outlet.object];
  if (outlet.index !== undefined) value = (value as unknown[] | undefined)?.[outlet.index];
  if (outlet.child !== undefined) value = (value as Holder | undefined)?.[outlet.child];
  if (typeof value === 'number') {
    cell.writeNumber(value);
    return value - value === 0;
  }
  if (cell.kind === 'matrix') {
    if (value === undefined) return true;
    const matrix = value as Mat4;
    cell.writeMatrix(matrix);
    return isFiniteMatrix(matrix);
  }
  // What was not set keeps its value; only data may become nothing.
  if (value === undefined && cell.kind !== 'data') return true;
  cell.write(typeof value === 'boolean' ? Number(value) : (value as CellValue));
  return true;
}
