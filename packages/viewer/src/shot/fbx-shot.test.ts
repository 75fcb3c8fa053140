import { Graph, NODE_TYPES } from '@rigline/evaluate';
import { type Mat4, transformVector } from '@rigline/math';
import type { MeshData, SceneNode } from '@rigline/scene';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { collectShot } from './collect-shot.ts';
import { PoseSampler } from './pose-sampler.ts';

const SQUARE: MeshData = {
  positionsXyz: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  faceCounts: Int32Array.of(3, 3),
  faceVertices: Int32Array.of(0, 1, 2, 0, 2, 3),
  faceMaterials: Int32Array.of(1, 0),
};

function shoot() {
  const scene = sketchScene({
    hips: { type: 'fbxBone', values: { translate: [0, 5, 0] } },
    knee: { type: 'fbxBone', parent: 'hips', values: { translate: [0, -2, 0] } },
    box: { type: 'fbxModel', values: { translate: [1, 2, 3], geometricTranslation: [10, 0, 0] } },
    boxShape: { type: 'mesh', parent: 'box' },
    inside: { type: 'fbxModel', parent: 'box' },
    eye: { type: 'fbxModel' },
    eyeShape: { type: 'fbxCamera', parent: 'eye' },
    lamp: { type: 'fbxModel' },
    lampShape: { type: 'spotLight', parent: 'lamp' },
    red: { type: 'lambert', values: { color: [1, 0, 0] } },
    redSG: { type: 'shadingEngine' },
    blue: { type: 'lambert', values: { color: [0, 0, 1] } },
    blueSG: { type: 'shadingEngine' },
  });
  const node = (name: string): SceneNode => scene.find(name) as SceneNode;
  scene.setValue(node('boxShape'), 'polygons', SQUARE);
  scene.setValue(node('lampShape'), 'matrix', [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
  for (const [i, color] of ['blue', 'red'].entries()) {
    connectPlugs(scene, `${color}.outColor`, `${color}SG.surfaceShader`);
    scene.connect(
      { node: node('boxShape'), path: `instObjGroups[0].objectGroups[${i}]` },
      { node: node(`${color}SG`), path: 'dagSetMembers[0]' },
    );
  }
  const graph = new Graph(scene, NODE_TYPES);
  const shot = collectShot(scene, graph);
  const pose = new PoseSampler(scene, graph, shot).sample(0);
  const worldOf = (name: string): Mat4 => {
    const place = shot.places.findIndex((at) => at.name === name);
    return [...pose.localToWorld.subarray(place * 16, place * 16 + 16)] as Mat4;
  };
  return { shot, pose, worldOf };
}

describe('a scene of an FBX file', () => {
  test('a mesh stands where its geometric transform puts it, and what is below its node does not', () => {
    const { worldOf } = shoot();
    expect(worldOf('boxShape').slice(12, 15)).toEqual([11, 2, 3]);
    expect(worldOf('inside').slice(12, 15)).toEqual([1, 2, 3]);
  });

  test('cameras look along +X of their node, lights shine along its -Y', () => {
    const { worldOf } = shoot();
    const ahead = (name: string): number[] => transformVector(worldOf(name), [0, 0, -1]).map((v) => Math.round(v) + 0);
    expect(ahead('eyeShape')).toEqual([1, 0, 0]);
    expect(ahead('lampShape')).toEqual([0, -1, 0]);
  });

  test('its cameras and bones are listed', () => {
    const { shot } = shoot();
    const name = (place: number): string | undefined => shot.places[place]?.name;
    expect(shot.cameras.map((camera) => camera.name)).toEqual(['eye']);
    expect(shot.joints.map(({ place, parentJoint }) => [name(place), name(parentJoint)])).toEqual([
      ['hips', undefined],
      ['knee', 'hips'],
    ]);
  });

  test('faces have the colours of their materials', () => {
    const { shot } = shoot();
    const [mesh] = shot.meshes;
    const [topology] = shot.topologies;
    expect(topology?.groups).toEqual([
      { material: 0, start: 0, count: 3 },
      { material: 1, start: 3, count: 3 },
    ]);
    const colorOf = (group: number) => mesh?.materials?.[topology?.groups?.[group]?.material ?? -1]?.color;
    expect(colorOf(0)?.[2]).toBeGreaterThan(0.9);
    expect(colorOf(1)?.[0]).toBeGreaterThan(0.9);
    // The second face of the mesh has material 0 and is drawn first.
    const drawn = [...(topology?.triangles.slice(0, 3) ?? [])].map((i) => topology?.vertexOf[i]);
    expect(drawn).toEqual([0, 2, 3]);
  });
});

describe('PoseSampler', () => {
  test('tells the points of a mesh again when another mesh comes, and only then', () => {
    const scene = sketchScene({ box: { type: 'transform' }, boxShape: { type: 'mesh', parent: 'box' } });
    const shape = scene.find('boxShape') as SceneNode;
    scene.setValue(shape, 'polygons', SQUARE);
    const graph = new Graph(scene, NODE_TYPES);
    const sampler = new PoseSampler(scene, graph, collectShot(scene, graph));
    const moves = (seconds: number): number => sampler.sample(seconds).meshMoves.length;
    expect([moves(0), moves(1), moves(2)]).toEqual([1, 0, 0]);
    scene.setValue(shape, 'polygons', { ...SQUARE, positionsXyz: SQUARE.positionsXyz.map((v) => v * 2) });
    expect([moves(2), moves(3)]).toEqual([1, 0]);
  });
});
