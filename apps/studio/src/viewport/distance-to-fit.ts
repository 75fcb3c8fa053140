import { type Box3, type PerspectiveCamera, Vector3 } from 'three';

/** Of the picture around what is framed: 1 would touch its edges. */
const ROOM = 1.12;

/** How far from the middle of a box a camera must stand, in a direction, to see all of it with some room around. */
export function distanceToFit(box: Box3, direction: Vector3, { aspect, fov, up }: PerspectiveCamera): number {
  const tanY = Math.tan((fov * Math.PI) / 360);
  const centre = box.getCenter(new Vector3());
  const right = new Vector3().crossVectors(up, direction).normalize();
  const above = new Vector3().crossVectors(direction, right);
  const corner = new Vector3();
  let distance = 1e-3;
  for (let i = 0; i < 8; i++) {
    corner.set(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z);
    corner.sub(centre);
    const wide = Math.abs(corner.dot(right)) / (tanY * aspect);
    const high = Math.abs(corner.dot(above)) / tanY;
    distance = Math.max(distance, corner.dot(direction) + Math.max(wide, high) * ROOM);
  }
  return distance;
}
