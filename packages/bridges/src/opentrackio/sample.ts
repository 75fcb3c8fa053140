/** The JSON of an OpenTrackIO sample, as far as a camera needs it. Source: OpenTrackIO schema 1.0.1. */
import type { FrameRate } from '@rigline/protocol';
import { badDatagram } from '../bridge-error.ts';
import { isSourceNumber } from './packet.ts';
import type { PanTiltRoll } from './pan-tilt-roll.ts';
import type { Timecode } from './timecode.ts';

export interface OpenTrackIoTransform {
  readonly id?: string | undefined;
  /** Metres; X to the right, Y forward, Z up. */
  readonly translation: readonly [number, number, number];
  /** Degrees. */
  readonly rotation: Readonly<PanTiltRoll>;
}

/** What is said about every two seconds, and when it changes. */
export interface OpenTrackIoStatic {
  readonly label?: string | undefined;
  /** Active area of the sensor: width and height in millimetres. */
  readonly sensorMm?: readonly [number, number] | undefined;
  readonly anamorphicSqueeze?: number | undefined;
}

/** What the lens does at the moment. Absent where it is not known. */
export interface OpenTrackIoLens {
  readonly pinholeFocalLengthMm?: number | undefined;
  readonly focusDistanceMetres?: number | undefined;
  readonly fStop?: number | undefined;
  /** Where the axis of the lens meets the sensor, from its centre: to the right and down, in millimetres. */
  readonly projectionOffsetMm?: readonly [number, number] | undefined;
}

export interface OpenTrackIoSample {
  readonly sourceNumber: number;
  /** `urn:uuid:…` of the source and of this sample. */
  readonly sourceId?: string | undefined;
  readonly sampleId?: string | undefined;
  readonly static?: OpenTrackIoStatic | undefined;
  readonly sampleRate?: FrameRate | undefined;
  readonly timecode?: Timecode | undefined;
  /** Counts the samples of a source. */
  readonly sequenceNumber?: number | undefined;
  readonly lens?: OpenTrackIoLens | undefined;
  /** From the stage to the camera; each in the axes of the one before. */
  readonly transforms: readonly OpenTrackIoTransform[];
}

/** Version of the protocol that is written. */
export const OPENTRACKIO_VERSION: readonly [number, number, number] = [1, 0, 1];

const encoder = new TextEncoder();
const SQUEEZE_STEPS = 1000;

const ratio = ([num, denom]: FrameRate): object => ({ num, denom });
const point = ([x, y]: readonly [number, number]): object => ({ x, y });

/** A sample as the bytes of its JSON. The order of members is always the same. */
export function encodeOpenTrackIoSample(sample: OpenTrackIoSample): Uint8Array {
  const { sourceNumber, sourceId, sampleId, static: fixed, lens, transforms } = sample;
  const body = {
    protocol: { name: 'OpenTrackIO', version: OPENTRACKIO_VERSION },
    sampleId,
    sourceId,
    sourceNumber,
    static: fixed && staticBody(fixed),
    timing: timingBody(sample),
    lens: lens && {
      pinholeFocalLength: lens.pinholeFocalLengthMm,
      focusDistance: lens.focusDistanceMetres,
      fStop: lens.fStop,
      projectionOffset: lens.projectionOffsetMm && point(lens.projectionOffsetMm),
    },
    transforms: transforms.map(({ id, translation: [x, y, z], rotation: { pan, tilt, roll } }) => ({
      id,
      translation: { x, y, z },
      rotation: { pan, tilt, roll },
    })),
  };
  return encoder.encode(JSON.stringify(body));
}

function staticBody({ label, sensorMm, anamorphicSqueeze }: OpenTrackIoStatic): object {
  const squeeze = anamorphicSqueeze === undefined || anamorphicSqueeze === 1 ? undefined : anamorphicSqueeze;
  return {
    camera: {
      label,
      activeSensorPhysicalDimensions: sensorMm && { width: sensorMm[0], height: sensorMm[1] },
      anamorphicSqueeze:
        squeeze === undefined ? undefined : { num: Math.round(squeeze * SQUEEZE_STEPS), denom: SQUEEZE_STEPS },
    },
    lens: { make: 'Rigline', model: 'virtual' },
  };
}

function timingBody({ sampleRate, timecode, sequenceNumber }: OpenTrackIoSample): object {
  return {
    mode: 'external',
    sampleRate: sampleRate && ratio(sampleRate),
    sequenceNumber,
    timecode: timecode && {
      hours: timecode.hours,
      minutes: timecode.minutes,
      seconds: timecode.seconds,
      frames: timecode.frames,
      frameRate: ratio(timecode.frameRate),
      dropFrame: timecode.dropFrame ? true : undefined,
    },
  };
}

type Members = Readonly<Record<string, unknown>>;

function fail(path: string, expected: string, value: unknown): never {
  const shown = String(JSON.stringify(value) ?? value).slice(0, 60);
  throw badDatagram(`"${path}" of an OpenTrackIO sample is ${shown}; expected ${expected}`);
}

function membersOf(value: unknown, path: string): Members | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'an object', value);
  return value as Members;
}

function numberOf(members: Members, name: string, path: string): number | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) fail(`${path}.${name}`, 'a number', value);
  return value;
}

function positiveOf(members: Members, name: string, path: string): number | undefined {
  const value = numberOf(members, name, path);
  if (value !== undefined && value <= 0) fail(`${path}.${name}`, 'more than 0', value);
  return value;
}

function countOf(members: Members, name: string, path: string, below: number): number {
  const value = members[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= below) {
    fail(`${path}.${name}`, `a whole number below ${below}`, value);
  }
  return value;
}

function textOf(members: Members, name: string, path: string): string | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.length > 1023)
    fail(`${path}.${name}`, 'a text of up to 1023 characters', value);
  return value;
}

function rateOf(value: unknown, path: string): FrameRate | undefined {
  const members = membersOf(value, path);
  if (!members) return undefined;
  const rate = [countOf(members, 'num', path, 2 ** 31), countOf(members, 'denom', path, 2 ** 32)] as const;
  if (rate[0] === 0 || rate[1] === 0) fail(path, 'a fraction above 0', value);
  return rate;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the JSON of a sample. Members that are not known are left alone, as the specification allows them; of those
 * that are read, each must be of its form.
 *
 * @throws RiglineError `BRIDGE_BAD_DATAGRAM`
 */
export function decodeOpenTrackIoSample(bytes: Uint8Array): OpenTrackIoSample {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw badDatagram('The payload of an OpenTrackIO datagram is no JSON');
  }
  const body = membersOf(value, '') ?? fail('', 'an object', value);
  checkProtocol(body);
  const sourceNumber = body.sourceNumber;
  if (typeof sourceNumber !== 'number' || !isSourceNumber(sourceNumber)) {
    fail('sourceNumber', 'a number from 1 to 200; others are reserved', sourceNumber);
  }
  const transforms = body.transforms ?? [];
  if (!Array.isArray(transforms) || transforms.length > 64) fail('transforms', 'a list of up to 64', transforms);
  return {
    sourceNumber,
    sourceId: textOf(body, 'sourceId', ''),
    sampleId: textOf(body, 'sampleId', ''),
    static: readStatic(membersOf(body.static, 'static')),
    ...readTiming(membersOf(body.timing, 'timing')),
    lens: readLens(membersOf(body.lens, 'lens')),
    transforms: transforms.map(readTransform),
  };
}

function checkProtocol(body: Members): void {
  const protocol = membersOf(body.protocol, 'protocol');
  if (!protocol) return;
  if (protocol.name !== 'OpenTrackIO') fail('protocol.name', '"OpenTrackIO"', protocol.name);
  const { version } = protocol;
  if (!Array.isArray(version) || version[0] !== 1) fail('protocol.version', 'version 1', version);
}

function readStatic(members: Members | undefined): OpenTrackIoStatic | undefined {
  const camera = membersOf(members?.camera, 'static.camera');
  if (!camera) return undefined;
  const path = 'static.camera.activeSensorPhysicalDimensions';
  const sensor = membersOf(camera.activeSensorPhysicalDimensions, path);
  const width = sensor && positiveOf(sensor, 'width', path);
  const height = sensor && positiveOf(sensor, 'height', path);
  const squeeze = rateOf(camera.anamorphicSqueeze, 'static.camera.anamorphicSqueeze');
  return {
    label: textOf(camera, 'label', 'static.camera'),
    sensorMm: width === undefined || height === undefined ? undefined : [width, height],
    anamorphicSqueeze: squeeze && squeeze[0] / squeeze[1],
  };
}

function readTiming(
  members: Members | undefined,
): Pick<OpenTrackIoSample, 'sampleRate' | 'timecode' | 'sequenceNumber'> {
  if (!members) return {};
  const { sequenceNumber, timecode } = members;
  return {
    sampleRate: rateOf(members.sampleRate, 'timing.sampleRate'),
    sequenceNumber: sequenceNumber === undefined ? undefined : countOf(members, 'sequenceNumber', 'timing', 2 ** 32),
    timecode: readTimecode(membersOf(timecode, 'timing.timecode')),
  };
}

/** Since 1.0.1 the rate is a member of its own; before, it was in `format`. */
function readTimecode(members: Members | undefined): Timecode | undefined {
  if (!members) return undefined;
  const path = 'timing.timecode';
  const older = membersOf(members.format, `${path}.format`);
  const frameRate = rateOf(members.frameRate ?? older?.frameRate, `${path}.frameRate`);
  if (!frameRate) fail(`${path}.frameRate`, 'a fraction', members.frameRate);
  return {
    hours: countOf(members, 'hours', path, 24),
    minutes: countOf(members, 'minutes', path, 60),
    seconds: countOf(members, 'seconds', path, 60),
    frames: countOf(members, 'frames', path, 120),
    frameRate,
    dropFrame: members.dropFrame === true,
  };
}

function readLens(members: Members | undefined): OpenTrackIoLens | undefined {
  if (!members) return undefined;
  const offset = membersOf(members.projectionOffset, 'lens.projectionOffset');
  const x = offset && numberOf(offset, 'x', 'lens.projectionOffset');
  const y = offset && numberOf(offset, 'y', 'lens.projectionOffset');
  return {
    // Before version 1.0 it was called focalLength.
    pinholeFocalLengthMm: positiveOf(
      members,
      members.pinholeFocalLength === undefined ? 'focalLength' : 'pinholeFocalLength',
      'lens',
    ),
    focusDistanceMetres: positiveOf(members, 'focusDistance', 'lens'),
    fStop: positiveOf(members, 'fStop', 'lens'),
    projectionOffsetMm: x === undefined || y === undefined ? undefined : [x, y],
  };
}

function readTransform(value: unknown, i: number): OpenTrackIoTransform {
  const path = `transforms[${i}]`;
  const members = membersOf(value, path) ?? fail(path, 'an object', value);
  const translation = membersOf(members.translation, `${path}.translation`) ?? {};
  const rotation = membersOf(members.rotation, `${path}.rotation`) ?? {};
  const of = (from: Members, name: string, where: string): number => numberOf(from, name, `${path}.${where}`) ?? 0;
  return {
    id: textOf(members, 'id', path),
    translation: [
      of(translation, 'x', 'translation'),
      of(translation, 'y', 'translation'),
      of(translation, 'z', 'translation'),
    ],
    rotation: {
      pan: of(rotation, 'pan', 'rotation'),
      tilt: of(rotation, 'tilt', 'rotation'),
      roll: of(rotation, 'roll', 'rotation'),
    },
  };
}
