import type { ShotPlace } from '@rigline/viewer/shot';

/** One line of the outliner. */
export interface OutlineRow {
  readonly place: number;
  readonly depth: number;
  readonly hasChildren: boolean;
  /** Type that the icon shows: for a transform that of its shape. */
  readonly iconType: string;
}

/** Children of each place; key -1 has the roots. */
export function childrenOf(places: readonly ShotPlace[]): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const [i, { parent }] of places.entries()) {
    const list = children.get(parent);
    if (list) list.push(i);
    else children.set(parent, [i]);
  }
  return children;
}

/** The lines that are shown when some places are open. */
export function rowsOf(
  places: readonly ShotPlace[],
  children: ReadonlyMap<number, readonly number[]>,
  opened: ReadonlySet<number>,
  withShapes: boolean,
): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const stack: { readonly place: number; readonly depth: number }[] = [];
  const push = (parent: number, depth: number): void => {
    const list = children.get(parent) ?? [];
    for (let i = list.length - 1; i >= 0; i--) {
      const place = list[i] as number;
      if (withShapes || places[place]?.isTransform) stack.push({ place, depth });
    }
  };
  push(-1, 0);
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { place, depth } = top;
    const below = children.get(place) ?? [];
    const hasChildren = below.some((child) => withShapes || places[child]?.isTransform);
    rows.push({ place, depth, hasChildren, iconType: iconType(places, below, place) });
    if (opened.has(place)) push(place, depth + 1);
  }
  return rows;
}

/** A transform with a shape looks like its shape. */
function iconType(places: readonly ShotPlace[], below: readonly number[], place: number): string {
  const own = places[place]?.type ?? '';
  if (own !== 'transform') return own;
  const shape = below.map((child) => places[child]).find((child) => child && !child.isTransform);
  return shape?.type ?? own;
}

/** Places whose name or type has the searched text in it, as a flat list. */
export function filterPlaces(places: readonly ShotPlace[], search: string): OutlineRow[] {
  const wanted = search.toLowerCase();
  const rows: OutlineRow[] = [];
  for (const [place, { name, type }] of places.entries()) {
    if (!name.toLowerCase().includes(wanted) && type.toLowerCase() !== wanted) continue;
    rows.push({ place, depth: 0, hasChildren: false, iconType: type });
  }
  return rows;
}

/** Opens everything above a place; the same set when nothing changes. */
export function openTo(places: readonly ShotPlace[], place: number, opened: ReadonlySet<number>): ReadonlySet<number> {
  const missing: number[] = [];
  for (let at = places[place]?.parent ?? -1; at >= 0; at = places[at]?.parent ?? -1) {
    if (!opened.has(at)) missing.push(at);
  }
  return missing.length === 0 ? opened : new Set([...opened, ...missing]);
}
