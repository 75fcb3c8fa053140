import type { PlugRef, SceneNode } from '@rigline/scene';
import type { RequestTree } from './node-type.ts';
import { planLoneStep, type StepPlan } from './step-plan.ts';
import { Task } from './task.ts';

/** Plugs to read, by names of the caller's choice. */
export type ProbeShape = Readonly<Record<string, PlugRef>>;

/**
 * Reads a fixed set of plugs, resolved once. Values are inner units; matrices and tuples are borrowed: valid until
 * the next read, not to be changed.
 */
export class Probe<Shape extends ProbeShape> {
  readonly #shape: Shape;
  readonly #pull: (task: Task) => void;
  readonly #generationNow: () => number;
  #generation = -1;
  #task: Task | undefined;

  /** Made by `Graph.probe`. */
  constructor(shape: Shape, pull: (task: Task) => void, generation: () => number) {
    this.#shape = shape;
    this.#pull = pull;
    this.#generationNow = generation;
  }

  /** The task that reads the plugs; undefined until the first read. */
  get task(): Task | undefined {
    return this.#task;
  }

  /** The present values. */
  read(): { readonly [K in keyof Shape]: unknown } {
    const generation = this.#generationNow();
    if (!this.#task || generation !== this.#generation) {
      this.#task = new Task(firstNode(this.#shape), probePlan(this.#shape), 0);
      this.#generation = generation;
    }
    this.#pull(this.#task);
    return this.#task.input.extra as { readonly [K in keyof Shape]: unknown };
  }
}

function firstNode(shape: ProbeShape): SceneNode {
  return (Object.values(shape)[0] as PlugRef).node;
}

const compute = (): void => {};

function probePlan(shape: ProbeShape): StepPlan {
  const requests = (): RequestTree => shape as RequestTree;
  return planLoneStep({ reads: [], writes: [], per: 'once', requests, compute });
}
