/** How far a live camera is from one of the open shot. */
import { computeFilmGate } from '@rigline/evaluate';
import { radToDeg } from '@rigline/math';
import { rigidMatrix } from '@rigline/viewer';
import type { Shot, ShotPose } from '@rigline/viewer/shot';
import { Matrix4, Quaternion, Vector3 } from 'three';

/** A camera of a shot at one time. */
export interface PosedCamera {
  readonly shot: Shot;
  readonly pose: ShotPose;
  /** Position in the list of cameras. */
  readonly camera: number;
  readonly deviceAspect: number;
}

export interface CameraDifference {
  readonly positionCm: number;
  readonly rotationDeg: number;
  readonly focalMm: number;
  readonly apertureMm: number;
  /** Largest distance of test points in the picture, in pixels of a picture 1920 wide. */
  readonly pixels: number;
}

const WIDTH = 1920;
/** Shares of the picture, and distances in centimetres, at which points are compared. */
const SHARES = [-0.9, 0, 0.9];
const DISTANCES = [100, 1000];

export function compareCameras(live: PosedCamera, file: PosedCamera): CameraDifference | undefined {
  const [a, b] = [viewOf(live), viewOf(file)];
  if (!a || !b) return undefined;
  const [positionA, positionB] = [a, b].map(({ world }) => new Vector3().setFromMatrixPosition(world)) as [
    Vector3,
    Vector3,
  ];
  const [turnA, turnB] = [a, b].map(({ world }) => new Quaternion().setFromRotationMatrix(world)) as [
    Quaternion,
    Quaternion,
  ];
  return {
    positionCm: positionA.distanceTo(positionB),
    rotationDeg: radToDeg(turnA.angleTo(turnB)),
    focalMm: Math.abs(a.channels.focalLength - b.channels.focalLength),
    apertureMm: Math.abs(a.channels.horizontalFilmAperture - b.channels.horizontalFilmAperture) * 25.4,
    pixels: pixelDistance(a, b),
  };
}

function viewOf({ shot, pose, camera, deviceAspect }: PosedCamera) {
  const listed = shot.cameras[camera];
  const channels = pose.cameras[camera];
  if (!listed || !channels) return undefined;
  const world = rigidMatrix(pose.localToWorld, listed.place, new Matrix4());
  const gate = computeFilmGate(channels, deviceAspect);
  const aspect = channels.viewAspect ?? deviceAspect;
  return { world, channels, aspect, projection: new Matrix4().fromArray(gate.projection) };
}

type View = NonNullable<ReturnType<typeof viewOf>>;

/** Points that one camera sees in a grid of its picture, as both project them. */
function pixelDistance(a: View, b: View): number {
  const back = a.projection.clone().invert();
  const toB = b.world.clone().invert();
  let most = 0;
  for (const x of SHARES) {
    for (const y of SHARES) {
      for (const distance of DISTANCES) {
        const seen = new Vector3(x, y, 0).applyMatrix4(back);
        const local = seen.multiplyScalar(-distance / seen.z);
        const other = local.applyMatrix4(a.world).applyMatrix4(toB);
        // What the other camera has behind it is nowhere in its picture.
        if (other.z >= 0) return Number.POSITIVE_INFINITY;
        other.applyMatrix4(b.projection);
        const dx = ((other.x - x) / 2) * WIDTH;
        const dy = ((other.y - y) / 2) * (WIDTH / b.aspect);
        most = Math.max(most, Math.hypot(dx, dy));
      }
    }
  }
  return most;
}
