import {
  addVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  scaleVec3,
  subtractVec3,
  type Vec3,
} from '@rigline/math';
import {
  arcLengthDimension as arcLengthDimensionDeclaration,
  curveInfo as curveInfoDeclaration,
  type NurbsCurveData,
  nearestPointOnCurve as nearestPointOnCurveDeclaration,
  pointOnCurveInfo as pointOnCurveInfoDeclaration,
} from '@rigline/scene/maya';
import {
  boundParameter,
  type CurvePoint,
  compileNurbs,
  evaluateNurbs,
  newCurvePoint,
  nurbsDomain,
} from '../../geometry/nurbs-curve.ts';
import { nurbsLength, nurbsLengthAt } from '../../geometry/nurbs-length.ts';
import { nearestNurbsParameter } from '../../geometry/nurbs-nearest.ts';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';
import { dagNode } from '../dag-node.ts';
import { isCurveData } from './curve-shapes.ts';

const compiled = (value: unknown) => (isCurveData(value) ? compileNurbs(value) : undefined);

/** `curveInfo`: length, control points, weights and knots of a curve. Source: Maya help, "curveInfo" node. */
export const curveInfo: NodeType = defineNode(curveInfoDeclaration, [
  step(curveInfoDeclaration, {
    reads: ['inputCurve'],
    writes: ['arcLength'],
    compute(input, output) {
      const curve = compiled(input.inputCurve);
      output.arcLength = curve ? nurbsLength(curve) : 0;
    },
  }),
  step(curveInfoDeclaration, {
    reads: ['inputCurve'],
    writes: ['controlPoints', 'weights', 'knots'],
    compute(input, output) {
      const curve = input.inputCurve;
      const cvs = curve?.cvsXyzw ?? new Float64Array(0);
      output.controlPoints = [];
      output.weights = [];
      for (let i = 0; i + 3 < cvs.length; i += 4) {
        output.controlPoints.push([cvs[i] as number, cvs[i + 1] as number, cvs[i + 2] as number]);
        output.weights.push(cvs[i + 3] as number);
      }
      output.knots = [...(curve?.knots ?? [])];
    },
  }),
]);

/** The principal normal and the curvature at a point; a straight piece has no normal and curvature 0. */
function bend(point: CurvePoint): { readonly normal: Vec3; readonly curvature: number } {
  const speed = lengthVec3(point.first);
  const tangent = normalizeVec3(point.first);
  const across = subtractVec3(point.second, scaleVec3(tangent, dotVec3(point.second, tangent)));
  const curvature = speed > 0 ? lengthVec3(crossVec3(point.first, point.second)) / speed ** 3 : 0;
  return { normal: normalizeVec3(across), curvature };
}

/**
 * `pointOnCurveInfo`: position, tangent, normal and curvature at a parameter, or with `turnOnPercentage` at a share of
 * the parameter range.
 *
 * Source: Maya help, "pointOnCurveInfo" node. Unverified: the length of `normal` (1 here); the radius of a straight
 * piece (0 here). Golden: fixtures/nodes/curves.golden.json
 */
export const pointOnCurveInfo: NodeType = defineNode(pointOnCurveInfoDeclaration, [
  {
    per: 'once',
    reads: ['inputCurve', 'parameter', 'turnOnPercentage'],
    writes: [
      'position',
      'tangent',
      'normalizedTangent',
      'normal',
      'normalizedNormal',
      'curvatureCenter',
      'curvatureRadius',
    ],
    compute(input, output) {
      const curve = compiled(input.inputCurve);
      if (!curve) return;
      const [min, max] = nurbsDomain(curve);
      const share = input.parameter as number;
      const u = input.turnOnPercentage ? min + (max - min) * share : share;
      const point = evaluateNurbs(curve, boundParameter(curve, u), newCurvePoint());
      const { normal, curvature } = bend(point);
      const radius = curvature > 0 ? 1 / curvature : 0;
      output.position = point.position;
      output.tangent = point.first;
      output.normalizedTangent = normalizeVec3(point.first);
      output.normal = normal;
      output.normalizedNormal = normal;
      output.curvatureCenter = addVec3(point.position, scaleVec3(normal, radius));
      output.curvatureRadius = radius;
    },
  },
]);

/** `nearestPointOnCurve`. Source: Maya help, "nearestPointOnCurve" node. */
export const nearestPointOnCurve: NodeType = defineNode(nearestPointOnCurveDeclaration, [
  {
    per: 'once',
    reads: ['inputCurve', 'inPosition'],
    writes: ['position', 'parameter'],
    compute(input, output) {
      const curve = compiled(input.inputCurve);
      if (!curve) return;
      const parameter = nearestNurbsParameter(curve, input.inPosition as Vec3);
      output.parameter = parameter;
      output.position = evaluateNurbs(curve, parameter, newCurvePoint()).position;
    },
  },
]);

/** `arcLengthDimension`: length of a curve up to a parameter. Source: Maya help, "arcLengthDimension" node. */
export const arcLengthDimension: NodeType = defineNode(arcLengthDimensionDeclaration, [
  step(arcLengthDimensionDeclaration, {
    reads: ['nurbsGeometry', 'uParamValue'],
    writes: ['arcLength'],
    compute(input, output) {
      const curve = compiled(input.nurbsGeometry as NurbsCurveData | undefined);
      output.arcLength = curve ? nurbsLengthAt(curve, boundParameter(curve, input.uParamValue)) : 0;
    },
  }),
  ...dagNode.steps,
]);
