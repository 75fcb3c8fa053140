/** What happens to a take when processes are killed. Everything here runs in processes of its own, as users have it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeTake, LiveClient } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import { decodeFrame, decodeMessage } from '@rigline/protocol';
import { afterAll, afterEach, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../bin/rigline.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rigline faults 项目 '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const running: Process[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.end('SIGKILL');
});

class Process {
  readonly #child: ChildProcess;
  text = '';

  constructor(...args: string[]) {
    this.#child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.text += chunk.toString();
      });
    }
    running.push(this);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((done) => this.#child.once('close', done));
    this.#child.kill(signal);
    await ended;
  }
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${what}: not within 30 seconds`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

async function startHub(port: number): Promise<{ readonly hub: Process; readonly port: number }> {
  const hub = new Process('hub', '--port', String(port), '--web-port', '0', '--json');
  await until(() => hub.text.includes('\n'), 'the hub listens');
  return { hub, port: (JSON.parse(hub.text.slice(0, hub.text.indexOf('\n'))) as { readonly port: number }).port };
}

/** Numbers of the frames in a take, in their order. */
function framesOf(take: string): number[] {
  return decodeTake(readFileSync(take)).records.flatMap(({ message }) => {
    const found = decodeMessage(new Uint8Array(message));
    if (found.kind !== 'frame') return [];
    const { time } = decodeFrame(found.bytes, { open: () => undefined });
    return time ? [time.frame] : [];
  });
}

test('a hub that is killed in the middle of a take costs what was sent meanwhile, and nothing that was recorded', async () => {
  const take = join(folder, 'one.take');
  const { hub, port } = await startHub(0);
  const recorder = new Process('record', take, '--port', String(port));
  await until(() => recorder.text.includes('recording as'), 'the recorder');
  const sender = new LiveClient({ connect: connectTcp({ port }), hello: { role: 'sender', name: 'sender' } });
  const nodes = [{ name: 'prop', parent: -1 }];
  const own = sender.add({ name: 'prop', role: 'transform', space: 'maya', nodes, curves: [] });
  let frame = 0;
  const timer = setInterval(() => {
    own.state.setTranslation(0, ++frame, 0, 0);
    sender.send({ seconds: frame / 24, frame, frameRate: [24, 1] });
  }, 10);
  try {
    await until(() => framesOf(take).length > 20, 'frames are recorded');
    await hub.end('SIGKILL');
    const before = framesOf(take);
    const again = await startHub(port);
    const backAt = frame;
    await until(() => framesOf(take).some((one) => one > backAt + 20), 'the recording goes on');
    await recorder.end('SIGTERM');
    const after = framesOf(take);
    // What was in the file is in it still, in its order, and what came later follows.
    expect(after.slice(0, before.length)).toEqual(before);
    expect([...after].sort((a, b) => a - b)).toEqual(after);
    expect(recorder.text).toContain('messages');
    await again.hub.end('SIGTERM');
  } finally {
    clearInterval(timer);
    sender.close();
  }
});

test('a recorder that is killed leaves a take that opens, and goes on with it', async () => {
  const take = join(folder, 'two.take');
  const { port } = await startHub(0);
  const sender = new LiveClient({ connect: connectTcp({ port }), hello: { role: 'sender', name: 'sender' } });
  const nodes = [{ name: 'prop', parent: -1 }];
  const own = sender.add({ name: 'prop', role: 'transform', space: 'maya', nodes, curves: [] });
  let frame = 0;
  const timer = setInterval(() => {
    own.state.setTranslation(0, ++frame, 0, 0);
    sender.send({ seconds: frame / 24, frame, frameRate: [24, 1] });
  }, 5);
  try {
    const first = new Process('record', take, '--port', String(port));
    await until(() => first.text.includes('recording as') && framesOf(take).length > 20, 'frames are recorded');
    await first.end('SIGKILL');
    const before = framesOf(take);
    const second = new Process('record', take, '--port', String(port));
    await until(() => second.text.includes('recording as') && framesOf(take).length > before.length + 20, 'it goes on');
    await second.end('SIGTERM');
    expect(framesOf(take).slice(0, before.length)).toEqual(before);
    const info = new Process('info', take, '--json');
    await until(() => info.text.includes('\n'), 'the take opens');
    expect(JSON.parse(info.text)).toMatchObject({ schema: 'rigline.info/1', frameRate: 24 });
  } finally {
    clearInterval(timer);
    sender.close();
  }
});
