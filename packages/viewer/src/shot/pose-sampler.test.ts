import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { collectShot } from './collect-shot.ts';
import { PoseSampler } from './pose-sampler.ts';

function shoot() {
  const scene = sketchScene({
    group: { type: 'transform', values: { translate: [1, 2, 3] } },
    arm: { type: 'joint', parent: 'group', values: { translate: [0, 5, 0] } },
    hand: { type: 'joint', parent: 'arm', values: { translate: [2, 0, 0] } },
    mark: { type: 'transform', parent: 'group' },
    markShape: { type: 'locator', parent: 'mark', values: { localPosition: [1, 0, 0] } },
    shotCam: { type: 'transform', values: { translate: [0, 0, 40] } },
    shotCamShape: { type: 'camera', parent: 'shotCam', values: { focalLength: 50 } },
  });
  const graph = new Graph(scene, MAYA_NODE_TYPES);
  const shot = collectShot(scene, graph);
  return { scene, shot, sampler: new PoseSampler(scene, graph, shot) };
}

const originOf = (world: Float64Array, place: number): number[] => [...world.slice(place * 16 + 12, place * 16 + 15)];

describe('PoseSampler', () => {
  test('gives world matrices by place, shapes with that of their transform', () => {
    const { shot, sampler } = shoot();
    const pose = sampler.sample(0);
    const at = (path: string): number[] =>
      originOf(
        pose.localToWorld,
        shot.places.findIndex((place) => place.path === path),
      );
    expect(at('|group|arm|hand')).toEqual([3, 7, 3]);
    expect(at('|group|mark|markShape')).toEqual([1, 2, 3]);
    expect(pose.cameras[0]).toMatchObject({ focalLength: 50, filmFit: 'horizontal' });
  });

  test('hides all that is below something hidden', () => {
    const { scene, shot, sampler } = shoot();
    const group = scene.find('group');
    if (group) scene.setValue(group, 'visibility', 0);
    const { visible } = sampler.sample(0);
    const shown = shot.places.filter((_, i) => visible[i] === 1).map(({ name }) => name);
    expect(shown).toEqual(['shotCam', 'shotCamShape']);
  });

  test('a display override hides a shape and its siblings stay', () => {
    const { scene, shot, sampler } = shoot();
    const arm = scene.find('arm');
    if (arm) scene.setValue(arm, 'overrideEnabled', 1);
    if (arm) scene.setValue(arm, 'overrideVisibility', 0);
    const { visible } = sampler.sample(0);
    const isShown = (name: string): boolean => visible[shot.places.findIndex((place) => place.name === name)] === 1;
    expect(['arm', 'hand', 'mark'].map(isShown)).toEqual([false, false, true]);
  });

  test('a driven visibility is followed, also one that is connected later', () => {
    const { scene, shot, sampler } = shoot();
    const isShown = (): boolean =>
      sampler.sample(0).visible[shot.places.findIndex((place) => place.name === 'mark')] === 1;
    expect(isShown()).toBe(true);
    connectPlugs(scene, 'shotCam.translateX', 'mark.visibility');
    expect(isShown()).toBe(false);
    const camera = scene.find('shotCam');
    if (camera) scene.setValue(camera, 'translateX', 1);
    expect(isShown()).toBe(true);
  });

  test('writes into the arrays that it is given', () => {
    const { sampler } = shoot();
    const first = sampler.sample(0);
    expect(sampler.sample(1, first).localToWorld).toBe(first.localToWorld);
    const strange = { localToWorld: new Float64Array(16), visible: new Uint8Array(1) };
    expect(sampler.sample(1, strange).localToWorld.length).toBe(first.localToWorld.length);
  });
});

describe('collectShot', () => {
  test('lists joints with the joint above them, locators and cameras', () => {
    const { shot } = shoot();
    const name = (place: number): string | undefined => shot.places[place]?.name;
    expect(shot.joints.map(({ place, parentJoint }) => [name(place), name(parentJoint)])).toEqual([
      ['arm', undefined],
      ['hand', 'arm'],
    ]);
    expect(shot.locators[0]).toMatchObject({ position: [1, 0, 0], scale: [1, 1, 1] });
    expect(shot.cameras).toEqual([{ place: 6, name: 'shotCam', isStartup: false }]);
  });
});
