import { readFileSync } from 'node:fs';
import { ProblemLog, RiglineError } from '@rigline/diagnostics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MaStatement, readStatements, readStatementsFromChunks, readStatementsFromStream } from './container.ts';
import { type MaRecord, readRecords } from './records.ts';

const fixtures = new URL('../../../../fixtures/ma/', import.meta.url);
const everyStatement = readFileSync(new URL('hand_every_statement.ma', fixtures));
const everyType = readFileSync(new URL('hand_every_type.ma', fixtures));
const faults = readFileSync(new URL('hand_faults.ma', fixtures));
const sources = [everyStatement, everyType, faults];

function statements(text: string): { found: string[]; log: ProblemLog } {
  const log = new ProblemLog();
  const found = [...readStatements(text, 'test.ma', log)].map((s) => `${s.line}:${s.column} ${textOf(s)}`);
  return { found, log };
}

function textOf({ bytes, start, end }: MaStatement): string {
  return new TextDecoder().decode(bytes.subarray(start, end));
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function readAll(bytes: Uint8Array): { records: MaRecord[]; problems: unknown } {
  const log = new ProblemLog();
  return { records: [...readRecords(readStatements(bytes, 'x.ma', log), log)], problems: log.list() };
}

function readChunks(chunks: Iterable<Uint8Array>): { records: MaRecord[]; problems: unknown } {
  const log = new ProblemLog();
  return { records: [...readRecords(readStatementsFromChunks(chunks, 'x.ma', log), log)], problems: log.list() };
}

/** Reads, and lets only a `RiglineError` pass. */
function readOrRefuse(bytes: Uint8Array): string {
  try {
    readAll(bytes);
    return 'read';
  } catch (error) {
    if (error instanceof RiglineError) return error.code;
    throw error;
  }
}

describe('readStatements', () => {
  test('ends a statement at ";" outside strings and comments', () => {
    const { found, log } = statements('a "x;\\";" 1; b // no; end\n 2; /* c; */ d;;');
    expect(found).toEqual(['1:1 a "x;\\";" 1', '1:14 b // no; end\n 2', '2:14 d']);
    expect(log.size).toBe(0);
  });

  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('counts lines ended by %s', (_, end) => {
    const { found } = statements(['// one', 'a', '1;', '', '\tb;'].join(end));
    expect(found.map((s) => s.split(' ')[0])).toEqual(['2:1', '5:2']);
  });

  test('counts lines inside strings and comments', () => {
    const { found } = statements('a "x\ny";\n/* z\n*/ b;');
    expect(found).toEqual(['1:1 a "x\ny"', '4:4 b']);
  });

  test('goes on at the next command after a missing semicolon', () => {
    const { found, log } = statements('createNode joint -n "a"\n\tsetAttr ".tx" 1;');
    expect(found).toEqual(['1:1 createNode joint -n "a"\n\t', '2:2 setAttr ".tx" 1']);
    expect(log.list()).toMatchObject([{ code: 'MA_MISSING_SEMICOLON', at: { line: 1 } }]);
  });

  test('goes on at the next command after a string without end', () => {
    const { found, log } = statements('setAttr ".n" -type "string" "lost;\nsetAttr ".tx" 1;\nselect -ne "a";');
    expect(found).toEqual(['2:1 setAttr ".tx" 1', '3:1 select -ne "a"']);
    expect(log.list()).toMatchObject([{ code: 'MA_UNTERMINATED_STRING', at: { line: 1 } }]);
  });

  test('leaves out a statement that the end of the file cuts off', () => {
    const { found, log } = statements('a 1;\nb 2');
    expect(found).toEqual(['1:1 a 1']);
    expect(log.list()).toMatchObject([{ code: 'MA_TRUNCATED', at: { file: 'test.ma', line: 2 } }]);
  });

  test('reports a comment without end', () => {
    expect(statements('a 1;\n/* b').log.list()).toMatchObject([{ code: 'MA_UNTERMINATED_COMMENT' }]);
  });

  test('refuses an empty file', () => {
    expect(() => statements('')).toThrow(expect.objectContaining({ code: 'MA_EMPTY' }));
  });

  test.each(['FOR4\0\0\0\x10MAYA', 'FOR8\0\0\0\0', 'Kaydara FBX Binary  \0'])('refuses the binary file %j', (text) => {
    const refusal = expect.objectContaining({ code: 'MA_NOT_ASCII', hint: expect.stringContaining('Maya ASCII') });
    expect(() => statements(text)).toThrow(refusal);
    expect(() => readAll(new TextEncoder().encode(text))).toThrow(refusal);
    expect(() => readChunks(cut(new TextEncoder().encode(text), 1))).toThrow(refusal);
  });

  test('reads on after NUL bytes in the middle of a file', () => {
    const { found } = statements(`//Maya ASCII 2024 scene\na 1;\n${'\0'.repeat(5000)}\nsetAttr ".b" 2;`);
    expect(found.at(-1)).toBe('4:1 setAttr ".b" 2');
  });

  test('reads text as it reads the bytes of it', () => {
    for (const bytes of sources) {
      const log = new ProblemLog();
      const records = [...readRecords(readStatements(bytes.toString('utf8'), 'x.ma', log), log)];
      expect({ records, problems: log.list() }).toEqual(readAll(bytes));
    }
  });

  test('reads long text beyond one piece, with characters of every width at the borders', () => {
    const name = 'é中😀x'.repeat(60_000);
    const { found } = statements(`a "${name}"; b "${name}";`);
    expect(found).toEqual([`1:1 a "${name}"`, expect.stringContaining(`b "${name}"`)]);
  });
});

describe('readStatementsFromChunks', () => {
  test.each([1, 2, 3, 7, 64, 5000])('gives the same records and problems in chunks of %i bytes', (size) => {
    for (const bytes of sources) expect(readChunks(cut(bytes, size))).toEqual(readAll(bytes));
  });

  test('gives the same records when the caller reuses its chunk', () => {
    function* reused(): Generator<Uint8Array> {
      const chunk = new Uint8Array(16);
      for (const part of cut(everyType, 16)) {
        chunk.set(part);
        yield chunk.subarray(0, part.length);
      }
    }
    expect(readChunks(reused())).toEqual(readAll(everyType));
  });

  test('does not scan a long statement again for each chunk', () => {
    // 2 million one-byte chunks; scanning from the start each time would take hours.
    const bytes = new TextEncoder().encode(`setAttr ".vt" ${'1 '.repeat(1e6)};`);
    const log = new ProblemLog();
    const found = [...readStatementsFromChunks(cut(bytes, 1), 'x.ma', log)];
    expect(found.map((s) => s.end - s.start)).toEqual([bytes.length - 1]);
  });

  test('refuses a stream without bytes', () => {
    expect(() => readChunks([new Uint8Array(0)])).toThrow(expect.objectContaining({ code: 'MA_EMPTY' }));
  });
});

test('readStatementsFromStream gives the same statements as the whole file', async () => {
  async function* stream(): AsyncGenerator<Uint8Array> {
    for (const part of cut(everyStatement, 100)) {
      await Promise.resolve();
      yield part;
    }
  }
  const log = new ProblemLog();
  const found: string[] = [];
  for await (const statement of readStatementsFromStream(stream(), 'x.ma', log)) found.push(textOf(statement));
  expect(found).toEqual([...readStatements(everyStatement, 'x.ma', log)].map(textOf));
});

describe('bad input', () => {
  test('a file cut at any byte is read or refused', () => {
    for (const bytes of sources) {
      for (let length = 0; length < bytes.length; length++) {
        expect(readOrRefuse(bytes.subarray(0, length))).toBe(length === 0 ? 'MA_EMPTY' : 'read');
      }
    }
  });

  test('a cut never changes the records before it', () => {
    const whole = readAll(everyStatement).records;
    for (let length = 1; length < everyStatement.length; length += 13) {
      const { records } = readAll(everyStatement.subarray(0, length));
      expect(records).toEqual(whole.slice(0, records.length));
    }
  });

  test('a file with any bytes changed is read or refused, in chunks as in whole', () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      byte: fc.oneof(
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom(...'"\\;/*(){}\n\r-.e#<'.split('').map((c) => c.charCodeAt(0))),
      ),
      kind: fc.constantFrom('replace', 'insert', 'delete'),
    });
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.array(edit, { minLength: 1, maxLength: 12 }), (source, edits) => {
        const bytes = Array.from(source);
        for (const { at, byte, kind } of edits) {
          const index = Math.floor(at * bytes.length);
          bytes.splice(index, kind === 'insert' ? 0 : 1, ...(kind === 'delete' ? [] : [byte]));
        }
        const edited = Uint8Array.from(bytes);
        if (readOrRefuse(edited) === 'read') expect(readChunks(cut(edited, 5))).toEqual(readAll(edited));
      }),
      { numRuns: 400 },
    );
  });

  test('any bytes are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(['read', 'MA_EMPTY', 'MA_NOT_ASCII']).toContain(readOrRefuse(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['numbers that are not finite', `setAttr ".a" ${'nan '.repeat(500_000)};`],
    ['brackets after nan', 'setAttr ".a" nan(;\n'.repeat(100_000)],
    ['flags between numbers', `setAttr ".a" ${'1 -k on '.repeat(250_000)};`],
    ['faulty statements', '}{;'.repeat(500_000)],
    ['lines that begin like commands', `a ${'\nset'.repeat(500_000)};`],
    ['one long word', `setAttr ".a" ${'x'.repeat(2_000_000)};`],
    ['one long command', `${'x'.repeat(2_000_000)};`],
    ['quotes', '"'.repeat(2_000_001)],
    ['backslashes', `"${'\\'.repeat(2_000_000)}`],
    ['slashes', '/ '.repeat(1_000_000)],
    ['open comments', '/*'.repeat(1_000_000)],
    ['an exponent of a million digits', `setAttr ".a" 1e${'9'.repeat(1_000_000)};`],
    ['a number of a million digits', `setAttr ".a" ${'9'.repeat(1_000_000)};`],
    [
      'stated sizes',
      'setAttr -s 4000000000 -ch 4000000000 ".a[0:4000000000]" -type "doubleArray" 4000000000 ;'.repeat(10_000),
    ],
  ])('2 MB of %s take bounded time', (_, text) => {
    const start = performance.now();
    readOrRefuse(new TextEncoder().encode(text));
    // Some 0.1 s here; a quadratic reader needs minutes. Wide, since test machines are shared.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
