import type { Graph, StackSkin } from '@rigline/evaluate';
import {
  convertTransform,
  identityMat4,
  invertMat4,
  type Mat4,
  multiplyMat4,
  type SpaceConversion,
} from '@rigline/math';
import type { DagPath, PlugRef } from '@rigline/scene';
import type { ExportInfluences, ExportSkin } from '@rigline/scene/export';
import type { ExportReport } from '../report.ts';
import type { PlannedNode } from './plan-nodes.ts';
import type { UniqueNames } from './unique-names.ts';

/** What a skin is built with. */
export interface SkinContext {
  readonly graph: Graph;
  readonly conversion: SpaceConversion;
  readonly report: ExportReport;
  readonly nodes: PlannedNode[];
  readonly names: UniqueNames;
  readonly nodeOf: (place: DagPath) => number | undefined;
  /** Seconds at which it is looked whether a mesh moves apart from its skin. */
  readonly probeTimes: readonly number[];
}

export interface BuiltSkin {
  readonly skin: ExportSkin;
  readonly influences: ExportInfluences;
}

const APART = 1e-6;

/** A skin whose joints are nodes. Points go from the mesh to each joint, and with the joints into the world. */
export function buildSkin(context: SkinContext, { node: mesh, ...place }: DagPath, stack: StackSkin): BuiltSkin {
  const shape: DagPath = { node: mesh, ...place };
  const subject = shape.path;
  const { report, conversion } = context;
  reportMethod(stack, subject, report);
  const after = movesApart(context, shape, stack);
  if (after) {
    const reason = 'the mesh moves apart from its joints; each joint has a node that goes with both';
    report.add({ verdict: 'converted', subject, what: 'skin', reason });
  }
  const joints = stack.joints.map(({ source, index }) => jointNode(context, stack, source, index, after));
  const inverseBinds = stack.joints.map(({ inverseBind }) => convertTransform(conversion, inverseBind));
  const influences = influencesOf(context, shape, stack, joints, inverseBinds);
  return { skin: { name: stack.node.name, joints, inverseBinds }, influences };
}

function reportMethod({ method, envelope, sum }: StackSkin, subject: string, report: ExportReport): void {
  const tell = (reason: string): void => report.add({ verdict: 'approximated', subject, what: 'skin', reason });
  if (method !== 'classicLinear') tell('the target has linear skins only; this one uses dual quaternions');
  if (envelope !== 1) tell(`the envelope of ${envelope} is left out`);
  if (sum === 'additive') tell('weights that add to the point are taken as usual ones');
}

/** What comes after the skin, where that is not nothing at some time: the node of the mesh has moved since the binding. */
function movesApart({ graph, probeTimes }: SkinContext, { node, instance }: DagPath, { node: skin }: StackSkin) {
  const probe = graph.probe({
    toOutput: { node: skin, path: 'worldToOutput' },
    world: { node, path: `worldMatrix[${instance}]` },
  });
  const product = identityMat4();
  const read = (): Mat4 => {
    const { toOutput, world } = probe.read();
    return multiplyMat4(toOutput as Mat4, world as Mat4, product);
  };
  const now = graph.seconds;
  const isApart = probeTimes.some((seconds) => {
    graph.setTime(seconds);
    const m = read();
    return m.some((value, i) => Math.abs(value - (i % 5 === 0 ? 1 : 0)) > (i >= 12 ? 1e-4 : APART));
  });
  graph.setTime(now);
  return isApart ? read : undefined;
}

/** The node of a joint. One that is not written, or is moved on by the mesh, gets a node of its own. */
function jointNode(
  { graph, nodes, names, nodeOf }: SkinContext,
  skin: StackSkin,
  source: PlugRef | undefined,
  index: number,
  after: (() => Mat4) | undefined,
): number {
  const place = source && placeOf(graph, source);
  const known = place && nodeOf(place);
  if (known !== undefined && !after) return known;
  const probe = source && graph.probe({ world: source });
  const product = identityMat4();
  const readJoint = (): Mat4 => (probe?.read().world as Mat4 | undefined) ?? IDENTITY;
  const name = names.take(`${place?.node.name ?? `${skin.node.name}_${index}`}_skin`);
  return (
    nodes.push({
      name,
      source: undefined,
      parent: -1,
      isJoint: true,
      role: 'object',
      readWorld: after ? () => multiplyMat4(readJoint(), after(), product) : readJoint,
      readScale: undefined,
      isShown: () => true,
      shapes: [],
    }) - 1
  );
}

const IDENTITY: Mat4 = identityMat4();

/** The place whose world matrix a plug is. */
function placeOf(graph: Graph, { node, path }: PlugRef): DagPath | undefined {
  const match = /^worldMatrix(?:\[(\d+)\])?$/.exec(path);
  return match ? graph.scene.pathsOf(node)[Number(match[1] ?? 0)] : undefined;
}

/** Weights by point. What the weights of a point leave to 1 is held by the node of the mesh where the source says so. */
function influencesOf(
  context: SkinContext,
  shape: DagPath,
  { weights, sum, node }: StackSkin,
  joints: number[],
  inverseBinds: Readonly<Mat4>[],
): ExportInfluences {
  const { starts, influences, weights: values, sums } = weights;
  const lacking = sums.filter((total) => Math.abs(total - 1) > 1e-3).length;
  if (lacking === 0) return { starts, joints: influences, weights: values };
  const mesh = shape.parent && context.nodeOf(shape.parent);
  if (sum !== 'rest' || mesh === undefined) {
    context.report.add({
      verdict: 'approximated',
      subject: shape.path,
      what: 'skin',
      reason: `the weights of ${lacking} points do not sum to 1, and are divided by their sum`,
      hint: `Normalize the weights of "${node.name}".`,
    });
    return { starts, joints: influences, weights: values };
  }
  const holder = joints.push(mesh) - 1;
  inverseBinds.push(convertTransform(context.conversion, meshToNode(context.graph, shape)));
  return withRest(weights, holder);
}

/** From the points of a shape to its node. */
function meshToNode(graph: Graph, shape: DagPath): Mat4 {
  const inverse = shape.parent && invertMat4(graph.worldMatrix(shape.parent));
  return inverse ? multiplyMat4(graph.worldMatrix(shape), inverse) : identityMat4();
}

function withRest({ starts, influences, weights, sums }: StackSkin['weights'], holder: number): ExportInfluences {
  const all = new Int32Array(starts.length);
  const joints: number[] = [];
  const values: number[] = [];
  for (let v = 0; v < sums.length; v++) {
    for (let i = starts[v] as number; i < (starts[v + 1] as number); i++) {
      joints.push(influences[i] as number);
      values.push(weights[i] as number);
    }
    const rest = 1 - (sums[v] as number);
    if (rest > 0) {
      joints.push(holder);
      values.push(rest);
    }
    all[v + 1] = joints.length;
  }
  return { starts: all, joints: Int32Array.from(joints), weights: Float64Array.from(values) };
}
