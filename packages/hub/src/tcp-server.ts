import { createServer, type Server, type Socket } from 'node:net';
import { RiglineError } from '@rigline/diagnostics';
import { MessageSplitter, prefixLength } from '@rigline/protocol';
import type { Hub } from './hub.ts';

/** Seconds that a closed connection may take to get its last message out. */
const CLOSE_SECONDS = 2;

/** Serves a hub to programs that speak TCP: each message is preceded by its length. */
export function createTcpServer(hub: Hub): Server {
  const frame = prefixOnce();
  return createServer({ noDelay: true }, (socket) => serveSocket(hub, socket, frame));
}

/** Receivers of one kind get the same message one after the other: its length is put before it once. */
function prefixOnce(): (message: Uint8Array) => Uint8Array {
  let last: { readonly message: WeakRef<Uint8Array>; readonly bytes: Uint8Array } | undefined;
  return (message) => {
    if (last?.message.deref() === message) return last.bytes;
    const bytes = prefixLength(message);
    last = { message: new WeakRef(message), bytes };
    return bytes;
  };
}

function serveSocket(hub: Hub, socket: Socket, frame: (message: Uint8Array) => Uint8Array): void {
  const splitter = new MessageSplitter(hub.limits.messageBytes);
  const peer = hub.join({
    address: `${socket.remoteAddress}:${socket.remotePort}`,
    get bufferedBytes() {
      return socket.writableLength;
    },
    send: (message) => {
      if (socket.writable) socket.write(frame(message));
    },
    close: () => {
      socket.end();
      setTimeout(() => socket.destroy(), CLOSE_SECONDS * 1000).unref();
    },
  });
  socket.on('data', (chunk) => {
    try {
      splitter.push(chunk, (message) => hub.receive(peer, message));
    } catch (error) {
      if (!(error instanceof RiglineError)) throw error;
      hub.cut(peer, error);
    }
    if (peer.isClosed) socket.pause();
  });
  socket.on('drain', () => hub.drained(peer));
  // An error is always followed by `close`.
  socket.on('error', () => undefined);
  socket.on('close', () => hub.leave(peer));
}
