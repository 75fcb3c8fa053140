import type { MeshData, MeshLayer } from '@rigline/scene';
import { describe, expect, test } from 'vitest';
import { splitMesh } from './split-mesh.ts';

/** A cube from -1 to 1; quads seen from outside. */
const CUBE: MeshData = {
  positionsXyz: Float64Array.of(-1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, -1, -1, 1, -1, -1),
  faceCounts: Int32Array.of(4, 4, 4, 4, 4, 4),
  faceVertices: Int32Array.of(0, 1, 3, 2, 2, 3, 5, 4, 4, 5, 7, 6, 6, 7, 1, 0, 1, 7, 5, 3, 6, 0, 2, 4),
};

const layer = (stride: number, values: number[], corners: number[]): MeshLayer => ({
  name: 'map1',
  stride,
  values: Float64Array.from(values),
  corners: Int32Array.from(corners),
});

/** A square in the plane of x and y, looking along +Z. */
const SQUARE: MeshData = {
  positionsXyz: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  faceCounts: Int32Array.of(4),
  faceVertices: Int32Array.of(0, 1, 2, 3),
};

describe('splitMesh', () => {
  test('a cube has sharp edges: 24 vertices, 12 triangles, normals along the axes', () => {
    const split = splitMesh(CUBE);
    expect(split.vertexCount).toBe(24);
    expect(split.groups.map(({ indices }) => indices.length)).toEqual([36]);
    for (let v = 0; v < 24; v++) {
      const normal = [...split.normals.subarray(v * 3, v * 3 + 3)].map((n) => Math.round(n * 1e6) / 1e6);
      expect(normal.map(Math.abs).sort()).toEqual([0, 0, 1]);
      // The normal of a corner of this cube points to its own side.
      const point = split.pointOf[v] as number;
      const dot = normal.reduce((sum, n, k) => sum + n * (CUBE.positionsXyz[point * 3 + k] as number), 0);
      expect(dot).toBe(1);
    }
  });

  test('a cube without hard edges has a vertex for each point, and normals along its diagonals', () => {
    const split = splitMesh({ ...CUBE, hardEdges: new Int32Array(0) });
    expect(split.vertexCount).toBe(8);
    for (let v = 0; v < 8; v++) {
      const point = split.pointOf[v] as number;
      for (let k = 0; k < 3; k++) {
        // 1e-6: float32.
        expect(split.normals[v * 3 + k]).toBeCloseTo((CUBE.positionsXyz[point * 3 + k] as number) / Math.sqrt(3), 6);
      }
    }
  });

  test('a seam of a UV set splits its points, and equal values under other numbers do not', () => {
    const two: MeshData = {
      positionsXyz: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
      faceCounts: Int32Array.of(3, 3),
      faceVertices: Int32Array.of(0, 1, 2, 0, 2, 3),
    };
    const joined = layer(2, [0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1], [0, 1, 2, 3, 4, 5]);
    expect(splitMesh({ ...two, uvSets: [joined] }).vertexCount).toBe(4);
    const seam = layer(2, [0, 0, 1, 0, 1, 1, 0.5, 0, 1, 1, 0, 1], [0, 1, 2, 3, 4, 5]);
    const split = splitMesh({ ...two, uvSets: [seam] });
    expect(split.vertexCount).toBe(5);
    expect(split.uvSets[0]?.values.length).toBe(10);
  });

  test('corners without a value of a layer have zeros', () => {
    const split = splitMesh({ ...SQUARE, colorSets: [layer(4, [1, 0.5, 0.25, 1], [0, -1, 0, 7])] });
    const colors = [0, 1, 2, 3].map((point) => {
      const vertex = split.pointOf.indexOf(point);
      return [...(split.colorSets[0]?.values.subarray(vertex * 4, vertex * 4 + 4) ?? [])];
    });
    expect(colors).toEqual([
      [1, 0.5, 0.25, 1],
      [0, 0, 0, 0],
      [1, 0.5, 0.25, 1],
      [0, 0, 0, 0],
    ]);
  });

  test('faces of several materials are groups, each with its own triangles', () => {
    const split = splitMesh({ ...CUBE, faceMaterials: Int32Array.of(1, 0, 1, -1, 0, 0) });
    expect(split.groups.map(({ material, indices }) => [material, indices.length])).toEqual([
      [-1, 6],
      [0, 18],
      [1, 12],
    ]);
  });

  test('a concave face is filled within its outline', () => {
    // An arrow: the fourth point turns inwards. Area by hand: 2.
    const arrow: MeshData = {
      positionsXyz: Float64Array.of(-2, -1, 0, 0, 3, 0, 2, -1, 0, 0, 1, 0),
      faceCounts: Int32Array.of(4),
      faceVertices: Int32Array.of(0, 3, 2, 1),
    };
    const { groups, pointOf } = splitMesh(arrow);
    const indices = groups[0]?.indices ?? new Uint32Array(0);
    let area = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => (pointOf[indices[i + k] as number] as number) * 3) as [
        number,
        number,
        number,
      ];
      const p = arrow.positionsXyz;
      const [ux, uy] = [(p[b] as number) - (p[a] as number), (p[b + 1] as number) - (p[a + 1] as number)];
      const [vx, vy] = [(p[c] as number) - (p[a] as number), (p[c + 1] as number) - (p[a + 1] as number)];
      area += Math.abs(ux * vy - uy * vx) / 2;
    }
    expect(area).toBe(4);
  });

  test('normals follow moved points', () => {
    const split = splitMesh(SQUARE);
    // Turned by a right angle about X: what looked along +Z looks along -Y.
    const turned = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1);
    const normals = split.computeNormals(turned);
    expect([...normals.subarray(0, 3)].map((n) => n + 0)).toEqual([0, -1, 0]);
  });
});
