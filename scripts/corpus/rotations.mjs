/** The rotation corpus: 30 rotations in every order and application, written down by an independent program. */
import { readFileSync } from 'node:fs';
import { degToRad, describeRotation, mat4FromEuler, quatFromEuler, quatFromRotator } from '@rigline/math';
import { worstDifference } from './score.mjs';

/** The file has 15 digits. */
const TOLERANCE = 1e-9;
const ROLES = ['object', 'camera', 'light'];
const SPACES = ['unreal', 'unity', 'blender', 'gltf', 'threejs', 'godot'];
const TARGETS = SPACES.flatMap((space) => ROLES.map((role) => ({ space, role })));

const radians = (degrees) => degrees.map(degToRad);

/** q and -q are one rotation. */
function isSameQuat(actual, expected) {
  const negated = actual.map((part) => -part);
  return Math.min(worstDifference(actual, expected), worstDifference(negated, expected)) <= TOLERANCE;
}

/** The same angles around the circle, or at gimbal lock (where only a combination has a meaning) the same rotation. */
function isSameEuler(actual, expected, order, isLocked) {
  const around = expected.map((angle, i) => actual[i] + 360 * Math.round((angle - actual[i]) / 360));
  const isAlike = worstDifference(around, expected) <= TOLERANCE;
  const matrices = [actual, expected].map((degrees) => mat4FromEuler(radians(degrees), order));
  return (isAlike || isLocked) && worstDifference(matrices[0], matrices[1]) <= TOLERANCE;
}

function scoreUnreal(score, recorded, find) {
  for (const role of ROLES) {
    const expected = recorded.ue[role];
    const { quat, eulerDeg, singular } = find('unreal', role);
    const [roll, pitch, yaw] = eulerDeg;
    const rebuilt = quatFromRotator({ roll, pitch, yaw });
    const angles = isSameEuler(
      [roll, pitch, yaw],
      [expected.roll, expected.pitch, expected.yaw],
      'xyz',
      expected.singular,
    );
    const isRight =
      isSameQuat(quat, expected.quat) && isSameQuat(rebuilt, expected.quat) && singular === expected.singular;
    // At the pole Unreal's own angles lose digits; there the rotation of the recorded angles is what counts.
    const { roll: r, pitch: p, yaw: y } = expected;
    const isNear = isSameQuat(rebuilt, quatFromRotator({ roll: r, pitch: p, yaw: y }));
    score.add(
      `rotations: Unreal ${role}`,
      expected.singular ? isSameQuat(quat, expected.quat) && isNear && singular : isRight && angles,
      recorded.name,
    );
  }
}

function scoreOthers(score, recorded, find) {
  for (const role of ['object', 'camera']) {
    const unity = recorded.unity[role];
    const inUnity = find('unity', role);
    score.add(
      `rotations: Unity ${role}`,
      isSameQuat(inUnity.quat, unity.quat) &&
        isSameEuler(inUnity.eulerDeg, unity.eulerXYZ_orderZXY, 'zxy', unity.gimbalLock),
      recorded.name,
    );
    const blender = recorded.blender[role];
    const [w, x, y, z] = blender.quatWXYZ;
    const inBlender = find('blender', role);
    score.add(
      `rotations: Blender ${role}`,
      isSameQuat(inBlender.quat, [x, y, z, w]) &&
        isSameEuler(inBlender.eulerDeg, blender.eulerXYZ, 'xyz', blender.gimbalLock),
      recorded.name,
    );
    score.add(`rotations: glTF ${role}`, isSameQuat(find('gltf', role).quat, recorded.gltf[role]), recorded.name);
  }
  const three = find('threejs', 'object').eulerDeg;
  score.add('rotations: three.js', isSameEuler(three, recorded.threejs.orderXYZ, 'zyx', false), recorded.name);
  const godot = find('godot', 'object').eulerDeg;
  score.add('rotations: Godot', isSameEuler(godot, recorded.godot.rotationDegreesYXZ, 'zxy', false), recorded.name);
}

export function scoreRotations(file, score) {
  for (const recorded of JSON.parse(readFileSync(file, 'utf8')).cases) {
    const { name, mayaRotate, rotateOrder } = recorded;
    const [x, y, z] = recorded.matrixRowVector;
    const matrix = mat4FromEuler(radians(mayaRotate), rotateOrder);
    const expected = [...x, 0, ...y, 0, ...z, 0, 0, 0, 0, 1];
    score.add('rotations: matrix', worstDifference(matrix, expected) <= TOLERANCE, name);
    const quat = quatFromEuler(radians(mayaRotate), rotateOrder);
    score.add('rotations: quaternion', isSameQuat(quat, recorded.quaternion), name);
    const described = describeRotation({ eulerDeg: mayaRotate, order: rotateOrder, targets: TARGETS });
    for (const reading of described.orders) {
      const { principal, alternate, gimbalLock } = recorded.otherOrders[reading.order];
      score.add(
        'rotations: orders',
        isSameEuler(reading.principalDeg, principal, reading.order, false) &&
          (alternate === null || isSameEuler(reading.alternateDeg, alternate, reading.order, gimbalLock)) &&
          reading.gimbalLocked === gimbalLock,
        `${name} ${reading.order}`,
      );
    }
    const find = (space, role) => described.representations.find((r) => r.space === space && r.role === role);
    scoreUnreal(score, recorded, find);
    scoreOthers(score, recorded, find);
  }
}
