/**
 * Nodes whose scale goes to their shapes and to some of their children, but not to all: joints that compensate the scale
 * of their parent, and FBX models that inherit turn and scale apart. Engines know one scale for all, so such a node
 * becomes two: one without scale, that those children hang on, and one with it below.
 */
import type { Graph } from '@rigline/evaluate';
import type { Mat4, Vec3 } from '@rigline/math';
import type { DagPath, SceneNode } from '@rigline/scene';

/** Number of the FBX type of inheriting that takes the whole matrix of the parent. */
const PLAIN = 1;

/** Whether a node takes the turn and the place of its parent without its scale. */
export function inheritsUnscaled({ node, parent }: DagPath): boolean {
  if (!parent || node.values.get('inheritsTransform') === 0) return false;
  if (node.isA('fbxModel')) return parent.node.isA('fbxModel') && (node.values.get('inheritType') ?? PLAIN) !== PLAIN;
  if (!node.isA('joint') || node.values.get('segmentScaleCompensate') === 0) return false;
  return node.inputs.has('inverseScale') || [...node.inputs.keys()].some((path) => path.startsWith('inverseScale'));
}

/** Places that have another scale than 1 at any of the frames, of themselves or, where parts are inherited, from above. */
export function findScaled(graph: Graph, places: readonly DagPath[], frames: readonly number[]): ReadonlySet<DagPath> {
  const candidates = places.filter((place) => mayBeScaled(place));
  const probes = candidates.map(({ node, instance }) => {
    const path = node.isA('fbxModel') ? `inheritedScale[${instance}]` : 'scale';
    const probe = graph.probe({ scale: { node, path } });
    return () => probe.read().scale as Vec3;
  });
  const scaled = new Set<DagPath>();
  const now = graph.seconds;
  for (const seconds of [now, ...frames.map((frame) => frame / graph.scene.settings.frameRate)]) {
    if (scaled.size === candidates.length) break;
    graph.setTime(seconds);
    candidates.forEach((place, i) => {
      if (!scaled.has(place) && probes[i]?.().some((value) => Math.abs(value - 1) > SAME)) scaled.add(place);
    });
  }
  graph.setTime(now);
  return scaled;
}

/** Scales nearer to 1 than this are 1: what files in float32 make of it. */
const SAME = 1e-6;

function mayBeScaled(place: DagPath): boolean {
  for (let at: DagPath | undefined = place; at; at = at.parent) {
    if (hasScale(at.node)) return true;
    if (!at.node.isA('fbxModel')) return false;
  }
  return false;
}

function hasScale(node: SceneNode): boolean {
  for (const path of node.inputs.keys()) if (path.startsWith('scale')) return true;
  return ['scaleX', 'scaleY', 'scaleZ'].some((path) => (node.values.get(path) ?? 1) !== 1);
}

/** A reader of the world matrix of a node without its scale. */
export function readerOfUnscaled(graph: Graph, { node, instance }: DagPath): () => Readonly<Mat4> {
  if (node.isA('fbxModel')) {
    const turn = graph.probe({ turn: { node, path: `inheritedTurn[${instance}]` } });
    return () => turn.read().turn as Mat4;
  }
  const probe = graph.probe({
    world: { node, path: `worldMatrix[${instance}]` },
    scale: { node, path: 'scale' },
  });
  return () => {
    const { world, scale } = probe.read();
    return withoutScale(world as Mat4, scale as Vec3);
  };
}

/** A point is scaled before all else, so that each row belongs to one axis. */
function withoutScale(world: Readonly<Mat4>, scale: Readonly<Vec3>): Mat4 {
  return world.map((value, i) => {
    const factor = i < 12 ? (scale[Math.floor(i / 4)] as number) : 1;
    return factor === 0 ? value : value / factor;
  }) as Mat4;
}
