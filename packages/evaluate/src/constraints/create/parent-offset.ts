import {
  conjugateQuat,
  eulerFromQuat,
  identityMat4,
  invertMat4,
  multiplyQuat,
  type Quat,
  quatFromEuler,
  ROTATE_ORDERS,
  subtractVec3,
  transformPoint,
  type Vec3,
} from '@rigline/math';
import { type PlacedTarget, targetOffset, targetRotation } from '../parent-constraint.ts';
import { worldToRotate } from '../rotations.ts';
import { worldPivot } from '../targets.ts';
import { type Draft, readTriple, setTriple } from './wire.ts';

/** Offsets of new targets that leave the node where `translate` and `rotate` have it. */
export function setParentOffsets(draft: Draft, translate: Vec3, rotate: Vec3): void {
  const { scene, graph, constraint, node } = draft;
  const parentToWorld = invertMat4(graph.get({ node: constraint, path: 'constraintParentInverseMatrix' }) as never);
  const pivot = readTriple(graph, constraint, 'constraintRotatePivot');
  const shift = readTriple(graph, constraint, 'constraintRotateTranslate');
  const place: Vec3 = [0, 1, 2].map(
    (i) => (translate[i] as number) + (pivot[i] as number) + (shift[i] as number),
  ) as Vec3;
  transformPoint(parentToWorld ?? identityMat4(), place, place);
  const order = ROTATE_ORDERS[graph.get({ node, path: 'rotateOrder' }) as number] ?? 'xyz';
  const frame = graph.probe({
    constraintParentInverseMatrix: { node: constraint, path: 'constraintParentInverseMatrix' },
    constraintJointOrient: { node: constraint, path: 'constraintJointOrient' },
  });
  const toRotate = worldToRotate(frame.read() as never, [0, 0, 0, 1]);
  const rotation: Quat = multiplyQuat(quatFromEuler(rotate, order), conjugateQuat(toRotate));
  for (const index of draft.added) {
    const path = `target[${index}]`;
    const target = graph.probe({ target: { node: constraint, path } }).read().target as PlacedTarget;
    const way = subtractVec3(place, worldPivot(target, [0, 0, 0]));
    const translateOffset = targetOffset(target, way, [0, 0, 0]);
    const turn = conjugateQuat(targetRotation(target, [0, 0, 0, 1]));
    const rotateOffset = eulerFromQuat(multiplyQuat(rotation, turn), order);
    setTriple(scene, constraint, `${path}.targetOffsetTranslate`, translateOffset);
    setTriple(scene, constraint, `${path}.targetOffsetRotate`, rotateOffset);
  }
}
