import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBase64 } from './base64.ts';

function read(text: string): Uint8Array | undefined {
  const bytes = new TextEncoder().encode(`"${text}"`);
  return readBase64(bytes, 1, bytes.length - 1);
}

describe('readBase64', () => {
  test("reads what Node's Buffer writes", () => {
    void fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (data) => {
        expect(read(Buffer.from(data).toString('base64'))).toEqual(Uint8Array.from(data));
      }),
    );
  });

  test.each(['A', 'AAA=A', 'AAAAA', 'A===', '====', 'AA=A', '=AAA', 'AA?A', 'AAA?', 'ÄAA', 'AAAA AAA'])(
    'refuses %s',
    (text) => expect(read(text)).toBeUndefined(),
  );
});
