import type { InfinityKind, TangentType } from './keys.ts';

/**
 * Numbers of `.tan .kit .kot` in Maya files.
 * Source: saved files for 1, 2, 5, 9, 10, 16, 17, 18, 28. Unverified: 3, 6, 7, 27.
 */
const TANGENT_TYPES: ReadonlyMap<number, TangentType> = new Map([
  [0, 'global'],
  [1, 'fixed'],
  [2, 'linear'],
  [3, 'flat'],
  [5, 'step'],
  [6, 'slow'],
  [7, 'fast'],
  [9, 'spline'],
  [10, 'clamped'],
  [16, 'plateau'],
  [17, 'stepnext'],
  [18, 'auto'],
  [27, 'automix'],
  [28, 'autoease'],
]);

/** Numbers of `.pre .pst` in Maya files; there is no 2. */
const INFINITY_KINDS: ReadonlyMap<number, InfinityKind> = new Map([
  [0, 'constant'],
  [1, 'linear'],
  [3, 'cycle'],
  [4, 'cycleRelative'],
  [5, 'oscillate'],
]);

/** Tangent type of a number in a Maya file; `undefined` when the number is not known. */
export function tangentTypeFromMaya(code: number): TangentType | undefined {
  return TANGENT_TYPES.get(code);
}

/** Infinity kind of a number in a Maya file; `undefined` when the number is not known. */
export function infinityFromMaya(code: number): InfinityKind | undefined {
  return INFINITY_KINDS.get(code);
}
