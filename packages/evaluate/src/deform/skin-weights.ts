import type { SparseRows } from '@rigline/scene';
import type { SkinInfluence } from '@rigline/scene/maya';

/** Weights of a skin by point: those of point `v` are entries `starts[v]` to `starts[v + 1]`. */
export interface PointWeights {
  readonly starts: Int32Array;
  /** Position in `joints` of each entry. */
  readonly influences: Int32Array;
  readonly weights: Float64Array;
  /** Sum of the weights of each point. */
  readonly sums: Float64Array;
  /** Logical indices of the influences that have weights. */
  readonly joints: readonly number[];
}

/** Calls `visit` for each weight; in the same order at every call. */
type EachWeight = (visit: (joint: number, point: number, weight: number) => void) => void;

/** Brings weights into order by point. Points beyond the mesh, and weights that are zero or no number, are left out. */
function orderByPoint(each: EachWeight, pointCount: number): PointWeights {
  const starts = new Int32Array(pointCount + 1);
  const joints = new Map<number, number>();
  const isUsed = (point: number, weight: number): boolean =>
    point >= 0 && point < pointCount && weight !== 0 && weight - weight === 0;
  each((joint, point, weight) => {
    if (!isUsed(point, weight)) return;
    starts[point + 1]! += 1;
    if (!joints.has(joint)) joints.set(joint, joints.size);
  });
  for (let v = 0; v < pointCount; v++) starts[v + 1]! += starts[v]!;
  const next = starts.slice();
  const influences = new Int32Array(starts[pointCount]!);
  const weights = new Float64Array(starts[pointCount]!);
  const sums = new Float64Array(pointCount);
  each((joint, point, weight) => {
    if (!isUsed(point, weight)) return;
    const at = next[point]!++;
    influences[at] = joints.get(joint) as number;
    weights[at] = weight;
    sums[point]! += weight;
  });
  return { starts, influences, weights, sums, joints: [...joints.keys()] };
}

/** Weights that each influence lists. */
export function weightsByPoint(influences: readonly (SkinInfluence | undefined)[], pointCount: number): PointWeights {
  return orderByPoint((visit) => {
    influences.forEach((influence, joint) => {
      if (!influence) return;
      const { vertices, weights } = influence;
      for (let i = 0; i < vertices.length; i++) visit(joint, vertices[i]!, weights[i]!);
    });
  }, pointCount);
}

/** Weights of rows by point and columns by influence. Of two entries for the same cell the later one counts. */
export function weightsOfRows(rows: SparseRows | undefined, pointCount: number): PointWeights {
  const cells = withoutRepeats(rows?.borrow() ?? new Float64Array(0), pointCount);
  return orderByPoint((visit) => {
    for (let i = 0; i < cells.length; i += 3) visit(cells[i + 1]!, cells[i]!, cells[i + 2]!);
  }, pointCount);
}

/** The same triples with the weight 0 where a later one is for the same cell. */
function withoutRepeats(cells: Float64Array, pointCount: number): Float64Array {
  let isOrdered = true;
  for (let i = 3; i < cells.length && isOrdered; i += 3) {
    isOrdered = cells[i]! > cells[i - 3]! || (cells[i] === cells[i - 3] && cells[i + 1]! > cells[i - 2]!);
  }
  if (isOrdered) return cells;
  const out = cells.slice();
  const seen = new Map<number, Set<number>>();
  for (let i = out.length - 3; i >= 0; i -= 3) {
    const point = out[i]!;
    if (!(point < pointCount)) continue;
    const joints = seen.get(point);
    if (!joints) seen.set(point, new Set([out[i + 1]!]));
    else if (joints.has(out[i + 1]!)) out[i + 2] = 0;
    else joints.add(out[i + 1]!);
  }
  return out;
}

/** The same with the weights of each point divided by their sum. Points whose weights sum to zero have none. */
export function normalizeWeights({ starts, influences, weights, sums, joints }: PointWeights): PointWeights {
  const normalized = new Float64Array(weights.length);
  const ones = new Float64Array(sums.length);
  for (let v = 0; v < sums.length; v++) {
    const sum = sums[v]!;
    if (sum === 0 || !Number.isFinite(1 / sum)) continue;
    ones[v] = 1;
    for (let i = starts[v]!; i < starts[v + 1]!; i++) normalized[i] = weights[i]! / sum;
  }
  return { starts, influences, weights: normalized, sums: ones, joints };
}
