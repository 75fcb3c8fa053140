import type { Problem } from '@rigline/diagnostics';
import type { Scene, SceneSettings } from '@rigline/scene';
import type { Graph } from '../graph/graph.ts';
import { type CheckRule, checkContext, withFilePlace } from './check-rule.ts';
import { constraintEnds } from './constraint-ends.ts';
import { duplicateNames } from './duplicate-names.ts';
import { eulerFlips } from './euler-flips.ts';
import { gimbal } from './gimbal.ts';
import { ikReach } from './ik-reach.ts';
import { negativeWeights } from './negative-weights.ts';
import { nonUniformScale } from './non-uniform-scale.ts';
import { BOOKKEEPING, pullEverything } from './pull-everything.ts';
import { singularScale } from './singular-scale.ts';
import { zeroWeights } from './zero-weights.ts';

/** Every rule, in the order in which they run. A rule of your own can be added to a copy. */
export const CHECK_RULES: readonly CheckRule[] = [
  pullEverything,
  zeroWeights,
  negativeWeights,
  nonUniformScale,
  gimbal,
  eulerFlips,
  ikReach,
  singularScale,
  constraintEnds,
  duplicateNames,
];

export interface CheckOptions {
  /** Frames to look at. By default the playback range, every frame or at most `CHECK_FRAMES` evenly spread ones. */
  readonly frames?: readonly number[];
  /** By default `CHECK_RULES`. */
  readonly rules?: readonly CheckRule[];
  /** Told after each frame: long checks can show how far they are. */
  readonly onFrame?: (done: number, total: number) => void;
}

/** Frames sampled at most by default. */
export const CHECK_FRAMES = 250;

/** The playback range, both ends included, thinned to `most` frames. */
export function sampleRange({ range }: Pick<SceneSettings, 'range'>, most: number = CHECK_FRAMES): number[] {
  const [start, end] = range;
  if (!(end > start)) return [start];
  const count = Math.min(most, Math.floor(end - start) + 1);
  if (count === Math.floor(end - start) + 1) return Array.from({ length: count }, (_, i) => start + i);
  // Not by the difference of the ends, which may be too large for a number.
  return Array.from({ length: count }, (_, i) => Math.round(start * (1 - i / (count - 1)) + end * (i / (count - 1))));
}

/**
 * Looks for what will go wrong with a scene: in its rigs, its animation, and what cannot be evaluated. The graph is put
 * back to its time; what it has found itself is part of the result.
 *
 * @returns Errors first, then warnings, then infos. Every problem has the node's place in the file where it is known.
 */
export function checkScene(scene: Scene, graph: Graph, options: CheckOptions = {}): Problem[] {
  const frames = [...(options.frames ?? sampleRange(scene.settings))].sort((a, b) => a - b);
  const context = checkContext(scene, graph, frames);
  const before = graph.seconds;
  try {
    graph.setFrame(frames[0] ?? scene.settings.savedFrame);
    const running = (options.rules ?? CHECK_RULES).map((rule) => rule(context));
    for (const [i, frame] of frames.entries()) {
      graph.setFrame(frame);
      for (const rule of running) rule.sample?.(frame);
      options.onFrame?.(i + 1, frames.length);
    }
    for (const rule of running) rule.finish?.();
  } finally {
    graph.setTime(before);
  }
  const found = graph.problems.list().filter((problem) => !isBookkeeping(scene, problem));
  context.log.addAll(found.map((problem) => ({ ...problem, at: withFilePlace(scene, problem.at) })));
  return context.log.list();
}

/** Deformers name their groups as inputs; that these are not evaluated changes nothing. */
function isBookkeeping(scene: Scene, { code, at }: Problem): boolean {
  const [node] = code === 'EVALUATE_UNSUPPORTED_NODE' && at.node !== undefined ? scene.findAll(at.node) : [];
  return node !== undefined && BOOKKEEPING.has(node.type);
}
