/** The lantern: its bar is carried by both hands, its body swings about the bar, its door about a hinge. */
import { constrain, restOf } from './constraints.mjs';
import { alongZ, box, join, lathe, move, ring, tube, turn } from './geometry.mjs';
import { values } from './ma-file.mjs';
import {
  computeSwing,
  LANTERN_DROP,
  LEFT_OFFSET,
  lanternAt,
  RANGE,
  RIGHT_OFFSET,
  SAVED_FRAME,
  WEIGHTS,
} from './motion.mjs';
import { cosDeg, sinDeg, toEuler } from './vectors.mjs';

const SIDES = 6;
const RADIUS = 12.5;
/** Heights from the bottom of the lantern; the bar is at `BAR`. */
const BAR = 55;
const GLASS = { from: 8, to: 34 };

export function addLantern(file, materials) {
  const lantern = file.transform('lantern', undefined, {
    more: ['addAttr -ci true -k true -sn "flicker" -ln "flicker" -dv 1 -min 0 -at "double"', '-k on ".flicker"'],
  });
  addConstraint(file, lantern);
  const bar = join(
    alongZ(
      lathe(
        [
          [1.5, -15],
          [1.9, -13],
          [1.7, 0],
          [1.9, 13],
          [1.5, 15],
        ],
        8,
      ),
    ),
  );
  materials.put('lantern_bar_geo', lantern, 'wood', bar);
  const knobs = join(
    [-1, 1].map((end) =>
      move(
        alongZ(
          lathe(
            [
              [0, -2],
              [2.4, -1],
              [2.4, 1],
              [0, 2],
            ],
            8,
          ),
        ),
        [0, 0, end * 15.5],
      ),
    ),
  );
  materials.put('lantern_knobs_geo', lantern, 'brass', knobs);
  const aim = file.transform('lantern_aim', lantern, { t: [0, -LANTERN_DROP, 0] });
  file.node('locator', 'lantern_aimShape', { parent: aim, attributes: ['".v" no', '".los" -type "double3" 3 3 3 '] });
  addBody(file, materials, lantern);
  addLight(file, materials);
  addFlicker(file);
  return lantern;
}

/** Two targets with an offset each: between the grip of either hand and the bar. */
function addConstraint(file, lantern) {
  const hands = ['armL_hand', 'armR_hand'];
  const { position, rotation } = lanternAt(SAVED_FRAME);
  const name = constrain(file, 'parentConstraint', lantern, hands, {
    joints: hands,
    attributes: [
      `".tg[0].tot" ${values.double3(LEFT_OFFSET)}`,
      `".tg[1].tot" ${values.double3(RIGHT_OFFSET)}`,
      '".tg[1].tor" -type "double3" 0 180 0 ',
      ...restOf({ translate: position, rotate: toEuler(rotation) }),
      '".int" 2',
    ],
  });
  WEIGHTS.forEach((weight, i) => {
    file.curve('animCurveTU', `${name}_${hands[i]}W${i}`, weight.keys, { plug: `${name}.w${i}` });
  });
}

/** The body stands on its own origin; its rotate pivot is the bar above, so that it swings there. */
function addBody(file, materials, lantern) {
  const body = file.transform('lantern_body', lantern, { t: [0, -BAR, 0], ro: 5, rp: [0, BAR, 0] });
  const swing = computeSwing();
  for (const [axis, column] of [
    ['X', 1],
    ['Z', 2],
  ]) {
    const keys = swing.map((row) => [row[0], row[column]]);
    file.curve('animCurveTA', `lantern_body_rotate${axis}`, keys, { plug: `${body}.r${axis.toLowerCase()}` });
  }
  const base = lathe(
    [
      [10, 0],
      [14, 1.2],
      [14, 4],
      [12, 6],
      [RADIUS, 8],
    ],
    SIDES,
    { phase: 30 },
  );
  materials.put('lantern_base_geo', body, 'iron', base);
  materials.put(
    'lantern_baseTrim_geo',
    body,
    'brass',
    lathe(
      [
        [14.1, 1.8],
        [14.7, 2.4],
        [14.7, 3.2],
        [14.1, 3.8],
      ],
      SIDES,
      { phase: 30 },
    ),
  );
  const roof = lathe(
    [
      [12, 34],
      [16, 34.6],
      [16.4, 36.4],
      [9, 42],
      [4.4, 44],
      [4.2, 46.4],
      [2, 48.6],
    ],
    SIDES,
    { phase: 30 },
  );
  materials.put('lantern_roof_geo', body, 'brass', roof);
  const posts = Array.from({ length: SIDES }, (_, i) => {
    const [x, z] = [RADIUS * sinDeg(30 + i * 60), RADIUS * cosDeg(30 + i * 60)];
    return tube(
      [
        [x, GLASS.from - 1, z],
        [x, GLASS.to + 1, z],
      ],
      0.95,
      5,
    );
  });
  materials.put('lantern_posts_geo', body, 'iron', join(posts));
  const panes = lathe(
    [
      [RADIUS - 0.8, GLASS.from],
      [RADIUS - 0.8, GLASS.to],
    ],
    SIDES,
    { phase: 30, open: true },
  );
  // The front pane is the door.
  panes.faces = panes.faces.filter((_, i) => i !== SIDES - 1);
  materials.put('lantern_glass_geo', body, 'glass', panes);
  const hook = join(turn(move(ring(3, 0.7, 16, 6), [0, 0, 0]), 'x', 90));
  materials.put(
    'lantern_hook_geo',
    body,
    'iron',
    join(
      move(hook, [0, BAR - 2.6, 0]),
      tube(
        [
          [0, 48, 0],
          [0, BAR - 5, 0],
        ],
        0.8,
        6,
      ),
    ),
  );
  addDoor(file, materials, body);
}

/** A pane in a frame. It is hinged at one post and opens by how far the lantern swings to the side: a driven key. */
function addDoor(file, materials, body) {
  const half = RADIUS * sinDeg(30);
  const front = RADIUS * cosDeg(30);
  const door = file.transform('lantern_door', body, {
    t: [0, (GLASS.from + GLASS.to) / 2, front],
    rp: [-half + 0.6, 0, 0],
  });
  const height = GLASS.to - GLASS.from;
  const frame = join(
    [-1, 1].map((side) => move(box(1.5, height - 1, 1.2, 0.3), [side * (half - 1.4), 0, 0])),
    [-1, 0, 1].map((level) => move(box(2 * half - 3, 1.4, 1.1, 0.3), [0, (level * (height - 2.4)) / 2, 0])),
  );
  materials.put('lantern_doorFrame_geo', door, 'brass', frame);
  const factor = file.compute('unitConversion', 'lantern_door_unitConversion', ['".cf" 57.295779513082323']);
  file.connect(`${body}.rz`, `${factor}.i`);
  file.curve(
    'animCurveUA',
    'lantern_door_rotateY',
    [
      [-14, -2],
      [-3, -5],
      [4, -16],
      [14, -58],
    ],
    {
      plug: `${door}.ry`,
    },
  );
  file.connect(`${factor}.o`, 'lantern_door_rotateY.i');
}

function addLight(file, materials) {
  const flame = file.transform('lantern_flame', 'lantern_body', { t: [0, 13, 0] });
  materials.put(
    'lantern_flame_geo',
    flame,
    'flame',
    lathe(
      [
        [0, -1.5],
        [2.6, 1],
        [3.4, 4],
        [2.4, 8],
        [1, 12],
        [0, 15.5],
      ],
      8,
    ),
  );
  const ember = lathe(
    [
      [0, -3],
      [3.6, -2.2],
      [4.2, 0],
      [0, 1.2],
    ],
    8,
  );
  materials.put('lantern_ember_geo', 'lantern_body', 'ember', move(ember, [0, 12, 0]));
  const light = file.transform('lantern_light', 'lantern_body', { t: [0, 20, 0] });
  file.node('pointLight', 'lantern_lightShape', {
    parent: light,
    attributes: ['-k off ".v"', '".cl" -type "float3" 1 0.62 0.26 ', '".in" 1.6', '".de" 0'],
  });
}

/** One expression moves the light and the flame; whole turns over the shot, so that it can be played in a loop. */
function addFlicker(file) {
  const turns = (count) => `${values.number((count * 2 * Math.PI * RANGE.rate) / (RANGE.last + 1 - RANGE.first))}*time`;
  const lines = [
    `.O[0] = 1.6*(1 + .I[0]*(0.10*sin(${turns(19)}) + 0.06*sin(${turns(31)} + 1.3)));`,
    `.O[1] = 1 + .I[0]*(0.12*sin(${turns(19)}) + 0.07*sin(${turns(43)} + 0.6));`,
    `.O[2] = 1 - 0.07*.I[0]*sin(${turns(19)} + 0.4);`,
    '.O[3] = .O[2];',
  ];
  file.compute('expression', 'lantern_flicker', [
    '-k on ".nds"',
    '-s 4 ".out"',
    `".ixp" ${values.string(lines.join('\n'))}`,
  ]);
  file.connect('lantern.flicker', 'lantern_flicker.in[0]');
  file.connect(':time1.o', 'lantern_flicker.tim');
  file.connect('lantern_flicker.out[0]', 'lantern_lightShape.in');
  file.connect('lantern_flicker.out[1]', 'lantern_flame.sy');
  file.connect('lantern_flicker.out[2]', 'lantern_flame.sx');
  file.connect('lantern_flicker.out[3]', 'lantern_flame.sz');
}
