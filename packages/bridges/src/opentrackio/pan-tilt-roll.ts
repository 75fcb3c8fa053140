import {
  degToRad,
  eulerFromQuat,
  multiplyQuat,
  type Quat,
  quatFromAxisAngle,
  quatFromEuler,
  radToDeg,
  type Vec3,
} from '@rigline/math';

/**
 * Angles of a camera whose world has Z up and that looks along +Y, with +X to the right, when all three are zero.
 * Each turns about its axis by the right-hand rule: pan about Z takes X to Y (to the left), tilt about X takes Y to Z
 * (up), roll about Y takes Z to X (clockwise as the camera sees its world's up). Degrees.
 */
export interface PanTiltRoll {
  pan: number;
  tilt: number;
  roll: number;
}

/** Turns axes that look along +Y with +Z up into those of a camera that looks along -Z with +Y up. */
const LOOK_TO_CAMERA: Readonly<Quat> = quatFromAxisAngle([1, 0, 0], -Math.PI / 2);
const CAMERA_TO_LOOK: Readonly<Quat> = quatFromAxisAngle([1, 0, 0], Math.PI / 2);

const turn: Quat = [0, 0, 0, 1];
const angles: Vec3 = [0, 0, 0];

/**
 * Angles of a camera in the space `blender` (metres, Z up, looks along its -Z).
 *
 * Convention: intrinsic Z, X, Y. Straight up and down only pan and roll together have a meaning; roll is zero there.
 * Source: OpenTrackIO schema 1.0.1, `transforms`, and the drawing of its axes.
 */
export function panTiltRollFromQuat(
  cameraToWorld: Readonly<Quat>,
  out: PanTiltRoll = { pan: 0, tilt: 0, roll: 0 },
): PanTiltRoll {
  multiplyQuat(LOOK_TO_CAMERA, cameraToWorld, turn);
  eulerFromQuat(turn, 'yxz', angles);
  out.pan = radToDeg(angles[2]);
  out.tilt = radToDeg(angles[0]);
  out.roll = radToDeg(angles[1]);
  return out;
}

/** The turn that the angles make of axes that look along +Y with +Z up: the axes of OpenTrackIO itself. */
export function lookQuatFromPanTiltRoll({ pan, tilt, roll }: Readonly<PanTiltRoll>, out: Quat = [0, 0, 0, 1]): Quat {
  angles[0] = degToRad(tilt);
  angles[1] = degToRad(roll);
  angles[2] = degToRad(pan);
  return quatFromEuler(angles, 'yxz', out);
}

/** The rotation of a camera in the space `blender` from that of axes that look along +Y. */
export function cameraQuatFromLook(look: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  return multiplyQuat(CAMERA_TO_LOOK, look, out);
}

/** The other way round; see `panTiltRollFromQuat`. */
export function quatFromPanTiltRoll(of: Readonly<PanTiltRoll>, out: Quat = [0, 0, 0, 1]): Quat {
  return cameraQuatFromLook(lookQuatFromPanTiltRoll(of, turn), out);
}
