import type { LiveClient, OwnSubject, RemoteSubject } from '@rigline/client';
import { RiglineError } from '@rigline/diagnostics';
import {
  FREED_CURVES,
  FREED_SPACE,
  type FreeDMapping,
  messageOfCamera,
  writeFreeDCamera,
} from '../freed/camera-message.ts';
import { decodeFreeD, encodeFreeD } from '../freed/d1.ts';
import type { Notices } from '../notices.ts';
import { CurveReader } from '../opentrackio/camera-sample.ts';
import { listenUdp, type UdpListener, UdpSender } from './udp.ts';

/** Cameras that FreeD can tell apart. */
const MOST_CAMERAS = 255;

/** Sends live cameras, which are to be in `FREED_SPACE`, as FreeD messages: one for each frame that has the camera. */
export class FreeDOut {
  readonly #sender: UdpSender;
  readonly #mapping: FreeDMapping;
  readonly #notices: Notices;
  readonly #ids = new Map<string, number>();
  readonly #first: number;

  /** @param options.firstId Number of the first camera; others count up. */
  constructor(options: {
    readonly host: string;
    readonly port: number;
    readonly mapping: FreeDMapping;
    readonly firstId: number;
    readonly notices: Notices;
  }) {
    this.#sender = new UdpSender(options.host, options.port, options.notices);
    this.#mapping = options.mapping;
    this.#notices = options.notices;
    this.#first = options.firstId;
  }

  /** A camera has new values. */
  touch({ description, state }: RemoteSubject): void {
    const { name, role, nodes } = description;
    if (role !== 'camera' || nodes.length === 0) return;
    const id = this.#idOf(name);
    if (id === undefined) return;
    const told = (field: string): void => {
      const message = `The ${field} of "${name}" is outside what FreeD is set to`;
      const hint = 'Give a wider range with --zoom, --focus or --iris.';
      this.#notices.tell({ code: 'BRIDGE_CLAMPED', group: `${name} ${field}`, message, hint });
    };
    const message = messageOfCamera(state, new CurveReader(description), id, this.#mapping, told);
    this.#sender.send(encodeFreeD(message, told));
  }

  #idOf(name: string): number | undefined {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#first + this.#ids.size;
    if (id > MOST_CAMERAS) return undefined;
    this.#ids.set(name, id);
    return id;
  }

  close(): void {
    this.#sender.close();
  }
}

export interface FreeDInOptions {
  readonly host: string;
  readonly port: number;
  readonly mapping: FreeDMapping;
  readonly needsChecksum: boolean;
  readonly client: LiveClient;
  readonly notices: Notices;
}

/** Takes FreeD messages in: a camera subject for each number. */
export function listenFreeD({
  host,
  port,
  mapping,
  needsChecksum,
  client,
  notices,
}: FreeDInOptions): Promise<UdpListener> {
  const cameras = new Map<number, OwnSubject>();
  return listenUdp({ host, port }, (bytes) => {
    try {
      const message = decodeFreeD(bytes, needsChecksum);
      let camera = cameras.get(message.cameraId);
      if (!camera) {
        const name = `freed ${message.cameraId}`;
        camera = client.add({
          name,
          role: 'camera',
          space: FREED_SPACE,
          nodes: [{ name, parent: -1 }],
          curves: [...FREED_CURVES],
        });
        cameras.set(message.cameraId, camera);
      }
      writeFreeDCamera(message, camera.state, mapping);
      client.send();
    } catch (error) {
      if (!(error instanceof RiglineError)) throw error;
      const { message, hint } = error;
      notices.tell({ code: 'BRIDGE_BAD_DATAGRAM', group: 'freed', message, ...(hint ? { hint } : {}) });
    }
  });
}
