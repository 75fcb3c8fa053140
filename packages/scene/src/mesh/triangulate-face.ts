/**
 * Triangles of one face, as indices into its corners; ear clipping in the plane of the face, so concave faces are
 * filled rightly. A face that crosses itself is filled somehow and in bounded time.
 */
export function triangulateFace(
  positions: ArrayLike<number>,
  face: readonly number[],
  normal: readonly [number, number, number],
): number[] {
  if (face.length === 3) return [0, 1, 2];
  const plane = projectFace(positions, face, normal);
  const left = face.map((_, i) => i);
  const out: number[] = [];
  let tries = left.length;
  for (let at = 0; left.length > 3 && tries > 0; ) {
    const n = left.length;
    const a = left[(at + n - 1) % n] as number;
    const b = left[at % n] as number;
    const c = left[(at + 1) % n] as number;
    if (isEar(plane, left, a, b, c)) {
      out.push(a, b, c);
      left.splice(at % n, 1);
      tries = left.length;
    } else {
      at++;
      tries--;
    }
    at %= left.length;
  }
  for (let i = 1; i + 1 < left.length; i++) out.push(left[0] as number, left[i] as number, left[i + 1] as number);
  return out;
}

/**
 * The corner of a quad (0 to 3) that both its triangles have: one that turns inwards where there is one, else the first.
 */
export function splitQuad(
  positions: ArrayLike<number>,
  vertices: ArrayLike<number>,
  start: number,
  normals: ArrayLike<number>,
  normalAt: number,
): number {
  const [nx, ny, nz] = [normals[normalAt] as number, normals[normalAt + 1] as number, normals[normalAt + 2] as number];
  for (let k = 0; k < 4; k++) {
    const a = (vertices[start + ((k + 3) & 3)] as number) * 3;
    const b = (vertices[start + k] as number) * 3;
    const c = (vertices[start + ((k + 1) & 3)] as number) * 3;
    const [bx, by, bz] = [positions[b] as number, positions[b + 1] as number, positions[b + 2] as number];
    const [ux, uy, uz] = [
      bx - (positions[a] as number),
      by - (positions[a + 1] as number),
      bz - (positions[a + 2] as number),
    ];
    const [vx, vy, vz] = [
      (positions[c] as number) - bx,
      (positions[c + 1] as number) - by,
      (positions[c + 2] as number) - bz,
    ];
    if (nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx) < 0) return k;
  }
  return 0;
}

/** Drops the axis along which the face is seen best; keeps its direction of turning. Stride 2. */
function projectFace(
  positions: ArrayLike<number>,
  face: readonly number[],
  normal: readonly [number, number, number],
): Float64Array {
  const size = normal.map(Math.abs) as [number, number, number];
  const axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
  const sign = normal[axis] < 0 ? -1 : 1;
  const plane = new Float64Array(face.length * 2);
  for (const [i, vertex] of face.entries()) {
    plane[i * 2] = sign * (positions[vertex * 3 + ((axis + 1) % 3)] as number);
    plane[i * 2 + 1] = positions[vertex * 3 + ((axis + 2) % 3)] as number;
  }
  return plane;
}

function isEar(plane: Float64Array, left: readonly number[], a: number, b: number, c: number): boolean {
  if (turn(plane, a, b, c) <= 0) return false;
  for (const p of left) {
    if (p === a || p === b || p === c) continue;
    if (turn(plane, a, b, p) >= 0 && turn(plane, b, c, p) >= 0 && turn(plane, c, a, p) >= 0) return false;
  }
  return true;
}

/** Positive where `a`, `b`, `c` turn to the left. */
function turn(plane: Float64Array, a: number, b: number, c: number): number {
  const ax = plane[a * 2] as number;
  const ay = plane[a * 2 + 1] as number;
  return (
    ((plane[b * 2] as number) - ax) * ((plane[c * 2 + 1] as number) - ay) -
    ((plane[b * 2 + 1] as number) - ay) * ((plane[c * 2] as number) - ax)
  );
}
