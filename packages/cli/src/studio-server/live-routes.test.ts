import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LiveClient, readTake } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addLiveRoutes } from './live-routes.ts';
import { buildStudioServer, listenLocally } from './server.ts';
import { type StudioHub, startStudioHub } from './studio-hub.ts';
import type { TakeShelfState } from './take-shelf.ts';

let folder: string;
let server: FastifyInstance;
let hub: StudioHub;
let url: string;
const clients: LiveClient[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rigline shelf 项目 '));
  writeFileSync(join(folder, 'index.html'), '');
  server = await buildStudioServer({ root: folder, scene: join(folder, 'none.ma') });
  hub = await startStudioHub({ server: server.server, port: 0, takes: join(folder, 'takes') });
  addLiveRoutes(server, hub);
  url = await listenLocally(server, 0);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await hub.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(path: string, method = 'GET', body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/takes${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const state = (await response.json()) as TakeShelfState & { readonly error?: string };
  return { status: response.status, state };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come to hold within 30 seconds');
    await new Promise((done) => setTimeout(done, 10));
  }
}

function connect(role: 'sender' | 'receiver'): LiveClient {
  const client = new LiveClient({ connect: connectTcp({ port: hub.port }), hello: { role, name: role } });
  clients.push(client);
  return client;
}

/** A prop that moves on every tick. */
async function sendProp(): Promise<{ stop(): void }> {
  const sender = connect('sender');
  const nodes = [{ name: 'prop', parent: -1 }];
  const own = sender.add({ name: 'prop', role: 'transform', space: 'maya', nodes, curves: [] });
  await until(() => sender.welcome !== undefined);
  let frame = 0;
  const timer = setInterval(() => {
    own.state.setTranslation(0, ++frame, 0, 0);
    sender.send({ seconds: frame / 24, frame, frameRate: [24, 1] });
  }, 10);
  return { stop: () => clearInterval(timer) };
}

describe('the shelf of takes', () => {
  test('records what is live, lists it, gives it out, plays it again and deletes it', async () => {
    const moving = await sendProp();
    expect((await call('/record', 'POST', { name: 'first 取' })).state.recording?.name).toBe('first 取.take');
    await until(async () => ((await call('')).state.recording?.records ?? 0) > 20);
    moving.stop();
    const { state } = await call('/stop', 'POST', {});
    expect(state.recording).toBeUndefined();
    expect(state.takes.map(({ name }) => name)).toEqual(['first 取.take']);
    for (const client of clients.splice(0)) client.close();

    const bytes = new Uint8Array(
      await (await fetch(`${url}/api/takes/${encodeURIComponent('first 取.take')}`)).arrayBuffer(),
    );
    const { scene, problems } = readTake(bytes, { file: 'first.take' });
    expect(problems).toEqual([]);
    expect(scene.find('prop')).toBeDefined();

    expect((await call('/play', 'POST', { name: 'first 取.take' })).state.playing).toBe('first 取.take');
    const receiver = connect('receiver');
    await until(() => [...receiver.subjects].some(({ description, newest }) => description.name === 'prop' && newest));
    expect((await call('/stop-playing', 'POST', {})).state.playing).toBeUndefined();
    await until(() => [...receiver.subjects].length === 0);

    expect((await call(`/${encodeURIComponent('first 取.take')}`, 'DELETE')).state.takes).toEqual([]);
  });

  test('a name that is taken gets a number, and an empty one is made up', async () => {
    for (const name of ['a', 'a', '']) {
      await call('/record', 'POST', { name });
      await call('/stop', 'POST', {});
    }
    const names = (await call('')).state.takes.map(({ name }) => name).sort();
    expect(names.slice(0, 2)).toEqual(['a 2.take', 'a.take']);
    expect(names[2]).toMatch(/^take \d{4}-\d\d-\d\d/);
  });

  test('names lead nowhere else', async () => {
    writeFileSync(join(folder, 'secret.take'), 'x');
    for (const name of ['../secret', '..\\secret', 'a/b', '.hidden', 'x'.repeat(300), 'con:']) {
      expect((await call('/record', 'POST', { name })).status).toBe(409);
    }
    for (const name of ['../secret.take', '..%2fsecret.take', '%2e%2e%2fsecret.take', 'nothing.take']) {
      expect((await fetch(`${url}/api/takes/${name}`)).status).toBe(404);
      expect((await fetch(`${url}/api/takes/${name}`, { method: 'DELETE' })).status).toBe(404);
    }
    expect((await call('/play', 'POST', { name: '../secret.take' })).status).toBe(404);
    expect(existsSync(join(folder, 'secret.take'))).toBe(true);
  });

  test('a page from elsewhere changes nothing', async () => {
    for (const path of ['/record', '/stop', '/play']) {
      expect((await call(path, 'POST', { name: 'a' }, { origin: 'http://evil.example' })).status).toBe(403);
    }
    expect((await call('/a.take', 'DELETE', undefined, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await call('/record', 'POST', { name: 'a' }, { origin: url })).status).toBe(200);
  });

  test('a recording that runs is not begun twice', async () => {
    await call('/record', 'POST', { name: 'a' });
    expect((await call('/record', 'POST', { name: 'b' })).status).toBe(409);
  });
});

describe('the hub of the studio', () => {
  test('tells the page where it is', async () => {
    const info = (await (await fetch(`${url}/api/live`)).json()) as { readonly path: string; readonly port: number };
    expect(info).toMatchObject({ path: '/live', port: hub.port });
  });

  test('takes another port where its own is taken, and says so', async () => {
    const blocker: Server = createServer();
    await new Promise<void>((done) => blocker.listen(0, '127.0.0.1', done));
    const { port } = blocker.address() as { readonly port: number };
    const second = await startStudioHub({ server: server.server, port, takes: join(folder, 'takes') });
    expect(second.port).not.toBe(port);
    expect(second.problem).toContain(String(port));
    await second.close();
    await new Promise((done) => blocker.close(done));
  });
});
