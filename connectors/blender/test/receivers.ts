/** Receivers of a hub for tests: what they have got, by name. */
import { LiveClient, type LiveClientOptions, type RemoteSubject } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import type { Transport } from '@rigline/protocol';

export interface TestReceiver {
  readonly client: LiveClient;
  readonly transports: Transport[];
  /** Frame numbers of the frames that have come. */
  readonly frames: number[];
  subject(name: string): RemoteSubject | undefined;
  /** Value of a curve by name. */
  curve(name: string, curve: string): number;
  close(): void;
}

/** Waits until something holds; fails after twenty seconds. */
export async function until(holds: () => boolean, what = 'it'): Promise<void> {
  const end = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${what} did not come to hold within twenty seconds`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A receiver, or a peer that is both, that wants its values in a space. */
export function openReceiver(port: number, space: string, role: 'receiver' | 'both' = 'receiver'): TestReceiver {
  const transports: Transport[] = [];
  const frames: number[] = [];
  const options: LiveClientOptions = {
    connect: connectTcp({ port }),
    hello: { role, name: `test ${space}`, space },
    events: {
      transport: (transport) => transports.push(transport),
      frame: (header) => {
        if (header.time) frames.push(header.time.frame);
      },
    },
  };
  const client = new LiveClient(options);
  const subject = (name: string): RemoteSubject | undefined =>
    [...client.subjects].find(({ description }) => description.name === name);
  return {
    client,
    transports,
    frames,
    subject,
    curve: (name, curve) => {
      const found = subject(name);
      if (!found) throw new Error(`no subject "${name}"`);
      const index = found.description.curves.indexOf(curve);
      if (index < 0) throw new Error(`"${name}" has no curve "${curve}"`);
      return found.state.curves[index] as number;
    },
    close: () => client.close(),
  };
}
