import type { ProblemTable } from '@rigline/diagnostics';

/** Severity and meaning of the codes that evaluation reports or throws. Append new ones under the file they come from. */
export const EVALUATE_PROBLEMS: ProblemTable = {
  // graph
  EVALUATE_BAD_TIME: { severity: 'error', when: 'The time asked for is not a finite number. Thrown.' },
  EVALUATE_NO_PLUG: { severity: 'error', when: 'The plug asked for does not exist or is not unique. Thrown.' },
  EVALUATE_NO_NODE: { severity: 'error', when: 'The node asked for does not exist or is not unique. Thrown.' },
  EVALUATE_NOT_A_CAMERA: { severity: 'error', when: 'A camera is asked for, but the node is none. Thrown.' },
  EVALUATE_CYCLE: { severity: 'error', when: 'Plugs depend on themselves; the value before the cycle was used.' },
  EVALUATE_COMPUTE_FAILED: { severity: 'error', when: 'A node failed; its outputs keep their last values.' },
  EVALUATE_NOT_FINITE: { severity: 'warning', when: 'A node computed a number that is not finite.' },
  EVALUATE_UNSUPPORTED_NODE: {
    severity: 'warning',
    when: 'A node type that is not evaluated drives something, which keeps its saved value.',
  },
  EVALUATE_UNKNOWN_PLUG: {
    severity: 'warning',
    when: 'A connection comes from an attribute that its node does not have; what it drives keeps its saved value.',
  },
  EVALUATE_KIND_MISMATCH: {
    severity: 'warning',
    when: 'A connection joins kinds that do not fit, as a number and a matrix; its destination keeps its own value.',
  },
  EVALUATE_SINGULAR_MATRIX: {
    severity: 'warning',
    when: 'A matrix has no inverse; what needs it keeps its last value.',
  },
  // fbx
  EVALUATE_SPHERIC_ROTATION: {
    severity: 'warning',
    when: 'A rotation of FBX is of spheric order; it is evaluated as xyz.',
  },
  // constraints
  EVALUATE_AIM_UNDEFINED: {
    severity: 'warning',
    when: 'An aim constraint has its target at its pivot, or its up along its aim: the rotation is not defined.',
  },
  EVALUATE_CONSTRAINT_CACHE: {
    severity: 'warning',
    when: 'A constraint with several targets and interpolation type cache is blended as average.',
  },
  EVALUATE_CONSTRAINT_HISTORY: {
    severity: 'warning',
    when: 'Weights add up to zero without a rest position: the last value stays.',
  },
  EVALUATE_CONSTRAINT_NO_FLIP: {
    severity: 'info',
    when: 'A constraint with several targets and interpolation type noFlip follows the saved rotation.',
  },
  EVALUATE_CHANNEL_TAKEN: { severity: 'error', when: 'A constraint cannot drive a channel that is driven. Thrown.' },
  EVALUATE_CONSTRAINT_TARGETS: { severity: 'error', when: 'A constraint is asked for without usable targets. Thrown.' },
  // ik
  EVALUATE_IK_SOLVER: {
    severity: 'warning',
    when: 'An IK handle has a solver that is not evaluated; its joints keep their saved rotations.',
  },
  EVALUATE_IK_STRAIGHT: {
    severity: 'warning',
    when: 'An IK chain is straight and has no preferred angles, so that it cannot bend to its handle.',
  },
  // utility nodes
  EVALUATE_UNDEFINED_RESULT: {
    severity: 'warning',
    when: 'A division by zero or the like; the first input or zero was used.',
  },
  EVALUATE_SHAPE_NOT_MADE: {
    severity: 'warning',
    when: 'A node that makes geometry has settings that are not evaluated; the saved shape is used.',
  },
  EVALUATE_BANK_IGNORED: { severity: 'warning', when: 'A motion path banks; it is followed without.' },
  EVALUATE_UNDEFORMED: {
    severity: 'warning',
    when: 'A deformer or modelling node is not evaluated; the geometry before it is used.',
  },
  EVALUATE_COMBINATION_SMOOTH: {
    severity: 'warning',
    when: 'The weight of a combination target comes from others in the smooth way; the lowest of them is used.',
  },
  EVALUATE_EXPRESSION_UNSUPPORTED: {
    severity: 'warning',
    when: 'An expression uses something that is not evaluated; its outputs keep their saved values.',
  },
  EVALUATE_EXPRESSION_FAILED: {
    severity: 'warning',
    when: 'An expression stops while it runs, as by a division by zero; its outputs keep their last values.',
  },
  // check
  CHECK_ZERO_WEIGHTS: { severity: 'warning', when: 'The weights of a constraint add up to zero at some frames.' },
  CHECK_NEGATIVE_WEIGHT: { severity: 'warning', when: 'A constraint weight is below zero at some frame.' },
  CHECK_NON_UNIFORM_SCALE: {
    severity: 'warning',
    when: 'A target of a parent constraint is scaled unevenly, by itself or by what is above it.',
  },
  CHECK_NEAR_GIMBAL: { severity: 'warning', when: 'An animated rotation comes near gimbal lock in its rotate order.' },
  CHECK_EULER_FLIP: { severity: 'warning', when: 'A keyed angle jumps by more than half a turn within a frame.' },
  CHECK_IK_OUT_OF_REACH: { severity: 'warning', when: 'An IK handle is farther away than its chain is long.' },
  CHECK_SINGULAR_SCALE: {
    severity: 'warning',
    when: 'A transform is scaled to zero; an info where no constraint or IK is on it or below it.',
  },
  CHECK_CONSTRAINT_NO_TARGET: { severity: 'warning', when: 'A constraint has targets missing, or none at all.' },
  CHECK_CONSTRAINT_IDLE: { severity: 'info', when: 'A constraint drives no channel of any node.' },
  CHECK_DUPLICATE_NAME: { severity: 'info', when: 'Several nodes of the hierarchy have the same name.' },
};
