import { RiglineError } from '@rigline/diagnostics';
import {
  conjugateQuat,
  eulerFromQuat,
  multiplyQuat,
  type Quat,
  quatFromEuler,
  ROTATE_ORDERS,
  type Vec3,
} from '@rigline/math';
import type { Scene, SceneNode } from '@rigline/scene';
import { INTERP_TYPES, type InterpType, WORLD_UP_TYPES, type WorldUpType } from '@rigline/scene/maya';
import { checkOutputs, connectOutputs, outputsOf } from './lay-over.ts';
import { setParentOffsets } from './parent-offset.ts';
import {
  type Axis,
  type ConstraintOptions,
  connect,
  type Draft,
  draftConstraint,
  type Output,
  readTriple,
  setTriple,
  type Wiring,
} from './wire.ts';

/*
 * The creation commands of Maya as functions. Each connects what the command connects, captures the rest values, and
 * switches enableRestPosition on, as every constraint in a saved scene has it. A second call with the same type adds
 * targets to the constraint that is there. Source: Maya help, the command of each constraint, and saved scenes.
 */

const PIVOT_TARGET = [
  ['translate', 'targetTranslate'],
  ['rotatePivot', 'targetRotatePivot'],
  ['rotatePivotTranslate', 'targetRotateTranslate'],
  ['parentMatrix[0]', 'targetParentMatrix'],
] as const;
const ROTATION_TARGET = [
  ['rotate', 'targetRotate'],
  ['rotateOrder', 'targetRotateOrder'],
  ['parentMatrix[0]', 'targetParentMatrix'],
] as const;
const JOINT_TARGET = [['jointOrient', 'targetJointOrient']] as const;
const PARENT_INVERSE = ['parentInverseMatrix[0]', 'constraintParentInverseMatrix'] as const;
const PIVOT = [
  ['rotatePivot', 'constraintRotatePivot'],
  ['rotatePivotTranslate', 'constraintRotateTranslate'],
] as const;
const ORDER = ['rotateOrder', 'constraintRotateOrder'] as const;
const JOINT_ORIENT = ['jointOrient', 'constraintJointOrient'] as const;
const SEGMENT_SCALE = ['inverseScale', 'inverseScale'] as const;

/** Options of constraints that have one offset. */
export interface OffsetOptions extends ConstraintOptions {
  /** Chooses the offset so that the node stays where it is. */
  readonly maintainOffset?: boolean;
  /** Centimetres, radians or factors. Ignored with `maintainOffset`. */
  readonly offset?: Readonly<Vec3>;
  /** Axes that stay free. */
  readonly skip?: readonly Axis[];
}

const POINT: Wiring = { type: 'pointConstraint', target: PIVOT_TARGET, constrained: [PARENT_INVERSE, ...PIVOT] };

/** Puts a node's rotate pivot on its targets'. Returns the constraint. */
export function createPointConstraint(
  scene: Scene,
  targets: readonly SceneNode[],
  node: SceneNode,
  options: OffsetOptions = {},
): SceneNode {
  const outputs = skipping(POINT.type, options.skip);
  checkOutputs(scene, POINT.type, node, outputs, options.keyed);
  const draft = draftConstraint(scene, POINT, targets, node, options);
  const before = captureRest(draft, 'translate', 'restTranslate');
  if (options.maintainOffset) {
    setTriple(scene, draft.constraint, 'offset', [0, 0, 0]);
    const at = readTriple(draft.graph, draft.constraint, 'constraintTranslate');
    setTriple(scene, draft.constraint, 'offset', [before[0] - at[0], before[1] - at[1], before[2] - at[2]]);
  } else if (options.offset) {
    setTriple(scene, draft.constraint, 'offset', options.offset);
  }
  return finish(draft, outputs, options);
}

const ORIENT: Wiring = {
  type: 'orientConstraint',
  target: ROTATION_TARGET,
  jointTarget: JOINT_TARGET,
  constrained: [PARENT_INVERSE, ORDER],
  jointConstrained: [JOINT_ORIENT, SEGMENT_SCALE],
};

export interface OrientOptions extends OffsetOptions {
  /** Maya's `average` by default. */
  readonly interpType?: InterpType;
}

/** Turns a node as its targets are turned. Returns the constraint. */
export function createOrientConstraint(
  scene: Scene,
  targets: readonly SceneNode[],
  node: SceneNode,
  options: OrientOptions = {},
): SceneNode {
  const outputs = skipping(ORIENT.type, options.skip);
  checkOutputs(scene, ORIENT.type, node, outputs, options.keyed);
  const draft = draftConstraint(scene, ORIENT, targets, node, options);
  setInterpType(draft, options.interpType);
  setRotationOffset(draft, captureRest(draft, 'rotate', 'restRotate'), options);
  return finish(draft, outputs, options);
}

const AIM: Wiring = {
  type: 'aimConstraint',
  target: PIVOT_TARGET,
  constrained: [PARENT_INVERSE, ['translate', 'constraintTranslate'], ...PIVOT, ORDER],
  jointConstrained: [JOINT_ORIENT, SEGMENT_SCALE],
};

export interface AimOptions extends OffsetOptions {
  /** X by default. */
  readonly aimVector?: Readonly<Vec3>;
  /** Y by default. */
  readonly upVector?: Readonly<Vec3>;
  /** `vector` by default, and `object` with `worldUpObject`. */
  readonly worldUpType?: WorldUpType;
  readonly worldUpVector?: Readonly<Vec3>;
  readonly worldUpObject?: SceneNode;
}

/** Points a node at its targets. Returns the constraint. */
export function createAimConstraint(
  scene: Scene,
  targets: readonly SceneNode[],
  node: SceneNode,
  options: AimOptions = {},
): SceneNode {
  const outputs = skipping(AIM.type, options.skip);
  checkOutputs(scene, AIM.type, node, outputs, options.keyed);
  const draft = draftConstraint(scene, AIM, targets, node, options);
  const { constraint } = draft;
  const { aimVector, upVector, worldUpVector, worldUpObject } = options;
  if (aimVector) setTriple(scene, constraint, 'aimVector', aimVector);
  if (upVector) setTriple(scene, constraint, 'upVector', upVector);
  if (worldUpVector) setTriple(scene, constraint, 'worldUpVector', worldUpVector);
  if (worldUpObject) connect(scene, worldUpObject, 'worldMatrix[0]', constraint, 'worldUpMatrix');
  const worldUpType = options.worldUpType ?? (worldUpObject ? 'object' : undefined);
  if (worldUpType) scene.setValue(constraint, 'worldUpType', WORLD_UP_TYPES.indexOf(worldUpType));
  setRotationOffset(draft, captureRest(draft, 'rotate', 'restRotate'), options);
  return finish(draft, outputs, options);
}

const PARENT: Wiring = {
  type: 'parentConstraint',
  target: [...PIVOT_TARGET, ROTATION_TARGET[0], ROTATION_TARGET[1], ['scale', 'targetScale']],
  jointTarget: [
    ...JOINT_TARGET,
    ['segmentScaleCompensate', 'targetScaleCompensate'],
    ['inverseScale', 'targetInverseScale'],
  ],
  constrained: [PARENT_INVERSE, ...PIVOT, ORDER],
  jointConstrained: [JOINT_ORIENT],
};

export interface ParentOptions extends ConstraintOptions {
  /** Keeps the node where it is by an offset per target, in the target's own axes. */
  readonly maintainOffset?: boolean;
  readonly skipTranslate?: readonly Axis[];
  readonly skipRotate?: readonly Axis[];
  /** Maya's `average` by default. */
  readonly interpType?: InterpType;
}

/** Carries a node as if it were a child of its targets. Returns the constraint. */
export function createParentConstraint(
  scene: Scene,
  targets: readonly SceneNode[],
  node: SceneNode,
  options: ParentOptions = {},
): SceneNode {
  const outputs = outputsOf(PARENT.type).map(
    (o): Output => ({ ...o, skip: o.channel === 'translate' ? options.skipTranslate : options.skipRotate }),
  );
  checkOutputs(scene, PARENT.type, node, outputs, options.keyed);
  const draft = draftConstraint(scene, PARENT, targets, node, options);
  setInterpType(draft, options.interpType);
  const translate = captureRest(draft, 'translate', 'restTranslate');
  const rotate = captureRest(draft, 'rotate', 'restRotate');
  if (options.maintainOffset) setParentOffsets(draft, translate, rotate);
  return finish(draft, outputs, options);
}

const SCALE: Wiring = {
  type: 'scaleConstraint',
  target: [
    ['scale', 'targetScale'],
    ['parentMatrix[0]', 'targetParentMatrix'],
  ],
  constrained: [PARENT_INVERSE],
  jointConstrained: [['segmentScaleCompensate', 'constraintScaleCompensate']],
};

/** Scales a node as its targets are scaled in the world. Returns the constraint. */
export function createScaleConstraint(
  scene: Scene,
  targets: readonly SceneNode[],
  node: SceneNode,
  options: OffsetOptions = {},
): SceneNode {
  const outputs = skipping(SCALE.type, options.skip);
  checkOutputs(scene, SCALE.type, node, outputs, options.keyed);
  const draft = draftConstraint(scene, SCALE, targets, node, options);
  const before = captureRest(draft, 'scale', 'restScale');
  if (options.maintainOffset) {
    setTriple(scene, draft.constraint, 'offset', [1, 1, 1]);
    const at = readTriple(draft.graph, draft.constraint, 'constraintScale');
    const factor = (i: 0 | 1 | 2): number => (at[i] === 0 ? 1 : before[i] / at[i]);
    setTriple(scene, draft.constraint, 'offset', [factor(0), factor(1), factor(2)]);
  } else if (options.offset) {
    setTriple(scene, draft.constraint, 'offset', options.offset);
  }
  return finish(draft, outputs, options);
}

const POLE_VECTOR: Wiring = { type: 'poleVectorConstraint', target: PIVOT_TARGET, constrained: [PARENT_INVERSE] };

export interface PoleVectorOptions extends ConstraintOptions {
  /** The chain's first joint; found through the handle's `startJoint` by default. */
  readonly startJoint?: SceneNode;
}

/** Drives the pole vector of an IK handle from its targets. Returns the constraint. */
export function createPoleVectorConstraint(
  scene: Scene,
  targets: readonly SceneNode[],
  handle: SceneNode,
  options: PoleVectorOptions = {},
): SceneNode {
  const startJoint = options.startJoint ?? handle.inputs.get('startJoint')?.node;
  if (!startJoint || !handle.resolve('poleVector')) {
    throw new RiglineError({
      code: 'EVALUATE_CONSTRAINT_TARGETS',
      message: `A poleVectorConstraint needs an IK handle with a start joint; "${handle.name}" is none`,
      at: { node: scene.pathOf(handle) },
    });
  }
  const outputs = outputsOf(POLE_VECTOR.type);
  checkOutputs(scene, POLE_VECTOR.type, handle, outputs, options.keyed);
  const draft = draftConstraint(scene, POLE_VECTOR, targets, handle, options);
  if (draft.isNew) {
    connect(scene, startJoint, 'translate', draft.constraint, 'constraintRotatePivot');
    connect(scene, startJoint, 'parentMatrix[0]', draft.constraint, 'pivotSpace');
  }
  captureRest(draft, 'poleVector', 'restTranslate');
  return finish(draft, outputs, options);
}

function skipping(type: string, skip: readonly Axis[] | undefined): Output[] {
  return outputsOf(type).map((o) => ({ ...o, skip }));
}

/** The channel before the constraint took it; a new constraint keeps it as its rest value. */
function captureRest(draft: Draft, channel: string, rest: string): Vec3 {
  const before = readTriple(draft.graph, draft.node, channel);
  if (draft.isNew) setTriple(draft.scene, draft.constraint, rest, before);
  return before;
}

function setInterpType(draft: Draft, type: InterpType | undefined): void {
  if (type) draft.scene.setValue(draft.constraint, 'interpType', INTERP_TYPES.indexOf(type));
}

/** The offset that turns what the constraint gives without one into the rotation the node has. */
function setRotationOffset(draft: Draft, before: Vec3, options: OffsetOptions): void {
  const { scene, graph, constraint, node } = draft;
  if (options.maintainOffset) {
    setTriple(scene, constraint, 'offset', [0, 0, 0]);
    const order = ROTATE_ORDERS[graph.get({ node, path: 'rotateOrder' }) as number] ?? 'xyz';
    const plain = quatFromEuler(readTriple(graph, constraint, 'constraintRotate'), order);
    const offset: Quat = multiplyQuat(quatFromEuler(before, order), conjugateQuat(plain));
    setTriple(scene, constraint, 'offset', eulerFromQuat(offset, order));
  } else if (options.offset) {
    setTriple(scene, constraint, 'offset', options.offset);
  }
}

function finish(draft: Draft, outputs: readonly Output[], options: ConstraintOptions): SceneNode {
  connectOutputs(draft.scene, draft.constraint, draft.node, outputs, {
    graph: draft.graph,
    ...(options.keyed ? { keyed: options.keyed } : {}),
  });
  return draft.constraint;
}
