import type { Severity } from '@rigline/diagnostics';
import type { AttributeTable, NodeDeclaration, Scene, SceneNode, SceneSettings, ValueOf } from '@rigline/scene';
import type { Cell } from './cell.ts';

/** What `compute` may ask besides its inputs. */
export interface ComputeContext {
  /** The node that computes. The context itself is the graph's, the same for all nodes. */
  readonly node: SceneNode;
  readonly settings: SceneSettings;
  /** Reports a problem at the computing node. Repeats are counted. */
  report(problem: {
    readonly code: string;
    readonly severity: Severity;
    readonly message: string;
    readonly hint?: string;
  }): void;
}

/** A plug of some node that a step reads although no connection says so (the joints of an IK chain). */
export interface PlugRequest {
  readonly node: SceneNode;
  /** Canonical path of a leaf or compound. */
  readonly path: string;
  /** Reads what the plug would be without any `drives` of another node. */
  readonly undriven?: boolean;
}

/** Tree of requests; `compute` gets the same tree with values in `input.extra`. */
export type RequestTree = PlugRequest | readonly RequestTree[] | { readonly [key: string]: RequestTree };

/** Tells a request apart from a branch of the tree. */
export function isPlugRequest(tree: RequestTree): tree is PlugRequest {
  return 'path' in tree && 'node' in tree && typeof (tree as PlugRequest).path === 'string';
}

/**
 * One part of a node's computing: the unit of dirtiness and caching. A node whose outputs depend on different inputs
 * has several, so that a rig may feed one output back into an input of another part.
 */
export interface Step {
  /** Long names of attributes read; arrays with all their elements. */
  readonly reads: readonly string[];
  /** Long names of attributes written. */
  readonly writes: readonly string[];
  /**
   * `once`: a single task. `instance`: one task per place of the node in the hierarchy; array attributes mean its
   * element. `component`: one task per child of the written tuples; tuples mean their child.
   */
  readonly per: 'once' | 'instance' | 'component';
  /**
   * Further plugs to read. Called when the task is made, after the structure has changed, and when something appears
   * at or connects to a canonical path given to `watch` (`path[]` for a whole array), on the node itself by default.
   * `element` is the instance or component.
   */
  readonly requests?: (
    node: SceneNode,
    scene: Scene,
    watch: (path: string, on?: SceneNode) => void,
    element: number,
  ) => RequestTree;
  /**
   * Most inputs have their defaults, which records then leave with the type: less memory, but records of many shapes.
   * For steps that are computed once as a rule, or have a kernel.
   */
  readonly isSparse?: boolean;
  /** Canonical paths on the node itself by whose values or connections `requests` chooses. */
  readonly choosesBy?: readonly string[];
  /**
   * A shorter way for scenes that only play: a function from cells to cells, made once per node. It must give what
   * `compute` gives. Undefined when this node needs the whole way.
   */
  readonly kernel?: (plugs: KernelPlugs) => (() => void) | undefined;
  /**
   * One kernel for all tasks of this step that depend on nothing but the time. What it returns runs first of all. Gives
   * undefined for tasks that it does not take; those go the other ways.
   */
  readonly bank?: (tasks: readonly KernelPlugs[]) => KernelBank;
  compute(input: Readonly<Record<string, unknown>>, output: Record<string, unknown>, context: ComputeContext): void;
}

/** A kernel for many tasks. */
export interface KernelBank {
  /** Fills `values`. */
  readonly run: () => void;
  /** Which of the tasks it computes, in their order. */
  readonly takes: readonly boolean[];
  /** The cells of those that it computes, which are written as somebody reads them, and their values. */
  readonly outputs: readonly Cell[];
  readonly values: Float64Array;
}

/** Numbers that come out of a bank. */
export interface BankedInputs {
  readonly values: Float64Array;
  /** Positions in `values`, or -1 for what comes from its cell. */
  readonly positions: readonly number[];
}

/** The cells behind the plugs of one task. */
export interface KernelPlugs {
  /** The inputs as `compute` last saw them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The cell of a leaf that is read as it is; undefined behind a unit conversion. */
  input(name: string): Cell | undefined;
  /** The cells of the children of a tuple; undefined when one is behind a unit conversion. */
  inputs(name: string): readonly Cell[] | undefined;
  /** Where the values of a bank lie for the children of a tuple; undefined while none of them comes from one. */
  banked(name: string): BankedInputs | undefined;
  /** Whether something read under this name may change without an edit of the scene. */
  moves(name: string): boolean;
  /** The cell of a leaf, or of this instance's element, that is written; undefined while nobody reads it. */
  output(name: string): Cell | undefined;
}

/** A plug of another node that a node sets without a connection. */
export interface DrivenPlug {
  readonly node: SceneNode;
  /** Canonical path of a compound or leaf. */
  readonly path: string;
  /** Canonical path of the output on the driving node. */
  readonly output: string;
}

/** A node type that can be evaluated. */
export interface NodeType {
  readonly declaration: NodeDeclaration;
  readonly steps: readonly Step[];
  readonly drives?: (node: SceneNode, scene: Scene) => readonly DrivenPlug[];
}

type Inputs<A extends AttributeTable, R extends keyof A> = { readonly [K in R]: ValueOf<A[K]> } & {
  readonly extra?: unknown;
};
/** What a step sets; of an array a list by logical index, holes allowed. */
type Outputs<A extends AttributeTable, W extends keyof A> = {
  -readonly [K in W]: ValueOf<A[K]> extends { readonly values: readonly (infer E)[] } ? E[] : ValueOf<A[K]>;
};
type ElementOf<V> = V extends { readonly values: readonly (infer E)[] } ? E : V;
type ComponentOf<V> = V extends readonly [number, number, number]
  ? number
  : V extends { readonly indices: readonly number[]; readonly values: readonly (readonly [number, number, number])[] }
    ? { readonly indices: readonly number[]; readonly values: readonly number[] }
    : V;

/** A step that computes all it writes at once. */
export function step<A extends AttributeTable, R extends keyof A & string, W extends keyof A & string>(
  _declaration: NodeDeclaration<A>,
  spec: {
    readonly reads: readonly R[];
    readonly writes: readonly W[];
    readonly requests?: Step['requests'];
    readonly choosesBy?: Step['choosesBy'];
    readonly isSparse?: boolean;
    readonly kernel?: Step['kernel'];
    readonly bank?: Step['bank'];
    compute(input: Inputs<A, R>, output: Outputs<A, W>, context: ComputeContext): void;
  },
): Step {
  return { per: 'once', ...(spec as unknown as Omit<Step, 'per'>) };
}

/** A step per place in the hierarchy: array attributes are read and written as that place's element. */
export function instanceStep<A extends AttributeTable, R extends keyof A & string, W extends keyof A & string>(
  _declaration: NodeDeclaration<A>,
  spec: {
    readonly reads: readonly R[];
    readonly writes: readonly W[];
    readonly requests?: Step['requests'];
    readonly choosesBy?: Step['choosesBy'];
    readonly isSparse?: boolean;
    readonly kernel?: Step['kernel'];
    compute(
      input: { readonly extra?: unknown } & { readonly [K in R]: ElementOf<ValueOf<A[K]>> },
      output: { -readonly [K in W]: ElementOf<ValueOf<A[K]>> },
      context: ComputeContext,
    ): void;
  },
): Step {
  return { per: 'instance', ...(spec as unknown as Omit<Step, 'per'>) };
}

/** A step per component: tuples (and arrays of tuples) are read and written as one number each. */
export function componentStep<A extends AttributeTable, R extends keyof A & string, W extends keyof A & string>(
  _declaration: NodeDeclaration<A>,
  spec: {
    readonly reads: readonly R[];
    readonly writes: readonly W[];
    compute(
      input: { readonly [K in R]: ComponentOf<ValueOf<A[K]>> },
      output: { -readonly [K in W]: ComponentOf<ValueOf<A[K]>> },
      context: ComputeContext,
    ): void;
  },
): Step {
  return { per: 'component', ...(spec as unknown as Omit<Step, 'per'>) };
}

/** Makes a node type of a declaration and its steps. */
export function defineNode<A extends AttributeTable>(
  declaration: NodeDeclaration<A>,
  steps: readonly Step[],
  more: Pick<NodeType, 'drives'> = {},
): NodeType {
  return { declaration: declaration as unknown as NodeDeclaration, steps, ...more };
}
