import { Graph, NODE_TYPES } from '@rigline/evaluate';
import type { MeshData, SceneNode } from '@rigline/scene';
import { sketchScene } from '@rigline/testkit';
import { type BufferAttribute, type Mesh, Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { collectShot } from '../shot/collect-shot.ts';
import { PoseSampler } from '../shot/pose-sampler.ts';
import { MeshLayer } from './mesh-layer.ts';

const TRIANGLE: MeshData = {
  positionsXyz: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  faceCounts: Int32Array.of(3),
  faceVertices: Int32Array.of(0, 1, 2),
};

function build() {
  const scene = sketchScene({
    near: { type: 'transform', values: { translate: [5, 0, 1] } },
    nearShape: { type: 'mesh', parent: 'near' },
    far: { type: 'transform', values: { translate: [-5, 0, 0], scale: [-2, 1, 1] } },
    farShape: { type: 'mesh', parent: 'far' },
  });
  const node = (name: string): SceneNode => scene.find(name) as SceneNode;
  for (const name of ['nearShape', 'farShape']) scene.setValue(node(name), 'polygons', TRIANGLE);
  const graph = new Graph(scene, NODE_TYPES);
  const shot = collectShot(scene, graph);
  const sampler = new PoseSampler(scene, graph, shot);
  const layer = new MeshLayer(shot);
  const pose = (): void => layer.applyPose(sampler.sample(0));
  pose();
  const placeOf = (name: string): number => shot.places.findIndex((place) => place.name === name);
  const batch = layer.object.children[0] as Mesh;
  const array = (name: string): number[] => [...(batch.geometry.getAttribute(name) as BufferAttribute).array];
  return { scene, node, layer, pose, placeOf, batch, array };
}

describe('MeshLayer', () => {
  test('draws small meshes that look alike at once, each where it stands', () => {
    const { layer, array } = build();
    expect(layer.object.children).toHaveLength(1);
    expect(array('position')).toEqual([5, 0, 1, 6, 0, 1, 5, 1, 1, -5, 0, 0, -7, 0, 0, -5, 1, 0]);
  });

  test('a mirrored mesh has its normals turned, for its triangles turn the other way', () => {
    const { array } = build();
    expect(array('normal').filter((_, i) => i % 3 === 2)).toEqual([1, 1, 1, -1, -1, -1]);
  });

  test('follows what moves, and what is hidden is drawn nowhere', () => {
    const { scene, node, pose, array } = build();
    scene.setValue(node('near'), 'translateX', 7);
    scene.setValue(node('far'), 'visibility', 0);
    pose();
    expect(array('position')).toEqual([7, 0, 1, 8, 0, 1, 7, 1, 1, ...new Array(9).fill(0)]);
    scene.setValue(node('far'), 'visibility', 1);
    pose();
    expect(array('position').slice(9, 12)).toEqual([-5, 0, 0]);
  });

  test('a marked mesh is drawn by itself with its edges, and goes back', () => {
    const { layer, placeOf, array } = build();
    const marked = placeOf('nearShape');
    layer.applyMarks((place) => (place === marked ? 'selected' : undefined));
    expect(layer.object.children).toHaveLength(2);
    expect(layer.object.children[1]?.userData.place).toBe(marked);
    expect(layer.object.children[1]?.children).toHaveLength(1);
    expect(array('position').slice(0, 9)).toEqual(new Array(9).fill(0));
    layer.applyMarks(() => undefined);
    expect(layer.object.children).toHaveLength(1);
    expect(array('position').slice(0, 3)).toEqual([5, 0, 1]);
  });

  test('is picked mesh by mesh', () => {
    const { layer, placeOf } = build();
    const hit = (x: number): number | undefined =>
      layer.pick(new Raycaster(new Vector3(x, 0.2, 9), new Vector3(0, 0, -1)))[0]?.place;
    expect([hit(5.2), hit(-5.4), hit(0)]).toEqual([placeOf('nearShape'), placeOf('farShape'), undefined]);
  });

  test('draws what is near the eye first', () => {
    const { layer, batch } = build();
    const first = (): number | undefined => batch.geometry.index?.array[0];
    layer.sortFrom(new Vector3(-5, 0, 20));
    expect(first()).toBe(3);
    layer.sortFrom(new Vector3(5, 0, 20));
    expect(first()).toBe(0);
  });
});
