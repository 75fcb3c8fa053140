import type { ExportInfluences } from '@rigline/scene/export';

/** Weights by point, in sets of four, the largest first. */
export interface LimitedInfluences {
  readonly setCount: number;
  /** `setCount * 4` joints by point. */
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
  /** Influences of points that were left out. */
  readonly droppedCount: number;
  /** The largest share of a point that was left out. */
  readonly largestDropped: number;
  /** Points without any weight, which go with the first joint. */
  readonly looseCount: number;
}

interface Entry {
  readonly joint: number;
  readonly weight: number;
}

/** Keeps the largest weights of each point and brings their sum to 1. */
export function limitInfluences(
  { starts, joints: all, weights: values }: ExportInfluences,
  pointCount: number,
  most: number,
): LimitedInfluences {
  const rows: Entry[][] = [];
  let widest = 1;
  let droppedCount = 0;
  let largestDropped = 0;
  let looseCount = 0;
  for (let v = 0; v < pointCount; v++) {
    const entries = entriesOf(starts, all, values, v);
    const sum = entries.reduce((total, { weight }) => total + weight, 0);
    for (const { weight } of entries.slice(most)) {
      droppedCount++;
      largestDropped = Math.max(largestDropped, weight / sum);
    }
    const kept = entries.slice(0, most);
    if (kept.length === 0) looseCount++;
    widest = Math.max(widest, kept.length);
    rows.push(kept);
  }
  const setCount = Math.ceil(widest / 4);
  const stride = setCount * 4;
  const joints = new Uint16Array(pointCount * stride);
  const weights = new Float32Array(pointCount * stride);
  rows.forEach((row, v) => {
    const sum = row.reduce((total, { weight }) => total + weight, 0);
    row.forEach(({ joint, weight }, i) => {
      joints[v * stride + i] = joint;
      weights[v * stride + i] = weight / sum;
    });
    if (row.length === 0) weights[v * stride] = 1;
  });
  return { setCount, joints, weights, droppedCount, largestDropped, looseCount };
}

/** The weights of a point, largest first; those below zero count nothing here, and a joint counts once. */
function entriesOf(starts: Int32Array, joints: Int32Array, weights: Float64Array, v: number): Entry[] {
  const byJoint = new Map<number, number>();
  for (let i = starts[v] ?? 0; i < (starts[v + 1] ?? 0); i++) {
    const joint = joints[i] as number;
    byJoint.set(joint, (byJoint.get(joint) ?? 0) + (weights[i] as number));
  }
  return [...byJoint]
    .map(([joint, weight]) => ({ joint, weight }))
    .filter(({ weight }) => weight > 0 && Number.isFinite(weight))
    .sort((a, b) => b.weight - a.weight || a.joint - b.joint);
}
