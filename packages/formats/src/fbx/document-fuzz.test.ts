import { ProblemLog, RiglineError } from '@rigline/diagnostics';
import { type FbxTree, fbxRecord, writeFbxBinary } from '@rigline/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFbxDocument } from './document.ts';
import type { FbxDocument } from './document-types.ts';
import { NumberList } from './number-list.ts';
import type { FbxFile, FbxRecord, FbxValue } from './record-types.ts';
import { readFbxRecords } from './records.ts';

interface LooseRecord {
  name: string;
  at: number;
  values: FbxValue[];
  children: LooseRecord[];
}

const channel = (name: string, ...children: FbxTree[]): FbxTree => fbxRecord('Channel', [name], children);
const keys = [
  fbxRecord('Default', [1]),
  fbxRecord('KeyVer', [4005]),
  fbxRecord('KeyCount', [2]),
  fbxRecord('Key', [0, 1, 76, 9, 2, 85, 115, 1, 2, 97, 0.5, 0.5]),
];
const transform = channel('Transform', channel('T', channel('X', ...keys), channel('Y', ...keys)));
const mesh = [
  fbxRecord('Vertices', [0, 0, 0]),
  fbxRecord('PolygonVertexIndex', [0, 0, -1]),
  fbxRecord('Shape', ['smile'], [fbxRecord('Indexes', [0]), fbxRecord('Vertices', [1, 0, 0])]),
];
const header = fbxRecord(
  'FBXHeaderExtension',
  [],
  [
    fbxRecord('FBXHeaderVersion', [1004]),
    fbxRecord('Creator', ['test']),
    fbxRecord('OtherFlags', [], [fbxRecord('TCDefinition', [127])]),
  ],
);

const NUMBERED: readonly FbxTree[] = [
  header,
  fbxRecord('Documents', [], [fbxRecord('Document', [7, '', 'Scene'], [fbxRecord('RootNode', [0])])]),
  fbxRecord('GlobalSettings', [], [fbxRecord('Properties70', [], [fbxRecord('P', ['UpAxis', 'int', '', '', 1])])]),
  fbxRecord(
    'Definitions',
    [],
    [
      fbxRecord(
        'ObjectType',
        ['Model'],
        [
          fbxRecord(
            'PropertyTemplate',
            ['FbxNode'],
            [fbxRecord('Properties70', [], [fbxRecord('P', ['Lcl Scaling', '', '', 'A', 1, 1, 1])])],
          ),
        ],
      ),
    ],
  ),
  fbxRecord(
    'Objects',
    [],
    [
      fbxRecord(
        'Model',
        [1, 'a\0\u0001Model', 'Mesh'],
        [fbxRecord('Properties70', [], [fbxRecord('P', ['Lcl Translation', '', '', 'A', 1, 2, 3])])],
      ),
      fbxRecord('Model', [2, 'b\0\u0001Model', 'Null']),
      fbxRecord('Geometry', [3, '\0\u0001Geometry', 'Mesh'], mesh),
      fbxRecord('AnimationStack', [4, 't\0\u0001AnimStack', '']),
      fbxRecord('AnimationLayer', [5, '\0\u0001AnimLayer', '']),
      fbxRecord('AnimationCurveNode', [6, 'T\0\u0001AnimCurveNode', '']),
      fbxRecord(
        'AnimationCurve',
        [8, '\0\u0001AnimCurve', ''],
        [
          fbxRecord('KeyTime', [BigInt64Array.of(1n, 2n)]),
          fbxRecord('KeyValueFloat', [Float32Array.of(1, 2)]),
          fbxRecord('KeyAttrFlags', [Int32Array.of(8)]),
          fbxRecord('KeyAttrDataFloat', [Float32Array.of(0, 0, 0, 0)]),
          fbxRecord('KeyAttrRefCount', [Int32Array.of(2)]),
        ],
      ),
    ],
  ),
  fbxRecord(
    'Connections',
    [],
    [
      fbxRecord('C', ['OO', 1, 0]),
      fbxRecord('C', ['OO', 2, 1]),
      fbxRecord('C', ['OO', 3, 1]),
      fbxRecord('C', ['OO', 5, 4]),
      fbxRecord('C', ['OO', 6, 5]),
      fbxRecord('C', ['OP', 6, 1, 'Lcl Translation']),
      fbxRecord('C', ['OP', 8, 6, 'd|X']),
    ],
  ),
  fbxRecord('Takes', [], [fbxRecord('Take', ['t'], [fbxRecord('LocalTime', [1, 2])])]),
];

const NAMED: readonly FbxTree[] = [
  header,
  fbxRecord(
    'Objects',
    [],
    [
      fbxRecord(
        'Model',
        ['a\0\u0001Model', 'Mesh'],
        [
          fbxRecord('Properties60', [], [fbxRecord('Property', ['smile', 'Number', 'A', 5])]),
          ...mesh,
          fbxRecord('NodeAttributeName', ['x\0\u0001Geometry']),
        ],
      ),
      fbxRecord('Model', ['b\0\u0001Model', 'Camera']),
      fbxRecord('Deformer', ['s\0\u0001Deformer', 'Skin']),
      fbxRecord('Constraint', ['c\0\u0001Constraint', 'Aim']),
      fbxRecord(
        'GlobalSettings',
        [],
        [fbxRecord('Properties60', [], [fbxRecord('Property', ['UpAxis', 'int', '', 1])])],
      ),
    ],
  ),
  fbxRecord(
    'Connections',
    [],
    [
      fbxRecord('Connect', ['OO', 'a\0\u0001Model', 'Scene\0\u0001Model']),
      fbxRecord('Connect', ['OO', 'b\0\u0001Model', 'a\0\u0001Model']),
      fbxRecord('Connect', ['OO', 's\0\u0001Deformer', 'a\0\u0001Model']),
      fbxRecord('Connect', ['PO', 'c\0\u0001Constraint', 'Constrained Object', 'a\0\u0001Model']),
    ],
  ),
  fbxRecord(
    'Takes',
    [],
    [
      fbxRecord(
        'Take',
        ['t'],
        [
          fbxRecord('LocalTime', [1, 2]),
          fbxRecord('Model', ['a\0\u0001Model'], [transform, channel('smile', ...keys)]),
          fbxRecord('Model', ['b\0\u0001Model'], [channel('FocalLength', ...keys)]),
        ],
      ),
    ],
  ),
];

const NESTED: readonly FbxTree[] = [
  header,
  fbxRecord('Media', [], [fbxRecord('Video', [], [fbxRecord('Video', ['v'])])]),
  fbxRecord(
    'Model',
    ['a'],
    [
      ...mesh,
      fbxRecord('Material', ['m'], [fbxRecord('Diffuse', [1, 0, 0])]),
      fbxRecord('Link', ['b'], [fbxRecord('Indexes', [0])]),
      transform,
      fbxRecord('Children', ['b', 'c']),
    ],
  ),
  fbxRecord('Model', ['b'], [fbxRecord('Type', ['LimbNode'])]),
  fbxRecord('Model', ['c'], [fbxRecord('Type', ['Camera']), fbxRecord('Aperture', [45])]),
  fbxRecord('Takes', [], [fbxRecord('Take', ['t'], [fbxRecord('Model', ['a'], [transform])])]),
];

function loosen(records: readonly FbxRecord[]): LooseRecord[] {
  return records.map(({ name, at, values, children }) => ({
    name,
    at,
    values: [...values],
    children: loosen(children),
  }));
}

function flatten(records: readonly LooseRecord[], into: LooseRecord[] = []): LooseRecord[] {
  for (const record of records) {
    into.push(record);
    flatten(record.children, into);
  }
  return into;
}

const anyValue: fc.Arbitrary<FbxValue> = fc.oneof(
  fc.double(),
  fc.integer({ min: -3, max: 9 }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom('', 'OO', 'OP', 'PP', 'a', 'b', 'a\0\u0001Model', 'Scene\0\u0001Model', 'Mesh', 'smile', 'Transform'),
  fc.constant(Uint8Array.of(1, 2, 3)),
  fc.array(fc.double(), { maxLength: 20 }).map((numbers) => new NumberList(Float64Array.from(numbers))),
);

const anyName = fc.constantFrom(
  'Model',
  'Geometry',
  'Objects',
  'Connections',
  'Takes',
  'Take',
  'Channel',
  'Key',
  'P',
  'Properties70',
  'Properties60',
  'Shape',
  'Children',
  'Link',
  'x',
);

const anyChange = fc.record({
  where: fc.nat(),
  which: fc.nat(),
  change: fc.oneof(
    fc.record({ kind: fc.constant('value' as const), value: anyValue }),
    fc.record({ kind: fc.constant('add' as const), value: anyValue }),
    fc.record({ kind: fc.constant('name' as const), name: anyName }),
    fc.record({
      kind: fc.constantFrom('drop' as const, 'cut' as const, 'double' as const, 'swap' as const, 'move' as const),
    }),
  ),
});

type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;

/** Changes the tree in one place; records are never put inside of themselves. */
function apply(records: LooseRecord[], { where, which, change }: Change): void {
  const all = flatten(records);
  const record = all[where % all.length];
  if (!record) return;
  const at = record.values.length === 0 ? 0 : which % record.values.length;
  const child = record.children.length === 0 ? 0 : which % record.children.length;
  switch (change.kind) {
    case 'value':
      record.values[at] = change.value;
      break;
    case 'add':
      record.values.push(change.value);
      break;
    case 'name':
      record.name = change.name;
      break;
    case 'cut':
      record.values.splice(at);
      break;
    case 'drop':
      record.children.splice(child, 1);
      break;
    case 'double':
      if (record.children[child]) record.children.push(...loosen([record.children[child]]));
      break;
    case 'swap':
      record.children.reverse();
      break;
    case 'move':
      if (record.children[child]) records.push(...loosen([record.children[child]]));
      break;
  }
}

/** Asks for everything; returns how many things there are. */
function walk(document: FbxDocument): number {
  let count = document.globals.own.length + document.takes.length;
  for (const object of [document.root, ...document.objects]) {
    count += object.properties.own.length + object.name.length;
    object.properties.number('Lcl Translation', 0);
    object.properties.vector('Lcl Translation', [0, 0, 0]);
    object.properties.string('currentUVSet', '');
    for (const connection of document.into(object)) expect(connection.destination).toBe(object);
    for (const connection of document.from(object)) expect(connection.source).toBe(object);
    const read = document.readKeys(object);
    expect(read.values).toHaveLength(read.times.length);
    expect(read.flags).toHaveLength(read.times.length);
    expect(read.data).toHaveLength(read.times.length * 4);
  }
  return count;
}

/** Every Model has one parent, and the root is above all of them. */
function expectTree(document: FbxDocument): void {
  for (const object of document.objects) {
    if (object.kind !== 'Model') continue;
    let at = object;
    for (let depth = 0; at !== document.root; depth++) {
      expect(depth).toBeLessThanOrEqual(document.objects.length);
      const parents = document.from(at).filter((one) => one.type === 'OO' && one.destination.kind === 'Model');
      expect(parents).toHaveLength(1);
      at = (parents[0] as (typeof parents)[0]).destination;
    }
  }
}

describe.each([
  ['7400', NUMBERED, 7400],
  ['6100', NAMED, 6100],
  ['5000', NESTED, 5000],
])('readFbxDocument of version %s', (_, trees, version) => {
  const sound = (): FbxFile => {
    const bytes = writeFbxBinary(trees, { version });
    return readFbxRecords(bytes, { file: 'a.fbx', log: new ProblemLog() });
  };

  test('reads the sound file without a problem', () => {
    const log = new ProblemLog();
    const document = readFbxDocument(sound(), log);
    expect(walk(document)).toBeGreaterThan(3);
    expectTree(document);
    expect(log.list()).toEqual([]);
  });

  test('reads or refuses any other tree of records', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 8 }), (changes) => {
        const file = sound();
        const records = loosen(file.records);
        for (const change of changes) apply(records, change);
        try {
          const document = readFbxDocument({ ...file, records }, new ProblemLog());
          walk(document);
          expectTree(document);
        } catch (error) {
          if (!(error instanceof RiglineError)) throw error;
          expect(error.code).toBe('FBX_NODE_CYCLE');
        }
      }),
      { numRuns: 400 },
    );
  });
});

test('many doubled connections, parents and objects with one id take time that grows with their number', () => {
  const count = 20_000;
  const objects: FbxRecord[] = [];
  const connections: FbxRecord[] = [];
  const add = (list: FbxRecord[], name: string, values: readonly FbxValue[]): void => {
    list.push({ name, at: 0, values, children: [] });
  };
  for (let i = 0; i < count; i++) {
    add(objects, 'Model', [i + 1, 'm\0\u0001Model', 'Null']);
    add(objects, 'Model', [1, 'm\0\u0001Model', 'Null']);
    // A chain from the last to the first, a star, and one connection again and again.
    if (i > 0) add(connections, 'C', ['OO', i, i + 1]);
    add(connections, 'C', ['OP', 1, i + 1, 'p']);
    add(connections, 'C', ['OP', 2, 3, 'p']);
  }
  const records: FbxRecord[] = [
    { name: 'Objects', at: 0, values: [], children: objects },
    { name: 'Connections', at: 0, values: [], children: connections },
  ];
  const file: FbxFile = { file: 'a.fbx', version: 7400, encoding: 'binary', isBigEndian: false, records };
  const started = performance.now();
  const document = readFbxDocument(file, new ProblemLog());
  expect(document.objects).toHaveLength(2 * count);
  // Generous: it takes a tenth of a second.
  expect(performance.now() - started).toBeLessThan(5000);
});
