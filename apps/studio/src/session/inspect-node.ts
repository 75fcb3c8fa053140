import type { Graph } from '@rigline/evaluate';
import { type Attribute, isScalar, NumberTable, type Scene, type SceneNode } from '@rigline/scene';
import { node as anyNode, dagNode } from '@rigline/scene/maya';
import type {
  AttributeCell,
  AttributeRow,
  AttributeSection,
  CellSource,
  CellValue,
  NodeInspection,
  NodeLink,
} from './protocol.ts';
import { shownUnit, toShown } from './units.ts';

/** Cells listed at most; a node with more is cut off, so that huge arrays cannot freeze the panel. */
const CELL_LIMIT = 600;
const ELEMENT_LIMIT = 24;
/** Shown first for a transform. */
const CHANNELS = ['translate', 'rotate', 'scale', 'visibility'];

interface Reading {
  readonly inspection: NodeInspection;
  /** Reads all cells anew, in order. */
  readonly read: () => CellValue[];
}

/** Lists the plugs of a node for the attribute panel, and how to read their values. */
export function inspectNode(scene: Scene, graph: Graph, node: SceneNode): Reading {
  const lister = new PlugLister(scene, graph, node);
  const sections: AttributeSection[] = [];
  const add = (title: string, isOpen: boolean, names: readonly string[]): void => {
    const rows = names.flatMap((name) => lister.list(name));
    if (rows.length > 0) sections.push({ title, isOpen, rows });
  };
  const own = Object.keys(node.declaration.attributes).filter((name) => !(name in dagNode.attributes));
  const added = Object.keys(node.dynamics ?? {});
  if (node.isTransform) add('Channels', true, CHANNELS);
  add('Added attributes', true, added);
  add(
    node.isTransform ? 'Transform' : node.type,
    !node.isTransform,
    own.filter((name) => !CHANNELS.includes(name)),
  );
  if (node.isDag) {
    const shared = Object.keys(dagNode.attributes);
    add(
      'Display and matrices',
      false,
      shared.filter((name) => !(name in anyNode.attributes) && !(node.isTransform && CHANNELS.includes(name))),
    );
  }
  add('Node', false, Object.keys(anyNode.attributes));
  const inspection: NodeInspection = {
    nodeId: node.id,
    name: node.name,
    type: node.type,
    path: scene.pathOf(node),
    place: node.place ? `${node.place.file}:${node.place.line}` : '',
    sections,
    family: familyOf(node),
    drivers: driversOf(node),
    keyFrames: keyFramesOf(scene, node),
  };
  return { inspection, read: () => lister.read() };
}

class PlugLister {
  readonly #scene: Scene;
  readonly #graph: Graph;
  readonly #node: SceneNode;
  readonly #readers: (() => CellValue)[] = [];

  constructor(scene: Scene, graph: Graph, node: SceneNode) {
    this.#scene = scene;
    this.#graph = graph;
    this.#node = node;
  }

  read(): CellValue[] {
    return this.#readers.map((read) => read());
  }

  list(path: string): AttributeRow[] {
    const plug = this.#node.resolve(path);
    return plug && this.#readers.length < CELL_LIMIT ? this.#rows(plug.path, plug.attribute, plug.index) : [];
  }

  #rows(path: string, attribute: Attribute, index: number | undefined): AttributeRow[] {
    if (this.#readers.length >= CELL_LIMIT) return [];
    const { kind } = attribute;
    if (kind === 'message' || kind === 'data' || kind === 'rows') return [];
    if (kind === 'table') return [this.#tableRow(path)];
    if (attribute.isArray && index === undefined) {
      const indices = kind === 'matrix' && path.endsWith('orldMatrix') ? [0] : this.#node.elementIndices(path);
      return indices.slice(0, ELEMENT_LIMIT).flatMap((i) => this.list(`${path}[${i}]`));
    }
    if (kind === 'matrix') return [this.#row(path, attribute, [path])];
    if (kind !== 'compound') return [this.#row(path, attribute, [path])];
    const children = Object.keys(attribute.children ?? {});
    const isTuple = attribute.shape === 'tuple' || children.length <= 3;
    const paths = children.map((name) => this.#node.resolve(`${path}.${name}`)?.path ?? '');
    const kinds = Object.values(attribute.children ?? {});
    if (isTuple && kinds.every((child) => isScalar(child.kind) && child.kind !== 'boolean')) {
      return [this.#row(path, attribute, paths)];
    }
    return paths.flatMap((child) => this.list(child));
  }

  #row(path: string, attribute: Attribute, paths: readonly string[]): AttributeRow {
    const leaf = this.#node.resolve(paths[0] ?? path)?.attribute ?? attribute;
    const kind = rowKind(leaf);
    const cells = paths.map((cell) => this.#cell(cell, leaf, kind));
    return {
      label: labelOf(this.#node, path),
      title: attribute.short ? `${path} (${attribute.short})` : path,
      kind,
      unit: shownUnit(leaf.kind, this.#scene.settings),
      ...(leaf.choices ? { choices: leaf.choices } : {}),
      cells,
    };
  }

  #cell(path: string, leaf: Attribute, kind: AttributeRow['kind']): AttributeCell {
    const source = sourceOf(this.#node, path);
    const isLocked = this.#node.flags.get(path)?.locked ?? false;
    this.#readers.push(() => this.#value(path, leaf));
    const isEditable = kind !== 'matrix' && !source && !isLocked && !leaf.implicit;
    return { path, editable: isEditable, ...(source ? { source } : {}) };
  }

  #value(path: string, leaf: Attribute): CellValue {
    const value = this.#graph.get({ node: this.#node, path });
    if (leaf.kind === 'matrix') return Array.isArray(value) ? formatMatrix(value as number[]) : null;
    if (leaf.kind === 'boolean') return Boolean(value);
    if (typeof value === 'number') return toShown(value, leaf.kind, this.#scene.settings);
    return typeof value === 'string' ? value : null;
  }

  #tableRow(path: string): AttributeRow {
    this.#readers.push(() => {
      const block = this.#node.values.get(path);
      return block instanceof NumberTable ? `${block.count} rows` : 'empty';
    });
    return {
      label: labelOf(this.#node, path),
      title: path,
      kind: 'text',
      unit: '',
      cells: [{ path, editable: false }],
    };
  }
}

function rowKind(leaf: Attribute): AttributeRow['kind'] {
  if (leaf.kind === 'boolean' || leaf.kind === 'choice' || leaf.kind === 'matrix' || leaf.kind === 'integer') {
    return leaf.kind;
  }
  return leaf.kind === 'string' ? 'text' : 'number';
}

/** `rotatePivotTranslate` as `Rotate Pivot Translate`; elements keep their index, added attributes their name. */
function labelOf(node: SceneNode, path: string): string {
  const last = path.split('.').slice(-2).join(' ');
  if (node.dynamics && (path.split(/[.[]/)[0] as string) in node.dynamics) return last;
  return last.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase());
}

function formatMatrix(m: readonly number[]): string {
  const rows: string[] = [];
  for (let i = 0; i < 16; i += 4)
    rows.push(
      m
        .slice(i, i + 4)
        .map((v) => v.toFixed(4))
        .join('\t'),
    );
  return rows.join('\n');
}

/** What is connected to a plug itself or to a compound that it is in. */
function sourceOf(node: SceneNode, path: string): CellSource | undefined {
  const owner = node.resolve(path)?.ownerPath;
  const source = node.inputs.get(path) ?? (owner === undefined ? undefined : node.inputs.get(owner));
  return source ? { nodeId: source.node.id, plug: `${source.node.name}.${source.path}` } : undefined;
}

const linkTo = (node: SceneNode): NodeLink => ({ nodeId: node.id, name: node.name, type: node.type });

function familyOf(node: SceneNode): NodeLink[] {
  const transform = node.isTransform ? node : node.parents[0];
  if (!transform) return [linkTo(node)];
  return [transform, ...transform.children.filter((child) => !child.isTransform)].map(linkTo);
}

function driversOf(node: SceneNode): NodeLink[] {
  const drivers = new Set([...node.inputs.values()].map((source) => source.node));
  drivers.delete(node);
  return [...drivers].slice(0, 40).map(linkTo);
}

/** Frames of the keys of all animation curves that reach the node, also through one node in between. */
function keyFramesOf(scene: Scene, node: SceneNode): number[] {
  const frames = new Set<number>();
  const visit = (at: SceneNode, depth: number): void => {
    for (const { node: source } of at.inputs.values()) {
      if (source.type.startsWith('animCurveT')) addKeys(scene, source, frames);
      else if (depth > 0 && !source.isDag) visit(source, depth - 1);
    }
  };
  visit(node, 1);
  return [...frames].sort((a, b) => a - b);
}

function addKeys(scene: Scene, curve: SceneNode, frames: Set<number>): void {
  const block = curve.values.get('keyTimeValue');
  if (!(block instanceof NumberTable)) return;
  for (let row = 0; row < block.count; row++) {
    frames.add(Math.round(block.get(row, 0) * scene.settings.frameRate * 1000) / 1000);
  }
}
