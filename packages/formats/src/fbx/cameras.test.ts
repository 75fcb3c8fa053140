import type { SceneNode } from '@rigline/scene';
import { type FbxConnectionSketch, type FbxObjectSketch, type FbxPropertySketch, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';

function cameraWith(
  properties: readonly FbxPropertySketch[],
  objects: readonly FbxObjectSketch[] = [],
  connections: readonly FbxConnectionSketch[] = [],
): SceneNode {
  const bytes = sketchFbx({
    objects: [[1, 'Model', 'Camera', 'cam'], [2, 'NodeAttribute', 'Camera', '', properties], ...objects],
    connections: [[1, 0], [2, 1], ...connections],
    globals: [['UnitScaleFactor', 'double', '', 100]],
  });
  return readFbx(bytes).scene.find('camShape') as SceneNode;
}

function stored(node: SceneNode, ...names: string[]): unknown[] {
  return names.map((name) => {
    const plug = node.resolve(name);
    return plug && node.stored(plug);
  });
}

describe('addCamera', () => {
  test('stores the properties in inner units', () => {
    const node = cameraWith([
      ['FocalLength', 'Number', 'A', 50],
      ['FieldOfView', 'FieldOfView', 'A', 90],
      ['FilmWidth', 'double', '', 1.5],
      ['FilmHeight', 'double', '', 1],
      ['NearPlane', 'double', '', 0.5],
      ['FarPlane', 'double', '', 20],
      ['FilmOffsetX', 'Number', 'A', 0.25],
      ['Roll', 'Roll', 'A', 180],
      ['AspectWidth', 'double', '', 1920],
      ['AspectHeight', 'double', '', 1080],
      ['OrthoZoom', 'double', '', 2],
    ]);
    expect(node.type).toBe('fbxCamera');
    expect(stored(node, 'fbxFocalLength', 'fieldOfView', 'filmWidth', 'filmHeight')).toEqual([50, Math.PI / 2, 1.5, 1]);
    expect(stored(node, 'nearClipPlane', 'farClipPlane', 'horizontalFilmOffset', 'roll')).toEqual([
      50,
      2000,
      0.25,
      Math.PI,
    ]);
    expect(stored(node, 'aspectWidth', 'aspectHeight', 'orthoZoom', 'orthoUnit')).toEqual([1920, 1080, 2, 3000]);
  });

  test('stores modes by their number, and the default for numbers that are none', () => {
    const node = cameraWith([
      ['ApertureMode', 'enum', '', 3],
      ['GateFit', 'enum', '', 4],
      ['AspectRatioMode', 'enum', '', 17],
      ['CameraProjectionType', 'enum', '', 1],
    ]);
    expect(stored(node, 'apertureMode', 'gateFit', 'aspectRatioMode', 'orthographic')).toEqual([3, 4, 0, 1]);
  });

  // Source: FBX SDK help, FbxCamera::EApertureFormat and EApertureMode.
  test('takes the film of the aperture format where the file does not say', () => {
    const node = cameraWith([['ApertureFormat', 'enum', '', 7]]);
    expect(stored(node, 'filmWidth', 'filmHeight', 'filmSqueezeRatio', 'apertureMode')).toEqual([0.864, 0.732, 2, 2]);
  });

  test('knows the old names of the aspect', () => {
    const node = cameraWith([
      ['AspectW', 'double', '', 4],
      ['AspectH', 'double', '', 3],
    ]);
    expect(stored(node, 'aspectWidth', 'aspectHeight')).toEqual([4, 3]);
  });

  test('follows the nodes that it looks at and that say where up is', () => {
    const targets: FbxObjectSketch[] = [
      [3, 'Model', 'Null', 'aim'],
      [4, 'Model', 'Null', 'up'],
    ];
    const node = cameraWith([], targets, [
      [3, 1, 'LookAtProperty'],
      [4, 1, 'UpVectorProperty'],
    ]);
    expect(stored(node, 'hasInterest', 'hasUpNode')).toEqual([1, 1]);
    expect(node.inputs.get('interestMatrix')).toMatchObject({ node: { name: 'aim' }, path: 'worldMatrix[0]' });
    expect(node.inputs.get('upNodeMatrix')).toMatchObject({ node: { name: 'up' } });
  });

  test('is one shape under all Models that show it', () => {
    const node = cameraWith([], [[5, 'Model', 'Camera', 'copy']], [[2, 5]]);
    expect(node.parents.map(({ name }) => name)).toEqual(['cam', 'copy']);
  });
});
