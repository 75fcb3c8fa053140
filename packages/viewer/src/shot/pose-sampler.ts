import { type CameraChannels, type Graph, probeCamera } from '@rigline/evaluate';
import type { Mat4 } from '@rigline/math';
import type { PlugRef, Scene, SceneNode } from '@rigline/scene';
import type { MeshFaces } from './mesh-topology.ts';
import type { LightChannels, Shot } from './shot.ts';

/** Points of a mesh that have changed since the pose before. */
export interface MeshMove {
  /** Index in `Shot.topologies`. */
  readonly topology: number;
  /** Of the vertices of the mesh, stride 3. */
  readonly positionsXyz: Float32Array;
}

/** A shot at one time. Plain data: can be posted, and its arrays transferred. */
export interface ShotPose {
  readonly seconds: number;
  /** World matrices by place, 16 numbers each. Shapes have that of their transform unless they stand in a place of their own. */
  readonly localToWorld: Float64Array;
  /** 1 for each place that is shown, together with all above it. */
  readonly visible: Uint8Array;
  /** In the order of `Shot.cameras`. */
  readonly cameras: readonly CameraChannels[];
  /** In the order of `Shot.lights`. */
  readonly lights: readonly LightChannels[];
  readonly meshMoves: readonly MeshMove[];
}

interface Place {
  readonly parent: number;
  readonly readWorld: (() => { readonly world: unknown }) | undefined;
  readonly isShown: () => boolean;
}

/** Reads the pose of a shot from the graph again and again. Only what has changed is computed. */
export class PoseSampler {
  readonly #playback: ReturnType<Graph['playback']>;
  readonly #places: readonly Place[];
  readonly #cameras: readonly (() => CameraChannels)[];
  readonly #lights: readonly (() => LightChannels)[];
  readonly #meshes: readonly { readonly read: () => { readonly mesh: unknown }; readonly topology: number }[];
  /** The mesh whose points were told last, by topology. */
  readonly #told = new Map<number, unknown>();

  constructor(scene: Scene, graph: Graph, shot: Shot) {
    const paths = scene.dagPaths;
    const worlds = paths.map(({ node, instance, parent }) =>
      node.isTransform || standsApart(node, parent?.node)
        ? graph.probe({ world: { node, path: `worldMatrix[${instance}]` } })
        : undefined,
    );
    this.#playback = graph.playback(worlds.filter((probe) => probe !== undefined));
    this.#places = paths.map((path, i) => {
      const probe = worlds[i];
      return {
        parent: shot.places[i]?.parent ?? -1,
        readWorld: probe && (() => probe.read()),
        isShown: visibilityOf(graph, path.node),
      };
    });
    const nodeAt = (place: number): SceneNode => paths[place]?.node as SceneNode;
    this.#cameras = shot.cameras.map(({ place }) => probeCamera(graph, nodeAt(place)));
    this.#lights = shot.lights.map(({ place }) => probeLight(graph, nodeAt(place)));
    const meshes = new Map(shot.meshes.map(({ place, topology }) => [nodeAt(place), topology]));
    this.#meshes = [...meshes].map(([node, topology]) => ({
      read: probeOf(graph, node, { mesh: 'outMesh' }),
      topology,
    }));
  }

  /** @param reuse A pose whose arrays may be written again. */
  sample(seconds: number, reuse?: Pick<ShotPose, 'localToWorld' | 'visible'>): ShotPose {
    this.#playback.seek(seconds);
    const count = this.#places.length;
    const isFit = reuse?.visible.length === count && reuse.localToWorld.length === count * 16;
    const localToWorld = isFit ? reuse.localToWorld : new Float64Array(count * 16);
    const visible = isFit ? reuse.visible : new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      const place = this.#places[i] as Place;
      if (place.readWorld) localToWorld.set(place.readWorld().world as Mat4, i * 16);
      else if (place.parent >= 0) localToWorld.copyWithin(i * 16, place.parent * 16, place.parent * 16 + 16);
      visible[i] = place.isShown() && (place.parent < 0 || visible[place.parent] === 1) ? 1 : 0;
    }
    return {
      seconds,
      localToWorld,
      visible,
      cameras: this.#cameras.map((read) => ({ ...read() })),
      lights: this.#lights.map((read) => read()),
      meshMoves: this.#moves(),
    };
  }

  #moves(): MeshMove[] {
    const moves: MeshMove[] = [];
    for (const { read, topology } of this.#meshes) {
      const mesh = read().mesh as MeshFaces | undefined;
      // Meshes are never changed, and a deformer hands out two in turn: another one has other points.
      if (!mesh || mesh === this.#told.get(topology)) continue;
      this.#told.set(topology, mesh);
      moves.push({ topology, positionsXyz: new Float32Array(mesh.positionsXyz) });
    }
    return moves;
  }

  /** The next pose tells the points of all meshes again. */
  forgetMeshes(): void {
    this.#told.clear();
  }
}

/** Whether a shape has a world matrix of its own: it is moved within its transform, or the transform moves its shapes. */
function standsApart(shape: SceneNode, transform: SceneNode | undefined): boolean {
  if (shape.isA('fbxCamera') || shape.values.has('matrix') || shape.inputs.has('matrix')) return true;
  if (!transform?.declaration.shapeMatrix) return false;
  const isGeometric = (path: string): boolean => path.startsWith('geometric');
  return [...transform.values.keys(), ...transform.inputs.keys()].some(isGeometric);
}

const SHOWN = {
  visibility: 'visibility',
  lod: 'lodVisibility',
  override: 'overrideEnabled',
  overrideVisibility: 'overrideVisibility',
} as const;

/** Whether a node itself is shown. Few nodes have this driven: only for those a task is made in the graph. */
function visibilityOf(graph: Graph, node: SceneNode): () => boolean {
  const stored = (name: string): boolean => {
    const plug = node.resolve(name);
    return !plug || node.stored(plug) !== 0;
  };
  let read: ReturnType<typeof probeOf<typeof SHOWN>> | undefined;
  return () => {
    if (!read && !SHOWN_PATHS.some((path) => node.inputs.has(path))) {
      if (!SHOWN_PATHS.some((path) => node.values.has(path))) return true;
      return (
        stored(SHOWN.visibility) && stored(SHOWN.lod) && !(stored(SHOWN.override) && !stored(SHOWN.overrideVisibility))
      );
    }
    read ??= probeOf(graph, node, SHOWN);
    const shown = read();
    return Boolean(shown.visibility && shown.lod && !(shown.override && !shown.overrideVisibility));
  };
}

const SHOWN_PATHS: readonly string[] = Object.values(SHOWN);

function probeLight(graph: Graph, node: SceneNode): () => LightChannels {
  if (!node.resolve('intensity')) return () => DARK;
  const hasCone = node.resolve('coneAngle') !== undefined;
  const read = probeOf(graph, node, {
    color: 'color',
    intensity: 'intensity',
    coneAngle: hasCone ? 'coneAngle' : 'intensity',
    penumbraAngle: hasCone ? 'penumbraAngle' : 'intensity',
  });
  return () => {
    const light = read() as unknown as LightChannels;
    return { ...light, color: [light.color[0], light.color[1], light.color[2]] };
  };
}

/** Lights of types that are not known give none. */
const DARK: LightChannels = { color: [0, 0, 0], intensity: 0, coneAngle: 0, penumbraAngle: 0 };

function probeOf<const Names extends Readonly<Record<string, string>>>(
  graph: Graph,
  node: SceneNode,
  names: Names,
): () => { readonly [K in keyof Names]: unknown } {
  const shape: Record<string, PlugRef> = {};
  for (const [key, path] of Object.entries(names)) shape[key] = { node, path: node.resolve(path)?.path ?? path };
  const probe = graph.probe(shape);
  return () => probe.read() as { readonly [K in keyof Names]: unknown };
}
