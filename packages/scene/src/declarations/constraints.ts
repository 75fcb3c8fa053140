import type { Vec3 } from '@rigline/math';
import {
  type Attribute,
  angle,
  angle3,
  array,
  boolean,
  choice,
  compound,
  data,
  distance,
  distance3,
  integer,
  matrix,
  number,
  number3,
} from '../attribute.ts';
import { declareNode, type NodeDeclaration } from '../node-declaration.ts';
import { rotateOrder, transform } from './dag.ts';

/** How orient and parent constraints blend rotations, by Maya's number. */
export const INTERP_TYPES = ['noFlip', 'average', 'shortest', 'longest', 'cache'] as const;
export type InterpType = (typeof INTERP_TYPES)[number];

/** What an aim constraint takes as up, by Maya's number. */
export const WORLD_UP_TYPES = ['scene', 'object', 'objectRotation', 'vector', 'none'] as const;
export type WorldUpType = (typeof WORLD_UP_TYPES)[number];

const AXES = ['X', 'Y', 'Z'] as const;

/** Three numbers whose children do not take the short name of their compound: `restRotate` (`rsrr`) has `rrx`. */
function renamed(compoundOf: Attribute<Vec3>, long: string, short: string, child: Attribute<number>): Attribute<Vec3> {
  const children = Object.fromEntries(
    AXES.map((axis) => [`${long}${axis}`, { ...child, short: short + axis.toLowerCase() }]),
  );
  return { ...compoundOf, children };
}

const restTranslate = renamed(distance3('restTranslate', 'rst'), 'restTranslate', 'rt', distance(''));
const restRotate = renamed(angle3('restRotate', 'rsrr'), 'restRotate', 'rr', angle(''));

/**
 * What all constraints have. They stand in the hierarchy, but do not use their own transform. `lockOutput` is about
 * dragging the constrained node by hand and has no part in evaluation.
 */
export const constraint = declareNode({
  type: 'constraint',
  base: transform,
  attributes: { enableRestPosition: boolean('erp'), lockOutput: boolean('lo') },
});

const targetPivot = {
  targetTranslate: distance3('targetTranslate', 'tt'),
  targetRotatePivot: distance3('targetRotatePivot', 'trp'),
  targetRotateTranslate: distance3('targetRotateTranslate', 'trt'),
} as const;
const targetRotation = {
  targetRotate: angle3('targetRotate', 'tr'),
  targetRotateOrder: rotateOrder('tro'),
  targetJointOrient: angle3('targetJointOrient', 'tjo'),
  targetRotateCached: angle3('targetRotateCached', 'ctr'),
} as const;
const targetCommon = { targetParentMatrix: matrix('tpm'), targetWeight: number('tw', 1) } as const;

const constrainedPivot = {
  constraintRotatePivot: distance3('constraintRotatePivot', 'crp'),
  constraintRotateTranslate: distance3('constraintRotateTranslate', 'crt'),
} as const;
const constrainedRotation = {
  constraintRotateOrder: rotateOrder('cro'),
  constraintJointOrient: angle3('constraintJointOrient', 'cjo'),
} as const;
const segmentScale = {
  scaleCompensate: boolean('ssc', true),
  inverseScale: number3('inverseScale', 'is', [1, 1, 1]),
} as const;
const interpolation = {
  interpType: choice('int', INTERP_TYPES, 'average'),
  interpCache: integer('inc'),
  lastTargetRotate: angle3('lastTargetRotate', 'lr'),
} as const;

const pointAttributes = {
  target: array(compound('tg', { ...targetPivot, ...targetCommon })),
  constraintParentInverseMatrix: matrix('cpim'),
  ...constrainedPivot,
  offset: distance3('offset', 'o'),
  constraintOffsetPolarity: number('cop', 1),
  restTranslate,
  constraintTranslate: distance3('constraintTranslate', 'ct'),
} as const;

/** Source: Maya help, "pointConstraint" node. */
export const pointConstraint = declareNode({
  type: 'pointConstraint',
  base: constraint,
  attributes: pointAttributes,
});

/** Source: Maya help, "poleVectorConstraint" node. */
export const poleVectorConstraint = declareNode({
  type: 'poleVectorConstraint',
  base: constraint,
  attributes: { ...pointAttributes, pivotSpace: matrix('ps') },
});

/** Source: Maya help, "orientConstraint" node. */
export const orientConstraint = declareNode({
  type: 'orientConstraint',
  base: constraint,
  attributes: {
    target: array(compound('tg', { ...targetRotation, ...targetCommon })),
    constraintParentInverseMatrix: matrix('cpim'),
    ...constrainedRotation,
    ...segmentScale,
    ...interpolation,
    offset: angle3('offset', 'o'),
    useOldOffsetCalculation: boolean('uooc'),
    restRotate,
    constraintRotate: angle3('constraintRotate', 'cr'),
  },
});

/** Source: Maya help, "parentConstraint" node. */
export const parentConstraint = declareNode({
  type: 'parentConstraint',
  base: constraint,
  attributes: {
    target: array(
      compound('tg', {
        ...targetPivot,
        ...targetRotation,
        targetOffsetTranslate: distance3('targetOffsetTranslate', 'tot'),
        targetOffsetRotate: angle3('targetOffsetRotate', 'tor'),
        targetScale: number3('targetScale', 'ts', [1, 1, 1]),
        targetScaleCompensate: boolean('tsc'),
        targetInverseScale: number3('targetInverseScale', 'tis', [1, 1, 1]),
        ...targetCommon,
      }),
    ),
    constraintParentInverseMatrix: matrix('cpim'),
    ...constrainedPivot,
    ...constrainedRotation,
    ...interpolation,
    restTranslate,
    restRotate,
    useDecompositionTarget: boolean('udt'),
    rotationDecompositionTarget: renamed(
      angle3('rotationDecompositionTarget', 'rdta'),
      'rotationDecompositionTarget',
      'rdt',
      angle(''),
    ),
    constraintTranslate: distance3('constraintTranslate', 'ct'),
    constraintRotate: angle3('constraintRotate', 'cr'),
  },
});

/** Source: Maya help, "aimConstraint" node. `constraintTranslate` is an input here. */
export const aimConstraint = declareNode({
  type: 'aimConstraint',
  base: constraint,
  attributes: {
    target: array(compound('tg', { ...targetPivot, ...targetCommon })),
    constraintParentInverseMatrix: matrix('cpim'),
    aimVector: number3('aimVector', 'a', [1, 0, 0]),
    upVector: number3('upVector', 'u', [0, 1, 0]),
    worldUpVector: number3('worldUpVector', 'wu', [0, 1, 0]),
    worldUpMatrix: matrix('wum'),
    worldUpType: choice('wut', WORLD_UP_TYPES, 'vector'),
    constraintTranslate: distance3('constraintTranslate', 'ct'),
    ...constrainedPivot,
    ...constrainedRotation,
    ...segmentScale,
    offset: angle3('offset', 'o'),
    useOldOffsetCalculation: boolean('uooc'),
    restRotate,
    constraintRotate: angle3('constraintRotate', 'cr'),
    constraintVector: number3('constraintVector', 'cv'),
  },
});

/** Source: Maya help, "scaleConstraint" node. */
export const scaleConstraint = declareNode({
  type: 'scaleConstraint',
  base: constraint,
  attributes: {
    target: array(compound('tg', { targetScale: number3('targetScale', 'ts', [1, 1, 1]), ...targetCommon })),
    constraintParentInverseMatrix: matrix('cpim'),
    constraintScaleCompensate: boolean('tsc'),
    offset: number3('offset', 'o', [1, 1, 1]),
    restScale: number3('restScale', 'rs', [1, 1, 1]),
    constraintScale: number3('constraintScale', 'cs', [1, 1, 1]),
  },
});

const geometryTarget = array(compound('tg', { targetGeometry: data('tgm'), targetWeight: number('tw', 1) }));

/**
 * Constraints on geometry. They are not evaluated, so their outputs are left out: what they drive keeps its saved value
 * and is reported. Unverified: their inputs beyond targets and weights are not listed.
 */
export const GEOMETRY_CONSTRAINTS = [
  'geometryConstraint',
  'normalConstraint',
  'tangentConstraint',
  'pointOnPolyConstraint',
].map((type) => declareNode({ type, base: constraint, attributes: { target: geometryTarget } }));

export const CONSTRAINT_DECLARATIONS: readonly NodeDeclaration[] = [
  constraint,
  pointConstraint,
  poleVectorConstraint,
  orientConstraint,
  parentConstraint,
  aimConstraint,
  scaleConstraint,
  ...GEOMETRY_CONSTRAINTS,
] as unknown as readonly NodeDeclaration[];
