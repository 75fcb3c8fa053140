import { RiglineError } from '@rigline/diagnostics';
import type { Mat4 } from '@rigline/math';
import type { Scene } from '@rigline/scene';
import { Graph } from './graph/graph.ts';
import { NODE_TYPES } from './nodes/index.ts';

/** When to evaluate: one of the two. Neither means the time at which the file was saved. */
export type EvaluateTime = { readonly seconds: number } | { readonly frame: number };

/** A scene at one time. Values are read when asked for; a later `evaluate` of the same scene moves its time on. */
export interface Pose {
  readonly seconds: number;
  /** World matrix of a DAG path, partial path or unique name. */
  localToWorld(path: string): Mat4;
  /** Value of a plug (`node.attribute`) in inner units: centimetres, radians, seconds. */
  value(plug: string): ReturnType<Graph['get']>;
}

const GRAPHS = new WeakMap<Scene, Graph>();

/** The graph of a scene that `evaluate` uses; made once. */
export function graphOf(scene: Scene): Graph {
  let graph = GRAPHS.get(scene);
  if (!graph) {
    graph = new Graph(scene, NODE_TYPES);
    GRAPHS.set(scene, graph);
  }
  return graph;
}

/** Evaluates a scene at a time. */
export function evaluate(scene: Scene, at?: EvaluateTime): Pose {
  const graph = graphOf(scene);
  const { frameRate, savedFrame } = scene.settings;
  const seconds = at === undefined ? savedFrame / frameRate : 'seconds' in at ? at.seconds : at.frame / frameRate;
  const atTime = (): Graph => {
    graph.setTime(seconds);
    return graph;
  };
  return {
    seconds,
    localToWorld(path) {
      const place = scene.findAll(path).flatMap((node) => scene.pathsOf(node));
      const exact = place.find((p) => p.path === path) ?? (place.length === 1 ? place[0] : undefined);
      if (exact) return atTime().worldMatrix(exact);
      throw new RiglineError({
        code: 'EVALUATE_NO_NODE',
        message: `${place.length === 0 ? 'There is no' : 'There is more than one'} node "${path}" in the hierarchy`,
        at: { node: path },
        hint: 'Give the full path, as |group|node.',
      });
    },
    value: (plug) => atTime().get(plug),
  };
}
