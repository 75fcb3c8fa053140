import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeTakeRecord, LiveClient, readTake, TAKE_MAGIC } from '@rigline/client';
import { type EvalFrame, Graph, NODE_TYPES, SceneSampler } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import { decodeMessage, encodeJson } from '@rigline/protocol';
import type { Scene } from '@rigline/scene';
import { afterAll, describe, expect, test } from 'vitest';
import { EXIT, main } from './index.ts';
import { ShotSubjects } from './live/shot-subjects.ts';

const folder = mkdtempSync(join(tmpdir(), 'rigline take scene '));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const open = (name: string): Scene => readMa(readFileSync(path(name)), { file: name }).scene;

/** A take of what a client sends, as the hub would hand it to a recorder; no time passes. */
class Recording {
  readonly client: LiveClient;
  #seconds = 0;
  readonly #parts: Uint8Array[] = [TAKE_MAGIC];

  constructor() {
    this.client = new LiveClient({
      hello: { role: 'sender', name: 'shot' },
      connect: ({ opened, received }) => {
        queueMicrotask(() => {
          opened();
          received(encodeJson('welcome', WELCOME));
        });
        return { send: (message) => this.#take(message), close: () => undefined };
      },
    });
  }

  #take(message: Uint8Array): void {
    const { kind } = decodeMessage(message);
    if (kind !== 'describe' && kind !== 'frame' && kind !== 'drop') return;
    this.#seconds += 0.01;
    this.#parts.push(encodeTakeRecord({ seconds: this.#seconds, message: new Uint8Array(message) }));
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

const WELCOME = {
  protocol: 1,
  peer: 1,
  session: 'a',
  name: 'shot',
  hub: 'test',
  clock: 0,
  limits: { messageBytes: 1 << 24, subjects: 4096, nodes: 4096, curves: 4096 },
};

async function recordShot(scene: Scene, frames: readonly number[]): Promise<Uint8Array> {
  const recording = new Recording();
  await new Promise((done) => setTimeout(done, 0));
  const graph = new Graph(scene, NODE_TYPES);
  const subjects = new ShotSubjects(recording.client, graph);
  const rate = Math.round(scene.settings.frameRate * 1000);
  for (const frame of frames) {
    graph.setFrame(frame);
    subjects.update();
    recording.client.send({ seconds: frame / scene.settings.frameRate, frame, frameRate: [rate, 1000] });
  }
  recording.client.close();
  return recording.bytes();
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

function byName<Entry extends { readonly path: string }>(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.path.split('|').pop() ?? '', entry]));
}

function expectWorld(made: EvalFrame, source: EvalFrame, name: string): void {
  const [a, b] = [byName(made.nodes).get(name), byName(source.nodes).get(name)];
  if (!a || !b) throw new Error(`${name} is not there`);
  a.world.forEach((value, i) => {
    // Rotations are float32 in frames, of which those of parents add up.
    const room = i >= 12 ? 2e-5 * Math.max(1, Math.abs(b.world[i] as number)) : 2e-6;
    expect(Math.abs(value - (b.world[i] as number))).toBeLessThan(room);
  });
}

describe('a take of the demo shot', () => {
  test('opens as a shot whose cameras and props are where they were, at every frame', async () => {
    const scene = open('examples/handoff/handoff.ma');
    const frames = range(1, 48);
    const { scene: taken, problems } = readTake(await recordShot(scene, frames), { file: 'a.take' });
    expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(taken.settings.range).toEqual([1, 48]);
    expect(taken.settings.frameRate).toBe(24);
    const [source, made] = [scene, taken].map((one) => new SceneSampler(new Graph(one, NODE_TYPES))) as [
      SceneSampler,
      SceneSampler,
    ];
    const isShown = new Set(
      scene.dagPaths.filter(({ node }) => node.isA('mesh')).map(({ parent }) => parent?.node.name),
    );
    const props = taken.nodes.map(({ name }) => name).filter((name) => isShown.has(name));
    expect(props.length).toBeGreaterThan(20);
    for (const frame of frames) {
      const [a, b] = [made.sample(frame), source.sample(frame)];
      expectWorld(a, b, 'shotCam');
      for (const name of props) expectWorld(a, b, name);
      const [lens, wanted] = [byName(a.cameras).get('shotCamShape'), byName(b.cameras).get('shotCamShape')];
      for (const channel of [
        'focalLengthMm',
        'horizontalApertureMm',
        'verticalApertureMm',
        'near',
        'far',
        'fStop',
        'focusDistance',
        'horizontalFovDeg',
      ] as const) {
        // Curves are float32 in frames.
        expect(lens?.[channel]).toBeCloseTo(wanted?.[channel] as number, 2);
        expect(Math.abs((lens?.[channel] ?? 0) / (wanted?.[channel] ?? 1) - 1)).toBeLessThan(1e-6);
      }
    }
  });
});

/** Three joints, two of them animated. */
const ARM = `//Maya ASCII 2024 scene
createNode joint -n "arm";
	setAttr ".jo" -type "double3" 10 20 30 ;
createNode joint -n "elbow" -p "arm";
	setAttr ".t" -type "double3" 30 0 0 ;
	setAttr ".ro" 3;
createNode joint -n "wrist" -p "elbow";
	setAttr ".t" -type "double3" 25 1 2 ;
createNode animCurveTA -n "bend";
	setAttr -s 2 ".ktv[0:1]" 1 0 24 400;
createNode animCurveTL -n "slide";
	setAttr -s 2 ".ktv[0:1]" 1 0 24 50;
createNode animCurveTA -n "twist";
	setAttr -s 2 ".ktv[0:1]" 1 -90 24 90;
connectAttr "bend.o" "elbow.rz";
connectAttr "twist.o" "elbow.ry";
connectAttr "slide.o" "arm.ty";
`;

describe('a take of a rig', () => {
  test('has the joints of the skeleton under each other, where they were', async () => {
    const { scene } = readMa(ARM, { file: 'arm.ma' });
    const frames = range(1, 24);
    const { scene: taken } = readTake(await recordShot(scene, frames), { file: 'a.take' });
    const joints = taken.dagPaths.filter(({ node }) => node.isA('joint'));
    expect(joints.map(({ path: at }) => at)).toEqual(['|arm', '|arm|elbow', '|arm|elbow|wrist']);
    const [source, made] = [scene, taken].map((one) => new SceneSampler(new Graph(one, NODE_TYPES))) as [
      SceneSampler,
      SceneSampler,
    ];
    for (const frame of frames) {
      for (const { node } of joints) expectWorld(made.sample(frame), source.sample(frame), node.name);
    }
  });

  test('has the channels of a face', async () => {
    const scene = open('fixtures/ma/hand_blend_shape.ma');
    const frames = range(1, 24);
    const { scene: taken } = readTake(await recordShot(scene, frames), { file: 'a.take' });
    const [source, made] = [scene, taken].map((one) => new SceneSampler(new Graph(one, NODE_TYPES))) as [
      SceneSampler,
      SceneSampler,
    ];
    for (const frame of frames) {
      const wanted = source.sample(frame).morphs.filter(({ channel }) => !channel.startsWith('weight['));
      const got = new Map(made.sample(frame).morphs.map(({ channel, weight }) => [channel, weight]));
      expect(wanted.length).toBeGreaterThan(0);
      for (const { channel, weight } of wanted) expect(got.get(channel)).toBeCloseTo(weight, 6);
    }
  });
});

describe('odd takes', () => {
  const prop = (name: string, space = 'maya') => ({
    name,
    role: 'transform' as const,
    space,
    nodes: [{ name, parent: -1 }],
    curves: [],
  });
  /** To a billionth of a centimetre. */
  const xAt = (scene: Scene, name: string, frame: number): number => {
    const sampled = new SceneSampler(new Graph(scene, NODE_TYPES)).sample(frame);
    return Math.round((byName(sampled.nodes).get(name)?.channels?.translate[0] ?? Number.NaN) * 1e9) / 1e9;
  };

  async function recordProp(
    ticks: readonly (readonly [frame: number, x: number])[],
    space?: string,
  ): Promise<Uint8Array> {
    const recording = new Recording();
    await new Promise((done) => setTimeout(done, 0));
    const own = recording.client.add(prop('a', space));
    for (const [frame, x] of ticks) {
      own.state.setTranslation(0, x, 0, 0);
      recording.client.send({ seconds: frame / 24, frame, frameRate: [24, 1] });
    }
    return recording.bytes();
  }

  test('where a value stays it is held until it was seen last', async () => {
    const { scene } = readTake(
      await recordProp([
        [1, 0],
        [2, 0],
        [3, 0],
        [4, 8],
      ]),
      { file: 'a.take' },
    );
    expect([1, 2, 3, 3.5, 4].map((frame) => xAt(scene, 'a', frame))).toEqual([0, 0, 0, 4, 8]);
  });

  test('a range that is played again counts as it was last, and the rest stays', async () => {
    const bytes = await recordProp([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [2, 20],
      [3, 30],
    ]);
    const { scene, problems } = readTake(bytes, { file: 'a.take' });
    expect([1, 2, 3, 4].map((frame) => xAt(scene, 'a', frame))).toEqual([1, 20, 30, 4]);
    expect(problems.map(({ code }) => code)).toContain('TAKE_TIME_WENT_BACK');
  });

  test('another space becomes that of Maya', async () => {
    // Blender's X is Maya's X, and its unit a hundred times as long.
    const { scene } = readTake(
      await recordProp(
        [
          [1, 1.5],
          [2, 2.5],
        ],
        'blender',
      ),
      { file: 'a.take' },
    );
    expect(xAt(scene, 'a', 2)).toBeCloseTo(250, 9);
  });

  test('a take cut at any byte is read up to there', async () => {
    const bytes = await recordProp([
      [1, 1],
      [2, 2],
    ]);
    for (let length = TAKE_MAGIC.length; length < bytes.length; length++) {
      const { problems } = readTake(bytes.slice(0, length), { file: 'a.take' });
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  test('a subject that comes back on another connection is the same one', async () => {
    const recording = new Recording();
    await new Promise((done) => setTimeout(done, 0));
    const first = recording.client.add(prop('a'));
    first.state.setTranslation(0, 1, 0, 0);
    recording.client.send({ seconds: 1 / 24, frame: 1, frameRate: [24, 1] });
    recording.client.remove(first);
    const second = recording.client.add(prop('a'));
    second.state.setTranslation(0, 9, 0, 0);
    recording.client.send({ seconds: 9 / 24, frame: 9, frameRate: [24, 1] });
    const { scene } = readTake(recording.bytes(), { file: 'a.take' });
    expect(scene.nodes.filter(({ type }) => type === 'transform').map(({ name }) => name)).toEqual(['a']);
    expect(xAt(scene, 'a', 9)).toBe(9);
  });

  test('frames of a sender at another rate are at their time', async () => {
    const recording = new Recording();
    await new Promise((done) => setTimeout(done, 0));
    const slow = recording.client.add(prop('slow'));
    slow.state.setTranslation(0, 1, 0, 0);
    recording.client.send({ seconds: 1, frame: 24, frameRate: [24, 1] });
    recording.client.remove(slow);
    const fast = recording.client.add(prop('fast'));
    fast.state.setTranslation(0, 2, 0, 0);
    recording.client.send({ seconds: 2, frame: 96, frameRate: [48, 1] });
    fast.state.setTranslation(0, 4, 0, 0);
    recording.client.send({ seconds: 3, frame: 144, frameRate: [48, 1] });
    const { scene } = readTake(recording.bytes(), { file: 'a.take' });
    expect(scene.settings.frameRate).toBe(24);
    expect(scene.settings.range).toEqual([24, 72]);
    expect([48, 60, 72].map((frame) => xAt(scene, 'fast', frame))).toEqual([2, 3, 4]);
  });

  test('joints of one name are apart, and so is one that gets another parent', async () => {
    const recording = new Recording();
    await new Promise((done) => setTimeout(done, 0));
    const nodes = [
      { name: 'root', parent: -1 },
      { name: 'left', parent: 0 },
      { name: 'right', parent: 0 },
      { name: 'hand', parent: 1 },
      { name: 'hand', parent: 2 },
      { name: 'hand', parent: 2 },
    ];
    const rig = { name: 'rig', role: 'skeleton', space: 'maya', nodes, curves: [] } as const;
    const own = recording.client.add(rig);
    nodes.forEach((_, i) => {
      own.state.setTranslation(i, i + 1, 0, 0);
    });
    recording.client.send({ seconds: 1 / 24, frame: 1, frameRate: [24, 1] });
    recording.client.remove(own);
    const turned = recording.client.add({ ...rig, nodes: [...nodes.slice(0, 3), { name: 'hand', parent: 0 }] });
    turned.state.setTranslation(3, 9, 0, 0);
    recording.client.send({ seconds: 2 / 24, frame: 2, frameRate: [24, 1] });
    const { scene } = readTake(recording.bytes(), { file: 'a.take' });
    const placed = new SceneSampler(new Graph(scene, NODE_TYPES)).sample(2).nodes.map(({ path: place, channels }) => {
      return `${place.replace(/_\d+/g, '')} ${channels?.translate[0]}`;
    });
    expect(placed.filter((text) => text.includes('hand')).sort()).toEqual([
      '|root|hand 9',
      '|root|left|hand 4',
      '|root|right|hand 5',
      '|root|right|hand 6',
    ]);
  });

  test('a take of another version is refused', () => {
    const bytes = Uint8Array.from('RLTAKE2\nabc', (c) => c.charCodeAt(0));
    expect(() => readTake(bytes, { file: 'a.take' })).toThrow(/version 1/);
  });

  test('the commands open a take by what it holds', async () => {
    const file = join(folder, 'take.bin');
    writeFileSync(
      file,
      await recordProp([
        [1, 1],
        [2, 2],
      ]),
    );
    let out = '';
    const output = {
      out: (text: string) => {
        out += text;
      },
      err: () => undefined,
      isInteractive: false,
    };
    expect(await main(['node', 'rigline', 'info', file, '--json'], output)).toBe(EXIT.ok);
    expect(JSON.parse(out)).toMatchObject({ frameRate: 24 });
    expect(await main(['node', 'rigline', 'convert', file, '-o', join(folder, 'take.glb')], output)).toBe(EXIT.ok);
    expect(await main(['node', 'rigline', 'info', file, '--take', 'x'], output)).toBe(EXIT.usage);
  });
});
