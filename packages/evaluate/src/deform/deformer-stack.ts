/** The deformers of a mesh as data: what an engine needs to deform the mesh by itself. */
import { identityMat4, type Mat4, multiplyMat4 } from '@rigline/math';
import { isMeshData, localMesh, type MeshData, type PlugRef, type SceneNode } from '@rigline/scene';
import type { MorphOffsets } from '@rigline/scene/maya';
import type { Graph } from '../graph/graph.ts';
import { CompiledMorphs } from './blend-shape.ts';
import { OutsidePoints } from './components.ts';
import { CompiledSkin, type SkinMethod, type SkinSum } from './skin.ts';
import type { PointWeights } from './skin-weights.ts';

/** One target of a blend shape, with its in-betweens. */
export interface StackTarget {
  readonly node: SceneNode;
  /** Index of its weight at the node. */
  readonly weightIndex: number;
  /** By ascending weight, none at 0. */
  readonly shapes: readonly { readonly weight: number; readonly offsets: MorphOffsets }[];
}

/** The skin at the end of a stack. */
export interface StackSkin {
  readonly node: SceneNode;
  readonly method: SkinMethod;
  readonly sum: SkinSum;
  readonly envelope: number;
  readonly weights: PointWeights;
  /** By position in `weights.joints`. `source` gives the world matrix of the joint; absent where nothing is connected. */
  readonly joints: readonly {
    readonly index: number;
    readonly source: PlugRef | undefined;
    /** From the points of the mesh to the joint at binding. */
    readonly inverseBind: Readonly<Mat4>;
  }[];
}

/** Deformers of a mesh, in the order base, targets, skin. */
export interface DeformerStack {
  /** The mesh before any of them. */
  readonly base: MeshData;
  readonly targets: readonly StackTarget[];
  readonly skin: StackSkin | undefined;
  /** Deformers that are not in the stack, because they are not among these or in another order. The base has them in. */
  readonly others: readonly SceneNode[];
}

/** Nodes between a mesh and its source, at most. */
const DEPTH = 1000;

/**
 * Reads the deformers of a mesh node, at the graph's present time. Undefined where it has no mesh.
 *
 * What cannot be told as targets and a skin stays in the base, as it is at that time.
 */
export function readDeformerStack(graph: Graph, mesh: SceneNode): DeformerStack | undefined {
  const links = linksOf(graph, mesh);
  const skinLink = links[0]?.kind === 'skin' ? links[0] : undefined;
  const morphLinks: Link[] = [];
  for (const link of links.slice(skinLink ? 1 : 0)) {
    if (link.kind !== 'morph') break;
    morphLinks.push(link);
  }
  const first = morphLinks[morphLinks.length - 1] ?? skinLink;
  const source = first ? inputOf(first) : { node: mesh, path: 'outMesh' };
  const value = source && graph.get(source);
  if (!isMeshData(value)) return undefined;
  const base = localMesh(value);
  const kept = new Set(first ? [...morphLinks, ...(skinLink ? [skinLink] : [])] : []);
  return {
    base,
    targets: morphLinks.reverse().flatMap((link) => targetsOf(graph, link, base)),
    skin: skinLink && skinOf(graph, skinLink, base),
    others: links.filter((link) => !kept.has(link)).map(({ node }) => node),
  };
}

interface Link {
  readonly kind: 'morph' | 'skin' | 'other';
  readonly node: SceneNode;
  /** Of the geometry at the deformer. */
  readonly index: number;
}

/** Deformers before a mesh, the last one first. Nodes that only hand the geometry on are left out. */
function linksOf(graph: Graph, mesh: SceneNode): Link[] {
  const links: Link[] = [];
  let at = mesh.inputs.get('inMesh');
  for (let depth = 0; at && depth < DEPTH; depth++) {
    const { node, path } = at;
    const index = Number(/^outputGeometry\[(\d+)\]$/.exec(path)?.[1] ?? 0);
    if (node.isA('geometryFilter')) {
      const link: Link = { kind: kindOf(graph, node, index), node, index };
      if (!isIdle(node)) links.push(link);
      at = inputOf(link);
    } else if (node.type === 'groupParts') at = node.inputs.get('inputGeometry');
    else break;
  }
  return links;
}

function inputOf({ node, index }: Link): PlugRef | undefined {
  return node.inputs.get(`input[${index}].inputGeometry`);
}

/** A `tweak` that moves nothing; most files have one. */
function isIdle(node: SceneNode): boolean {
  if (node.type !== 'tweak') return false;
  const moves = [...node.values.keys(), ...node.inputs.keys()].filter((path) => /^(?:vlist|plist)/.test(path));
  return moves.length === 0;
}

function kindOf(graph: Graph, node: SceneNode, index: number): Link['kind'] {
  if (node.type === 'blendShape') return 'morph';
  if (node.type !== 'skinCluster' && node.type !== 'fbxSkin') return 'other';
  // A skin on a part of a mesh holds the other points where the node is, which no joint does.
  const source = node.inputs.get(`input[${index}].inputGeometry`);
  const geometry = source && graph.get(source);
  if (!isMeshData(geometry)) return 'other';
  return outsideOf(graph, { node, index }, geometry).length === 0 ? 'skin' : 'other';
}

function outsideOf(graph: Graph, { node, index }: Pick<Link, 'node' | 'index'>, mesh: MeshData): Int32Array {
  const read = (name: string): unknown => {
    const plug = node.resolve(`input[${index}].${name}`);
    return plug && graph.get({ node, path: plug.path });
  };
  const membership = {
    groupId: Number(read('groupId') ?? 0),
    componentTagExpression: String(read('componentTagExpression') ?? ''),
  };
  return new OutsidePoints().of(0, mesh, membership) ?? NONE;
}

const NONE = new Int32Array(0);

function targetsOf(graph: Graph, link: Link, base: MeshData): StackTarget[] {
  const { node, index } = link;
  const morphs = graph.get({ node, path: 'compiledTargets' });
  if (!(morphs instanceof CompiledMorphs)) return [];
  // Reading the output makes the offsets of connected meshes count.
  graph.get({ node, path: `outputGeometry[${index}]` });
  const outside = new Set(outsideOf(graph, link, base));
  const targets: StackTarget[] = [];
  morphs.targetsOf(index).forEach((target, weightIndex) => {
    if (!target || morphs.hidden.has(weightIndex)) return;
    const shapes = target.shapes.map((shape, i) => ({
      weight: target.weights[i] as number,
      offsets: within(shape.offsetsOn(base, morphs.stamp), outside, base),
    }));
    targets.push({ node, weightIndex, shapes });
  });
  return targets;
}

/** The offsets of points that the mesh has and the deformer moves. */
function within(offsets: MorphOffsets, outside: ReadonlySet<number>, base: MeshData): MorphOffsets {
  const { vertices, offsetsXyz, normalOffsetsXyz } = offsets;
  const pointCount = Math.floor(base.positionsXyz.length / 3);
  const most = Math.min(vertices.length, Math.floor(offsetsXyz.length / 3));
  const isUsed = (vertex: number): boolean => vertex >= 0 && vertex < pointCount && !outside.has(vertex);
  const used: number[] = [];
  for (let i = 0; i < most; i++) if (isUsed(vertices[i] as number)) used.push(i);
  if (used.length === vertices.length) return offsets;
  const pick = (values: Float64Array | Float32Array): Float64Array =>
    Float64Array.from(
      { length: used.length * 3 },
      (_, k) => values[(used[Math.floor(k / 3)] as number) * 3 + (k % 3)] ?? 0,
    );
  return {
    vertices: Int32Array.from(used, (i) => vertices[i] as number),
    offsetsXyz: pick(offsetsXyz),
    ...(normalOffsetsXyz ? { normalOffsetsXyz: pick(normalOffsetsXyz) } : {}),
  };
}

function skinOf(graph: Graph, { node, index }: Link, base: MeshData): StackSkin | undefined {
  const compiled = graph.get({ node, path: 'compiledSkin' });
  const setup = compiled instanceof CompiledSkin ? compiled.setup : undefined;
  if (!setup) return undefined;
  graph.get({ node, path: `outputGeometry[${index}]` });
  const weights = setup.weights(Math.floor(base.positionsXyz.length / 3));
  const { indices, values } = setup.binds;
  const bindOf = new Map(indices.map((joint, i) => [joint, values[i] as Readonly<Mat4>]));
  return {
    node,
    method: String(graph.get({ node, path: 'skinningMethod' })) as SkinMethod,
    sum: setup.sum,
    envelope: Number(graph.get({ node, path: 'envelope' })),
    weights,
    joints: weights.joints.map((joint) => ({
      index: joint,
      source: node.inputs.get(`matrix[${joint}]`),
      inverseBind: boundBy(setup.space, bindOf.get(joint)),
    })),
  };
}

/** From the points to the joint: through the space of the binding, where there is one. */
function boundBy(space: Readonly<Mat4> | undefined, bind: Readonly<Mat4> | undefined): Readonly<Mat4> {
  // What the graph hands out is lent.
  if (!space) return bind ? ([...bind] as Mat4) : identityMat4();
  return bind ? multiplyMat4(space, bind) : ([...space] as Mat4);
}
