import { readFileSync } from 'node:fs';
import { RiglineError } from '@rigline/diagnostics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyOrder, parseSignedOrder, undoOrder } from './axes.ts';
import { decodeFreeD, emptyFreeDMessage, encodeFreeD, type FreeDMessage } from './d1.ts';
import { decodeRange, encodeRange } from './encoders.ts';

const golden = JSON.parse(
  readFileSync(new URL('../../../../fixtures/bridges/freed.golden.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly { readonly name: string; readonly message: FreeDMessage; readonly hex: string }[] };

describe('FreeD D1', () => {
  test.each(golden.cases)('$name: the same bytes, and back', ({ message, hex }) => {
    const clamped: string[] = [];
    expect(Buffer.from(encodeFreeD(message, (field) => clamped.push(field))).toString('hex')).toBe(hex);
    expect(decodeFreeD(Buffer.from(hex, 'hex'))).toEqual(message);
    expect(clamped).toEqual([]);
  });

  test('what is out of range is clamped, and told', () => {
    const told: string[] = [];
    const bytes = encodeFreeD({ ...emptyFreeDMessage(), xMm: 1e9, zoom: -1, panDeg: Number.NaN }, (field) =>
      told.push(field),
    );
    expect(told.sort()).toEqual(['panDeg', 'xMm', 'zoom']);
    expect(decodeFreeD(bytes)).toMatchObject({ xMm: 131071.984375, zoom: 0, panDeg: 0 });
  });

  test('any other bytes are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, needsChecksum) => {
        try {
          decodeFreeD(bytes, needsChecksum);
        } catch (error) {
          expect(error).toBeInstanceOf(RiglineError);
        }
      }),
    );
  });

  test('a wrong checksum is refused, unless it is not asked for', () => {
    const bytes = encodeFreeD(emptyFreeDMessage());
    bytes[28] = 0;
    expect(() => decodeFreeD(bytes)).toThrow(expect.objectContaining({ code: 'BRIDGE_BAD_DATAGRAM' }));
    expect(decodeFreeD(bytes, false)).toEqual(emptyFreeDMessage());
  });
});

test('axes in another order come back', () => {
  const names = ['x', 'y', 'z'] as const;
  for (const text of ['x,y,z', 'y,-x,z', '-z,-y,-x']) {
    const order = parseSignedOrder(text, names);
    expect(undoOrder(order, applyOrder(order, [1, 2, 3]))).toEqual([1, 2, 3]);
  }
  expect(applyOrder(parseSignedOrder('y,-x,z', names), [1, 2, 3])).toEqual([2, -1, 3]);
  for (const text of ['', 'x,y', 'x,x,z', 'x,y,w', 'x,y,z,x']) {
    expect(() => parseSignedOrder(text, names)).toThrow(expect.objectContaining({ code: 'BRIDGE_BAD_OPTION' }));
  }
});

test('lenses go into raw numbers and come back within a step', () => {
  fc.assert(
    fc.property(fc.double({ min: 12, max: 120, noNaN: true }), (value) => {
      expect(Math.abs(decodeRange(encodeRange(value, [12, 120]), [12, 120]) - value)).toBeLessThan(108 / 65535);
    }),
  );
});
