import { readFileSync } from 'node:fs';
import { ProblemLog } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { readStatements } from './container.ts';
import { type MaRecord, type MaSetAttr, type MaValues, readRecords } from './records.ts';

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

describe('readRecords on spellings of newer versions', () => {
  const valuesOf = (statement: string): { values: MaValues | undefined; codes: string[] } => {
    const { records, log } = read(`createNode transform -n "a";\n${statement}\n`);
    return { values: setAttrs(records).values().next().value?.values, codes: log.list().map((p) => p.code) };
  };

  test('reads aliases with a count instead of braces', () => {
    expect(valuesOf('setAttr ".aal" -type "attributeAlias" 4 "smile" "weight[0]" "frown" "weight[1]" ;')).toEqual({
      values: {
        form: 'aliases',
        pairs: [
          ['smile', 'weight[0]'],
          ['frown', 'weight[1]'],
        ],
      },
      codes: [],
    });
  });

  test('reports aliases whose count is wrong', () => {
    expect(valuesOf('setAttr ".aal" -type "attributeAlias" 4 "smile" "weight[0]" ;').codes).toEqual([
      'MA_COUNT_MISMATCH',
    ]);
  });

  test('reads a curve with component tags behind its points', () => {
    const text =
      'setAttr ".cc" -type "nurbsCurve" 1 1 0 no 3 2 0 1 2 0 0 0 0 6 0 "gtag" 2 "top" 1 "cv[1]" "low" 1 "cv[0]";';
    expect(valuesOf(text)).toMatchObject({ values: { curve: { degree: 1, points: [0, 0, 0, 0, 6, 0] } }, codes: [] });
  });
});

describe('readRecords on every data type', () => {
  const { records, log } = readFixture('hand_every_type.ma');
  const attrs = setAttrs(records);
  const values = (name: string): MaValues | undefined => attrs.get(name)?.values;
  const numbers = (...list: number[]): MaValues => ({ form: 'numbers', numbers: list });

  test('reports only the unknown type', () => {
    expect(log.list()).toMatchObject([{ code: 'MA_UNKNOWN_DATA_TYPE', at: { line: 73 } }]);
  });

  test.each<[string, MaValues]>([
    ['n', numbers(-0.5)],
    ['yes', numbers(1)],
    ['words', numbers(1, 0, 1, 0, 1, 0, 1e-15, 2, 0.5)],
    ['none', { form: 'none' }],
    ['double2', numbers(1, 2)],
    ['double3', numbers(1, 2, 3)],
    ['double4', numbers(1, 2, 3, 4)],
    ['float3[0:1]', numbers(1, 2, 3, 4, 5, 6)],
    ['long2', numbers(-1, 2)],
    ['short3', numbers(1, 2, 3)],
    ['string', { form: 'strings', strings: ['a "b" \\ c\n\t;//'] }],
    ['stringArray', { form: 'strings', strings: ['one', 'two'] }],
    ['componentList', { form: 'strings', strings: ['vtx[0:7]', 'f[3]'] }],
    ['noComponents', { form: 'strings', strings: [] }],
    ['doubleArray', numbers(1.5, 2.5, -3.5)],
    ['floatArray', numbers()],
    ['int32Array', numbers(-7, 7)],
    ['pointArray', numbers(1, 2, 3, 1, 4, 5, 6, 1)],
    ['vectorArray', numbers(1, 2, 3, 4, 5, 6)],
    ['matrix', numbers(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1)],
    [
      'alias',
      {
        form: 'aliases',
        pairs: [
          ['smile', 'weight[0]'],
          ['frown', 'weight[1]'],
        ],
      },
    ],
    ['crease', { form: 'polyComponent', component: 'Edge', indices: [0, 7], width: 1, values: [1.5, 2] }],
    ['noCrease', { form: 'polyComponent', component: 'Vertex', indices: [], width: 1, values: [] }],
    ['mesh', { form: 'tokens', tokens: ['v', 2, 0, 0, 0, 1, 0, 0, 'e', 1, 0, 1, 'hard'] }],
    ['new', { form: 'raw', text: 'some { 1, 2 } (text)' }],
  ])('reads %s', (name, expected) => expect(values(name)).toEqual(expected));

  test('keeps reference edits as they were written', () => {
    expect(values('edits')).toEqual({
      form: 'raw',
      text: '"propRN"\n\t\t"propRN" 1\n\t\t2 "|prop:a" "translate" " -type \\"double3\\" 0 1 2"',
    });
  });

  test('reads a transform record', () => {
    expect(values('xform')).toEqual({
      form: 'xforms',
      xforms: [
        {
          scale: [1, 2, 3],
          rotate: [0.1, 0.2, 0.3],
          rotateOrder: 5,
          translate: [4, 5, 6],
          shear: [0.01, 0.02, 0.03],
          scalePivot: [7, 8, 9],
          scalePivotTranslate: [10, 11, 12],
          rotatePivot: [13, 14, 15],
          rotatePivotTranslate: [16, 17, 18],
          rotateOrientation: [0, 0, 0.5, 0.75],
          jointOrientation: [0.25, 0, 0, 1],
          inverseParentScale: [1, 1, 2],
          compensateForParentScale: true,
        },
      ],
    });
  });

  test('reads faces with holes, UV sets and colours', () => {
    expect(values('fc[0:1]')).toEqual({
      form: 'polyFaces',
      faces: {
        faceCount: 2,
        faceLoops: Int32Array.of(0, 2, 3),
        loopStarts: Int32Array.of(0, 4, 7, 10),
        edges: Int32Array.of(0, 1, 2, 3, 4, 5, 6, -1, -2, 7),
        uvSets: [
          {
            set: 0,
            loops: Int32Array.of(0, 1, 2),
            starts: Int32Array.of(0, 4, 7, 10),
            ids: Int32Array.of(0, 1, 2, 3, 8, 9, 10, 11, 12, 13),
          },
          { set: 1, loops: Int32Array.of(0), starts: Int32Array.of(0, 4), ids: Int32Array.of(4, 5, 6, 7) },
        ],
        colorSets: [
          {
            set: 0,
            loops: Int32Array.of(1, 2),
            starts: Int32Array.of(0, 4, 7),
            ids: Int32Array.of(0, 0, 0, 0, 1, 2, 3),
          },
        ],
      },
    });
  });

  test('reads faces that go on without their type', () => {
    expect(attrs.get('fc[2]')).toMatchObject({
      dataType: 'polyFaces',
      values: { form: 'polyFaces', faces: { faceCount: 1 } },
    });
  });

  test('reads curves and surfaces', () => {
    expect(values('curve')).toEqual({
      form: 'nurbsCurve',
      curve: {
        degree: 1,
        spans: 2,
        form: 0,
        rational: false,
        dimension: 3,
        knots: [0, 1, 2],
        stride: 3,
        points: [0, 0, 0, 1, 0, 0, 1, 1, 0],
      },
    });
    expect(values('rationalCurve')).toMatchObject({
      curve: { rational: true, dimension: 2, stride: 3, points: [0, 0, 1, 1, 0, 0.5] },
    });
    expect(values('surface')).toEqual({
      form: 'nurbsSurface',
      surface: {
        degreeU: 1,
        degreeV: 1,
        formU: 0,
        formV: 0,
        rational: false,
        knotsU: [0, 1],
        knotsV: [0, 1],
        stride: 3,
        points: [0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0],
        rest: '',
      },
    });
  });

  test('keeps long lists in typed arrays', () => {
    const list = Array.from({ length: 3000 }, (_, i) => i / 8);
    const { records: one } = read(`setAttr -s 3000 ".vt[0:999]" ${list.join('\n')};`);
    expect(one[0]).toMatchObject({ values: { numbers: Float64Array.from(list) } });
  });
});
