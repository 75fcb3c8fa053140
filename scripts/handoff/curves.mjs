/**
 * Animation curves of the demo shot: keys with automatic tangents, evaluated here as Maya does it, so that the generator
 * knows where things are at any frame.
 *
 * Rule of a tangent of type auto: flat at the ends and at extremes, else the slope between the neighbours, limited to
 * three times the flatter of the two sides.
 */
export class Curve {
  /** @param keys Pairs of frame and value, in order. */
  constructor(keys) {
    this.keys = keys;
    this.slopes = keys.map((_, i) => autoSlope(keys, i));
  }

  at(frame) {
    const { keys, slopes } = this;
    if (frame <= keys[0][0]) return keys[0][1];
    const next = keys.findIndex(([time]) => time > frame);
    if (next < 0) return keys[keys.length - 1][1];
    const [t0, v0] = keys[next - 1];
    const [t1, v1] = keys[next];
    const span = t1 - t0;
    const u = (frame - t0) / span;
    const h = u * u * (3 - 2 * u);
    return v0 * (1 - h) + v1 * h + span * (slopes[next - 1] * u * (1 - u) ** 2 - slopes[next] * u * u * (1 - u));
  }
}

function autoSlope(keys, i) {
  if (i === 0 || i === keys.length - 1) return 0;
  const [[t0, v0], [t1, v1], [t2, v2]] = [keys[i - 1], keys[i], keys[i + 1]];
  const before = (v1 - v0) / (t1 - t0);
  const after = (v2 - v1) / (t2 - t1);
  if (before * after <= 0) return 0;
  const limit = 3 * Math.min(Math.abs(before), Math.abs(after));
  const slope = (v2 - v0) / (t2 - t0);
  return Math.sign(slope) * Math.min(Math.abs(slope), limit);
}

/** Three curves from rows of frame, x, y, z. */
export function curves3(rows) {
  const axes = [1, 2, 3].map((column) => new Curve(rows.map((row) => [row[0], row[column]])));
  return { axes, at: (frame) => axes.map((curve) => curve.at(frame)) };
}

/** Knots of an open cubic of that many control points, as Maya writes them: without the first and last of textbooks. */
export function cubicKnots(count) {
  const spans = count - 3;
  return [0, 0, ...Array.from({ length: spans + 1 }, (_, i) => i), spans, spans];
}

/** A point of an open cubic with uniform knots, by de Boor's recursion. */
export function cubicPoint(points, u) {
  const knots = cubicKnots(points.length);
  const spans = points.length - 3;
  const span = Math.min(Math.max(Math.floor(u), 0), spans - 1);
  const d = points.slice(span, span + 4).map((p) => [...p]);
  for (let level = 1; level <= 3; level++) {
    for (let j = 3; j >= level; j--) {
      const from = knots[span + j - 1];
      const to = knots[span + j + 3 - level];
      const t = (u - from) / (to - from);
      d[j] = d[j].map((value, axis) => d[j - 1][axis] * (1 - t) + value * t);
    }
  }
  return d[3];
}
