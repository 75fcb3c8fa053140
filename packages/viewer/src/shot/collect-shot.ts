import type { Graph } from '@rigline/evaluate';
import type { DagPath, Scene, SceneNode } from '@rigline/scene';
import type { NurbsCurveData } from '@rigline/scene/maya';
import { buildMeshTopology, type MeshFaces } from './mesh-topology.ts';
import { sampleCurve } from './sample-curve.ts';
import type {
  MeshTopology,
  Shot,
  ShotCamera,
  ShotCurve,
  ShotJoint,
  ShotLight,
  ShotLocator,
  ShotMesh,
  ShotPlace,
} from './shot.ts';
import { surfaceLooks } from './surface-color.ts';
import { wireColor } from './wire-color.ts';

const DECAY_RATES = ['none', 'linear', 'quadratic', 'cubic'] as const;
const STARTUP_CAMERAS = new Set(['persp', 'top', 'front', 'side']);

/** Lists what of a scene can be drawn. Geometry is read at the graph's present time. */
export function collectShot(scene: Scene, graph: Graph): Shot {
  const collector = new ShotCollector(graph);
  const numbers = new Map<DagPath, number>();
  const places: ShotPlace[] = [];
  for (const place of scene.dagPaths) {
    const { node } = place;
    const number = places.length;
    numbers.set(place, number);
    places.push({
      path: place.path,
      name: node.name,
      type: node.type,
      nodeId: node.id,
      parent: place.parent ? (numbers.get(place.parent) as number) : -1,
      isTransform: node.isTransform,
    });
    if (!storedNumber(node, 'intermediateObject')) collector.add(place, number, numbers);
  }
  return { settings: scene.settings, places, ...collector.parts };
}

class ShotCollector {
  readonly parts = {
    topologies: [] as MeshTopology[],
    meshes: [] as ShotMesh[],
    curves: [] as ShotCurve[],
    locators: [] as ShotLocator[],
    joints: [] as ShotJoint[],
    cameras: [] as ShotCamera[],
    lights: [] as ShotLight[],
  };
  readonly #graph: Graph;
  /** Topologies by node, so that instances share them; -1 for a mesh without faces. */
  readonly #topologyOf = new Map<SceneNode, number>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  add(place: DagPath, number: number, numbers: ReadonlyMap<DagPath, number>): void {
    const { node } = place;
    if (node.isA('mesh')) this.#addMesh(place, number);
    else if (node.isA('camera')) this.#addCamera(place, number);
    else if (isJoint(node)) this.#addJoint(place, number, numbers);
    else if (node.isA('locator')) this.#addLocator(place, number);
    else if (node.type === 'nurbsCurve' || node.type === 'bezierCurve') this.#addCurve(place, number);
    else if (node.type.endsWith('Light')) this.#addLight(node, number);
  }

  #addMesh({ node, instance }: DagPath, place: number): void {
    let topology = this.#topologyOf.get(node);
    if (topology === undefined) {
      const mesh = meshOf(this.#graph, node);
      // Normals of a file are those of the mesh before its deformers.
      const built = mesh && buildMeshTopology(mesh, { keepNormals: !node.inputs.has('inMesh') });
      topology = built && built.triangles.length > 0 ? this.parts.topologies.push(built) - 1 : -1;
      this.#topologyOf.set(node, topology);
    }
    if (topology >= 0) this.parts.meshes.push({ place, topology, ...surfaceLooks(node, instance) });
  }

  #addCurve(place: DagPath, number: number): void {
    const curve = curveOf(this.#graph, place.node);
    if (!curve) return;
    const color = wireColor(place.node, nodesAbove(place));
    this.parts.curves.push({ place: number, pointsXyz: sampleCurve(curve), color });
  }

  #addLocator(place: DagPath, number: number): void {
    const triple = (name: string): [number, number, number] => [
      storedNumber(place.node, `${name}X`),
      storedNumber(place.node, `${name}Y`),
      storedNumber(place.node, `${name}Z`),
    ];
    const color = wireColor(place.node, nodesAbove(place));
    this.parts.locators.push({ place: number, position: triple('localPosition'), scale: triple('localScale'), color });
  }

  #addCamera(place: DagPath, number: number): void {
    const name = place.parent?.node.name ?? place.node.name;
    this.parts.cameras.push({ place: number, name, isStartup: STARTUP_CAMERAS.has(name) });
  }

  #addJoint(place: DagPath, number: number, numbers: ReadonlyMap<DagPath, number>): void {
    let above = place.parent;
    while (above && !isJoint(above.node)) above = above.parent;
    const parentJoint = above ? (numbers.get(above) as number) : -1;
    this.parts.joints.push({ place: number, parentJoint, radius: storedNumber(place.node, 'radius') });
  }

  #addLight(node: SceneNode, place: number): void {
    const color = ['colorR', 'colorG', 'colorB'].map((name) => storedNumber(node, name, 1));
    const decay = DECAY_RATES[storedNumber(node, 'decayRate')] ?? 'none';
    this.parts.lights.push({ place, type: node.type, color: color as [number, number, number], decayRate: decay });
  }
}

/** Joints of Maya and bones of FBX. */
function isJoint(node: SceneNode): boolean {
  return node.isA('joint') || node.isA('fbxBone');
}

/** The faces and points of a mesh node at the graph's present time, or undefined where it has none. */
function meshOf(graph: Graph, node: SceneNode): MeshFaces | undefined {
  const value = node.resolve('outMesh') ? graph.get({ node, path: 'outMesh' }) : undefined;
  return typeof value === 'object' && value !== null && 'faceCounts' in value ? (value as MeshFaces) : undefined;
}

function curveOf(graph: Graph, node: SceneNode): NurbsCurveData | undefined {
  for (const name of ['local', 'cached', 'create']) {
    const plug = node.resolve(name);
    const value = plug && graph.get({ node, path: plug.path });
    if (typeof value === 'object' && value !== null && 'cvsXyzw' in value) return value as unknown as NurbsCurveData;
  }
  return undefined;
}

function nodesAbove(place: DagPath): SceneNode[] {
  const above: SceneNode[] = [];
  for (let at = place.parent; at; at = at.parent) above.push(at.node);
  return above;
}

function storedNumber(node: SceneNode, name: string, fallback = 0): number {
  const plug = node.resolve(name);
  const value = plug ? node.stored(plug) : fallback;
  return typeof value === 'number' ? value : fallback;
}
