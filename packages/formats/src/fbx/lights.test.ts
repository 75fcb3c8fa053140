import type { Mat4 } from '@rigline/math';
import { transformVector } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import { type FbxPropertySketch, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';

function lightWith(...properties: FbxPropertySketch[]): SceneNode {
  const bytes = sketchFbx({
    objects: [
      [1, 'Model', 'Light', 'lamp'],
      [2, 'NodeAttribute', 'Light', '', properties],
    ],
    connections: [
      [1, 0],
      [2, 1],
    ],
  });
  return readFbx(bytes).scene.find('lampShape') as SceneNode;
}

function stored(node: SceneNode, ...names: string[]): unknown[] {
  return names.map((name) => {
    const plug = node.resolve(name);
    return plug && node.stored(plug);
  });
}

describe('addLight', () => {
  // Source: FBX SDK help, FbxLight::EType.
  test.each([
    [0, 'pointLight'],
    [1, 'directionalLight'],
    [2, 'spotLight'],
    [3, 'areaLight'],
    [4, 'volumeLight'],
    [9, 'pointLight'],
  ])('makes light type %i a %s', (number, type) => {
    expect(lightWith(['LightType', 'enum', '', number]).type).toBe(type);
  });

  test('stores colour, intensity of 100 as 1, decay and shadows', () => {
    const node = lightWith(
      ['Color', 'Color', 'A', 1, 0.5, 0.25],
      ['Intensity', 'Number', 'A', 150],
      ['DecayType', 'enum', '', 2],
      ['CastShadows', 'bool', '', 0],
    );
    expect(stored(node, 'colorR', 'colorG', 'colorB', 'intensity')).toEqual([1, 0.5, 0.25, 1.5]);
    expect(stored(node, 'decayRate', 'useRayTraceShadows', 'emitDiffuse')).toEqual([2, 0, 1]);
  });

  test('takes the newest name of the angles', () => {
    const node = lightWith(
      ['OuterAngle', 'Number', 'A', 60],
      ['Cone angle', 'Cone angle', 'A', 10],
      ['HotSpot', 'HotSpot', 'A', 5],
      ['InnerAngle', 'Number', 'A', 30],
    );
    expect(stored(node, 'coneAngle', 'innerAngle', 'penumbraAngle')).toEqual([
      Math.PI / 3,
      expect.closeTo(Math.PI / 6, 12),
      expect.closeTo(-Math.PI / 12, 12),
    ]);
  });

  test('shines along -Y of its node', () => {
    const [matrix] = stored(lightWith(), 'matrix');
    expect(transformVector(matrix as Mat4, [0, 0, -1]).map((value) => value + 0)).toEqual([0, -1, 0]);
    expect(transformVector(matrix as Mat4, [1, 0, 0])).toEqual([1, 0, 0]);
  });
});
