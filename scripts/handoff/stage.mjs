/** The room: floor, dais, what stands about, and lights. The apse behind it has a file of its own. */
import { addApse } from './apse.mjs';
import { ball, box, join, lathe, mapPoints, move, resize, slab, turn } from './geometry.mjs';
import { cosDeg, sinDeg } from './vectors.mjs';

export const DAIS_TOP = 18;

export function addStage(file, materials) {
  const set = file.transform('set');
  addFloor(materials, set);
  addDais(materials, set);
  addApse(file, materials, set);
  addProps(materials, set);
  addLights(file);
}

/** One stone of a round pavement, with sides that slope into the joints. */
function tile(inner, outer, from, to, gap, top) {
  const corner = (radius, angle, height) => [radius * sinDeg(angle), height, radius * cosDeg(angle)];
  const points = [0, 1].flatMap((level) => {
    const edge = gap * (level ? 1 : 0.35);
    const [low, high] = [inner + edge, outer - edge];
    const turnBy = (radius) => (edge / radius) * (180 / Math.PI);
    return [
      [low, from + turnBy(low)],
      [high, from + turnBy(high)],
      [high, to - turnBy(high)],
      [low, to - turnBy(low)],
    ].map(([radius, angle]) => corner(radius, angle, level ? top : top - 1.2));
  });
  const faces = [[4, 5, 6, 7]];
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    faces.push([i, j, 4 + j, 4 + i]);
  }
  return { points, faces };
}

/** Rings of stones in two shades. */
function pavement(rings, gap, top) {
  const shades = [[], []];
  rings.forEach(([inner, outer, count, phase], r) => {
    for (let i = 0; i < count; i++) {
      const from = phase + (360 * i) / count;
      shades[(i * 7 + r * 3 + ((i * i) % 5)) % 3 === 0 ? 1 : 0].push(
        tile(inner, outer, from, from + 360 / count, gap, top),
      );
    }
  });
  return shades.map((tiles) => join(tiles));
}

function addFloor(materials, set) {
  materials.put(
    'floor_geo',
    set,
    'grout',
    lathe(
      [
        [438, -8],
        [438, -0.9],
        [0, -0.9],
      ],
      32,
    ),
  );
  const [plain, other] = pavement(
    [
      [206, 262, 24, 0],
      [262, 326, 28, 5],
      [326, 396, 32, 0],
      [396, 436, 36, 4],
    ],
    1.1,
    0,
  );
  materials.put('floorStones_geo', set, 'tile', plain);
  materials.put('floorStonesDark_geo', set, 'tileAlt', other);
}

function addDais(materials, set) {
  const step = (outer, from, to) =>
    lathe(
      [
        [outer, from],
        [outer, to - 1.4],
        [outer - 1.4, to],
        [outer - 24, to],
      ],
      32,
      { open: true },
    );
  materials.put('dais_steps_geo', set, 'stone', join(step(206, -1, 6), step(186, 5, 12), step(166, 11, DAIS_TOP)));
  materials.put(
    'dais_top_geo',
    set,
    'grout',
    lathe(
      [
        [150, DAIS_TOP - 1],
        [0, DAIS_TOP - 1],
      ],
      32,
    ),
  );
  const [plain, other] = pavement(
    [
      [48, 92, 16, 0],
      [92, 143, 24, 3],
    ],
    0.9,
    DAIS_TOP,
  );
  materials.put('dais_stones_geo', set, 'stone', plain);
  materials.put('dais_stonesDark_geo', set, 'tile', other);
  const [sun, gap] = sunburst();
  materials.put('dais_sun_geo', set, 'sun', sun);
  materials.put('dais_sunGaps_geo', set, 'copperDark', gap);
}

/** A sun of rays around a disc, laid into the middle of the dais. */
function sunburst() {
  const rays = 16;
  const flat = (outline) => mapPoints(slab(outline, 1.2), ([x, y, z]) => [x, DAIS_TOP - 0.6 + z, -y]);
  const at = (radius, angle) => [radius * cosDeg(angle), radius * sinDeg(angle)];
  const bright = Array.from({ length: rays }, (_, i) => {
    const middle = (360 * i) / rays;
    const reach = i % 2 ? 37 : 46;
    return flat([at(20, middle - 9.4), at(reach, middle), at(20, middle + 9.4)]);
  });
  const disc = flat(Array.from({ length: 24 }, (_, i) => at(17, 15 * i)));
  const dark = lathe(
    [
      [47.4, DAIS_TOP - 0.9],
      [18, DAIS_TOP - 0.5],
    ],
    32,
    { open: true },
  );
  return [join(bright, disc), dark];
}

function addProps(materials, set) {
  const crate = (size, x, z, angle, y = 0) =>
    move(turn(box(size, size * 0.8, size, 2), 'y', angle), [x, y + size * 0.4, z]);
  materials.put(
    'crates_geo',
    set,
    'wood',
    join(crate(46, -246, 96, 24), crate(34, -212, 148, -12), crate(30, -244, 94, 50, 36.8)),
  );
  const jar = lathe(
    [
      [10, 0],
      [17, 10],
      [19, 24],
      [14, 38],
      [8, 44],
      [10, 50],
      [8.4, 50.4],
    ],
    12,
  );
  materials.put(
    'jars_geo',
    set,
    'tealDark',
    join(move(jar, [238, 0, 92]), move(resize(jar, [0.72, 0.66, 0.72]), [206, 0, 132])),
  );
  materials.put(
    'jars_bands_geo',
    set,
    'cream',
    move(
      lathe(
        [
          [18.6, 19],
          [19.4, 20],
          [19.4, 26],
          [18.2, 27],
        ],
        12,
      ),
      [238, 0, 92],
    ),
  );
  const rubble = [
    [-196, -118, 13],
    [-178, -92, 8],
    [188, -128, 11],
    [206, -104, 7],
  ];
  materials.put(
    'rubble_geo',
    set,
    'stoneDark',
    join(rubble.map(([x, z, r], i) => move(turn(ball(r, 6, 4), 'y', i * 37), [x, r * 0.5, z]))),
  );
}

function addLights(file) {
  const lights = file.transform('lights');
  const place = (type, name, options, attributes) => {
    file.transform(name, lights, options);
    file.node(type, `${name}Shape`, { parent: name, attributes: ['-k off ".v"', ...attributes] });
  };
  place('directionalLight', 'moonLight', { t: [60, 380, -340], r: [-42, 168, 0] }, [
    '".cl" -type "float3" 0.55 0.68 1 ',
    '".in" 0.9',
  ]);
  place('directionalLight', 'fillLight', { t: [-260, 320, 380], r: [-34, -36, 0] }, [
    '".cl" -type "float3" 0.62 0.66 0.9 ',
    '".in" 0.55',
  ]);
  place('ambientLight', 'skyLight', { t: [0, 420, 0] }, ['".cl" -type "float3" 0.3 0.36 0.6 ', '".in" 0.35']);
}
