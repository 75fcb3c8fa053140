import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Hub } from './hub.ts';
import { hubError } from './hub-error.ts';

/** Path of the WebSocket on the server that it is attached to. */
export const LIVE_PATH = '/live';

export interface WebSocketOptions {
  /** Host names that pages may have asked for, without port; those of this machine by default. */
  readonly hosts?: readonly string[];
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Serves a hub to browsers: one binary message each. A request whose `Host` is not one of ours, or that comes from a
 * page of another host, is refused: otherwise any page on the web could reach the hub through the user's browser.
 *
 * @returns A function that takes the hub off the server again.
 */
export function attachWebSocket(hub: Hub, server: Server, { hosts = LOCAL_HOSTS }: WebSocketOptions = {}): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: hub.limits.messageBytes,
    perMessageDeflate: false,
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== LIVE_PATH) return;
    if (!isOurs(request, hosts)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => serveClient(hub, client, request));
  };
  server.on('upgrade', upgrade);
  return () => {
    server.off('upgrade', upgrade);
    for (const client of sockets.clients) client.terminate();
    sockets.close();
  };
}

/** Whether the request asks one of our hosts, and comes from a page of one or from no page. */
function isOurs({ headers }: IncomingMessage, hosts: readonly string[]): boolean {
  const withoutPort = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();
  if (!headers.host || !hosts.includes(withoutPort(headers.host))) return false;
  if (headers.origin === undefined) return true;
  const match = /^https?:\/\/([^/]+)$/.exec(headers.origin);
  return match?.[1] !== undefined && hosts.includes(withoutPort(match[1]));
}

function serveClient(hub: Hub, client: WebSocket, request: IncomingMessage): void {
  const { remoteAddress, remotePort } = request.socket;
  const peer = hub.join({
    address: `${remoteAddress}:${remotePort}`,
    get bufferedBytes() {
      return client.bufferedAmount;
    },
    send: (message) => client.send(message, () => hub.drained(peer)),
    close: () => client.close(1000),
  });
  client.on('message', (data: Buffer, isBinary) => {
    if (isBinary) hub.receive(peer, data);
    else hub.cut(peer, hubError('HUB_NOT_INTRODUCED', 'Messages are binary', 'Send ArrayBuffers, not strings.'));
  });
  // Too large a message, or one that is no WebSocket's: `close` follows.
  client.on('error', () => undefined);
  client.on('close', () => hub.leave(peer));
}
