import { type Problem, ProblemLog, RiglineError } from '@rigline/diagnostics';
import { Graph, NODE_TYPES } from '@rigline/evaluate';
import type { Scene, SceneNode } from '@rigline/scene';
import { collectShot, PoseSampler, type ShotPose } from '@rigline/viewer/shot';
import { inspectNode } from './inspect-node.ts';
import type { CellValue, NodeInspection, OpenedScene, PoseAnswer } from './protocol.ts';
import type { ReadScene } from './read-scene.ts';
import { fromShown } from './units.ts';

/** A clock in milliseconds. */
export type Clock = () => number;

/** One open scene with its graph: what the worker of the studio does, without the messages. */
export class SceneSession {
  readonly #scene: Scene;
  readonly #graph: Graph;
  readonly #sampler: PoseSampler;
  /** Its problems may grow: parts of a file are decoded when they are needed. */
  readonly #read: ReadScene;
  readonly #nodes: ReadonlyMap<number, SceneNode>;
  readonly #clock: Clock;
  readonly opened: OpenedScene;
  #problemCount = 0;
  #watched: { readonly nodeId: number; readonly read: () => CellValue[] } | undefined;

  constructor(read: ReadScene, readMs: number, name: string, clock: Clock) {
    const { scene } = read;
    const start = clock();
    this.#scene = scene;
    this.#clock = clock;
    this.#read = read;
    this.#graph = new Graph(scene, NODE_TYPES);
    this.#nodes = new Map(scene.nodes.map((node) => [node.id, node]));
    const seconds = scene.settings.range[0] / scene.settings.frameRate;
    this.#graph.setTime(seconds);
    const shot = collectShot(scene, this.#graph);
    this.#sampler = new PoseSampler(scene, this.#graph, shot);
    const pose = this.#sampler.sample(seconds);
    const { nodes } = scene;
    this.opened = {
      name,
      shot,
      pose,
      problems: this.#problems(),
      nodeCount: nodes.length,
      readMs,
      evaluateMs: clock() - start,
    };
  }

  pose(
    seconds: number,
    watch: number | undefined,
    reuse: Pick<ShotPose, 'localToWorld' | 'visible'> | undefined,
  ): PoseAnswer {
    const start = this.#clock();
    const pose = this.#sampler.sample(seconds, reuse);
    const values = watch === undefined ? undefined : this.#valuesOf(watch);
    const hasMore = this.#read.problems.length + this.#graph.problems.size > this.#problemCount;
    return {
      pose,
      values,
      problems: hasMore ? this.#problems() : undefined,
      evaluateMs: this.#clock() - start,
    };
  }

  inspect(nodeId: number): NodeInspection | undefined {
    const node = this.#nodes.get(nodeId);
    if (!node) return undefined;
    const { inspection, read } = inspectNode(this.#scene, this.#graph, node);
    this.#watched = { nodeId, read };
    return inspection;
  }

  /** Sets a plug to a value in the units of the panel. */
  set(nodeId: number, path: string, value: CellValue): void {
    const node = this.#nodes.get(nodeId);
    const plug = node?.resolve(path);
    if (!node || !plug) {
      throw new RiglineError({ code: 'STUDIO_NO_PLUG', message: `There is no plug "${path}" on this node` });
    }
    if (typeof value === 'number' && Number.isFinite(value)) {
      this.#scene.setValue(node, plug.path, fromShown(value, plug.attribute.kind, this.#scene.settings));
    } else if (typeof value === 'boolean') {
      this.#scene.setValue(node, plug.path, value ? 1 : 0);
    } else if (typeof value === 'string' && plug.attribute.kind === 'string') {
      this.#scene.setValue(node, plug.path, value);
    }
  }

  #valuesOf(nodeId: number): CellValue[] | undefined {
    return this.#watched?.nodeId === nodeId ? this.#watched.read() : undefined;
  }

  #problems(): Problem[] {
    const log = new ProblemLog();
    const { problems } = this.#read;
    log.addAll(problems);
    log.addAll(this.#graph.problems.list());
    this.#problemCount = problems.length + this.#graph.problems.size;
    return log.list();
  }
}
