import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LiveClient, type RemoteSubject } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

const PYTHON_HINT = 'install it with "sudo apt-get install -y python3"';
const COMMAND = fileURLToPath(new URL('../bin/rigline.js', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../../connectors/python', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'rigline hub cache '));
afterAll(() => rmSync(root, { recursive: true, force: true }));

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

const running: ChildProcess[] = [];
const clients: LiveClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const child of running.splice(0)) {
    await kill(child);
  }
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('close', done));
  child.kill('SIGKILL');
  await ended;
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${what}: not within 30 seconds`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** A hub of its own process; its port. */
async function startHub(...args: string[]): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [COMMAND, 'hub', '--port', '0', '--web-port', '0', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await until(() => text.includes('\n'), 'the hub listens');
  return { port: (JSON.parse(text.slice(0, text.indexOf('\n'))) as { port: number }).port, child };
}

function startPython(...lines: string[]): ChildProcess {
  const preamble = `import sys, time, json\nsys.path.insert(0, ${JSON.stringify(CLIENT)})\nsys.dont_write_bytecode = True\nfrom rigline_live import *\nfrom rigline_live import FileCache, FileCacheReader, camera, transform\n`;
  const child = spawn('python3', ['-c', preamble + lines.join('\n')], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  return child;
}

function receive(port: number, space: string): LiveClient {
  const client = new LiveClient({ connect: connectTcp({ port }), hello: { role: 'receiver', name: 'test', space } });
  clients.push(client);
  return client;
}

const named = (client: LiveClient, name: string): RemoteSubject | undefined =>
  [...client.subjects].find(({ description }) => description.name === name);

describe.skipIf(!python)(`folders as senders and receivers of a hub (needs Python: ${PYTHON_HINT})`, () => {
  test('what Python writes into a folder reaches a receiver over TCP in its own space', async () => {
    const folder = join(root, '项目 α');
    const { port } = await startHub('--cache-in', root);
    const child = startPython(
      `cache = FileCache(${JSON.stringify(folder)}, space="maya")`,
      'cam = cache.add(camera("shotcam"))',
      'for n in range(100000):',
      '    cam.set_node(0, translation=(100.0, 200.0, 300.0 + n))',
      '    cam.set_curve("focalLengthMm", 35.0 + n)',
      '    cache.send(n / 24.0, n)',
      '    time.sleep(0.01)',
    );
    const client = receive(port, 'unreal');
    await until(() => (named(client, 'shotcam')?.newest?.time?.frame ?? 0) > 5, 'frames come');
    const seen = named(client, 'shotcam') as RemoteSubject;
    const frame = seen.newest?.time?.frame as number;
    // Maya's Y is up and its Z is Unreal's Y (Autodesk's Live Link for Maya).
    expect([...seen.state.translations]).toEqual([100, 300 + frame, 200]);
    expect(seen.state.curves[seen.description.curves.indexOf('focalLengthMm')]).toBe(35 + frame);
    // The writer is killed: its files stay, and so does the subject, until they are taken away.
    await kill(child);
    rmSync(folder, { recursive: true });
    await until(() => named(client, 'shotcam') === undefined, 'the subject is dropped');
  });

  test('what comes over TCP is written for Python to read, in the space asked for', async () => {
    const folder = join(root, 'out 输出');
    const { port, child } = await startHub('--cache-out', folder, '--cache-space', 'unreal');
    const sender = new LiveClient({ connect: connectTcp({ port }), hello: { role: 'sender', name: 'a' } });
    clients.push(sender);
    const own = sender.add({
      name: 'prop é',
      role: 'transform',
      space: 'maya',
      nodes: [{ name: 'prop é', parent: -1 }],
      curves: [],
    });
    await until(() => sender.welcome !== undefined, 'the sender is welcome');
    own.state.setTranslation(0, 1, 2, 3);
    sender.send({ seconds: 1, frame: 24, frameRate: [24, 1] });
    const found = `
reader = FileCacheReader(${JSON.stringify(folder)})
end = time.time() + 30
while time.time() < end:
    frame = reader.poll()
    if frame and frame["subjects"] and frame.get("time"):
        print(json.dumps([frame["subjects"][0]["name"], frame["subjects"][0]["nodes"][0]["t"], frame["time"]["frame"]]))
        break
    time.sleep(0.01)
`;
    const reading = startPython(found);
    let text = '';
    reading.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await until(() => text.includes('\n'), 'Python reads');
    expect(JSON.parse(text)).toEqual(['prop é', [1, 3, 2], 24]);
    const ended = new Promise((done) => child.once('close', done));
    child.kill('SIGTERM');
    await ended;
    // A clean end takes its files away.
    expect(existsSync(join(folder, 'frame.json'))).toBe(false);
  });
});
