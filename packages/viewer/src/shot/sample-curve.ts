import type { NurbsCurveData } from '@rigline/scene/maya';

/** Straight pieces per span of a curve with a degree above 1. */
const PIECES_PER_SPAN = 16;

/**
 * Points along a NURBS curve, stride 3.
 *
 * Convention: knots as Maya keeps them, without the first and last one of the textbooks; de Boor's recursion.
 */
export function sampleCurve(curve: NurbsCurveData): Float32Array {
  const { degree, cvsXyzw, knots } = curve;
  const count = cvsXyzw.length / 4;
  if (degree === 1 || count <= degree || knots.length < count + degree - 1) return controlPoints(curve);
  const last = count - 1;
  const params: number[] = [];
  for (let span = degree - 1; span < last; span++) {
    const from = knots[span] as number;
    const to = knots[span + 1] as number;
    if (!(to > from)) continue;
    for (let i = 0; i < PIECES_PER_SPAN; i++) params.push(from + ((to - from) * i) / PIECES_PER_SPAN);
  }
  params.push(knots[last] as number);
  const points = new Float32Array(params.length * 3);
  const scratch = new Float64Array((degree + 1) * 4);
  params.forEach((u, i) => {
    pointAt(curve, u, scratch);
    const w = scratch[degree * 4 + 3] as number;
    for (let axis = 0; axis < 3; axis++) points[i * 3 + axis] = (scratch[degree * 4 + axis] as number) / w;
  });
  return points;
}

function controlPoints({ cvsXyzw }: NurbsCurveData): Float32Array {
  const points = new Float32Array((cvsXyzw.length / 4) * 3);
  for (let i = 0; i < cvsXyzw.length / 4; i++) {
    for (let axis = 0; axis < 3; axis++) points[i * 3 + axis] = cvsXyzw[i * 4 + axis] as number;
  }
  return points;
}

/** De Boor: leaves the homogeneous point in the last row of `d`. */
function pointAt(curve: NurbsCurveData, u: number, d: Float64Array): void {
  const { degree, knots, cvsXyzw } = curve;
  const count = cvsXyzw.length / 4;
  let span = degree - 1;
  while (span + 1 < count - 1 && u >= (knots[span + 1] as number)) span++;
  const first = span - degree + 1;
  for (let j = 0; j <= degree; j++) {
    const w = cvsXyzw[(first + j) * 4 + 3] as number;
    for (let axis = 0; axis < 3; axis++) d[j * 4 + axis] = (cvsXyzw[(first + j) * 4 + axis] as number) * w;
    d[j * 4 + 3] = w;
  }
  for (let r = 1; r <= degree; r++) {
    for (let j = degree; j >= r; j--) {
      const low = knots[first + j - 1] as number;
      const high = knots[first + j + degree - r] as number;
      const t = high > low ? (u - low) / (high - low) : 0;
      for (let axis = 0; axis < 4; axis++) {
        d[j * 4 + axis] = (1 - t) * (d[(j - 1) * 4 + axis] as number) + t * (d[j * 4 + axis] as number);
      }
    }
  }
}
