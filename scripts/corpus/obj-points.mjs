/** Points of Wavefront OBJ files, and distances between sets of points. */

/** Points of an OBJ text, stride 3. */
export function readObjPoints(text) {
  const points = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('v ')) continue;
    const [, x, y, z] = line.trim().split(/\s+/);
    points.push(Number(x), Number(y), Number(z));
  }
  return Float64Array.from(points);
}

/** Largest side of the box around points; 1 at least. */
export function sizeOf(points) {
  let size = 1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    size = Math.max(size, high - low);
  }
  return size;
}

/** Finds the nearest of many points by cells of a grid. */
class PointGrid {
  #cells = new Map();
  #points;
  #cell;

  constructor(points, cell) {
    this.#points = points;
    this.#cell = cell;
    for (let i = 0; i < points.length; i += 3) {
      const key = this.#key(points[i], points[i + 1], points[i + 2], 0, 0, 0);
      const list = this.#cells.get(key);
      if (list) list.push(i);
      else this.#cells.set(key, [i]);
    }
  }

  #key(x, y, z, i, j, k) {
    const c = this.#cell;
    return `${Math.floor(x / c) + i} ${Math.floor(y / c) + j} ${Math.floor(z / c) + k}`;
  }

  /** Distance to the nearest point within one cell's size, else infinity. */
  distance(x, y, z) {
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = -1; i <= 1; i++)
      for (let j = -1; j <= 1; j++)
        for (let k = -1; k <= 1; k++)
          for (const at of this.#cells.get(this.#key(x, y, z, i, j, k)) ?? []) {
            const p = this.#points;
            nearest = Math.min(nearest, Math.hypot(p[at] - x, p[at + 1] - y, p[at + 2] - z));
          }
    return nearest;
  }
}

/** Largest distance of a point of `from` to its nearest of `to`; infinite beyond `reach`. */
export function largestDistance(from, to, reach) {
  const grid = new PointGrid(to, reach);
  let largest = 0;
  for (let i = 0; i < from.length; i += 3) {
    const distance = grid.distance(from[i], from[i + 1], from[i + 2]);
    if (!(distance <= largest)) largest = distance;
    if (largest === Number.POSITIVE_INFINITY) break;
  }
  return largest;
}
