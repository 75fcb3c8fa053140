import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayText, TextPool } from './text.ts';

function read(bytes: readonly number[]): { text: string; faults: number } {
  let faults = 0;
  const pool = new TextPool(() => faults++);
  const text = pool.read(Uint8Array.from([1, 2, ...bytes, 3]), 2, 2 + bytes.length);
  return { text, faults };
}

/** The bytes that a text of `TextPool` stands for. */
function bytesOf(text: string): number[] {
  return Array.from(text).flatMap((character) => {
    const code = character.codePointAt(0)!;
    return code >= 0xdc80 && code <= 0xdcff ? [code - 0xdc00] : Array.from(new TextEncoder().encode(character));
  });
}

describe('TextPool', () => {
  test('reads text of any language and length', () => {
    void fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(read(Array.from(new TextEncoder().encode(text)))).toEqual({ text, faults: 0 });
      }),
    );
  });

  test('keeps every byte of what is no text, and tells of it', () => {
    const bytes = fc.array(fc.oneof(fc.nat(255), fc.constantFrom(0xc3, 0xa9, 0xe2, 0x82, 0xf0, 0xed, 0xa0)), {
      maxLength: 100,
    });
    void fc.assert(
      fc.property(bytes, (raw) => {
        const { text, faults } = read(raw);
        expect(bytesOf(text)).toEqual(raw);
        // The native decoder is the judge of what is text.
        const isText = !new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(raw)).includes('\ufffd');
        if (isText) expect(faults).toBe(0);
      }),
    );
  });

  test('gives the same string for the same bytes', () => {
    const pool = new TextPool(() => {});
    const bytes = new TextEncoder().encode('Lcl TranslationLcl Translation');
    expect(pool.read(bytes, 0, 15)).toBe(pool.read(bytes, 15, 30));
  });
});

describe('displayText', () => {
  test('leaves text alone and shows the rest as U+FFFD', () => {
    expect(displayText('a|b:ü😀')).toBe('a|b:ü😀');
    expect(displayText('a\0\udcff😀\ud800')).toBe('a\ufffd\ufffd😀\ufffd');
  });
});
