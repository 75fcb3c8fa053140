import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LiveClient, type RemoteSubject } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import { evaluate, Graph, NODE_TYPES } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import { type RunningHub, startHub } from '@rigline/hub';
import { CAMERA_CURVES } from '@rigline/protocol';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXIT, main } from './index.ts';
import { ShotSubjects } from './live/shot-subjects.ts';

const folder = mkdtempSync(join(tmpdir(), 'rigline live α '));
afterAll(() => rmSync(folder, { recursive: true }));
const demo = fileURLToPath(new URL('../../../examples/handoff/handoff.ma', import.meta.url));

let hub: RunningHub;
const clients: LiveClient[] = [];

beforeEach(async () => {
  hub = await startHub({ port: 0, web: 0 });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await hub.close();
});

function connect(
  role: 'sender' | 'receiver',
  events: ConstructorParameters<typeof LiveClient>[0]['events'] = {},
): LiveClient {
  const client = new LiveClient({ connect: connectTcp({ port: hub.port }), hello: { role, name: role }, events });
  clients.push(client);
  return client;
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error('it did not come to hold within 30 seconds');
    await new Promise((done) => setTimeout(done, 5));
  }
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  const code = await main(['node', 'rigline', ...args, '--port', String(hub.port)], {
    out: (text) => {
      texts.out += text;
    },
    err: (text) => {
      texts.err += text;
    },
    isInteractive: false,
  });
  return { code, ...texts };
}

const named = (client: LiveClient, name: string): RemoteSubject | undefined =>
  [...client.subjects].find(({ description }) => description.name === name);

describe('a shot as live subjects', () => {
  test('gives the camera of the demo shot as it is evaluated', async () => {
    const { scene } = readMa(readFileSync(demo), { file: demo });
    const graph = new Graph(scene, NODE_TYPES);
    const receiver = connect('receiver');
    const sender = connect('sender');
    const subjects = new ShotSubjects(sender, graph);
    await until(() => sender.welcome !== undefined && receiver.welcome !== undefined);
    for (const frame of [1, 30.5, 72]) {
      graph.setFrame(frame);
      subjects.update();
      sender.send({ seconds: frame / 24, frame, frameRate: [24, 1] });
      await until(() => named(receiver, 'shotCam')?.newest?.time?.frame === frame);
      const pose = evaluate(scene, { seconds: frame / 24 });
      const world = pose.localToWorld('shotCamShape');
      const seen = named(receiver, 'shotCam') as RemoteSubject;
      [12, 13, 14].forEach((at, i) => {
        expect(seen.state.translations[i]).toBeCloseTo(world[at] as number, 9);
      });
      const focal = seen.state.curves[CAMERA_CURVES.indexOf('focalLengthMm')];
      // float32 in the frame.
      expect(focal).toBe(Math.fround(pose.value('shotCamShape.focalLength') as number));
    }
    expect([...receiver.subjects].map(({ description }) => description.role)).toContain('skeleton');
  });
});

describe('record and play', () => {
  test('a take gives a receiver what was sent when it was recorded', async () => {
    const take = join(folder, 'one.take');
    const sender = connect('sender');
    const own = sender.add({
      name: 'prop',
      role: 'transform',
      space: 'maya',
      nodes: [{ name: 'prop', parent: -1 }],
      curves: [],
    });
    await until(() => sender.welcome !== undefined);
    const recording = run('record', take, '--seconds', '1');
    let sent = 0;
    const timer = setInterval(() => {
      own.state.setTranslation(0, ++sent, 0, 0);
      sender.send({ seconds: sent / 24, frame: sent, frameRate: [24, 1] });
    }, 20);
    const recorded = await recording;
    clearInterval(timer);
    expect(recorded).toMatchObject({ code: EXIT.ok, out: expect.stringContaining(' messages, ') });
    sender.close();
    const values: number[] = [];
    const receiver = connect('receiver', {
      frame: (_, subjects) => {
        for (const { state } of subjects) values.push(state.translations[0] as number);
      },
    });
    await until(() => receiver.welcome !== undefined);
    const played = await run('play', take, '--rate', '4');
    expect(played).toMatchObject({ code: EXIT.ok, err: '' });
    await until(() => values.length > 10);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(values.at(-1)).toBeLessThanOrEqual(sent);
  }, 20_000);

  test('says so when a file is no take', async () => {
    const notes = join(folder, 'notes.txt');
    writeFileSync(notes, 'my notes');
    const played = await run('play', notes);
    expect(played.code).not.toBe(EXIT.ok);
    expect(played.err).toContain('CLI_NO_TAKE_FILE');
    const recorded = await run('record', notes, '--seconds', '0.1');
    expect(recorded.err).toContain('CLI_CANNOT_RECORD');
    expect(readFileSync(notes, 'utf8')).toBe('my notes');
  });
});
