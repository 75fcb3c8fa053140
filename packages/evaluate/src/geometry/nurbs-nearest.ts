import { distanceVec3, dotVec3, subtractVec3, type Vec3 } from '@rigline/math';
import { type CompiledNurbs, evaluateNurbs, newCurvePoint } from './nurbs-curve.ts';

/** Samples per span that the search starts from. */
const SAMPLES = 16;

const point = newCurvePoint();
const toCurve: Vec3 = [0, 0, 0];

/** The parameter of the point of a curve that is nearest to a point. */
export function nearestNurbsParameter(curve: CompiledNurbs, target: Readonly<Vec3>): number {
  const { breaks } = curve;
  let best = breaks[0] as number;
  let bestDistance = Number.POSITIVE_INFINITY;
  const consider = (u: number): void => {
    const distance = distanceVec3(evaluateNurbs(curve, u, point).position, target);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = u;
    }
  };
  for (let span = 0; span < breaks.length - 1; span++) {
    const from = breaks[span] as number;
    const step = ((breaks[span + 1] as number) - from) / SAMPLES;
    let before = 0;
    for (let i = 0; i <= SAMPLES; i++) {
      const u = from + step * i;
      const slope = slopeAt(curve, u, target);
      // The distance falls, then rises: a minimum lies between.
      if (i > 0 && before < 0 && slope >= 0) consider(refine(curve, u - step, u, target));
      before = slope;
    }
    consider(from);
  }
  consider(breaks[breaks.length - 1] as number);
  return best;
}

/** Half the derivative of the squared distance. */
function slopeAt(curve: CompiledNurbs, u: number, target: Readonly<Vec3>): number {
  evaluateNurbs(curve, u, point);
  return dotVec3(subtractVec3(point.position, target, toCurve), point.first);
}

function refine(curve: CompiledNurbs, from: number, to: number, target: Readonly<Vec3>): number {
  let low = from;
  let high = to;
  let u = (low + high) / 2;
  for (let i = 0; i < 80; i++) {
    const slope = slopeAt(curve, u, target);
    if (slope === 0 || high - low < 1e-15 * (Math.abs(u) + 1)) break;
    if (slope > 0) high = u;
    else low = u;
    const bend = dotVec3(point.first, point.first) + dotVec3(toCurve, point.second);
    const next = u - slope / bend;
    u = bend > 0 && next > low && next < high ? next : (low + high) / 2;
  }
  return u;
}
