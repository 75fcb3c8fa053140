import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import type { SceneNode } from '@rigline/scene';
import { sketchScene } from '@rigline/testkit';
import { type DirectionalLight, type PointLight, type SpotLight, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { collectShot } from '../shot/collect-shot.ts';
import { PoseSampler } from '../shot/pose-sampler.ts';
import { SceneLights } from './scene-lights.ts';

function light() {
  const scene = sketchScene({
    sun: { type: 'transform', values: { translate: [1, 2, 3], rotate: [0, Math.PI / 2, 0] } },
    sunShape: { type: 'directionalLight', parent: 'sun', values: { intensity: 2, color: [1, 0.5, 0.25] } },
    bulb: { type: 'transform' },
    bulbShape: { type: 'pointLight', parent: 'bulb', values: { decayRate: 2 } },
    spot: { type: 'transform' },
    spotShape: { type: 'spotLight', parent: 'spot', values: { coneAngle: 1, penumbraAngle: -0.25 } },
  });
  const graph = new Graph(scene, MAYA_NODE_TYPES);
  const shot = collectShot(scene, graph);
  const sampler = new PoseSampler(scene, graph, shot);
  const lights = new SceneLights(shot);
  lights.applyPose(sampler.sample(0));
  const [sun, bulb, spot] = lights.object.children.filter((child) => 'isLight' in child);
  return { scene, sampler, lights, sun: sun as DirectionalLight, bulb: bulb as PointLight, spot: spot as SpotLight };
}

describe('SceneLights', () => {
  test('a directional light shines along its own -Z, pi times as strong for three.js', () => {
    const { sun } = light();
    const along = new Vector3().subVectors(sun.target.position, sun.position);
    expect(along.distanceTo(new Vector3(-1, 0, 0))).toBeLessThan(1e-12);
    expect(sun.intensity).toBeCloseTo(2 * Math.PI, 12);
    expect(sun.color.toArray()).toEqual([1, 0.5, 0.25]);
  });

  test('decay and cone are taken over; a negative penumbra softens the inside of the cone', () => {
    const { bulb, spot } = light();
    expect(bulb.decay).toBe(2);
    expect(spot.decay).toBe(0);
    expect(spot.angle).toBeCloseTo(0.5, 12);
    expect(spot.penumbra).toBeCloseTo(0.5, 12);
  });

  test('follows the pose: a changed intensity, a hidden light', () => {
    const { scene, sampler, lights, sun, bulb } = light();
    scene.setValue(scene.find('sunShape') as SceneNode, 'intensity', 0.5);
    scene.setValue(scene.find('bulb') as SceneNode, 'visibility', 0);
    lights.applyPose(sampler.sample(0));
    expect(sun.intensity).toBeCloseTo(0.5 * Math.PI, 12);
    expect(bulb.visible).toBe(false);
  });
});
