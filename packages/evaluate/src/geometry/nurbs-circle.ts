import { quatBetween, rotateVec3, type Vec3 } from '@rigline/math';
import type { NurbsCurveData } from '@rigline/scene/maya';

/**
 * A full circle: a uniform periodic curve whose knots lie on the circle. Starts on +Y for the normal Z and turns
 * right-handed about the normal; other normals turn it the shortest way.
 *
 * Cubic control points lie at `3r / (2 + cos(2π/sections))`: the only radius that puts the knots at `r`. Matches the
 * circles in files saved by Maya (1.10819… for eight sections).
 */
export function nurbsCircle(input: {
  readonly center: Readonly<Vec3>;
  readonly normal: Readonly<Vec3>;
  readonly radius: number;
  readonly degree: 1 | 3;
  readonly sections: number;
}): NurbsCurveData {
  const { center, degree, sections, radius } = input;
  const step = (2 * Math.PI) / sections;
  const distance = degree === 1 ? radius : (3 * radius) / (2 + Math.cos(step));
  const turn = quatBetween([0, 0, 1], input.normal);
  const count = sections + degree;
  const cvsXyzw = new Float64Array(count * 4);
  const offset = degree === 1 ? 0 : -1;
  for (let i = 0; i < count; i++) {
    const angle = step * (i + offset);
    const cv = rotateVec3([-Math.sin(angle) * distance, Math.cos(angle) * distance, 0], turn);
    for (let c = 0; c < 3; c++) cvsXyzw[i * 4 + c] = (cv[c] as number) + (center[c] as number);
    cvsXyzw[i * 4 + 3] = 1;
  }
  const knots = Float64Array.from({ length: sections + 2 * degree - 1 }, (_, i) => i - (degree - 1));
  return { degree, spans: sections, form: 'periodic', knots, cvsXyzw };
}
