import type { ProblemLog } from '@rigline/diagnostics';
import type { Plug, PlugRef, Scene, SceneNode } from '@rigline/scene';
import type { Task } from './task.ts';

/** Cycles told one by one; the others are counted. */
const CYCLES_TOLD = 200;
/** Nodes of a cycle that its message names. */
const NODES_TOLD = 24;

/** What the graph itself finds wrong, told to its log. */
export class GraphReporter {
  readonly #scene: Scene;
  readonly #log: ProblemLog;
  #cycles = 0;

  constructor(scene: Scene, log: ProblemLog) {
    this.#scene = scene;
    this.#log = log;
  }

  /** `isEvaluated`: the node's type is evaluated, so that it is the attribute which is not known. */
  unsupported(source: PlugRef, destination: Plug | undefined, isEvaluated: boolean): void {
    if (isEvaluated) {
      this.#log.add({
        code: 'EVALUATE_UNKNOWN_PLUG',
        severity: 'warning',
        message: `"${source.node.name}" (${source.node.type}) has no attribute "${source.path}"; what it drives keeps its saved value`,
        at: { node: this.#scene.pathOf(source.node), plug: source.path },
        hint: 'Look for a missing addAttr, or an attribute of a newer version.',
      });
      return;
    }
    const to = destination ? ` into "${destination.node.name}.${destination.path}"` : '';
    this.#log.add({
      code: 'EVALUATE_UNSUPPORTED_NODE',
      severity: 'warning',
      group: source.node.type,
      message: `"${source.node.type}" nodes are not evaluated: "${source.node.name}.${source.path}"${to} keeps its saved value`,
      at: { node: this.#scene.pathOf(source.node), plug: source.path },
      hint: 'Bake what this node drives before you save, or register a node type for it.',
    });
  }

  mismatch(source: Plug, destination: Plug): void {
    this.#log.add({
      code: 'EVALUATE_KIND_MISMATCH',
      severity: 'warning',
      message: `"${source.node.name}.${source.path}" (${source.attribute.kind}) cannot drive "${destination.node.name}.${destination.path}" (${destination.attribute.kind}), which keeps its own value`,
      at: { node: this.#scene.pathOf(destination.node), plug: destination.path },
      hint: 'Remove the connection, or connect an attribute of the same kind.',
    });
  }

  /** Whether so many cycles were found that no more are looked at one by one. */
  get hasManyCycles(): boolean {
    return this.#cycles >= CYCLES_TOLD;
  }

  cycle(nodes: readonly SceneNode[]): void {
    this.#cycles++;
    const told = nodes.length > NODES_TOLD ? [...nodes.slice(0, NODES_TOLD - 1), nodes.at(-1) as SceneNode] : nodes;
    const more = nodes.length - told.length;
    const names = told.map((node) => this.#scene.pathOf(node));
    if (more > 0) names.splice(-1, 0, `${more} more`);
    this.#log.add({
      code: 'EVALUATE_CYCLE',
      severity: 'error',
      group: this.hasManyCycles ? 'many' : [...new Set(nodes.map((node) => node.id))].sort((a, b) => a - b).join(','),
      message: `Cycle: ${names.join(' → ')}`,
      at: { node: this.#scene.pathOf(nodes[0] as SceneNode) },
      hint: 'Break one of these connections; the last value before the cycle was used.',
    });
  }

  failed({ node, step }: Task, error: unknown): void {
    this.#log.add({
      code: 'EVALUATE_COMPUTE_FAILED',
      severity: 'error',
      message: `"${node.name}" (${node.type}) failed: ${error instanceof Error ? error.message : String(error)}`,
      at: { node: this.#scene.pathOf(node), plug: step.writes[0] ?? '' },
      hint: 'Its outputs keep their last values; please report this scene.',
    });
  }

  notFinite({ node, step }: Task): void {
    this.#log.add({
      code: 'EVALUATE_NOT_FINITE',
      severity: 'warning',
      message: `"${node.name}" (${node.type}) computes a number that is not finite`,
      at: { node: this.#scene.pathOf(node), plug: step.writes[0] ?? '' },
      hint: 'Look for zero scales, zero weights or NaN values above this node.',
    });
  }
}
