/** The shapes of an arm: what it stands on, and what its joints carry. */
import { alongX, alongZ, ball, box, join, lathe, move, ring, tube, turn } from './geometry.mjs';

export function addPedestal(materials, { name, main, dark }, at) {
  const rig = `${name}_rig`;
  const stand = lathe(
    [
      [31, 18],
      [31, 24],
      [26, 28],
      [23, 32],
      [22, 48],
      [25, 52],
      [25, 57],
      [20, 60],
    ],
    8,
    { phase: 22.5 },
  );
  materials.put(`${name}_stand_geo`, rig, 'stone', move(stand, at));
  materials.put(
    `${name}_standBand_geo`,
    rig,
    'brass',
    move(
      lathe(
        [
          [23.6, 37],
          [24.4, 38],
          [24.4, 42],
          [23.6, 43],
        ],
        8,
        { phase: 22.5 },
      ),
      at,
    ),
  );
  const turntable = lathe(
    [
      [18, 60],
      [19, 62],
      [19, 65],
      [15, 68],
      [13, 72],
      [11, 76],
    ],
    12,
  );
  materials.put(`${name}_turntable_geo`, rig, dark, move(turntable, at));
  const fork = join([-1, 1].map((z) => move(box(15, 24, 3.6, 1.2), [at[0], 80, at[2] + z * 11.2])));
  materials.put(`${name}_fork_geo`, rig, main, fork);
}

export function addShapes(materials, { name, main, dark }) {
  const put = (suffix, joint, material, shape) =>
    materials.put(`${name}_${suffix}_geo`, `${name}_${joint}`, material, shape);
  const hinge = (radius, half) =>
    alongZ(
      lathe(
        [
          [radius - 1.2, -half],
          [radius, 1 - half],
          [radius, half - 1],
          [radius - 1.2, half],
        ],
        14,
      ),
    );
  put('shoulderHinge', 'shoulder', 'brass', hinge(10.5, 9));
  const upper = alongX(
    lathe(
      [
        [6, 4],
        [8.8, 12],
        [9.6, 22],
        [8.4, 38],
        [6.2, 52],
        [5.4, 58],
      ],
      8,
      { phase: 22.5 },
    ),
  );
  put('upperArm', 'shoulder', main, upper);
  put(
    'upperBand',
    'shoulder',
    'cream',
    alongX(
      lathe(
        [
          [9.5, 27],
          [10, 28],
          [9.6, 32.4],
          [9, 33],
        ],
        8,
        { phase: 22.5 },
      ),
    ),
  );
  const rods = join(
    [-1, 1].map((z) =>
      tube(
        [
          [9, -7.5, z * 4.6],
          [54, -5.6, z * 4.6],
        ],
        1.15,
        6,
      ),
    ),
  );
  put('upperRods', 'shoulder', 'iron', rods);
  put('elbowHinge', 'elbow', 'brass', hinge(8.4, 7.6));
  put(
    'elbowCaps',
    'elbow',
    dark,
    join(
      [-1, 1].map((z) =>
        move(
          alongZ(
            lathe(
              [
                [5, -0.8],
                [5, 0.8],
              ],
              10,
            ),
          ),
          [0, 0, z * 8],
        ),
      ),
    ),
  );
  const lower = alongX(
    lathe(
      [
        [4.6, 4],
        [7.4, 11],
        [7.6, 18],
        [5.8, 34],
        [4.4, 46],
        [4, 50],
      ],
      8,
      { phase: 22.5 },
    ),
  );
  put('foreArm', 'elbow', main, lower);
  put(
    'foreBand',
    'elbow',
    'cream',
    alongX(
      lathe(
        [
          [7, 21],
          [7.6, 22],
          [7, 25.4],
          [6.4, 26],
        ],
        8,
        { phase: 22.5 },
      ),
    ),
  );
  const fin = move(box(24, 3.2, 3, 0.9), [19, 8, 0]);
  put('foreFin', 'elbow', dark, turn(fin, 'z', -4));
  put('wrist', 'hand', 'brass', join(ball(4.9, 12, 6)));
  const palm = join(
    move(box(9, 8.6, 8.2, 1.8), [6.2, 0, 0]),
    alongX(
      lathe(
        [
          [3.4, 0],
          [4.6, 3],
        ],
        8,
      ),
    ),
  );
  put('palm', 'hand', main, palm);
  put('cuff', 'hand', 'cream', move(alongX(ring(3.9, 0.9, 12, 6)), [2.4, 0, 0]));
}
