import { readdirSync, readFileSync } from 'node:fs';
import { ProblemLog, RiglineError } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';
import { type FbxRecord, isFbxArray } from './record-types.ts';
import { readFbxRecords } from './records.ts';

/** `found_…` were found by `npm run fuzz`; `gen_…` were kept by it as the first with that problem. */
const folder = new URL('../../../../fixtures/fbx/fuzz/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.fbx'));

function walk(records: readonly FbxRecord[]): void {
  for (const record of records) {
    walk(record.children);
    for (const value of record.values) if (isFbxArray(value)) value.toFloat64();
  }
}

function readAll(bytes: Uint8Array): string[] {
  const log = new ProblemLog();
  try {
    walk(readFbxRecords(bytes, { file: 'test.fbx', log }).records);
    readFbx(bytes, { file: 'test.fbx' });
  } catch (error) {
    if (!(error instanceof RiglineError)) throw error;
    return [error.code, ...log.list().map((problem) => problem.code)];
  }
  return log.list().map((problem) => problem.code);
}

describe('files that fuzzing has made', () => {
  test.each(names)('%s is read or refused, in short time', (name) => {
    const start = performance.now();
    readAll(readFileSync(new URL(name, folder)));
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test.each(names.filter((name) => name.startsWith('gen_')))('%s has the problem of its name', (name) => {
    const code = `FBX_${name.slice(4, -4).toUpperCase()}`;
    expect(readAll(readFileSync(new URL(name, folder)))).toContain(code);
  });
});
