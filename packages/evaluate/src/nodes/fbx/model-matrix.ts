import {
  identityMat4,
  type Mat4,
  mat4FromEuler,
  multiplyMat4,
  type RotateOrder,
  transposeMat4,
  type Vec3,
} from '@rigline/math';

/** The channels of an FBX model. Units: centimetres, radians. */
export interface ModelChannels {
  readonly translate: Readonly<Vec3>;
  readonly rotate: Readonly<Vec3>;
  readonly rotateOrder: RotateOrder;
  readonly scale: Readonly<Vec3>;
  readonly rotatePivot: Readonly<Vec3>;
  readonly rotatePivotTranslate: Readonly<Vec3>;
  readonly scalePivot: Readonly<Vec3>;
  readonly scalePivotTranslate: Readonly<Vec3>;
}

/** The fixed turns about the animated one; undefined where there is none. */
export interface ModelTurns {
  /** Inverse of the post-rotation: applied to a point first. */
  readonly before: Readonly<Mat4> | undefined;
  /** The pre-rotation. */
  readonly after: Readonly<Mat4> | undefined;
}

/** Pre- and post-rotation of a model, which are always of order xyz. */
export function modelTurns(preRotation: Readonly<Vec3>, postRotation: Readonly<Vec3>): ModelTurns {
  return {
    before: isZero(postRotation) ? undefined : transposeMat4(mat4FromEuler(postRotation, 'xyz')),
    after: isZero(preRotation) ? undefined : mat4FromEuler(preRotation, 'xyz'),
  };
}

function isZero([x, y, z]: Readonly<Vec3>): boolean {
  return x === 0 && y === 0 && z === 0;
}

/**
 * Local matrix of an FBX model: `SP⁻¹ S SP SO RP⁻¹ Post⁻¹ R Pre RP RO T`, leftmost first. Any scale may be zero.
 *
 * Source: FBX SDK help, "Computing transformation matrices". Golden: fixtures/nodes/fbx-model.golden.json
 */
export function modelMatrix(c: ModelChannels, turns: ModelTurns, out: Mat4 = identityMat4()): Mat4 {
  modelTurn(c, turns, out);
  const [x, y, z] = c.scale;
  out[0] *= x;
  out[1] *= x;
  out[2] *= x;
  out[4] *= y;
  out[5] *= y;
  out[6] *= y;
  out[8] *= z;
  out[9] *= z;
  out[10] *= z;
  return out;
}

/** The local matrix without the scale of its axes: turn, and the place that the node has with its scale. */
export function modelTurn(c: ModelChannels, { before, after }: ModelTurns, out: Mat4 = identityMat4()): Mat4 {
  mat4FromEuler(c.rotate, c.rotateOrder, out);
  if (before) multiplyMat4(before, out, out);
  if (after) multiplyMat4(out, after, out);
  const [spx, spy, spz] = c.scalePivot;
  const [rpx, rpy, rpz] = c.rotatePivot;
  const [sox, soy, soz] = c.scalePivotTranslate;
  // Where the origin stands before the turn: −SP through S, then SP, SO and RP⁻¹.
  const x = spx - spx * c.scale[0] + sox - rpx;
  const y = spy - spy * c.scale[1] + soy - rpy;
  const z = spz - spz * c.scale[2] + soz - rpz;
  const { translate, rotatePivotTranslate } = c;
  out[12] = x * out[0] + y * out[4] + z * out[8] + rpx + rotatePivotTranslate[0] + translate[0];
  out[13] = x * out[1] + y * out[5] + z * out[9] + rpy + rotatePivotTranslate[1] + translate[1];
  out[14] = x * out[2] + y * out[6] + z * out[10] + rpz + rotatePivotTranslate[2] + translate[2];
  return out;
}
