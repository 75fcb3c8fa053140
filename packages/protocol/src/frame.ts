/** The binary body of a frame: states of many subjects at one tick. The layout is in docs/protocol.md. */
import { ByteReader, ByteWriter } from './bytes.ts';
import { HEADER_BYTES, MAGIC_0, MAGIC_1, MESSAGE_KINDS, PROTOCOL_VERSION } from './constants.ts';
import { protocolError } from './protocol-error.ts';
import { ROTATION, SCALE, type SubjectState, TRANSLATION } from './subject.ts';

/** Frames per second as a fraction: numerator, denominator. */
export type FrameRate = readonly [number, number];

/** Where in the scene's own time a frame stands. */
export interface SceneTime {
  readonly seconds: number;
  readonly frame: number;
  readonly frameRate: FrameRate;
}

/** What a frame says besides the states. */
export interface FrameHeader {
  /** Peer that sends it; 0 from the sender itself. */
  readonly source: number;
  /** Tick of the sender, 0 to 2^32 - 1. */
  readonly sequence: number;
  /** Seconds since 1970 when the values were taken. */
  readonly wallClock: number;
  readonly time?: SceneTime | undefined;
}

/** Where the `source` stands in a whole frame message, for the hub to fill in. */
export const SOURCE_OFFSET: number = HEADER_BYTES;

const HAS_TIME = 1;
const FULL = 1;
const UNIFORM_SCALE = 8;
const LARGEST_SHIFT = 4;

/** One subject of a frame to be written. */
export interface FrameSubject {
  readonly subject: number;
  readonly revision: number;
  readonly state: SubjectState;
  /** All that differs from the defaults, instead of what is marked as changed. */
  readonly isFull: boolean;
}

/** Writes frames again and again, in the same memory. */
export class FrameEncoder {
  readonly #out = new ByteWriter(1024);

  /** A whole frame message. Numbers that are not finite are left out. */
  encode(header: FrameHeader, subjects: readonly FrameSubject[]): Uint8Array {
    const out = this.#out;
    out.reset();
    for (const byte of [MAGIC_0, MAGIC_1, PROTOCOL_VERSION, MESSAGE_KINDS.frame]) out.u8(byte);
    out.u16(header.source);
    out.u8(header.time ? HAS_TIME : 0);
    out.u8(0);
    out.u32(header.sequence >>> 0);
    out.f64(header.wallClock);
    if (header.time) {
      const { seconds, frame, frameRate } = header.time;
      out.f64(seconds);
      out.f64(frame);
      out.u32(frameRate[0]);
      out.u32(frameRate[1]);
    }
    out.varint(subjects.length);
    for (const subject of subjects) writeSubject(out, subject);
    return out.finish();
  }
}

function writeSubject(out: ByteWriter, { subject, revision, state, isFull }: FrameSubject): void {
  out.varint(subject);
  out.u8(revision & 255);
  out.u8(isFull ? FULL : 0);
  writeNodes(out, state, isFull);
  writeCurves(out, state, isFull);
}

function writeNodes(out: ByteWriter, state: SubjectState, isFull: boolean): void {
  let count = 0;
  for (let i = 0; i < state.nodeCount; i++) if (partsOf(state, i, isFull) !== 0) count++;
  out.varint(count);
  let next = 0;
  for (let i = 0; i < state.nodeCount && count > 0; i++) {
    const parts = partsOf(state, i, isFull);
    if (parts === 0) continue;
    out.varint(i - next);
    writeNode(out, state, i, parts);
    next = i + 1;
    count--;
  }
}

/** Flags of the parts of a node that are written. */
function partsOf(state: SubjectState, node: number, isFull: boolean): number {
  const t = node * 3;
  const r = node * 4;
  const { translations: p, rotations: q, scales: s } = state;
  let parts = isFull ? 0 : state.changedNodes[node]!;
  if (isFull) {
    if (p[t] !== 0 || p[t + 1] !== 0 || p[t + 2] !== 0) parts |= TRANSLATION;
    if (q[r] !== 0 || q[r + 1] !== 0 || q[r + 2] !== 0) parts |= ROTATION;
    if (s[t] !== 1 || s[t + 1] !== 1 || s[t + 2] !== 1) parts |= SCALE;
  }
  if (parts & TRANSLATION && !Number.isFinite(p[t]! + p[t + 1]! + p[t + 2]!)) parts &= ~TRANSLATION;
  if (parts & ROTATION && !(Number.isFinite(norm(q, r)) && norm(q, r) > 0)) parts &= ~ROTATION;
  if (parts & SCALE && !Number.isFinite(Math.fround(s[t]!) + Math.fround(s[t + 1]!) + Math.fround(s[t + 2]!)))
    parts &= ~SCALE;
  return parts;
}

function norm(q: Float64Array, at: number): number {
  return Math.hypot(q[at]!, q[at + 1]!, q[at + 2]!, q[at + 3]!);
}

function writeNode(out: ByteWriter, state: SubjectState, node: number, parts: number): void {
  const t = node * 3;
  const { translations: p, rotations: q, scales: s } = state;
  const isUniform = (parts & SCALE) !== 0 && s[t] === s[t + 1] && s[t] === s[t + 2];
  const largest = parts & ROTATION ? largestOf(q, node * 4) : 0;
  const scaleFlags = isUniform ? UNIFORM_SCALE : parts & SCALE;
  out.u8((parts & (TRANSLATION | ROTATION)) | scaleFlags | (largest << LARGEST_SHIFT));
  if (parts & TRANSLATION) for (let i = 0; i < 3; i++) out.f64(p[t + i]!);
  if (parts & ROTATION) {
    const at = node * 4;
    const length = norm(q, at);
    const factor = (q[at + largest]! < 0 ? -1 : 1) / length;
    for (let i = 0; i < 4; i++) if (i !== largest) out.f32(q[at + i]! * factor);
  }
  if (isUniform) out.f32(s[t]!);
  else if (parts & SCALE) for (let i = 0; i < 3; i++) out.f32(s[t + i]!);
}

/** Which component of a quaternion is the largest in size; the last of equal ones. */
function largestOf(q: Float64Array, at: number): number {
  let largest = 3;
  for (let i = 2; i >= 0; i--) if (Math.abs(q[at + i]!) > Math.abs(q[at + largest]!)) largest = i;
  return largest;
}

function writeCurves(out: ByteWriter, { curves, changedCurves }: SubjectState, isFull: boolean): void {
  const isWritten = (i: number): boolean =>
    (isFull ? curves[i] !== 0 : changedCurves[i] !== 0) && Number.isFinite(Math.fround(curves[i]!));
  let count = 0;
  for (let i = 0; i < curves.length; i++) if (isWritten(i)) count++;
  out.varint(count);
  let next = 0;
  for (let i = 0; i < curves.length && count > 0; i++) {
    if (!isWritten(i)) continue;
    out.varint(i - next);
    out.f32(curves[i]!);
    next = i + 1;
    count--;
  }
}

/** Takes the states of a frame while it is read. */
export interface FrameTarget {
  /**
   * The state to write to, or undefined to skip the subject: it is not known, or of another revision. Its sizes are
   * those of the description.
   */
  open(subject: number, revision: number, source: number): SubjectState | undefined;
  /** The subject has been read. */
  close?(subject: number, isFull: boolean): void;
}

/**
 * Reads a whole frame message into states; what is set is marked as changed.
 *
 * Subjects that are skipped are read as well, so that what follows is found.
 *
 * @throws RiglineError `PROTOCOL_TRUNCATED`, `PROTOCOL_BAD_BODY`: what was read before it has been set.
 */
export function decodeFrame(message: Uint8Array, target: FrameTarget): FrameHeader {
  const input = new ByteReader(message, HEADER_BYTES);
  const source = input.u16();
  const flags = input.u8();
  input.u8();
  const sequence = input.u32();
  const wallClock = input.f64();
  const time = flags & HAS_TIME ? readTime(input) : undefined;
  const count = input.varint();
  for (let i = 0; i < count; i++) readSubject(input, source, target);
  if (input.left > 0) {
    throw protocolError('PROTOCOL_BAD_BODY', `${input.left} bytes follow the last subject of a frame`, input.at);
  }
  return { source, sequence, wallClock, ...(time ? { time } : {}) };
}

function readTime(input: ByteReader): SceneTime {
  const seconds = input.f64();
  const frame = input.f64();
  return { seconds, frame, frameRate: [input.u32(), input.u32()] };
}

function readSubject(input: ByteReader, source: number, target: FrameTarget): void {
  const subject = input.varint();
  const revision = input.u8();
  const isFull = (input.u8() & FULL) !== 0;
  const state = target.open(subject, revision, source);
  if (isFull) state?.reset();
  readNodes(input, state);
  readCurves(input, state);
  if (state) target.close?.(subject, isFull);
}

/** Position of the next entry of a sparse list; checked against its length where that is known. */
function readIndex(input: ByteReader, next: number, length: number | undefined): number {
  const at = input.at;
  const index = next + input.varint();
  if (length !== undefined && index >= length) {
    throw protocolError('PROTOCOL_BAD_BODY', `A frame sets number ${index} of ${length} nodes or curves`, at);
  }
  return index;
}

function readNodes(input: ByteReader, state: SubjectState | undefined): void {
  const count = input.varint();
  let next = 0;
  for (let i = 0; i < count; i++) {
    const node = readIndex(input, next, state?.nodeCount);
    next = node + 1;
    const flags = input.u8();
    if (flags & TRANSLATION) readTranslation(input, state, node);
    if (flags & ROTATION) readRotation(input, state, node, (flags >> LARGEST_SHIFT) & 3);
    if (flags & UNIFORM_SCALE) {
      const k = input.f32();
      if (Number.isFinite(k)) state?.setScale(node, k, k, k);
    } else if (flags & SCALE) {
      const [x, y, z] = [input.f32(), input.f32(), input.f32()];
      if (Number.isFinite(x + y + z)) state?.setScale(node, x, y, z);
    }
  }
}

function readTranslation(input: ByteReader, state: SubjectState | undefined, node: number): void {
  const x = input.f64();
  const y = input.f64();
  const z = input.f64();
  if (Number.isFinite(x + y + z)) state?.setTranslation(node, x, y, z);
}

const quat = new Float64Array(4);

function readRotation(input: ByteReader, state: SubjectState | undefined, node: number, largest: number): void {
  let rest = 1;
  for (let i = 0; i < 4; i++) {
    if (i === largest) continue;
    const value = input.f32();
    quat[i] = value;
    rest -= value * value;
  }
  if (!Number.isFinite(rest)) return;
  quat[largest] = Math.sqrt(Math.max(rest, 0));
  const length = norm(quat, 0);
  if (length > 0) {
    state?.setRotation(node, quat[0]! / length, quat[1]! / length, quat[2]! / length, quat[3]! / length);
  }
}

function readCurves(input: ByteReader, state: SubjectState | undefined): void {
  const count = input.varint();
  let next = 0;
  for (let i = 0; i < count; i++) {
    const curve = readIndex(input, next, state?.curveCount);
    next = curve + 1;
    const value = input.f32();
    if (Number.isFinite(value)) state?.setCurve(curve, value);
  }
}
