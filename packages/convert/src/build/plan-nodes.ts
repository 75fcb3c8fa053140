/** Which nodes the target gets, and how each is read from the graph. */
import type { Graph } from '@rigline/evaluate';
import { identityMat4, invertMat4, type Mat4, multiplyMat4, type SpaceRole, type Vec3 } from '@rigline/math';
import type { DagPath, SceneNode } from '@rigline/scene';
import type { ExportOptions } from '../options.ts';
import type { ExportReport } from '../report.ts';
import { findScaled, inheritsUnscaled, readerOfUnscaled } from './scale-split.ts';
import { UniqueNames } from './unique-names.ts';

/** A node that is going to be written. */
export interface PlannedNode {
  readonly name: string;
  readonly source: string | undefined;
  readonly parent: number;
  readonly isJoint: boolean;
  /** Whose local axes the target has for it. */
  readonly role: SpaceRole;
  /** World matrix in the space of the source, at the present time of the graph; borrowed. */
  readonly readWorld: () => Readonly<Mat4>;
  /** Scale as the source has it, for its signs. */
  readonly readScale: (() => Readonly<Vec3>) | undefined;
  readonly isShown: () => boolean;
  /** Shapes of the source that belong to it, with where they stand in it; undefined where that is the node itself. */
  readonly shapes: readonly PlannedShape[];
}

export interface PlannedShape {
  readonly place: DagPath;
  /** From the shape to the node, at rest. */
  readonly toNode: Readonly<Mat4> | undefined;
}

const STARTUP_CAMERAS = new Set(['persp', 'top', 'front', 'side', 'back', 'bottom', 'left']);

export interface NodePlan {
  /** Parents before children. More may be added. */
  readonly nodes: PlannedNode[];
  /** Position of each place that is written. */
  readonly numbers: ReadonlyMap<DagPath, number>;
}

/** Plans the nodes of a scene in the order of its hierarchy. The graph is at the time of rest. */
export function planNodes(
  graph: Graph,
  frames: readonly number[],
  options: ExportOptions,
  report: ExportReport,
): NodePlan {
  const chosen = chosenPlaces(graph.scene.dagPaths, options);
  const places = graph.scene.dagPaths.filter((place) => place.node.isTransform && chosen.has(place));
  const parents = new Set(places.flatMap((place) => (inheritsUnscaled(place) && place.parent ? [place.parent] : [])));
  const planner = new Planner(graph, report, findScaled(graph, [...parents], frames));
  for (const place of places) planner.addTransform(place);
  return planner;
}

/** Places that are asked for, and all above and below them. */
function chosenPlaces(places: readonly DagPath[], { includes }: ExportOptions): ReadonlySet<DagPath> {
  const chosen = new Set<DagPath>();
  const isInside = new Set<DagPath>();
  for (const place of places) {
    if (isStartupCamera(place)) continue;
    const { parent } = place;
    if (includes && !(parent && isInside.has(parent)) && !includes(place.path)) continue;
    isInside.add(place);
    for (let at: DagPath | undefined = place; at && !chosen.has(at); at = at.parent) chosen.add(at);
  }
  return chosen;
}

/** The four cameras that every new scene of Maya has. */
function isStartupCamera({ node, parent }: DagPath): boolean {
  if (parent || !STARTUP_CAMERAS.has(node.name)) return false;
  return node.children.length === 1 && node.children[0]?.isA('camera') === true;
}

class Planner implements NodePlan {
  readonly nodes: PlannedNode[] = [];
  readonly #graph: Graph;
  readonly #report: ExportReport;
  readonly #names = new UniqueNames();
  readonly numbers = new Map<DagPath, number>();
  /** Of nodes that are two: the one without scale. */
  readonly #unscaled = new Map<DagPath, number>();

  /** Nodes that have to be two. */
  readonly #split: ReadonlySet<DagPath>;

  constructor(graph: Graph, report: ExportReport, split: ReadonlySet<DagPath>) {
    this.#graph = graph;
    this.#report = report;
    this.#split = split;
  }

  addTransform(place: DagPath): void {
    const { node } = place;
    const shapes = this.#shapesOf(place);
    const looking = shapes.find(({ place: shape }) => roleOf(shape.node) !== 'object');
    // A camera of FBX files looks along another axis than that of its node: a node without others turns with it.
    const folds = looking !== undefined && shapes.length === 1 && !node.children.some((child) => child.isTransform);
    const own = folds ? looking : shapes.find(({ toNode }) => toNode === undefined && looking !== undefined);
    const parent = this.#parentOf(place);
    if (this.#split.has(place)) this.#unscaled.set(place, this.#addUnscaled(place, parent));
    const number = this.#add(place, {
      parent: this.#unscaled.get(place) ?? parent,
      role: own ? roleOf(own.place.node) : 'object',
      readWorld: this.#world(folds ? looking.place : place),
      shapes: shapes.filter(({ place: shape, toNode }) => folds || toNode === undefined || shape.node.isA('mesh')),
    });
    this.numbers.set(place, number);
    for (const shape of shapes) {
      if (folds || shape.toNode === undefined || shape.place.node.isA('mesh')) continue;
      // Others stand apart from the node, and get one of their own.
      this.#add(shape.place, {
        parent: number,
        role: roleOf(shape.place.node),
        readWorld: this.#world(shape.place),
        shapes: [{ ...shape, toNode: undefined }],
      });
    }
  }

  #parentOf(place: DagPath): number {
    const { parent } = place;
    if (!parent) return -1;
    const unscaled = inheritsUnscaled(place) ? this.#unscaled.get(parent) : undefined;
    return unscaled ?? this.numbers.get(parent) ?? -1;
  }

  /** The node itself, without its scale; the one with the scale follows it under another name. */
  #addUnscaled(place: DagPath, parent: number): number {
    const { node, path } = place;
    const name = this.#names.take(node.name);
    const reason = `children do not take its scale: it is "${name}" without scale, and a node below with it`;
    this.#report.add({ verdict: 'converted', subject: path, what: 'scale compensation', reason });
    return (
      this.nodes.push({
        name,
        source: undefined,
        parent,
        isJoint: isJoint(node),
        role: 'object',
        readWorld: readerOfUnscaled(this.#graph, place),
        readScale: undefined,
        isShown: () => true,
        shapes: [],
      }) - 1
    );
  }

  #add(place: DagPath, planned: Pick<PlannedNode, 'parent' | 'role' | 'readWorld' | 'shapes'>): number {
    const { node } = place;
    const wanted = this.#unscaled.has(place) ? `${node.name}_scale` : node.name;
    const name = this.#names.take(wanted);
    if (name !== wanted) {
      const reason = `another node is named "${node.name}"`;
      this.#report.add({ verdict: 'renamed', subject: place.path, what: `name: "${name}"`, reason });
    }
    const scale = node.isTransform ? this.#graph.probe({ scale: { node, path: 'scale' } }) : undefined;
    return (
      this.nodes.push({
        ...planned,
        name,
        source: place.path,
        isJoint: isJoint(node),
        readScale: scale && (() => scale.read().scale as Vec3),
        isShown: visibilityOf(this.#graph, node),
      }) - 1
    );
  }

  #world({ node, instance }: DagPath): () => Readonly<Mat4> {
    const probe = this.#graph.probe({ world: { node, path: `worldMatrix[${instance}]` } });
    return () => probe.read().world as Mat4;
  }

  /** Shapes that are drawn, with where they stand in their node. */
  #shapesOf(place: DagPath): PlannedShape[] {
    const shapes: PlannedShape[] = [];
    for (const shape of childPlaces(this.#graph, place)) {
      const { node } = shape;
      if (node.isTransform || node.values.get('intermediateObject')) continue;
      if (!node.isA('mesh') && !node.isA('camera') && !node.type.endsWith('Light')) continue;
      shapes.push({ place: shape, toNode: this.#toNode(shape, place) });
    }
    return shapes;
  }

  #toNode(shape: DagPath, place: DagPath): Mat4 | undefined {
    const above = this.#graph.worldMatrix(place);
    const own = this.#graph.worldMatrix(shape);
    const inverse = invertMat4(above);
    if (!inverse) return undefined;
    const toNode = multiplyMat4(own, inverse);
    return identityMat4().some((value, i) => Math.abs(value - (toNode[i] as number)) > 1e-9) ? toNode : undefined;
  }
}

function isJoint(node: SceneNode): boolean {
  return node.isA('joint') || node.isA('fbxBone');
}

function childPlaces(graph: Graph, place: DagPath): DagPath[] {
  return place.node.children.flatMap((child) => graph.scene.pathsOf(child).filter(({ parent }) => parent === place));
}

/** Which local axes a shape looks along. */
function roleOf(shape: SceneNode): SpaceRole {
  if (shape.isA('camera')) return 'camera';
  return shape.type.endsWith('Light') ? 'light' : 'object';
}

const SHOWN = ['visibility', 'lodVisibility', 'overrideEnabled', 'overrideVisibility'] as const;

/** Whether a node itself is shown, without those above it. */
function visibilityOf(graph: Graph, node: SceneNode): () => boolean {
  const probe = graph.probe(Object.fromEntries(SHOWN.map((path) => [path, { node, path }])));
  return () => {
    const { visibility, lodVisibility, overrideEnabled, overrideVisibility } = probe.read();
    return Boolean(visibility && lodVisibility && !(overrideEnabled && !overrideVisibility));
  };
}
