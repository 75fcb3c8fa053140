import type { NurbsCurveData } from '@rigline/scene/maya';

/** Curves in local space by the same curve in world space. */
const LOCAL = new WeakMap<NurbsCurveData, NurbsCurveData>();

/** Remembers which curve a curve in world space was made of. */
export function rememberLocalCurve(world: NurbsCurveData, local: NurbsCurveData): void {
  LOCAL.set(world, local);
}

/** A curve as it is in its own space, where it was given in world space: deformers work on that. */
export function localCurve(curve: NurbsCurveData): NurbsCurveData {
  return LOCAL.get(curve) ?? curve;
}
