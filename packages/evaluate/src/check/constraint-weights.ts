import type { SceneNode } from '@rigline/scene';
import { isConstraint, targetOf } from '../document/constraint-list.ts';
import type { Probe } from '../graph/probe.ts';
import type { CheckContext } from './check-rule.ts';

/** The weights of one constraint, to be read at every frame. */
export interface WeightReader {
  readonly constraint: SceneNode;
  /** Logical indices of the targets. */
  readonly indices: readonly number[];
  read(): number[];
  /** Name of a target, for messages. */
  targetName(position: number): string;
}

/** Readers of the weights of every constraint that has targets. */
export function weightReaders({ scene, graph }: CheckContext): WeightReader[] {
  return scene.nodes.filter(isConstraint).flatMap((constraint) => {
    const indices = constraint.elementIndices('target');
    const paths = indices.map((i) => `target[${i}].targetWeight`);
    if (paths.length === 0 || !paths.every((path) => constraint.resolve(path))) return [];
    const shape = Object.fromEntries(paths.map((path) => [path, { node: constraint, path }]));
    const probe: Probe<typeof shape> = graph.probe(shape);
    return [
      {
        constraint,
        indices,
        read: () => {
          const values = probe.read();
          return paths.map((path) => Number(values[path]));
        },
        targetName: (position) => {
          const target = targetOf(constraint, indices[position] as number);
          return target ? scene.pathOf(target) : `target[${indices[position]}]`;
        },
      },
    ];
  });
}
