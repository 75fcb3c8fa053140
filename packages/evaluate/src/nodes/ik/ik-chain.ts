import type { Mat4, RotateOrder, Vec3 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import type { PlugRequest, RequestTree } from '../../graph/node-type.ts';

/** The nodes of an IK chain: from the start joint down to the parent of the effector. */
export interface IkChain {
  readonly nodes: readonly SceneNode[];
  readonly effector: SceneNode;
  /** Type of the solver node. */
  readonly solver: string;
}

/** Types of solver that are computed. */
export const SOLVED_TYPES: ReadonlySet<string> = new Set(['ikRPsolver', 'ikSCsolver', 'ik2Bsolver']);

const sourceNode = (node: SceneNode, path: string): SceneNode | undefined => node.inputs.get(path)?.node;

/** The chain of a handle, or undefined when its connections do not make one. */
export function findChain(handle: SceneNode): IkChain | undefined {
  const start = sourceNode(handle, 'startJoint');
  const effector = sourceNode(handle, 'endEffector');
  const solver = sourceNode(handle, 'ikSolver')?.type;
  if (!start || !effector || solver === undefined) return undefined;
  const nodes: SceneNode[] = [];
  for (let at = effector.parents[0]; at; at = at.parents[0]) {
    nodes.unshift(at);
    if (at === start) return { nodes, effector, solver };
  }
  return undefined;
}

/** Values of a joint of the chain. `rotate` is its rotation without IK: keyed, or as saved. */
export interface JointValues {
  readonly translate: Readonly<Vec3>;
  readonly rotate: Readonly<Vec3>;
  readonly rotateOrder: RotateOrder;
  readonly rotateAxis: Readonly<Vec3>;
  readonly jointOrient: Readonly<Vec3>;
  readonly scale: Readonly<Vec3>;
  /** Of joints alone. */
  readonly inverseScale?: Readonly<Vec3>;
  readonly segmentScaleCompensate?: boolean;
  readonly preferredAngle: Readonly<Vec3>;
}

/** A transform among the joints that does not turn with them. */
export interface FixedValues {
  readonly matrix: Readonly<Mat4>;
}

export interface ChainValues {
  readonly links: readonly (JointValues | FixedValues)[];
  readonly parentMatrix: Readonly<Mat4>;
  readonly effectorMatrix: Readonly<Mat4>;
  readonly effectorOffset: Readonly<Mat4>;
  readonly handleMatrix: Readonly<Mat4>;
  readonly handleParentMatrix: Readonly<Mat4>;
}

export const isJoint = (link: JointValues | FixedValues): link is JointValues => 'jointOrient' in link;

const JOINT_PLUGS = [
  'translate',
  'rotateOrder',
  'rotateAxis',
  'jointOrient',
  'scale',
  'inverseScale',
  'segmentScaleCompensate',
  'preferredAngle',
] as const;

/** Whether the solver turns a node of the chain: joints, and the Models of FBX files. */
export const isTurned = (node: SceneNode): boolean =>
  node.declaration.attributes.jointOrient !== undefined || node.isA('fbxModel');

/**
 * Where a Model of an FBX file has what the solver asks of a joint; nothing of it is scaled back. A bone that bends by
 * itself has its `preferredAngle` as an attribute of its own, others have the zeros of `rotateAxis`.
 */
function requestModel(node: SceneNode): RequestTree {
  const preferred = node.dynamics?.preferredAngle ? 'preferredAngle' : 'rotateAxis';
  return {
    translate: { node, path: 'translate' },
    rotate: { node, path: 'rotate', undriven: true },
    rotateOrder: { node, path: 'rotateOrder' },
    rotateAxis: { node, path: 'rotateAxis' },
    jointOrient: { node, path: 'preRotation' },
    scale: { node, path: 'scale' },
    preferredAngle: { node, path: preferred },
  };
}

function requestLink(node: SceneNode): RequestTree {
  if (!isTurned(node)) return { matrix: { node, path: 'matrix' } };
  if (node.isA('fbxModel')) return requestModel(node);
  const plugs: Record<string, PlugRequest> = { rotate: { node, path: 'rotate', undriven: true } };
  for (const path of JOINT_PLUGS) plugs[path] = { node, path };
  return plugs;
}

/** All plugs that solving a chain reads; values arrive as `ChainValues`. */
export function requestChain(handle: SceneNode, chain: IkChain): RequestTree {
  const start = chain.nodes[0] as SceneNode;
  return {
    links: chain.nodes.map(requestLink),
    parentMatrix: { node: start, path: 'parentMatrix[0]' },
    effectorMatrix: { node: chain.effector, path: 'matrix' },
    effectorOffset: { node: chain.effector, path: 'offsetParentMatrix' },
    handleMatrix: { node: handle, path: 'worldMatrix[0]' },
    handleParentMatrix: { node: handle, path: 'parentMatrix[0]' },
  };
}
