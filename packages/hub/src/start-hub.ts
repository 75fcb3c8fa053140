import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { ProtocolLimits } from '@rigline/protocol';
import { Hub, type HubEvent } from './hub.ts';
import { hubError } from './hub-error.ts';
import { createTcpServer } from './tcp-server.ts';
import { attachWebSocket } from './websocket-server.ts';

export interface StartOptions {
  /** Address to listen on; only this machine by default. Any other needs a token. */
  readonly host?: string;
  /** Port for TCP. */
  readonly port?: number;
  /** Port for WebSockets, or the HTTP server to attach them to. */
  readonly web?: number | HttpServer;
  /** Asked of every peer; made up for a host that is not this machine. */
  readonly token?: string;
  readonly name?: string;
  readonly limits?: Partial<ProtocolLimits>;
  readonly onEvent?: (event: HubEvent) => void;
}

/** What a hub listens on when nothing is said. */
export const START_DEFAULTS = { host: '127.0.0.1', port: 7001, web: 7002 } as const;

/** A hub that runs. */
export interface RunningHub {
  readonly hub: Hub;
  readonly host: string;
  readonly port: number;
  /** Undefined where an HTTP server was handed in. */
  readonly webPort: number | undefined;
  /** What peers must give, if anything. */
  readonly token: string | undefined;
  close(): Promise<void>;
}

/** Milliseconds between two looks at what waits. */
const TICK_MS = 10;

const LOCAL = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Starts a hub.
 *
 * @throws RiglineError `HUB_CANNOT_LISTEN`.
 */
export async function startHub(options: StartOptions = {}): Promise<RunningHub> {
  const { host, port, web } = { ...START_DEFAULTS, ...options };
  const token = options.token ?? (LOCAL.has(host) ? undefined : randomBytes(18).toString('base64url'));
  const hub = new Hub({
    clock: () => Date.now() / 1000,
    session: randomBytes(6).toString('hex'),
    checkToken: tokenChecker(token),
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
  });
  const tcp = createTcpServer(hub);
  const own = typeof web === 'number' ? createServer((_, response) => response.writeHead(426).end()) : undefined;
  const hosts = LOCAL.has(host) ? {} : { hosts: [host, 'localhost', '127.0.0.1'] };
  const detach = attachWebSocket(hub, own ?? (web as HttpServer), hosts);
  try {
    await listen(tcp, port, host);
    if (own) await listen(own, web as number, host);
  } catch (error) {
    detach();
    await Promise.all([stop(tcp), own && stop(own)]);
    throw error;
  }
  const timer = setInterval(() => hub.tick(), TICK_MS);
  return {
    hub,
    host,
    port: portOf(tcp),
    webPort: own && portOf(own),
    token,
    close: async () => {
      clearInterval(timer);
      hub.close();
      detach();
      await Promise.all([stop(tcp), own && stop(own)]);
    },
  };
}

/** Compares in a time that does not tell how much of a token is right. */
function tokenChecker(expected: string | undefined): (token: string | undefined) => boolean {
  if (expected === undefined) return () => true;
  const right = Buffer.from(expected);
  return (token) => {
    const given = Buffer.from(token ?? '');
    const padded = Buffer.alloc(right.length);
    given.copy(padded);
    return timingSafeEqual(padded, right) && given.length === right.length;
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        hubError(
          'HUB_CANNOT_LISTEN',
          isTaken ? `Port ${port} of ${host} is taken` : `Cannot listen on port ${port} of ${host} (${error.code})`,
          isTaken ? 'Another hub may be running; stop it, or choose another port.' : 'Choose another host or port.',
        ),
      );
    });
    server.listen(port, host, resolve);
  });
}

async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
