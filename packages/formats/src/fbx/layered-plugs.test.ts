import type { AttributeValue, Scene, SceneNode } from '@rigline/scene';
import type { KeySource } from '@rigline/scene/maya';
import {
  sketchCurve as curve,
  sketchCurveNode as curveNode,
  type FbxConnectionSketch,
  type FbxObjectSketch,
  type FbxPropertySketch,
  sketchLayer as layer,
  sketchFbx,
  sketchTake,
} from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';

const model = (id: number, name: string, ...properties: FbxPropertySketch[]): FbxObjectSketch => [
  id,
  'Model',
  'Null',
  name,
  properties,
];

const find = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;
const value = (node: SceneNode, path: string): AttributeValue | undefined => node.values.get(path);
const source = (node: SceneNode, path: string): string | undefined => {
  const from = node.inputs.get(path);
  return from && `${from.node.name}.${from.path}`;
};
const keys = (node: SceneNode): number[] => [...(value(node, 'keySource') as KeySource).readKeys().values];

describe('several layers', () => {
  const ROTATE: FbxPropertySketch = ['Lcl Rotation', 'Lcl Rotation', 'A', 0, 0, 90];

  /** `box` with a property in the layers `base` (2), `top` (3) and so on; each has `value` in X. */
  function layered(
    property: string,
    layers: readonly FbxObjectSketch[],
    values: readonly (Readonly<Record<string, number>> | undefined)[],
    more: readonly FbxObjectSketch[] = [],
    links: readonly FbxConnectionSketch[] = [],
    stored: readonly FbxPropertySketch[] = [],
  ) {
    const present = values.flatMap((v, i) => (v ? [[i, v] as const] : []));
    const sketch = sketchTake(
      layers,
      [model(100, 'box', ...stored), ...present.map(([i, v]) => curveNode(10 + i, v)), ...more],
      [
        ...present.map(([i]): FbxConnectionSketch => [10 + i, 2 + i]),
        ...present.map(([i]): FbxConnectionSketch => [10 + i, 100, property]),
        ...links,
      ],
    );
    return readFbx(sketchFbx(sketch), { file: 'a.fbx' });
  }

  const base = layer(2, 'base');

  test('a property in the lowest layer alone is driven directly', () => {
    const { scene } = layered('Lcl Translation', [base, layer(3, 'top')], [{ X: 1 }, undefined]);
    expect(value(find(scene, 'box'), 'translateX')).toBe(1);
    expect(find(scene, 'box').inputs.size).toBe(0);
  });

  test('layers stand lowest first, with mode and weight; the lowest counts in full', () => {
    const top = layer(3, 'top', ['Weight', 'Number', 'A', { code: 'D', value: 25 }], ['BlendMode', 'enum', '', 2]);
    const low = layer(2, 'base', ['Weight', 'Number', 'A', { code: 'D', value: 10 }]);
    const { scene } = layered(
      'Lcl Translation',
      [low, top],
      [
        { X: 1, Y: 2, Z: 3 },
        { X: 4, Y: 5, Z: 6 },
      ],
      [curve(20, 7, 8)],
      [[20, 11, 'd|Y']],
    );
    const node = find(scene, 'box_translate_layers');
    expect(node.type).toBe('fbxLayeredTranslate');
    expect(source(find(scene, 'box'), 'translateX')).toBe('box_translate_layers.outputX');
    expect(Object.fromEntries(node.values)).toMatchObject({
      'layer[0].blendMode': 1,
      'layer[0].valueX': 1,
      'layer[0].valueZ': 3,
      'layer[1].blendMode': 2,
      'layer[1].weight': 0.25,
      'layer[1].valueX': 4,
    });
    expect(node.values.has('layer[0].weight')).toBe(false);
    expect(source(node, 'layer[1].valueY')).toBe('box_top_translateY.output');
  });

  test('an animated weight drives every property of the layer', () => {
    const top = layer(3, 'top', ['Weight', 'Number', 'A+', { code: 'D', value: 0 }]);
    const { scene } = layered(
      'Lcl Translation',
      [base, top],
      [{ X: 1 }, { X: 4 }],
      [curveNode(30, { Weight: 50 }), curve(31, 0, 100)],
      [
        [30, 3],
        [30, 3, 'Weight'],
        [31, 30, 'd|Weight'],
      ],
    );
    expect(source(find(scene, 'box_translate_layers'), 'layer[1].weight')).toBe('top_weight.output');
    expect(keys(find(scene, 'top_weight'))).toEqual([0, 1]);
  });

  test('a weight without a curve is that of its curve node', () => {
    const top = layer(3, 'top', ['Weight', 'Number', 'A+', { code: 'D', value: 100 }]);
    const { scene } = layered(
      'Lcl Translation',
      [base, top],
      [{ X: 1 }, { X: 4 }],
      [curveNode(30, { Weight: 50 })],
      [
        [30, 3],
        [30, 3, 'Weight'],
      ],
    );
    expect(value(find(scene, 'box_translate_layers'), 'layer[1].weight')).toBe(0.5);
  });

  test('above a lowest layer without the property the stored value is what is built on', () => {
    const { scene } = layered('Lcl Rotation', [base, layer(3, 'top')], [undefined, { X: 90 }], [], [], [ROTATE]);
    const node = find(scene, 'box_rotate_layers');
    expect(value(node, 'layer[0].blendMode')).toBe(1);
    expect(value(node, 'layer[0].valueZ')).toBeCloseTo(Math.PI / 2, 12);
    expect(value(node, 'layer[1].blendMode')).toBe(0);
    expect(value(node, 'layer[1].valueX')).toBeCloseTo(Math.PI / 2, 12);
    // Not even an additive layer adds what it has no value for.
    expect(value(node, 'layer[1].valueZ')).toBe(0);
  });

  test('accumulation is that of the layer', () => {
    const top = layer(3, 'top', ['RotationAccumulationMode', 'enum', '', 1], ['ScaleAccumulationMode', 'enum', '', 1]);
    const rotation = layered('Lcl Rotation', [base, top], [{ X: 1 }, { X: 4 }]).scene;
    expect(value(find(rotation, 'box_rotate_layers'), 'layer[1].accumulation')).toBe(1);
    const scale = layered('Lcl Scaling', [base, top], [{ X: 1 }, { X: 4 }]).scene;
    expect(value(find(scale, 'box_scale_layers'), 'layer[1].accumulation')).toBe(1);
    expect(value(find(scale, 'box_scale_layers'), 'layer[0].accumulation')).toBe(0);
    expect(value(find(scale, 'box_scale_layers'), 'layer[1].valueY')).toBe(0);
  });

  test('rotations are combined in the order of the node', () => {
    const stored: FbxPropertySketch[] = [['RotationOrder', 'enum', '', 1]];
    const { scene } = layered('Lcl Rotation', [base, layer(3, 'top')], [{ X: 1 }, { X: 4 }], [], [], stored);
    expect(value(find(scene, 'box_rotate_layers'), 'rotateOrder')).toBe(3);
  });

  test('additive layers without effect are left out', () => {
    const { scene } = layered('Lcl Scaling', [base, layer(3, 'top')], [{ X: 2 }, { X: 1, Y: 1, Z: 1 }]);
    expect(value(find(scene, 'box'), 'scaleX')).toBe(2);
    expect(scene.find('box_scale_layers')).toBeUndefined();
  });

  test('single numbers are combined on their own', () => {
    const { scene } = layered('Visibility', [base, layer(3, 'top')], [{ Visibility: 0 }, { Visibility: 1 }]);
    const node = find(scene, 'box_visibility_layers');
    expect(node.type).toBe('fbxLayeredNumber');
    expect([value(node, 'base'), value(node, 'layer[1].value')]).toEqual([1, 1]);
    expect(source(find(scene, 'box'), 'visibility')).toBe('box_visibility_layers.output');
  });

  test('other lengths and turns are added channel by channel', () => {
    const turned = layered('PreRotation', [base, layer(3, 'top')], [{ X: 1 }, { X: 4 }]).scene;
    expect(find(turned, 'box_preRotation_layers').type).toBe('fbxLayeredRotate');
    expect(value(find(turned, 'box_preRotation_layers'), 'layer[1].accumulation')).toBe(1);
    const moved = layered('RotationPivot', [base, layer(3, 'top')], [{ X: 1 }, { X: 4 }]).scene;
    expect(find(moved, 'box_rotatePivot_layers').type).toBe('fbxLayeredTranslate');
  });

  test('a muted layer counts for nothing', () => {
    const { scene } = layered(
      'Lcl Translation',
      [base, layer(3, 'top', ['Mute', 'bool', '', 1])],
      [{ X: 1 }, { X: 4 }],
    );
    expect(value(find(scene, 'box'), 'translateX')).toBe(1);
  });

  test('beside a soloed layer only the lowest counts', () => {
    const { scene } = layered(
      'Lcl Translation',
      [base, layer(3, 'top'), layer(4, 'solo', ['Solo', 'bool', '', 1])],
      [{ X: 1 }, { X: 4 }, { X: 5 }],
    );
    const node = find(scene, 'box_translate_layers');
    expect([value(node, 'layer[1].valueX'), node.elementIndices('layer')]).toEqual([5, [0, 1]]);
  });

  test('an unknown mode replaces what is below', () => {
    const { scene } = layered(
      'Lcl Translation',
      [base, layer(3, 'top', ['BlendMode', 'enum', '', 9])],
      [{ X: 1 }, { X: 4 }],
    );
    expect(value(find(scene, 'box_translate_layers'), 'layer[1].blendMode')).toBe(1);
  });
});
