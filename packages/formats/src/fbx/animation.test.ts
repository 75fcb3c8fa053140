import type { AttributeValue, Scene, SceneNode } from '@rigline/scene';
import type { KeySource } from '@rigline/scene/maya';
import {
  sketchCurve as curve,
  sketchCurveNode as curveNode,
  type FbxConnectionSketch,
  type FbxObjectSketch,
  type FbxPropertySketch,
  type FbxSketch,
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
const stack = (id: number, name: string): FbxObjectSketch => [id, 'AnimationStack', '', name];

/** A take of one layer (2), and a model (100) `box`. */
function read(
  objects: readonly FbxObjectSketch[],
  connections: readonly FbxConnectionSketch[],
  more: Partial<FbxSketch> = {},
): ReturnType<typeof readFbx> {
  const sketch = sketchTake([layer(2, 'base')], objects, connections);
  return readFbx(sketchFbx({ ...sketch, ...more }), { file: 'a.fbx' });
}

const find = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;
const value = (node: SceneNode, path: string): AttributeValue | undefined => node.values.get(path);
const source = (node: SceneNode, path: string): string | undefined => {
  const from = node.inputs.get(path);
  return from && `${from.node.name}.${from.path}`;
};
const keys = (node: SceneNode): number[] => [...(value(node, 'keySource') as KeySource).readKeys().values];

describe('one layer', () => {
  const moving = (
    property: string,
    values: Readonly<Record<string, number>>,
    channel = 'd|X',
    ...stored: FbxPropertySketch[]
  ) =>
    read(
      [model(100, 'box', ...stored), curveNode(10, values), curve(20, 2, 4)],
      [
        [10, 2],
        [10, 100, property],
        [20, 10, channel],
      ],
    );

  test('curves drive the plugs of their channels, values without a curve are stored', () => {
    const { scene, problems } = moving('Lcl Translation', { X: 1, Y: 5, Z: 6 });
    const box = find(scene, 'box');
    expect(source(box, 'translateX')).toBe('box_translateX.output');
    expect(find(scene, 'box_translateX').type).toBe('animCurveTL');
    expect(keys(find(scene, 'box_translateX'))).toEqual([2, 4]);
    expect([value(box, 'translateY'), value(box, 'translateZ')]).toEqual([5, 6]);
    expect([...box.inputs.keys()]).toEqual(['translateX']);
    expect(problems).toEqual([]);
  });

  test('the value of the curve node wins over the stored one; without either the stored one stays', () => {
    const stored: FbxPropertySketch = ['Lcl Scaling', 'Lcl Scaling', 'A+', 7, 8, 9];
    const { scene } = moving('Lcl Scaling', { X: 1, Y: 5 }, 'd|X', stored);
    expect([value(find(scene, 'box'), 'scaleY'), value(find(scene, 'box'), 'scaleZ')]).toEqual([5, 9]);
  });

  test('rotations are in radians', () => {
    const { scene } = moving('Lcl Rotation', { X: 0, Y: 90, Z: 0 }, 'd|Z');
    const rotation = find(scene, 'box_rotateZ');
    expect(rotation.type).toBe('animCurveTA');
    expect(keys(rotation)[1]).toBeCloseTo((4 * Math.PI) / 180, 12);
    expect(value(find(scene, 'box'), 'rotateY')).toBeCloseTo(Math.PI / 2, 12);
  });

  test('lengths are in centimetres', () => {
    const { scene } = read(
      [model(100, 'box'), curveNode(10, { X: 0, Y: 5, Z: 0 }), curve(20, 2, 4)],
      [
        [10, 2],
        [10, 100, 'Lcl Translation'],
        [20, 10, 'd|X'],
      ],
      { globals: [['UnitScaleFactor', 'double', '', { code: 'D', value: 2.5 }]] },
    );
    expect(keys(find(scene, 'box_translateX'))).toEqual([5, 10]);
    expect(value(find(scene, 'box'), 'translateY')).toBe(12.5);
  });

  test('channels of single numbers have any name', () => {
    const { scene } = moving('Visibility', { Visibility: 1 }, 'd|Visibility');
    expect(source(find(scene, 'box'), 'visibility')).toBe('box_visibility.output');
  });

  test('a single number may have a letter for a name', () => {
    const { scene } = read(
      [model(100, 'box'), curveNode(10, { Y: 0 })],
      [
        [10, 2],
        [10, 100, 'Visibility'],
      ],
    );
    expect(value(find(scene, 'box'), 'visibility')).toBe(0);
  });

  test('switches without a curve are on from 1', () => {
    const at = (percent: number) => {
      const { scene } = read(
        [model(100, 'box'), curveNode(10, { Visibility: percent })],
        [
          [10, 2],
          [10, 100, 'Visibility'],
        ],
      );
      return value(find(scene, 'box'), 'visibility');
    };
    expect([at(1), at(0.5), at(0)]).toEqual([1, 0, 0]);
  });

  test('of several curves on a channel the last counts', () => {
    const { scene } = read(
      [model(100, 'box'), curveNode(10, { X: 1 }), curve(20, 2), curve(21, 3)],
      [
        [10, 2],
        [10, 100, 'Lcl Translation'],
        [20, 10, 'd|X'],
        [21, 10, 'd|X'],
      ],
    );
    expect(keys(find(scene, 'box_translateX'))).toEqual([3]);
  });

  test('of several curve nodes on a property the first counts, and it is told', () => {
    const { scene, problems } = read(
      [model(100, 'box'), curveNode(10, { X: 1 }), curveNode(11, { X: 2 })],
      [
        [10, 2],
        [11, 2],
        [10, 100, 'Lcl Translation'],
        [11, 100, 'Lcl Translation'],
      ],
    );
    expect(value(find(scene, 'box'), 'translateX')).toBe(1);
    expect(problems).toMatchObject([{ code: 'FBX_SEVERAL_CURVE_NODES', severity: 'info' }]);
  });

  test('one curve may drive several nodes', () => {
    const { scene } = read(
      [model(100, 'box'), model(101, 'ball'), curveNode(10, { X: 1 }), curve(20, 2, 4)],
      [
        [101, 0],
        [10, 2],
        [10, 100, 'Lcl Translation'],
        [10, 101, 'Lcl Translation'],
        [20, 10, 'd|X'],
      ],
    );
    expect(source(find(scene, 'ball'), 'translateX')).toBe('box_translateX.output');
    expect(scene.nodes.filter(({ type }) => type.startsWith('animCurve'))).toHaveLength(1);
  });

  test('a curve of other units is a node of its own', () => {
    const { scene } = read(
      [model(100, 'box'), curveNode(10, { X: 1 }), curveNode(11, { X: 1 }), curve(20, 2, 4)],
      [
        [10, 2],
        [11, 2],
        [10, 100, 'Lcl Translation'],
        [11, 100, 'Lcl Rotation'],
        [20, 10, 'd|X'],
        [20, 11, 'd|X'],
      ],
    );
    expect(find(scene, 'box_translateX').type).toBe('animCurveTL');
    expect(find(scene, 'box_rotateX').type).toBe('animCurveTA');
  });

  test('curves of Models of one name have names of their own', () => {
    const { scene } = read(
      [
        model(100, 'box'),
        model(101, 'box'),
        curveNode(10, { X: 1 }),
        curveNode(11, { X: 1 }),
        curve(20, 1),
        curve(21, 2),
      ],
      [
        [101, 100],
        [10, 2],
        [11, 2],
        [10, 100, 'Lcl Translation'],
        [11, 101, 'Lcl Translation'],
        [20, 10, 'd|X'],
        [21, 11, 'd|X'],
      ],
    );
    expect([keys(find(scene, 'box_translateX')), keys(find(scene, 'box_translateX1'))]).toEqual([[1], [2]]);
  });

  test('what has no plug is kept and told', () => {
    const { scene, problems } = moving('Nonsense', { X: 1 });
    expect(keys(find(scene, 'box_Nonsense'))).toEqual([2, 4]);
    expect(find(scene, 'box').inputs.size).toBe(0);
    expect(problems).toMatchObject([{ code: 'FBX_ANIMATION_UNUSED', severity: 'info' }]);
  });
});

describe('takes', () => {
  const takes = (take?: string) =>
    readFbx(
      sketchFbx({
        objects: [
          stack(1, 'walk'),
          stack(3, 'run'),
          layer(2, 'base'),
          layer(4, 'base'),
          model(100, 'box'),
          curveNode(10, { X: 1 }),
          curveNode(11, { X: 2 }),
        ],
        connections: [
          [100, 0],
          [2, 1],
          [4, 3],
          [10, 2],
          [11, 4],
          [10, 100, 'Lcl Translation'],
          [11, 100, 'Lcl Translation'],
        ],
      }),
      { file: 'a.fbx', ...(take === undefined ? {} : { take }) },
    );

  test('the first is in the scene, another by its name', () => {
    expect(value(find(takes().scene, 'box'), 'translateX')).toBe(1);
    expect(value(find(takes('run').scene, 'box'), 'translateX')).toBe(2);
  });

  test('a name that is none is refused with the names there are', () => {
    expect(() => takes('jump')).toThrow(/walk.*run/);
  });
});
