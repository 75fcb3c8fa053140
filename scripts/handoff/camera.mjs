/** The camera: a dolly on a track, a head that aims at the lantern, a layer of shake, a lens with pulled focus. */
import { constrain } from './constraints.mjs';
import { cubicKnots, cubicPoint } from './curves.mjs';
import { alongZ, box, join, lathe, move, tube } from './geometry.mjs';
import { values } from './ma-file.mjs';
import { CAMERA, FOCUS_FRAMES, focusAt } from './motion.mjs';
import { add, cross, normalize, scale, subtract } from './vectors.mjs';

const GAUGE = 17;
const PIECES = 24;

export function addCamera(file, materials) {
  const rig = file.transform('cam_rig');
  addTrack(file, materials, rig);
  const dolly = file.transform('cam_dolly', rig);
  const path = file.compute('motionPath', 'cam_dolly_motionPath', [
    '".fm" no',
    '".f" yes',
    '".fa" 0',
    '".ua" 1',
    '".wut" 0',
  ]);
  file.connect('cam_trackShape.ws', `${path}.gp`);
  file.curve('animCurveTL', 'cam_dolly_motionPath_uValue', CAMERA.along.keys, { plug: `${path}.u` });
  for (const axis of 'xyz') {
    file.connect(`${path}.${axis}c`, `${dolly}.t${axis}`);
    file.connect(`${path}.r${axis}`, `${dolly}.r${axis}`);
  }
  file.connect(`${dolly}.ro`, `${path}.ro`);
  const crane = file.transform('cam_crane', dolly);
  file.curve('animCurveTL', 'cam_crane_translateY', CAMERA.height.keys, { plug: `${crane}.ty` });
  // zxy: roll, then tilt, then pan, as a fluid head has them.
  const head = file.transform('cam_head', crane, { ro: 2 });
  constrain(file, 'aimConstraint', head, ['lantern_aim'], { attributes: ['".a" -type "double3" 0 0 -1 ', '".wut" 0'] });
  const shake = file.transform('cam_shake', head, { ro: 2 });
  addShake(file, shake);
  const camera = file.transform('shotCam', shake, { t: CAMERA.lens });
  addLens(file, camera);
  addCart(materials, dolly, crane, head);
}

function addLens(file, camera) {
  file.node('camera', 'shotCamShape', {
    parent: camera,
    attributes: [
      '-k off ".v"',
      '".cap" -type "double2" 1.41732 0.79724 ',
      '".fio" -type "double2" 0 0.085 ',
      '".ff" 1',
      '".ncp" 1',
      '".fcp" 5000',
      '".fs" 2.8',
      '".dof" yes',
      '".dr" yes',
      '".imn" -type "string" "shotCam"',
    ],
  });
  file.curve('animCurveTU', 'shotCamShape_focalLength', CAMERA.focalLength.keys, { plug: 'shotCamShape.fl' });
  const focus = FOCUS_FRAMES.map((frame) => [frame, focusAt(frame)]);
  file.curve('animCurveTL', 'shotCamShape_focusDistance', focus, { plug: 'shotCamShape.fd' });
}

/** A layer of unrest over the keys below it; it is stronger while the lantern changes hands. */
function addShake(file, shake) {
  file.compute('animLayer', 'BaseAnimation', ['".ovrd" yes', '".pref" yes', '".slct" yes']);
  file.compute('animLayer', 'shakeLayer', []);
  file.connect('shakeLayer.play', 'BaseAnimation.cdly[0]');
  file.connect('shakeLayer.sl', 'BaseAnimation.chsl[0]');
  for (const [from, to] of [
    ['csol', 'sslo'],
    ['fgwt', 'pwth'],
    ['omte', 'pmte'],
  ]) {
    file.connect(`BaseAnimation.${from}`, `shakeLayer.${to}`);
  }
  file.curve(
    'animCurveTU',
    'shakeLayer_weight',
    [
      [1, 0.5],
      [70, 0.6],
      [86, 1],
      [110, 0.6],
      [168, 0.5],
    ],
    {
      plug: 'shakeLayer.wgt',
    },
  );
  const unrest = {
    X: [
      [1, 0.1],
      [9, -0.14],
      [15, 0.12],
      [25, -0.08],
      [33, 0.1],
    ],
    Y: [
      [1, -0.12],
      [8, 0.1],
      [20, -0.1],
      [28, 0.14],
      [37, -0.12],
    ],
  };
  for (const [axis, keys] of Object.entries(unrest)) {
    const blend = file.compute('animBlendNodeAdditiveDA', `cam_shake_rotate${axis}_shakeLayer`);
    file.connect(`${blend}.o`, `${shake}.r${axis.toLowerCase()}`);
    file.curve('animCurveTA', `${blend}_inputA`, [[1, 0]], { plug: `${blend}.ia` });
    file.curve('animCurveTA', `${blend}_inputB`, keys, { plug: `${blend}.ib`, pre: 3, post: 3 });
    file.connect('shakeLayer.fgwt', `${blend}.wb`);
    file.connect('shakeLayer.bgwt', `${blend}.wa`);
    file.connect(`${blend}.msg`, 'shakeLayer.bnds', ' -na');
    file.connect(`${shake}.r${axis.toLowerCase()}`, 'shakeLayer.dsm', ' -na');
  }
}

function addTrack(file, materials, rig) {
  file.transform('cam_track', rig);
  const { track } = CAMERA;
  const knots = cubicKnots(track.length);
  file.node('nurbsCurve', 'cam_trackShape', {
    parent: 'cam_track',
    attributes: [
      '-k off ".v"',
      `".cc" -type "nurbsCurve" \n\t\t3 ${track.length - 3} 0 no 3\n\t\t${knots.length} ${knots.join(' ')}\n\t\t${track.length}\n\t\t${track
        .map((point) => point.map((value) => values.number(value)).join(' '))
        .join('\n\t\t')}\n\t\t`,
    ],
  });
  const spans = track.length - 3;
  const at = (i) => cubicPoint(track, (spans * i) / PIECES);
  const sides = Array.from({ length: PIECES + 1 }, (_, i) => {
    const ahead = normalize(subtract(at(Math.min(i + 1, PIECES)), at(Math.max(i - 1, 0))));
    return cross(ahead, [0, 1, 0]);
  });
  const rail = (side) =>
    tube(
      sides.map((out, i) => add(add(at(i), [0, 2.4, 0]), scale(out, side * GAUGE))),
      1.4,
      6,
    );
  materials.put('cam_rails_geo', rig, 'iron', join(rail(-1), rail(1)));
  const ties = sides.flatMap((out, i) =>
    i % 2
      ? [
          tube(
            [-1, 1].map((side) => add(add(at(i), [0, 0.8, 0]), scale(out, side * (GAUGE + 6)))),
            1.6,
            4,
          ),
        ]
      : [],
  );
  materials.put('cam_ties_geo', rig, 'wood', join(ties));
}

function addCart(materials, dolly, crane, head) {
  const wheel = alongZ(
    lathe(
      [
        [4.4, -1.6],
        [5, -1],
        [5, 1],
        [4.4, 1.6],
      ],
      12,
    ),
  );
  const wheels = [-1, 1].flatMap((x) => [-1, 1].map((z) => move(wheel, [x * 17, 6, z * GAUGE])));
  materials.put('cam_wheels_geo', dolly, 'iron', join(wheels));
  materials.put('cam_cart_geo', dolly, 'copperDark', move(box(48, 5, 42, 1.5), [0, 12, 0]));
  materials.put(
    'cam_post_geo',
    crane,
    'stoneDark',
    move(
      lathe(
        [
          [4, -78],
          [4, -12],
          [6, -9],
        ],
        10,
      ),
      [0, 0, 0],
    ),
  );
  materials.put('cam_body_geo', head, 'iron', join(move(box(13, 14, 22, 1.5), [0, 0, 8])));
}
