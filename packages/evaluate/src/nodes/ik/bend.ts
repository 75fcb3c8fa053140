import {
  addVec3,
  conjugateQuat,
  crossVec3,
  dotVec3,
  lengthVec3,
  multiplyQuat,
  multiplyVec3,
  normalizeVec3,
  type Quat,
  quatFromAxisAngle,
  quatFromEuler,
  rotateVec3,
  transformPoint,
  type Vec3,
} from '@rigline/math';
import { type FixedValues, isJoint, type JointValues } from './ik-chain.ts';

/**
 * The bending of a chain: how far its inner joints are turned so that its ends are a given distance apart.
 *
 * Every inner joint bends about the normal of the plane that its two bones have in the rest pose, all by the same share
 * of their rest angles. For two bones that is the law of cosines. How Maya shares the bend among more than two bones is
 * not documented; the saved pose is the rest pose there, so that it is met where it was saved.
 *
 * Convention: the space of a joint's turn lies after its joint orient and before the inverse parent scale, where the
 * turn is rigid. `turn` is rotate axis, rotate and joint orient in one.
 */
export interface BendJoint {
  readonly values: JointValues;
  /** The parent's scale to take back, 1 where it is not. */
  readonly inverse: Readonly<Vec3>;
  /** The turn in the rest pose. */
  readonly rest: Quat;
  /** The turn in the current pose. */
  readonly turn: Quat;
  /** Unit normal of the rest bend; zero where the bones are in line. */
  readonly axis: Vec3;
  /** Angle between the bones in the rest pose, in [0, pi]. */
  readonly angle: number;
}

export interface BendChain {
  readonly links: readonly (BendJoint | FixedValues)[];
  /** Inner joints that bend. */
  readonly bending: readonly BendJoint[];
  readonly start: BendJoint;
  /** The effector in the space of the last link. */
  readonly tip: Readonly<Vec3>;
}

/** Bones closer to one line than this (radians) have no bend axis. */
const STRAIGHT = 1e-6;
const ONE: Readonly<Vec3> = [1, 1, 1];

/** Rotate axis, a rotation of the channels and joint orient in one. */
export function turnOf(joint: JointValues, rotate: Readonly<Vec3>, out: Quat = [0, 0, 0, 1]): Quat {
  quatFromEuler(rotate, joint.rotateOrder, out);
  multiplyQuat(quatFromEuler(joint.rotateAxis, 'xyz'), out, out);
  return multiplyQuat(out, quatFromEuler(joint.jointOrient, 'xyz'), out);
}

/** The rotation of the channels that makes a turn. */
export function rotationOf(joint: JointValues, turn: Readonly<Quat>, out: Quat = [0, 0, 0, 1]): Quat {
  const axis = quatFromEuler(joint.rotateAxis, 'xyz');
  const orient = quatFromEuler(joint.jointOrient, 'xyz');
  multiplyQuat(conjugateQuat(axis), turn, out);
  return multiplyQuat(out, conjugateQuat(orient), out);
}

const isBendJoint = (link: BendJoint | FixedValues): link is BendJoint => 'turn' in link;

/** A point of a link's space in the space of the link above. */
function climb(link: BendJoint | FixedValues, point: Vec3): Vec3 {
  if (!isBendJoint(link)) return transformPoint(link.matrix, point, point);
  multiplyVec3(point, link.values.scale, point);
  rotateVec3(point, link.turn, point);
  for (let i = 0; i < 3; i++) point[i] = (point[i] as number) / (link.inverse[i] as number);
  return addVec3(point, link.values.translate, point);
}

/** Where the next joint, or the tip, lies in the space of the joint at `index`. */
function boneEnd(links: readonly (BendJoint | FixedValues)[], index: number, tip: Readonly<Vec3>): Vec3 {
  let next = index + 1;
  while (next < links.length && !isBendJoint(links[next] as BendJoint | FixedValues)) next++;
  const joint = links[next];
  const point: Vec3 = joint && isBendJoint(joint) ? [...joint.values.translate] : [...tip];
  for (let i = next - 1; i > index; i--) climb(links[i] as FixedValues, point);
  return point;
}

function measureBend(
  links: readonly (BendJoint | FixedValues)[],
  index: number,
  tip: Readonly<Vec3>,
): { axis: Vec3; angle: number } {
  const joint = links[index] as BendJoint;
  const into = multiplyVec3(joint.values.translate, joint.inverse);
  const out = multiplyVec3(boneEnd(links, index, tip), joint.values.scale);
  rotateVec3(out, joint.rest, out);
  const axis = crossVec3(into, out);
  const angle = Math.atan2(lengthVec3(axis), dotVec3(into, out));
  if (!(angle > STRAIGHT && angle < Math.PI - STRAIGHT)) return { axis: [0, 0, 0], angle: 0 };
  return { axis: normalizeVec3(axis, axis), angle };
}

/** The chain with its rest pose given by one rotation per link. */
export function buildPose(
  links: readonly (JointValues | FixedValues)[],
  tip: Readonly<Vec3>,
  rotationAt: (joint: JointValues) => Readonly<Vec3>,
): BendChain {
  const posed = links.map((link): BendJoint | FixedValues => {
    if (!isJoint(link)) return link;
    const rest = turnOf(link, rotationAt(link));
    const { segmentScaleCompensate, inverseScale } = link;
    const inverse = segmentScaleCompensate && inverseScale ? inverseScale.map((v) => v || 1) : ONE;
    return { values: link, inverse: inverse as Vec3, rest, turn: [...rest], axis: [0, 0, 0], angle: 0 };
  });
  const bent = posed.map((link, index) =>
    index > 0 && isBendJoint(link) ? { ...link, ...measureBend(posed, index, tip) } : link,
  );
  const joints = bent.filter(isBendJoint);
  return {
    links: bent,
    bending: joints.slice(1).filter((joint) => joint.angle > 0),
    start: joints[0] as BendJoint,
    tip,
  };
}

/**
 * The chain in its rest pose: the preferred angles, or the rotations of the channels where those leave the chain
 * straight. With more than two bones the channels come first.
 */
export function buildBendChain(links: readonly (JointValues | FixedValues)[], tip: Readonly<Vec3>): BendChain {
  const preferred = buildPose(links, tip, (joint) => joint.preferredAngle);
  const isLong = links.filter(isJoint).length > 2;
  if (!isLong && preferred.bending.length > 0) return preferred;
  const channels = buildPose(links, tip, (joint) => joint.rotate);
  return channels.bending.length > 0 ? channels : preferred;
}

const extra: Quat = [0, 0, 0, 1];

/** Bends every inner joint to `share` of its rest angle. */
function poseAt(chain: BendChain, share: number): void {
  for (const joint of chain.bending) {
    quatFromAxisAngle(joint.axis, (share - 1) * joint.angle, extra);
    multiplyQuat(joint.rest, extra, joint.turn);
  }
}

/** The tip from the start joint, in the start joint's space after its scale. */
export function spanOf(chain: BendChain, out: Vec3 = [0, 0, 0]): Vec3 {
  for (let i = 0; i < 3; i++) out[i] = chain.tip[i] as number;
  for (let i = chain.links.length - 1; i > 0; i--) climb(chain.links[i] as BendJoint, out);
  return multiplyVec3(out, chain.start.values.scale, out);
}

const span: Vec3 = [0, 0, 0];
const lengthAt = (chain: BendChain, share: number): number => {
  poseAt(chain, share);
  return lengthVec3(spanOf(chain, span));
};

/**
 * The share of one hinge by the law of cosines, in the half-angle form that is exact near the straight chain: squared
 * lengths run from `longest` to `shortest` as sin² of half the bend.
 */
function bendHinge(joint: BendJoint, distance: number, longest: number, shortest: number): number {
  const sine = Math.sqrt(((longest - distance) * (longest + distance)) / ((longest - shortest) * (longest + shortest)));
  return (2 * Math.asin(Math.min(sine, 1))) / joint.angle;
}

const MAX_STEPS = 100;
/** Steps in which a chain of several bends is looked through for the first one that is close enough. */
const SCAN_STEPS = 32;
/** Relative to the longest chain: where float64 stops telling apart. */
const CLOSE = 1e-14;
/** Relative error at which a single hinge counts as solved; scales inside the chain can spoil its formula. */
const HINGE_SOLVED = 1e-12;

/**
 * Bends the chain so that its ends are `distance` apart: straight when that is out of reach, as near as it comes when
 * that is too near. Of several bends the smallest is taken.
 */
export function bendTo(chain: BendChain, distance: number): void {
  if (chain.bending.length === 0) return;
  const longest = lengthAt(chain, 0);
  if (longest <= distance) return;
  const most = Math.PI / Math.max(...chain.bending.map((joint) => joint.angle));
  if (chain.bending.length === 1) {
    const shortest = lengthAt(chain, most);
    if (shortest >= distance) return;
    const share = bendHinge(chain.bending[0] as BendJoint, distance, longest, shortest);
    if (Math.abs(lengthAt(chain, share) - distance) <= HINGE_SOLVED * longest) return;
  }
  let nearest = 0;
  let least = longest;
  for (let step = 1; step <= SCAN_STEPS; step++) {
    const share = (most * step) / SCAN_STEPS;
    const length = lengthAt(chain, share);
    if (length <= distance) {
      closeIn(chain, distance, share - most / SCAN_STEPS, share);
      return;
    }
    if (length < least) {
      least = length;
      nearest = share;
    }
  }
  poseAt(chain, nearest);
}

/** Finds the share between one that is too long and one that is not, by the Illinois rule. */
function closeIn(chain: BendChain, distance: number, tooLong: number, tooShort: number): void {
  let near = tooLong;
  let nearGap = lengthAt(chain, near) - distance;
  let far = tooShort;
  let farGap = lengthAt(chain, far) - distance;
  let side = 0;
  for (let step = 0; step < MAX_STEPS && far - near > CLOSE * far; step++) {
    const secant = near + ((far - near) * nearGap) / (nearGap - farGap);
    // Every eighth step halves the bracket, whatever the curve looks like.
    const share = step % 8 === 7 || !(secant > near && secant < far) ? (near + far) / 2 : secant;
    const gap = lengthAt(chain, share) - distance;
    if (Math.abs(gap) <= CLOSE * distance) return;
    if (gap > 0) {
      near = share;
      nearGap = gap;
      if (side === 1) farGap /= 2;
      side = 1;
    } else {
      far = share;
      farGap = gap;
      if (side === -1) nearGap /= 2;
      side = -1;
    }
  }
}

/**
 * Normal of the bend in the start joint's space after its scale. A chain without a bend has the z axis behind its
 * joint's rotate axis for it: single bones with a rotate plane handle, with and without a rotate axis, were saved with
 * their pole vector on the side of bone × z.
 */
export function bendNormal(chain: BendChain): Vec3 {
  if (chain.bending.length === 0) {
    return rotateVec3([0, 0, 1], conjugateQuat(quatFromEuler(chain.start.values.rotateAxis, 'xyz')));
  }
  const sum: Vec3 = [0, 0, 0];
  const joints = chain.links.filter(isBendJoint);
  for (let i = 1; i < joints.length; i++) {
    const joint = joints[i] as BendJoint;
    const axis: Vec3 = [joint.axis[0] * joint.angle, joint.axis[1] * joint.angle, joint.axis[2] * joint.angle];
    for (let above = i - 1; above > 0; above--) rotateVec3(axis, (joints[above] as BendJoint).turn, axis);
    addVec3(sum, axis, sum);
  }
  return normalizeVec3(sum, sum);
}
