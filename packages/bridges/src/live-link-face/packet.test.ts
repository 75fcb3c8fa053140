import { readFileSync } from 'node:fs';
import { RiglineError } from '@rigline/diagnostics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyMapping, parseFaceMapping } from '../mapping/face-mapping.ts';
import { decodeFacePacket, encodeFacePacket, FACE_CURVES, type FacePacket } from './packet.ts';

const golden = JSON.parse(
  readFileSync(new URL('../../../../fixtures/bridges/live-link-face.golden.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly { readonly name: string; readonly packet: FacePacket; readonly hex: string }[] };

describe('Live Link Face packets', () => {
  test.each(golden.cases)('$name: the same bytes, and back', ({ packet, hex }) => {
    expect(Buffer.from(encodeFacePacket(packet)).toString('hex')).toBe(hex);
    expect(decodeFacePacket(Buffer.from(hex, 'hex'))).toEqual(packet);
  });

  test('has its 61 curves in the order of the network, each once', () => {
    expect(FACE_CURVES.length).toBe(61);
    expect(new Set(FACE_CURVES).size).toBe(61);
    // Places that senders of others document.
    for (const [at, name] of [
      [0, 'EyeBlinkLeft'],
      [7, 'EyeBlinkRight'],
      [15, 'JawLeft'],
      [17, 'JawOpen'],
      [22, 'MouthRight'],
      [23, 'MouthSmileLeft'],
      [34, 'MouthShrugUpper'],
      [43, 'BrowInnerUp'],
      [46, 'CheekPuff'],
      [51, 'TongueOut'],
      [52, 'HeadYaw'],
      [60, 'RightEyeRoll'],
    ] as const) {
      expect(FACE_CURVES[at]).toBe(name);
    }
  });

  test('a packet cut or changed anywhere is read or refused', () => {
    const whole = Buffer.from(golden.cases[0]?.hex ?? '', 'hex');
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (length, at, value) => {
        const bytes = new Uint8Array(whole);
        bytes[at] = value;
        try {
          const { face } = decodeFacePacket(bytes.slice(0, length));
          for (const curve of face?.curves ?? []) expect(Number.isFinite(curve)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RiglineError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('mapping files', () => {
  test('a channel is the sum of its terms and its offset, within its limits', () => {
    const mapping = parseFaceMapping(
      JSON.stringify({
        channels: {
          jaw: 'JawOpen',
          smile: [
            { from: 'MouthSmileLeft', scale: 0.5 },
            { from: 'MouthSmileRight', scale: 0.5 },
          ],
          percent: { terms: [{ from: 'JawOpen', scale: 100 }], limits: [0, 100] },
          wide: { terms: ['JawOpen', 'TongueOut'], offset: 0.25 },
          none: ['NoSuchCurve'],
        },
      }),
      'a.json',
    );
    const values: Record<string, number> = { JawOpen: 0.75, MouthSmileLeft: 1, MouthSmileRight: 0.5, TongueOut: 0.5 };
    expect(applyMapping(mapping, (name) => values[name])).toEqual([0.75, 0.75, 75, 1, 0]);
  });

  test.each([
    ['{', 'JSON'],
    ['{}', 'no "channels"'],
    ['{"channels":{"a":1}}', 'channels.a'],
    ['{"channels":{"a":[{"scale":1}]}}', 'channels.a.terms[0]'],
    ['{"channels":{"a":{"terms":["JawOpen"],"limits":[1,0]}}}', 'channels.a.limits'],
    ['{"channels":{"a":{"terms":["JawOpen"],"offset":"x"}}}', 'channels.a.offset'],
  ])('%s is refused with its place', (text, place) => {
    expect(() => parseFaceMapping(text, 'a.json')).toThrow(expect.objectContaining({ code: 'BRIDGE_BAD_MAPPING' }));
    expect(() => parseFaceMapping(text, 'a.json')).toThrow(place === 'JSON' ? /a\.json/ : place);
  });
});
