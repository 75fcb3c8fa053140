/** One arm: joints, rotate plane IK, hand that follows its control, gripper, and the shapes on them. */
import { addPedestal, addShapes } from './arm-shapes.mjs';
import { constrain, restOf } from './constraints.mjs';
import { alongZ, box, join, lathe, move, turn } from './geometry.mjs';
import { values } from './ma-file.mjs';
import { ARM, SAVED_FRAME } from './motion.mjs';
import { bendTwoBones, fromEuler, multiply, subtract, toEuler, transpose } from './vectors.mjs';

/** Turn of the fingers by how far the hand is closed: base and tip, and their angles open and shut. */
export const FINGER = { open: [52, -14], shut: [20, -52] };

const SHOULDER_ORIENT = { 1: [0, 0, 62], '-1': [0, 0, 118] };
const ELBOW_ORIENT = 24;
const ELBOW_PREFERRED = 50;

/**
 * @param arm `name` (`armL`), `motion` (`LEFT`), the colours of its parts, and `grip`: keys of 0 (open) to 1 (shut).
 */
export function addArm(file, materials, arm) {
  const { name, motion } = arm;
  const rig = file.transform(`${name}_rig`);
  const start = [-motion.side * ARM.shoulderX, ARM.shoulderY, ARM.shoulderZ];
  addPedestal(materials, arm, [start[0], 0, start[2]]);
  addControl(file, arm, rig);
  addJoints(file, arm, rig, start);
  addShapes(materials, arm);
  addFingers(file, materials, arm);
  addIk(file, arm, rig, start);
}

/** Solved by hand, so that the file holds what Maya would have saved. */
function solveAt(motion, start, frame) {
  const pole = subtract(motion.pole, start);
  const { upper, lower } = ARM;
  const solved = bendTwoBones({ start, end: motion.wristAt(frame), pole, upper, lower, side: motion.side });
  const orient = fromEuler(SHOULDER_ORIENT[motion.side]);
  return {
    shoulder: toEuler(multiply(solved.rotation, transpose(orient))),
    elbow: [0, 0, solved.bend + motion.side * ELBOW_ORIENT],
  };
}

function addJoints(file, { name, motion }, rig, start) {
  const solved = solveAt(motion, start, SAVED_FRAME);
  const { side } = motion;
  const joint = (suffix, parent, t, more) =>
    file.node('joint', `${name}_${suffix}`, {
      parent,
      attributes: [
        `".t" ${values.double3(t)}`,
        ...more,
        '".mnrl" -type "double3" -360 -360 -360 ',
        '".mxrl" -type "double3" 360 360 360 ',
      ],
    });
  joint('base', rig, [start[0], ARM.baseY, start[2]], ['".radi" 6']);
  joint(
    'shoulder',
    `${name}_base`,
    [0, ARM.shoulderY - ARM.baseY, 0],
    [`".r" ${values.double3(solved.shoulder)}`, `".jo" ${values.double3(SHOULDER_ORIENT[side])}`, '".radi" 5'],
  );
  joint(
    'elbow',
    `${name}_shoulder`,
    [ARM.upper, 0, 0],
    [
      `".r" ${values.double3(solved.elbow)}`,
      `".jo" ${values.double3([0, 0, -side * ELBOW_ORIENT])}`,
      `".pa" ${values.double3([0, 0, -side * ELBOW_PREFERRED])}`,
      '".radi" 4',
    ],
  );
  joint('hand', `${name}_elbow`, [ARM.lower, 0, 0], ['".ro" 3', '".radi" 3']);
  file.connect(`${name}_base.s`, `${name}_shoulder.is`);
  file.connect(`${name}_shoulder.s`, `${name}_elbow.is`);
  file.connect(`${name}_elbow.s`, `${name}_hand.is`);
}

/** The animated control at the wrist, and the locator that the elbow bends towards. */
function addControl(file, { name, motion, controlColor, isDriven }, rig) {
  const { heading, translate, turn: rotation } = motion;
  const zero = file.transform(`${name}_ctl_zero`, rig, { r: heading ? [0, heading, 0] : undefined });
  const grip = 'addAttr -ci true -k true -sn "grip" -ln "grip" -min 0 -max 10 -at "double"';
  const control = file.transform(`${name}_ctl`, zero, { ro: 3, more: isDriven ? [grip, '-k on ".grip"'] : [] });
  const circle = Array.from({ length: 11 }, (_, i) => {
    const angle = (i * Math.PI) / 4;
    return [0, 11.5 * Math.cos(angle), 11.5 * Math.sin(angle)];
  });
  file.node('nurbsCurve', `${name}_ctlShape`, {
    parent: control,
    attributes: [
      '-k off ".v"',
      '".ove" yes',
      `".ovc" ${controlColor}`,
      `".cc" -type "nurbsCurve" \n\t\t3 8 2 no 3\n\t\t13 -2 -1 0 1 2 3 4 5 6 7 8 9 10\n\t\t11\n\t\t${circle
        .map((point) => point.map((value) => values.number(value)).join(' '))
        .join('\n\t\t')}`,
    ],
  });
  for (const [kind, curves, type] of [
    ['t', translate, 'animCurveTL'],
    ['r', rotation, 'animCurveTA'],
  ]) {
    const long = kind === 't' ? 'translate' : 'rotate';
    curves.axes.forEach((curve, i) => {
      file.curve(type, `${name}_ctl_${long}${'XYZ'[i]}`, curve.keys, { plug: `${control}.${kind}${'xyz'[i]}` });
    });
  }
  const pole = file.transform(`${name}_pole`, rig, { t: motion.pole });
  file.node('locator', `${name}_poleShape`, {
    parent: pole,
    attributes: ['-k off ".v" no', '".los" -type "double3" 6 6 6 '],
  });
}

function addIk(file, { name, motion, poleIsConstrained }, rig, start) {
  const pole = subtract(motion.pole, start);
  const effector = file.node('ikEffector', `${name}_effector`, {
    parent: `${name}_elbow`,
    attributes: ['".v" no', '".hd" yes'],
  });
  for (const axis of 'xyz') file.connect(`${name}_hand.t${axis}`, `${effector}.t${axis}`);
  const handle = file.node('ikHandle', `${name}_ikHandle`, {
    parent: rig,
    attributes: ['".v" no', ...(poleIsConstrained ? [] : [`".pv" ${values.double3(pole)}`]), '".roc" yes'],
  });
  file.connect(`${name}_shoulder.msg`, `${handle}.hsj`);
  file.connect(`${effector}.hp`, `${handle}.hee`);
  file.connect('ikRPsolver.msg', `${handle}.hsv`);
  constrain(file, 'pointConstraint', handle, [`${name}_ctl`], {
    attributes: restOf({ translate: motion.wristAt(SAVED_FRAME) }),
  });
  if (poleIsConstrained) {
    const name1 = constrain(file, 'poleVectorConstraint', handle, [`${name}_pole`], {
      attributes: restOf({ translate: pole }),
    });
    file.connect(`${name}_shoulder.pm`, `${name1}.ps`);
    file.connect(`${name}_shoulder.t`, `${name1}.crp`);
    for (const axis of 'xyz') file.connect(`${name1}.ct${axis}`, `${handle}.pv${axis}`);
  }
  constrain(file, 'orientConstraint', `${name}_hand`, [`${name}_ctl`], { joints: [`${name}_hand`] });
}

/** Two fingers of two bones. The lower one is turned over by its joint orient, so that both take the same angles. */
function addFingers(file, materials, arm) {
  const { name, grip, isDriven } = arm;
  const plugs = [[], []];
  for (const [suffix, up] of [
    ['fingerUp', 1],
    ['fingerDown', -1],
  ]) {
    const orient = up < 0 ? ['".jo" -type "double3" 180 0 0 '] : [];
    const base = file.transform(`${name}_${suffix}`, `${name}_hand`, {
      type: 'joint',
      t: [11, up * 4.2, 0],
      more: [...orient, '".radi" 1'],
    });
    const tip = file.transform(`${name}_${suffix}Tip`, base, { type: 'joint', t: [8, 0, 0], more: ['".radi" 1'] });
    file.connect(`${name}_hand.s`, `${base}.is`);
    file.connect(`${base}.s`, `${tip}.is`);
    plugs[0].push(base);
    plugs[1].push(tip);
    const bone = join(
      move(box(8.5, 3, 5, 0.7), [4, 0, 0]),
      alongZ(
        lathe(
          [
            [1.9, -3.1],
            [1.9, 3.1],
          ],
          10,
        ),
      ),
    );
    materials.put(`${base}_geo`, base, arm.dark, bone);
    const claw = join(
      move(box(7, 2.6, 4.6, 0.7), [3.2, 0, 0]),
      move(turn(box(3, 2.2, 4.2, 0.5), 'z', -24), [7, -0.7, 0]),
      alongZ(
        lathe(
          [
            [1.6, -2.8],
            [1.6, 2.8],
          ],
          10,
        ),
      ),
    );
    materials.put(`${tip}_geo`, tip, 'brass', claw);
  }
  plugs.forEach((joints, bone) => {
    for (const joint of joints) {
      const at = (share) => FINGER.open[bone] * (1 - share) + FINGER.shut[bone] * share;
      if (isDriven) {
        file.curve(
          'animCurveUA',
          `${joint}_rotateZ`,
          [
            [0, at(0)],
            [10, at(1)],
          ],
          { plug: `${joint}.rz`, tangent: 2 },
        );
        file.connect(`${name}_ctl.grip`, `${joint}_rotateZ.i`);
      } else {
        file.curve(
          'animCurveTA',
          `${joint}_rotateZ`,
          grip.map(([frame, share]) => [frame, at(share)]),
          {
            plug: `${joint}.rz`,
          },
        );
      }
    }
  });
  if (isDriven) {
    file.curve(
      'animCurveTU',
      `${name}_ctl_grip`,
      grip.map(([frame, share]) => [frame, share * 10]),
      {
        plug: `${name}_ctl.grip`,
      },
    );
  }
}
