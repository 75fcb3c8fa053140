import {
  angleBetweenQuats,
  closestEuler,
  conjugateQuat,
  crossVec3,
  dotVec3,
  eulerFromQuat,
  identityMat4,
  invertMat4,
  lengthVec3,
  type Mat4,
  multiplyMat4,
  multiplyQuat,
  multiplyVec3,
  normalizeVec3,
  orthonormalizeMat4,
  type Quat,
  quatBetween,
  quatFromAxisAngle,
  quatFromEuler,
  quatFromMat4,
  rotateVec3,
  scaleVec3,
  slerpQuat,
  subtractVec3,
  transformPoint,
  transformVector,
  type Vec3,
} from '@rigline/math';
import { type BendChain, bendNormal, bendTo, buildBendChain, buildPose, rotationOf, spanOf, turnOf } from './bend.ts';
import { type ChainValues, isJoint, type JointValues } from './ik-chain.ts';

/** What a handle asks of its chain besides where it is. */
export interface IkGoal {
  readonly rotatePivot: Readonly<Vec3>;
  readonly poleVector: Readonly<Vec3>;
  readonly twist: number;
  readonly ikBlend: number;
  /** Rolls the chain by the handle's own rotation instead of the pole vector. */
  readonly isSingleChain: boolean;
}

/** Where the chain has to go, in the space of the start joint's turn. */
interface Target {
  readonly span: Vec3;
  readonly pole: Vec3;
  /** Orientation of the handle. */
  readonly handle: Quat;
}

/** Below this sine two directions count as one line. */
const PARALLEL = 1e-9;

function placeTarget(chain: BendChain, values: ChainValues, goal: IkGoal): Target | undefined {
  const toParent = invertMat4(values.parentMatrix);
  if (!toParent) return undefined;
  const { inverse } = chain.start;
  const span = transformPoint(values.handleMatrix, goal.rotatePivot);
  transformPoint(toParent, span, span);
  multiplyVec3(subtractVec3(span, chain.start.values.translate, span), inverse, span);
  const pole = transformVector(values.handleParentMatrix, goal.poleVector);
  multiplyVec3(transformVector(toParent, pole, pole), inverse, pole);
  return { span, pole, handle: orientationOf(multiplyMat4(values.handleMatrix, toParent)) };
}

/** The rotation in a matrix, without its scale and shear. */
function orientationOf(matrix: Readonly<Mat4>): Quat {
  return quatFromMat4(orthonormalizeMat4(matrix));
}

/** The part of `v` at right angles to a unit `axis`, of unit length; zero when there is none. */
function sideOf(v: Readonly<Vec3>, axis: Readonly<Vec3>): Vec3 {
  const side = subtractVec3(v, scaleVec3(axis, dotVec3(v, axis)));
  if (!(lengthVec3(side) > PARALLEL * lengthVec3(v))) return [0, 0, 0];
  normalizeVec3(side, side);
  // Once more: of nearly parallel vectors the first difference is mostly rounding along the axis.
  subtractVec3(side, scaleVec3(axis, dotVec3(side, axis)), side);
  return normalizeVec3(side, side);
}

const isZero = (v: Readonly<Vec3>): boolean => v[0] === 0 && v[1] === 0 && v[2] === 0;

/** The rotation that takes one pair of perpendicular unit vectors to another. */
function quatOfFrames(x: Readonly<Vec3>, y: Readonly<Vec3>, toX: Readonly<Vec3>, toY: Readonly<Vec3>): Quat {
  return multiplyQuat(conjugateQuat(quatOfFrame(x, y)), quatOfFrame(toX, toY));
}

function quatOfFrame(x: Readonly<Vec3>, y: Readonly<Vec3>): Quat {
  const z = crossVec3(x, y);
  const rows: Mat4 = identityMat4();
  for (let i = 0; i < 3; i++) {
    rows[i] = x[i] as number;
    rows[4 + i] = y[i] as number;
    rows[8 + i] = z[i] as number;
  }
  return quatFromMat4(rows);
}

/** The turn that only swings the start joint's own rotation to the target, with no roll about it. */
function swing(chain: BendChain, ahead: Readonly<Vec3>, toward: Readonly<Vec3>): Quat {
  const own = turnOf(chain.start.values, chain.start.values.rotate);
  return multiplyQuat(own, quatBetween(rotateVec3(ahead, own), toward));
}

/** Turn of the start joint by the rotate plane: the bend lies on the side of the pole vector, then twists. */
function turnToPole(
  chain: BendChain,
  ahead: Readonly<Vec3>,
  toward: Readonly<Vec3>,
  target: Target,
  twist: number,
): Quat {
  const side = sideOf(crossVec3(ahead, bendNormal(chain)), ahead);
  const poleSide = sideOf(target.pole, toward);
  const turn =
    isZero(side) || isZero(poleSide) ? swing(chain, ahead, toward) : quatOfFrames(ahead, side, toward, poleSide);
  return twist === 0 ? turn : multiplyQuat(turn, quatFromAxisAngle(toward, twist));
}

/** Turn of the start joint by the single chain rule: the effector is rolled as near to the handle's rotation as can be. */
function turnToHandle(
  chain: BendChain,
  ahead: Readonly<Vec3>,
  toward: Readonly<Vec3>,
  target: Target,
  tip: Quat,
): Quat {
  const turn = swing(chain, ahead, toward);
  const effector: Quat = [...tip];
  for (let i = chain.links.length - 1; i > 0; i--) {
    const link = chain.links[i];
    if (!link) continue;
    multiplyQuat(effector, 'turn' in link ? link.turn : orientationOf(link.matrix), effector);
  }
  multiplyQuat(effector, turn, effector);
  const missing = multiplyQuat(conjugateQuat(effector), target.handle);
  const along = missing[0] * toward[0] + missing[1] * toward[1] + missing[2] * toward[2];
  return multiplyQuat(turn, quatFromAxisAngle(toward, 2 * Math.atan2(along, missing[3])));
}

/** Euler channels of a solved joint, blended with those it has without IK. */
function channelsOf(joint: JointValues, turn: Readonly<Quat>, near: Readonly<Vec3> | undefined, blend: number): Vec3 {
  const rotation = rotationOf(joint, turn);
  const solved = eulerFromQuat(rotation, joint.rotateOrder);
  if (near) closestEuler(solved, joint.rotateOrder, near, solved);
  if (blend >= 1) return solved;
  const own = quatFromEuler(joint.rotate, joint.rotateOrder);
  const mixed = eulerFromQuat(slerpQuat(own, rotation, blend, { arc: 'shortest' }), joint.rotateOrder);
  const between: Vec3 = [0, 0, 0];
  for (let i = 0; i < 3; i++) {
    between[i] = (1 - blend) * (joint.rotate[i] as number) + blend * (solved[i] as number);
  }
  return closestEuler(mixed, joint.rotateOrder, between, mixed);
}

/** Share of the chain's reach by which the effector of a solved chain may miss, as Maya's solvers have it. */
const REACHED = 1e-5;
/** Radians by which a joint may differ from our solution and still be a solution of Maya's. */
const SETTLED = 2e-4;

/**
 * Whether the joints stand solved already. Maya's solvers start from where the joints are and stop within a tolerance;
 * near full stretch that leaves angles which no closed formula gives. What Maya saved is kept then.
 */
function isSettled(
  values: ChainValues,
  chain: BendChain,
  target: Readonly<Vec3>,
  miss: number,
  rotates: readonly Readonly<Vec3>[],
): boolean {
  const joints = values.links.filter(isJoint);
  const isNear = joints.every((joint, i) => {
    const solved = quatFromEuler(rotates[i] as Vec3, joint.rotateOrder);
    return angleBetweenQuats(quatFromEuler(joint.rotate, joint.rotateOrder), solved) <= SETTLED;
  });
  if (!isNear) return false;
  const pose = buildPose(values.links, chain.tip, (joint) => joint.rotate);
  const end = spanOf(pose);
  rotateVec3(end, turnOf(pose.start.values, pose.start.values.rotate), end);
  return lengthVec3(subtractVec3(end, target)) <= miss + REACHED * lengthVec3(end);
}

/** What became of solving a chain. */
export interface IkSolution {
  /** Rotate channels of the joints from the start on. */
  readonly rotates: readonly Readonly<Vec3>[];
  /** The chain has to bend and its rest pose does not say how. */
  readonly isStiff: boolean;
}

/**
 * Rotations of the joints of a chain so that the effector is at the handle, or points to it where it is out of reach.
 *
 * The inner joints bend from their preferred angles in their own plane; the start joint takes the chain to the handle.
 * The pole vector is a direction in the space of the handle's parent. Twist turns right-handed about the line from start
 * to handle. Pure: the same inputs give the same rotations, whatever was solved before.
 *
 * Unverified: the blend with FK (short arc, nearest Euler triple); that straight chains of several bones are
 * rolled as single ones are.
 * Source: Maya help, "ikRPsolver" and "ikSCsolver"; saved files, see fixtures/nodes/ik.golden.json.
 */
export function solveChain(values: ChainValues, goal: IkGoal): IkSolution {
  const joints = values.links.filter(isJoint);
  const own = (): IkSolution => ({ rotates: joints.map((joint) => joint.rotate), isStiff: false });
  if (!(goal.ikBlend > 0)) return own();
  const effector = multiplyMat4(values.effectorMatrix, values.effectorOffset);
  const chain = buildBendChain(values.links, [effector[12], effector[13], effector[14]]);
  const target = placeTarget(chain, values, goal);
  if (!target) return own();
  const distance = lengthVec3(target.span);
  bendTo(chain, distance);
  const ahead = spanOf(chain);
  const reach = lengthVec3(ahead);
  if (!(distance > 0 && reach > 0)) return own();
  normalizeVec3(ahead, ahead);
  const toward = normalizeVec3(target.span);
  const turn = goal.isSingleChain
    ? turnToHandle(chain, ahead, toward, target, orientationOf(effector))
    : turnToPole(chain, ahead, toward, target, goal.twist);
  const rotates = chain.links.flatMap((link, index) => {
    if (!('turn' in link)) return [];
    const isStart = index === 0;
    const near = isStart ? undefined : link.values.preferredAngle;
    return [channelsOf(link.values, isStart ? turn : link.turn, near, goal.ikBlend)];
  });
  const isStiff = chain.bending.length === 0 && joints.length > 1 && distance < reach * (1 - 1e-6);
  const isSolved = goal.ikBlend >= 1 && isSettled(values, chain, target.span, Math.abs(distance - reach), rotates);
  return { rotates: isSolved ? own().rotates : rotates, isStiff };
}
