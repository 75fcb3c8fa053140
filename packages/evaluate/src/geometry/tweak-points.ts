import type { NumberTable } from '@rigline/scene';

/**
 * Points with a table of offsets added, as new memory; the same memory when there is nothing to add. Absent cells add
 * nothing; offsets beyond the points are left out.
 *
 * @param stride 3 for meshes, 4 for control vertices with weights.
 */
export function tweakPoints(points: Float64Array, offsets: NumberTable | undefined, stride: 3 | 4): Float64Array {
  if (!offsets || offsets.count === 0) return points;
  const out = points.slice();
  const count = Math.min(offsets.count, points.length / stride);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) {
      const offset = offsets.get(i, c);
      if (!Number.isNaN(offset)) out[i * stride + c] = (out[i * stride + c] as number) + offset;
    }
  }
  return out;
}
