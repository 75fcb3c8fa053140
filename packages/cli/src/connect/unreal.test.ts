/** A shot, over the hub and the command, in an engine that stands in for Unreal: is it the same picture? */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UnrealLink } from '@rigline/bridges/node';
import { LiveClient } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import { computeFilmGate, Graph, NODE_TYPES, probeCamera } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import { startHub } from '@rigline/hub';
import { invertMat4, type Mat4, multiplyMat4, type Vec3 } from '@rigline/math';
import type { DagPath } from '@rigline/scene';
import { type StandInActor, StandInEngine } from '@rigline/testkit/unreal';
import { afterEach, expect, test } from 'vitest';
import { ShotSubjects } from '../live/shot-subjects.ts';

const SHOT = fileURLToPath(new URL('../../../../examples/handoff/handoff.ma', import.meta.url));
const [WIDTH, HEIGHT] = [1920, 1080];
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${what}: not within 30 seconds`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** Pixel of a point of Maya's world in the picture of the shot's own camera. */
function pixelInShot(world: Readonly<Mat4>, projection: Readonly<Mat4>, [x, y, z]: Vec3): [number, number] {
  const toClip = multiplyMat4(invertMat4(world) as Mat4, projection);
  const row = (k: number): number =>
    x * (toClip[k] as number) +
    y * (toClip[4 + k] as number) +
    z * (toClip[8 + k] as number) +
    (toClip[12 + k] as number);
  const w = row(3);
  return [((row(0) / w + 1) / 2) * WIDTH, ((1 - row(1) / w) / 2) * HEIGHT];
}

/**
 * Pixel of the same point in the engine: a camera that looks along X, with Y to the right and Z up, turned by its rotator
 * as Unreal's documentation of FRotationMatrix has it, on a film of its own size that is moved by its offsets.
 */
function pixelInEngine({ location, rotation, properties }: StandInActor, [x, y, z]: Vec3): [number, number] {
  const film = properties.Filmback as Record<string, number>;
  const focal = properties.CurrentFocalLength as number;
  // Maya's Z is Unreal's Y, and its Y is up.
  const at = [x - location.X, z - location.Y, y - location.Z];
  const rad = (degrees: number): number => (degrees * Math.PI) / 180;
  const [sp, sy, sr] = [rotation.Pitch, rotation.Yaw, rotation.Roll].map((angle) => Math.sin(rad(angle))) as Vec3;
  const [cp, cy, cr] = [rotation.Pitch, rotation.Yaw, rotation.Roll].map((angle) => Math.cos(rad(angle))) as Vec3;
  const forward = [cp * cy, cp * sy, sp];
  const right = [sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, -sr * cp];
  const up = [-(cr * sp * cy + sr * sy), cy * sr - cr * sp * sy, cr * cp];
  const along = (axis: number[]): number => axis.reduce((sum, value, k) => sum + value * (at[k] as number), 0);
  const scale = focal / along(forward);
  const [width, height] = [film.SensorWidth as number, film.SensorHeight as number];
  return [
    WIDTH * (0.5 + (along(right) * scale - (film.SensorHorizontalOffset as number)) / width),
    HEIGHT * (0.5 - (along(up) * scale - (film.SensorVerticalOffset as number)) / height),
  ];
}

test('the camera of the demo shot shows the same picture in the engine, to a tenth of a pixel at ten frames', async () => {
  const { scene } = readMa(readFileSync(SHOT), { file: SHOT });
  const graph = new Graph(scene, NODE_TYPES);
  const hub = await startHub({ port: 0, web: 0 });
  const engine = await StandInEngine.start();
  const sender = new LiveClient({ connect: connectTcp({ port: hub.port }), hello: { role: 'sender', name: 'shot' } });
  const link = new UnrealLink({ port: engine.port, rate: 120, aspect: scene.settings.deviceAspect });
  const receiver = new LiveClient({
    connect: connectTcp({ port: hub.port }),
    hello: { role: 'receiver', name: 'unreal', space: 'unreal' },
    subscribe: { names: ['shotCam'] },
    events: {
      frame: (_, touched) => {
        for (const subject of touched) link.touch(subject);
      },
    },
  });
  open.push(hub, engine, sender, link, receiver);
  const subjects = new ShotSubjects(sender, graph);
  await until(() => sender.welcome !== undefined && receiver.welcome !== undefined, 'the hub');
  const camera = scene.find('shotCamShape');
  if (!camera) throw new Error('no camera');
  const readLens = probeCamera(graph, camera);
  const place = scene.pathsOf(camera)[0] as DagPath;
  const [first, last] = scene.settings.range;
  let worst = 0;
  for (let i = 0; i < 10; i++) {
    const frame = Math.round(first + ((last - first) * i) / 9);
    graph.setFrame(frame);
    subjects.update();
    sender.send({ seconds: frame / 24, frame, frameRate: [24, 1] });
    const world = [...graph.worldMatrix(place)] as Mat4;
    const lens = { ...readLens() };
    await until(() => {
      const actor = engine.byLabel('shotCam');
      return (
        actor !== undefined &&
        Math.abs(actor.location.X - world[12]) < 1e-6 &&
        Math.abs(actor.location.Z - world[13]) < 1e-6 &&
        actor.properties.CurrentFocalLength === Math.fround(lens.focalLength) &&
        (actor.properties.FocusSettings as Record<string, number>).ManualFocusDistance ===
          Math.fround(lens.focusDistance)
      );
    }, `frame ${frame}`);
    const { projection } = computeFilmGate(lens, scene.settings.deviceAspect);
    const actor = engine.byLabel('shotCam') as StandInActor;
    for (let k = 0; k < 27; k++) {
      // Points around the middle of the stage, and in front of the camera.
      const point: Vec3 = [((k % 3) - 1) * 60, Math.floor((k % 9) / 3) * 50 + 20, (Math.floor(k / 9) - 1) * 40];
      const [u, v] = pixelInShot(world, projection, point);
      if (!(u > 0 && u < WIDTH && v > 0 && v < HEIGHT)) continue;
      const [x, y] = pixelInEngine(actor, point);
      worst = Math.max(worst, Math.hypot(x - u, y - v));
    }
  }
  process.stdout.write(`shot to engine: ${worst.toExponential(1)} pixels\n`);
  expect(worst).toBeGreaterThan(0);
  expect(worst).toBeLessThan(0.1);
});
