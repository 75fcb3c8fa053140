import type { Connect } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import { type Command, InvalidArgumentError } from 'commander';

/** Options of commands that connect to a hub. */
export interface LinkFlags {
  readonly host: string;
  readonly port: number;
  readonly token?: string;
}

export function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new InvalidArgumentError('A port is 0 to 65535.');
  return port;
}

/** The port that the hub takes TCP connections on. */
export const HUB_PORT = 7001;

export function addLinkOptions(command: Command): Command {
  return command
    .option('--host <address>', 'where the hub runs', '127.0.0.1')
    .option('--port <number>', 'its port for TCP', readPort, HUB_PORT)
    .option('--token <text>', 'the token that the hub printed, where it asks for one');
}

export function connectOf({ host, port }: LinkFlags): Connect {
  return connectTcp({ host, port });
}

/** Ends with Ctrl+C or SIGTERM, or when `other` does. */
export async function untilInterrupted(other?: Promise<unknown>): Promise<void> {
  let stop: (() => void) | undefined;
  const interrupted = new Promise<void>((done) => {
    stop = done;
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
  });
  await (other ? Promise.race([interrupted, other]) : interrupted);
  if (stop) {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
