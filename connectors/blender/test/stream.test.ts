import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningHub, startHub } from '@rigline/hub';
import {
  fromCacheSubject,
  parseCacheDescription,
  parseCacheFrame,
  type SubjectDescription,
  type SubjectState,
} from '@rigline/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BLENDER_HINT, BlenderRun, buildAddon, findBlender } from './blender.ts';
import { openReceiver, until } from './receivers.ts';

const blender = findBlender();
/** Width and height in pixels, and how much wider than high a pixel is. */
type Picture = readonly [width: number, height: number, pixelAspect: number];
const HD: Picture = [1920, 1080, 1];
const CAMERA = 'shotcam é 镜头';

test.runIf(process.env.CI === 'true')('Blender is installed where CI runs', () => {
  expect(blender, `no Blender found: ${BLENDER_HINT}`).toBeDefined();
});

type Point = readonly [number, number, number];

/** What Blender says of one frame: points in its world, and their pixels. */
interface Expected {
  readonly frame: number;
  readonly points: readonly Point[];
  readonly pixels: readonly (readonly [number, number])[];
}

/** Points of Blender in another space, and how a camera looks there; both written down from the table of the docs. */
const SPACES = {
  blender: { point: ([x, y, z]: Point): Point => [x, y, z], right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] },
  unreal: {
    point: ([x, y, z]: Point): Point => [x * 100, -y * 100, z * 100],
    right: [0, 1, 0],
    up: [0, 0, 1],
    forward: [1, 0, 0],
  },
  maya: {
    point: ([x, y, z]: Point): Point => [x * 100, z * 100, -y * 100],
    right: [1, 0, 0],
    up: [0, 1, 0],
    forward: [0, 0, -1],
  },
} as const;
type SpaceName = keyof typeof SPACES;

const dot = (a: readonly number[], b: readonly number[]): number =>
  (a[0] as number) * (b[0] as number) + (a[1] as number) * (b[1] as number) + (a[2] as number) * (b[2] as number);

/** A vector turned by a quaternion, by the formula v + 2 q × (q × v + w v). */
function turn([x, y, z, w]: readonly [number, number, number, number], [a, b, c]: Point): Point {
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** What is received of a camera, and for which picture and space. */
interface Received {
  readonly description: SubjectDescription;
  readonly state: SubjectState;
  readonly space: SpaceName;
  readonly picture: Picture;
}

/** Pixel of a point, from the received values alone: a pinhole with a film back that is moved by the film offset. */
function project({ description, state, space, picture }: Received, world: Point): number[] {
  const [width, height, pixelAspect] = picture;
  const { point, right, up, forward } = SPACES[space];
  const curve = (name: string): number => state.curves[description.curves.indexOf(name)] as number;
  const q = [...state.rotations.slice(0, 4)] as [number, number, number, number];
  const place = point(world);
  const seen = place.map((value, i) => value - (state.translations[i] as number));
  const [x, y, depth] = [right, up, forward].map((axis) => dot(seen, turn(q, axis))) as [number, number, number];
  const across = curve('horizontalApertureMm');
  const along = curve('verticalApertureMm');
  expect(across / along).toBeCloseTo((width * pixelAspect) / height, 5);
  const isOrthographic = curve('orthographic') === 1;
  const scale = isOrthographic ? across / curve('orthographicWidth') : curve('focalLengthMm') / depth;
  return [
    width * (0.5 + (x * scale - curve('filmOffsetXMm')) / across),
    height * (0.5 - (y * scale - curve('filmOffsetYMm')) / along),
  ];
}

/** The largest distance in pixels between Blender's projection and that of the received camera. */
function worstDistance({ points, pixels }: Expected, received: Received): number {
  return Math.max(
    ...points.map((point, i) => {
      const [x, y] = project(received, point) as [number, number];
      const [u, v] = pixels[i] as readonly [number, number];
      return Math.hypot(x - u, y - v);
    }),
  );
}

describe.skipIf(blender === undefined)(`the Blender add-on streams (needs Blender: ${BLENDER_HINT})`, () => {
  let folder: string;
  let zip: string;
  const open: { close(): unknown }[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rigline add-on '));
    zip = buildAddon(folder);
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (script: string, args: object): BlenderRun => {
    const started = new BlenderRun(blender as string, script, { zip, ...args });
    open.push(started);
    return started;
  };
  const hub = async (): Promise<RunningHub> => {
    const started = await startHub({ port: 0, web: 0 });
    open.push(started);
    return started;
  };

  test.each([
    ['at 1920 × 1080', HD],
    ['of a phone held upright, with pixels that are not square', [1080, 1920, 1.5]],
  ] as const)(
    'an animated camera over TCP: the picture %s is Blender’s in every space, at each of ten frames',
    async (_, picture) => {
      const { port } = await hub();
      const spaces = ['blender', 'unreal', 'maya'] as const;
      const receivers = spaces.map((space) => openReceiver(port, space));
      open.push(...receivers);
      const streaming = run('stream_shot.py', {
        settings: { port, mode: 'SEND' },
        size: picture.slice(0, 2),
        pixelAspect: picture[2],
      });
      const worst: number[] = [];
      for (let frame = 1; frame <= 10; frame++) {
        streaming.step();
        const expected = (await streaming.next('frame')) as unknown as Expected;
        for (const [i, receiver] of receivers.entries()) {
          await until(() => receiver.subject(CAMERA)?.newest?.time?.frame === frame, `frame ${frame}`);
          const { description, state } = receiver.subject(CAMERA) as NonNullable<ReturnType<typeof receiver.subject>>;
          worst.push(worstDistance(expected, { description, state, space: spaces[i] as SpaceName, picture }));
        }
      }
      expect(worst).toHaveLength(30);
      process.stdout.write(`largest distance over TCP: ${Math.max(...worst).toExponential(1)} pixels\n`);
      expect(Math.max(...worst)).toBeLessThan(0.1);
      streaming.step();
      await streaming.next('done');
      expect(await streaming.ended).toBe(0);
      await until(() => receivers.every((receiver) => receiver.subject(CAMERA) === undefined), 'the goodbye');
    },
    120_000,
  );

  test('the same over the file cache, in a folder named 项目 α', async () => {
    const cache = join(folder, '项目 α', 'take 1');
    mkdirSync(join(folder, '项目 α'));
    const streaming = run('stream_shot.py', { settings: { transport: 'FILES', folder: cache } });
    const worst: number[] = [];
    for (let frame = 1; frame <= 10; frame++) {
      streaming.step();
      const expected = (await streaming.next('frame')) as unknown as Expected;
      const { subjects } = parseCacheDescription(readFileSync(join(cache, 'description.json'), 'utf8'));
      const newest = parseCacheFrame(readFileSync(join(cache, 'frame.json'), 'utf8'));
      expect(newest.time?.frame).toBe(frame);
      const description = subjects.find(({ name }) => name === CAMERA) as SubjectDescription;
      const values = newest.subjects.find(({ name }) => name === CAMERA);
      expect(values?.revision).toBe(description.revision);
      const state = fromCacheSubject(description, values as NonNullable<typeof values>) as SubjectState;
      worst.push(worstDistance(expected, { description, state, space: 'blender', picture: HD }));
    }
    expect(worst).toHaveLength(10);
    expect(Math.max(...worst)).toBeLessThan(0.1);
    expect(readdirSync(cache).sort()).toEqual(['description.json', 'frame.json']);
    streaming.step();
    await streaming.next('done');
    expect(await streaming.ended).toBe(0);
    expect(existsSync(join(cache, 'frame.json'))).toBe(false);
  }, 120_000);
});
