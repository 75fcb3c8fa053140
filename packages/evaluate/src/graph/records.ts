/**
 * The objects that `compute` reads its inputs from and sets its outputs on. Numbers lie in one array per task, behind
 * accessors that all tasks of a step share: setting an input by its position in an array costs a tenth of setting a
 * property by a name that is only known at run time. The accessors are the record's class: spreading a record leaves the
 * numbers out.
 */
import { isScalar, type SceneNode } from '@rigline/scene';
import type { Step } from './node-type.ts';

/** Inputs of a task: accessors for its numbers, properties for everything else. */
export interface InputRecord {
  readonly scalars: number[];
  [name: string]: unknown;
}

/** Outputs of a task: accessors into the two arrays. */
export interface OutputRecord {
  readonly scalars: number[];
  readonly objects: unknown[];
  [name: string]: unknown;
}

export interface Layout<Made> {
  readonly make: () => Made;
  /** Position of a name among the numbers, or among the objects of an output. */
  readonly scalarAt: ReadonlyMap<string, number>;
  readonly objectAt: ReadonlyMap<string, number>;
}

const OUTPUTS = new WeakMap<Step, Layout<OutputRecord>>();

/** A list for one task; the same where there is nothing in it. */
function ownNumbers(numbers: number[]): number[] {
  return numbers.length === 0 ? numbers : numbers.slice();
}

const EMPTY: never[] = [];
class EmptyInput {
  readonly scalars: number[] = EMPTY;
}
class EmptyOutput {
  readonly scalars: number[] = EMPTY;
  readonly objects: unknown[] = EMPTY;
}
/** Of steps that read nothing but what they request, as those of probes. */
export const NO_INPUTS: Layout<InputRecord> = {
  make: () => new EmptyInput() as unknown as InputRecord,
  scalarAt: new Map(),
  objectAt: new Map(),
};
export const NO_OUTPUTS: Layout<OutputRecord> = {
  make: () => new EmptyOutput() as unknown as OutputRecord,
  scalarAt: new Map(),
  objectAt: new Map(),
};

/** Names of the inputs of a step that are numbers of its record. */
export function scalarInputs(step: Step, node: SceneNode): readonly string[] {
  return step.reads.filter((name) => isPlainNumber(step, node, name));
}

/**
 * How the inputs of a step are laid out.
 *
 * @param numbers Defaults of the numbers `names`.
 * @param shared What all records have unless they hold something of their own.
 */
export function inputLayout(
  names: readonly string[],
  numbers: readonly number[],
  shared: Readonly<Record<string, unknown>>,
): Layout<InputRecord> {
  const defaults = [...numbers];
  class Input {
    readonly scalars: number[] = ownNumbers(defaults);
  }
  names.forEach((name, i) => {
    Object.defineProperty(Input.prototype, name, {
      get(this: Input) {
        return this.scalars[i];
      },
    });
  });
  Object.assign(Input.prototype, shared);
  return {
    make: () => new Input() as unknown as InputRecord,
    scalarAt: new Map(names.map((name, i) => [name, i])),
    objectAt: new Map(),
  };
}

/** A record as a plain object, without its numbers. */
export function flattenRecord<R extends object>(record: R): R {
  const out: Record<string, unknown> = {};
  for (const name in record) out[name] = record[name];
  return out as R;
}

/** How the outputs of a step are laid out. */
export function outputLayout(step: Step, node: SceneNode): Layout<OutputRecord> {
  if (step.writes.length === 0) return NO_OUTPUTS;
  let layout = OUTPUTS.get(step);
  if (!layout) {
    const scalars = step.writes.filter((name) => isScalarOutput(step, node, name));
    const objects = step.writes.filter((name) => !scalars.includes(name));
    const defaults = scalars.map((name) => Number(node.resolve(name)?.attribute.default ?? 0));
    const nothing: unknown[] = objects.map(() => undefined);
    class Output {
      readonly scalars: number[] = ownNumbers(defaults);
      readonly objects: unknown[] = nothing.length === 0 ? nothing : nothing.slice();
    }
    scalars.forEach((name, i) => {
      Object.defineProperty(Output.prototype, name, {
        get(this: Output) {
          return this.scalars[i];
        },
        set(this: Output, value: number | boolean) {
          this.scalars[i] = typeof value === 'number' ? value : Number(value);
        },
      });
    });
    objects.forEach((name, i) => {
      Object.defineProperty(Output.prototype, name, {
        get(this: Output) {
          return this.objects[i];
        },
        set(this: Output, value: unknown) {
          this.objects[i] = value;
        },
      });
    });
    layout = {
      make: () => new Output() as unknown as OutputRecord,
      scalarAt: new Map(scalars.map((name, i) => [name, i])),
      objectAt: new Map(objects.map((name, i) => [name, i])),
    };
    OUTPUTS.set(step, layout);
  }
  return layout;
}

/** Inputs that reach `compute` as a number without a conversion of their own. */
function isPlainNumber(step: Step, node: SceneNode, name: string): boolean {
  const attribute = node.resolve(name)?.attribute;
  if (!attribute || (attribute.isArray && step.per !== 'instance')) return false;
  if (attribute.kind === 'compound') return step.per === 'component' && attribute.shape === 'tuple';
  return PLAIN.has(attribute.kind);
}

const PLAIN: ReadonlySet<string> = new Set(['number', 'distance', 'angle', 'time']);

function isScalarOutput(step: Step, node: SceneNode, name: string): boolean {
  const attribute = node.resolve(name)?.attribute;
  if (!attribute || (attribute.isArray && step.per !== 'instance')) return false;
  if (attribute.kind === 'compound') return step.per === 'component';
  return attribute.kind !== 'generic' && isScalar(attribute.kind);
}
