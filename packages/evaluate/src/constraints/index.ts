import type { NodeType } from '../graph/node-type.ts';
import { aimConstraint } from './aim-constraint.ts';
import { orientConstraint } from './orient-constraint.ts';
import { parentConstraint } from './parent-constraint.ts';
import { pointConstraint } from './point-constraint.ts';
import { poleVectorConstraint } from './pole-vector-constraint.ts';
import { scaleConstraint } from './scale-constraint.ts';

/** Constraints that are evaluated. Those on geometry (geometry, normal, tangent, pointOnPoly) are not. */
export const CONSTRAINT_NODE_TYPES: readonly NodeType[] = [
  pointConstraint,
  orientConstraint,
  parentConstraint,
  aimConstraint,
  scaleConstraint,
  poleVectorConstraint,
];
