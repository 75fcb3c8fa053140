import { describe, expect, test } from 'vitest';
import { type MeshData, transformMesh, worldPositions } from './mesh-data.ts';
import { polyColumnMesh, polyCubeMesh, polyPlaneMesh, polySphereMesh, polyTorusMesh } from './poly-primitives.ts';

const FRAME = { axis: [0, 1, 0], heightBaseline: 0 } as const;
const made = (mesh: MeshData | undefined): MeshData => mesh as MeshData;

const cube = (columns = 1, rows = 1, layers = 1, frame: Parameters<typeof polyCubeMesh>[1] = FRAME): MeshData =>
  made(polyCubeMesh({ width: 1, height: 1, depth: 1, columns, rows, layers }, frame));
const column = (radius: number, topRadius: number, height: number, around: number, caps: number, rows = 1): MeshData =>
  made(polyColumnMesh({ radius, topRadius, height, around, rows, caps }, FRAME));

function facesOf(mesh: MeshData): number[][] {
  let at = 0;
  return [...mesh.faceCounts].map((count) => {
    at += count;
    return [...mesh.faceVertices.slice(at - count, at)];
  });
}

/** Volume by signed tetrahedra: positive when all faces turn outwards. */
function volumeOf(mesh: MeshData): number {
  const p = (i: number): number[] => [...mesh.positionsXyz.slice(i * 3, i * 3 + 3)];
  let sum = 0;
  for (const face of facesOf(mesh)) {
    for (let i = 1; i + 1 < face.length; i++) {
      const [a, b, c] = [p(face[0] as number), p(face[i] as number), p(face[i + 1] as number)] as number[][];
      const [ax, ay, az] = a as [number, number, number];
      const [bx, by, bz] = b as [number, number, number];
      const [cx, cy, cz] = c as [number, number, number];
      sum += (ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)) / 6;
    }
  }
  return sum;
}

/** Every edge of a closed mesh is walked once in each direction. */
function isClosed(mesh: MeshData): boolean {
  const seen = new Set<string>();
  for (const face of facesOf(mesh)) {
    for (let i = 0; i < face.length; i++) {
      const key = `${face[i]}>${face[(i + 1) % face.length]}`;
      if (seen.has(key)) return false;
      seen.add(key);
    }
  }
  return [...seen].every((key) => seen.has(key.split('>').reverse().join('>')));
}

describe('polyCubeMesh', () => {
  test('has the points and faces of a cube that Maya saved', () => {
    const mesh = cube();
    // Source: points and edges of unit cubes in scenes saved by Maya.
    expect([...mesh.positionsXyz]).toEqual(
      [
        [-1, -1, 1],
        [1, -1, 1],
        [-1, 1, 1],
        [1, 1, 1],
        [-1, 1, -1],
        [1, 1, -1],
        [-1, -1, -1],
        [1, -1, -1],
      ].flatMap((point) => point.map((v) => v / 2)),
    );
    expect(facesOf(mesh)).toEqual([
      [0, 1, 3, 2],
      [2, 3, 5, 4],
      [4, 5, 7, 6],
      [6, 7, 1, 0],
      [1, 7, 5, 3],
      [6, 0, 2, 4],
    ]);
  });

  test.each([
    [1, 1, 1],
    [2, 3, 4],
    [3, 1, 2],
  ])('%i × %i × %i divisions are closed, face outwards and keep the volume', (columns, rows, layers) => {
    const mesh = cube(columns, rows, layers);
    expect(isClosed(mesh)).toBe(true);
    expect(volumeOf(mesh)).toBeCloseTo(1, 12);
    expect(mesh.faceCounts.length).toBe(2 * (columns * rows + rows * layers + columns * layers));
  });

  test('stands on its base at height baseline −1 and lies along another axis', () => {
    const ys = (mesh: MeshData): number[] => [...mesh.positionsXyz].filter((_, i) => i % 3 === 1);
    expect(Math.min(...ys(cube(1, 1, 1, { axis: [0, 1, 0], heightBaseline: -1 })))).toBe(0);
    const lying = cube(1, 1, 1, { axis: [1, 0, 0], heightBaseline: -1 });
    expect(Math.min(...[...lying.positionsXyz].filter((_, i) => i % 3 === 0))).toBeCloseTo(0, 12);
  });
});

describe('polyPlaneMesh', () => {
  test('goes row by row from +Z to −Z', () => {
    const mesh = made(polyPlaneMesh({ width: 2, height: 2, columns: 1, rows: 1 }, FRAME));
    expect([...mesh.positionsXyz]).toEqual([-1, 0, 1, 1, 0, 1, -1, 0, -1, 1, 0, -1]);
    expect(facesOf(mesh)).toEqual([[0, 1, 3, 2]]);
  });
});

describe('polySphereMesh', () => {
  test('starts as default spheres do and is closed', () => {
    const mesh = made(polySphereMesh({ radius: 1, around: 20, rows: 20 }, FRAME));
    expect(mesh.positionsXyz.length / 3).toBe(382);
    const s = Math.sin(Math.PI / 20);
    const first = [s * Math.cos(Math.PI / 10), -Math.cos(Math.PI / 20), -s * Math.sin(Math.PI / 10)];
    first.forEach((value, i) => {
      expect(mesh.positionsXyz[i]).toBeCloseTo(value, 12);
    });
    expect([...mesh.positionsXyz.slice(-6)]).toEqual([0, -1, 0, 0, 1, 0]);
    expect(isClosed(mesh)).toBe(true);
    expect(volumeOf(mesh)).toBeGreaterThan(4);
  });
});

describe('polyColumnMesh', () => {
  test('has the points and faces of a cylinder that Maya saved', () => {
    const mesh = column(1, 1, 2, 12, 1);
    // Source: a cylinder of twelve sides with cap centres in a scene saved by Maya, at single precision.
    const saved = [0.86602539, -1, -0.5, 0.5, -1, -0.86602539, 0, -1, -1, -0.5, -1, -0.86602539];
    saved.forEach((value, i) => {
      expect(mesh.positionsXyz[i]).toBeCloseTo(value, 7);
    });
    expect([...mesh.positionsXyz.slice(-6)]).toEqual([0, -1, 0, 0, 1, 0]);
    expect(facesOf(mesh)[0]).toEqual([0, 1, 13, 12]);
    expect(mesh.faceCounts.length).toBe(36);
    expect(isClosed(mesh)).toBe(true);
    expect(volumeOf(mesh)).toBeGreaterThan(5.9);
  });

  test('has the points and faces of a pyramid that Maya saved', () => {
    const mesh = column(Math.SQRT1_2, 0, Math.SQRT1_2, 4, 0);
    // Source: a pyramid in a scene saved by Maya: points, and faces through its edge list.
    const saved = [0, -0.35355338, -0.70710677, -0.70710677, -0.35355338, 0, 0, -0.35355338, 0.70710677];
    saved.forEach((value, i) => {
      expect(mesh.positionsXyz[i]).toBeCloseTo(value, 7);
    });
    expect(facesOf(mesh)).toEqual([
      [0, 3, 2, 1],
      [0, 1, 4],
      [1, 2, 4],
      [2, 3, 4],
      [3, 0, 4],
    ]);
  });

  test.each([
    [1, 0, 0, 1],
    [1, 1, 0, 2],
    [1, 1, 3, 1],
    [1, 0, 2, 3],
  ])('radii %d and %d, %i cap and %i side divisions are closed and face outwards', (radius, top, caps, rows) => {
    const mesh = column(radius, top, 2, 8, caps, rows);
    expect(isClosed(mesh)).toBe(true);
    expect(volumeOf(mesh)).toBeGreaterThan(1);
  });
});

describe('polyTorusMesh', () => {
  test('starts on the inside, is closed and faces outwards', () => {
    const mesh = made(polyTorusMesh({ radius: 1, sectionRadius: 0.5, twist: 0, around: 20, rows: 20 }, FRAME));
    expect(Math.hypot(mesh.positionsXyz[0] as number, mesh.positionsXyz[2] as number)).toBeCloseTo(0.5, 12);
    expect(isClosed(mesh)).toBe(true);
    expect(volumeOf(mesh)).toBeGreaterThan(4);
  });
});

describe('worldPositions', () => {
  test('moves every point, as transformMesh does', () => {
    const mesh = made(polyPlaneMesh({ width: 2, height: 2, columns: 1, rows: 1 }, FRAME));
    const matrix: Parameters<typeof worldPositions>[1] = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1];
    expect([...worldPositions(mesh, matrix)].slice(0, 3)).toEqual([10, 19, 31]);
    expect(transformMesh(mesh, matrix).positionsXyz).toEqual(worldPositions(mesh, matrix));
  });
});
