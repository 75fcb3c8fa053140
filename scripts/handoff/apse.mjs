/** The apse behind the arms: a wall with a round window onto the night, columns, banners. */
import { alongZ, box, join, lathe, move, ring, slab, tube, turn } from './geometry.mjs';
import { cosDeg, sinDeg } from './vectors.mjs';

const BACK = -262;
const WINDOW = { y: 206, radius: 92 };
const WALL_HEIGHT = 400;

export function addApse(file, materials, set) {
  addWalls(materials, set);
  addNight(materials, set);
  addColumns(materials, set);
  addBanners(file, materials, set);
}

/** A wall with a round opening: the outline is met along the rays from the middle of the window. */
function windowWall(width, height, sides) {
  const { y, radius } = WINDOW;
  const circle = Array.from({ length: sides }, (_, i) => [cosDeg((360 * i) / sides), sinDeg((360 * i) / sides)]);
  const rim = circle.map(([c, s]) => {
    const toSide = c === 0 ? Infinity : width / 2 / Math.abs(c);
    const toTop = s > 0 ? (height - y) / s : s < 0 ? y / -s : Infinity;
    const reach = Math.min(toSide, toTop);
    return [c * reach, y + s * reach, 0];
  });
  const front = circle.map(([c, s]) => [radius * c, y + radius * s, 0]);
  const back = front.map(([x, v]) => [x, v, -26]);
  const faces = circle.flatMap((_, i) => {
    const j = (i + 1) % sides;
    return [[i, j, sides + j, sides + i].reverse(), [sides + i, sides + j, 2 * sides + j, 2 * sides + i].reverse()];
  });
  return { points: [...rim, ...front, ...back], faces };
}

function addWalls(materials, set) {
  materials.put('wall_back_geo', set, 'wall', move(windowWall(330, WALL_HEIGHT, 48), [0, 0, BACK]));
  const panel = move(box(290, WALL_HEIGHT, 12), [0, WALL_HEIGHT / 2, 0]);
  const place = (side, angle, x, z) => move(turn(panel, 'y', side * angle), [side * x, 0, z]);
  materials.put('wall_sides_geo', set, 'wall', join([1, -1].map((side) => place(side, -48, 262, BACK + 104))));
  const low = move(box(190, 64, 16, 3), [0, 32, 0]);
  const rail = move(box(196, 8, 24, 3), [0, 66, 0]);
  const wing = (shape) => join([1, -1].map((side) => move(turn(shape, 'y', side * -78), [side * 362, 0, 40])));
  materials.put('parapet_geo', set, 'wall', wing(low));
  materials.put('parapet_rail_geo', set, 'stone', wing(rail));
  const frame = alongZ(ring(WINDOW.radius, 6, 48, 8));
  materials.put('window_frame_geo', set, 'stoneLight', move(frame, [0, WINDOW.y, BACK + 2]));
  const inner = alongZ(ring(WINDOW.radius - 9, 1.6, 48, 6));
  materials.put('window_ring_geo', set, 'brass', move(inner, [0, WINDOW.y, BACK - 2]));
  const stones = Array.from({ length: 24 }, (_, i) => {
    const stone = move(box(21, 15, 7, 1.4), [0, WINDOW.radius + 14, 2]);
    return turn(stone, 'z', 15 * i);
  });
  materials.put('window_stones_geo', set, 'stone', move(join(stones), [0, WINDOW.y, BACK]));
  const ledge = (width) => move(box(width, 9, 13, 2), [0, 70, 4]);
  materials.put('wall_ledge_geo', set, 'stone', move(ledge(326), [0, 0, BACK]));
}

/** A flat disc that faces the room. */
const disc = (radius, x, y, z, sides = 40) =>
  move(
    alongZ(
      lathe(
        [
          [radius, 0],
          [0, 0.1],
        ],
        sides,
      ),
    ),
    [x, WINDOW.y + y, z],
  );

const MOON = [-6, 20];
const HILLS = [14, 34, 20, 42, 26, 12, 24, 46, 30, 38, 18, 26];
const CRATERS = [
  [-20, 12, 11],
  [14, 26, 7],
  [20, -8, 13],
  [-10, -24, 8],
  [-34, -8, 6],
];
const STARS = [
  [-76, 52],
  [-88, 10],
  [-72, -14],
  [-54, 90],
  [66, 76],
  [88, 34],
  [78, -6],
  [20, 98],
  [-102, 40],
  [104, 62],
  [-20, 106],
  [66, -26],
];

/** What the window shows. */
function addNight(materials, set) {
  const far = BACK - 90;
  materials.put('night_sky_geo', set, 'night', disc(150, 0, 0, far));
  materials.put('night_halo_geo', set, 'halo', disc(76, ...MOON, far + 3));
  materials.put('night_moon_geo', set, 'moon', disc(56, ...MOON, far + 6));
  const craters = CRATERS.map(([x, y, radius]) => disc(radius, MOON[0] + x, MOON[1] + y, far + 8, 14));
  materials.put('night_craters_geo', set, 'moonDark', join(craters));
  const ridge = HILLS.map((height, i) => [140 - (280 * i) / (HILLS.length - 1), height - 66]);
  const hills = slab([[-140, -146], [140, -146], ...ridge], 1);
  materials.put('night_hills_geo', set, 'hills', move(hills, [0, WINDOW.y, far + 12]));
  const stars = STARS.map(([x, y], i) => disc(i % 3 ? 1.1 : 1.9, x, y, far + 4, 5));
  materials.put('night_stars_geo', set, 'star', join(stars));
}

const COLUMNS = [
  [-150, -196, 360],
  [150, -196, 360],
  [-262, -86, 360],
  [262, -86, 360],
  [-338, -62, 360],
  [338, -62, 360],
];

function addColumns(materials, set) {
  const shaft = lathe(
    [
      [21, 16],
      [19.5, 26],
      [18.5, 150],
      [17, 300],
      [17, 360],
    ],
    12,
  );
  const foot = join(
    move(box(58, 10, 58, 2.4), [0, 5, 0]),
    lathe(
      [
        [26, 10],
        [27, 13],
        [24, 16],
        [22, 18],
      ],
      12,
    ),
  );
  const band = lathe(
    [
      [19.4, 58],
      [20.6, 59.4],
      [20.6, 63.6],
      [19.4, 65],
    ],
    12,
  );
  const each = (shape) => join(COLUMNS.map(([x, z]) => move(shape, [x, 0, z])));
  materials.put('columns_shafts_geo', set, 'stone', each(shaft));
  materials.put('columns_feet_geo', set, 'stoneDark', each(foot));
  materials.put('columns_bands_geo', set, 'brass', each(band));
  const perch = lathe(
    [
      [34, 0],
      [34, 8],
      [28, 12],
      [22, 18],
      [20, 24],
      [19, 120],
      [22, 126],
      [29, 130],
      [29, 140],
      [26, 142],
    ],
    12,
  );
  materials.put('perch_geo', set, 'stoneDark', move(perch, [0, 0, -150]));
  materials.put(
    'perch_band_geo',
    set,
    'brass',
    move(
      lathe(
        [
          [29.2, 132.5],
          [30.2, 133.4],
          [30.2, 136.6],
          [29.2, 137.5],
        ],
        12,
      ),
      [0, 0, -150],
    ),
  );
}

/** Two banners in the colours of the arms; each swings about its rod. */
function addBanners(file, materials, set) {
  for (const [name, side, material] of [
    ['L', -1, 'copperDark'],
    ['R', 1, 'tealDark'],
  ]) {
    const hang = file.transform(`banner${name}`, set, { t: [side * 206, 0, -206], r: [0, side * -48, 0] });
    const sway = file.transform(`banner${name}_sway`, hang, { rp: [0, 296, 0] });
    const cloth = slab(
      [
        [-30, 128],
        [0, 106],
        [30, 128],
        [30, 296],
        [-30, 296],
      ],
      2.4,
    );
    materials.put(`banner${name}_cloth_geo`, sway, material, cloth);
    const trim = slab(
      [
        [-30, 120],
        [0, 98],
        [30, 120],
        [30, 127],
        [0, 105],
        [-30, 127],
      ],
      3,
    );
    const disc = alongZ(
      lathe(
        [
          [13, 0],
          [13, 2],
          [0, 2.2],
        ],
        20,
      ),
    );
    const badge = move(disc, [0, 218, 0.6]);
    materials.put(`banner${name}_trim_geo`, sway, 'brass', join(trim, badge));
    materials.put(
      `banner${name}_rod_geo`,
      hang,
      'wood',
      tube(
        [
          [-38, 297, 0],
          [38, 297, 0],
        ],
        2.6,
        8,
      ),
    );
    file.curve(
      'animCurveTA',
      `banner${name}_sway_rotateX`,
      [
        [1, -1.2],
        [43, 1.4 * side],
        [85, -1],
        [127, 1.2 * side],
        [169, -1.2],
      ],
      {
        plug: `${sway}.rx`,
        pre: 3,
        post: 3,
      },
    );
  }
}
