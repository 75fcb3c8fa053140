/**
 * live: what the hub adds to the network, what it costs with many receivers, and how large frames are.
 *
 * Run: `npm run bench live`. Servers run in processes of their own. "latency": a message of about 200 bytes goes from one
 * connection to another, a thousand times a second; the hub is compared with a bare echo over `ws` and over TCP, in the
 * same session, round after round. "load": 1,000 props that all move, 60 times a second, to 100 receivers over TCP; what
 * counts is the processor time of the hub. "size": a frame against the same values as JSON of the file cache.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { LiveClient, type OwnSubject } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import { startHub } from '@rigline/hub';
import {
  encodeJson,
  FrameEncoder,
  formatCacheFrame,
  prefixLength,
  SubjectState,
  toCacheSubject,
} from '@rigline/protocol';
import WebSocket, { WebSocketServer } from 'ws';

const ROUNDS = 5;
const MESSAGES = 1000;
const PAYLOAD_BYTES = 200;
const SUBJECTS = 1000;
const RECEIVERS = 100;
const RATE = 60;
const LOAD_SECONDS = 6;
/** p99 of the hub by that of a bare `ws` echo; processor time of a core; bytes by those of JSON. */
const TARGETS = { latency: 1.5, load: 0.2, size: 0.25 } as const;

const HERE = fileURLToPath(import.meta.url);
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

// ---- servers, each in a process of its own

async function serve(kind: string): Promise<void> {
  const tell = (port: number): void => void process.send?.({ port });
  if (kind === 'hub') tell((await startHub({ port: 0, web: 0 })).port);
  if (kind === 'tcp') {
    const server = createServer((socket) => {
      socket.setNoDelay(true);
      socket.on('data', (data) => socket.write(data));
      socket.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1', () => tell((server.address() as { port: number }).port));
  }
  if (kind === 'ws') {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
    server.on('connection', (socket) => socket.on('message', (data: Buffer) => socket.send(data)));
    server.on('listening', () => tell((server.address() as { port: number }).port));
  }
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.on('SIGINT', () => process.exit());
}

interface Server {
  readonly port: number;
  /** Processor time so far in seconds. */
  cpu(): Promise<number>;
  close(): void;
}

function start(kind: string): Promise<Server> {
  const child: ChildProcess = fork(HERE, [kind]);
  return new Promise((resolve) => {
    child.once('message', (message) => {
      resolve({
        port: (message as { port: number }).port,
        cpu: () =>
          new Promise((done) => {
            child.once('message', (usage) => {
              const { user, system } = usage as NodeJS.CpuUsage;
              done((user + system) / 1e6);
            });
            child.send('cpu');
          }),
        close: () => child.kill(),
      });
    });
  });
}

// ---- latency

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

/** Sends a thousand a second, each with its number, and notes how long each took. */
async function pace(send: (n: number) => void, arrived: Map<number, number>): Promise<number[]> {
  const sent = new Map<number, number>();
  for (let n = 0; n < MESSAGES; n++) {
    sent.set(n, performance.now());
    send(n);
    await wait(1);
  }
  await wait(50);
  return [...arrived].flatMap(([n, at]) => (sent.has(n) ? [at - (sent.get(n) as number)] : []));
}

async function tcpLatency({ port }: Server): Promise<number[]> {
  const socket: Socket = connectSocket({ host: '127.0.0.1', port, noDelay: true });
  await new Promise((done) => socket.once('connect', done));
  const arrived = new Map<number, number>();
  let held: Buffer = Buffer.alloc(0);
  socket.on('data', (data) => {
    held = Buffer.concat([held, data]);
    for (; held.length >= PAYLOAD_BYTES; held = held.subarray(PAYLOAD_BYTES))
      arrived.set(held.readUInt32LE(0), performance.now());
  });
  const times = await pace((n) => {
    const payload = Buffer.alloc(PAYLOAD_BYTES);
    payload.writeUInt32LE(n, 0);
    socket.write(payload);
  }, arrived);
  socket.destroy();
  return times;
}

async function wsLatency({ port }: Server): Promise<number[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  await new Promise((done) => socket.once('open', done));
  const arrived = new Map<number, number>();
  socket.on('message', (data: Buffer) => arrived.set(data.readUInt32LE(0), performance.now()));
  const times = await pace((n) => {
    const payload = Buffer.alloc(PAYLOAD_BYTES);
    payload.writeUInt32LE(n, 0);
    socket.send(payload);
  }, arrived);
  socket.terminate();
  return times;
}

/** Nodes of which a frame of changes has about as many bytes as the payload of the others. */
const HUB_NODES = 4;

async function hubLatency({ port }: Server): Promise<number[]> {
  const arrived = new Map<number, number>();
  const hello = { role: 'receiver' as const, name: 'receiver' };
  const receiver = new LiveClient({
    connect: connectTcp({ port }),
    hello,
    events: { frame: ({ time }) => time && arrived.set(time.frame, performance.now()) },
  });
  const sender = new LiveClient({ connect: connectTcp({ port }), hello: { role: 'sender', name: 'sender' } });
  const nodes = Array.from({ length: HUB_NODES }, (_, i) => ({ name: `n${i}`, parent: i - 1 }));
  const own = sender.add({ name: 'rig', role: 'skeleton', space: 'maya', nodes, curves: [] });
  while (!sender.welcome || !receiver.welcome) await wait(5);
  const times = await pace((n) => {
    for (let i = 0; i < HUB_NODES; i++) {
      own.state.setTranslation(i, n + 0.5, i, 0);
      own.state.setRotation(i, 0, Math.sin(n / 2), 0, Math.cos(n / 2));
    }
    sender.send({ seconds: n, frame: n, frameRate: [24, 1] });
  }, arrived);
  sender.close();
  receiver.close();
  return times;
}

async function benchLatency(): Promise<void> {
  const servers = { tcp: await start('tcp'), ws: await start('ws'), hub: await start('hub') };
  const runs = { tcp: tcpLatency, ws: wsLatency, hub: hubLatency } as const;
  const found: Record<keyof typeof runs, { p50: number; p99: number }[]> = { tcp: [], ws: [], hub: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of ['tcp', 'ws', 'hub'] as const) {
      const times = await runs[kind](servers[kind]);
      found[kind].push({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) });
    }
  }
  const middle = (kind: keyof typeof runs, what: 'p50' | 'p99'): number =>
    percentile(
      found[kind].map((one) => one[what]),
      0.5,
    );
  console.log(`latency of about ${PAYLOAD_BYTES} bytes, ${MESSAGES} messages, the middle of ${ROUNDS} rounds`);
  for (const kind of ['tcp', 'ws', 'hub'] as const) {
    console.log(
      `  ${kind.padEnd(4)} p50 ${middle(kind, 'p50').toFixed(3)} ms   p99 ${middle(kind, 'p99').toFixed(3)} ms`,
    );
  }
  report('latency p99, hub by ws', middle('hub', 'p99') / middle('ws', 'p99'), TARGETS.latency);
  for (const server of Object.values(servers)) server.close();
}

// ---- load

function openReceiver(port: number): Promise<{ bytes: number; readonly socket: Socket }> {
  const socket = connectSocket({ host: '127.0.0.1', port, noDelay: true });
  const receiver = { bytes: 0, socket };
  socket.on('data', (data) => {
    receiver.bytes += data.length;
  });
  socket.on('error', () => undefined);
  return new Promise((done) => {
    socket.once('connect', () => {
      socket.write(prefixLength(encodeJson('hello', { protocol: 1, role: 'receiver', name: 'receiver' })));
      done(receiver);
    });
  });
}

async function benchLoad(): Promise<void> {
  const hub = await start('hub');
  const sender = new LiveClient({ connect: connectTcp({ port: hub.port }), hello: { role: 'sender', name: 'sender' } });
  const subjects: OwnSubject[] = Array.from({ length: SUBJECTS }, (_, i) => {
    const name = `prop ${i}`;
    return sender.add({ name, role: 'transform', space: 'maya', nodes: [{ name, parent: -1 }], curves: [] });
  });
  while (!sender.welcome) await wait(5);
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => openReceiver(hub.port)));
  await wait(1000);
  const before = await hub.cpu();
  const begun = performance.now();
  const received = receivers.map(({ bytes }) => bytes);
  for (let tick = 0; tick < RATE * LOAD_SECONDS; tick++) {
    for (const [i, { state }] of subjects.entries()) {
      state.setTranslation(0, tick + i, i, tick);
      state.setRotation(0, 0, Math.sin(tick / 50), 0, Math.cos(tick / 50));
    }
    sender.send({ seconds: tick / RATE, frame: tick, frameRate: [RATE, 1] });
    await wait(begun + ((tick + 1) * 1000) / RATE - performance.now());
  }
  const seconds = (performance.now() - begun) / 1000;
  const share = ((await hub.cpu()) - before) / seconds;
  const bytes = receivers.reduce((sum, receiver, i) => sum + receiver.bytes - (received[i] as number), 0);
  console.log(`load: ${SUBJECTS} subjects, ${RATE} times a second, to ${RECEIVERS} receivers, ${seconds.toFixed(1)} s`);
  console.log(`  received ${(bytes / seconds / 1e6).toFixed(1)} MB/s in all`);
  report('load, share of a core', share, TARGETS.load);
  for (const { socket } of receivers) socket.destroy();
  sender.close();
  hub.close();
}

// ---- size

function benchSize(): void {
  const nodes = Array.from({ length: 60 }, (_, i) => ({ name: `joint${i}`, parent: i - 1 }));
  const description = {
    source: 0,
    subject: 0,
    revision: 1,
    name: 'rig',
    role: 'skeleton',
    space: 'maya',
    nodes,
    curves: [],
  } as const;
  const state = new SubjectState(nodes.length, 0);
  for (let i = 0; i < nodes.length; i++) {
    state.setTranslation(i, Math.sin(i) * 100, Math.cos(i) * 100, i / 3);
    const q = [Math.sin(i + 1), Math.cos(i * 2), Math.sin(i * 3), Math.cos(i)] as const;
    const length = Math.hypot(...q);
    state.setRotation(i, q[0] / length, q[1] / length, q[2] / length, q[3] / length);
  }
  const header = {
    source: 0,
    sequence: 7,
    wallClock: 1.77e9,
    time: { seconds: 1.5, frame: 36, frameRate: [24, 1] as const },
  };
  const binary = new FrameEncoder().encode(header, [{ subject: 0, revision: 1, state, isFull: false }]).length;
  const json = Buffer.byteLength(formatCacheFrame('b7f1c2d4', header, [toCacheSubject(description, state)]));
  console.log(`size: a skeleton of ${nodes.length} joints that all move, ${binary} bytes; as JSON ${json}`);
  report('bytes by those of JSON', binary / json, TARGETS.size);
}

function report(what: string, ratio: number, target: number): void {
  console.log(`  ratio ${what.padEnd(28)} ${ratio.toFixed(3)}   target ${target}${ratio > target ? '   MISSED' : ''}`);
}

const [kind] = process.argv.slice(2);
if (kind !== undefined && process.send) await serve(kind);
else {
  benchSize();
  await benchLatency();
  await benchLoad();
}
