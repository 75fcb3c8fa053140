import {
  crossVec3,
  dotVec3,
  eulerFromMat4,
  identityMat4,
  type Mat4,
  mat4FromQuat,
  multiplyMat4,
  normalizeVec3,
  quatFromAxisAngle,
  scaleVec3,
  subtractVec3,
  transformVector,
  type Vec3,
} from '@rigline/math';
import { motionPath as declaration } from '@rigline/scene/maya';
import {
  boundParameter,
  type CompiledNurbs,
  type CurvePoint,
  compileNurbs,
  evaluateNurbs,
  newCurvePoint,
} from '../../geometry/nurbs-curve.ts';
import { nurbsLength, nurbsParameterAtLength } from '../../geometry/nurbs-length.ts';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

const AXES = { x: 0, y: 1, z: 2 } as const;
type Axis = keyof typeof AXES;

/** Where on the curve `uValue` is: a share of the length in fraction mode, else a parameter. */
function parameterOf(curve: CompiledNurbs, uValue: number, fractionMode: boolean): number {
  if (!fractionMode) return boundParameter(curve, uValue);
  const share = curve.isClosed && (uValue < 0 || uValue > 1) ? uValue - Math.floor(uValue) : uValue;
  return nurbsParameterAtLength(curve, share * nurbsLength(curve));
}

interface UpInput {
  readonly worldUpType: string;
  readonly worldUpVector: Readonly<Vec3>;
  readonly worldUpMatrix: Readonly<Mat4>;
}

function upDirection(input: UpInput, point: CurvePoint, sceneUp: 'x' | 'y' | 'z'): Vec3 {
  const m = input.worldUpMatrix;
  if (input.worldUpType === 'scene') return [sceneUp === 'x' ? 1 : 0, sceneUp === 'y' ? 1 : 0, sceneUp === 'z' ? 1 : 0];
  if (input.worldUpType === 'object') return subtractVec3([m[12], m[13], m[14]], point.position);
  if (input.worldUpType === 'objectRotation') return transformVector(m, input.worldUpVector);
  if (input.worldUpType === 'normal') {
    const tangent = normalizeVec3(point.first);
    return subtractVec3(point.second, scaleVec3(tangent, dotVec3(point.second, tangent)));
  }
  return [...input.worldUpVector];
}

/** The direction at right angles to `front` nearest to `up`; parallel ones fall back to the axis least along front. */
function squareUp(front: Readonly<Vec3>, up: Readonly<Vec3>): Vec3 {
  const across = subtractVec3(up, scaleVec3(front, dotVec3(up, front)));
  if (dotVec3(across, across) > 1e-20 * dotVec3(up, up)) return normalizeVec3(across);
  const smallest = front.map(Math.abs).indexOf(Math.min(...front.map(Math.abs)));
  const other: Vec3 = [0, 0, 0];
  other[smallest] = 1;
  return normalizeVec3(subtractVec3(other, scaleVec3(front, front[smallest] as number)));
}

/** Rotation that brings the front axis to `front` and the up axis to `up`. */
function frame(frontAxis: Axis, upAxis: Axis, front: Readonly<Vec3>, up: Readonly<Vec3>): Mat4 {
  const f = AXES[frontAxis];
  const u = upAxis === frontAxis ? (f + 1) % 3 : AXES[upAxis];
  const s = 3 - f - u;
  // The third axis completes a right-handed frame: its sign depends on the cyclic order of the other two.
  const side = (f + 1) % 3 === u ? crossVec3(front, up) : crossVec3(up, front);
  const m = identityMat4();
  for (let i = 0; i < 3; i++) {
    m[f * 4 + i] = front[i] as number;
    m[u * 4 + i] = up[i] as number;
    m[s * 4 + i] = side[i] as number;
  }
  return m;
}

const unit = (axis: number): Vec3 => [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];

/** Turns about the object's own front, up and side axes, before the frame (Unverified: in this order). */
function twist(frontAxis: Axis, upAxis: Axis, front: number, up: number, side: number, into: Mat4): void {
  if (front === 0 && up === 0 && side === 0) return;
  const f = AXES[frontAxis];
  const u = AXES[upAxis];
  const turns = [
    [f, front],
    [u, up],
    [3 - f - u, side],
  ] as const;
  for (const [axis, angle] of turns) {
    multiplyMat4(mat4FromQuat(quatFromAxisAngle(unit(axis), angle)), into, into);
  }
}

/**
 * `motionPath`: position on a curve and, with `follow`, the rotation whose front axis runs along it.
 *
 * Source: Maya help, "motionPath" node. Banking is not evaluated and reported. Unverified: values beyond the ends stop
 * there on open curves and go around on closed ones. Golden: fixtures/nodes/curves.golden.json
 */
export const motionPath: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['geometryPath', 'uValue', 'fractionMode'],
    writes: ['allCoordinates'],
    compute(input, output) {
      const curve = input.geometryPath && compileNurbs(input.geometryPath);
      if (!curve) return;
      const u = parameterOf(curve, input.uValue, input.fractionMode);
      output.allCoordinates = evaluateNurbs(curve, u, newCurvePoint()).position;
    },
  }),
  step(declaration, {
    reads: [
      'geometryPath',
      'uValue',
      'fractionMode',
      'follow',
      'frontAxis',
      'upAxis',
      'inverseFront',
      'inverseUp',
      'worldUpType',
      'worldUpVector',
      'worldUpMatrix',
      'frontTwist',
      'upTwist',
      'sideTwist',
      'rotateOrder',
      'bank',
    ],
    writes: ['rotate', 'orientMatrix'],
    compute(input, output, context) {
      const curve = input.geometryPath && compileNurbs(input.geometryPath);
      const matrix = identityMat4();
      if (curve && input.follow) {
        const point = evaluateNurbs(curve, parameterOf(curve, input.uValue, input.fractionMode), newCurvePoint());
        const front = normalizeVec3(scaleVec3(point.first, input.inverseFront ? -1 : 1));
        const wanted = upDirection(input, point, context.settings.upAxis);
        const up = squareUp(front, scaleVec3(wanted, input.inverseUp ? -1 : 1));
        multiplyMat4(frame(input.frontAxis, input.upAxis, front, up), matrix, matrix);
        if (input.bank) {
          context.report({
            code: 'EVALUATE_BANK_IGNORED',
            severity: 'warning',
            message: 'Banking of motion paths is not evaluated; the object follows without it',
            hint: 'Bake the rotation if the bank matters.',
          });
        }
      }
      twist(input.frontAxis, input.upAxis, input.frontTwist, input.upTwist, input.sideTwist, matrix);
      output.rotate = eulerFromMat4(matrix, input.rotateOrder);
      output.orientMatrix = matrix;
    },
  }),
]);
