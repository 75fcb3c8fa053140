/** The owl that wakes and watches: a head between its own keys and two targets. */
import { constrain } from './constraints.mjs';
import { alongZ, ball, box, join, lathe, mirror, move, resize, slab, turn } from './geometry.mjs';

const PERCH = { y: 142, z: -150 };
const HEAD = [0, 41, 3];
/** Share of the constraint over the keys, by frame: asleep, then awake. */
const WAKE = [
  [28, 0],
  [44, 1],
];
const WATCH = [
  [86, 104],
  [1, 0],
];

export function addOwl(file, materials) {
  const rig = file.transform('owl_rig', undefined, { t: [0, PERCH.y, PERCH.z] });
  addBody(materials, rig);
  const head = file.transform('owl_head', rig, {
    t: HEAD,
    ro: 2,
    more: [
      'addAttr -ci true -k true -sn "blendOrient1" -ln "blendOrient1" -dv 1 -smn 0 -smx 1 -at "double"',
      '-k on ".blendOrient1"',
    ],
  });
  file.curve('animCurveTU', 'owl_head_blendOrient1', WAKE, { plug: `${head}.blendOrient1` });
  addFace(materials, head);
  addLids(file, materials, head);
  addGaze(file, rig, head);
}

/** Each gaze looks at one hand; the head is oriented to both, and blended with its keys by a pairBlend. */
function addGaze(file, rig, head) {
  const gazes = ['L', 'R'].map((side) => {
    const gaze = file.transform(`owl_gaze${side}`, rig, { t: HEAD, ro: 2 });
    constrain(file, 'aimConstraint', gaze, [`arm${side}_hand`], {
      attributes: ['".a" -type "double3" 0 0 1 ', '".wut" 0'],
    });
    return gaze;
  });
  const blend = file.compute('pairBlend', 'owl_head_pairBlend', ['".txm" 2', '".tym" 2', '".tzm" 2', '".ri" 1']);
  const name = constrain(file, 'orientConstraint', head, gazes, {
    attributes: ['".int" 2'],
    output: (_, axis) => `${blend}.ir${axis}2`,
  });
  const [[from, to], [before, after]] = WATCH;
  file.curve(
    'animCurveTU',
    `${name}_owl_gazeLW0`,
    [
      [from, before],
      [to, after],
    ],
    { plug: `${name}.w0` },
  );
  file.curve(
    'animCurveTU',
    `${name}_owl_gazeRW1`,
    [
      [from, after],
      [to, before],
    ],
    { plug: `${name}.w1` },
  );
  const sleep = {
    X: [
      [1, 30],
      [12, 33],
      [24, 30],
      [34, 22],
    ],
    Y: [
      [1, 0],
      [30, 0],
      [36, -10],
    ],
    Z: [
      [1, 9],
      [12, 10.5],
      [24, 9],
      [36, 0],
    ],
  };
  for (const [axis, keys] of Object.entries(sleep)) {
    file.curve('animCurveTA', `owl_head_pairBlend_inRotate${axis}1`, keys, {
      plug: `${blend}.ir${axis.toLowerCase()}1`,
    });
    file.connect(`${blend}.or${axis.toLowerCase()}`, `${head}.r${axis.toLowerCase()}`);
  }
  file.connect(`${head}.blendOrient1`, `${blend}.w`);
  file.connect(`${head}.ro`, `${blend}.ro`);
}

function addBody(materials, rig) {
  const body = lathe(
    [
      [0, 0],
      [10, 1],
      [16, 8],
      [18.5, 18],
      [17.5, 28],
      [13.5, 36],
      [9, 40],
      [0, 41],
    ],
    12,
  );
  materials.put('owl_body_geo', rig, 'owl', body);
  const belly = resize(ball(13.4, 12, 8), [0.92, 1.22, 0.62]);
  materials.put('owl_belly_geo', rig, 'cream', move(belly, [0, 18, 11.6]));
  const wing = move(turn(resize(ball(12, 10, 6), [0.42, 1.5, 0.95]), 'z', 9), [17.4, 20, -2]);
  materials.put('owl_wings_geo', rig, 'owlDark', join(wing, mirror(wing, 'x')));
  const foot = join([-1, 0, 1].map((toe) => move(box(3, 3, 9, 1), [7 + toe * 3.2, 1.5, 14 - Math.abs(toe) * 1.5])));
  materials.put('owl_feet_geo', rig, 'brass', join(foot, mirror(foot, 'x')));
  materials.put('owl_tail_geo', rig, 'owlDark', move(turn(box(15, 22, 4, 1.4), 'x', 24), [0, 3, -15]));
}

function addFace(materials, head) {
  const skull = resize(
    lathe(
      [
        [0, -13],
        [9, -11],
        [15.5, -4],
        [17, 3],
        [14.5, 10],
        [8, 14.5],
        [0, 16],
      ],
      12,
    ),
    [1.12, 1, 0.94],
  );
  materials.put('owl_skull_geo', head, 'owl', skull);
  const tuft = move(
    turn(
      slab(
        [
          [-5.5, 0],
          [5, 0],
          [4.5, 13],
        ],
        5,
      ),
      'z',
      -14,
    ),
    [12, 9, 1],
  );
  materials.put('owl_tufts_geo', head, 'owlDark', join(tuft, mirror(tuft, 'x')));
  const disc = move(
    alongZ(
      lathe(
        [
          [9.4, 0],
          [8.9, 1.7],
          [6.6, 2.4],
        ],
        14,
      ),
    ),
    [7.6, 2, 13.2],
  );
  materials.put('owl_discs_geo', head, 'cream', join(disc, mirror(disc, 'x')));
  const eye = move(resize(ball(5.6, 12, 8), [1, 1, 0.6]), [7.4, 2, 14.6]);
  materials.put('owl_eyes_geo', head, 'eye', join(eye, mirror(eye, 'x')));
  const pupil = move(resize(ball(2.9, 10, 6), [1, 1, 0.5]), [7, 2, 17.2]);
  materials.put('owl_pupils_geo', head, 'iron', join(pupil, mirror(pupil, 'x')));
  const beak = lathe(
    [
      [0, -6],
      [2.2, -1],
      [2.6, 1.6],
      [0, 3.2],
    ],
    4,
  );
  materials.put('owl_beak_geo', head, 'brass', move(turn(beak, 'x', 18), [0, -2.4, 16.6]));
  const brow = move(turn(box(15, 2.6, 4, 0.9), 'z', 17), [8, 10.6, 14]);
  materials.put('owl_brows_geo', head, 'owlDark', join(brow, mirror(brow, 'x')));
}

/** Lids that a driven key opens as the head wakes: they turn about the line through both eyes. */
function addLids(file, materials, head) {
  const lids = file.transform('owl_lids', head, { rp: [0, 2, 14.6] });
  const half = lathe(
    [
      [6.5, 0],
      [6.3, 1.6],
      [5, 4.1],
      [2.6, 5.9],
      [0, 6.5],
    ],
    12,
  );
  const lid = move(resize(turn(half, 'x', 62), [1, 1, 0.72]), [7.4, 2, 14.6]);
  materials.put('owl_lids_geo', lids, 'owlLight', join(lid, mirror(lid, 'x')));
  file.curve(
    'animCurveUA',
    'owl_lids_rotateX',
    [
      [0, 12],
      [0.4, 0],
      [1, -112],
    ],
    { plug: `${lids}.rx` },
  );
  file.connect(`${head}.blendOrient1`, 'owl_lids_rotateX.i');
}
