import { describe, expect, test } from 'vitest';
import { buildMeshTopology } from './mesh-topology.ts';

const CUBE = {
  positionsXyz: [0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0],
  faceCounts: [4, 4, 4, 4, 4, 4],
  faceVertices: [0, 1, 3, 2, 2, 3, 5, 4, 4, 5, 7, 6, 6, 7, 1, 0, 1, 7, 5, 3, 6, 0, 2, 4],
};

/** Sum of the areas of the triangles of a flat mesh at z = 0; negative where they turn the other way. */
function signedArea(positions: readonly number[], topology: ReturnType<typeof buildMeshTopology>): number {
  let area = 0;
  for (let i = 0; i < topology.triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => (topology.vertexOf[topology.triangles[i + k] as number] as number) * 3);
    const x = (at: number | undefined): number => positions[at as number] as number;
    const y = (at: number | undefined): number => positions[(at as number) + 1] as number;
    area += ((x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a))) / 2;
  }
  return area;
}

describe('buildMeshTopology', () => {
  test('a cube has 12 triangles, 12 edges and its 24 corners apart', () => {
    const cube = buildMeshTopology(CUBE);
    expect(cube.triangles.length).toBe(36);
    expect(cube.edges.length).toBe(24);
    expect(cube.vertexOf.length).toBe(24);
  });

  test('faces that meet at a flat angle share their corners', () => {
    const strip = buildMeshTopology({
      positionsXyz: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0.1, 2, 1, 0.1],
      faceCounts: [4, 4],
      faceVertices: [0, 1, 2, 3, 1, 4, 5, 2],
    });
    expect(strip.vertexOf.length).toBe(6);
  });

  test('a concave face is filled inside its outline only', () => {
    // An L of three unit squares, turning to the left.
    const positionsXyz = [0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0];
    for (const start of [0, 1, 2, 3, 4, 5]) {
      const faceVertices = [0, 1, 2, 3, 4, 5].map((i) => (i + start) % 6);
      const shape = buildMeshTopology({ positionsXyz, faceCounts: [6], faceVertices });
      expect(shape.triangles.length).toBe(12);
      expect(signedArea(positionsXyz, shape)).toBeCloseTo(3, 12);
      for (let i = 0; i < shape.triangles.length; i += 3) {
        const one = { ...shape, triangles: shape.triangles.slice(i, i + 3) };
        expect(signedArea(positionsXyz, one)).toBeGreaterThan(0);
      }
    }
  });

  test('a face that crosses itself is filled in some way and without end', () => {
    const bow = buildMeshTopology({
      positionsXyz: [0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0.5, 3, 0],
      faceCounts: [5],
      faceVertices: [0, 1, 2, 3, 4],
    });
    expect(bow.triangles.length).toBe(9);
  });

  test('leaves out faces with too few or missing vertices', () => {
    const broken = buildMeshTopology({
      positionsXyz: [0, 0, 0, 1, 0, 0, 0, 1, 0],
      faceCounts: [2, 3, 3],
      faceVertices: [0, 1, 0, 1, 9, 0, 1, 2],
    });
    expect([...broken.triangles]).toHaveLength(3);
  });

  test('corners are joined where normals of the file are the same, and those are handed on when wanted', () => {
    // Two squares at a right angle that share an edge, smooth by the file.
    const bent = {
      positionsXyz: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, -1, 1, 1, -1],
      faceCounts: [4, 4],
      faceVertices: [0, 1, 2, 3, 1, 4, 5, 2],
    };
    const values = [0, 0, 1, 1, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2];
    const smooth = { ...bent, normals: { values, corners: [0, 2, 2, 0, 2, 1, 1, 2] } };
    expect(buildMeshTopology(bent).vertexOf.length).toBe(8);
    expect(buildMeshTopology(smooth).vertexOf.length).toBe(6);
    expect(buildMeshTopology(smooth).normals).toBeUndefined();
    const { vertexOf, normals } = buildMeshTopology(smooth, { keepNormals: true });
    const at = vertexOf.indexOf(1) * 3;
    // 1e-6: stored with single precision.
    expect(normals?.[at]).toBeCloseTo(Math.SQRT1_2, 6);
    const hard = { ...bent, normals: { values, corners: [0, 0, 0, 0, 1, 1, 1, 1] } };
    expect(buildMeshTopology(hard).vertexOf.length).toBe(8);
  });

  test('hard edges of the file count more than angles', () => {
    const strip = {
      positionsXyz: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0, 2, 1, 0],
      faceCounts: [4, 4],
      faceVertices: [0, 1, 2, 3, 1, 4, 5, 2],
    };
    expect(buildMeshTopology({ ...strip, hardEdges: [2, 1] }).vertexOf.length).toBe(8);
    expect(buildMeshTopology({ ...CUBE, hardEdges: [] }).vertexOf.length).toBe(8);
  });

  test('a quad that turns inwards is filled inside its outline only', () => {
    const positionsXyz = [0, 0, 0, 2, 0, 0, 0.5, 0.5, 0, 0, 2, 0];
    for (const start of [0, 1, 2, 3]) {
      const faceVertices = [0, 1, 2, 3].map((i) => (i + start) % 4);
      const dart = buildMeshTopology({ positionsXyz, faceCounts: [4], faceVertices });
      for (const first of [0, 3]) {
        const one = { ...dart, triangles: dart.triangles.slice(first, first + 3) };
        expect(signedArea(positionsXyz, one)).toBeCloseTo(0.5, 12);
      }
    }
  });

  test('holes are not drawn', () => {
    expect(buildMeshTopology({ ...CUBE, faceHoles: [0, 1, 0, 0, 0, 0] }).triangles.length).toBe(30);
  });

  test('a hundred thousand vertices take no time, nor does a fan of as many faces', () => {
    const side = 320;
    const grid = {
      positionsXyz: Array.from({ length: side * side * 3 }, (_, i) =>
        i % 3 === 0 ? Math.floor(i / 3) % side : i % 3 === 1 ? Math.floor(i / 3 / side) : 0,
      ),
      faceCounts: new Array<number>((side - 1) ** 2).fill(4),
      faceVertices: Array.from({ length: (side - 1) ** 2 }, (_, f) => {
        const at = Math.floor(f / (side - 1)) * side + (f % (side - 1));
        return [at, at + 1, at + side + 1, at + side];
      }).flat(),
    };
    const count = 100_000;
    const fan = {
      positionsXyz: Array.from({ length: (count + 2) * 3 }, (_, i) => Math.sin(i)),
      faceCounts: new Array<number>(count).fill(3),
      faceVertices: Array.from({ length: count }, (_, i) => [0, i + 1, i + 2]).flat(),
    };
    const start = performance.now();
    expect(buildMeshTopology(grid).edges.length / 2).toBe(2 * side * (side - 1));
    expect(buildMeshTopology(fan).edges.length / 2).toBe(2 * count + 1);
    // About 0.1 s when nothing else runs; strings for edges took seconds, and lists per vertex would take minutes.
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
