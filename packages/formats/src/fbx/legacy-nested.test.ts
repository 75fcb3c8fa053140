import { ProblemLog, RiglineError } from '@rigline/diagnostics';
import { type FbxTree, fbxRecord, writeFbxBinary } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbxDocument } from './document.ts';
import type { FbxDocument, FbxObject } from './document-types.ts';
import { readFbxRecords } from './records.ts';

function read(records: readonly FbxTree[], version = 5000): { document: FbxDocument; codes: string[] } {
  const log = new ProblemLog();
  const file = readFbxRecords(writeFbxBinary(records, { version }), { file: 'a.fbx', log });
  const document = readFbxDocument(file, log);
  return { document, codes: log.list().map(({ code }) => code) };
}

const channel = (name: string, ...children: FbxTree[]): FbxTree => fbxRecord('Channel', [name], children);
const value = (name: string, number: number): FbxTree => channel(name, fbxRecord('Default', [number]));
const moved = (x: number): FbxTree => channel('Transform', channel('T', value('X', x), value('Y', 2), value('Z', 3)));
const triangle = [fbxRecord('Vertices', [0, 0, 0, 1, 0, 0, 0, 1, 0]), fbxRecord('PolygonVertexIndex', [0, 1, -3])];
const found = (document: FbxDocument, kind: string, subtype?: string): FbxObject =>
  document.objects.find((one) => one.kind === kind && (subtype ?? one.subtype) === one.subtype) as FbxObject;

describe('readFbxDocument, versions before 6', () => {
  test('Models name their children, whatever stands first', () => {
    const { document, codes } = read([
      fbxRecord('Model', ['leaf']),
      fbxRecord('Model', ['root'], [fbxRecord('Children', ['leaf', 'gone'])]),
    ]);
    const [top] = document.into(document.root).map(({ source }) => source);
    expect([top?.name, document.into(top as FbxObject).map(({ source }) => source.name)]).toEqual(['root', ['leaf']]);
    expect(codes).toEqual(['FBX_DANGLING_CONNECTION']);
  });

  test('a Model among its own descendants is refused', () => {
    const cycle = [
      fbxRecord('Model', ['a'], [fbxRecord('Children', ['b'])]),
      fbxRecord('Model', ['b'], [fbxRecord('Children', ['a'])]),
    ];
    expect(() => read(cycle)).toThrow(RiglineError);
  });

  test('names of text files have their class before them', () => {
    const log = new ProblemLog();
    const text = '; FBX 5.8.0 project file\nModel: "Model::Box" {\n Version: 1\n}\n';
    const file = readFbxRecords(new TextEncoder().encode(text), { file: 'a.fbx', log });
    expect(readFbxDocument(file, log).objects.map(({ name }) => name)).toEqual(['Box']);
  });

  test('the header names the version where the start of the file has an older one', () => {
    const header = fbxRecord('FBXHeaderExtension', [], [fbxRecord('FBXVersion', [5000])]);
    expect(read([header, fbxRecord('Model', ['a'])], 3000).document.file.version).toBe(5000);
    expect(read([fbxRecord('Model', ['a'])], 3000).document.file.version).toBe(3000);
  });

  test('a mesh gets its geometry, materials and shapes', () => {
    const { document } = read([
      fbxRecord(
        'Model',
        ['box'],
        [
          ...triangle,
          fbxRecord('Material', ['red'], [fbxRecord('Diffuse', [1, 0, 0]), fbxRecord('Shininess', [8])]),
          fbxRecord('Shape', ['open'], [fbxRecord('Indexes', [0]), fbxRecord('Vertices', [1, 0, 0])]),
        ],
      ),
    ]);
    const box = found(document, 'Model');
    expect(document.into(box).map(({ source }) => [source.kind, source.subtype])).toEqual([
      ['Geometry', 'Mesh'],
      ['Material', ''],
    ]);
    const material = found(document, 'Material');
    expect([material.name, material.properties.vector('DiffuseColor', [0, 0, 0])]).toEqual(['red', [1, 0, 0]]);
    expect(found(document, 'Deformer', 'BlendShapeChannel').name).toBe('open');
  });

  test('links are the clusters of a skin, with their bones', () => {
    const { document, codes } = read([
      fbxRecord(
        'Model',
        ['box'],
        [...triangle, fbxRecord('Link', ['bone'], [fbxRecord('Indexes', [0]), fbxRecord('Weights', [1])])],
      ),
      fbxRecord('Model', ['bone'], [fbxRecord('Type', ['LimbNode'])]),
    ]);
    const cluster = found(document, 'Deformer', 'Cluster');
    expect(document.into(cluster).map(({ source }) => source.name)).toEqual(['bone']);
    const skin = document.from(cluster)[0]?.destination as FbxObject;
    expect([skin.subtype, document.from(skin)[0]?.destination.kind]).toEqual(['Skin', 'Geometry']);
    expect(codes).toEqual([]);
  });

  test.each([
    ['Light', [fbxRecord('Intensity', [50]), fbxRecord('Color', [1, 0, 1])], 'Intensity', 50],
    ['Camera', [fbxRecord('Aperture', [45]), fbxRecord('CameraAperture', [1.5, 0.75])], 'FieldOfView', 45],
    ['Camera', [fbxRecord('CameraAperture', [1.5, 0.75])], 'FilmHeight', 0.75],
    ['LimbNode', [fbxRecord('Properties', [], [fbxRecord('Size', [2])])], 'Size', 2],
  ])('a %s has its properties under their newer names', (type, children, name, number) => {
    const records = [fbxRecord('Type', [type]), ...(children as FbxTree[])];
    const { document } = read([fbxRecord('Model', ['a'], records)]);
    expect(found(document, 'NodeAttribute', type).properties.number(name, -1)).toBe(number);
  });

  test('records with too few numbers are no properties', () => {
    const records = [fbxRecord('Type', ['Camera']), fbxRecord('CameraAperture', [1.5]), fbxRecord('Aperture', ['x'])];
    const { document } = read([fbxRecord('Model', ['a'], records)]);
    expect(found(document, 'NodeAttribute').properties.own.map(({ name }) => name)).toEqual(['FilmWidth']);
  });

  test('hidden Models say so', () => {
    const { document } = read([fbxRecord('Model', ['a'], [fbxRecord('Hidden', ['True'])])]);
    expect(found(document, 'Model').properties.boolean('Show', true)).toBe(false);
  });

  test('channels in Models are a stack of their own, after all takes', () => {
    const { document } = read([
      fbxRecord('Model', ['a'], [moved(1)]),
      fbxRecord('Takes', [], [fbxRecord('Take', ['t'], [fbxRecord('Model', ['a'], [moved(5)])])]),
    ]);
    const stacks = document.objects.filter(({ kind }) => kind === 'AnimationStack').map(({ name }) => name);
    expect(stacks).toEqual(['t', '(internal)']);
    const values = document.objects
      .filter(({ kind }) => kind === 'AnimationCurveNode')
      .map(({ properties }) => properties.own.map(({ values: [first] }) => first));
    expect(values).toEqual([
      [5, 2, 3],
      [1, 2, 3],
    ]);
  });

  test('values of the animation are those of the objects, the last of them', () => {
    const take = (name: string, x: number): FbxTree =>
      fbxRecord('Take', [name], [fbxRecord('Model', ['a'], [moved(x)])]);
    const { document } = read([fbxRecord('Model', ['a']), fbxRecord('Takes', [], [take('t', 5), take('u', 6)])]);
    expect(found(document, 'Model').properties.vector('Lcl Translation', [0, 0, 0])).toEqual([6, 2, 3]);
  });

  test('channels of shapes may have a suffix', () => {
    const shape = fbxRecord('Shape', ['open'], [fbxRecord('Vertices', [1, 0, 0])]);
    const { document } = read([fbxRecord('Model', ['box'], [...triangle, shape, value('open (Shape)', 30)])]);
    const node = found(document, 'AnimationCurveNode');
    const end = document.from(node)[1];
    expect([end?.destination.subtype, end?.property]).toEqual(['BlendShapeChannel', 'DeformPercent']);
  });

  test('Models without a name are left out with a problem', () => {
    const { document, codes } = read([fbxRecord('Model', [1]), fbxRecord('Model', ['a'])]);
    expect([document.objects.map(({ name }) => name), codes]).toEqual([['a'], ['FBX_BAD_OBJECT']]);
  });
});
