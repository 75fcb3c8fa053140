import type { SceneNode } from './scene-node.ts';

/**
 * The nodes that the end of a path means, in the order of their creation. Begins at the rarest name of the path, and
 * looks at a node once per name at most: neither many equal names nor instances of instances make it slow.
 *
 * @param wanted Names from the top down.
 * @param isAbsolute Whether the first name is that of a node at the root.
 */
export function findByPath(
  byName: ReadonlyMap<string, readonly SceneNode[]>,
  wanted: readonly string[],
  isAbsolute: boolean,
): SceneNode[] {
  let rarest = 0;
  let fewest = Number.POSITIVE_INFINITY;
  wanted.forEach((name, at) => {
    const count = byName.get(name)?.length ?? 0;
    if (count < fewest) {
      fewest = count;
      rarest = at;
    }
  });
  const start = byName.get(wanted[rarest] as string) ?? [];
  let found = start.filter((node) => hangsUnder(node, wanted, rarest, isAbsolute));
  for (let at = rarest + 1; at < wanted.length && found.length > 0; at++) {
    found = childrenNamed(found, wanted[at] as string, byName);
  }
  return found.length > 1 ? found.sort((a, b) => a.id - b.id) : found;
}

/** Whether the names above `wanted[at]` are those of ancestors of `node`, one after the other. */
function hangsUnder(node: SceneNode, wanted: readonly string[], at: number, isAbsolute: boolean): boolean {
  let level: readonly SceneNode[] = [node];
  for (let above = at - 1; above >= 0; above--) {
    const next = new Set<SceneNode>();
    for (const { parents } of level) for (const parent of parents) if (parent.name === wanted[above]) next.add(parent);
    if (next.size === 0) return false;
    level = [...next];
  }
  return !isAbsolute || level.some(({ parents }) => parents.length === 0);
}

function childrenNamed(
  parents: readonly SceneNode[],
  name: string,
  byName: ReadonlyMap<string, readonly SceneNode[]>,
): SceneNode[] {
  const named = byName.get(name) ?? [];
  const childCount = parents.reduce((sum, parent) => sum + parent.children.length, 0);
  if (childCount > named.length) {
    const above = new Set(parents);
    return named.filter((node) => node.parents.some((parent) => above.has(parent)));
  }
  return [...new Set(parents.flatMap((parent) => parent.children.filter((child) => child.name === name)))];
}
