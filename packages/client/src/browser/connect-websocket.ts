import type { Connect } from '../live-client.ts';

/** Connects to a hub from a page, or from Node 22 and later. `url` is like `ws://127.0.0.1:7002/live`. */
export function connectWebSocket(url: string): Connect {
  return (events) => {
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => events.opened());
    socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) events.received(new Uint8Array(data));
    });
    // Browsers do not tell pages why; `close` follows every error.
    socket.addEventListener('close', ({ reason }) => events.closed(reason || 'the connection ended'));
    return {
      send: (message) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(message as Uint8Array<ArrayBuffer>);
      },
      close: () => socket.close(),
    };
  };
}
