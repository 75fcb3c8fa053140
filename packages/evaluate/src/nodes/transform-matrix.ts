import { identityMat4, type Mat4, mat4FromEuler, multiplyMat4, type RotateOrder, type Vec3 } from '@rigline/math';

/** The channels of a transform. Units: centimetres, radians. */
export interface TransformChannels {
  readonly translate: Readonly<Vec3>;
  readonly rotate: Readonly<Vec3>;
  readonly rotateOrder: RotateOrder;
  readonly scale: Readonly<Vec3>;
  /** xy, xz, yz. */
  readonly shear: Readonly<Vec3>;
  readonly rotateAxis: Readonly<Vec3>;
  readonly rotatePivot: Readonly<Vec3>;
  readonly rotatePivotTranslate: Readonly<Vec3>;
  readonly scalePivot: Readonly<Vec3>;
  readonly scalePivotTranslate: Readonly<Vec3>;
}

const turn = identityMat4();
const axis = identityMat4();

/**
 * Local matrix of a transform: `SP⁻¹ S SH SP ST RP⁻¹ RA R RP RT T`, leftmost first.
 *
 * Source: Maya help, "transform" node and MFnTransform. Golden: fixtures/transform/local.golden.json
 */
export function transformMatrix(c: TransformChannels, out: Mat4 = identityMat4()): Mat4 {
  const t = writeLinear(c, out);
  const [sx, sy, sz] = c.scale;
  const [xy, xz, yz] = c.shear;
  const b = sy * xy;
  const d = sz * xz;
  const e = sz * yz;
  const [spx, spy, spz] = c.scalePivot;
  const [rpx, rpy, rpz] = c.rotatePivot;
  // Where the origin stands before the turn: −SP through S·SH, then SP, ST and RP⁻¹.
  const x = -(spx * sx + spy * b + spz * d) + spx + c.scalePivotTranslate[0] - rpx;
  const y = -(spy * sy + spz * e) + spy + c.scalePivotTranslate[1] - rpy;
  const z = -(spz * sz) + spz + c.scalePivotTranslate[2] - rpz;
  out[12] = x * t[0] + y * t[4] + z * t[8] + rpx + c.rotatePivotTranslate[0] + c.translate[0];
  out[13] = x * t[1] + y * t[5] + z * t[9] + rpy + c.rotatePivotTranslate[1] + c.translate[1];
  out[14] = x * t[2] + y * t[6] + z * t[10] + rpz + c.rotatePivotTranslate[2] + c.translate[2];
  return out;
}

/** Writes `S SH RA R` with no translation. Returns the turn `RA R`, valid until the next call. */
function writeLinear(
  c: Pick<TransformChannels, 'rotate' | 'rotateOrder' | 'rotateAxis' | 'scale' | 'shear'>,
  out: Mat4,
): Readonly<Mat4> {
  mat4FromEuler(c.rotate, c.rotateOrder, turn);
  const [ax, ay, az] = c.rotateAxis;
  if (ax !== 0 || ay !== 0 || az !== 0) {
    mat4FromEuler(c.rotateAxis, 'xyz', axis);
    multiplyMat4(axis, turn, turn);
  }
  const [sx, sy, sz] = c.scale;
  const [xy, xz, yz] = c.shear;
  const t = turn;
  // Rows of S·SH are (sx, 0, 0), (sy·xy, sy, 0), (sz·xz, sz·yz, sz); each goes through RA·R.
  const b = sy * xy;
  const d = sz * xz;
  const e = sz * yz;
  out[0] = sx * t[0];
  out[1] = sx * t[1];
  out[2] = sx * t[2];
  out[3] = 0;
  out[4] = b * t[0] + sy * t[4];
  out[5] = b * t[1] + sy * t[5];
  out[6] = b * t[2] + sy * t[6];
  out[7] = 0;
  out[8] = d * t[0] + e * t[4] + sz * t[8];
  out[9] = d * t[1] + e * t[5] + sz * t[9];
  out[10] = d * t[2] + e * t[6] + sz * t[10];
  out[11] = 0;
  out[15] = 1;
  return t;
}

/** The channels of a joint that its matrix is made of. */
export interface JointChannels {
  readonly translate: Readonly<Vec3>;
  readonly rotate: Readonly<Vec3>;
  readonly rotateOrder: RotateOrder;
  readonly scale: Readonly<Vec3>;
  readonly shear: Readonly<Vec3>;
  readonly rotateAxis: Readonly<Vec3>;
  readonly jointOrient: Readonly<Vec3>;
  /** The parent's scale, to be taken back when `segmentScaleCompensate` is on. */
  readonly inverseScale: Readonly<Vec3>;
  readonly segmentScaleCompensate: boolean;
}

/**
 * Local matrix of a joint: `S SH RA R JO IS T`, leftmost first. Joints have no pivots.
 *
 * Source: Maya help, "joint" node; shear stands where a transform has it (Unverified: the help leaves it out).
 */
export function jointMatrix(c: JointChannels, out: Mat4 = identityMat4()): Mat4 {
  writeLinear(c, out);
  const [jx, jy, jz] = c.jointOrient;
  if (jx !== 0 || jy !== 0 || jz !== 0) multiplyMat4(out, mat4FromEuler(c.jointOrient, 'xyz', axis), out);
  if (c.segmentScaleCompensate) {
    for (let column = 0; column < 3; column++) {
      const scale = c.inverseScale[column] as number;
      const inverse = scale === 0 ? 1 : 1 / scale;
      for (let row = 0; row < 3; row++) out[row * 4 + column] = (out[row * 4 + column] as number) * inverse;
    }
  }
  out[12] = c.translate[0];
  out[13] = c.translate[1];
  out[14] = c.translate[2];
  return out;
}
