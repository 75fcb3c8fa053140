import type { FrameRate } from '@rigline/protocol';
import { badDatagram } from '../bridge-error.ts';

/** Port of the phone app, and of Unreal's ARKit source. */
export const FACE_PORT = 11111;

const SIDES = ['Left', 'Right'] as const;
const eyes = (side: string): string[] =>
  ['Blink', 'LookDown', 'LookIn', 'LookOut', 'LookUp', 'Squint', 'Wide'].map((what) => `Eye${what}${side}`);
const pairs = (...names: string[]): string[] => names.flatMap((name) => SIDES.map((side) => name + side));
const turns = (what: string): string[] => ['Yaw', 'Pitch', 'Roll'].map((turn) => what + turn);

/**
 * Curves of a packet in their order: the shapes of ARKit, 0 to 1, then the angles of the head and the eyes.
 *
 * Source: the open-source senders PyLiveLinkFace and LiveLinkVRCFaceTracking. Left comes before right in packets; the
 * tables that the phone app writes have it the other way round for jaw and mouth.
 */
export const FACE_CURVES: readonly string[] = [
  ...eyes('Left'),
  ...eyes('Right'),
  'JawForward',
  'JawLeft',
  'JawRight',
  'JawOpen',
  'MouthClose',
  'MouthFunnel',
  'MouthPucker',
  'MouthLeft',
  'MouthRight',
  ...pairs('MouthSmile', 'MouthFrown', 'MouthDimple', 'MouthStretch'),
  'MouthRollLower',
  'MouthRollUpper',
  'MouthShrugLower',
  'MouthShrugUpper',
  ...pairs('MouthPress', 'MouthLowerDown', 'MouthUpperUp', 'BrowDown'),
  'BrowInnerUp',
  ...pairs('BrowOuterUp'),
  'CheekPuff',
  ...pairs('CheekSquint', 'NoseSneer'),
  'TongueOut',
  ...turns('Head'),
  ...turns('LeftEye'),
  ...turns('RightEye'),
];

/** One face at one time. */
export interface FacePacket {
  readonly deviceId: string;
  readonly subject: string;
  /** Absent where the device sees no face. */
  readonly face?:
    | {
        /** Since midnight. */
        readonly frame: number;
        /** Part of a frame, 0 to 1. */
        readonly subFrame: number;
        readonly frameRate: FrameRate;
        /** In the order of `FACE_CURVES`. */
        readonly curves: readonly number[];
      }
    | undefined;
}

const VERSION = 6;
const FRAME_BYTES = 17;
/** Texts longer than this are damage. */
const MOST_TEXT = 1024;

/** Writes a packet; big endian. */
export function encodeFacePacket({ deviceId, subject, face }: FacePacket): Uint8Array {
  const encoder = new TextEncoder();
  const [device, name] = [encoder.encode(deviceId), encoder.encode(subject)];
  const head = 9 + device.length + name.length;
  const bytes = new Uint8Array(head + (face ? FRAME_BYTES + FACE_CURVES.length * 4 : 0));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, VERSION);
  view.setInt32(1, device.length);
  bytes.set(device, 5);
  view.setInt32(5 + device.length, name.length);
  bytes.set(name, 9 + device.length);
  if (!face) return bytes;
  view.setInt32(head, face.frame);
  view.setFloat32(head + 4, face.subFrame);
  view.setInt32(head + 8, face.frameRate[0]);
  view.setInt32(head + 12, face.frameRate[1]);
  view.setUint8(head + 16, FACE_CURVES.length);
  FACE_CURVES.forEach((_, i) => {
    view.setFloat32(head + FRAME_BYTES + i * 4, face.curves[i] ?? 0);
  });
  return bytes;
}

/**
 * Reads a packet. Numbers that are not finite are 0.
 *
 * @throws RiglineError `BRIDGE_BAD_DATAGRAM`
 */
export function decodeFacePacket(bytes: Uint8Array): FacePacket {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] !== VERSION)
    throw badDatagram(`A Live Link Face packet is of version ${bytes[0] ?? 'none'}; 6 is read here`);
  const [deviceId, afterDevice] = readText(bytes, view, 1);
  const [subject, head] = readText(bytes, view, afterDevice);
  if (subject === '') throw badDatagram('A Live Link Face packet names no subject');
  if (head === bytes.length) return { deviceId, subject };
  const count = FACE_CURVES.length;
  if (bytes.length !== head + FRAME_BYTES + count * 4 || bytes[head + 16] !== count) {
    throw badDatagram(`A Live Link Face packet of ${bytes.length} bytes has no ${count} curves`);
  }
  const frameRate = [view.getInt32(head + 8), view.getInt32(head + 12)] as const;
  if (!(frameRate[0] > 0 && frameRate[1] > 0)) {
    throw badDatagram(`A Live Link Face packet has a frame rate of ${frameRate.join('/')}`);
  }
  const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
  return {
    deviceId,
    subject,
    face: {
      frame: view.getInt32(head),
      subFrame: finite(view.getFloat32(head + 4)),
      frameRate,
      curves: FACE_CURVES.map((_, i) => finite(view.getFloat32(head + FRAME_BYTES + i * 4))),
    },
  };
}

function readText(bytes: Uint8Array, view: DataView, at: number): readonly [string, number] {
  const start = at + 4;
  const length = start <= bytes.length ? view.getInt32(at) : -1;
  if (length < 0 || length > MOST_TEXT || start + length > bytes.length) {
    throw badDatagram(`A Live Link Face packet of ${bytes.length} bytes ends within a name`);
  }
  return [new TextDecoder().decode(bytes.subarray(start, start + length)), start + length];
}
