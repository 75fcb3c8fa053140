import { ProblemLog, RiglineError } from '@rigline/diagnostics';
import { fbxRecord, writeFbxBinary } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbxDocument } from './document.ts';
import type { FbxDocument, FbxObject } from './document-types.ts';
import { readFbxRecords } from './records.ts';

interface Sketch {
  readonly objects?: string;
  readonly connections?: string;
  readonly header?: string;
  readonly more?: string;
}

/** A text file of version 7.4 with these sections. */
function read({ objects = '', connections = '', header = '', more = '' }: Sketch): {
  document: FbxDocument;
  codes: string[];
} {
  const text = `; FBX 7.4.0 project file
FBXHeaderExtension:  {
  FBXVersion: 7400
  ${header}
}
${more}
Objects:  {
${objects}
}
Connections:  {
${connections}
}
`;
  const log = new ProblemLog();
  const file = readFbxRecords(new TextEncoder().encode(text), { file: 'test.fbx', log });
  const document = readFbxDocument(file, log);
  return { document, codes: log.list().map(({ code }) => code) };
}

const model = (id: number | bigint | string, name: string): string => `Model: ${id}, "Model::${name}", "Null" {\n}\n`;
const link = (source: number | bigint | string, destination: number | bigint | string): string =>
  `C: "OO",${source},${destination}\n`;

/** Paths of all Models, each level in the order of the file. */
function pathsOf(document: FbxDocument): string[] {
  const paths: string[] = [];
  const walk = (parent: FbxObject, path: string): void => {
    for (const { type, source } of document.into(parent)) {
      if (type !== 'OO' || source.kind !== 'Model') continue;
      paths.push(`${path}|${source.name}`);
      walk(source, `${path}|${source.name}`);
    }
  };
  walk(document.root, '');
  return paths;
}

describe('readFbxDocument, objects of version 7', () => {
  test('have their id, kind, name and subtype', () => {
    const { document } = read({ objects: 'Geometry: 12, "Geometry::body", "Mesh" {\n}\n' });
    const { id, kind, name, subtype, record } = document.objects[0] as FbxObject;
    expect([id, kind, name, subtype, record.name]).toEqual([12, 'Geometry', 'body', 'Mesh', 'Geometry']);
  });

  test.each([
    ['negative', '-77', -77],
    ['beyond 2^53', '9007199254740995', 9007199254740995n],
    ['the lowest of 64 bits', '-9223372036854775808', -9223372036854775808n],
  ])('are found by an id that is %s', (_, written, id) => {
    const { document } = read({ objects: model(written, 'a'), connections: link(written, 0) });
    expect(document.find(id)?.name).toBe('a');
    expect(pathsOf(document)).toEqual(['|a']);
  });

  test('tell ids apart that are one as a float', () => {
    const objects = model('9007199254740993', 'a') + model('9007199254740992', 'b') + model('9007199254740994', 'c');
    const { document, codes } = read({ objects });
    expect(codes).toEqual([]);
    expect(document.find(9007199254740993n)?.name).toBe('a');
    expect(document.find(9007199254740994n)?.name).toBe('c');
  });

  test.each([
    ['Model::arm', 'arm'],
    ['Model::rig:arm', 'rig:arm'],
    ['Model::a::b', 'a::b'],
    ['Model::a|b', 'a|b'],
    ['Model::', ''],
    ['no class', 'no class'],
    ['', ''],
    ['Model::&quot;q&quot;', '"q"'],
  ])('text name %j is %j', (written, name) => {
    const { document } = read({ objects: `Model: 1, "${written}", "Null" {\n}\n` });
    expect(document.objects[0]?.name).toBe(name);
  });

  test.each([
    ['arm\0\u0001Model', 'arm'],
    ['a::b\0\u0001Model', 'a::b'],
    ['\0\u0001Model', ''],
    ['Model::arm', 'Model::arm'],
    ['tab\tand \u0007', 'tab\tand \u0007'],
    ['a\0b\0\u0001Model', 'a\0b'],
  ])('binary name %j is %j', (written, name) => {
    const bytes = writeFbxBinary([fbxRecord('Objects', [], [fbxRecord('Model', [1n, written, 'Null'])])]);
    const log = new ProblemLog();
    expect(readFbxDocument(readFbxRecords(bytes, { file: 'a.fbx', log }), log).objects[0]?.name).toBe(name);
  });

  test('names that differ only in bytes that are no text stay different, with a problem', () => {
    const models = ['a\udcff', 'a\udcfe'].map((name, i) => fbxRecord('Model', [i + 1, `${name}\0\u0001Model`, 'Null']));
    const log = new ProblemLog();
    const bytes = writeFbxBinary([fbxRecord('Objects', [], models)]);
    const [first, second] = readFbxDocument(readFbxRecords(bytes, { file: 'a.fbx', log }), log).objects;
    expect(first?.name).not.toBe(second?.name);
    expect(log.list()[0]?.code).toBe('FBX_INVALID_TEXT');
  });

  test('the first of several with one id is found, all are objects, and there is a problem', () => {
    const { document, codes } = read({ objects: model(5, 'first') + model(5, 'second'), connections: link(5, 0) });
    expect(document.find(5)?.name).toBe('first');
    expect(pathsOf(document)).toEqual(['|first', '|second']);
    expect(codes).toEqual(['FBX_DUPLICATE_ID']);
  });

  test('records without a number as id are left out with a problem', () => {
    const objects = `Model: "Model::x", "Null" {\n}\nModel:  {\n}\n`;
    const { document, codes } = read({ objects: model(1, 'a') + objects });
    expect(document.objects.map(({ name }) => name)).toEqual(['a']);
    expect(codes).toEqual(['FBX_BAD_OBJECT']);
  });

  test('may miss name and subtype', () => {
    const { document, codes } = read({ objects: 'Video: 4\nModel: 5, "Model::m"\n' });
    expect(document.objects.map(({ kind, name, subtype }) => [kind, name, subtype])).toEqual([
      ['Video', '', ''],
      ['Model', 'm', ''],
    ]);
    expect(codes).toEqual([]);
  });

  test('subtypes are the same with and without the prefix of the SDK', () => {
    const { document } = read({ objects: 'NodeAttribute: 1, "NodeAttribute::c", "FbxCamera" {\n}\n' });
    expect(document.objects[0]?.subtype).toBe('Camera');
  });
});

describe('readFbxDocument, templates', () => {
  const definitions = (type: string, name: string): string => `Definitions:  {
  ObjectType: "${type}" {
    PropertyTemplate: "${name}" {
      Properties70:  {
        P: "Size", "double", "Number", "",7
      }
    }
  }
}`;

  test('say what an object does not say', () => {
    const objects = `${model(1, 'a')}Model: 2, "Model::b", "Null" {\n Properties70:  {\n P: "Size", "double", "Number", "",3\n }\n}\n`;
    const { document } = read({ objects, more: definitions('Model', 'FbxNode') });
    const [a, b] = document.objects as [FbxObject, FbxObject];
    expect([a.properties.number('Size', 1), a.properties.has('Size'), a.properties.own.length]).toEqual([7, false, 0]);
    expect([b.properties.number('Size', 1), b.properties.has('Size')]).toEqual([3, true]);
  });

  test('of attributes count for the subtype that they name alone', () => {
    const objects = 'NodeAttribute: 1, "::", "Camera" {\n}\nNodeAttribute: 2, "::", "Light" {\n}\n';
    const { document } = read({ objects, more: definitions('NodeAttribute', 'FbxCamera') });
    expect(document.objects.map(({ properties }) => properties.number('Size', 1))).toEqual([7, 1]);
  });
});

describe('readFbxDocument, connections', () => {
  test('are those into and from an object, in the order of the file', () => {
    const objects = model(1, 'a') + model(2, 'b') + model(3, 'c');
    const { document } = read({ objects, connections: link(3, 1) + link(2, 1) + link(1, 0) });
    const a = document.find(1) as FbxObject;
    expect(document.into(a).map(({ source }) => source.name)).toEqual(['c', 'b']);
    expect(document.from(a).map(({ destination }) => destination)).toEqual([document.root]);
    expect(document.connections).toHaveLength(3);
  });

  test('of all types name their properties', () => {
    const connections = 'C: "OP",1,2,"P"\nC: "PO",1,"Q",2\nC: "PP",1,"R",2,"S"\n';
    const objects = 'A: 1, "A::a", ""\nB: 2, "B::b", ""\n';
    const { document, codes } = read({ objects, connections });
    expect(document.connections.map((c) => [c.type, c.sourceProperty, c.property])).toEqual([
      ['OP', '', 'P'],
      ['PO', 'Q', ''],
      ['PP', 'R', 'S'],
    ]);
    expect(codes).toEqual([]);
  });

  test.each([
    ['to an object that is not there', link(1, 99), 'FBX_DANGLING_CONNECTION'],
    ['of an unknown type', 'C: "XX",1,2\n', 'FBX_BAD_CONNECTION'],
    ['without a second end', 'C: "OO",1\n', 'FBX_BAD_CONNECTION'],
    ['between names', 'C: "OO","Model::a","Model::b"\n', 'FBX_BAD_CONNECTION'],
    ['from an object to itself', 'C: "PP",1,"Lcl Scaling",1,"Lcl Scaling"\n', 'FBX_BAD_CONNECTION'],
    ['of something that is no Model to the root', link(3, 0), 'FBX_BAD_CONNECTION'],
  ])('%s are left out with a problem', (_, connection, code) => {
    const objects = `${model(1, 'a') + model(2, 'b')}Deformer: 3, "Deformer::s", "Skin" {\n}\n`;
    const { document, codes } = read({ objects, connections: link(1, 0) + link(2, 0) + connection });
    expect(document.connections).toHaveLength(2);
    expect(codes).toEqual([code]);
  });

  test.each([1, 12])('that are there twice count once, with a problem (among %d others)', (others) => {
    const objects = `${model(1, 'a')}Geometry: 2, "::", "Mesh"\n${Array.from({ length: others }, (_, i) => model(10 + i, 'x')).join('')}`;
    const more = Array.from({ length: others }, (_, i) => `C: "OP",2,${10 + i},"p"\nC: "OP",2,${10 + i},"q"\n`).join(
      '',
    );
    const { document, codes } = read({ objects, connections: link(2, 1) + more + link(2, 1) });
    const a = document.find(1) as FbxObject;
    expect(document.into(a)).toHaveLength(1);
    expect(document.connections).toHaveLength(1 + 2 * others + 1 + others);
    expect(codes).toEqual(['FBX_BAD_CONNECTION']);
  });

  test('of one material to one Model count as often as they are there: faces count them', () => {
    const objects = `${model(1, 'a')}Material: 2, "Material::m", ""\n`;
    const { document, codes } = read({ objects, connections: link(2, 1) + link(2, 1) });
    expect(document.into(document.find(1) as FbxObject)).toHaveLength(2);
    expect(codes).toEqual([]);
  });
});

describe('readFbxDocument, hierarchy', () => {
  test('a Model that nothing is said of stands at the root', () => {
    expect(pathsOf(read({ objects: model(1, 'a') }).document)).toEqual(['|a']);
  });

  test('the root is what the documents name', () => {
    const more = 'Documents:  {\n Document: 7, "", "Scene" {\n RootNode: 500\n }\n}\n';
    const { document, codes } = read({ objects: model(1, 'a'), connections: link(1, 500), more });
    expect([document.root.id, pathsOf(document), codes]).toEqual([500, ['|a'], []]);
  });

  test('of several parents the one that stands last in the file is taken, with a problem', () => {
    const objects = model(1, 'a') + model(2, 'b') + model(3, 'c');
    const { document, codes } = read({ objects, connections: link(3, 2) + link(3, 1) + link(3, 0) });
    expect(pathsOf(document)).toEqual(['|a', '|b', '|b|c']);
    expect(codes).toEqual(['FBX_SEVERAL_PARENTS']);
  });

  test.each([
    ['of two', model(1, 'a') + model(2, 'b'), link(1, 2) + link(2, 1)],
    ['of one', model(1, 'a'), link(1, 1)],
    ['beside a sound tree', model(1, 'a') + model(2, 'b') + model(3, 'c'), link(1, 0) + link(2, 3) + link(3, 2)],
    ['through the root', model(1, 'a'), link(1, 0) + link(0, 1)],
  ])('a cycle %s is refused', (_, objects, connections) => {
    let error: unknown;
    try {
      read({ objects, connections });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RiglineError);
    expect((error as RiglineError).code).toBe('FBX_NODE_CYCLE');
  });

  test('a cycle of properties is none of the hierarchy', () => {
    const connections = 'C: "PP",1,"x",2,"x"\nC: "PP",2,"x",1,"x"\n';
    const { document, codes } = read({ objects: model(1, 'a') + model(2, 'b'), connections });
    expect([pathsOf(document), codes]).toEqual([['|a', '|b'], []]);
  });
});

describe('readFbxDocument, header', () => {
  const info = (rows: string): string =>
    `SceneInfo: "SceneInfo::GlobalInfo", "UserData" {\n Properties70:  {\n${rows}\n }\n }`;

  test('names creator and application', () => {
    const rows = `P: "Original|ApplicationName", "KString", "", "", "Blender"
P: "LastSaved|ApplicationName", "KString", "", "", "Maya"
P: "LastSaved|ApplicationVersion", "KString", "", "", "2024"`;
    const { creator, application, applicationVersion } = read({ header: `Creator: "SDK 1"\n${info(rows)}` }).document;
    expect([creator, application, applicationVersion]).toEqual(['SDK 1', 'Maya', '2024']);
  });

  test('the application that made it stands in for one that saved it', () => {
    const rows = 'P: "Original|ApplicationName", "KString", "", "", "Revit"';
    expect(read({ header: info(rows) }).document.application).toBe('Revit');
  });

  test('Blender signs outside of the header', () => {
    const { creator } = read({ header: 'Creator: "FBX SDK"', more: 'Creator: "Blender version 2.79"' }).document;
    expect(creator).toBe('Blender version 2.79');
  });

  const flags = (definition: number): string => `OtherFlags:  {\n TCDefinition: ${definition}\n }`;
  test.each([
    ['nothing', '', 46186158000],
    ['127', `FBXHeaderVersion: 1004\n${flags(127)}`, 46186158000],
    ['0', `FBXHeaderVersion: 1004\n${flags(0)}`, 141120000],
    ['1', `FBXHeaderVersion: 1005\n${flags(1)}`, 141120000],
    ['0 under an older header', `FBXHeaderVersion: 1003\n${flags(0)}`, 46186158000],
  ])('a time definition of %s gives the ticks of a second', (_, header, ticks) => {
    expect(read({ header }).document.ticksPerSecond).toBe(ticks);
  });

  test('settings have their template behind them', () => {
    const more = 'GlobalSettings:  {\n Properties70:  {\n P: "UpAxis", "int", "Integer", "",2\n }\n}\n';
    expect(read({ more }).document.globals.number('UpAxis', -1)).toBe(2);
    expect(read({}).document.globals.number('UpAxis', -1)).toBe(-1);
  });
});

describe('readFbxDocument, takes', () => {
  test('have their times in ticks', () => {
    const more = `Takes:  {
  Current: "b"
  Take: "a" {
    LocalTime: 100,200
  }
  Take: "b" {
    ReferenceTime: -9223372036854775808,9223372036854775807
  }
}`;
    const { takes } = read({ more }).document;
    expect(takes.map(({ name, localTime, referenceTime }) => [name, localTime, referenceTime])).toEqual([
      ['a', [100, 200], undefined],
      ['b', undefined, [-(2 ** 63), 2 ** 63]],
    ]);
  });
});

test('shapes inside of a mesh are a blend shape, and the property of the mesh its weight', () => {
  const objects = `Geometry: 1, "Geometry::face", "Mesh" {
  Properties70:  {
    P: "smile", "Number", "", "A+",25
  }
  Shape: "smile" {
    Indexes: *1 {\n a: 0\n }
    Vertices: *3 {\n a: 1,0,0\n }
  }
}
AnimationCurveNode: 2, "AnimCurveNode::smile", "" {
}
`;
  const { document, codes } = read({ objects, connections: 'C: "OP",2,1,"smile"\n' });
  const channel = document.objects.find(({ subtype }) => subtype === 'BlendShapeChannel') as FbxObject;
  expect([channel.name, channel.properties.number('DeformPercent', 0)]).toEqual(['smile', 25]);
  const shapes = document.into(channel).map(({ type, source, property }) => [type, source.subtype, property]);
  expect(shapes).toEqual([
    ['OO', 'Shape', ''],
    ['OP', '', 'DeformPercent'],
  ]);
  const deformer = document.from(channel)[0]?.destination as FbxObject;
  expect(deformer.subtype).toBe('BlendShape');
  expect(document.from(deformer).map(({ destination }) => destination.id)).toEqual([1]);
  expect(codes).toEqual([]);
});

describe('readFbxDocument, whatever version a file says it has', () => {
  const readBytes = (version: number, objects: Parameters<typeof fbxRecord>[2]): FbxDocument => {
    const log = new ProblemLog();
    const bytes = writeFbxBinary([fbxRecord('Objects', [], objects)], { version });
    return readFbxDocument(readFbxRecords(bytes, { file: 'a.fbx', log }), log);
  };
  const info = fbxRecord('SceneInfo', ['GlobalInfo\0\u0001SceneInfo', 'UserData']);

  test.each([6100, 7400])('%d: numbers as ids are those of version 7', (version) => {
    const document = readBytes(version, [info, fbxRecord('Model', [5, 'a\0\u0001Model', 'Camera'])]);
    expect(document.objects.map(({ kind }) => kind)).toEqual(['Model']);
    expect(document.find(5)?.name).toBe('a');
  });

  test.each([6100, 7400])('%d: names as ids are those of version 6', (version) => {
    const document = readBytes(version, [info, fbxRecord('Model', ['a\0\u0001Model', 'Camera'])]);
    expect(document.objects.map(({ kind }) => kind)).toEqual(['Model', 'NodeAttribute']);
  });
});
