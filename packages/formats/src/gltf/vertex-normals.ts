import type { DrawnCorners, FaceList } from '@rigline/scene/mesh';

/** Angles of all corners of a face list in radians. */
export function cornerAngles(points: ArrayLike<number>, { count, starts, vertices }: FaceList): Float32Array {
  const angles = new Float32Array(vertices.length);
  for (let f = 0; f < count; f++) {
    const start = starts[f] as number;
    const size = (starts[f + 1] as number) - start;
    for (let i = 0; i < size; i++) {
      const at = vertices[start + i] as number;
      const before = vertices[start + ((i + size - 1) % size)] as number;
      const after = vertices[start + ((i + 1) % size)] as number;
      angles[start + i] = angleAt(points, at * 3, before * 3, after * 3);
    }
  }
  return angles;
}

function angleAt(points: ArrayLike<number>, at: number, before: number, after: number): number {
  let [dot, a, b] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const u = (points[before + k] as number) - (points[at + k] as number);
    const v = (points[after + k] as number) - (points[at + k] as number);
    dot += u * v;
    a += u * u;
    b += v * v;
  }
  const cosine = dot / Math.sqrt(a * b);
  return cosine <= 1 ? Math.acos(Math.max(-1, cosine)) : 0;
}

/**
 * Unit normals of drawn vertices: those of the faces around, weighted by their angles. Stride 3.
 *
 * Source: G. Thürmer, C. Wüthrich, "Computing vertex normals from polygonal facets", 1998.
 */
export function drawnNormals(
  points: ArrayLike<number>,
  { count, starts, vertices }: FaceList,
  { drawnOf, vertexOf }: DrawnCorners,
  angles: Float32Array,
): Float32Array {
  const sums = new Float64Array(vertexOf.length * 3);
  for (let f = 0; f < count; f++) {
    const start = starts[f] as number;
    const end = starts[f + 1] as number;
    let [x, y, z] = [0, 0, 0];
    let b = (vertices[end - 1] as number) * 3;
    for (let c = start; c < end; c++) {
      const a = b;
      b = (vertices[c] as number) * 3;
      const [ax, ay, az] = [points[a] as number, points[a + 1] as number, points[a + 2] as number];
      const [bx, by, bz] = [points[b] as number, points[b + 1] as number, points[b + 2] as number];
      x += (ay - by) * (az + bz);
      y += (az - bz) * (ax + bx);
      z += (ax - bx) * (ay + by);
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) continue;
    for (let c = start; c < end; c++) {
      const to = (drawnOf[c] as number) * 3;
      const weight = (angles[c] as number) / length;
      sums[to] = (sums[to] as number) + x * weight;
      sums[to + 1] = (sums[to + 1] as number) + y * weight;
      sums[to + 2] = (sums[to + 2] as number) + z * weight;
    }
  }
  return unitRows(sums);
}

/** Rows of three brought to unit length; up where there is none. */
export function unitRows(rows: ArrayLike<number>): Float32Array {
  const out = new Float32Array(rows.length);
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = [rows[i] as number, rows[i + 1] as number, rows[i + 2] as number];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0) || !Number.isFinite(length)) {
      out[i + 1] = 1;
      continue;
    }
    out[i] = x / length;
    out[i + 1] = y / length;
    out[i + 2] = z / length;
  }
  return out;
}
