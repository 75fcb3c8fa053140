import { type Mat4, radToDeg, type Vec3 } from '@rigline/math';
import type { DagPath, Scene, SceneNode } from '@rigline/scene';
import type { MorphTarget } from '@rigline/scene/maya';
import { probeCamera } from '../camera/camera-probe.ts';
import { computeFilmGate } from '../camera/film-gate.ts';
import type { Graph } from '../graph/graph.ts';
import type { Playback } from '../graph/playback.ts';
import type { Probe, ProbeShape } from '../graph/probe.ts';
import { type MeshSampler, sampleMesh } from './mesh-sample.ts';

/** One node of the hierarchy at one frame. Lengths in the file's own unit, angles in degrees. */
export interface EvalNode {
  readonly path: string;
  readonly type: string;
  readonly local: readonly number[];
  readonly world: readonly number[];
  readonly visible: boolean;
  /** Evaluated channels of a transform. */
  readonly channels?: {
    readonly translate: readonly number[];
    readonly rotate: readonly number[];
    readonly scale: readonly number[];
  };
}

export interface EvalCamera {
  readonly path: string;
  readonly focalLengthMm: number;
  readonly horizontalApertureMm: number;
  readonly verticalApertureMm: number;
  readonly filmOffsetMm: readonly [number, number];
  readonly squeeze: number;
  readonly filmFit: string;
  readonly near: number;
  readonly far: number;
  readonly focusDistance: number;
  readonly fStop: number;
  readonly orthographic: boolean;
  readonly orthographicWidth: number;
  readonly horizontalFovDeg: number;
  readonly verticalFovDeg: number;
  readonly projection: readonly number[];
}

export interface EvalMorph {
  readonly path: string;
  readonly channel: string;
  readonly weight: number;
}

export interface EvalMesh {
  readonly path: string;
  /** World positions, x y z per point. */
  readonly positionsXyz: readonly number[];
}

/** The scene at one frame. */
export interface EvalFrame {
  readonly frame: number;
  readonly seconds: number;
  readonly nodes: readonly EvalNode[];
  readonly cameras: readonly EvalCamera[];
  readonly morphs: readonly EvalMorph[];
  readonly meshes?: readonly EvalMesh[];
}

/** The parts of a `rigline.eval/1` document that do not change with the frame. */
export interface EvalHeader {
  readonly schema: 'rigline.eval/1';
  readonly file: string;
  readonly frameRate: number;
  readonly range: readonly [number, number];
  readonly upAxis: 'x' | 'y' | 'z';
  readonly unitMetres: number;
}

export function evalHeader(scene: Scene): EvalHeader {
  const { file, frameRate, range, upAxis, unitMetres } = scene.settings;
  return { schema: 'rigline.eval/1', file, frameRate, range, upAxis, unitMetres };
}

/** Samples a scene frame by frame; resolves its plugs once. */
export class SceneSampler {
  readonly #graph: Graph;
  readonly #playback: Playback;
  readonly #nodes: ((toFile: number) => EvalNode)[];
  readonly #cameras: ((toFile: number) => EvalCamera)[];
  readonly #morphs: (() => EvalMorph)[];
  readonly #meshes: MeshSampler[];

  constructor(graph: Graph, options: { readonly meshes?: boolean } = {}) {
    this.#graph = graph;
    const { scene } = graph;
    const shared: Shared = { graph, visible: new Map(), probes: [], readers: new Map() };
    const { hasNamedShapes } = scene.settings;
    const listed = hasNamedShapes ? scene.dagPaths : scene.dagPaths.filter(({ node }) => node.isTransform);
    this.#nodes = listed.map((place) => nodeSampler(shared, place));
    this.#playback = graph.playback(shared.probes);
    this.#cameras = scene.dagPaths.filter(({ node }) => node.isA('camera')).map((p) => cameraSampler(graph, p));
    this.#morphs = scene.nodes.filter((node) => node.isA('blendShape')).flatMap((node) => morphSamplers(graph, node));
    this.#meshes = options.meshes
      ? scene.dagPaths
          .filter(({ node }) => node.isA('mesh'))
          .map((place) => sampleMesh(graph, { ...place, path: shapePath(scene, place) }))
      : [];
  }

  /** The scene at a frame of its own time unit. */
  sample(frame: number, withMeshes: boolean = this.#meshes.length > 0): EvalFrame {
    const { unitMetres, frameRate } = this.#graph.scene.settings;
    this.#playback.seek(frame / frameRate);
    const toFile = unitMetres === 0.01 ? 1 : 0.01 / unitMetres;
    return {
      frame,
      seconds: this.#graph.seconds,
      nodes: this.#nodes.map((sample) => sample(toFile)),
      cameras: this.#cameras.map((sample) => sample(toFile)),
      morphs: this.#morphs.map((sample) => sample()),
      ...(withMeshes
        ? { meshes: this.#meshes.map((sample) => sample(toFile)).filter((mesh) => mesh !== undefined) }
        : {}),
    };
  }
}

function scaled(values: readonly number[], factor: number): number[] {
  return factor === 1 ? [...values] : values.map((value) => value * factor);
}

/** A matrix with its translation in the file's unit. */
function matrixInFile(matrix: Readonly<Mat4>, factor: number): number[] {
  const out: number[] = [...matrix];
  if (factor !== 1) for (let i = 12; i < 15; i++) out[i] = (out[i] as number) * factor;
  return out;
}

const FLAGS = ['visibility', 'lodVisibility', 'overrideEnabled', 'overrideVisibility', 'intermediateObject'] as const;
type Flag = (typeof FLAGS)[number];

/** What the samplers of one scene have in common. */
interface Shared {
  readonly graph: Graph;
  /** Visibility of the places above, filled in order. */
  readonly visible: Map<DagPath, boolean>;
  readonly probes: Probe<ProbeShape>[];
  readonly readers: Map<SceneNode, NodeReaders>;
}

/** Readers of what a node has in all its places. */
interface NodeReaders {
  readonly own: Probe<ProbeShape>;
  readonly channels: Probe<ProbeShape> | undefined;
}

function nodeReaders({ graph, readers, probes }: Shared, node: SceneNode): NodeReaders {
  let known = readers.get(node);
  if (!known) {
    const paths = ['matrix', ...FLAGS];
    const own = graph.probe(Object.fromEntries(paths.map((path) => [path, { node, path }])));
    const triples = ['translate', 'rotate', 'scale'];
    const channels = node.isTransform
      ? graph.probe(Object.fromEntries(triples.map((path) => [path, { node, path }])))
      : undefined;
    known = { own, channels };
    readers.set(node, known);
    probes.push(own, ...(channels ? [channels] : []));
  }
  return known;
}

function nodeSampler(shared: Shared, place: DagPath): (toFile: number) => EvalNode {
  const { graph, visible, probes } = shared;
  const { node, path, instance } = place;
  const { own, channels } = nodeReaders(shared, node);
  const worldProbe = graph.probe({ world: { node, path: `worldMatrix[${instance}]` } });
  probes.push(worldProbe);
  return (toFile) => {
    const values = own.read() as Readonly<Record<Flag, boolean>> & { readonly matrix: Mat4 };
    const world = worldProbe.read().world as Mat4;
    const isVisible =
      (place.parent === undefined || visible.get(place.parent) === true) &&
      values.visibility &&
      values.lodVisibility &&
      (!values.overrideEnabled || values.overrideVisibility) &&
      !values.intermediateObject;
    visible.set(place, isVisible);
    const shown = channels?.read() as { translate: Vec3; rotate: Vec3; scale: Vec3 } | undefined;
    return {
      path,
      type: node.type,
      local: matrixInFile(values.matrix, toFile),
      world: matrixInFile(world, toFile),
      visible: isVisible,
      ...(shown
        ? {
            channels: {
              translate: scaled(shown.translate, toFile),
              rotate: shown.rotate.map(radToDeg),
              scale: [...shown.scale],
            },
          }
        : {}),
    };
  };
}

/** What a shape is told by: its own path, or that of its transform where shapes have no names of their own. */
export function shapePath(scene: Scene, { path, parent }: DagPath): string {
  return scene.settings.hasNamedShapes ? path : (parent?.path ?? path);
}

function cameraSampler(graph: Graph, place: DagPath): (toFile: number) => EvalCamera {
  const path = shapePath(graph.scene, place);
  const read = probeCamera(graph, place.node);
  return (toFile) => {
    const camera = read();
    const gate = computeFilmGate(camera, graph.scene.settings.deviceAspect);
    return {
      path,
      focalLengthMm: camera.focalLength,
      horizontalApertureMm: gate.horizontalApertureMm,
      verticalApertureMm: gate.verticalApertureMm,
      filmOffsetMm: gate.filmOffsetMm,
      squeeze: camera.lensSqueezeRatio,
      filmFit: camera.filmFit,
      near: camera.nearClipPlane * toFile,
      far: camera.farClipPlane * toFile,
      focusDistance: camera.focusDistance * toFile,
      fStop: camera.fStop,
      orthographic: camera.orthographic,
      orthographicWidth: camera.orthographicWidth * toFile,
      horizontalFovDeg: radToDeg(gate.horizontalFov),
      verticalFovDeg: radToDeg(gate.verticalFov),
      projection: [...gate.projection],
    };
  };
}

function morphSamplers(graph: Graph, node: DagPath['node']): (() => EvalMorph)[] {
  const names = new Map([...(node.aliases ?? [])].map(([alias, path]) => [path, alias]));
  const targets = node.values.get('targets') as readonly (MorphTarget | undefined)[] | undefined;
  return node.elementIndices('weight').map((index) => {
    const path = `weight[${index}]`;
    const probe = graph.probe({ weight: { node, path } });
    const channel = targets?.[index]?.name ?? names.get(path) ?? path;
    return () => ({ path: node.name, channel, weight: probe.read().weight as number });
  });
}
