import type { MeshData } from '@rigline/scene';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { NODE_TYPES } from '../nodes/index.ts';
import { sampleMesh } from './mesh-sample.ts';

const pointsMesh = (...positions: number[]): MeshData => ({
  positionsXyz: Float64Array.from(positions),
  faceCounts: new Int32Array(0),
  faceVertices: new Int32Array(0),
});

function open(values: Record<string, unknown>): ReturnType<typeof sampleMesh> {
  const scene = sketchScene({
    place: { type: 'transform', values: { translate: [10, 20, 30], rotateZ: Math.PI / 2, scale: [2, 1, 1] } },
    shape: { type: 'mesh', parent: 'place', values: values as never },
  });
  const place = scene.dagPaths.find(({ node }) => node.name === 'shape');
  return sampleMesh(new Graph(scene, NODE_TYPES), place as NonNullable<typeof place>);
}

// Derived by hand: twice as wide, a quarter turn about z, then moved.
describe('sampleMesh', () => {
  test('gives points in world space in the unit of the file', () => {
    const points = open({ polygons: pointsMesh(1, 0, 0, 0, 3, 5) })(0.01)?.positionsXyz ?? [];
    [0.1, 0.22, 0.3, 0.07, 0.2, 0.35].forEach((value, i) => {
      expect(points[i]).toBeCloseTo(value, 12);
    });
    expect(JSON.parse(JSON.stringify(points))).toHaveLength(6);
  });

  test('gives nothing of intermediate meshes', () => {
    expect(open({ polygons: pointsMesh(1, 0, 0), intermediateObject: 1 })(1)).toBeUndefined();
  });
});
