import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import { sketchScene } from '@rigline/testkit';
import { type BufferGeometry, type LineBasicMaterial, type LineSegments, Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { collectShot } from '../shot/collect-shot.ts';
import { PoseSampler } from '../shot/pose-sampler.ts';
import { PALETTE } from './palette.ts';
import { SHOW_DEFAULTS, ShotView } from './shot-view.ts';

function build() {
  const scene = sketchScene({
    left: { type: 'transform', values: { translate: [-5, 0, 0] } },
    leftShape: { type: 'locator', parent: 'left' },
    right: { type: 'transform', values: { translate: [5, 0, 0] } },
    rightShape: { type: 'locator', parent: 'right' },
    deep: { type: 'transform', parent: 'right', values: { translate: [0, 4, 0] } },
    deepShape: { type: 'locator', parent: 'deep' },
    arm: { type: 'joint', values: { translate: [0, 10, 0] } },
    eye: { type: 'transform', values: { translate: [0, 0, 90] } },
    eyeShape: { type: 'camera', parent: 'eye' },
    hand: { type: 'joint', parent: 'arm', values: { translate: [0, 6, 0] } },
  });
  const graph = new Graph(scene, MAYA_NODE_TYPES);
  const shot = collectShot(scene, graph);
  const sampler = new PoseSampler(scene, graph, shot);
  const view = new ShotView(shot, sampler.sample(0));
  view.show(SHOW_DEFAULTS);
  view.object.updateMatrixWorld(true);
  const placeOf = (name: string): number => shot.places.findIndex((place) => place.name === name);
  const shoot = (x: number, y: number): string | undefined => {
    const raycaster = new Raycaster(new Vector3(x, y, 50), new Vector3(0, 0, -1));
    raycaster.params.Line.threshold = 0.1;
    return shot.places[view.pick(raycaster)]?.name;
  };
  const colorOf = (name: string): number => {
    let color = -1;
    view.object.traverse((object) => {
      const line = object as LineSegments<BufferGeometry, LineBasicMaterial>;
      if (line.userData.place === placeOf(name)) color = line.material.color.getHex();
    });
    return color;
  };
  return { scene, view, sampler, placeOf, shoot, colorOf };
}

describe('ShotView', () => {
  test('picks what is under a ray, a bone as the joint that it starts from', () => {
    const { shoot } = build();
    expect(shoot(-5.5, 0)).toBe('leftShape');
    expect(shoot(0, 13)).toBe('arm');
    expect(shoot(0, 16)).toBe('hand');
    expect(shoot(30, 30)).toBeUndefined();
  });

  test('what is hidden or not shown cannot be picked', () => {
    const { scene, view, sampler, shoot } = build();
    const left = scene.find('left');
    if (left) scene.setValue(left, 'visibility', 0);
    view.applyPose(sampler.sample(0));
    expect(shoot(-5.5, 0)).toBeUndefined();
    view.show({ ...SHOW_DEFAULTS, joints: false });
    expect(shoot(0, 13)).toBeUndefined();
  });

  test('bounds are those of a place and all below it', () => {
    const { view, placeOf } = build();
    const box = view.bounds([placeOf('right')]);
    expect(box.min.toArray()).toEqual([4, -1, -1]);
    expect(box.max.toArray()).toEqual([6, 5, 1]);
    expect(view.bounds([]).isEmpty()).toBe(true);
    expect(view.bounds().min.x).toBe(-6);
  });

  test('bounds of a camera are those of its symbol, and of everything are without it', () => {
    const { view, placeOf } = build();
    const size = view.bounds([placeOf('eye')]).getSize(new Vector3());
    for (const side of size.toArray()) expect(side).toBeGreaterThan(2 * view.gizmoSize);
    expect(view.bounds().max.z).toBeLessThan(90);
  });

  test('marks the selected place and, more quietly, what is below it', () => {
    const { view, placeOf, colorOf } = build();
    view.select([placeOf('right')]);
    expect(colorOf('rightShape')).toBe(PALETTE.selected);
    expect(colorOf('deepShape')).toBe(PALETTE.below);
    expect(colorOf('leftShape')).toBe(PALETTE.locator);
    view.select([]);
    expect(colorOf('rightShape')).toBe(PALETTE.locator);
  });
});
