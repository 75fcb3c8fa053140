/**
 * Everything that moves in the demo shot, as keys, and where that puts things at a frame.
 *
 * Frames, centimetres, degrees, world axes. Both hands keep still or move alike from `HANDOFF.meet` to `HANDOFF.part`,
 * so that the lantern does not jump while its weights change.
 */
import { Curve, cubicPoint, curves3 } from './curves.mjs';
import { add, cosDeg, fromEuler, length, multiply, rotate, sinDeg, subtract, transpose } from './vectors.mjs';

export const RANGE = { first: 1, last: 168, rate: 24 };
/** The frame that the file is saved at. */
export const SAVED_FRAME = 86;
export const HANDOFF = { meet: 72, hold: 78, give: 82, take: 91, part: 97 };

/** Lengths of the arms and where their shoulders are. */
export const ARM = { upper: 62, lower: 56, shoulderX: 104, baseY: 66, shoulderY: 84, shoulderZ: -4 };
/** Where the lantern's bar lies in a hand, from the wrist along the fingers and to the side. */
export const GRIP = { ahead: 18.5, aside: 6.5 };
/** From the bar down to the middle of the flame. */
export const LANTERN_DROP = 33;

const MEET_LEFT = [-23, 128, 37];
const MEET_RIGHT = add(MEET_LEFT, [2 * GRIP.ahead, 0, -2 * GRIP.aside]);
/** Both hands yield under the weight: frame and way. */
const DIP = [
  [HANDOFF.meet, 0, 0, 0],
  [HANDOFF.hold, 0, 0, 0],
  [86, 2, -3, 0],
  [94, 3, -1, 0],
  [HANDOFF.part, 3, -1, 0],
];
const dipFrom = (at) => DIP.map(([frame, x, y, z]) => [frame, at[0] + x, at[1] + y, at[2] + z]);

/** Wrist and turn of a hand. The turn is in the hand's own axes: x along the fingers, order xzy. */
export const LEFT = {
  ...hand(
    0,
    [
      [1, -88, 110, 50],
      [16, -88, 111, 50],
      [30, -90, 103, 52],
      [50, -54, 136, 46],
      [64, -26, 131, 39],
      ...dipFrom(MEET_LEFT),
      [112, -42, 122, 48],
      [134, -66, 104, 52],
      [156, -68, 98, 52],
      [168, -68, 98.5, 52],
    ],
    [
      [1, 0, 0, 5],
      [16, 0, 0, 5],
      [30, 0, 4, 12],
      [50, 0, -6, -9],
      [68, 0, 0, 0],
      [98, 0, 0, 0],
      [112, -10, 8, 10],
      [136, -20, 14, -20],
      [168, -20, 14, -22],
    ],
  ),
  side: 1,
  pole: [-190, 270, -70],
};
export const RIGHT = {
  ...hand(
    180,
    [
      [1, 54, 92, 44],
      [34, 56, 90, 44],
      [52, 48, 118, 34],
      [64, 26, 127, 26],
      ...dipFrom(MEET_RIGHT),
      [110, 30, 142, 28],
      [130, 74, 160, 38],
      [148, 84, 156, 40],
      [168, 84, 155, 40],
    ],
    [
      [1, 0, -10, -28],
      [34, 0, -10, -30],
      [52, 0, 6, 10],
      [68, 0, 0, 0],
      [98, 0, 0, 0],
      [114, 0, -4, -9],
      [132, 0, -14, 9],
      [150, 0, -16, 0],
      [168, 0, -16, 0],
    ],
  ),
  side: -1,
  pole: [190, 270, -70],
};

/** @param heading Of the group above the hand's control: 180 turns the hand to face the other one. */
function hand(heading, wrist, rotation) {
  const above = fromEuler([0, heading, 0]);
  const local = wrist.map(([frame, ...at]) => [frame, ...rotate(at, transpose(above))]);
  const translate = curves3(local);
  const turn = curves3(rotation);
  return {
    heading,
    translate,
    turn,
    wristAt: (frame) => rotate(translate.at(frame), above),
    rotationAt: (frame) => multiply(fromEuler(turn.at(frame), 'xzy'), above),
  };
}

/** Weights of the two hands over the lantern. */
export const WEIGHTS = [
  new Curve([
    [HANDOFF.give, 1],
    [HANDOFF.take, 0],
  ]),
  new Curve([
    [HANDOFF.give, 0],
    [HANDOFF.take, 1],
  ]),
];

/** The lantern's bar in the axes of the left hand, which the lantern shares. */
export const LEFT_OFFSET = [GRIP.ahead, 0, -GRIP.aside];
/** The same in the right hand: there the bar is turned by half a turn. */
export const RIGHT_OFFSET = [GRIP.ahead, 0, -GRIP.aside];

/** Where the bar is and how it is turned. */
export function lanternAt(frame) {
  const giver = frame <= (HANDOFF.give + HANDOFF.take) / 2;
  const by = giver ? LEFT : RIGHT;
  const rotation = giver ? by.rotationAt(frame) : multiply(fromEuler([0, 180, 0]), by.rotationAt(frame));
  const offset = giver ? LEFT_OFFSET : RIGHT_OFFSET;
  return { position: add(by.wristAt(frame), rotate(offset, by.rotationAt(frame))), rotation };
}

/** What the camera aims at: the flame, as if the lantern did not swing. */
export function aimPointAt(frame) {
  const { position, rotation } = lanternAt(frame);
  return add(position, rotate([0, -LANTERN_DROP, 0], rotation));
}

const KEY_STEP = 4;
const SUBSTEPS = 10;
const PENDULUM = { length: 42, gravity: 981, damping: 1.5 };

/**
 * Swing of the lantern below its bar: a damped pendulum pulled along by the hands, worked out once and keyed.
 * Rows of frame, x and z angle, in the bar's axes.
 */
export function computeSwing() {
  const dt = 1 / RANGE.rate / SUBSTEPS;
  const at = (step) => lanternAt(RANGE.first + step / SUBSTEPS).position;
  const angle = [0, 0];
  const speed = [0, 0];
  const rows = [];
  const steps = (RANGE.last - RANGE.first) * SUBSTEPS;
  for (let step = 0; step <= steps; step++) {
    if (step % (KEY_STEP * SUBSTEPS) === 0 || step === steps) {
      const { rotation } = lanternAt(RANGE.first + step / SUBSTEPS);
      const tilt = Math.atan2(rotation[0][1], rotation[0][0]) * (180 / Math.PI);
      rows.push([RANGE.first + step / SUBSTEPS, angle[0], angle[1] - tilt]);
    }
    const pull = add(at(step + 1), subtract(at(step - 1), add(at(step), at(step)))).map((value) => value / (dt * dt));
    const pulls = [pull[2], -pull[0]];
    for (let k = 0; k < 2; k++) {
      const turning = (-PENDULUM.gravity * sinDeg(angle[k]) + pulls[k] * cosDeg(angle[k])) / PENDULUM.length;
      speed[k] += (turning * (180 / Math.PI) - PENDULUM.damping * speed[k]) * dt;
      angle[k] += speed[k] * dt;
    }
  }
  return rows;
}

/** The camera: its track on the floor, way along it, height and lens. */
export const CAMERA = {
  track: [
    [-200, 0, 318],
    [-120, 0, 362],
    [-20, 0, 366],
    [80, 0, 340],
    [150, 0, 296],
  ],
  along: new Curve([
    [1, 0.1],
    [40, 0.42],
    [86, 0.98],
    [130, 1.5],
    [168, 1.74],
  ]),
  height: new Curve([
    [1, 92],
    [60, 104],
    [92, 116],
    [140, 124],
    [168, 120],
  ]),
  focalLength: new Curve([
    [1, 28],
    [36, 30],
    [84, 41],
    [100, 41],
    [140, 32],
    [168, 30],
  ]),
  /** Of the lens in front of the dolly's post. */
  lens: [0, 0, -9],
};

/** Where the camera's head turns; the lens sits ahead of it on the line to the lantern. */
export const cameraHeadAt = (frame) =>
  add(cubicPoint(CAMERA.track, CAMERA.along.at(frame)), [0, CAMERA.height.at(frame), 0]);

/** Distance that the focus is pulled to. */
export const focusAt = (frame) => length(subtract(aimPointAt(frame), cameraHeadAt(frame))) + CAMERA.lens[2];

export const FOCUS_FRAMES = [1, 14, 26, 38, 50, 62, 74, 86, 98, 110, 122, 134, 146, 158, 168];
