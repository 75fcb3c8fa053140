import type { SceneNode } from '@rigline/scene';

const DAG = ['containedNode', 'entity', 'dagNode'];
const SHAPE = [...DAG, 'shape'];
const CONTROL_POINTS = [...SHAPE, 'geometryShape', 'deformableShape', 'controlPoint'];

/** Types above some types, outermost first. Source: Maya help, `nodeType -inherited` and "Nodes by inheritance". */
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  camera: SHAPE,
  locator: [...SHAPE, 'geometryShape'],
  mesh: [...CONTROL_POINTS, 'surfaceShape'],
  nurbsCurve: [...CONTROL_POINTS, 'curveShape'],
  nurbsSurface: [...CONTROL_POINTS, 'surfaceShape'],
};
const TRANSFORM = [...DAG, 'transform'];
const LIGHT = [...SHAPE, 'light'];

/**
 * The types that a node's type is derived from, outermost first, its own last.
 * Types that are not listed have only what all nodes of their kind have.
 */
export function inheritedTypes(node: SceneNode): readonly string[] {
  const { type } = node;
  const listed = Object.hasOwn(ABOVE, type) ? ABOVE[type] : undefined;
  if (listed) return [...listed, type];
  const { kinds } = node.declaration;
  const base = kinds.findIndex((kind) => Object.hasOwn(ABOVE, kind));
  if (base > 0) return [...(ABOVE[kinds[base] as string] ?? []), ...kinds.slice(0, base + 1).reverse()];
  if (node.isTransform) {
    if (type === 'transform') return TRANSFORM;
    if (node.isA('fbxModel')) return [...TRANSFORM, ...kinds.slice(0, kinds.indexOf('transform')).reverse()];
    return /.Constraint$/.test(type) ? [...TRANSFORM, 'constraint', type] : [...TRANSFORM, type];
  }
  if (node.isDag) return [...(/Light$/.test(type) ? LIGHT : SHAPE), type];
  if (type.startsWith('animCurve')) return ['animCurve', type];
  if (type === 'blendShape' || type === 'skinCluster') return ['geometryFilter', type];
  return [type];
}

/** Whether a node is of a type or of one derived from it. */
export function isKindOf(node: SceneNode, type: string): boolean {
  return node.type === type || inheritedTypes(node).includes(type);
}
