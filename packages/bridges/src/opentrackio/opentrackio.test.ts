import { readFileSync } from 'node:fs';
import { RiglineError } from '@rigline/diagnostics';
import type { FrameRate } from '@rigline/protocol';
import { encode } from 'cborg';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePayload } from '../node/opentrackio-link.ts';
import { decodeOpenTrackIoPacket, encodeOpenTrackIoPacket, segmentPayload } from './packet.ts';
import { panTiltRollFromQuat, quatFromPanTiltRoll } from './pan-tilt-roll.ts';
import { Reassembler } from './reassembler.ts';
import { decodeOpenTrackIoSample, encodeOpenTrackIoSample, type OpenTrackIoSample } from './sample.ts';
import { frameOfTimecode, timecodeOfFrame } from './timecode.ts';

function read<Case>(name: string): readonly Case[] {
  const text = readFileSync(new URL(`../../../../fixtures/bridges/${name}`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly cases: readonly Case[] }).cases;
}

interface PacketCase {
  readonly name: string;
  readonly packet: {
    readonly encoding: number;
    readonly sequence: number;
    readonly offset: number;
    readonly isLast: boolean;
    readonly payload: string;
  };
  readonly hex: string;
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

describe('OpenTrackIO datagrams', () => {
  test.each(read<PacketCase>('opentrackio.golden.json'))('$name: the same bytes, and back', ({ packet, hex }) => {
    const payload = bytesOf(packet.payload);
    expect(Buffer.from(encodeOpenTrackIoPacket({ ...packet, payload })).toString('hex')).toBe(hex);
    expect(decodeOpenTrackIoPacket(bytesOf(hex))).toEqual({ ...packet, payload });
  });

  test('any changed byte is refused', () => {
    const bytes = bytesOf(read<PacketCase>('opentrackio.golden.json')[0]?.hex ?? '');
    for (let at = 0; at < bytes.length; at++) {
      // The reserved byte is in the sum as well.
      const changed = bytes.slice();
      changed[at] = (changed[at] as number) ^ 0x41;
      expect(() => decodeOpenTrackIoPacket(changed)).toThrow(expect.objectContaining({ code: 'BRIDGE_BAD_DATAGRAM' }));
    }
  });
});

describe('Reassembler', () => {
  const payload = Uint8Array.from({ length: 5000 }, (_, i) => i & 255);

  test('puts segments together in whatever order they come, each sample once', () => {
    const packets = segmentPayload(payload, 65534, 1400).map(decodeOpenTrackIoPacket);
    expect(packets.length).toBe(4);
    const reassembler = new Reassembler();
    const found = [2, 0, 3, 1, 1].map((i) => reassembler.push(packets[i] as (typeof packets)[0]));
    expect(found.map((one) => one !== undefined)).toEqual([false, false, false, true, false]);
    expect(found[3]?.bytes).toEqual(payload);
  });

  test('drops the sample of which a segment is lost, and goes on with the next', () => {
    const reassembler = new Reassembler();
    const first = segmentPayload(payload, 0, 1400).map(decodeOpenTrackIoPacket);
    const second = segmentPayload(payload, first.length, 1400).map(decodeOpenTrackIoPacket);
    const got = [...first.filter((_, i) => i !== 1), ...second].map((packet) => reassembler.push(packet));
    expect(got.filter((one) => one !== undefined).length).toBe(1);
  });

  test('holds a bounded number of segments, whatever comes', () => {
    const reassembler = new Reassembler();
    for (let sequence = 0; sequence < 10_000; sequence++) {
      reassembler.push({
        encoding: 1,
        sequence: sequence & 0xffff,
        offset: 1384,
        isLast: false,
        payload: payload.subarray(0, 100),
      });
    }
    expect(reassembler.orphanCount).toBeGreaterThan(9000);
  });
});

const SAMPLE: OpenTrackIoSample = {
  sourceNumber: 7,
  sourceId: 'urn:uuid:00000000-0000-4000-8000-0000000000aa',
  sampleId: 'urn:uuid:00000000-0000-4000-8000-000000000001',
  static: { label: 'A é', sensorMm: [24.89, 18.66], anamorphicSqueeze: 2 },
  sampleRate: [24, 1],
  sequenceNumber: 5,
  timecode: { hours: 1, minutes: 0, seconds: 10, frames: 12, frameRate: [24, 1], dropFrame: false },
  lens: { pinholeFocalLengthMm: 35, focusDistanceMetres: 2.4, fStop: 2.8, projectionOffsetMm: [0.5, -0.25] },
  transforms: [{ id: 'Camera', translation: [0.5, -3, 1.6], rotation: { pan: 12, tilt: -4, roll: 1 } }],
};

describe('OpenTrackIO samples', () => {
  test('what is written is read again, as JSON and as CBOR', () => {
    const json = encodeOpenTrackIoSample(SAMPLE);
    expect(decodePayload({ encoding: 1, sequence: 0, bytes: json })).toEqual(SAMPLE);
    const cbor = encode(JSON.parse(new TextDecoder().decode(json)));
    expect(decodePayload({ encoding: 2, sequence: 0, bytes: cbor })).toEqual(SAMPLE);
  });

  test('the members have the names of the schema', () => {
    const body = JSON.parse(new TextDecoder().decode(encodeOpenTrackIoSample(SAMPLE)));
    expect(body).toMatchObject({
      protocol: { name: 'OpenTrackIO', version: [1, 0, 1] },
      static: { camera: { activeSensorPhysicalDimensions: { width: 24.89, height: 18.66 } } },
      timing: { sampleRate: { num: 24, denom: 1 } },
      lens: { pinholeFocalLength: 35, focusDistance: 2.4 },
      transforms: [{ translation: { x: 0.5, y: -3, z: 1.6 }, rotation: { pan: 12, tilt: -4, roll: 1 } }],
    });
  });

  test('a sample cut or changed anywhere is read or refused, in either encoding', () => {
    const json = encodeOpenTrackIoSample(SAMPLE);
    const cbor = encode(JSON.parse(new TextDecoder().decode(json)));
    const bytes = fc.tuple(fc.nat(1999), fc.nat(255), fc.nat(1999));
    fc.assert(
      fc.property(bytes, ([at, value, length]) => {
        for (const [encoding, whole] of [
          [1, json],
          [2, cbor],
        ] as const) {
          const changed = whole.slice(0, 1 + (length % whole.length));
          changed[at % changed.length] = value;
          try {
            decodePayload({ encoding, sequence: 0, bytes: changed });
          } catch (error) {
            expect(error).toBeInstanceOf(RiglineError);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('CBOR that is nested without end is refused', () => {
    const bytes = new Uint8Array(200_000).fill(0x81);
    expect(() => decodePayload({ encoding: 2, sequence: 0, bytes })).toThrow(
      expect.objectContaining({ code: 'BRIDGE_BAD_DATAGRAM' }),
    );
  });

  test('numbers that are none are refused with their place', () => {
    const text = JSON.stringify({ sourceNumber: 1, transforms: [{ translation: { x: 'far' } }] });
    expect(() => decodeOpenTrackIoSample(new TextEncoder().encode(text))).toThrow(/transforms\[0\]\.translation/);
  });
});

test('pan, tilt and roll of any camera come back', () => {
  const angle = fc.double({ min: -179, max: 179, noNaN: true });
  fc.assert(
    fc.property(angle, fc.double({ min: -89, max: 89, noNaN: true }), angle, (pan, tilt, roll) => {
      const back = panTiltRollFromQuat(quatFromPanTiltRoll({ pan, tilt, roll }));
      expect(back.pan).toBeCloseTo(pan, 5);
      expect(back.tilt).toBeCloseTo(tilt, 5);
      expect(back.roll).toBeCloseTo(roll, 5);
    }),
  );
});

test('a camera that looks along +Y has no pan, and one that looks along -X has panned a quarter to the left', () => {
  // Blender: a camera turned by 90 degrees about X looks along +Y; then by 90 about Z along -X.
  const h = Math.SQRT1_2;
  expect(panTiltRollFromQuat([h, 0, 0, h]).pan).toBeCloseTo(0, 9);
  expect(panTiltRollFromQuat([0.5, 0.5, 0.5, 0.5]).pan).toBeCloseTo(90, 9);
});

interface TimecodeCase {
  readonly frame: number;
  readonly rate: FrameRate;
  readonly timecode: readonly [number, number, number, number];
  readonly dropFrame: boolean;
}

test.each(read<TimecodeCase>('timecode.golden.json'))(
  'frame $frame at $rate is $timecode',
  ({ frame, rate, timecode, dropFrame }) => {
    const made = timecodeOfFrame(frame, rate);
    expect(made && [made.hours, made.minutes, made.seconds, made.frames]).toEqual(timecode);
    expect(made?.dropFrame).toBe(dropFrame);
    expect(made && frameOfTimecode(made)).toBe(frame);
  },
);
