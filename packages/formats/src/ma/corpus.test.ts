import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ProblemLog } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { readStatements, readStatementsFromChunks } from './container.ts';
import { readRecords } from './records.ts';

const folder = new URL('../../../../../shared/corpus/ma/', import.meta.url);
const present = existsSync(folder);
const names = present
  ? readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.ma'))
  : [];

describe.skipIf(!present)('scenes saved by Maya (../shared/corpus/ma)', () => {
  test('there are files', () => expect(names.length).toBeGreaterThan(0));

  test.each(names)('%s is read without a problem', (name) => {
    const bytes = readFileSync(new URL(name, folder));
    const log = new ProblemLog();
    const counts: Record<string, number> = {};
    for (const record of readRecords(readStatements(bytes, name, log), log)) {
      if (record.kind === 'createNode') counts[record.type] = (counts[record.type] ?? 0) + 1;
    }
    expect(log.list()).toEqual([]);
    const expected = new URL(`expected/${name.replace('/', '__').replace(/\.ma$/, '.json')}`, folder);
    expect(counts).toEqual(JSON.parse(readFileSync(expected, 'utf8')).nodeTypeCounts);
  });

  test.each(names)('%s gives the same records in chunks', (name) => {
    const bytes = readFileSync(new URL(name, folder));
    const log = new ProblemLog();
    const whole = readRecords(readStatements(bytes, name, log), log);
    const chunks = readRecords(readStatementsFromChunks(cut(bytes, 997), name, log), log);
    for (const record of whole) expect(chunks.next().value).toEqual(record);
    expect(chunks.next().done).toBe(true);
  });
});

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
