import type { Place } from '@rigline/diagnostics';
import type { Plug, PlugRef, ResolvedPlug, Scene, SceneNode } from '@rigline/scene';
import type { QueryContext } from './context.ts';
import { fail } from './fail.ts';
import type { Arguments, CommandValue } from './flags.ts';
import { nearestName, suggestHint } from './suggest.ts';

/** Shortest path that means this node alone: what Maya's commands print. */
export function uniqueName(scene: Scene, node: SceneNode): string {
  if (scene.findAll(node.name).length === 1 || !node.isDag) return node.name;
  const segments = scene.pathOf(node).slice(1).split('|');
  for (let length = 2; length <= segments.length; length++) {
    const partial = segments.slice(-length).join('|');
    if (scene.findAll(partial).length === 1) return partial;
  }
  return scene.pathOf(node);
}

/** A name with `* ?` in it. Wildcards do not reach over namespaces or parents, as in Maya. */
export function isPattern(text: string): boolean {
  return /[*?]/.test(text);
}

/** All nodes that a pattern means: of a path each segment is matched on its own. */
export function matchNodes(scene: Scene, pattern: string): SceneNode[] {
  const segments = pattern.split('|').map((segment) => segment.replace(/^:/, ''));
  const isAbsolute = pattern.startsWith('|');
  const wanted = segments.slice(isAbsolute ? 1 : 0);
  return scene.nodes.filter((node) => fits(node, wanted, wanted.length - 1, isAbsolute));
}

function fits(node: SceneNode, patterns: readonly string[], at: number, isAbsolute: boolean): boolean {
  if (!matchesName(patterns[at] as string, node.name)) return false;
  if (at === 0) return !isAbsolute || node.parents.length === 0;
  return node.parents.some((parent) => fits(parent, patterns, at - 1, isAbsolute));
}

/** Whether `*` and `?` in a pattern make it the whole name. Steps back to the last star only: time is a product. */
export function matchesName(pattern: string, name: string): boolean {
  let p = 0;
  let star = -1;
  let resume = 0;
  for (let n = 0; n < name.length; ) {
    if (pattern[p] === '*') {
      star = p++;
      resume = n;
    } else if (pattern[p] === name[n] || (pattern[p] === '?' && name[n] !== ':')) {
      p++;
      n++;
    } else if (star >= 0 && name[resume] !== ':') {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** Nodes and all that is below them, parents first, each once. */
export function withDescendants(nodes: readonly SceneNode[]): SceneNode[] {
  const all = new Set<SceneNode>();
  const stack = [...nodes].reverse();
  while (stack.length > 0) {
    const node = stack.pop() as SceneNode;
    if (all.has(node)) continue;
    all.add(node);
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as SceneNode);
  }
  return [...all];
}

/** Splits `a|b.tx` into node and rest; the dot of a node's name does not exist. */
export function splitPlug(text: string): { readonly node: string; readonly rest: string | undefined } {
  const dot = text.indexOf('.');
  return dot < 0 ? { node: text, rest: undefined } : { node: text.slice(0, dot), rest: text.slice(dot + 1) };
}

/** The one node that an argument names. */
export function requireNode(scene: Scene, text: string, at: Place): SceneNode {
  const found = scene.findAll(text);
  if (found.length === 1) return found[0] as SceneNode;
  if (found.length > 1) {
    const paths = found.slice(0, 4).map((node) => scene.pathOf(node));
    return fail('QUERY_NO_NODE', `More than one object matches name: ${text}`, at, `Write one of ${paths.join(', ')}.`);
  }
  const leaf = text.slice(text.lastIndexOf('|') + 1);
  const names = function* (): Generator<string> {
    for (const node of scene.nodes) yield node.name;
  };
  return fail('QUERY_NO_NODE', `No object matches name: ${text}`, at, suggestHint(leaf, names()));
}

/** All nodes that an argument names or matches, at least one. */
export function requireNodes(scene: Scene, { text, at }: CommandValue): SceneNode[] {
  const { node } = splitPlug(text);
  if (!isPattern(node)) return [requireNode(scene, node, at)];
  const found = matchNodes(scene, node);
  return found.length > 0 ? found : fail('QUERY_NO_NODE', `No object matches name: ${text}`, at);
}

/** The nodes that a command is about: its objects, or else the selection. */
export function subjects(args: Arguments, context: QueryContext): SceneNode[] {
  if (args.objects.length > 0) return args.objects.flatMap((object) => requireNodes(context.scene, object));
  return [...new Set(context.selection.map((selected) => selected.node))];
}

/** Like `subjects`, but exactly one is taken: the first. */
export function requireSubject(args: Arguments, context: QueryContext): SceneNode {
  const node = subjects(args, context)[0];
  return node ?? fail('QUERY_ARGUMENTS', `${args.command} needs an object, and nothing is selected`, args.at);
}

/** All names of the attributes of a node, long ones. */
export function attributeNames(node: SceneNode): string[] {
  const names: string[] = [];
  const visit = (table: NonNullable<SceneNode['dynamics']>): void => {
    for (const [long, attribute] of Object.entries(table)) {
      if (long === '') continue;
      names.push(long);
      if (attribute.children) visit(attribute.children as typeof table);
    }
  };
  visit(node.declaration.attributes as NonNullable<SceneNode['dynamics']>);
  if (node.dynamics) visit(node.dynamics);
  return names;
}

/** The plug of a node by any spelling; what a transform lacks is looked for on its shape, as Maya does. */
export function findPlugOf(node: SceneNode, path: string): Plug | undefined {
  const resolved = node.resolve(path);
  if (resolved) return { ...resolved, node };
  if (!node.isTransform) return undefined;
  for (const child of node.children) {
    if (child.isTransform) continue;
    const onShape = child.resolve(path);
    if (onShape) return { ...onShape, node: child };
  }
  return undefined;
}

export function requirePlugOf(node: SceneNode, path: string, at: Place): Plug {
  return findPlugOf(node, path) ?? failAttribute(node, path, at);
}

export function failAttribute(node: SceneNode, path: string, at: Place): never {
  const names = [...attributeNames(node), ...(node.aliases?.keys() ?? [])];
  const needsIndex = node.resolve(path.replace(/(^|\.)(\w+)\./g, '$1$2[0].'));
  const hint = needsIndex ? `Give the index of each list, as in "${needsIndex.path}".` : nearestName(path, names);
  return fail(
    'QUERY_NO_ATTRIBUTE',
    `No attribute "${path}" on ${node.name} (${node.type})`,
    at,
    needsIndex || hint === undefined ? hint : `Did you mean "${node.name}.${hint}"?`,
  );
}

/** The plug that `node.attribute` names. */
export function requirePlug(scene: Scene, { text, at }: CommandValue): Plug {
  const { node, rest } = splitPlug(text);
  const owner = requireNode(scene, node, at);
  if (!rest)
    return fail('QUERY_ARGUMENTS', `"${text}" is a node; an attribute is needed, such as "${text}.translateX"`, at);
  return requirePlugOf(owner, rest, at);
}

/** `node.attribute` in long names, by alias where there is one: what Maya's commands print. */
export function plugName(scene: Scene, plug: PlugRef): string {
  return `${uniqueName(scene, plug.node)}.${aliasOf(plug.node, plug.path) ?? plug.path}`;
}

export function aliasOf(node: SceneNode, path: string): string | undefined {
  if (node.aliases) for (const [alias, aliased] of node.aliases) if (aliased === path) return alias;
  return undefined;
}

/** Path of the node's attribute that a resolved plug's lock and keyable state may also stand on: its owners. */
export function withOwners(node: SceneNode, plug: ResolvedPlug): ResolvedPlug[] {
  const all = [plug];
  for (let at = plug.ownerPath; at !== undefined; ) {
    const owner = node.resolve(at);
    if (!owner) break;
    all.push(owner);
    at = owner.ownerPath;
  }
  return all;
}

/** Whether a plug, or a compound above it, is locked. */
export function isLocked(node: SceneNode, plug: ResolvedPlug): boolean {
  return withOwners(node, plug).some(({ path }) => node.flags.get(path)?.locked === true);
}

/** The connection into a plug or into a compound above it. */
export function incoming(node: SceneNode, plug: ResolvedPlug): PlugRef | undefined {
  for (const { path } of withOwners(node, plug)) {
    const source = node.inputs.get(path);
    if (source) return source;
  }
  return undefined;
}
