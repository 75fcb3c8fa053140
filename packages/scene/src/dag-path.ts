import type { SceneNode } from './scene-node.ts';

/** One place of a node in the hierarchy. Instanced nodes have several. */
export interface DagPath {
  readonly node: SceneNode;
  /** Full path: `|a|b`. */
  readonly path: string;
  readonly parent: DagPath | undefined;
  /** Position among the node's places: the index of `worldMatrix` that belongs to it. */
  readonly instance: number;
}

/** Places listed at most besides the first of each node: instances of instances grow without bound. */
export const DAG_INSTANCE_LIMIT = 100_000;
/** Characters of all paths together: those of a deep hierarchy grow with the square of its depth. */
export const DAG_PATH_TEXT_LIMIT = 1 << 27;

/** The places of a hierarchy. */
export interface DagPaths {
  readonly all: readonly DagPath[];
  readonly byNode: ReadonlyMap<SceneNode, readonly DagPath[]>;
  /** Whether a limit has left places out. */
  readonly isCut: boolean;
}

/** Every place of every DAG node, depth first, parents before children, up to the limits of this file. */
export function listDagPaths(nodes: readonly SceneNode[]): DagPaths {
  const all: DagPath[] = [];
  const byNode = new Map<SceneNode, DagPath[]>();
  const stack: { node: SceneNode; parent: DagPath | undefined }[] = [];
  let isCut = false;
  let text = 0;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i] as SceneNode;
    if (node.isDag && node.parents.length === 0) stack.push({ node, parent: undefined });
  }
  while (stack.length > 0) {
    const { node, parent } = stack.pop() as (typeof stack)[number];
    const known = byNode.get(node);
    const length = (parent?.path.length ?? 0) + 1 + node.name.length;
    if ((known && all.length - byNode.size >= DAG_INSTANCE_LIMIT) || text + length > DAG_PATH_TEXT_LIMIT) {
      isCut = true;
      continue;
    }
    text += length;
    const place: DagPath = { node, path: `${parent?.path ?? ''}|${node.name}`, parent, instance: known?.length ?? 0 };
    if (known) known.push(place);
    else byNode.set(node, [place]);
    all.push(place);
    for (let i = node.children.length - 1; i >= 0; i--) {
      stack.push({ node: node.children[i] as SceneNode, parent: place });
    }
  }
  return { all, byNode, isCut };
}
