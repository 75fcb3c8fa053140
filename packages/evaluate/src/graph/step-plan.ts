/**
 * What is the same for all nodes of a type, worked out once: how the inputs of a step are laid out, which leaves they are
 * made of, what they are by default, and where the outputs go. Making the task of one node is then a walk over a list.
 */
import { attributeIndex, leafPlugs, type NodeDeclaration, type ResolvedPlug, type SceneNode } from '@rigline/scene';
import { Cell, type CellValue } from './cell.ts';
import type { NodeType, Step } from './node-type.ts';
import {
  type InputRecord,
  inputLayout,
  type Layout,
  NO_INPUTS,
  NO_OUTPUTS,
  type OutputRecord,
  outputLayout,
  scalarInputs,
} from './records.ts';
import { partOf, writers } from './resolve.ts';
import { convertValue, type LinkKind, linkKind } from './values.ts';

/** One leaf that a step reads of its own node. */
export interface LeafPlan {
  readonly plug: ResolvedPlug;
  /** Under which path a value is stored: that of the block for tables. */
  readonly storedAt: string;
  /** Canonical paths of the compounds above. */
  readonly above: readonly string[];
  readonly as: LinkKind;
  /** Position among the numbers of the record, or -1. */
  readonly scalar: number;
  /** What `compute` sees where nothing is stored or connected. */
  readonly initial: unknown;
  /** Never the default: computed by the node, or taken from the scene. */
  readonly isFed: boolean;
  /** A cell with the default, for kernels; made when one asks. */
  constant: Cell | undefined;
}

/** One attribute that a step reads. */
export interface ReadPlan {
  readonly name: string;
  /** A tuple's children, or the leaf itself; undefined for arrays and structs, which differ from node to node. */
  readonly leaves: readonly LeafPlan[] | undefined;
  /** A tuple of the defaults, shared by all nodes that have them. */
  readonly tuple: readonly unknown[] | undefined;
}

/** One step of a type, for one instance or component. */
export interface StepPlan {
  readonly step: Step;
  readonly reads: readonly ReadPlan[];
  readonly inputs: Layout<InputRecord>;
  readonly outputs: Layout<OutputRecord>;
  /** Canonical paths of all leaves in `reads`, and of what `requests` chooses by. */
  readonly paths: ReadonlySet<string>;
  /** Part of no type: its task is not one of its node. */
  readonly isLone: boolean;
}

/** Where an output leaf comes from. */
export interface OutletPlan {
  readonly step: Step;
  readonly element: number;
  /** Of the task among those of the node. */
  readonly key: number;
  readonly scalar: number;
  readonly object: number;
  readonly index: number | undefined;
  readonly child: string | number | undefined;
}

/** Steps are numbered per node; this leaves room for a million instances or components of each. */
const ELEMENTS_PER_STEP = 2 ** 20;

interface Writer {
  readonly step: Step;
  readonly number: number;
}

/** Everything that the nodes of one declaration have in common in one graph. */
export class TypePlan {
  readonly #own: NodeType | undefined;
  readonly #base: NodeType | undefined;
  readonly #writers = new Map<string, Writer | undefined>();
  readonly #steps = new Map<number, StepPlan>();
  /** Records of a step for all its instances. */
  readonly #inputs = new Map<Step, Layout<InputRecord>>();
  readonly #outlets = new Map<string, OutletPlan>();

  constructor(own: NodeType | undefined, base: NodeType | undefined) {
    this.#own = own;
    this.#base = base;
  }

  /** The step that writes an attribute: of the node's own type, or of what every node of the hierarchy does. */
  writerOf(long: string): Writer | undefined {
    let writer = this.#writers.get(long);
    if (writer !== undefined || this.#writers.has(long)) return writer;
    const own = this.#own;
    const index = own && writers(own).get(long);
    const inherited = this.#base && writers(this.#base).get(long);
    if (own && index !== undefined) {
      writer = { step: own.steps[index] as Step, number: index };
    } else if (this.#base && inherited !== undefined) {
      writer = { step: this.#base.steps[inherited] as Step, number: (own?.steps.length ?? 0) + inherited };
    }
    this.#writers.set(long, writer);
    return writer;
  }

  /** Where a leaf comes from that the node computes. */
  outletOf(node: SceneNode, plug: ResolvedPlug): OutletPlan {
    let plan = this.#outlets.get(plug.path);
    if (!plan) {
      plan = this.#planOutlet(node, plug);
      this.#outlets.set(plug.path, plan);
    }
    return plan;
  }

  #planOutlet(node: SceneNode, plug: ResolvedPlug): OutletPlan {
    const { step, number } = this.writerOf(plug.long) as Writer;
    const element = step.per === 'instance' ? elementOf(plug) : step.per === 'component' ? plug.position : 0;
    const isWritten = step.writes.includes(plug.long);
    const owner = isWritten ? plug.long : ownerLong(plug);
    const layout = outputLayout(step, node);
    return {
      step,
      element,
      key: number * ELEMENTS_PER_STEP + element,
      scalar: layout.scalarAt.get(owner) ?? -1,
      object: layout.objectAt.get(owner) ?? -1,
      index: step.per === 'once' ? indexIn(plug, owner) : undefined,
      child: partOf(plug.path) ?? (isWritten || step.per === 'component' ? undefined : childKey(node, owner, plug)),
    };
  }

  stepOf(node: SceneNode, { step, element, key }: OutletPlan): StepPlan {
    let plan = this.#steps.get(key);
    if (!plan) {
      plan = planStep(step, element, node, (long) => this.writerOf(long) !== undefined);
      // The defaults of instances are the same; those of components may not be.
      if (step.per !== 'component') {
        const inputs = this.#inputs.get(step) ?? plan.inputs;
        this.#inputs.set(step, inputs);
        plan = { ...plan, inputs };
      }
      this.#steps.set(key, plan);
    }
    return plan;
  }
}

const NO_PATHS: ReadonlySet<string> = new Set();

/** The plan of a step that is no part of a type: it reads nothing but what it requests, and writes nothing. */
export function planLoneStep(step: Step): StepPlan {
  return { step, reads: [], inputs: NO_INPUTS, outputs: NO_OUTPUTS, paths: NO_PATHS, isLone: true };
}

function planStep(step: Step, element: number, node: SceneNode, isProduced: (long: string) => boolean): StepPlan {
  const names = step.reads.length === 0 ? [] : scalarInputs(step, node);
  const scalarAt = new Map(names.map((name, i) => [name, i]));
  const declared = { declaration: node.declaration, node };
  const reads = step.reads.flatMap((name) => {
    const plan = planRead(name, step, element, declared, scalarAt.get(name) ?? -1, isProduced);
    return plan ? [plan] : [];
  });
  const paths = new Set(step.choosesBy ?? []);
  for (const { leaves } of reads) for (const leaf of leaves ?? []) paths.add(leaf.storedAt).add(leaf.plug.path);
  const inputs = names.length + reads.length === 0 ? NO_INPUTS : planInputs(step, reads, names);
  return { step, reads, inputs, outputs: outputLayout(step, node), paths, isLone: false };
}

function planInputs(step: Step, reads: readonly ReadPlan[], names: readonly string[]): Layout<InputRecord> {
  const shared: Record<string, unknown> = {};
  const numbers = names.map(() => 0);
  for (const { name, leaves, tuple } of reads) {
    const [leaf] = leaves ?? [];
    if (!leaf) continue;
    if (tuple) shared[name] = tuple;
    else if (leaf.scalar < 0) shared[name] = leaf.initial;
    else numbers[leaf.scalar] = leaf.initial as number;
  }
  return inputLayout(names, numbers, step.isSparse ? shared : {});
}

interface Declared {
  readonly declaration: NodeDeclaration;
  readonly node: SceneNode;
}

function planRead(
  name: string,
  step: Step,
  element: number,
  { declaration, node }: Declared,
  scalar: number,
  isProduced: (long: string) => boolean,
): ReadPlan | undefined {
  // An attribute that only this node has is not the type's.
  const plug = attributeIndex(declaration).has(name) ? node.resolve(name) : undefined;
  if (!plug) return undefined;
  const { attribute } = plug;
  const isList = attribute.isArray && plug.table === undefined && attribute.kind !== 'rows';
  // A generic attribute takes after what is connected.
  const isOpen = attribute.kind === 'generic' || (isList && step.per !== 'instance');
  const slow: ReadPlan = { name, leaves: undefined, tuple: undefined };
  if (isOpen) return slow;
  const read = isList ? (node.resolve(`${name}[${element}]`) as ResolvedPlug) : plug;
  const leafPlan = (leaf: ResolvedPlug, position: number): LeafPlan => ({
    plug: leaf,
    storedAt: leaf.table?.key ?? leaf.path,
    above: pathsAbove(node, leaf),
    as: linkKind(leaf.attribute.kind),
    scalar: position,
    initial: initialOf(leaf),
    isFed: leaf.attribute.implicit !== undefined || isProduced(leaf.long),
    constant: undefined,
  });
  if (read.attribute.kind !== 'compound') {
    return { name, leaves: [leafPlan(read, scalar)], tuple: undefined };
  }
  if (step.per === 'component' && !isList) {
    const leaf = leafPlugs(read)[element] as ResolvedPlug;
    return { name, leaves: [leafPlan(leaf, scalar)], tuple: undefined };
  }
  const leaves = leafPlugs(read);
  if (read.attribute.shape !== 'tuple' || leaves.some((leaf) => linkKind(leaf.attribute.kind) !== 'number'))
    return slow;
  const plans = leaves.map((leaf) => leafPlan(leaf, -1));
  return { name, leaves: plans, tuple: plans.map(({ initial }) => initial) };
}

function pathsAbove(node: SceneNode, plug: ResolvedPlug): string[] {
  const paths: string[] = [];
  for (let at: ResolvedPlug | undefined = plug; at?.ownerPath !== undefined; at = node.resolve(at.ownerPath)) {
    paths.push(at.ownerPath);
  }
  return paths;
}

function initialOf({ attribute }: ResolvedPlug): unknown {
  return convertValue(linkKind(attribute.kind), attribute.default as CellValue, 1, attribute.choices);
}

/** A cell that holds the default of a leaf for good. */
export function constantCell(leaf: LeafPlan, node: SceneNode): Cell {
  leaf.constant ??= new Cell(node, leaf.storedAt, leaf.plug.attribute.kind, leaf.plug.attribute.default as CellValue);
  return leaf.constant;
}

function elementOf(plug: ResolvedPlug): number {
  return plug.index ?? indexIn(plug, '') ?? 0;
}

/** The logical index written in a canonical path: of `owner` when it is named there. */
function indexIn(plug: ResolvedPlug, owner: string): number | undefined {
  const match = /\[(\d+)\]/.exec(owner ? plug.path.slice(plug.path.indexOf(owner) + owner.length) : plug.path);
  return match ? Number(match[1]) : undefined;
}

function ownerLong(plug: ResolvedPlug): string {
  return (plug.ownerPath ?? plug.long).replace(/\[\d+\]$/, '').replace(/^.*\./, '');
}

function childKey(node: SceneNode, owner: string, plug: ResolvedPlug): string | number {
  return node.resolve(owner)?.attribute.shape === 'struct' ? plug.long : plug.position;
}
