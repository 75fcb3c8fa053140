/** Low-poly shapes: points and faces that turn to the left seen from outside. Centimetres. */
import { add, cosDeg, cross, normalize, rotate, scale, sinDeg, subtract, turnAbout } from './vectors.mjs';

/** Points moved by a function. Mirroring functions must be given to `mirror` instead. */
export const mapPoints = (shape, move) => ({ points: shape.points.map(move), faces: shape.faces });
export const move = (shape, by) => mapPoints(shape, (p) => add(p, by));
export const turn = (shape, axis, angle) => mapPoints(shape, (p) => rotate(p, turnAbout(axis, angle)));
export const resize = (shape, [x, y, z]) => mapPoints(shape, (p) => [p[0] * x, p[1] * y, p[2] * z]);

/** Mirrored across the plane where one coordinate is 0. */
export function mirror(shape, axis) {
  const i = 'xyz'.indexOf(axis);
  const points = shape.points.map((p) => p.map((value, k) => (k === i ? -value : value)));
  return { points, faces: shape.faces.map((face) => [...face].reverse()) };
}

/** Several shapes as one. */
export function join(...shapes) {
  const points = [];
  const faces = [];
  for (const shape of shapes.flat()) {
    const start = points.length;
    points.push(...shape.points);
    for (const face of shape.faces) faces.push(face.map((vertex) => vertex + start));
  }
  return { points, faces };
}

/** A box around the origin with cut edges. */
export function box(width, height, depth, cut = 0) {
  const half = [width / 2, height / 2, depth / 2];
  if (cut === 0) return plainBox(half);
  const points = [];
  const at = new Map();
  // Three points to a corner, one on each of its sides.
  for (const sx of [-1, 1]) {
    for (const sy of [-1, 1]) {
      for (const sz of [-1, 1]) {
        const signs = [sx, sy, sz];
        for (let side = 0; side < 3; side++) {
          at.set(`${signs} ${side}`, points.length);
          points.push(signs.map((sign, k) => sign * (half[k] - (k === side ? 0 : cut))));
        }
      }
    }
  }
  return { points, faces: [...boxSides(at), ...boxEdges(at), ...boxCorners(at)].map((face) => faceOut(points, face)) };
}

function plainBox(half) {
  const points = [];
  for (const x of [-1, 1])
    for (const y of [-1, 1]) for (const z of [-1, 1]) points.push([x * half[0], y * half[1], z * half[2]]);
  const faces = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return { points, faces };
}

const ROUND = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

function boxSides(at) {
  return [0, 1, 2].flatMap((side) =>
    [-1, 1].map((sign) =>
      ROUND.map(([a, b]) => {
        const signs = [0, 0, 0];
        signs[side] = sign;
        signs[(side + 1) % 3] = a;
        signs[(side + 2) % 3] = b;
        return at.get(`${signs} ${side}`);
      }),
    ),
  );
}

function boxEdges(at) {
  return [0, 1, 2].flatMap((along) =>
    ROUND.map(([a, b]) => {
      const [p, q] = [(along + 1) % 3, (along + 2) % 3];
      const corner = (sign, side) => {
        const signs = [0, 0, 0];
        signs[along] = sign;
        signs[p] = a;
        signs[q] = b;
        return at.get(`${signs} ${side}`);
      };
      return [corner(-1, p), corner(1, p), corner(1, q), corner(-1, q)];
    }),
  );
}

function boxCorners(at) {
  return [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z) => [0, 1, 2].map((side) => at.get(`${[x, y, z]} ${side}`)))),
  );
}

/** The face the way round that looks away from the origin. */
function faceOut(points, face) {
  const [a, b, c] = face.map((vertex) => points[vertex]);
  const normal = cross(subtract(b, a), subtract(c, a));
  return normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2] < 0 ? [...face].reverse() : face;
}

/**
 * A profile of radius and height turned about y, from the bottom up. A radius of 0 ends in a tip, other ends are closed
 * with a face unless `open`.
 */
export function lathe(profile, sides, { phase = 0, open = false, arc = 360 } = {}) {
  const isRing = arc === 360;
  const columns = isRing ? sides : sides + 1;
  const points = [];
  const rings = profile.map(([radius, height]) => {
    if (radius === 0) return Array(columns).fill(points.push([0, height, 0]) - 1);
    return Array.from({ length: columns }, (_, i) => {
      const angle = phase + (arc * i) / sides;
      return points.push([radius * sinDeg(angle), height, radius * cosDeg(angle)]) - 1;
    });
  });
  const faces = [];
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let i = 0; i < sides; i++) {
      const j = (i + 1) % columns;
      const face = [rings[r][i], rings[r][j], rings[r + 1][j], rings[r + 1][i]];
      const corners = face.filter((vertex, k) => vertex !== face[(k + 3) % 4]);
      if (corners.length > 2) faces.push(corners);
    }
  }
  if (!open && isRing) {
    if (profile[0][0] > 0) faces.push([...rings[0]].reverse());
    if (profile[profile.length - 1][0] > 0) faces.push([...rings[rings.length - 1]]);
  }
  return { points, faces };
}

/** A ball of rings and sides about the origin. */
export function ball(radius, sides = 12, rings = 7) {
  const profile = Array.from({ length: rings + 1 }, (_, i) => {
    const angle = -90 + (180 * i) / rings;
    return [i === 0 || i === rings ? 0 : radius * cosDeg(angle), radius * sinDeg(angle)];
  });
  return lathe(profile, sides);
}

/** A round bar along a line of points. */
export function tube(path, radius, sides = 6) {
  const points = [];
  const rings = path.map((at, i) => {
    const ahead = normalize(subtract(path[Math.min(i + 1, path.length - 1)], path[Math.max(i - 1, 0)]));
    const helper = Math.abs(ahead[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
    const u = normalize(cross(helper, ahead));
    const v = cross(ahead, u);
    return Array.from({ length: sides }, (_, k) => {
      const angle = (360 * k) / sides;
      const out = add(scale(u, radius * cosDeg(angle)), scale(v, radius * sinDeg(angle)));
      return points.push(add(at, out)) - 1;
    });
  });
  const faces = [[...rings[0]].reverse(), [...rings[rings.length - 1]]];
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let k = 0; k < sides; k++) {
      const l = (k + 1) % sides;
      faces.push([rings[r][k], rings[r][l], rings[r + 1][l], rings[r + 1][k]]);
    }
  }
  return { points, faces };
}

/** A ring of round section about y. */
export function ring(radius, thickness, sides = 24, around = 6) {
  const points = [];
  const faces = [];
  for (let i = 0; i < sides; i++) {
    for (let k = 0; k < around; k++) {
      const out = radius + thickness * cosDeg((360 * k) / around);
      const angle = (360 * i) / sides;
      points.push([out * sinDeg(angle), thickness * sinDeg((360 * k) / around), out * cosDeg(angle)]);
      const [j, l] = [(i + 1) % sides, (k + 1) % around];
      faces.push([i * around + k, j * around + k, j * around + l, i * around + l]);
    }
  }
  return { points, faces };
}

/** A flat outline in x and y, turning to the left, made `depth` thick about z = 0. */
export function slab(outline, depth) {
  const n = outline.length;
  const points = [-depth / 2, depth / 2].flatMap((z) => outline.map(([x, y]) => [x, y, z]));
  const faces = [outline.map((_, i) => n - 1 - i), outline.map((_, i) => n + i)];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    faces.push([i, j, n + j, n + i]);
  }
  return { points, faces };
}

/** Turned so that what stood along y lies along x, z staying. */
export const alongX = (shape) => turn(shape, 'z', -90);
/** Turned so that what stood along y lies along z, x staying. */
export const alongZ = (shape) => turn(shape, 'x', 90);
