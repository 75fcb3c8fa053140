import { createSocket, type Socket } from 'node:dgram';
import { bridgeError } from '../bridge-error.ts';
import type { Notices } from '../notices.ts';

/** Sends datagrams to one place. Whatever does not leave is counted and told once: the next one is newer anyway. */
export class UdpSender {
  readonly #socket: Socket = createSocket('udp4');
  readonly #host: string;
  readonly #port: number;
  readonly #notices: Notices;

  constructor(host: string, port: number, notices: Notices) {
    this.#host = host;
    this.#port = port;
    this.#notices = notices;
    this.#socket.on('error', (error) => this.#tell(error));
    this.#socket.bind(() => {
      // A multicast group of this machine's network, and no further.
      this.#socket.setMulticastTTL(1);
      this.#socket.setMulticastLoopback(true);
    });
  }

  send(bytes: Uint8Array, host: string = this.#host): void {
    this.#socket.send(bytes, this.#port, host, (error) => {
      if (error) this.#tell(error);
    });
  }

  #tell({ message }: Error): void {
    const place = `${this.#host}:${this.#port}`;
    this.#notices.tell({
      code: 'BRIDGE_CANNOT_SEND',
      group: place,
      message: `Nothing can be sent to ${place} (${message})`,
    });
  }

  close(): void {
    this.#socket.close();
  }
}

export interface UdpListener {
  readonly port: number;
  close(): void;
}

/**
 * Listens for datagrams.
 *
 * @param groups Multicast groups to join; what a machine has no route for is left out.
 * @throws RiglineError `BRIDGE_CANNOT_LISTEN`
 */
export function listenUdp(
  { host, port, groups = [] }: { readonly host: string; readonly port: number; readonly groups?: readonly string[] },
  onDatagram: (bytes: Uint8Array, from: string) => void,
): Promise<UdpListener> {
  const socket = createSocket({ type: 'udp4', reuseAddr: groups.length > 0 });
  return new Promise((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      reject(
        bridgeError(
          'BRIDGE_CANNOT_LISTEN',
          `Port ${port} of ${host} cannot be listened on (${error.code ?? error.message})`,
          'Another program may have it; choose another with --listen.',
        ),
      );
    });
    socket.bind(port, host, () => {
      socket.removeAllListeners('error');
      // What breaks later concerns single datagrams.
      socket.on('error', () => undefined);
      for (const group of groups) joinGroup(socket, group);
      socket.on('message', (bytes, { address, port: from }) => onDatagram(bytes, `${address}:${from}`));
      resolve({ port: socket.address().port, close: () => socket.close() });
    });
  });
}

function joinGroup(socket: Socket, group: string): void {
  try {
    socket.addMembership(group);
  } catch {
    // No network that has multicast: datagrams to this machine's own address still come.
  }
}
