import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageSplitter, prefixLength } from './message-splitter.ts';

function join(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

describe('MessageSplitter', () => {
  test('finds the same messages however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 10 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        (messages, cuts) => {
          const stream = join(messages.map(prefixLength));
          const splitter = new MessageSplitter();
          const found: Uint8Array[] = [];
          for (let at = 0, i = 0; at < stream.length; i++) {
            const size = cuts[i % cuts.length] as number;
            splitter.push(stream.slice(at, at + size), (message) => found.push(message.slice()));
            at += size;
          }
          expect(found).toEqual(messages);
          expect(splitter.heldBytes).toBe(0);
        },
      ),
    );
  });

  test.each([0, 1025, 0xffffffff])('refuses a length of %i', (length) => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, length, true);
    expect(() => new MessageSplitter(1024).push(bytes, () => undefined)).toThrowError(
      expect.objectContaining({ code: 'PROTOCOL_BAD_LENGTH' }),
    );
  });

  test('takes a long message byte by byte in linear time', () => {
    const message = new Uint8Array(1 << 20).fill(7);
    const stream = prefixLength(message);
    const splitter = new MessageSplitter();
    let found = 0;
    for (let i = 0; i < stream.length; i++) splitter.push(stream.subarray(i, i + 1), ({ length }) => (found += length));
    expect(found).toBe(message.length);
  });
});
