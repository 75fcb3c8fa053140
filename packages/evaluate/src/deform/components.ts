import type { MeshData } from '@rigline/scene';

/** `vtx[3]`, `cv[0:7]`, `f[*]`. */
const COMPONENT = /^\s*(?:.*\.)?(vtx|cv|f)\[(?:(\d+)(?::(\d+))?|\*)\]\s*$/;

/** Times that a list may name every point, so that no list of ranges can exhaust the time. */
const MOST_REPEATS = 4;

/**
 * Points that a component list names, in its order; faces stand for their points. Entries of other kinds are left out,
 * and points beyond the geometry. Undefined where the list names every point by `*`.
 */
export function pointsOfComponents(mesh: MeshData, components: readonly string[]): Int32Array | undefined {
  const count = Math.floor(mesh.positionsXyz.length / 3);
  const found: number[] = [];
  let faceStarts: Int32Array | undefined;
  let limit = MOST_REPEATS * count;
  for (const component of components) {
    const match = COMPONENT.exec(String(component));
    if (!match) continue;
    const [, kind, first, last] = match;
    const from = first === undefined ? 0 : Number(first);
    const to = first === undefined ? Number.POSITIVE_INFINITY : Number(last ?? first);
    if (kind === 'f') {
      if (!faceStarts) limit = MOST_REPEATS * mesh.faceVertices.length;
      faceStarts ??= startsOfFaces(mesh);
      const end = faceStarts[Math.min(to + 1, faceStarts.length - 1)] as number;
      const corner = faceStarts[Math.min(from, faceStarts.length - 1)] as number;
      for (let i = corner; i < end && found.length < limit; i++) found.push(mesh.faceVertices[i] as number);
    } else if (first === undefined) return undefined;
    else for (let point = from; point <= to && point < count && found.length < limit; point++) found.push(point);
  }
  return Int32Array.from(found);
}

function startsOfFaces({ faceCounts }: MeshData): Int32Array {
  const starts = new Int32Array(faceCounts.length + 1);
  for (let face = 0; face < faceCounts.length; face++) {
    starts[face + 1] = (starts[face] as number) + (faceCounts[face] as number);
  }
  return starts;
}

/** How a deformer names the part of a geometry that it deforms. */
export interface Membership {
  /** Group of components that `groupParts` has added to the geometry; none below 1. */
  readonly groupId: number;
  /** Names of tags, for deformers of Maya 2022 and later. */
  readonly componentTagExpression: string;
}

/**
 * Component lists of what a deformer deforms; undefined for everything.
 *
 * Source: Maya help, "geometryFilter" node. Unverified: expressions of tags beyond a list of names; they mean everything.
 */
export function memberComponents(mesh: MeshData, membership: Membership): readonly (readonly string[])[] | undefined {
  const { groupId, componentTagExpression: expression } = membership;
  const { parts } = mesh;
  if (groupId > 0) {
    const group = parts?.groups.get(groupId);
    return group && [group];
  }
  const names = expression.trim();
  if (names === '' || names === '*' || !parts || !/^[\w\s,*]+$/.test(names)) return undefined;
  const patterns = names.split(/[\s,]+/);
  return [...parts.tags].filter(([tag]) => patterns.some((one) => isNamedBy(tag, one))).map(([, list]) => list);
}

/** Whether a name is the pattern, in which `*` stands for anything. */
function isNamedBy(name: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  const last = pieces.pop() as string;
  if (pieces.length === 0) return name === last;
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    const found = name.indexOf(piece, at);
    if (found < 0 || (i === 0 && found > 0)) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Points outside of what deformers deform, kept for the last lists of each geometry. */
export class OutsidePoints {
  readonly #known = new Map<number, { lists: readonly (readonly string[])[]; count: number; points: Int32Array }>();

  /** Points that are not to be deformed, or undefined where all are. */
  of(index: number, mesh: MeshData, membership: Membership): Int32Array | undefined {
    const lists = memberComponents(mesh, membership);
    if (!lists) return undefined;
    const count = Math.floor(mesh.positionsXyz.length / 3);
    const known = this.#known.get(index);
    if (known?.count === count && known.lists.length === lists.length && known.lists.every((l, i) => l === lists[i])) {
      return known.points;
    }
    const points = outsideOf(mesh, lists, count);
    this.#known.set(index, { lists, count, points });
    return points;
  }
}

function outsideOf(mesh: MeshData, lists: readonly (readonly string[])[], count: number): Int32Array {
  const isInside = new Uint8Array(count);
  for (const list of lists) {
    const points = pointsOfComponents(mesh, list);
    if (!points) return new Int32Array(0);
    for (const point of points) if (point < count) isInside[point] = 1;
  }
  const outside: number[] = [];
  for (let point = 0; point < count; point++) if (isInside[point] === 0) outside.push(point);
  return Int32Array.from(outside);
}
