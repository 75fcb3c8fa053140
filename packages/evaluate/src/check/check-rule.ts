import { type Place, type ProblemInput, ProblemLog } from '@rigline/diagnostics';
import type { Scene, SceneNode } from '@rigline/scene';
import type { Graph } from '../graph/graph.ts';

/** What a rule sees of the scene, and where it reports. */
export interface CheckContext {
  readonly scene: Scene;
  readonly graph: Graph;
  /** Frames that are sampled, ascending. */
  readonly frames: readonly number[];
  /** Reports a problem at a node, with its place in the file. */
  report(node: SceneNode, plug: string | undefined, problem: Omit<ProblemInput, 'at'>): void;
}

/** A rule at work: called at every sampled frame with the graph at that time, then once at the end. */
export interface RunningRule {
  sample?(frame: number): void;
  finish?(): void;
}

/** One thing that can be wrong with a scene. Prepares its readers once. */
export type CheckRule = (context: CheckContext) => RunningRule;

/** Where a node stands: file and line where they are known, its path, and the plug meant. */
export function placeOf(scene: Scene, node: SceneNode, plug?: string): Place {
  return {
    ...(node.place ? { file: node.place.file, line: node.place.line } : {}),
    node: scene.pathOf(node),
    ...(plug === undefined ? {} : { plug }),
  };
}

/** A place that knows its node's path, with the file and line of that node added. */
export function withFilePlace(scene: Scene, at: Place): Place {
  if (at.file !== undefined || at.node === undefined) return at;
  const [node] = scene.findAll(at.node);
  return node?.place ? { file: node.place.file, line: node.place.line, ...at } : at;
}

/** A context whose reports go to `log`. */
export function checkContext(
  scene: Scene,
  graph: Graph,
  frames: readonly number[],
  log: ProblemLog = new ProblemLog(),
): CheckContext & { readonly log: ProblemLog } {
  return {
    scene,
    graph,
    frames,
    log,
    report: (node, plug, problem) => log.add({ ...problem, at: placeOf(scene, node, plug) }),
  };
}

/** Frames as a person says them: `3`, `3 to 9`, `3 to 9 and 14`, and how many more. */
export function describeFrames(frames: readonly number[], all: readonly number[]): string {
  if (frames.length === all.length && all.length > 1) return `at all ${all.length} sampled frames`;
  const runs: string[] = [];
  const positions = new Map(all.map((frame, i) => [frame, i]));
  const positionOf = (i: number): number => positions.get(frames[i] as number) ?? -1;
  let start = 0;
  for (let i = 1; i <= frames.length; i++) {
    if (i < frames.length && positionOf(i) === positionOf(i - 1) + 1) continue;
    const [first, last] = [formatNumber(frames[start] as number), formatNumber(frames[i - 1] as number)];
    runs.push(first === last ? first : `${first} to ${last}`);
    start = i;
  }
  const shown = runs.slice(0, 3);
  if (runs.length > 3) shown.push(`${runs.length - 3} more times`);
  const text = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}` : shown[0];
  return `at frame ${text}`;
}

/** A number for messages: four significant digits, no exponent for everyday sizes. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(5)));
}

export function formatTriple(value: readonly number[]): string {
  return `(${value.map(formatNumber).join(', ')})`;
}
