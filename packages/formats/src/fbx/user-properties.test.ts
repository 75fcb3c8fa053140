import type { SceneNode } from '@rigline/scene';
import { type FbxPropertySketch, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';

function nodeWith(...properties: FbxPropertySketch[]): SceneNode {
  const bytes = sketchFbx({
    objects: [[1, 'Model', 'Null', 'a', properties]],
    globals: [['UnitScaleFactor', 'double', '', 100]],
  });
  return readFbx(bytes).scene.find('a') as SceneNode;
}

function stored(node: SceneNode, ...names: string[]): unknown[] {
  return names.map((name) => {
    const plug = node.resolve(name);
    return plug && node.stored(plug);
  });
}

describe('addUserProperties', () => {
  test.each<[FbxPropertySketch, string, unknown]>([
    [['u', 'bool', 'AU', 1], 'boolean', 1],
    [['u', 'Integer', 'A+U', 4, 1, 10], 'integer', 4],
    [['u', 'Number', 'U', 0.5], 'number', 0.5],
    [['u', 'double', 'U', 0.5], 'number', 0.5],
    [['u', 'KString', 'U', 'Hello'], 'string', 'Hello'],
    [['u', 'KTime', 'U', 46186158000 / 2], 'time', 0.5],
    [['u', 'Distance', 'U', 3], 'distance', 300],
    [['u', 'Enum', 'AU', 1, 'A~B~C'], 'choice', 1],
  ])('makes an attribute of %j', (property, kind, value) => {
    const node = nodeWith(property);
    expect(node.resolve('u')?.attribute.kind).toBe(kind);
    expect(stored(node, 'u')).toEqual([value]);
  });

  test('knows the names of a choice', () => {
    const node = nodeWith(['mode', 'Enum', 'AU', 1, 'FK~IK']);
    expect(node.resolve('mode')?.attribute.choices).toEqual({ 0: 'FK', 1: 'IK' });
  });

  test('makes compounds of vectors and colours', () => {
    const node = nodeWith(
      ['aim', 'Vector', 'AU', 1, 2, 3],
      ['tint', 'ColorRGB', 'AU', 0.1, 0.2, 0.3],
      ['glow', 'ColorAndAlpha', 'AU', 0.1, 0.2, 0.3, 0.4],
    );
    expect(stored(node, 'aimX', 'aimY', 'aimZ', 'tintR', 'tintG', 'tintB', 'glowA')).toEqual([
      1, 2, 3, 0.1, 0.2, 0.3, 0.4,
    ]);
  });

  test('gives properties with the name of an attribute of the node, or of a path, another name', () => {
    const node = nodeWith(['translate', 'Number', 'AU', 7], ['a.b[0]', 'Number', 'AU', 8], ['', 'Number', 'AU', 9]);
    expect(stored(node, 'user_translate', 'a_b_0_', 'user_')).toEqual([7, 8, 9]);
    expect(stored(node, 'translateX')).toEqual([0]);
  });

  test('keeps values of types that are none, and takes 0 for numbers that are not finite', () => {
    const node = nodeWith(['o', 'object', 'U'], ['n', 'Number', 'U', Number.NaN]);
    expect(node.raw.get('o')).toMatchObject({ dataType: 'object' });
    expect(stored(node, 'n')).toEqual([0]);
  });

  test('the first of two properties of one name counts', () => {
    expect(stored(nodeWith(['u', 'Number', 'U', 1], ['u', 'Number', 'U', 2]), 'u')).toEqual([1]);
  });
});
