import { connect as connectSocket } from 'node:net';
import { RiglineError } from '@rigline/diagnostics';
import { MessageSplitter, prefixLength } from '@rigline/protocol';
import type { Connect } from '../live-client.ts';

/** Connects to a hub over TCP. */
export function connectTcp({
  host = '127.0.0.1',
  port = 7001,
}: {
  readonly host?: string;
  readonly port?: number;
} = {}): Connect {
  return (events) => {
    const socket = connectSocket({ host, port, noDelay: true });
    const splitter = new MessageSplitter();
    let reason = 'the hub has closed the connection';
    socket.on('connect', () => events.opened());
    socket.on('data', (chunk) => {
      try {
        splitter.push(chunk, (message) => events.received(message));
      } catch (error) {
        if (!(error instanceof RiglineError)) throw error;
        reason = error.message;
        socket.destroy();
      }
    });
    socket.on('error', (error) => {
      reason = error.message;
    });
    socket.on('close', () => events.closed(reason));
    return {
      send: (message) => {
        if (socket.writable) socket.write(prefixLength(message));
      },
      // Once what was sent is out; what the hub still sends is of no interest.
      close: () => socket.destroySoon(),
    };
  };
}
