import { quatBetween, rotateVec3, type Vec3 } from '@rigline/math';
import type { MeshData } from './mesh-data.ts';

/**
 * Polygon primitives with the points and faces in Maya's order, as far as files saved by Maya show it.
 *
 * Convention: around the axis, point `i` of `n` stands at the angle `(i + 1)·360°/n` from X towards −Z.
 * Unverified: the order of points inside the sides of a subdivided cube, in subdivided caps, and of cap faces.
 */

/** Collects points and faces. Points are turned from the Y axis to the primitive's axis. */
class MeshBuilder {
  readonly #points: number[] = [];
  readonly #counts: number[] = [];
  readonly #vertices: number[] = [];

  get pointCount(): number {
    return this.#points.length / 3;
  }

  /** Adds a point and returns its number. */
  point(x: number, y: number, z: number): number {
    this.#points.push(x, y, z);
    return this.pointCount - 1;
  }

  /** Adds a ring about the Y axis and returns the number of its first point. */
  ring(count: number, radius: number, y: number): number {
    const first = this.pointCount;
    for (let i = 1; i <= count; i++) {
      const angle = (2 * Math.PI * i) / count;
      this.point(radius * Math.cos(angle), y, -radius * Math.sin(angle));
    }
    return first;
  }

  face(...vertices: readonly number[]): void {
    this.#counts.push(vertices.length);
    for (const vertex of vertices) this.#vertices.push(vertex);
  }

  /** Quads between two rings, the second above the first. */
  band(low: number, high: number, count: number): void {
    for (let i = 0; i < count; i++) {
      const next = (i + 1) % count;
      this.face(low + i, low + next, high + next, high + i);
    }
  }

  /** Triangles from a ring to a point. */
  fan(ring: number, count: number, tip: number, facing: 'up' | 'down'): void {
    for (let i = 0; i < count; i++) {
      const next = (i + 1) % count;
      if (facing === 'up') this.face(ring + i, ring + next, tip);
      else this.face(ring + next, ring + i, tip);
    }
  }

  build(axis: Readonly<Vec3>, shiftY: number): MeshData {
    const turn = quatBetween([0, 1, 0], axis);
    const isTurned = axis[0] !== 0 || axis[2] !== 0 || axis[1] < 0;
    const positionsXyz = Float64Array.from(this.#points);
    for (let i = 0; i < positionsXyz.length; i += 3) {
      positionsXyz[i + 1] = (positionsXyz[i + 1] as number) + shiftY;
      if (!isTurned) continue;
      const point = rotateVec3(
        [positionsXyz[i] as number, positionsXyz[i + 1] as number, positionsXyz[i + 2] as number],
        turn,
      );
      positionsXyz.set(point, i);
    }
    return {
      positionsXyz,
      faceCounts: Int32Array.from(this.#counts),
      faceVertices: Int32Array.from(this.#vertices),
    };
  }
}

/** What all primitives share: the axis, and where along it the origin is (−1 base, 0 middle, 1 top). */
export interface PrimitiveFrame {
  readonly axis: Readonly<Vec3>;
  readonly heightBaseline: number;
}

const shiftOf = (frame: PrimitiveFrame, height: number): number => (-frame.heightBaseline * height) / 2;
/** Points that a primitive may have; larger ones are refused. */
const MAX_POINTS = 4_000_000;
const atLeast = (least: number, value: number): number => Math.max(least, Math.min(4096, Math.trunc(value)));

/** A grid in the XZ plane, row by row from +Z to −Z. */
export function polyPlaneMesh(
  size: { readonly width: number; readonly height: number; readonly columns: number; readonly rows: number },
  frame: PrimitiveFrame,
): MeshData | undefined {
  const columns = atLeast(1, size.columns);
  const rows = atLeast(1, size.rows);
  if ((columns + 1) * (rows + 1) > MAX_POINTS) return undefined;
  const b = new MeshBuilder();
  for (let r = 0; r <= rows; r++) {
    for (let c = 0; c <= columns; c++) {
      b.point(size.width * (c / columns - 0.5), 0, size.height * (0.5 - r / rows));
    }
  }
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const at = r * (columns + 1) + c;
      b.face(at, at + 1, at + columns + 2, at + columns + 1);
    }
  }
  return b.build(frame.axis, 0);
}

interface BoxSize {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly columns: number;
  readonly rows: number;
  readonly layers: number;
}

/** Front, top, back and bottom as one belt of rows, then the right and the left side. */
export function polyCubeMesh(size: BoxSize, frame: PrimitiveFrame): MeshData | undefined {
  const columns = atLeast(1, size.columns);
  const rows = atLeast(1, size.rows);
  const layers = atLeast(1, size.layers);
  if ((columns + 1) * 2 * (rows + layers) + 2 * rows * layers > MAX_POINTS) return undefined;
  const b = new MeshBuilder();
  const { width, height, depth } = size;
  const belt = 2 * (rows + layers);
  for (let r = 0; r < belt; r++) {
    const [y, z] = beltPoint(r, rows, layers);
    for (let c = 0; c <= columns; c++) b.point(width * (c / columns - 0.5), height * y, depth * z);
  }
  for (let r = 0; r < belt; r++) {
    const low = r * (columns + 1);
    const high = ((r + 1) % belt) * (columns + 1);
    for (let c = 0; c < columns; c++) b.face(low + c, low + c + 1, high + c + 1, high + c);
  }
  boxSide(b, { ...size, columns, rows, layers }, 'right');
  boxSide(b, { ...size, columns, rows, layers }, 'left');
  return b.build(frame.axis, shiftOf(frame, height));
}

/** Height and depth, as shares of −0.5 to 0.5, of a row of the belt: up the front, back over the top, down, forward. */
function beltPoint(row: number, rows: number, layers: number): readonly [number, number] {
  if (row <= rows) return [row / rows - 0.5, 0.5];
  if (row <= rows + layers) return [0.5, 0.5 - (row - rows) / layers];
  if (row <= 2 * rows + layers) return [0.5 - (row - rows - layers) / rows, -0.5];
  return [-0.5, (row - 2 * rows - layers) / layers - 0.5];
}

/** One of the two sides: its inner points, then its faces row by row from the bottom. */
function boxSide(b: MeshBuilder, size: BoxSize, side: 'right' | 'left'): void {
  const { columns, rows, layers, height, depth } = size;
  const isRight = side === 'right';
  const edge = isRight ? columns : 0;
  const x = size.width * (isRight ? 0.5 : -0.5);
  const inner = b.pointCount;
  // `i` counts from the front on the right side, from the back on the left one, so that faces turn outwards.
  const z = (i: number): number => depth * (isRight ? 0.5 - i / layers : i / layers - 0.5);
  for (let j = 1; j < rows; j++) for (let i = 1; i < layers; i++) b.point(x, height * (j / rows - 0.5), z(i));
  const onBelt = (row: number): number => row * (columns + 1) + edge;
  const at = (i: number, j: number): number => {
    const fromFront = isRight ? i : layers - i;
    if (fromFront === 0) return onBelt(j);
    if (fromFront === layers) return onBelt(2 * rows + layers - j);
    if (j === 0) return onBelt(2 * rows + 2 * layers - fromFront);
    if (j === rows) return onBelt(rows + fromFront);
    return inner + (j - 1) * (layers - 1) + (i - 1);
  };
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < layers; i++) b.face(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
  }
}

/** Rings from the bottom up, then the two poles. */
export function polySphereMesh(
  size: { readonly radius: number; readonly around: number; readonly rows: number },
  frame: PrimitiveFrame,
): MeshData | undefined {
  const around = atLeast(3, size.around);
  const rows = atLeast(3, size.rows);
  if (around * rows > MAX_POINTS) return undefined;
  const b = new MeshBuilder();
  for (let r = 1; r < rows; r++) {
    const angle = (Math.PI * r) / rows;
    b.ring(around, size.radius * Math.sin(angle), -size.radius * Math.cos(angle));
  }
  const bottom = b.point(0, -size.radius, 0);
  const top = b.point(0, size.radius, 0);
  for (let r = 0; r < rows - 2; r++) b.band(r * around, (r + 1) * around, around);
  b.fan(0, around, bottom, 'down');
  b.fan((rows - 2) * around, around, top, 'up');
  return b.build(frame.axis, shiftOf(frame, 2 * size.radius));
}

interface ColumnSize {
  readonly radius: number;
  readonly topRadius: number;
  readonly height: number;
  readonly around: number;
  readonly rows: number;
  readonly caps: number;
}

/** Cylinders, cones and pyramids: rings from the bottom up, then the caps. A top radius of 0 makes a tip. */
export function polyColumnMesh(size: ColumnSize, frame: PrimitiveFrame): MeshData | undefined {
  const around = atLeast(3, size.around);
  const rows = atLeast(1, size.rows);
  const caps = atLeast(0, size.caps);
  if (around * (rows + 2 * caps) > MAX_POINTS) return undefined;
  const b = new MeshBuilder();
  const hasTip = size.topRadius === 0;
  const rings: number[] = [];
  for (let r = 0; r <= (hasTip ? rows - 1 : rows); r++) {
    const t = r / rows;
    rings.push(b.ring(around, size.radius + (size.topRadius - size.radius) * t, size.height * (t - 0.5)));
  }
  const tip = hasTip ? b.point(0, size.height / 2, 0) : -1;
  const bottom = { ring: 0, radius: size.radius, y: -size.height / 2, around, caps, facing: 'down' } as const;
  // Files show the base of a cone before its sides, the caps of a cylinder after them.
  if (hasTip && caps === 0) capColumn(b, bottom);
  for (let r = 0; r + 1 < rings.length; r++) b.band(rings[r] as number, rings[r + 1] as number, around);
  const last = rings[rings.length - 1] as number;
  if (hasTip) b.fan(last, around, tip, 'up');
  if (!hasTip || caps > 0) capColumn(b, bottom);
  if (!hasTip) capColumn(b, { ring: last, radius: size.topRadius, y: size.height / 2, around, caps, facing: 'up' });
  return b.build(frame.axis, shiftOf(frame, size.height));
}

/** Closes a ring: one face without subdivisions, else rings towards a point in the middle. */
function capColumn(
  b: MeshBuilder,
  cap: {
    readonly ring: number;
    readonly radius: number;
    readonly y: number;
    readonly around: number;
    readonly caps: number;
    readonly facing: 'up' | 'down';
  },
): void {
  const { around, caps, facing } = cap;
  if (caps === 0) {
    const corners = Array.from({ length: around }, (_, i) => cap.ring + (facing === 'up' ? i : (around - i) % around));
    b.face(...corners);
    return;
  }
  let outer = cap.ring;
  for (let k = 1; k < caps; k++) {
    const inner = b.ring(around, cap.radius * (1 - k / caps), cap.y);
    if (facing === 'up') b.band(outer, inner, around);
    else b.band(inner, outer, around);
    outer = inner;
  }
  b.fan(outer, around, b.point(0, cap.y, 0), facing);
}

/** Rings about the axis, the first on the inside, going down first. */
export function polyTorusMesh(
  size: {
    readonly radius: number;
    readonly sectionRadius: number;
    readonly twist: number;
    readonly around: number;
    readonly rows: number;
  },
  frame: PrimitiveFrame,
): MeshData | undefined {
  const around = atLeast(3, size.around);
  const rows = atLeast(3, size.rows);
  if (around * rows > MAX_POINTS) return undefined;
  const b = new MeshBuilder();
  for (let r = 0; r < rows; r++) {
    const angle = Math.PI + size.twist + (2 * Math.PI * r) / rows;
    b.ring(around, size.radius + size.sectionRadius * Math.cos(angle), size.sectionRadius * Math.sin(angle));
  }
  for (let r = 0; r < rows; r++) b.band(r * around, ((r + 1) % rows) * around, around);
  return b.build(frame.axis, shiftOf(frame, 2 * size.sectionRadius));
}
