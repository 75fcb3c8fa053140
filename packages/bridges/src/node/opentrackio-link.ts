import { randomUUID } from 'node:crypto';
import type { LiveClient, OwnSubject, RemoteSubject } from '@rigline/client';
import { RiglineError } from '@rigline/diagnostics';
import type { SceneTime } from '@rigline/protocol';
import { decode } from 'cborg';
import { badDatagram } from '../bridge-error.ts';
import type { Notices } from '../notices.ts';
import { CurveReader, cameraOfSample, OPENTRACKIO_SPACE, sampleOfCamera } from '../opentrackio/camera-sample.ts';
import {
  decodeOpenTrackIoPacket,
  isSourceNumber,
  OPENTRACKIO_CBOR,
  OPENTRACKIO_JSON,
  openTrackIoGroup,
  segmentPayload,
} from '../opentrackio/packet.ts';
import { type OpenTrackIoPayload, Reassembler } from '../opentrackio/reassembler.ts';
import { decodeOpenTrackIoSample, encodeOpenTrackIoSample, type OpenTrackIoSample } from '../opentrackio/sample.ts';
import { frameOfTimecode } from '../opentrackio/timecode.ts';
import { listenUdp, type UdpListener, UdpSender } from './udp.ts';

/** Seconds between two samples that say what does not change. Source: OpenTrackIO documentation 1.0.1. */
const STATIC_SECONDS = 2;

interface Source {
  readonly number: number;
  readonly id: string;
  sequence: number;
  packets: number;
  lastStatic: number;
}

/** Sends live cameras, which are to be in `OPENTRACKIO_SPACE`, as OpenTrackIO samples; each is a source of its own. */
export class OpenTrackIoOut {
  readonly #sender: UdpSender;
  readonly #isMulticast: boolean;
  readonly #first: number;
  readonly #sources = new Map<string, Source>();

  /** @param options.host Undefined for the multicast group of each source. */
  constructor(options: {
    readonly host: string | undefined;
    readonly port: number;
    readonly firstSource: number;
    readonly notices: Notices;
  }) {
    this.#isMulticast = options.host === undefined;
    this.#first = options.firstSource;
    this.#sender = new UdpSender(options.host ?? openTrackIoGroup(options.firstSource), options.port, options.notices);
  }

  /** A camera has new values. */
  touch({ description, state, newest }: RemoteSubject): void {
    const { name, role, nodes } = description;
    const source = role === 'camera' && nodes.length > 0 ? this.#sourceOf(name) : undefined;
    if (!source) return;
    const now = performance.now() / 1000;
    const hasStatic = now - source.lastStatic >= STATIC_SECONDS;
    if (hasStatic) source.lastStatic = now;
    const sample = sampleOfCamera(description, state, new CurveReader(description), newest, {
      sourceNumber: source.number,
      sourceId: source.id,
      sampleId: `urn:uuid:${randomUUID()}`,
      sequenceNumber: source.sequence++,
      hasStatic,
      dropFrame: false,
    });
    for (const packet of segmentPayload(encodeOpenTrackIoSample(sample), source.packets)) {
      source.packets = (source.packets + 1) & 0xffff;
      this.#sender.send(packet, this.#isMulticast ? openTrackIoGroup(source.number) : undefined);
    }
  }

  #sourceOf(name: string): Source | undefined {
    let source = this.#sources.get(name);
    if (!source) {
      const number = this.#first + this.#sources.size;
      if (!isSourceNumber(number)) return undefined;
      source = {
        number,
        id: `urn:uuid:${randomUUID()}`,
        sequence: 0,
        packets: 0,
        lastStatic: Number.NEGATIVE_INFINITY,
      };
      this.#sources.set(name, source);
    }
    return source;
  }

  close(): void {
    this.#sender.close();
  }
}

/** Curves of a camera that samples may set. */
const CURVES = [
  'focalLengthMm',
  'focusDistance',
  'fStop',
  'filmOffsetXMm',
  'filmOffsetYMm',
  'horizontalApertureMm',
  'verticalApertureMm',
  'squeeze',
] as const;

/** Senders whose segments are put together, at most. */
const MOST_SENDERS = 256;

export interface OpenTrackIoInOptions {
  readonly host: string;
  readonly port: number;
  /** Numbers of sources whose multicast groups are joined. */
  readonly sources: readonly number[];
  readonly client: LiveClient;
  readonly notices: Notices;
}

/** Takes OpenTrackIO samples in: a camera subject for each source. */
export function listenOpenTrackIo({
  host,
  port,
  sources,
  client,
  notices,
}: OpenTrackIoInOptions): Promise<UdpListener> {
  const cameras = new CameraSubjects(client);
  const senders = new Map<string, Reassembler>();
  const groups = sources.map(openTrackIoGroup);
  return listenUdp({ host, port, groups }, (bytes, from) => {
    try {
      const payload = reassemblerOf(senders, from).push(decodeOpenTrackIoPacket(bytes));
      if (payload) cameras.take(decodePayload(payload));
    } catch (error) {
      if (!(error instanceof RiglineError)) throw error;
      const { message, hint } = error;
      notices.tell({ code: 'BRIDGE_BAD_DATAGRAM', group: 'opentrackio', message, ...(hint ? { hint } : {}) });
    }
  });
}

function reassemblerOf(senders: Map<string, Reassembler>, from: string): Reassembler {
  let known = senders.get(from);
  if (!known) {
    for (const oldest of senders.keys()) if (senders.size >= MOST_SENDERS) senders.delete(oldest);
    known = new Reassembler();
    senders.set(from, known);
  }
  return known;
}

/** @throws RiglineError `BRIDGE_BAD_DATAGRAM` */
export function decodePayload({ encoding, bytes }: OpenTrackIoPayload): OpenTrackIoSample {
  if (encoding === OPENTRACKIO_JSON) return decodeOpenTrackIoSample(bytes);
  if (encoding !== OPENTRACKIO_CBOR)
    throw badDatagram(`An OpenTrackIO payload has encoding ${encoding}; 1 and 2 are read`);
  let body: unknown;
  try {
    body = decode(bytes, { rejectDuplicateMapKeys: true });
  } catch (error) {
    throw badDatagram(`An OpenTrackIO payload is no CBOR (${error instanceof Error ? error.message : String(error)})`);
  }
  // One reader for both: it checks every member.
  return decodeOpenTrackIoSample(new TextEncoder().encode(JSON.stringify(body) ?? ''));
}

class CameraSubjects {
  readonly #client: LiveClient;
  readonly #cameras = new Map<number, OwnSubject>();

  constructor(client: LiveClient) {
    this.#client = client;
  }

  take(sample: OpenTrackIoSample): void {
    const values = cameraOfSample(sample);
    if (!values) return;
    const { state } = this.#subject(sample);
    const { translation: t, rotation: r, curves } = values;
    state.setTranslation(0, t[0], t[1], t[2]);
    state.setRotation(0, r[0], r[1], r[2], r[3]);
    CURVES.forEach((name, i) => {
      const value = curves[name];
      if (value !== undefined) state.setCurve(i, value);
    });
    this.#client.send(timeOf(sample));
  }

  #subject({ sourceNumber, static: fixed }: OpenTrackIoSample): OwnSubject {
    const known = this.#cameras.get(sourceNumber);
    const name = fixed?.label ?? known?.description.name ?? `opentrackio ${sourceNumber}`;
    if (known?.description.name === name) return known;
    const nodes = [{ name, parent: -1 }];
    const description = { name, role: 'camera' as const, space: OPENTRACKIO_SPACE, nodes, curves: [...CURVES] };
    const subject = known ? this.#client.change(known, description) : this.#client.add(description);
    this.#cameras.set(sourceNumber, subject);
    return subject;
  }
}

function timeOf({ timecode }: OpenTrackIoSample): SceneTime | undefined {
  if (!timecode) return undefined;
  const frame = frameOfTimecode(timecode);
  const [numerator, denominator] = timecode.frameRate;
  return { frame, frameRate: timecode.frameRate, seconds: (frame * denominator) / numerator };
}
