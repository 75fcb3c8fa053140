/** The C++ client, compiled here: against the shared vectors, against the real hub, and against nonsense. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { LiveClient, type RemoteSubject } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import { type RunningHub, startHub } from '@rigline/hub';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const COMPILER_HINT = 'install it with "sudo apt-get install -y g++"';
const FLAGS = ['-std=c++17', '-O1', '-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror'];
const VECTORS = fileURLToPath(new URL('../../../fixtures/protocol', import.meta.url));
const source = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

function hasCompiler(): boolean {
  try {
    execFileSync('g++', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const compiler = hasCompiler();

test.runIf(process.env.CI === 'true')('a C++ compiler is installed where CI runs', () => {
  expect(compiler, `no g++ found: ${COMPILER_HINT}`).toBe(true);
});

/** Something the peer has told. */
interface Told {
  readonly kind: 'welcome' | 'described' | 'dropped' | 'frame';
  readonly session?: string;
  readonly name?: string;
  readonly frame?: number;
  readonly translations?: readonly number[];
  readonly rotations?: readonly number[];
  readonly curves?: readonly number[];
}

describe.skipIf(!compiler)(`the C++ client (needs a compiler: ${COMPILER_HINT})`, () => {
  let folder: string;
  const open: { close(): unknown }[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rigline cpp '));
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function compile(name: string, ...flags: string[]): string {
    const program = join(folder, name.replace('.cpp', ''));
    execFileSync('g++', [...FLAGS, ...flags, source(name), '-o', program], { timeout: 300_000 });
    return program;
  }

  test('writes and reads the vectors of the protocol, byte for byte, and nothing beyond a cut', () => {
    const program = compile('vectors.cpp', '-fsanitize=address,undefined', '-fno-sanitize-recover=all');
    const told = execFileSync(program, [VECTORS], { encoding: 'utf8', timeout: 60_000 });
    expect(told).toMatch(/^\d+ frames, \d+ messages, 0 failures\n$/);
  }, 400_000);

  test('survives what no hub would send', () => {
    const program = compile('fuzz.cpp', '-fsanitize=address,undefined', '-fno-sanitize-recover=all');
    const told = execFileSync(program, [VECTORS, '20000'], { encoding: 'utf8', timeout: 120_000 });
    const [, survived, refused] = /^(\d+) survived, (\d+) refused/.exec(told) ?? [];
    expect(Number(survived) + Number(refused)).toBe(20_000);
    expect(Number(survived)).toBeGreaterThan(100);
  }, 400_000);

  test('needs neither exceptions nor run-time types, and the sockets can be left out', () => {
    const program = join(folder, 'bare.cpp');
    const header = source('../rigline_live.hpp');
    const lines = [
      '#define RIGLINE_NO_SOCKETS',
      `#include ${JSON.stringify(header)}`,
      'int main() { rigline::ClientOptions options; rigline::Client client(options); return client.isWelcome() ? 1 : 0; }',
    ];
    writeFileSync(program, lines.join('\n'));
    execFileSync('g++', [...FLAGS, '-fno-exceptions', '-fno-rtti', program, '-o', join(folder, 'bare')]);
    execFileSync(join(folder, 'bare'));
  }, 200_000);

  describe('at a real hub', () => {
    let program: string;
    let hub: RunningHub;
    const told: Told[] = [];
    let peer: ChildProcessWithoutNullStreams;

    beforeAll(() => {
      program = compile('peer.cpp');
    }, 300_000);

    const start = async (port = 0): Promise<void> => {
      hub = await startHub({ port, web: 0 });
    };

    function startPeer(...args: string[]): void {
      told.length = 0;
      peer = spawn(program, [String(hub.port), ...args]);
      createInterface({ input: peer.stdout }).on('line', (line) => told.push(JSON.parse(line) as Told));
      open.push({ close: () => stopPeer() });
    }

    /** Lets the peer end by itself, and say goodbye. */
    async function stopPeer(): Promise<void> {
      if (peer.exitCode !== null || peer.signalCode !== null) return;
      const ended = new Promise((done) => peer.once('close', done));
      peer.stdin.end();
      await ended;
    }

    async function until(holds: () => boolean, what: string): Promise<void> {
      const end = Date.now() + 30_000;
      while (!holds()) {
        if (Date.now() > end) throw new Error(`${what}: not within 30 seconds`);
        await new Promise((done) => setTimeout(done, 5));
      }
    }

    function connect(role: 'sender' | 'receiver', space?: string): LiveClient {
      const hello = { role, name: 'ts', ...(space ? { space } : {}) };
      const client = new LiveClient({ connect: connectTcp({ port: hub.port }), hello });
      open.push({ close: () => client.close() });
      return client;
    }

    const camera = (client: LiveClient): RemoteSubject | undefined =>
      [...client.subjects].find(({ description }) => description.name === 'shotcam');

    test('what it sends is received in another space, and is gone with its goodbye', async () => {
      await start();
      open.push({ close: () => hub.close() });
      const receiver = connect('receiver', 'unreal');
      startPeer('send');
      await until(() => (camera(receiver)?.newest?.time?.frame ?? 0) > 10, 'frames come');
      const { state, newest, description } = camera(receiver) as RemoteSubject;
      // Maya's Y is up; its Z is Unreal's Y.
      expect([...state.translations]).toEqual([newest?.time?.frame, 300, 200]);
      expect(state.curves[description.curves.indexOf('focalLengthMm')]).toBe(35);
      await stopPeer();
      await until(() => camera(receiver) === undefined, 'the goodbye');
    });

    test('it receives what others send, in the space that it asks for', async () => {
      await start();
      open.push({ close: () => hub.close() });
      startPeer('receive', 'unreal');
      const sender = connect('sender');
      const nodes = [{ name: 'prop é', parent: -1 }];
      const own = sender.add({ name: 'prop é', role: 'transform', space: 'maya', nodes, curves: ['visible'] });
      own.state.setTranslation(0, 1.5, 2.5, 3.5);
      own.state.setCurve(0, 0.25);
      sender.send({ seconds: 2, frame: 48, frameRate: [24, 1] });
      await until(() => told.some(({ kind }) => kind === 'frame'), 'a frame');
      expect(told.find(({ kind }) => kind === 'frame')).toMatchObject({
        name: 'prop é',
        frame: 48,
        translations: [1.5, 3.5, 2.5],
        curves: [0.25],
      });
      sender.remove(own);
      await until(() => told.some(({ kind }) => kind === 'dropped'), 'the drop');
    });

    test('a hub that is started anew gets everything again', async () => {
      await start();
      const { port } = hub;
      startPeer('send');
      await until(() => told.some(({ kind }) => kind === 'welcome'), 'the welcome');
      await hub.close();
      await new Promise((done) => setTimeout(done, 300));
      await start(port);
      open.push({ close: () => hub.close() });
      await until(() => told.filter(({ kind }) => kind === 'welcome').length === 2, 'the second welcome');
      expect(new Set(told.filter(({ kind }) => kind === 'welcome').map(({ session }) => session)).size).toBe(2);
      const receiver = connect('receiver');
      await until(() => camera(receiver)?.newest?.time !== undefined, 'the camera');
      expect(camera(receiver)?.state.translations[1]).toBe(200);
    });
  });
});
