import { randomUUID } from 'node:crypto';
import type { LiveClient, OwnSubject, RemoteSubject } from '@rigline/client';
import { RiglineError } from '@rigline/diagnostics';
import { decodeFacePacket, encodeFacePacket, FACE_CURVES, type FacePacket } from '../live-link-face/packet.ts';
import { applyMapping, type MappedChannel } from '../mapping/face-mapping.ts';
import type { Notices } from '../notices.ts';
import { listenUdp, type UdpListener, UdpSender } from './udp.ts';

/** Faces of devices that are kept, at most. */
const MOST_FACES = 256;

export interface FaceInOptions {
  readonly host: string;
  readonly port: number;
  readonly client: LiveClient;
  readonly notices: Notices;
  /** Channels to be driven instead of those of the packet. */
  readonly mapping?: readonly MappedChannel[];
  /** Name of the subject; that of the device by default. */
  readonly target?: string;
}

/** Takes faces of phones in: a face subject for each name. */
export function listenFaces({ host, port, client, notices, mapping, target }: FaceInOptions): Promise<UdpListener> {
  const faces = new Map<string, OwnSubject>();
  const curves = mapping ? mapping.map(({ name }) => name) : [...FACE_CURVES];
  if (mapping) tellUnknown(mapping, notices);
  return listenUdp({ host, port }, (bytes) => {
    try {
      const packet = decodeFacePacket(bytes);
      const name = target ?? packet.subject;
      let face = faces.get(name);
      if (!face) {
        if (faces.size >= MOST_FACES) return;
        face = client.add({ name, role: 'face', space: 'maya', nodes: [], curves });
        faces.set(name, face);
      }
      takeFace(packet, face, mapping, client);
    } catch (error) {
      if (!(error instanceof RiglineError)) throw error;
      notices.tell({ code: 'BRIDGE_BAD_DATAGRAM', group: 'face', message: error.message });
    }
  });
}

function tellUnknown(mapping: readonly MappedChannel[], notices: Notices): void {
  const known = new Set(FACE_CURVES);
  for (const { name, terms } of mapping) {
    for (const { from } of terms) {
      if (known.has(from)) continue;
      const message = `The mapping drives "${name}" by "${from}", which no face has`;
      notices.tell({
        code: 'BRIDGE_UNKNOWN_CHANNEL',
        group: from,
        message,
        hint: 'Names are those of ARKit, as JawOpen.',
      });
    }
  }
}

function takeFace(
  { face }: FacePacket,
  { state }: OwnSubject,
  mapping: readonly MappedChannel[] | undefined,
  client: LiveClient,
): void {
  // A device that sees no face: it stays as it was.
  if (!face) return;
  const { curves, frame, subFrame, frameRate } = face;
  const values = mapping ? applyMapping(mapping, (source) => curves[FACE_CURVES.indexOf(source)]) : curves;
  values.forEach((value, i) => {
    state.setCurve(i, value);
  });
  const at = frame + subFrame;
  client.send({ frame: at, frameRate, seconds: (at * frameRate[1]) / frameRate[0] });
}

/** Sends live faces as a phone would. Curves are found by their names, in any case. */
export class FaceOut {
  readonly #sender: UdpSender;
  readonly #deviceId: string = randomUUID();

  constructor(options: { readonly host: string; readonly port: number; readonly notices: Notices }) {
    this.#sender = new UdpSender(options.host, options.port, options.notices);
  }

  /** A face has new values. */
  touch({ description, state, newest }: RemoteSubject): void {
    if (description.role !== 'face') return;
    const indices = new Map(description.curves.map((name, i) => [name.toLowerCase(), i]));
    const curves = FACE_CURVES.map((name) => {
      const index = indices.get(name.toLowerCase());
      return index === undefined ? 0 : (state.curves[index] as number);
    });
    const { frame = 0, frameRate = [60, 1] } = newest?.time ?? {};
    const whole = Math.floor(frame);
    const face = { frame: whole, subFrame: frame - whole, frameRate, curves };
    this.#sender.send(encodeFacePacket({ deviceId: this.#deviceId, subject: description.name, face }));
  }

  close(): void {
    this.#sender.close();
  }
}
