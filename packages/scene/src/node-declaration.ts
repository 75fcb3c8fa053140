import type { Attribute, AttributeTable } from './attribute.ts';

/** What a node type has: its attributes with the DCC's own names and defaults. Computing is declared elsewhere. */
export interface NodeDeclaration<Attributes extends AttributeTable = AttributeTable> {
  readonly type: string;
  /** Its own name and those of the types it is based on, nearest first. */
  readonly kinds: readonly string[];
  /** `transform`: has children and a matrix; `shape`: hangs under transforms; `none`: outside the hierarchy. */
  readonly dag: 'transform' | 'shape' | 'none';
  /** All attributes, inherited ones included, by long name. */
  readonly attributes: Attributes;
  /** Array attribute with the matrices that shapes under such a transform stand in; `worldMatrix` by default. */
  readonly shapeMatrix?: string;
}

/**
 * Declares a node type. Attributes of `base` are inherited.
 *
 * @example declareNode({ type: 'reverse', attributes: { input: number3('input', 'i'), output: number3('output', 'o') } })
 */
export function declareNode<
  const Own extends AttributeTable,
  Base extends AttributeTable = Record<never, never>,
>(input: {
  readonly type: string;
  readonly dag?: NodeDeclaration['dag'];
  readonly base?: NodeDeclaration<Base>;
  readonly attributes: Own;
  readonly shapeMatrix?: string;
}): NodeDeclaration<Omit<Base, keyof Own> & Own> {
  const shapeMatrix = input.shapeMatrix ?? input.base?.shapeMatrix;
  return {
    type: input.type,
    kinds: [input.type, ...(input.base?.kinds ?? [])],
    ...(shapeMatrix === undefined ? {} : { shapeMatrix }),
    dag: input.dag ?? input.base?.dag ?? 'none',
    attributes: { ...input.base?.attributes, ...input.attributes } as unknown as Omit<Base, keyof Own> & Own,
  };
}

/** A leaf, compound or array of a declaration, found by name. */
export interface NamedAttribute {
  readonly long: string;
  readonly attribute: Attribute;
  /** The attribute that this one is a child of. */
  readonly owner?: NamedAttribute;
  /** Position among the children of `owner`. */
  readonly position: number;
}

/** Long and short names of a table of attributes, children included. Long names win over short ones. */
export function indexAttributes(attributes: AttributeTable): Map<string, NamedAttribute> {
  const index = new Map<string, NamedAttribute>();
  const shorts: NamedAttribute[] = [];
  const visit = (owned: AttributeTable, owner: NamedAttribute | undefined): void => {
    let position = 0;
    for (const [long, attribute] of Object.entries(owned)) {
      const named: NamedAttribute = { long, attribute, position: position++, ...(owner ? { owner } : {}) };
      if (long === '') continue;
      if (!index.has(long)) index.set(long, named);
      shorts.push(named);
      if (attribute.children) visit(attribute.children, named);
    }
  };
  visit(attributes, undefined);
  for (const named of shorts) {
    if (named.attribute.short && !index.has(named.attribute.short)) index.set(named.attribute.short, named);
  }
  return index;
}

/** Adds an attribute with its children to an index, as if it had come last. */
export function addToIndex(
  index: Map<string, NamedAttribute>,
  long: string,
  attribute: Attribute,
  position: number,
  owner?: NamedAttribute,
): void {
  const named: NamedAttribute = { long, attribute, position, ...(owner ? { owner } : {}) };
  // Long names win over short ones; of equal long names the first wins.
  if (index.get(long)?.long !== long) index.set(long, named);
  if (attribute.short && !index.has(attribute.short)) index.set(attribute.short, named);
  let next = 0;
  for (const [name, child] of Object.entries(attribute.children ?? {})) {
    if (name !== '') addToIndex(index, name, child, next, named);
    next++;
  }
}

const INDEXES = new WeakMap<NodeDeclaration, ReadonlyMap<string, NamedAttribute>>();

/** The name index of a declaration; built once. */
export function attributeIndex(declaration: NodeDeclaration): ReadonlyMap<string, NamedAttribute> {
  let index = INDEXES.get(declaration);
  if (!index) {
    index = indexAttributes(declaration.attributes);
    INDEXES.set(declaration, index);
  }
  return index;
}

/** Node types by name. Open: add your own to a copy. */
export type NodeDeclarations = ReadonlyMap<string, NodeDeclaration>;

export function collectDeclarations(...lists: readonly (readonly NodeDeclaration[])[]): Map<string, NodeDeclaration> {
  const all = new Map<string, NodeDeclaration>();
  for (const list of lists) for (const declaration of list) all.set(declaration.type, declaration);
  return all;
}
