import { computeFilmGate } from '@rigline/evaluate';
import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Raycaster,
  Vector3,
} from 'three';
import type { ShotPose } from '../shot/pose-sampler.ts';
import type { Shot, ShotCamera } from '../shot/shot.ts';
import { rigidMatrix } from './gate-camera.ts';
import { PALETTE } from './palette.ts';
import { type Layer, type Mark, type PickHit, withOwnMatrix } from './place-objects.ts';

const POINTS = 2 * (12 + 4 + 4 + 3);

/** Cameras as a small body and the pyramid of what they see. */
export class CameraLayer implements Layer {
  readonly object: Group = new Group();
  readonly #cameras: readonly ShotCamera[];
  readonly #lines: readonly LineSegments<BufferGeometry, LineBasicMaterial>[];
  readonly #size: number;
  readonly #aspect: number;
  #through = -1;

  constructor(shot: Shot, size: number) {
    this.#cameras = shot.cameras;
    this.#size = size;
    this.#aspect = shot.settings.deviceAspect;
    this.#lines = shot.cameras.map(({ place }) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(POINTS * 3), 3));
      const line = withOwnMatrix(new LineSegments(geometry, new LineBasicMaterial({ color: PALETTE.camera })));
      line.userData.place = place;
      this.object.add(line);
      return line;
    });
  }

  /** The camera that is looked through is not drawn; -1 for none. */
  set through(camera: number) {
    this.#through = camera;
  }

  applyPose(pose: ShotPose): void {
    for (const [i, line] of this.#lines.entries()) {
      const camera = this.#cameras[i] as ShotCamera;
      const channels = pose.cameras[i];
      line.visible = pose.visible[camera.place] === 1 && i !== this.#through && !camera.isStartup;
      if (!line.visible || !channels) continue;
      rigidMatrix(pose.localToWorld, camera.place, line.matrix);
      line.matrixWorldNeedsUpdate = true;
      const { window, orthographic } = computeFilmGate(channels, this.#aspect);
      const attribute = line.geometry.getAttribute('position') as BufferAttribute;
      drawCamera(attribute.array as Float32Array, window, this.#size, orthographic);
      attribute.needsUpdate = true;
      line.geometry.computeBoundingSphere();
    }
  }

  applyMarks(markOf: (place: number) => Mark): void {
    for (const [i, line] of this.#lines.entries()) {
      const mark = markOf((this.#cameras[i] as ShotCamera).place);
      line.material.color.set(mark ? PALETTE[mark] : PALETTE.camera);
    }
  }

  pick(raycaster: Raycaster): PickHit[] {
    return raycaster
      .intersectObjects(
        this.#lines.filter((line) => line.visible),
        false,
      )
      .map(({ object, distance }) => ({ place: object.userData.place as number, distance }));
  }

  expandBox(box: Box3, isWanted: (place: number) => boolean): void {
    for (const line of this.#lines) {
      if (!line.visible || !isWanted(line.userData.place as number)) continue;
      box.expandByPoint(new Vector3().setFromMatrixPosition(line.matrix));
    }
  }

  dispose(): void {
    for (const line of this.#lines) {
      line.geometry.dispose();
      line.material.dispose();
    }
  }
}

interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Writes pairs of points: the body behind the lens, the pyramid, its far edge, and a mark for up. */
function drawCamera(out: Float32Array, window: Rectangle, size: number, isParallel: boolean): void {
  let at = 0;
  const line = (a: readonly number[], b: readonly number[]): void => {
    out.set(a, at);
    out.set(b, at + 3);
    at += 6;
  };
  const b = size * 0.22;
  const box = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [0, 1].map((z) => [x * b * 0.7, y * b, z * b * 2.4])));
  for (const [i, p] of box.entries()) {
    for (const bit of [1, 2, 4]) if ((i & bit) === 0) line(p, box[i | bit] as number[]);
  }
  const { left, right, bottom, top } = window;
  const reach = size * 1.3;
  const scale = isParallel ? 1 : reach;
  const near = isParallel ? 1 : 0;
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ].map(([x, y]) => [(x as number) * scale, (y as number) * scale, -reach]);
  for (const [i, corner] of corners.entries()) {
    line([(corner[0] as number) * near, (corner[1] as number) * near, 0], corner);
    line(corner, corners[(i + 1) % 4] as number[]);
  }
  const middle = ((left + right) / 2) * scale;
  const high = top * scale;
  const half = (right - left) * scale * 0.15;
  const peak = [middle, high + half * 1.2, -reach];
  line([middle - half, high + half * 0.2, -reach], peak);
  line(peak, [middle + half, high + half * 0.2, -reach]);
  line([middle + half, high + half * 0.2, -reach], [middle - half, high + half * 0.2, -reach]);
}
