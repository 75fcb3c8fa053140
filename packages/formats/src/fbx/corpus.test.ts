import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ProblemLog, RiglineError } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { type FbxRecord, isFbxArray } from './record-types.ts';
import { readFbxRecords } from './records.ts';

const folder = new URL('../../../../../shared/corpus/fbx/', import.meta.url);
const present = existsSync(folder);
const names = present ? readdirSync(folder).filter((name) => name.endsWith('.fbx')) : [];
const damaged = present ? readdirSync(new URL('fuzz/', folder)).map((name) => `fuzz/${name}`) : [];

interface Expected {
  readonly ok: boolean;
  readonly error?: { readonly message: string };
  readonly warnings?: readonly { readonly type: string }[];
  readonly format: { readonly version: number; readonly ascii: boolean; readonly bigEndian: boolean };
}

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(new URL(`expected/${name.replace(/\.fbx$/, '.json')}`, folder), 'utf8'));
}

/** Asks for everything that a file holds; returns the number of records. */
function walk(records: readonly FbxRecord[]): number {
  let count = 0;
  for (const record of records) {
    count += 1 + walk(record.children);
    for (const value of record.values) {
      if (!isFbxArray(value)) continue;
      expect(value.toFloat64()).toHaveLength(value.count);
      value.toInt32();
      value.toFloat32Bits();
    }
  }
  return count;
}

describe.skipIf(!present)('FBX files of many programs (../shared/corpus/fbx)', () => {
  test('there are files', () => expect(names.length).toBeGreaterThan(0));

  test.each(names)('%s is read as what it is, or refused', (name) => {
    const expected = expectedOf(name);
    const log = new ProblemLog();
    const read = () => readFbxRecords(readFileSync(new URL(name, folder)), { file: name, log });
    if (!expected.ok && expected.error?.message === 'Failed to load') {
      expect(read).toThrow(RiglineError);
      return;
    }
    const file = read();
    expect(walk(file.records)).toBeGreaterThan(10);
    expect(log.list().filter((problem) => problem.severity === 'error')).toEqual([]);
    if (!expected.ok) return;
    const { version, ascii, bigEndian } = expected.format;
    expect([file.version, file.encoding, file.isBigEndian]).toEqual([version, ascii ? 'ascii' : 'binary', bigEndian]);
    const codes = log.list().map((problem) => problem.code);
    const types = expected.warnings?.map((warning) => warning.type) ?? [];
    if (types.includes('badBase64Content')) expect(codes).toContain('FBX_BAD_BASE64');
    // MotionBuilder keeps raw data that the other reader takes for text.
    if (!name.startsWith('motionbuilder_')) {
      expect(codes.includes('FBX_INVALID_TEXT')).toBe(types.includes('badUnicode'));
    }
    expect(codes.includes('FBX_UNSUPPORTED_VERSION')).toBe(types.includes('unsupportedVersion'));
  });

  test.each(damaged)('%s is read or refused', (name) => {
    try {
      const file = readFbxRecords(readFileSync(new URL(name, folder)), { file: name, log: new ProblemLog() });
      for (const record of file.records) expect(record.name).toBeTypeOf('string');
    } catch (error) {
      expect(error).toBeInstanceOf(RiglineError);
    }
  });
});
