import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startHub } from '@rigline/hub';
import {
  decodeFrame,
  decodeMessage,
  encodeJson,
  encodePing,
  type Message,
  MessageSplitter,
  parseCacheFrame,
  prefixLength,
  SubjectState,
} from '@rigline/protocol';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

const PYTHON_HINT = 'install it with "sudo apt-get install -y python3"';
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PREAMBLE = `
import sys, time, json, os
sys.path.insert(0, ${JSON.stringify(FOLDER)})
sys.dont_write_bytecode = True
from rigline_live import *
from rigline_live import Client, FileCache, FileCacheReader, RemoteSubjects, transform, message
def tell(**values): print(json.dumps(values), flush=True)
`;

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 7)'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const python = hasPython();

test.runIf(process.env.CI === 'true')('Python is installed where CI runs', () => {
  expect(python, `no Python 3.7 or later found: ${PYTHON_HINT}`).toBe(true);
});

/** Runs lines of Python to their end, and returns what they told. */
function run(...lines: readonly string[]): Record<string, unknown>[] {
  const text = execFileSync('python3', ['-c', PREAMBLE + lines.join('\n')], { timeout: 30_000, encoding: 'utf8' });
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 15_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${what} did not come to hold within fifteen seconds`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Hands on what a script tells, line by line. */
function hear(child: ChildProcess, onLine: (values: unknown) => void): void {
  createInterface({ input: child.stdout as Readable }).on('line', (line) => onLine(JSON.parse(line)));
}

/** A stand-in of the hub that does what a test wants. */
interface TestHub {
  readonly port: number;
  readonly inbox: Message[];
  readonly sockets: Socket[];
  close(): Promise<void>;
}

const WELCOME = { protocol: 1, peer: 7, session: 's', name: 'n', hub: 'test', clock: 0, limits: {} };

async function startTestHub(onMessage: (message: Message, socket: Socket) => void = () => undefined): Promise<TestHub> {
  const inbox: Message[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    const splitter = new MessageSplitter();
    socket.on('error', () => undefined);
    socket.on('data', (chunk) =>
      splitter.push(chunk, (bytes) => {
        const message = decodeMessage(new Uint8Array(bytes));
        inbox.push(message);
        if (message.kind === 'hello') socket.write(prefixLength(encodeJson('welcome', WELCOME as never)));
        onMessage(message, socket);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    inbox,
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Curves of the only subject, frame by frame. */
function curvesOf(inbox: readonly Message[], count: number): number[][] {
  const state = new SubjectState(1, count);
  const seen: number[][] = [];
  for (const message of inbox) {
    if (message.kind !== 'frame') continue;
    decodeFrame(message.bytes, { open: () => state });
    seen.push([...state.curves]);
  }
  return seen;
}

describe.skipIf(!python)(`the plain-Python client (needs Python: ${PYTHON_HINT})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rigline 项目 α '));
  const open: { close(): unknown }[] = [];

  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const hubOf = async (onMessage?: (message: Message, socket: Socket) => void): Promise<TestHub> => {
    const hub = await startTestHub(onMessage);
    open.push(hub);
    return hub;
  };
  const start = (port: number, ...lines: readonly string[]): ChildProcess => {
    const child = spawn('python3', ['-c', PREAMBLE + lines.join('\n'), String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    open.push({ close: () => child.kill('SIGKILL') });
    return child;
  };

  test('sending never waits, also where no hub ever comes', () => {
    const [told] = run(
      'client = Client(name="lonely")',
      'client.connect("127.0.0.1", 9)',
      'prop = client.add(transform("prop"))',
      'start = time.time()',
      // More than the bytes that a socket pair takes, which is what wakes the thread.
      'for i in range(20000):',
      '  prop.set_node(0, translation=(i, 0, 0)); client.send(); client.describe_again(prop, prop.body)',
      'seconds = time.time() - start',
      'client.close(0.1)',
      'tell(seconds=seconds, waiting=len(client._outbox))',
    );
    expect(told?.seconds).toBeLessThan(10);
    expect(told?.waiting).toBe(0);
  });

  test('a tick arrives whole, however fast the program goes on', async () => {
    const hub = await hubOf();
    start(
      hub.port,
      'client = Client(name="fast")',
      'client.connect("127.0.0.1", int(sys.argv[1]))',
      'prop = client.add(description("prop", "transform", "maya", [("prop", -1)], ["c%d" % i for i in range(40)]))',
      'assert client.wait_until_connected()',
      'for tick in range(1, 1000):',
      '  for i in range(40):',
      '    prop.set_curve("c%d" % i, tick)',
      // Here the other thread gets its turn, in the middle of a tick.
      '    if i == 20: time.sleep(0.0002)',
      '  client.send()',
      'client.flush(); client.close()',
    );
    await until(() => hub.inbox.some(({ kind }) => kind === 'bye'), 'the goodbye');
    const frames = curvesOf(hub.inbox, 40);
    expect(frames.length).toBeGreaterThan(20);
    expect(frames.filter((curves) => new Set(curves).size > 1)).toEqual([]);
    expect(frames.at(-1)?.[0]).toBe(999);
  }, 30_000);

  test('a hub that stops reading gets the newest values when it reads again, and nothing piles up', async () => {
    const hub = await hubOf();
    const child = start(
      hub.port,
      'import resource',
      'client = Client(name="patient")',
      'client.connect("127.0.0.1", int(sys.argv[1]))',
      'rig = client.add(description("rig", "skeleton", "maya", [("b%d" % i, i - 1) for i in range(1000)], []))',
      'assert client.wait_until_connected()',
      'for tick in range(1, 10**9):',
      '  for i in range(1000): rig.set_node(i, translation=(tick, i, 0))',
      '  client.send(tick / 24.0, tick)',
      '  if tick % 50 == 0: tell(tick=tick, kilobytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)',
      '  time.sleep(0.005)',
    );
    const told: { tick: number; kilobytes: number }[] = [];
    hear(child, (line) => told.push(line as (typeof told)[number]));
    await until(() => hub.inbox.some(({ kind }) => kind === 'frame'), 'the first frame');
    (hub.sockets[0] as Socket).pause();
    await until(() => told.length > 2, 'news');
    const before = told.at(-1) as (typeof told)[number];
    await until(() => (told.at(-1) as (typeof told)[number]).tick - before.tick > 110, 'more ticks');
    const after = told.at(-1) as (typeof told)[number];
    // 28 kB a tick: as many ticks as these, piled up, would be more than is allowed below.
    expect(after.tick - before.tick).toBeGreaterThan(110);
    expect(after.kilobytes - before.kilobytes).toBeLessThan(3000);
    (hub.sockets[0] as Socket).resume();
    const newest = (): number => {
      const last = hub.inbox.filter((message) => message.kind === 'frame').at(-1);
      return last?.kind === 'frame' ? (decodeFrame(last.bytes, { open: () => undefined }).time?.frame ?? 0) : 0;
    };
    await until(() => newest() > after.tick, 'the newest frame');
  }, 40_000);

  test('comes back after every kind of end, with everything told anew', async () => {
    let attempts = 0;
    const hub = await hubOf((message, socket) => {
      if (message.kind !== 'hello') return;
      attempts++;
      // Closed at once, closed within a message, nonsense, a length of two gigabytes, a refusal; then a good hub.
      if (attempts === 1) socket.destroy();
      if (attempts === 2) socket.end(Uint8Array.from([200, 0, 0, 0, 0x52]));
      if (attempts === 3) socket.write(prefixLength(new TextEncoder().encode('HTTP/1.1 400')));
      if (attempts === 4) socket.write(Uint8Array.from([0, 0, 0, 0x80]));
      if (attempts === 5) socket.write(prefixLength(encodeJson('error', { code: 'X', message: 'no', fatal: true })));
    });
    start(
      hub.port,
      'client = Client(name="steady", subscribe={"names": ["a*"]})',
      'client.connect("127.0.0.1", int(sys.argv[1]))',
      'prop = client.add(transform("prop"))',
      'prop.set_node(0, translation=(1, 2, 3)); client.send()',
      'time.sleep(60)',
    );
    await until(() => attempts === 6, 'the sixth attempt');
    const from = hub.inbox.map(({ kind }) => kind).lastIndexOf('hello');
    await until(() => hub.inbox.slice(from).some(({ kind }) => kind === 'frame'), 'the frame');
    const last = hub.inbox.slice(from);
    expect(last.map(({ kind }) => kind)).toEqual(['hello', 'describe', 'subscribe', 'frame']);
    const state = new SubjectState(1, 1);
    const frame = last[3] as Message;
    if (frame.kind === 'frame') decodeFrame(frame.bytes, { open: () => state });
    expect([...state.translations]).toEqual([1, 2, 3]);
  }, 30_000);

  test('says why a hub refuses it, and gets in once the hub takes its token', async () => {
    const first = await startHub({ port: 0, web: 0, token: 'another' });
    open.push(first);
    const child = start(
      first.port,
      'client = Client(name="guest", token="mine")',
      'client.connect("127.0.0.1", int(sys.argv[1]))',
      'while True: tell(status=client.status); time.sleep(0.02)',
    );
    const statuses = new Set<string>();
    hear(child, (line) => statuses.add((line as { status: string }).status));
    const refusal =
      'not connected: refused by the hub: The token is not the right one. Give the token that the hub printed when it started.';
    await until(() => statuses.has(refusal), 'the refusal');
    await first.close();
    open.push(await startHub({ port: first.port, web: 0, token: 'mine' }));
    await until(() => statuses.has('connected as guest'), 'the connection');
  }, 30_000);

  test('answers signs of life, and survives a fault in the program that listens', async () => {
    const hub = await hubOf((message, socket) => {
      if (message.kind === 'hello') socket.write(prefixLength(encodePing(12.5)));
    });
    start(
      hub.port,
      'client = Client(name="alive")',
      'def fail(kind, body): raise RuntimeError("a fault")',
      'client.on_message = fail',
      'client.connect("127.0.0.1", int(sys.argv[1]))',
      'time.sleep(60)',
    );
    await until(() => hub.inbox.some(({ kind }) => kind === 'pong'), 'the answer');
    const pong = hub.inbox.find((message) => message.kind === 'pong');
    expect(pong).toMatchObject({ kind: 'pong', clock: 12.5 });
    expect(hub.sockets).toHaveLength(1);
  }, 30_000);

  test('the subjects of others: a full frame sets what it does not have to defaults; another revision is void', () => {
    const [told] = run(
      'remote = RemoteSubjects()',
      'other = Subject(dict(transform("prop", "maya"), source=3, subject=5))',
      'remote.handle("describe", other.body)',
      'def frame(full):',
      '  return encode_frame(0, 0.0, [(other, full)], None, 3)[4:]',
      'other.set_node(0, translation=(1, 2, 3), scale=(2, 2, 2)); other.set_curve("visible", 1)',
      'event, touched, header = remote.handle("frame", frame(False))',
      'first = [event, touched[0].translations[0], touched[0].scales[0], touched[0].curves, header["source"]]',
      'other = Subject(other.body)',
      'subject = remote.handle("frame", frame(True))[1][0]',
      'second = [subject.translations[0], subject.scales[0], subject.curves, subject.needs_full]',
      'other = Subject(dict(other.body, revision=2)); third = len(remote.handle("frame", frame(True))[1])',
      'gone = remote.handle("welcome", {})',
      'tell(first=first, second=second, third=third, gone=[gone[0], len(gone[1])], left=len(remote.subjects))',
    );
    expect(told).toEqual({
      first: ['frame', [1, 2, 3], [2, 2, 2], [1], 3],
      second: [[0, 0, 0], [1, 1, 1], [0], true],
      third: 0,
      gone: ['dropped', 1],
      left: 0,
    });
  });

  test('a reader of the file cache keeps what it has where files are torn, missing, old or of a former session', () => {
    const cache = join(folder, 'reader');
    const told = run(
      `folder = ${JSON.stringify(cache)}`,
      'def path(name): return os.path.join(folder, name)',
      'def write(name, text): open(path(name), "w", encoding="utf-8").write(text)',
      'reader = FileCacheReader(folder)',
      'tell(missing=reader.poll() is None)',
      'cache = FileCache(folder); prop = cache.add(transform("prop é"))',
      'prop.set_node(0, translation=(1, 2, 3)); cache.send(1.0, 24)',
      'first = reader.poll(); old = open(path("frame.json"), encoding="utf-8").read()',
      'tell(name=first["subjects"][0]["name"], t=first["subjects"][0]["nodes"][0]["t"], space=first["subjects"][0]["description"]["space"])',
      'tell(again=reader.poll() is None)',
      'write("frame.json", old[:-10]); tell(torn=reader.poll() is None)',
      'write("frame.json", "[1]"); tell(other=reader.poll() is None)',
      'cache.send(2.0, 48); tell(next=reader.poll()["time"]["frame"])',
      'write("frame.json", old); tell(older=reader.poll() is None)',
      'fresh = FileCache(folder); fresh.add(transform("b")); fresh.send(0.0, 0)',
      'tell(session=reader.poll()["subjects"][0]["name"])',
      'cache._description_is_due = True; cache.send(3.0, 72); tell(former=reader.poll() is None)',
      'fresh._description_is_due = True; fresh.describe_again(fresh.subjects[0], description("b", "transform", "maya", [("b", -1), ("c", 0)], []))',
      'description_before = open(path("description.json"), encoding="utf-8").read()',
      'fresh.send(1.0, 24); write("description.json", description_before); tell(undescribed=reader.poll() is None)',
      'fresh._description_is_due = True; fresh.send(1.0, 25); tell(nodes=len(reader.poll()["subjects"][0]["description"]["nodes"]))',
    );
    expect(Object.assign({}, ...told)).toEqual({
      missing: true,
      name: 'prop é',
      t: [1, 2, 3],
      space: 'maya',
      again: true,
      torn: true,
      other: true,
      next: 48,
      older: true,
      session: 'b',
      former: true,
      undescribed: true,
      nodes: 2,
    });
  });

  test('a writer whose files are locked or whose folder is gone goes on, and leaves nothing behind', () => {
    const cache = join(folder, 'writer');
    mkdirSync(cache);
    writeFileSync(join(cache, 'frame.json.1234.tmp'), 'left by a crash');
    writeFileSync(join(cache, 'notes.tmp'), 'of somebody else');
    const [told] = run(
      'import shutil',
      `folder = ${JSON.stringify(cache)}`,
      'cache = FileCache(folder); prop = cache.add(transform("prop"))',
      'replace, results = os.replace, []',
      // What Windows says while a reader has the file open.
      'def locked(a, b): raise PermissionError(13, "Access is denied")',
      'os.replace = locked; results.append(cache.send(0.0, 1)); denied = cache.status; files = sorted(os.listdir(folder))',
      'os.replace = replace; results.append(cache.send(0.0, 2)); ',
      'shutil.rmtree(folder); prop.set_curve("visible", 1); results.append(cache.send(0.0, 3))',
      'shutil.rmtree(folder); open(folder, "w").close(); results.append(cache.send(0.0, 4)); os.remove(folder)',
      'results.append(cache.send(0.0, 5))',
      'tell(results=results, denied=denied, files=files)',
    );
    expect(told).toEqual({
      results: [false, true, true, false, true],
      denied: expect.stringContaining('Access is denied'),
      files: ['notes.tmp'],
    });
    expect(readdirSync(cache)).toEqual(expect.arrayContaining(['frame.json']));
    expect(readdirSync(cache).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const frame = parseCacheFrame(readFileSync(join(cache, 'frame.json'), 'utf8'));
    expect(frame.time?.frame).toBe(5);
    expect(frame.subjects[0]?.curves).toEqual({ visible: 1 });
  });
});
