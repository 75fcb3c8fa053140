import { inflateSync } from 'node:zlib';
import { ProblemLog, RiglineError } from '@rigline/diagnostics';
import { fbxRecord, writeFbxBinary } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { childOf, type FbxArray, type FbxFile, type FbxRecord, isFbxArray } from './record-types.ts';
import { numbersOf, readFbxRecords } from './records.ts';
import { displayText } from './text.ts';

function read(bytes: Uint8Array): { file: FbxFile; log: ProblemLog } {
  const log = new ProblemLog();
  return { file: readFbxRecords(bytes, { file: 'test.fbx', log }), log };
}

function codes(log: ProblemLog): string[] {
  return log.list().map((problem) => problem.code);
}

function refusal(bytes: Uint8Array): RiglineError {
  try {
    read(bytes);
  } catch (error) {
    if (error instanceof RiglineError) return error;
    throw error;
  }
  throw new Error('the file was read');
}

/** Asks for everything that a file holds. */
function walk(records: readonly FbxRecord[]): number {
  let count = 0;
  for (const record of records) {
    count += 1 + walk(record.children);
    numbersOf(record).toFloat64();
    for (const value of record.values) {
      if (!isFbxArray(value)) continue;
      value.toFloat64();
      value.toInt32();
      value.toTicks();
      value.toFloat32Bits();
    }
  }
  return count;
}

const tree = [
  fbxRecord('FBXHeaderExtension', [], [fbxRecord('FBXVersion', [7400]), fbxRecord('Creator', ['by hand'])]),
  fbxRecord(
    'Objects',
    [],
    [
      fbxRecord(
        'Geometry',
        [5, 'Box\0\x01Geometry', 'Mesh'],
        [
          fbxRecord('Vertices', [Float64Array.of(0, 1.5, -2, 1e300)]),
          fbxRecord('Short', [Float32Array.of(0.5, -3)]),
          fbxRecord('PolygonVertexIndex', [Int32Array.of(0, 1, -3)]),
          fbxRecord('KeyTime', [BigInt64Array.of(0n, 46186158000n, -1n, 9007199254740993n)]),
          fbxRecord('Flags', [Int8Array.of(1, 0, 1)]),
        ],
      ),
      fbxRecord('Model', [2n ** 62n + 1n, 'äöü\0\x01Model', true]),
    ],
  ),
  fbxRecord('Old', [1, 2.5, { code: 'F', value: 0.25 }, { code: 'Y', value: -7 }, -5_000_000_000]),
  fbxRecord('Content', [Uint8Array.of(1, 2, 255)]),
];

function arrayAt(file: FbxFile, name: string): FbxArray {
  const record = childOf(file.records[1]!.children[0]!, name)!;
  const [value] = record.values;
  if (!isFbxArray(value)) throw new Error(`${name} is no array`);
  return value;
}

describe('readFbxRecords of binary files', () => {
  const kinds = [3000, 6100, 7400, 7500, 7700].flatMap((version) =>
    [false, true].flatMap((isBigEndian) => [false, true].map((packed) => ({ version, isBigEndian, packed }))),
  );

  test.each(kinds)('gives what was written: $version, big endian $isBigEndian, packed $packed', (options) => {
    const { file, log } = read(writeFbxBinary(tree, options));
    expect(log.list()).toEqual([]);
    expect(file.version).toBe(options.version);
    expect(file.encoding).toBe('binary');
    expect(file.isBigEndian).toBe(options.isBigEndian);
    expect(file.records.map((record) => record.name)).toEqual(['FBXHeaderExtension', 'Objects', 'Old', 'Content']);
    expect(childOf(file.records[0]!, 'Creator')!.values).toEqual(['by hand']);
    const [geometry, model] = file.records[1]!.children;
    expect(geometry!.values).toEqual([5, 'Box\0\x01Geometry', 'Mesh']);
    expect(model!.values).toEqual([2n ** 62n + 1n, 'äöü\0\x01Model', 1]);
    expect(file.records[2]!.values).toEqual([1, 2.5, 0.25, -7, -5_000_000_000]);
    expect(file.records[3]!.values).toEqual([Uint8Array.of(1, 2, 255)]);
    expect(Array.from(arrayAt(file, 'Vertices').toFloat64())).toEqual([0, 1.5, -2, 1e300]);
    expect(Array.from(arrayAt(file, 'Vertices').toInt32())).toEqual([0, 1, -2, 2147483647]);
    expect(Array.from(arrayAt(file, 'Short').toFloat32Bits())).toEqual([0.5, -3]);
    expect(Array.from(arrayAt(file, 'PolygonVertexIndex').toInt32())).toEqual([0, 1, -3]);
    expect(Array.from(arrayAt(file, 'PolygonVertexIndex').toFloat64())).toEqual([0, 1, -3]);
    expect(Array.from(arrayAt(file, 'KeyTime').toTicks())).toEqual([0, 46186158000, -1, 9007199254740992]);
    expect(Array.from(arrayAt(file, 'KeyTime').toInt32())).toEqual([0, 2147483647, -1, 2147483647]);
    expect(Array.from(arrayAt(file, 'Flags').toInt32())).toEqual([1, 0, 1]);
    expect(Array.from(numbersOf(file.records[2]!).toFloat64())).toEqual([1, 2.5, 0.25, -7, -5_000_000_000]);
  });

  test('reads whole numbers as the bits of floats', () => {
    const bits = new Int32Array(Float32Array.of(6.859999656677246, -0.5).buffer);
    const { file } = read(writeFbxBinary([fbxRecord('KeyAttrDataFloat', [bits])]));
    expect(Array.from(numbersOf(file.records[0]!).toFloat32Bits())).toEqual([6.859999656677246, -0.5]);
  });

  test('gives large packed arrays to the inflate of the caller, small ones not', () => {
    const large = Float64Array.from({ length: 1000 }, (_, i) => i / 3);
    const bytes = writeFbxBinary([fbxRecord('A', [large]), fbxRecord('B', [Float64Array.of(1)])], { packed: true });
    const sizes: number[] = [];
    const inflate = (packed: Uint8Array, size: number) => {
      sizes.push(size);
      return inflateSync(packed, { maxOutputLength: size });
    };
    const { records } = readFbxRecords(bytes, { file: 'test.fbx', log: new ProblemLog(), inflate });
    expect(records.map((record) => numbersOf(record).toFloat64())).toEqual([large, Float64Array.of(1)]);
    expect(sizes).toEqual([8000]);
  });

  test('keeps bytes that are not UTF-8 apart and shows them as U+FFFD', () => {
    const { file, log } = read(writeFbxBinary([fbxRecord('A', ['pC\udcff\0e', 'pC\udcfe\0e', 'Größe\udcc3'])]));
    const [first, second, third] = file.records[0]!.values as string[];
    expect(first).not.toBe(second);
    expect(displayText(first!)).toBe('pC\ufffd\ufffde');
    expect(displayText(third!)).toBe('Größe\ufffd');
    expect(codes(log)).toEqual(['FBX_INVALID_TEXT']);
  });

  test('reads a file without end mark with a warning', () => {
    const bytes = writeFbxBinary(tree);
    const { file, log } = read(bytes.subarray(0, bytes.length - 13));
    expect(walk(file.records)).toBe(13);
    expect(codes(log)).toEqual(['FBX_MISSING_END']);
  });

  test('tells of versions that it does not know', () => {
    expect(codes(read(writeFbxBinary(tree, { version: 2000 })).log)).toEqual(['FBX_UNSUPPORTED_VERSION']);
    expect(codes(read(writeFbxBinary(tree, { version: 8000 })).log)).toEqual(['FBX_UNSUPPORTED_VERSION']);
  });

  test('reports an array once that cannot be unpacked, and gives no numbers', () => {
    const bytes = writeFbxBinary(tree, { packed: true });
    const at = arrayAt(read(bytes).file, 'Vertices').at;
    bytes[at + 20]! ^= 0xff;
    const { file, log } = read(bytes);
    expect(arrayAt(file, 'Vertices').toFloat64()).toHaveLength(0);
    expect(arrayAt(file, 'Vertices').toInt32()).toHaveLength(0);
    expect(codes(log)).toEqual(['FBX_DAMAGED_ARRAY']);
    expect(log.list()[0]).toMatchObject({ count: 1, at: { byte: at } });
  });

  test('makes no room for more numbers than the bytes can give', () => {
    const bytes = writeFbxBinary([fbxRecord('A', [Float64Array.of(1, 2)])], { packed: true });
    const { at } = numbersOf(read(bytes).file.records[0]!);
    new DataView(bytes.buffer).setUint32(at + 1, 0xffff_fff0, true);
    const { file, log } = read(bytes);
    expect(numbersOf(file.records[0]!).count).toBe(0);
    expect(codes(log)).toEqual(['FBX_DAMAGED_ARRAY']);
  });

  test('stops unpacking where all arrays together would fill the memory', () => {
    const zeros = new Float64Array(1 << 24);
    const bytes = writeFbxBinary(
      ['A', 'B', 'C'].map((name) => fbxRecord(name, [zeros])),
      { packed: true },
    );
    const log = new ProblemLog();
    const asked: number[] = [];
    const inflate = (_: Uint8Array, size: number) => {
      asked.push(size);
      return new Uint8Array(0);
    };
    const { records } = readFbxRecords(bytes, { file: 'test.fbx', log, inflate });
    for (const record of records) expect(numbersOf(record).toFloat64()).toHaveLength(0);
    expect(asked).toEqual([zeros.byteLength, zeros.byteLength]);
  });

  test('refuses nesting without end, with the byte', () => {
    let deep = fbxRecord('A');
    for (let i = 0; i < 40; i++) deep = fbxRecord('A', [], [deep]);
    expect(refusal(writeFbxBinary([deep]))).toMatchObject({ code: 'FBX_TOO_DEEP', at: { byte: 27 + 32 * 14 } });
  });

  test('refuses a million nested headers in short time', () => {
    const count = 1_000_000;
    const bytes = new Uint8Array(27 + count * 14);
    bytes.set(writeFbxBinary([]).subarray(0, 27));
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < count; i++) {
      view.setUint32(27 + 14 * i, bytes.length, true);
      view.setUint8(27 + 14 * i + 12, 1);
    }
    expect(refusal(bytes).code).toBe('FBX_TOO_DEEP');
  });

  test('refuses what is not FBX', () => {
    expect(refusal(new Uint8Array(0)).code).toBe('FBX_EMPTY');
    expect(refusal(writeFbxBinary([])).code).toBe('FBX_EMPTY');
    expect(refusal(Uint8Array.of(1, 2, 3)).code).toBe('FBX_NOT_FBX');
  });

  test.each([7400, 7700])('a file of version %i cut at any byte is read with a problem, or refused', (version) => {
    const bytes = writeFbxBinary(tree, { version });
    for (let end = 0; end < bytes.length; end++) {
      try {
        const { file, log } = read(bytes.slice(0, end));
        walk(file.records);
        expect(codes(log)).toContain('FBX_MISSING_END');
      } catch (error) {
        expect(error).toBeInstanceOf(RiglineError);
      }
    }
  });

  test.each([7400, 7700])('a file of version %i with one byte changed is read or refused', (version) => {
    const bytes = writeFbxBinary(tree, { version, packed: true });
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0, 1, 0x7f, 0xff, bytes[at]! ^ 0x20]) {
        const changed = bytes.slice();
        changed[at] = value;
        try {
          walk(read(changed).file.records);
        } catch (error) {
          expect(error).toBeInstanceOf(RiglineError);
        }
      }
    }
  });
});
