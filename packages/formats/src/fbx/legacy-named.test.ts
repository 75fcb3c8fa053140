import { ProblemLog } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { readFbxDocument } from './document.ts';
import type { FbxDocument, FbxObject } from './document-types.ts';
import { readFbxRecords } from './records.ts';

interface Sketch {
  readonly objects?: string;
  readonly connections?: string;
  readonly takes?: string;
}

/** A text file of version 6.1 with these sections. */
function read({ objects = '', connections = '', takes = '' }: Sketch): { document: FbxDocument; codes: string[] } {
  const log = new ProblemLog();
  const text = `; FBX 6.1.0 project file
FBXHeaderExtension:  {
  FBXHeaderVersion: 1003
  FBXVersion: 6100
  Creator: "FBX SDK"
}
Objects:  {
${objects}
}
Connections:  {
${connections}
}
Takes:  {
${takes}
}
`;
  const file = readFbxRecords(new TextEncoder().encode(text), { file: 'a.fbx', log });
  const document = readFbxDocument(file, log);
  return { document, codes: log.list().map(({ code }) => code) };
}

const rows = (...properties: string[]): string =>
  `Properties60:  {\n${properties.map((row) => `Property: ${row}`).join('\n')}\n}`;
const model = (name: string, type: string, inside = ''): string =>
  `Model: "Model::${name}", "${type}" {\n${inside}\n}\n`;
const link = (source: string, destination: string): string => `Connect: "OO", "${source}", "${destination}"\n`;
const found = (document: FbxDocument, kind: string, name?: string): FbxObject =>
  document.objects.find((object) => object.kind === kind && (name ?? object.name) === object.name) as FbxObject;
const mesh = 'Vertices: 0,0,0,1,0,0,0,1,0\nPolygonVertexIndex: 0,1,-3';

describe('readFbxDocument, version 6', () => {
  test('objects are found by their whole name, and Models stand under the scene', () => {
    const connections = link('Model::a', 'Model::Scene') + link('Model::b', 'Model::a');
    const { document, codes } = read({ objects: model('a', '') + model('b', ''), connections });
    expect(document.find('Model::b')?.name).toBe('b');
    const [a] = document.into(document.root).map(({ source }) => source);
    expect(document.into(a as FbxObject).map(({ source }) => source.name)).toEqual(['b']);
    expect(codes).toEqual([]);
  });

  test('equal names of different classes are different objects', () => {
    const objects = `${model('x', '')}Material: "Material::x", "" {\n}\n`;
    const { document, codes } = read({ objects, connections: link('Material::x', 'Model::x') });
    expect(document.into(found(document, 'Model')).map(({ source }) => source.kind)).toEqual(['Material']);
    expect(codes).toEqual([]);
  });

  test.each([
    ['Mesh', mesh, 'Geometry'],
    ['', mesh, 'Geometry'],
    ['NurbsCurve', 'KnotVector: 0,1', 'Geometry'],
    ['Camera', '', 'NodeAttribute'],
    ['Light', '', 'NodeAttribute'],
    ['LimbNode', '', 'NodeAttribute'],
    ['Null', '', 'NodeAttribute'],
  ])('a Model of type "%s" gets what it shows as an object of its own', (type, inside, kind) => {
    const { document } = read({ objects: model('a', type, inside) });
    const shown = document.into(found(document, 'Model')).map(({ source }) => source);
    expect(shown.map((object) => [object.kind, object.subtype])).toEqual([[kind, type || 'Mesh']]);
    expect(shown[0]?.record).toBe(found(document, 'Model').record);
  });

  test.each([
    ['', ''],
    ['Model', ''],
    ['NurbsCurve', ''],
  ])('a Model of type "%s" shows nothing', (type, inside) => {
    const { document } = read({ objects: model('a', type, inside) });
    expect(document.objects).toHaveLength(1);
  });

  test('what is shown is named as the file says', () => {
    const { document } = read({ objects: model('a', 'Mesh', `${mesh}\nNodeAttributeName: "Geometry::box"`) });
    expect([found(document, 'Geometry').name, document.find('Geometry::box')?.kind]).toEqual(['box', 'Geometry']);
  });

  test('two that are named alike are both there', () => {
    const named = `${mesh}\nNodeAttributeName: "Geometry::box"`;
    const { document, codes } = read({ objects: model('a', 'Mesh', named) + model('b', 'Mesh', named) });
    expect(document.objects.filter(({ kind }) => kind === 'Geometry').map(({ name }) => name)).toEqual(['box', 'box']);
    expect(document.into(document.find('Model::b') as FbxObject)).toHaveLength(1);
    expect(codes).toEqual([]);
  });

  test('properties are split between the Model and what it shows; those of the user stay at the Model', () => {
    const properties = rows(
      '"Lcl Translation", "Lcl Translation", "A",1,2,3',
      '"FocalLength", "Number", "A",35',
      '"mine", "double", "AU",5',
    );
    const { document } = read({ objects: model('a', 'Camera', properties) });
    const names = (object: FbxObject): string[] => object.properties.own.map(({ name }) => name);
    expect(names(found(document, 'Model'))).toEqual(['Lcl Translation', 'mine']);
    expect(names(found(document, 'NodeAttribute'))).toEqual(['FocalLength']);
    expect(found(document, 'Model').properties.vector('Lcl Translation', [0, 0, 0])).toEqual([1, 2, 3]);
  });

  test('a Model that shows nothing keeps all its properties', () => {
    const { document } = read({ objects: model('a', '', rows('"FocalLength", "Number", "A",35')) });
    expect(found(document, 'Model').properties.number('FocalLength', 0)).toBe(35);
  });

  test('a skin on a Model is one on its geometry', () => {
    const objects = `${model('a', 'Mesh', mesh)}Deformer: "Deformer::s", "Skin" {\n}\n`;
    const { document } = read({ objects, connections: link('Deformer::s', 'Model::a') });
    expect(document.from(found(document, 'Deformer')).map(({ destination }) => destination.kind)).toEqual(['Geometry']);
  });

  test('links of constraints end at the constraint', () => {
    const objects = `${model('a', '')}Constraint: "Constraint::c", "Aim" {\n}\n`;
    const connections = 'Connect: "PO", "Constraint::c", "Constrained Object", "Model::a"\n';
    const { document } = read({ objects, connections });
    const [only] = document.into(found(document, 'Constraint'));
    expect([only?.type, only?.source.name, only?.property]).toEqual(['OP', 'a', 'Constrained Object']);
  });

  test('of two objects with one name both are there, each with its own mesh', () => {
    const objects = model('a', 'Mesh', mesh) + model('a', 'Mesh', mesh);
    const { document, codes } = read({ objects, connections: link('Model::a', 'Model::Scene') });
    const models = document.objects.filter(({ kind }) => kind === 'Model');
    expect(models.map((one) => document.into(one).length)).toEqual([1, 1]);
    expect(document.into(document.root)).toHaveLength(2);
    expect(codes).toEqual(['FBX_DUPLICATE_ID']);
  });

  test('settings stand among the objects and are none', () => {
    const objects = `GlobalSettings:  {\n${rows('"UpAxis", "int", "",2')}\n}\nSceneInfo: "SceneInfo::GlobalInfo", "UserData" {\n${rows('"LastSaved|ApplicationName", "KString", "", "Maya"')}\n}\n`;
    const { document } = read({ objects });
    expect(document.globals.number('UpAxis', 0)).toBe(2);
    expect([document.objects.length, document.application]).toEqual([0, 'Maya']);
  });
});

describe('readFbxDocument, shapes in a mesh of version 6', () => {
  const shaped = `${rows('"smile", "Number", "A+N",40')}\n${mesh}\nShape: "smile" {\nIndexes: 0\nVertices: 1,0,0\n}\nShape: "frown" {\nIndexes: 1\nVertices: 0,1,0\n}`;

  test('are channels with the percent of the property that is named after them', () => {
    const { document } = read({ objects: model('face', 'Mesh', shaped) });
    const channels = document.objects.filter(({ subtype }) => subtype === 'BlendShapeChannel');
    expect(channels.map(({ name, properties }) => [name, properties.number('DeformPercent', -1)])).toEqual([
      ['smile', 40],
      ['frown', 0],
    ]);
    const deformer = document.objects.find(({ subtype }) => subtype === 'BlendShape') as FbxObject;
    expect(document.into(deformer).map(({ source }) => source)).toEqual(channels);
    expect(document.from(deformer).map(({ destination }) => destination.kind)).toEqual(['Geometry']);
  });

  test('are animated through the property of the Model', () => {
    const takes =
      'Take: "t" {\nModel: "Model::face" {\nChannel: "smile" {\nDefault: 5\nKeyVer: 4005\nKeyCount: 1\nKey: 0,7,L\n}\n}\n}\n';
    const { document } = read({ objects: model('face', 'Mesh', shaped), takes });
    const node = found(document, 'AnimationCurveNode');
    const to = document.from(node).find(({ type }) => type === 'OP');
    expect([to?.destination.subtype, to?.destination.name, to?.property]).toEqual([
      'BlendShapeChannel',
      'smile',
      'DeformPercent',
    ]);
    expect(node.properties.number('d|DeformPercent', 0)).toBe(5);
  });
});

describe('readFbxDocument, takes of version 6', () => {
  const key = (value: number): string => `Default: ${value}\nKeyVer: 4005\nKeyCount: 1\nKey: 10,${value},L`;
  const axis = (name: string, inside: string): string => `Channel: "${name}" {\n${inside}\n}\n`;
  const take = (inside: string): string => `Take: "walk" {\nLocalTime: 100,200\nReferenceTime: 0,300\n${inside}\n}\n`;

  test('are stacks with one layer, and their times', () => {
    const { document } = read({ takes: take('') });
    const stack = found(document, 'AnimationStack');
    expect([stack.name, document.into(stack).map(({ source }) => source.name)]).toEqual(['walk', ['BaseLayer']]);
    const times = ['LocalStart', 'LocalStop', 'ReferenceStart', 'ReferenceStop'];
    expect(times.map((name) => stack.properties.number(name, -1))).toEqual([100, 200, 0, 300]);
  });

  test('transforms become curve nodes of their properties, with a curve for each keyed axis', () => {
    const channels = axis('Transform', axis('T', axis('X', key(1)) + axis('Y', 'Default: 2') + axis('Z', key(3))));
    const { document } = read({ objects: model('a', ''), takes: take(`Model: "Model::a" {\n${channels}\n}`) });
    const node = found(document, 'AnimationCurveNode');
    expect(document.from(node).map(({ type, destination, property }) => [type, destination.kind, property])).toEqual([
      ['OO', 'AnimationLayer', ''],
      ['OP', 'Model', 'Lcl Translation'],
    ]);
    expect(node.properties.own.map(({ name, values }) => [name, values[0]])).toEqual([
      ['d|X', 1],
      ['d|Y', 2],
      ['d|Z', 3],
    ]);
    const curves = document.into(node);
    expect(curves.map(({ property }) => property)).toEqual(['d|X', 'd|Z']);
    expect(curves.map(({ source }) => [...document.readKeys(source).values])).toEqual([[1], [3]]);
  });

  test.each([
    ['R', 'Lcl Rotation'],
    ['S', 'Lcl Scaling'],
  ])('part %s of a transform is "%s"', (part, property) => {
    const channels = axis('Transform', axis(part, axis('X', key(1))));
    const { document } = read({ objects: model('a', ''), takes: take(`Model: "Model::a" {\n${channels}\n}`) });
    expect(document.from(found(document, 'AnimationCurveNode'))[1]?.property).toBe(property);
  });

  test('properties of what a Model shows are animated there', () => {
    const inside = `Model: "Model::cam" {\n${axis('FocalLength', key(35))}${axis('Visibility', key(1))}\n}`;
    const { document } = read({ objects: model('cam', 'Camera'), takes: take(inside) });
    const ends = document.objects
      .filter(({ kind }) => kind === 'AnimationCurveNode')
      .map((node) => document.from(node)[1])
      .map((end) => [end?.destination.kind, end?.property]);
    expect(ends).toEqual([
      ['NodeAttribute', 'FocalLength'],
      ['Model', 'Visibility'],
    ]);
  });

  test('channels of other letters go by their place', () => {
    const inside = `Material: "Material::m" {\n${axis('DiffuseColor', axis('R', key(1)) + axis('G', key(2)))}\n}`;
    const { document } = read({ objects: 'Material: "Material::m", "" {\n}\n', takes: take(inside) });
    const node = found(document, 'AnimationCurveNode');
    expect(document.into(node).map(({ property }) => property)).toEqual(['d|X', 'd|Y']);
  });

  test('channels without keys or value, and those of objects that are not there, are nothing', () => {
    const inside = `Model: "Model::a" {\n${axis('Empty', 'Color: 1,1,1')}\n}\nModel: "Model::gone" {\n${axis('V', key(1))}\n}`;
    const { document } = read({ objects: model('a', ''), takes: take(inside) });
    expect(found(document, 'AnimationCurveNode')).toBeUndefined();
  });
});
