import { type Attribute, attributeIndex, type PlugRef, type ResolvedPlug, type SceneNode } from '@rigline/scene';
import type { NodeType } from './node-type.ts';

/** The end of a connection: `plug` is undefined where its node has no such attribute. */
export interface Source {
  readonly node: SceneNode;
  readonly path: string;
  readonly plug: ResolvedPlug | undefined;
}

/** The plug that drives a leaf: its own connection, or the child at its place of a connected compound above it. */
export function sourceOf(node: SceneNode, plug: ResolvedPlug): Source | undefined {
  if (node.inputs.size === 0) return undefined;
  const own = node.inputs.get(plug.path);
  if (own) return normalizeSource(own);
  if (plug.ownerPath === undefined) return undefined;
  const owner = node.resolve(plug.ownerPath);
  const above = owner && sourceOf(node, owner);
  if (!above?.plug) return above;
  const child = childAt(above.node, above.plug, plug.position);
  return child && { node: above.node, path: child.path, plug: child };
}

/** A reference as a plug; an array named without an index means its first element. */
function normalizeSource({ node, path }: PlugRef): Source {
  const plug = node.resolve(path);
  if (!plug) return { node, path, plug: undefined };
  const { attribute } = plug;
  if (attribute.isArray && plug.index === undefined && attribute.kind !== 'table' && attribute.kind !== 'rows') {
    const first = node.resolve(`${path}[0]`);
    if (first) return { node, path: first.path, plug: first };
  }
  return { node, path, plug };
}

/** One part of what a generic plug passes on, as a leaf of its own: `output.0`. */
const PART = /\.(\d+)$/;

/** Which part of a generic plug's value a path made here means. */
export function partOf(path: string): number | undefined {
  const match = PART.exec(path);
  return match ? Number(match[1]) : undefined;
}

function childAt(node: SceneNode, parent: ResolvedPlug, position: number): ResolvedPlug | undefined {
  if (parent.attribute.kind === 'generic') {
    return { ...parent, path: `${parent.path}.${position}`, ownerPath: parent.path, position };
  }
  const name = Object.keys(parent.attribute.children ?? {})[position];
  return name === undefined ? undefined : node.resolve(`${parent.path}.${name}`);
}

function addWritten(found: Map<string, number>, long: string, attribute: Attribute | undefined, index: number): void {
  found.set(long, index);
  for (const [child, childAttribute] of Object.entries(attribute?.children ?? {})) {
    if (!found.has(child)) addWritten(found, child, childAttribute, index);
  }
}

const WRITERS = new WeakMap<NodeType, ReadonlyMap<string, number>>();

/** Which step of a node type writes an attribute, by the long names of it and of all below it. */
export function writers(type: NodeType): ReadonlyMap<string, number> {
  let map = WRITERS.get(type);
  if (map) return map;
  const found = new Map<string, number>();
  type.steps.forEach((step, index) => {
    for (const name of step.writes) {
      const named = attributeIndex(type.declaration).get(name);
      addWritten(found, name, named?.attribute, index);
    }
  });
  map = found;
  WRITERS.set(type, map);
  return map;
}
