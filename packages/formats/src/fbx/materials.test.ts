import type { Scene, SceneNode } from '@rigline/scene';
import {
  type FbxConnectionSketch,
  type FbxObjectSketch,
  type FbxPropertySketch,
  fbxRecord,
  sketchFbx,
} from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';
import type { EmbeddedContent } from './textures.ts';

const POINTS = fbxRecord('Vertices', [Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0])]);
const FACES = fbxRecord('PolygonVertexIndex', [Int32Array.from([0, 1, -3])]);

function material(id: number, name: string, word: string, ...properties: FbxPropertySketch[]): FbxObjectSketch {
  return [id, 'Material', '', name, properties, [fbxRecord('ShadingModel', [word])]];
}

/** Two Models, 1 and 2, that show one triangle, 10. */
function read(objects: readonly FbxObjectSketch[], connections: readonly FbxConnectionSketch[], file = 'a.fbx'): Scene {
  const bytes = sketchFbx({
    objects: [
      [1, 'Model', 'Mesh', 'left'],
      [2, 'Model', 'Mesh', 'right'],
      [10, 'Geometry', 'Mesh', '', [], [POINTS, FACES]],
      ...objects,
    ],
    connections: [[1, 0], [2, 0], [10, 1], [10, 2], ...connections],
  });
  return readFbx(bytes, { file }).scene;
}

/** The one material of a file with some properties. */
function materialWith(word: string, ...properties: FbxPropertySketch[]): SceneNode {
  return read([material(20, 'paint', word, ...properties)], []).find('paint') as SceneNode;
}

const color = (name: string, r: number, g: number, b: number): FbxPropertySketch => [name, 'Color', 'A', r, g, b];
const number = (name: string, value: number): FbxPropertySketch => [name, 'Number', 'A', value];
const triple = (node: SceneNode, name: string): unknown[] => [...'RGB'].map((axis) => node.values.get(name + axis));

/** Materials of the shape by the path that it is a member with. */
function membership(scene: Scene): Record<string, string | undefined> {
  const shape = scene.find('leftShape') as SceneNode;
  return Object.fromEntries(
    [...shape.outputs].map(([path, ends]) => [path, ends[0]?.node.inputs.get('surfaceShader')?.node.name]),
  );
}

describe('assignment of materials', () => {
  const two = [material(20, 'red', 'phong'), material(21, 'blue', 'lambert')];

  test('is by place: Models that share a mesh may differ', () => {
    expect(
      membership(
        read(two, [
          [20, 1],
          [21, 2],
        ]),
      ),
    ).toEqual({ 'instObjGroups[0]': 'red', 'instObjGroups[1]': 'blue' });
  });

  test('numbers several of a Model in the order of their connections', () => {
    expect(
      membership(
        read(two, [
          [21, 1],
          [20, 1],
        ]),
      ),
    ).toEqual({ 'instObjGroups[0].objectGroups[0]': 'blue', 'instObjGroups[0].objectGroups[1]': 'red' });
  });

  test('takes those of the mesh where the Model has none', () => {
    expect(membership(read(two, [[20, 10]]))).toEqual({ 'instObjGroups[0]': 'red', 'instObjGroups[1]': 'red' });
  });

  test('gives materials of one name names of their own, and keeps theirs', () => {
    const scene = read([material(20, 'red', 'phong'), material(21, 'red', 'phong')], [[21, 1]]);
    const name = membership(scene)['instObjGroups[0]'] as string;
    expect(name).not.toBe('red');
    expect(scene.find(name)?.raw.get('fbxName')?.value).toBe('red');
  });
});

describe('colours', () => {
  test('of a Lambert have a colour and a factor', () => {
    const node = materialWith('Lambert', color('DiffuseColor', 1, 0.5, 0.25), number('DiffuseFactor', 0.5));
    expect(node.type).toBe('lambert');
    expect(triple(node, 'color')).toEqual([1, 0.5, 0.25]);
    expect(node.values.get('diffuse')).toBe(0.5);
  });

  test('of a Phong glow by colour times factor', () => {
    const node = materialWith('phong', color('EmissiveColor', 1, 0.5, 0), number('EmissiveFactor', 0.5));
    expect(node.type).toBe('phong');
    expect(triple(node, 'incandescence')).toEqual([0.5, 0.25, 0]);
  });

  test('of old files are one number each', () => {
    expect(triple(materialWith('phong', color('Diffuse', 0.1, 0.2, 0.3)), 'color')).toEqual([0.1, 0.2, 0.3]);
  });

  test.each<[string, FbxPropertySketch[], number]>([
    ['colour times factor', [color('TransparentColor', 0.5, 0.5, 0.5), number('TransparencyFactor', 0.5)], 0.25],
    ['the factor alone', [number('TransparencyFactor', 0.25)], 0.25],
    ['opacity, by what is missing of it', [number('Opacity', 0.75)], 0.25],
    [
      'none where opacity is full',
      [color('TransparentColor', 1, 1, 1), number('TransparencyFactor', 1), number('Opacity', 1)],
      0,
    ],
    ['none where nothing is said', [], 0],
  ])('let through light: %s', (_name, properties, amount) => {
    expect(triple(materialWith('phong', ...properties), 'transparency')).toEqual([amount, amount, amount]);
  });

  test('that are no finite numbers are those of a plain surface', () => {
    expect(triple(materialWith('phong', color('DiffuseColor', Number.NaN, 0.5, 0.5)), 'color')).toEqual([
      0.8, 0.5, 0.5,
    ]);
  });

  test('of physical materials are kept with metalness and roughness', () => {
    const node = materialWith(
      'unknown',
      color('DiffuseColor', 1, 1, 1),
      ['3dsMax|Parameters|base_color', 'ColorAndAlpha', 'A', 0.25, 0.5, 0.75, 1],
      ['3dsMax|Parameters|metalness', 'Float', 'A', 0.5],
      ['3dsMax|Parameters|roughness', 'Float', 'A', 0.125],
    );
    expect(node.type).toBe('standardSurface');
    expect(triple(node, 'baseColor')).toEqual([0.25, 0.5, 0.75]);
    expect(node.raw.get('metalness')?.value).toBe(0.5);
    expect(node.raw.get('specularRoughness')?.value).toBe(0.125);
  });
});

describe('textures', () => {
  const paint = material(20, 'paint', 'phong', color('DiffuseColor', 1, 1, 1));
  const texture = (absolute: string, relative: string): FbxObjectSketch => [
    21,
    'Texture',
    '',
    'bricks',
    [],
    [fbxRecord('FileName', [absolute]), fbxRecord('RelativeFilename', [relative])],
  ];

  function readTexture(absolute: string, relative: string, file = 'a.fbx'): SceneNode {
    return read([paint, texture(absolute, relative)], [[21, 20, 'DiffuseColor']], file).find('bricks') as SceneNode;
  }

  test('drive the colour that they are connected to', () => {
    const scene = read([paint, texture('a.png', 'a.png')], [[21, 20, 'DiffuseColor']]);
    const input = (scene.find('paint') as SceneNode).inputs.get('color');
    expect(input).toEqual({ node: scene.find('bricks'), path: 'outColor' });
  });

  test.each([
    ['C:\\jobs\\maps\\a.png', 'maps\\a.png', '/home/me/hero.fbx', '/home/me/maps/a.png'],
    ['C:\\jobs\\maps\\a.png', '..\\maps\\.\\ä b.png', '/home/me/hero.fbx', '/home/maps/ä b.png'],
    ['C:\\jobs\\a.png', '..\\..\\a.png', 'hero.fbx', '../../a.png'],
    ['C:\\jobs\\a.png', '', '/home/me/hero.fbx', 'C:/jobs/a.png'],
    ['C:\\jobs\\a.png', 'D:\\other\\a.png', '/home/me/hero.fbx', 'D:/other/a.png'],
  ])('of %s, from the file %s, are looked for beside %s', (absolute, relative, file, wanted) => {
    const node = readTexture(absolute, relative, file);
    expect(node.raw.get('fileTextureName')?.value).toBe(wanted);
    expect(node.raw.get('fbxFileName')?.value).toBe(absolute);
    expect(node.raw.get('fbxRelativeFilename')?.value).toBe(relative === '' ? undefined : relative);
  });

  test('may be embedded', () => {
    const video: FbxObjectSketch = [
      22,
      'Video',
      'Clip',
      'bricks',
      [],
      [fbxRecord('Filename', ['x.png']), fbxRecord('Content', [Uint8Array.from([1, 2, 3])])],
    ];
    const bare: FbxObjectSketch = [21, 'Texture', '', 'bricks'];
    const scene = read(
      [paint, bare, video],
      [
        [21, 20, 'DiffuseColor'],
        [22, 21],
      ],
    );
    const node = scene.find('bricks') as SceneNode;
    expect(node.raw.get('fileTextureName')?.value).toBe('x.png');
    const content = node.raw.get('content')?.value as EmbeddedContent | undefined;
    expect(content?.read()).toEqual(Uint8Array.from([1, 2, 3]));
  });
});
