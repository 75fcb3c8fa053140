import { describe, expect, test } from 'vitest';
import { decodeMessage, encodeJson, encodePing, encodePong } from './codec.ts';
import type { SubjectDescription } from './subject.ts';

const CAMERA: SubjectDescription = {
  source: 0,
  subject: 1,
  revision: 2,
  name: 'kamera_é中',
  role: 'camera',
  space: 'maya',
  nodes: [{ name: 'kamera', parent: -1 }],
  curves: ['focalLengthMm'],
  frameRate: [24000, 1001],
  filmFit: 'horizontal',
};

/** A message with a body as written. */
function raw(kind: number, body: string): Uint8Array {
  return Uint8Array.from([0x52, 0x4c, 1, kind, ...new TextEncoder().encode(body)]);
}

describe('decodeMessage', () => {
  test('gives back what was encoded', () => {
    expect(decodeMessage(encodeJson('describe', CAMERA))).toEqual({ kind: 'describe', body: CAMERA });
    expect(decodeMessage(encodePing(12.5))).toEqual({ kind: 'ping', clock: 12.5 });
    expect(decodeMessage(encodePong(12.5, 13))).toEqual({ kind: 'pong', clock: 12.5, answered: 13 });
  });

  test('ignores members that it does not know, and says so of kinds', () => {
    expect(decodeMessage(raw(4, '{"source":0,"subject":3,"later":[1]}'))).toEqual({
      kind: 'drop',
      body: { source: 0, subject: 3 },
    });
    expect(decodeMessage(raw(200, 'x'))).toEqual({ kind: 'unknown', number: 200 });
  });

  test.each([
    ['nothing', new Uint8Array(0), 'PROTOCOL_NOT_A_MESSAGE'],
    ['HTTP', new TextEncoder().encode('GET / HTTP/1.1\r\n'), 'PROTOCOL_NOT_A_MESSAGE'],
    ['another version', Uint8Array.from([0x52, 0x4c, 9, 1]), 'PROTOCOL_VERSION'],
    ['no JSON', raw(1, '{"protocol":'), 'PROTOCOL_BAD_BODY'],
    ['no UTF-8', Uint8Array.from([0x52, 0x4c, 1, 1, 0xff, 0xfe]), 'PROTOCOL_BAD_BODY'],
    ['a role that is none', raw(1, '{"protocol":1,"role":"king","name":"a"}'), 'PROTOCOL_BAD_BODY'],
    [
      'an endless name',
      raw(1, JSON.stringify({ protocol: 1, role: 'both', name: 'a'.repeat(9999) })),
      'PROTOCOL_BAD_BODY',
    ],
    ['a short ping', Uint8Array.from([0x52, 0x4c, 1, 7, 0, 0]), 'PROTOCOL_TRUNCATED'],
    [
      'a child before its parent',
      raw(3, JSON.stringify({ ...CAMERA, nodes: [{ name: 'a', parent: 0 }] })),
      'PROTOCOL_BAD_BODY',
    ],
    ['two curves of one name', raw(3, JSON.stringify({ ...CAMERA, curves: ['a', 'a'] })), 'PROTOCOL_BAD_BODY'],
    [
      'a number that is none',
      raw(6, '{"origin":1,"sequence":1,"action":"play","seconds":1e999,"frame":1,"frameRate":[24,1]}'),
      'PROTOCOL_BAD_BODY',
    ],
  ])('refuses %s', (_, bytes, code) => {
    expect(() => decodeMessage(bytes)).toThrowError(expect.objectContaining({ code }));
  });

  test('names the member that is wrong', () => {
    expect(() => decodeMessage(raw(4, '{"source":0,"subject":-3}'))).toThrowError(/"drop": subject: /);
  });
});
