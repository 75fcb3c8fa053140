import type { Server } from 'node:http';
import { connectTcp } from '@rigline/client/node';
import { RiglineError } from '@rigline/diagnostics';
import { type RunningHub, startHub } from '@rigline/hub';
import { CacheIn } from '../live/cache-in.ts';
import { TakeShelf } from './take-shelf.ts';

/** The hub of a studio, with its shelf of takes. */
export interface StudioHub {
  /** For programs, over TCP. */
  readonly port: number;
  readonly token: string | undefined;
  /** Why it is not the port that was asked for. */
  readonly problem: string | undefined;
  readonly shelf: TakeShelf;
  close(): Promise<void>;
}

export interface StudioHubOptions {
  /** Serves the page; browsers come in over it. */
  readonly server: Server;
  readonly port: number;
  readonly takes: string;
  /** A folder of senders that write files. */
  readonly cacheIn?: string | undefined;
}

/** Starts the hub of a studio; on another port where the one asked for is taken, as by another studio. */
export async function startStudioHub({ server, port, takes, cacheIn }: StudioHubOptions): Promise<StudioHub> {
  let hub: RunningHub;
  let problem: string | undefined;
  try {
    hub = await startHub({ port, web: server, name: 'rigline studio' });
  } catch (error) {
    if (!(error instanceof RiglineError)) throw error;
    hub = await startHub({ port: 0, web: server, name: 'rigline studio' });
    problem = `Port ${port} is taken, by another hub perhaps: programs connect to ${hub.port} to be seen here.`;
  }
  const connection = { connect: connectTcp({ port: hub.port }), token: hub.token };
  const shelf = new TakeShelf({ folder: takes, ...connection });
  const cache = cacheIn === undefined ? undefined : new CacheIn(cacheIn, connection);
  return {
    port: hub.port,
    token: hub.token,
    problem,
    shelf,
    close: async () => {
      shelf.close();
      cache?.close();
      await hub.close();
    },
  };
}
