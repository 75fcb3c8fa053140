import { ProblemLog } from '@rigline/diagnostics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStatements, readStatementsFromChunks } from './container.ts';
import { decoderLabel, isAscii, readMaHeader } from './encoding.ts';
import { readRecords } from './records.ts';

/** Bytes from ASCII text (as it is) and numbers. */
function bytesOf(...parts: (string | number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );
}

/** The name of the one node in a file. */
function readName(bytes: Uint8Array, chunkSize?: number): { name: string | undefined; log: ProblemLog } {
  const log = new ProblemLog();
  const chunks = function* (size: number): Generator<Uint8Array> {
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
  };
  const statements =
    chunkSize === undefined
      ? readStatements(bytes, 'x.ma', log)
      : readStatementsFromChunks(chunks(chunkSize), 'x.ma', log);
  let name: string | undefined;
  for (const record of readRecords(statements, log)) if (record.kind === 'createNode') name = record.name;
  return { name, log };
}

const head = (codeset: string): string => `//Maya ASCII 2024 scene\n//Codeset: ${codeset}\ncreateNode transform -n "`;

// The bytes are those of the code charts of each encoding (Unicode consortium mapping tables CP1252, CP932, CP936,
// CP949, CP950, CP1251). 0x5C as a second byte (表, 功) is where a reader of bytes would see a backslash.
const CASES: [codeset: string, bytes: number[], text: string][] = [
  ['1252', [0xe9, 0x80], 'é€'],
  ['932', [0x95, 0x5c, 0x8e, 0xa6], '表示'],
  ['936', [0xd6, 0xd0, 0xce, 0xc4], '中文'],
  ['949', [0xc7, 0xd1], '한'],
  ['950', [0xa5, 0x5c, 0xa4, 0xa4], '功中'],
  ['1251', [0xcc, 0xe8, 0xf0], 'Мир'],
  ['UTF-8', [0xe4, 0xb8, 0xad, 0xc3, 0xa9], '中é'],
];

describe('decoding', () => {
  test.each(CASES)('reads names in codeset %s', (codeset, name, text) => {
    const bytes = bytesOf(head(codeset), name, '";\n');
    for (const size of [undefined, 1, 2, 3]) {
      const { name: found, log } = readName(bytes, size);
      expect(found).toBe(text);
      expect(log.list()).toEqual([]);
    }
  });

  test.each(CASES)('reads long files in codeset %s block by block', (codeset, name, text) => {
    const repeats = 200_001;
    const long = new Uint8Array(name.length * repeats);
    for (let i = 0; i < repeats; i++) long.set(name, i * name.length);
    const filler = bytesOf(...Array.from({ length: 3 }, () => '// filler, filler\n'));
    const begin = bytesOf(head(codeset));
    const bytes = new Uint8Array(
      [...begin, ...bytesOf('x";\n'), ...filler, ...bytesOf('createNode transform -n "')].length + long.length + 3,
    );
    const parts = [begin, bytesOf('x";\n'), filler, bytesOf('createNode transform -n "'), long, bytesOf('";\n')];
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    for (const size of [undefined, 65_536]) {
      const { name: found, log } = readName(bytes, size);
      expect(found === text.repeat(repeats)).toBe(true);
      expect(log.list()).toEqual([]);
    }
  });

  test('skips a UTF-8 byte order mark', () => {
    const { name, log } = readName(bytesOf([0xef, 0xbb, 0xbf], head('1252'), [0xc3, 0xa9], '";'));
    expect(name).toBe('é');
    expect(log.size).toBe(0);
  });

  test.each([
    ['UTF-16 LE with mark', true, true],
    ['UTF-16 BE with mark', false, true],
    ['UTF-16 LE without mark', true, false],
    ['UTF-16 BE without mark', false, false],
  ])('reads %s', (_, little, mark) => {
    const units = [...`${mark ? '\ufeff' : ''}${head('UTF-16')}é中";`].map((c) => c.charCodeAt(0));
    const bytes = Uint8Array.from(units.flatMap((u) => (little ? [u & 255, u >> 8] : [u >> 8, u & 255])));
    for (const size of [undefined, 1]) expect(readName(bytes, size).name).toBe('é中');
  });

  test('reports the first byte that is not UTF-8, once, with its offset', () => {
    const start = head('UTF-8').length;
    const bytes = bytesOf(head('UTF-8'), [0xc3, 0xa9, 0xff, 0xfe], '";');
    for (const size of [undefined, 1, 4096]) {
      const { name, log } = readName(bytes, size);
      expect(name).toBe('é\ufffd\ufffd');
      expect(log.list()).toMatchObject([{ code: 'MA_INVALID_BYTES', at: { byte: start + 2 }, count: 1 }]);
    }
  });

  test('reports the first byte that is not text in another encoding with its offset', () => {
    const bytes = bytesOf(head('932'), [0x95, 0x5c, 0x95, 0xff], '";');
    for (const size of [undefined, 1]) {
      const { log } = readName(bytes, size);
      expect(log.list()).toMatchObject([{ code: 'MA_INVALID_BYTES', at: { byte: head('932').length + 3 } }]);
    }
  });

  test('reads as Windows 1252 from the first byte that is not UTF-8 when the file names no codeset', () => {
    const bytes = bytesOf('requires maya "8.0"; createNode transform -n "', [0xc3, 0xa9, 0xe9], '";');
    for (const size of [undefined, 1, 3]) {
      const { name, log } = readName(bytes, size);
      expect(name).toBe('éé');
      expect(log.list()).toMatchObject([{ code: 'MA_INVALID_BYTES', at: { byte: 48 } }]);
    }
  });

  test('reports a codeset without decoder only when it matters', () => {
    for (const size of [undefined, 1]) {
      expect(readName(bytesOf(head('klingon'), 'a";'), size).log.size).toBe(0);
      const { name, log } = readName(bytesOf(head('klingon'), [0xc3, 0xa9], '";'), size);
      expect(name).toBe('é');
      expect(log.list()).toMatchObject([{ code: 'MA_CODESET_UNKNOWN' }]);
    }
  });

  test('says where UTF-8 ends exactly as a strict decoder does', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const lead = fc.constantFrom(
      0x41,
      0x80,
      0xbf,
      0xc1,
      0xc2,
      0xdf,
      0xe0,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf5,
      0x9f,
      0xa0,
      0x90,
      0x8f,
    );
    fc.assert(
      fc.property(fc.array(lead, { maxLength: 8 }), (tail) => {
        const { log } = readName(bytesOf(head('UTF-8'), tail, '";'));
        let valid = true;
        try {
          strict.decode(Uint8Array.from([...tail, 34]));
        } catch {
          valid = false;
        }
        expect(log.list().some(({ code }) => code === 'MA_INVALID_BYTES')).toBe(!valid);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('decoderLabel', () => {
  test.each([
    ['UTF-8', 'utf-8'],
    ['utf8', 'utf-8'],
    ['1252', 'windows-1252'],
    ['CP1251', 'windows-1251'],
    ['cp932', 'shift_jis'],
    ['65001', 'utf-8'],
    ['ISO-8859-2', 'iso-8859-2'],
    ['eucJP', 'euc-jp'],
  ])('%s is %s', (codeset, label) => expect(decoderLabel(codeset)).toBe(label));

  test('knows nothing of a name without decoder', () => expect(decoderLabel('klingon')).toBeUndefined());
});

describe('readMaHeader', () => {
  test('reads version and codeset', () => {
    expect(readMaHeader(bytesOf('//Maya ASCII 2018ff07 scene\r\n//Name: a.ma\r\n//Codeset: 1252\r\n'))).toEqual({
      version: '2018ff07',
      codeset: '1252',
    });
  });

  test('leaves out what is not there', () => expect(readMaHeader(bytesOf('requires maya "7.0";'))).toEqual({}));
});

test('isAscii finds a high byte at every offset and alignment', () => {
  const buffer = new Uint8Array(40);
  for (let offset = 0; offset < 4; offset++) {
    for (let length = 0; length < 20; length++) {
      const bytes = buffer.subarray(offset, offset + length);
      expect(isAscii(bytes)).toBe(true);
      for (let i = 0; i < length; i++) {
        bytes[i] = 0x80;
        expect(isAscii(bytes)).toBe(false);
        bytes[i] = 0;
      }
    }
  }
});
