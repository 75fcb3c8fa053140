import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  decodeFrame,
  decodeMessage,
  encodeJson,
  FrameEncoder,
  type Message,
  MessageSplitter,
  prefixLength,
  type SubjectDescription,
  SubjectState,
} from '@rigline/protocol';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningHub, type StartOptions, startHub } from './start-hub.ts';

const running: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

async function start(options: StartOptions = {}): Promise<RunningHub> {
  const hub = await startHub({ port: 0, web: 0, ...options });
  running.push(hub);
  return hub;
}

/** Waits until something holds; fails after five seconds. */
async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 5000;
  while (!holds()) {
    if (Date.now() > end) throw new Error('it did not come to hold within five seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const HELLO = encodeJson('hello', { protocol: 1, role: 'both', name: 'test' });
const PROP: SubjectDescription = {
  source: 0,
  subject: 0,
  revision: 1,
  name: 'prop',
  role: 'transform',
  space: 'maya',
  nodes: [{ name: 'prop', parent: -1 }],
  curves: ['visible'],
};

interface Client {
  readonly inbox: Message[];
  isClosed(): boolean;
  send(message: Uint8Array): void;
}

async function connectTcp(port: number, raw?: Uint8Array): Promise<Client & { socket: Socket }> {
  const socket = connect(port, '127.0.0.1');
  const inbox: Message[] = [];
  const splitter = new MessageSplitter();
  socket.on('data', (chunk) => splitter.push(chunk, (message) => inbox.push(decodeMessage(new Uint8Array(message)))));
  socket.on('error', () => undefined);
  running.push({ close: () => socket.destroy() });
  await once(socket, 'connect');
  socket.write(raw ?? prefixLength(HELLO));
  return { inbox, socket, isClosed: () => socket.closed, send: (message) => socket.write(prefixLength(message)) };
}

async function connectWeb(port: number, headers: Record<string, string> = {}): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers });
  const inbox: Message[] = [];
  let isClosed = false;
  socket.on('message', (data: Buffer) => inbox.push(decodeMessage(new Uint8Array(data))));
  socket.on('close', () => {
    isClosed = true;
  });
  running.push({ close: () => socket.terminate() });
  await once(socket, 'open');
  socket.send(HELLO);
  return { inbox, isClosed: () => isClosed, send: (message) => socket.send(message) };
}

describe('startHub', () => {
  test('carries a frame from TCP to a WebSocket and back', async () => {
    const hub = await start();
    const tcp = await connectTcp(hub.port);
    const web = await connectWeb(hub.webPort as number);
    await until(() => tcp.inbox.length > 0 && web.inbox.length > 0);
    for (const [from, to] of [
      [tcp, web],
      [web, tcp],
    ] as const) {
      const state = new SubjectState(1, 1);
      state.setTranslation(0, 1, 2, 3);
      from.send(encodeJson('describe', PROP));
      from.send(
        new FrameEncoder().encode({ source: 0, sequence: 0, wallClock: 0 }, [
          { subject: 0, revision: 1, state, isFull: true },
        ]),
      );
      await until(() => to.inbox.some(({ kind }) => kind === 'frame'));
      const received = new SubjectState(1, 1);
      const frame = to.inbox.find((message) => message.kind === 'frame');
      if (frame?.kind === 'frame') decodeFrame(frame.bytes, { open: () => received });
      expect([...received.translations]).toEqual([1, 2, 3]);
    }
  });

  test.each([
    ['garbage', new TextEncoder().encode('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), 'PROTOCOL_BAD_LENGTH'],
    ['a length of two gigabytes', Uint8Array.from([0, 0, 0, 0x80, 1, 2, 3]), 'PROTOCOL_BAD_LENGTH'],
    ['a message of another program', prefixLength(Uint8Array.from([1, 2, 3, 4, 5])), 'PROTOCOL_NOT_A_MESSAGE'],
  ])('cuts off %s with a reason', async (_, bytes, code) => {
    const hub = await start();
    const client = await connectTcp(hub.port, bytes);
    await until(() => client.isClosed());
    expect(client.inbox.at(-1)).toMatchObject({ kind: 'error', body: { code, fatal: true } });
    expect(hub.hub.statistics().peers).toEqual([]);
  });

  test('asks for a token on every address but this machine, and takes the right one alone', async () => {
    const hub = await start({ host: '0.0.0.0' });
    expect(hub.token).toMatch(/^[\w-]{24}$/);
    const hello = (token: string): Uint8Array =>
      prefixLength(encodeJson('hello', { protocol: 1, role: 'both', name: 'a', token }));
    const wrong = await connectTcp(hub.port, hello(`${hub.token}x`));
    const right = await connectTcp(hub.port, hello(hub.token as string));
    await until(() => wrong.isClosed() && right.inbox.length > 0);
    expect(wrong.inbox).toMatchObject([{ kind: 'error', body: { code: 'HUB_BAD_TOKEN' } }]);
    expect(right.inbox[0]?.kind).toBe('welcome');
  });

  test.each([
    ['a page of another host', { Origin: 'https://evil.example' }],
    ['a name that leads here but is not ours', { Host: 'evil.example' }],
    ['an origin that is no page', { Origin: 'null' }],
  ])('refuses a WebSocket of %s', async (_, headers) => {
    const hub = await start();
    const answer = request({
      host: '127.0.0.1',
      port: hub.webPort,
      path: '/live',
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        'Sec-WebSocket-Version': '13',
        ...headers,
      },
    }).end();
    const [response] = await once(answer, 'response');
    expect(response.statusCode).toBe(403);
  });

  test('takes a page of its own host', async () => {
    const hub = await start();
    const web = await connectWeb(hub.webPort as number, { Origin: `http://localhost:${hub.webPort}` });
    await until(() => web.inbox.length > 0);
    expect(web.inbox[0]?.kind).toBe('welcome');
  });

  test('says which port is taken', async () => {
    const hub = await start();
    await expect(startHub({ port: hub.port, web: 0 })).rejects.toMatchObject({
      code: 'HUB_CANNOT_LISTEN',
      message: expect.stringContaining(`Port ${hub.port}`),
    });
    await expect(startHub({ port: 0, web: hub.webPort as number })).rejects.toMatchObject({
      code: 'HUB_CANNOT_LISTEN',
    });
  });

  test('says goodbye when it closes, and leaves nothing open', async () => {
    const hub = await startHub({ port: 0, web: 0 });
    const tcp = await connectTcp(hub.port);
    await until(() => tcp.inbox.length > 0);
    await hub.close();
    await until(() => tcp.isClosed());
    expect(tcp.inbox.at(-1)?.kind).toBe('bye');
  });
});

describe('the plain-Python client', () => {
  const folder = fileURLToPath(new URL('../../../connectors/python', import.meta.url));
  const script = `
import sys, time
sys.path.insert(0, ${JSON.stringify(folder)})
sys.dont_write_bytecode = True
from rigline_live import Client, camera
client = Client(name="python", application="test", space="maya")
client.connect("127.0.0.1", int(sys.argv[1]))
cam = client.add(camera("kamera é"))
for i in range(1, 1000000):
    cam.set_node(0, translation=(i, 2, 3), rotation=(0.5, 0.5, 0.5, 0.5))
    cam.set_curve("focalLengthMm", 35)
    client.send(seconds=i / 24.0, frame=i)
    time.sleep(0.01)
`;

  function startPython(port: number): ReturnType<typeof spawn> {
    const child = spawn('python3', ['-c', script, String(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
    running.push({ close: () => child.kill('SIGKILL') });
    return child;
  }

  /** Newest translation of the camera that a receiver sees; NaN before the first. */
  function follow(client: Client): () => number {
    return () => {
      let description: SubjectDescription | undefined;
      let state: SubjectState | undefined;
      for (const message of client.inbox) {
        if (message.kind === 'describe') {
          description = message.body;
          state = new SubjectState(description.nodes.length, description.curves.length);
        }
        if (message.kind === 'frame') decodeFrame(message.bytes, { open: () => state });
      }
      if (description) expect(description.name).toBe('kamera é');
      return state ? (state.translations[0] as number) : Number.NaN;
    };
  }

  test('streams to the hub, and comes back by itself after the hub was started anew on the same port', async () => {
    const first = await startHub({ port: 0, web: 0 });
    startPython(first.port);
    const before = await connectTcp(first.port);
    const seen = follow(before);
    await until(() => seen() > 5);
    await first.close();
    const last = seen();
    const second = await start({ port: first.port });
    const started = Date.now();
    const after = await connectTcp(second.port);
    const again = follow(after);
    await until(() => again() > last);
    expect(Date.now() - started).toBeLessThan(2500);
    // The full description came first, and no older value after it.
    expect(after.inbox.map(({ kind }) => kind).filter((kind) => kind === 'describe' || kind === 'frame')[0]).toBe(
      'describe',
    );
  }, 20_000);

  test('a sender that is killed takes its subjects with it', async () => {
    const hub = await start();
    const python = startPython(hub.port);
    const client = await connectTcp(hub.port);
    const seen = follow(client);
    await until(() => seen() > 2);
    python.kill('SIGKILL');
    await until(() => client.inbox.some(({ kind }) => kind === 'drop'));
    expect(hub.hub.statistics().peers).toHaveLength(1);
  }, 20_000);
});
