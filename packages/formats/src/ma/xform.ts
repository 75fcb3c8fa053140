import {
  type Mat4,
  mat4FromEuler,
  mat4FromQuat,
  mat4FromScale,
  mat4FromTranslation,
  multiplyMat4,
  type Quat,
  ROTATE_ORDERS,
  type Vec3,
} from '@rigline/math';
import type { MaXform } from './record-types.ts';

/**
 * The matrix of a transform record: `SP⁻¹ S SH SP ST RP⁻¹ RO R JO RP RT IS T`, leftmost first; `IS` only when it says
 * so. Units: centimetres, radians.
 *
 * Source: setAttr of type "matrix" "xform"; confirmed on bind poses saved by Maya.
 */
export function matrixOfXform(x: MaXform): Mat4 {
  const triple = (values: readonly number[], sign = 1): Vec3 => [
    sign * (values[0] ?? 0),
    sign * (values[1] ?? 0),
    sign * (values[2] ?? 0),
  ];
  const [xy, xz, yz] = triple(x.shear);
  const steps: Mat4[] = [
    mat4FromTranslation(triple(x.scalePivot, -1)),
    mat4FromScale(triple(x.scale)),
    [1, 0, 0, 0, xy, 1, 0, 0, xz, yz, 1, 0, 0, 0, 0, 1],
    mat4FromTranslation(triple(x.scalePivot)),
    mat4FromTranslation(triple(x.scalePivotTranslate)),
    mat4FromTranslation(triple(x.rotatePivot, -1)),
    mat4FromQuat(x.rotateOrientation as unknown as Quat),
    mat4FromEuler(triple(x.rotate), ROTATE_ORDERS[x.rotateOrder] ?? 'xyz'),
    mat4FromQuat(x.jointOrientation as unknown as Quat),
    mat4FromTranslation(triple(x.rotatePivot)),
    mat4FromTranslation(triple(x.rotatePivotTranslate)),
  ];
  if (x.compensateForParentScale) steps.push(mat4FromScale(triple(x.inverseParentScale)));
  steps.push(mat4FromTranslation(triple(x.translate)));
  return steps.reduce((product, next) => multiplyMat4(product, next));
}
