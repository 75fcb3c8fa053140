import type { AttributeTable, NodeDeclaration, PlugRef, Scene, SceneNode } from '@rigline/scene';

/** A constraint of the scene and what it ties together. */
export interface ConstraintInfo {
  readonly path: string;
  readonly type: string;
  /** What its outputs drive; absent when nothing is connected. */
  readonly constrained?: string;
  readonly targets: readonly { readonly path: string; readonly index: number }[];
  /** Driven channels, in the order they were connected. */
  readonly channels: readonly string[];
}

const CONSTRAINTS: ReadonlySet<string> = new Set([
  'pointConstraint',
  'orientConstraint',
  'parentConstraint',
  'aimConstraint',
  'scaleConstraint',
  'poleVectorConstraint',
  'geometryConstraint',
  'normalConstraint',
  'tangentConstraint',
  'pointOnPolyConstraint',
]);

export function isConstraint(node: SceneNode): boolean {
  return CONSTRAINTS.has(node.type);
}

const OUTPUT = /^constraint(Translate|Rotate|Scale|JointOrient)/;

/** Nodes that stand between a constraint and the channel it drives. */
const BETWEEN: ReadonlySet<string> = new Set([
  'pairBlend',
  'unitConversion',
  'blendWeighted',
  'addDoubleLinear',
  'plusMinusAverage',
]);

/** Every constraint, with its targets and the node it holds. */
export function listConstraints(scene: Scene): ConstraintInfo[] {
  return scene.nodes.filter(isConstraint).map((node) => {
    const driven = drivenEnds(node);
    const constrained = driven.find((end) => end.node.isDag);
    return {
      path: scene.pathOf(node),
      type: node.type,
      ...(constrained ? { constrained: scene.pathOf(constrained.node) } : {}),
      targets: node.elementIndices('target').flatMap((index) => {
        const target = targetOf(node, index);
        return target ? [{ path: scene.pathOf(target), index }] : [];
      }),
      channels: driven.filter((end) => end.node === constrained?.node).map((end) => end.path),
    };
  });
}

/** Connections looked at for one constraint, at most. */
const MOST_ENDS = 1000;

/** What the outputs of a constraint drive, through nodes in between; each of those once. */
function drivenEnds(constraint: SceneNode): PlugRef[] {
  const queue: PlugRef[] = [];
  const add = (ends: readonly PlugRef[]): void => {
    for (let i = 0; i < ends.length && queue.length < MOST_ENDS; i++) queue.push(ends[i] as PlugRef);
  };
  for (const [path, ends] of constraint.outputs) if (OUTPUT.test(path)) add(ends);
  const seen = new Set<SceneNode>();
  const driven: PlugRef[] = [];
  for (let i = 0; i < queue.length; i++) {
    const end = queue[i] as PlugRef;
    if (!BETWEEN.has(end.node.type)) driven.push(end);
    else if (!seen.has(end.node)) {
      seen.add(end.node);
      for (const ends of end.node.outputs.values()) add(ends);
    }
  }
  return driven;
}

/** The node that a target's inputs come from. */
export function targetOf(constraint: SceneNode, index: number): SceneNode | undefined {
  for (const name of targetChildren(constraint.declaration)) {
    const source = constraint.inputs.get(`target[${index}].${name}`);
    if (source && source.node !== constraint) return source.node;
  }
  return undefined;
}

const TARGET_CHILDREN = new WeakMap<NodeDeclaration, readonly string[]>();

/** Names of all that a target has, at any depth. */
function targetChildren(declaration: NodeDeclaration): readonly string[] {
  let names = TARGET_CHILDREN.get(declaration);
  if (!names) {
    const collect = (table: AttributeTable = {}): string[] =>
      Object.entries(table).flatMap(([name, { children }]) => [name, ...collect(children)]);
    names = collect((declaration.attributes as AttributeTable).target?.children);
    TARGET_CHILDREN.set(declaration, names);
  }
  return names;
}
