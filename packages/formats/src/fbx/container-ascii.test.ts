import { ProblemLog, RiglineError } from '@rigline/diagnostics';
import { fbxRecord, writeFbxAscii } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { childOf, type FbxFile, type FbxRecord, isFbxArray } from './record-types.ts';
import { numbersOf, readFbxRecords } from './records.ts';

const encoder = new TextEncoder();

function read(text: string | Uint8Array): { file: FbxFile; log: ProblemLog } {
  const log = new ProblemLog();
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  return { file: readFbxRecords(bytes, { file: 'test.fbx', log }), log };
}

function codes(log: ProblemLog): string[] {
  return log.list().map((problem) => problem.code);
}

function refusal(text: string | Uint8Array): RiglineError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof RiglineError) return error;
    throw error;
  }
  throw new Error('the file was read');
}

/** The values of the first record of a file of version 7.4. */
function valuesOf(text: string): readonly unknown[] {
  return read(`; FBX 7.4.0 project file\n${text}`).file.records[0]!.values;
}

function numbers(text: string, version = '7.4.0'): number[] {
  return Array.from(numbersOf(read(`; FBX ${version} project file\n${text}`).file.records[0]!).toFloat64());
}

function walk(records: readonly FbxRecord[]): void {
  for (const record of records) {
    walk(record.children);
    numbersOf(record).toFloat32Bits();
    for (const value of record.values) if (isFbxArray(value)) value.toInt32();
  }
}

const tree = [
  fbxRecord('FBXHeaderExtension', [], [fbxRecord('FBXVersion', [7400]), fbxRecord('Creator', ['by "hand"'])]),
  fbxRecord(
    'Objects',
    [],
    [
      fbxRecord(
        'Geometry',
        [5, 'Box\0\x01Geometry', 'Mesh'],
        [
          fbxRecord('Vertices', [Float64Array.of(0, 1.5, -2, 1e300, 0.1 + 0.2)]),
          fbxRecord('PolygonVertexIndex', [Int32Array.of(0, 1, -3)]),
          fbxRecord('KeyTime', [BigInt64Array.of(0n, 46186158000n, -1n)]),
        ],
      ),
      fbxRecord('Video', [2n ** 62n + 1n, 'äöü\0\x01Video', ''], [fbxRecord('Content', [Uint8Array.of(1, 2, 255, 4)])]),
    ],
  ),
  fbxRecord('Connections', [], [fbxRecord('C', ['OO', 5, 0])]),
];

describe('readFbxRecords of text files', () => {
  test.each([6100, 7400, 7700])('gives what was written as version %i', (version) => {
    const { file, log } = read(writeFbxAscii(tree, { version }));
    expect(log.list()).toEqual([]);
    expect([file.version, file.encoding]).toEqual([version, 'ascii']);
    expect(file.records.map((record) => record.name)).toEqual(['FBXHeaderExtension', 'Objects', 'Connections']);
    expect(childOf(file.records[0]!, 'Creator')!.values).toEqual(['by "hand"']);
    const [geometry, video] = file.records[1]!.children;
    expect(geometry!.values).toEqual([5, 'Geometry::Box', 'Mesh']);
    expect(video!.values).toEqual([2n ** 62n + 1n, 'Video::äöü', '']);
    expect(childOf(video!, 'Content')!.values).toEqual([Uint8Array.of(1, 2, 255, 4)]);
    const [vertices, indices, times] = geometry!.children.map(numbersOf);
    expect(Array.from(vertices!.toFloat64())).toEqual([0, 1.5, -2, 1e300, 0.1 + 0.2]);
    expect(Array.from(indices!.toInt32())).toEqual([0, 1, -3]);
    expect(Array.from(times!.toTicks())).toEqual([0, 46186158000, -1]);
  });

  test('reads comments, commas too many, and values over several lines', () => {
    expect(valuesOf('A: , 1 ; one\n , ; none\n 2,"b;c",\n3,\nB: 4')).toEqual([1, 2, 'b;c', 3]);
    expect(numbers('A: *4 {\n a: ,1, 2 ; 9,9 }\n ,3\n,4,\n}')).toEqual([1, 2, 3, 4]);
    expect(numbers('A: *0 {\n}')).toEqual([]);
  });

  test('keeps letters as their codes, as binary files have them', () => {
    expect(valuesOf('Key: 0,U,s,-1.5,Word')).toEqual([0, 85, 115, -1.5, 'Word']);
    expect(numbers('Key: 0,U,s,-1.5,e')).toEqual([0, 85, 115, -1.5, 101]);
  });

  test('reads only the three escapes', () => {
    expect(valuesOf('A: "&quot;a&cr;&lf;&amp;&quo;&"')).toEqual(['"a\r\n&amp;&quo;&']);
  });

  test('reads names in quotes', () => {
    expect(read('Objects: {\n"Tool Settings": 5 { B: 1 } }').file.records[0]!.children[0]!.name).toBe('Tool Settings');
  });

  test.each([
    ['inf', Infinity],
    ['-Infinity', -Infinity],
    ['+INF', Infinity],
    ['nan', Number.NaN],
    ['-NaN(ind)', Number.NaN],
    ['nan()', Number.NaN],
    ['1.#INF', Infinity],
    ['-1.#inf00', -Infinity],
    ['0.#IND', Number.NaN],
    ['1.#NAN0', Number.NaN],
  ])('reads %s as a number and tells of it', (spelling, value) => {
    const { file, log } = read(`; FBX 7.4.0 project file\nA: *2 { a: ${spelling},2 }\nB: 1,${spelling}`);
    expect(Array.from(numbersOf(file.records[0]!).toFloat64())).toEqual([value, 2]);
    expect(file.records[1]!.values).toEqual([1, value]);
    expect(codes(log)).toEqual(['FBX_NON_FINITE']);
  });

  test.each(['-infty', '1.#NOPE', '1.#INDIE', '-nan(', '-nan(a', '+nan)', '12abc', '1.5#', '0x10', '.x'])(
    'refuses %s, with its byte',
    (spelling) => {
      const head = '; FBX 7.4.0 project file\n';
      const scalar = refusal(`${head}A: 1, ${spelling}\n`);
      expect(scalar).toMatchObject({ code: 'FBX_BAD_NUMBER', at: { byte: head.length + 6 } });
      const inArray = refusal(`${head}A: *2 { a: 1, ${spelling} }\n`);
      expect(inArray).toMatchObject({ code: 'FBX_BAD_NUMBER', at: { byte: head.length + 14 } });
    },
  );

  // Values of the conformance file synthetic_bad_inf_nan_7700_ascii of ufbx, whose reader gives the same.
  test('takes words among numbers for their first letter', () => {
    const { file, log } = read('; FBX 7.7.0 project file\nA: *6 { a: snan\n,infty,nan()),nan(,NAN,INF }');
    expect(Array.from(numbersOf(file.records[0]!).toFloat64())).toEqual([115, 105, 110, 110, Number.NaN, Infinity]);
    expect(codes(log)).toEqual(['FBX_WORD_FOR_NUMBER', 'FBX_NON_FINITE']);
  });

  test('tells of numbers that are none though they look like some', () => {
    const { file, log } = read('; FBX 7.4.0 project file\nA: *3 { a: 1,2-3,1.2.3 }');
    expect(Array.from(numbersOf(file.records[0]!).toFloat64())).toEqual([1, Number.NaN, Number.NaN]);
    expect(codes(log)).toEqual(['FBX_BAD_NUMBER']);
  });

  test.each([
    '0',
    '-0',
    '+5',
    '.5',
    '5.',
    '-.25e1',
    '0.400000005960464',
    '0.1234567890123456789',
    '123456789012345678',
    '1e22',
    '1e23',
    '4.9e-324',
    '1.7976931348623157e308',
    '2.2250738585072011e-308',
    '9007199254740993',
    '00000000000000000001.5',
    '1E+05',
    '1e-5',
  ])('reads %s to the last bit', (text) => {
    expect(numbers(`A: *1 { a: ${text} }`)).toEqual([Number(text)]);
    expect(Number(valuesOf(`A: ${text}`)[0])).toBe(Number(text));
  });

  test('gives whole numbers beyond 2^53 as bigint', () => {
    expect(valuesOf('A: 9007199254740991,9007199254740992,-9223372036854775808,5000000000')).toEqual([
      9007199254740991,
      9007199254740992n,
      -9223372036854775808n,
      5000000000,
    ]);
  });

  test('takes what an array holds and tells where its count is wrong', () => {
    for (const count of [1, 5, 99999999999]) {
      const { file, log } = read(`; FBX 7.4.0 project file\nA: *${count} { a: 1,2,3 }`);
      expect(numbersOf(file.records[0]!).count).toBe(3);
      expect(Array.from(numbersOf(file.records[0]!).toFloat64())).toEqual([1, 2, 3]);
      expect(codes(log)).toEqual(['FBX_COUNT_MISMATCH']);
    }
  });

  // Derived by hand: 1088132282 is 0x40DB94BA, (1 + 0x5B94BA / 2^23) * 2^2.
  test('reads key attributes as the bits of floats from version 7200, as numbers before', () => {
    const text = 'KeyAttrDataFloat: *3 { a: 1088132282,0,-1082130432 }';
    const bits = (version: string, line: string) => {
      return Array.from(numbersOf(read(`; FBX ${version} project file\n${line}`).file.records[0]!).toFloat32Bits());
    };
    const [first, ...others] = bits('7.5.0', text);
    expect(first).toBe((1 + 0x5b94ba / 2 ** 23) * 4);
    expect(others).toEqual([0, -1]);
    expect(bits('7.1.0', text)).toEqual([1088132224, 0, -1082130432]);
    expect(bits('7.5.0', 'KeyAttrDataFloat: *2 { a: 0.5,1 }')).toEqual([0.5, 1]);
  });

  test('joins base64 that is split over strings', () => {
    expect(valuesOf('Content: ,\n"SGVsbG8g",\n"d29ybGQ="')).toEqual([encoder.encode('Hello world')]);
    expect(valuesOf('Content: , ""')).toEqual([new Uint8Array(0)]);
  });

  test.each(['A', 'AA', 'AAA', 'AAAAA', 'SGVsb=8g', 'SGVsb?8g', 'AA=A', 'A===', '====', '=AAA'])(
    'leaves out content that is not base64: %s',
    (content) => {
      const { file, log } = read(`; FBX 7.4.0 project file\nContent: "SGVsbG8g", "${content}"`);
      expect(file.records[0]!.values).toEqual([]);
      expect(codes(log)).toEqual(['FBX_BAD_BASE64']);
    },
  );

  test('takes the version from the header record where the first comment has none', () => {
    expect(read('FBXHeaderExtension: { FBXVersion: 6100 }').file.version).toBe(6100);
    expect(read('\ufeff; FBX 6.1.0 project file\nA: 1').file.version).toBe(6100);
  });

  test.each([
    ['Objects: { Model: 5, "Model::a", "Mesh" }', 7400],
    ['Objects: { Model: "Model::a", "Mesh" }', 6100],
    ['Model: "a", "Mesh" { }', 5800],
  ])('guesses a version that is nowhere named, with a warning: %s', (text, version) => {
    const { file, log } = read(text);
    expect(file.version).toBe(version);
    expect(codes(log)).toEqual(['FBX_NO_VERSION']);
  });

  test('refuses what is not FBX', () => {
    const texts = ['', '{"asset": {}}', 'v 1 2 3\nf 1 2 3', 'hello: world', '//Maya ASCII 2024 scene', '\0\0\0'];
    for (const text of texts) expect(['FBX_NOT_FBX', 'FBX_EMPTY']).toContain(refusal(text).code);
  });

  test('refuses a string without end, with the byte of its quote', () => {
    expect(refusal('Objects: { Model: "Model::Mod&quo')).toMatchObject({
      code: 'FBX_UNTERMINATED_STRING',
      at: { byte: 18 },
    });
  });

  test('refuses values without a comma between them', () => {
    expect(refusal('Objects: { Child: Foo Bar }').code).toBe('FBX_BAD_SYNTAX');
    expect(refusal('Objects: { A: 1 2 }').code).toBe('FBX_BAD_SYNTAX');
  });

  test('refuses nesting of a million in short time', () => {
    expect(refusal(`Objects: ${'{ A: '.repeat(1_000_000)}`).code).toBe('FBX_TOO_DEEP');
  });

  test.each(['Content: \n', 'A: *1 { a: 1 }\n', 'A:1,', '"', ';', '"":{}', 'A: "', ';"\n', 'e', '1', '*', '&'])(
    'many of %j take no long time',
    (piece) => {
      const text = `; FBX 7.4.0 project file\n${piece.repeat(300_000)}`;
      const start = performance.now();
      try {
        walk(read(text).file.records);
      } catch (error) {
        expect(error).toBeInstanceOf(RiglineError);
      }
      expect(performance.now() - start).toBeLessThan(5000);
    },
  );

  test('a file cut at any byte is read or refused', () => {
    const bytes = writeFbxAscii(tree);
    let whole = 0;
    for (let end = 0; end < bytes.length; end++) {
      try {
        walk(read(bytes.slice(0, end)).file.records);
        whole++;
      } catch (error) {
        expect(error).toBeInstanceOf(RiglineError);
      }
    }
    // Only where all braces are closed.
    expect(whole).toBeLessThan(bytes.length / 3);
  });

  test('a file with one byte changed is read or refused', () => {
    const bytes = writeFbxAscii(tree);
    for (let at = 0; at < bytes.length; at++) {
      for (const character of '\0"{}*:;,a1-#\xff') {
        const changed = bytes.slice();
        changed[at] = character.charCodeAt(0);
        try {
          walk(read(changed).file.records);
        } catch (error) {
          expect(error).toBeInstanceOf(RiglineError);
        }
      }
    }
  });
});
