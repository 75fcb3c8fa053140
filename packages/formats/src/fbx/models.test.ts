import { RiglineError } from '@rigline/diagnostics';
import type { Scene, SceneNode } from '@rigline/scene';
import { type FbxConnectionSketch, type FbxObjectSketch, type FbxSketch, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';

const read = (sketch: FbxSketch): ReturnType<typeof readFbx> => readFbx(sketchFbx(sketch), { file: 'a.fbx' });

const model = (id: number, name: string, ...rest: unknown[]): FbxObjectSketch =>
  [id, 'Model', 'Null', name, ...rest] as unknown as FbxObjectSketch;

/** The one Model of a file with some properties. */
function modelWith(properties: FbxObjectSketch[4], more: FbxSketch = {}): SceneNode {
  const { scene } = read({ ...more, objects: [model(1, 'a', properties)], connections: [[1, 0]] });
  return scene.find('a') as SceneNode;
}

function stored(node: SceneNode, ...names: string[]): unknown[] {
  return names.map((name) => {
    const plug = node.resolve(name);
    return plug && node.stored(plug);
  });
}

const paths = (scene: Scene): string[] => scene.dagPaths.map(({ path }) => path);

describe('buildModels', () => {
  test('puts nodes under their parents, with the names of the file', () => {
    const { scene } = read({
      objects: [model(1, 'hero:root'), model(2, 'arm'), model(3, ''), model(4, 'arm'), model(5, 'arm')],
      connections: [
        [1, 0],
        [2, 1],
        [3, 2],
        [4, 1],
        [5, 0],
      ],
    });
    expect(paths(scene)).toEqual(['|hero:root', '|hero:root|arm', '|hero:root|arm|', '|hero:root|arm', '|arm']);
  });

  test('keeps children that stand in the file before their parents, in its order', () => {
    const { scene } = read({
      objects: [model(3, 'c'), model(2, 'b'), model(1, 'a')],
      connections: [
        [2, 1],
        [3, 1],
        [1, 0],
      ],
    });
    expect(paths(scene)).toEqual(['|a', '|a|c', '|a|b']);
  });

  test('takes the later of two parents and says so', () => {
    const connections: FbxConnectionSketch[] = [
      [1, 0],
      [2, 0],
      [3, 2],
      [3, 1],
    ];
    const { scene, problems } = read({ objects: [model(1, 'a'), model(2, 'b'), model(3, 'c')], connections });
    expect(paths(scene)).toEqual(['|a', '|b', '|b|c']);
    expect(problems.map(({ code }) => code)).toContain('FBX_SEVERAL_PARENTS');
  });

  test('puts a Model without connections at the root', () => {
    const { scene } = read({ objects: [model(1, 'a'), model(2, 'b')], connections: [[1, 0]] });
    expect(paths(scene)).toEqual(['|a', '|b']);
  });

  test('refuses a hierarchy that runs in a circle', () => {
    const sketch: FbxSketch = {
      objects: [model(1, 'a'), model(2, 'b')],
      connections: [
        [1, 2],
        [2, 1],
      ],
    };
    expect(() => read(sketch)).toThrow(RiglineError);
    expect(() => read(sketch)).toThrow(/its own ancestor/);
  });

  test('reads a chain of 20 000 Models in any order of the file in time that grows with its length', () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => i + 1);
    const shuffled = ids.map((id) => ((id * 7919) % 20_000) + 1);
    const { scene } = read({
      objects: shuffled.map((id) => model(id, `n${id}`)),
      connections: ids.map((id): FbxConnectionSketch => [id, id - 1]),
    });
    expect(scene.nodes.filter(({ parents }) => parents.length === 1)).toHaveLength(19_999);
  });

  test('stores lengths in centimetres, angles in radians and factors as they are', () => {
    const node = modelWith(
      [
        ['Lcl Translation', 'Lcl Translation', 'A', 1, 2, 3],
        ['Lcl Rotation', 'Lcl Rotation', 'A', 180, 90, 0],
        ['Lcl Scaling', 'Lcl Scaling', 'A', 1, 2, 3],
        ['RotationPivot', 'Vector3D', '', 4, 0, 0],
        ['RotationOffset', 'Vector3D', '', 0, 5, 0],
        ['ScalingPivot', 'Vector3D', '', 0, 0, 6],
        ['ScalingOffset', 'Vector3D', '', 7, 0, 0],
        ['PreRotation', 'Vector3D', '', 45, 0, 0],
        ['PostRotation', 'Vector3D', '', 0, 45, 0],
        ['GeometricTranslation', 'Vector3D', '', 8, 0, 0],
        ['Visibility', 'Visibility', 'A', 0],
      ],
      { globals: [['UnitScaleFactor', 'double', '', 2.54]] },
    );
    expect(stored(node, 'translateX', 'translateY', 'translateZ')).toEqual([2.54, 5.08, 3 * 2.54]);
    expect(stored(node, 'rotateX', 'rotateY', 'rotateZ')).toEqual([Math.PI, Math.PI / 2, 0]);
    expect(stored(node, 'scaleX', 'scaleY', 'scaleZ')).toEqual([1, 2, 3]);
    expect(stored(node, 'rotatePivotX', 'rotatePivotTranslateY', 'scalePivotZ', 'scalePivotTranslateX')).toEqual(
      [4, 5, 6, 7].map((value) => value * 2.54),
    );
    expect(stored(node, 'preRotationX', 'postRotationY')).toEqual([Math.PI / 4, Math.PI / 4]);
    expect(stored(node, 'geometricTranslationX', 'visibility')).toEqual([8 * 2.54, 0]);
  });

  // Source: FBX SDK help, EFbxRotationOrder; Maya's numbers: Maya help, "transform".
  test.each([
    [0, 0],
    [1, 3],
    [2, 1],
    [3, 4],
    [4, 2],
    [5, 5],
    [6, 0],
    [7, 0],
    [-1, 0],
  ])('gives rotation order %i the number %i of Maya', (fbx, maya) => {
    const node = modelWith([['RotationOrder', 'enum', '', fbx]]);
    expect(stored(node, 'rotateOrder', 'isSpheric')).toEqual([maya, fbx === 6 ? 1 : 0]);
  });

  test.each([
    ['RotationActive', 0],
    ['RotationSpaceForLimitOnly', 1],
  ])('leaves order, pre and post rotation out where %s is %i', (name, value) => {
    const node = modelWith([
      [name, 'bool', '', value],
      ['RotationOrder', 'enum', '', 5],
      ['PreRotation', 'Vector3D', '', 45, 0, 0],
      ['PostRotation', 'Vector3D', '', 45, 0, 0],
      ['RotationPivot', 'Vector3D', '', 4, 0, 0],
    ]);
    expect(stored(node, 'rotateOrder', 'preRotationX', 'postRotationX', 'rotatePivotX')).toEqual([0, 0, 0, 4]);
  });

  test.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [9, 1],
  ])('reads inherit type %i as %i', (written, read) => {
    expect(stored(modelWith([['InheritType', 'enum', '', written]]), 'inheritType')).toEqual([read]);
  });

  test('takes properties that a Model does not have from the template of the file', () => {
    const templates = { Model: [['Lcl Scaling', 'Lcl Scaling', 'A', 2, 2, 2]] } as const;
    expect(stored(modelWith([], { templates }), 'scaleX')).toEqual([2]);
  });

  test('takes the default for numbers that are not finite, and says so', () => {
    const { scene, problems } = read({
      objects: [
        model(1, 'a', [
          ['Lcl Translation', 'Lcl Translation', 'A', Number.NaN, 2, 1e308],
          ['Lcl Scaling', 'Lcl Scaling', 'A', Number.POSITIVE_INFINITY, 1, 1],
        ]),
      ],
      globals: [['UnitScaleFactor', 'double', '', 100]],
    });
    const node = scene.find('a') as SceneNode;
    expect(stored(node, 'translateX', 'translateY', 'translateZ', 'scaleX')).toEqual([0, 200, 0, 1]);
    expect(problems.filter(({ code }) => code === 'FBX_BAD_PROPERTY')).toHaveLength(2);
  });

  test('keeps limits that are switched on as values, without obeying them', () => {
    const node = modelWith([
      ['TranslationMin', 'Vector3D', '', -5, -6, -7],
      ['TranslationMinX', 'bool', '', 1],
      ['TranslationMinY', 'bool', '', 0],
      ['RotationMax', 'Vector3D', '', 90, 0, 0],
      ['RotationMaxX', 'bool', '', 1],
    ]);
    expect(stored(node, 'minTransXLimit', 'minTransYLimit', 'maxRotXLimit')).toEqual([-5, -1, Math.PI / 2]);
    expect(stored(node, 'minTransXLimitEnable', 'maxRotXLimitEnable')).toEqual([0, 0]);
  });

  test('makes bones of limbs, by the Model or by what hangs on it', () => {
    const { scene } = read({
      objects: [
        [1, 'Model', 'LimbNode', 'a'],
        [2, 'Model', 'Null', 'b'],
        [3, 'NodeAttribute', 'Root', '', [['Size', 'double', '', 200 / 3]]],
        [4, 'Model', 'Mesh', 'c'],
      ],
      connections: [[3, 2]],
    });
    expect(scene.nodes.slice(1).map(({ name, type }) => `${name} ${type}`)).toEqual(
      expect.arrayContaining(['a fbxBone', 'b fbxBone', 'c fbxModel']),
    );
    expect(stored(scene.find('b') as SceneNode, 'radius', 'isSkeletonRoot')).toEqual([2, 1]);
  });

  test('leaves geometric channels out where only a light hangs on the node', () => {
    const geometric = [['GeometricTranslation', 'Vector3D', '', 8, 0, 0]] as const;
    const { scene, problems } = read({
      objects: [
        [1, 'Model', 'Light', 'a', geometric],
        [2, 'NodeAttribute', 'Light', ''],
        [3, 'Model', 'Mesh', 'b', geometric],
      ],
      connections: [[2, 1]],
    });
    expect(stored(scene.find('a') as SceneNode, 'geometricTranslationX')).toEqual([0]);
    expect(stored(scene.find('b') as SceneNode, 'geometricTranslationX')).toEqual([8]);
    expect(problems.map(({ code }) => code)).toContain('FBX_GEOMETRIC_IGNORED');
  });

  test('keeps properties that mean nothing here', () => {
    const node = modelWith([['Show', 'bool', '', 0]]);
    expect(node.raw.get('fbxProperties')?.value).toMatchObject([{ name: 'Show' }]);
  });
});
