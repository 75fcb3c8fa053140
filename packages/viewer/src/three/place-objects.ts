import type { Box3, Object3D, Raycaster } from 'three';
import type { ShotPose } from '../shot/pose-sampler.ts';

/** What is picked under the pointer. */
export interface PickHit {
  readonly place: number;
  readonly distance: number;
}

/** How a place is marked: selected itself, below something selected, or not at all. */
export type Mark = 'selected' | 'below' | undefined;

/** One kind of things in the viewport: builds its objects once, then follows the pose. */
export interface Layer {
  readonly object: Object3D;
  applyPose(pose: ShotPose): void;
  applyMarks(markOf: (place: number) => Mark): void;
  pick(raycaster: Raycaster): PickHit[];
  /** Grows `box` by what stands at a place. */
  expandBox(box: Box3, isWanted: (place: number) => boolean): void;
  dispose(): void;
}

/** Copies one world matrix of a pose into an object whose matrices are not made by three.js. */
export function setWorldMatrix(object: Object3D, localToWorld: Float64Array, place: number): void {
  object.matrix.fromArray(localToWorld, place * 16);
  object.matrixWorldNeedsUpdate = true;
}

/** An object that stands where the pose says. */
export function withOwnMatrix<T extends Object3D>(object: T): T {
  object.matrixAutoUpdate = false;
  return object;
}
