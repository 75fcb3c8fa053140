import { readFileSync } from 'node:fs';
import { ProblemLog } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { readStatements } from './container.ts';
import { type MaRecord, type MaSetAttr, readRecords } from './records.ts';

const fixtures = new URL('../../../../fixtures/ma/', import.meta.url);

function read(text: string | Uint8Array, file = 'test.ma'): { records: MaRecord[]; log: ProblemLog } {
  const log = new ProblemLog();
  return { records: [...readRecords(readStatements(text, file, log), log)], log };
}

function readFixture(name: string): { records: MaRecord[]; log: ProblemLog } {
  return read(readFileSync(new URL(name, fixtures)), name);
}

function setAttrs(records: readonly MaRecord[]): Map<string, MaSetAttr> {
  return new Map(records.flatMap((record) => (record.kind === 'setAttr' ? [[record.name, record]] : [])));
}

describe('readRecords on every statement', () => {
  const { records, log } = readFixture('hand_every_statement.ma');
  const of = (kind: MaRecord['kind']): MaRecord[] => records.filter((record) => record.kind === kind);

  test('finds no problem', () => expect(log.list()).toEqual([]));

  test('reads declared and loaded references', () => {
    const common = {
      kind: 'file',
      namespace: 'prop',
      referenceNode: 'propRN',
      fileType: 'mayaAscii',
      path: '$PROJECT//props/lantern.ma',
    };
    expect(of('file')).toEqual([
      { ...common, line: 5, reference: false, deferred: false, referenceDepth: 1, options: 'v=0;' },
      { ...common, line: 6, reference: true, deferred: true, options: 'v=0;p=17' },
    ]);
  });

  test('reads requirements, units and file information', () => {
    expect(of('requires')).toEqual([
      { kind: 'requires', line: 7, product: 'maya', version: '2024', nodeTypes: [], dataTypes: [] },
      {
        kind: 'requires',
        line: 8,
        product: 'mtoa',
        version: '5.3.0',
        nodeTypes: ['aiOptions', 'aiAOVDriver'],
        dataTypes: ['aiData'],
      },
      { kind: 'requires', line: 9, product: 'stereoCamera', version: '10.0', nodeTypes: [], dataTypes: [] },
    ]);
    expect(of('currentUnit')).toEqual([
      { kind: 'currentUnit', line: 10, linear: 'centimeter', angle: 'degree', time: 'film' },
    ]);
    expect(of('fileInfo')[1]).toEqual({
      kind: 'fileInfo',
      line: 12,
      key: 'osv',
      value: 'An "operating" system\n',
    });
  });

  test('reads nodes with short and long flags', () => {
    const common = { kind: 'createNode', skipSelect: false };
    expect(of('createNode')).toEqual([
      { ...common, line: 15, type: 'transform', name: 'persp', parent: undefined, shared: true },
      { ...common, line: 18, type: 'camera', name: 'perspShape', parent: 'persp', shared: true },
      { ...common, line: 22, type: 'transform', name: 'ball', parent: undefined, shared: false },
      { ...common, line: 23, type: 'mesh', name: 'ballShape', parent: 'ball', shared: false },
    ]);
    expect(of('rename')).toEqual([
      { kind: 'rename', line: 16, uuid: '00000001-0000-0000-0000-000000000001', names: [] },
      { kind: 'rename', line: 19, uuid: '00000001-0000-0000-0000-000000000002', names: [] },
    ]);
  });

  test('reads added attributes with all their flags', () => {
    const [weight, kind, colour, red, notes] = of('addAttr');
    expect(weight).toEqual({
      kind: 'addAttr',
      line: 24,
      nodes: [],
      longName: 'weightOfBall',
      shortName: 'w0',
      niceName: 'Weight',
      categories: ['rig'],
      attributeType: 'double',
      dataTypes: [],
      defaultValue: 1,
      min: 0,
      max: 1,
      softMin: 0.1,
      softMax: 0.9,
      multi: false,
      keyable: true,
      cachedInternally: true,
    });
    expect(kind).toMatchObject({
      enumNames: 'A:B=5:C',
      attributeType: 'enum',
      multi: true,
      indexMatters: false,
      hidden: true,
      storable: false,
    });
    expect(colour).toMatchObject({
      longName: 'colour',
      usedAsColor: true,
      numberOfChildren: 3,
      attributeType: 'float3',
    });
    expect(red).toMatchObject({ longName: 'colourR', parent: 'colour' });
    expect(notes).toMatchObject({
      dataTypes: ['string', 'stringArray'],
      disconnectBehaviour: 2,
      internalSet: true,
      usedAsProxy: true,
      readable: false,
      writable: false,
    });
  });

  test('reads setAttr flags, and names with and without a node', () => {
    const attrs = setAttrs(records);
    expect(attrs.get('focalLength')?.flags).toEqual({ keyable: true, locked: false, channelBox: true, caching: false });
    expect(attrs.get('w0')).toEqual({
      kind: 'setAttr',
      line: 30,
      node: undefined,
      name: 'w0',
      flags: {
        altered: true,
        keyable: true,
        channelBox: false,
        locked: true,
        size: 3,
        capacityHint: 12,
        caching: false,
        clamp: true,
      },
      dataType: undefined,
      values: { form: 'numbers', numbers: [0.25] },
    });
    expect(attrs.get('tx')).toMatchObject({ node: 'ball', line: 31 });
    expect(attrs.get('b')?.values).toEqual({ form: 'strings', strings: ['first;second'] });
  });

  test('reads selections, parents and locks', () => {
    expect(of('select')).toEqual([
      { kind: 'select', line: 35, names: [':time1'], noExpand: true, mode: 'replace' },
      { kind: 'select', line: 37, names: [], noExpand: false, mode: 'clear' },
      { kind: 'select', line: 38, names: ['ball', 'persp'], noExpand: false, mode: 'add' },
    ]);
    expect(of('parent')).toMatchObject([
      {
        names: ['|ball|ballShape', 'persp'],
        shape: true,
        noConnections: true,
        relative: true,
        add: true,
        world: false,
      },
      { names: ['ball'], shape: false, add: false, world: true },
    ]);
    expect(of('lockNode')).toEqual([
      { kind: 'lockNode', line: 41, names: ['ball'], lock: true, lockUnpublished: true },
      { kind: 'lockNode', line: 42, names: [] },
    ]);
  });

  test('reads connections and what removes things', () => {
    expect(of('connectAttr')).toEqual([
      { kind: 'connectAttr', line: 43, source: 'ball.tx', destination: 'persp.ty', nextAvailable: false },
      {
        kind: 'connectAttr',
        line: 44,
        source: 'ball.iog',
        destination: ':initialShadingGroup.dsm',
        nextAvailable: true,
        lock: true,
      },
    ]);
    expect(of('disconnectAttr')).toMatchObject([{ source: 'ball.tx', destination: 'persp.ty' }]);
    expect(of('relationship')).toMatchObject([
      {
        relation: 'link',
        names: [':lightLinker1', ':initialShadingGroup.message', ':defaultLightSet.message'],
        break: false,
      },
    ]);
    expect(of('deleteAttr')).toMatchObject([{ nodes: ['ballShape'], attribute: 'notes' }]);
    expect(of('aliasAttr')).toMatchObject([
      { names: ['smile', 'blend.weight[0]'], remove: false },
      { names: ['blend.smile'], remove: true },
    ]);
  });

  test('keeps the other known statements as they were written', () => {
    expect(of('raw').map((record) => (record.kind === 'raw' ? record.text : ''))).toEqual([
      'workspace -fr "scene" "scenes"',
      'namespace -add "prop"',
      'dataStructure -fmt "raw" -as "name=idStructure:int32=ID"',
      'applyMetadata -fmt "raw" -v "channel\\nname faceId" "ballShape"',
    ]);
  });
});

describe('readRecords on faults', () => {
  const { records, log } = readFixture('hand_faults.ma');
  const attrs = setAttrs(records);

  test('names each fault with its place', () => {
    const found = log.list().map(({ code, at, count }) => `${code} ${at.line}:${at.column ?? '-'} ×${count}`);
    expect(found.sort()).toEqual([
      'MA_BAD_STATEMENT 10:16 ×3',
      'MA_BAD_STATEMENT 18:1 ×2',
      'MA_COUNT_MISMATCH 11:36 ×1',
      'MA_COUNT_MISMATCH 19:49 ×1',
      'MA_MERGE_MARKER 3:1 ×3',
      'MA_MISSING_SEMICOLON 8:2 ×1',
      'MA_NON_FINITE 12:16 ×6',
      'MA_TRUNCATED 23:1 ×1',
      'MA_UNKNOWN_COMMAND 21:2 ×1',
      'MA_UNKNOWN_COMMAND 22:1 ×1',
      'MA_UNKNOWN_FLAG 16:18 ×1',
      'MA_UNTERMINATED_STRING 14:- ×1',
    ]);
  });

  test('goes on after each fault', () => {
    expect([...attrs.keys()]).toEqual(['tx', 'ty', 'rx', 'ry', 'rz', 'sx', 'sy', 'c']);
    expect(records.filter((record) => record.kind === 'createNode')).toHaveLength(2);
  });

  test('keeps numbers that are not finite', () => {
    expect(attrs.get('rz')?.values).toEqual({
      form: 'numbers',
      numbers: [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NaN, Number.NaN],
    });
  });

  test('keeps faulty and unknown statements as text', () => {
    const texts = records.flatMap((record) => (record.kind === 'raw' ? [record.text] : []));
    expect(texts).toContain('setAttr ".tz" three');
    expect(texts).toContain('system("rm -rf /")');
  });

  test('bounds nested parentheses', () => {
    const { log: deep } = read(`setAttr ".b" -type "string" ${'('.repeat(1e6)}"a"${')'.repeat(1e6)};`);
    expect(deep.list()[0]?.message).toContain('at most 64');
  });

  test('reports an overflowing number as not finite', () => {
    const { log: overflow } = read('setAttr ".a" 1e999;');
    expect(overflow.list()).toMatchObject([{ code: 'MA_NON_FINITE' }]);
  });
});
