import type { RemoteSubject } from '@rigline/client';
import { SubjectState } from '@rigline/protocol';
import { StandInEngine, type StandInOptions } from '@rigline/testkit/unreal';
import { afterEach, describe, expect, test } from 'vitest';
import { UnrealLink, type UnrealLinkOptions } from './unreal-link.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(options: StandInOptions = {}): Promise<StandInEngine> {
  const engine = await StandInEngine.start(options);
  open.push(engine);
  return engine;
}

function connect(
  port: number,
  options: UnrealLinkOptions = {},
): { readonly link: UnrealLink; readonly told: string[] } {
  const told: string[] = [];
  const link = new UnrealLink({ port, rate: 120, onNotice: (text) => told.push(text), ...options });
  open.push(link);
  return { link, told };
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${what}: not within 30 seconds`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

const CURVES = [
  'focalLengthMm',
  'horizontalApertureMm',
  'verticalApertureMm',
  'filmOffsetXMm',
  'focusDistance',
  'fStop',
];

function subject(role: 'camera' | 'transform', name: string, values: readonly number[] = []): RemoteSubject {
  const curves = role === 'camera' ? CURVES : [];
  const nodes = [{ name, parent: -1 }];
  const description = { source: 1, subject: 0, revision: 1, name, role, space: 'unreal', nodes, curves };
  const state = new SubjectState(1, curves.length);
  values.forEach((value, i) => {
    state.setCurve(i, value);
  });
  return { description, state, newest: undefined };
}

const LENS = [50, 36, 20.25, 2.54, 321, 4];

describe('UnrealLink', () => {
  test('makes a camera of the name, and sets everything that the engine has', async () => {
    const engine = await start();
    const { link, told } = connect(engine.port);
    const camera = subject('camera', 'shotCam', LENS);
    camera.state.setTranslation(0, 10, 20, 30);
    // A quarter turn about Z: yaw 90.
    camera.state.setRotation(0, 0, 0, Math.SQRT1_2, Math.SQRT1_2);
    link.touch(camera);
    await until(
      () =>
        engine.byLabel('shotCam')?.properties.FocusSettings !== undefined &&
        engine.requests.some((r) => r.includes('WRITE_ACCESS FocusSettings')),
      'the focus',
    );
    const actor = engine.byLabel('shotCam');
    expect(actor?.className).toBe('CineCameraActor');
    expect(actor?.location).toEqual({ X: 10, Y: 20, Z: 30 });
    expect(actor?.rotation.Yaw).toBeCloseTo(90, 5);
    expect(actor?.properties.Filmback).toMatchObject({
      SensorWidth: 36,
      SensorHeight: 20.25,
      SensorHorizontalOffset: 2.54,
    });
    expect(actor?.properties.CurrentFocalLength).toBe(50);
    expect(actor?.properties.CurrentAperture).toBe(4);
    // What is not ours of a structure stays.
    expect(actor?.properties.FocusSettings).toEqual({
      FocusMethod: 'Manual',
      ManualFocusDistance: 321,
      FocusOffset: 0,
      bSmoothFocusChanges: false,
    });
    expect(told).toEqual([]);
  });

  test('takes the camera that is there, by its label, and writes only what has changed', async () => {
    const engine = await start();
    engine.addActor('CineCameraActor', 'other');
    const path = engine.addActor('CineCameraActor', 'shotCam');
    const { link } = connect(engine.port);
    const camera = subject('camera', 'shotCam', LENS);
    link.touch(camera);
    await until(
      () => engine.requests.some((request) => request.includes('WRITE_ACCESS FocusSettings')),
      'the first update',
    );
    expect(engine.actors.size).toBe(2);
    const before = engine.requests.length;
    camera.state.setCurve(0, 85);
    link.touch(camera);
    await until(() => engine.actors.get(path)?.properties.CurrentFocalLength === 85, 'the new focal length');
    expect(engine.requests.slice(before)).toEqual([`WRITE_ACCESS CurrentFocalLength ${path}.CameraComponent`]);
  });

  test('a focal length beyond the limits of the lens is not clamped', async () => {
    const engine = await start();
    const { link } = connect(engine.port);
    link.touch(subject('camera', 'shotCam', [1500, 36, 24, 0, 100, 64]));
    await until(() => engine.byLabel('shotCam')?.properties.CurrentAperture === 64, 'the aperture');
    expect(engine.byLabel('shotCam')?.properties.CurrentFocalLength).toBe(1500);
  });

  test('4.27 has other objects and no offsets, and that is told', async () => {
    const engine = await start({ version: '4.27' });
    const { link, told } = connect(engine.port);
    link.touch(subject('camera', 'shotCam', LENS));
    await until(() => engine.byLabel('shotCam')?.properties.CurrentFocalLength === 50, 'the focal length');
    await until(() => told.length > 0, 'the notice');
    expect(told.join('\n')).toContain('SensorHorizontalOffset');
    expect(engine.byLabel('shotCam')?.properties.Filmback).toMatchObject({ SensorWidth: 36 });
  });

  test('a slow engine gets the newest values, and one update at a time', async () => {
    const engine = await start({ delay: 40 });
    const { link } = connect(engine.port);
    const prop = subject('transform', 'prop');
    engine.addActor('StaticMeshActor', 'prop');
    for (let x = 1; x <= 200; x++) {
      prop.state.setTranslation(0, x, 0, 0);
      link.touch(prop);
      await new Promise((done) => setTimeout(done, 2));
    }
    await until(() => engine.byLabel('prop')?.location.X === 200, 'the newest value');
    expect(engine.requests.filter((request) => request.includes('K2_SetActor')).length).toBeLessThan(100);
    expect(engine.mostOpen).toBeLessThanOrEqual(2);
  });

  test('what is not allowed is told once with the setting, and not asked for again and again', async () => {
    const engine = await start({ version: '5.8', denies: true });
    const { link, told } = connect(engine.port);
    const camera = subject('camera', 'shotCam', LENS);
    for (let i = 0; i < 50; i++) {
      link.touch(camera);
      await new Promise((done) => setTimeout(done, 5));
    }
    await until(() => told.length > 0, 'the notice');
    expect(told.length).toBe(1);
    expect(told[0]).toContain('Allow Any Remote Function Call');
    expect(engine.requests.length).toBeLessThan(3);
  });

  test('a level without the actor of a prop is told; with --spawn it is made', async () => {
    const engine = await start();
    const first = connect(engine.port);
    first.link.touch(subject('transform', 'prop'));
    await until(() => first.told.length > 0, 'the notice');
    expect(first.told[0]).toContain('no actor "prop"');
    const second = connect(engine.port, { spawnsProps: true });
    second.link.touch(subject('transform', 'prop'));
    await until(() => engine.byLabel('prop') !== undefined, 'the actor');
  });

  test('an actor that is deleted is made anew', async () => {
    const engine = await start();
    const { link } = connect(engine.port);
    const camera = subject('camera', 'shotCam', LENS);
    link.touch(camera);
    await until(
      () => engine.requests.some((request) => request.includes('WRITE_ACCESS FocusSettings')),
      'the first update',
    );
    engine.actors.clear();
    camera.state.setTranslation(0, 5, 0, 0);
    link.touch(camera);
    await until(() => engine.byLabel('shotCam')?.location.X === 5, 'the camera');
  });

  test('an engine that is started later, and again, is found; until then the way to start it is told', async () => {
    const first = await start();
    const { port } = first;
    await first.close();
    open.splice(open.indexOf(first), 1);
    const { link, told } = connect(port);
    const camera = subject('camera', 'shotCam', LENS);
    link.touch(camera);
    await until(() => told.length > 0, 'the notice');
    expect(told[0]).toContain('WebControl.StartServer');
    for (let run = 0; run < 2; run++) {
      const engine = await start({ port });
      await until(() => engine.byLabel('shotCam')?.properties.CurrentFocalLength === 50, `run ${run}`);
      await engine.close();
      open.splice(open.indexOf(engine), 1);
    }
    expect(told.length).toBe(1);
  });

  test('a passphrase goes as its MD5 sum, and a wrong one is not let in', async () => {
    const engine = await start({ passphrase: 'stage 1' });
    const right = connect(engine.port, { passphrase: 'stage 1' });
    right.link.touch(subject('camera', 'a', LENS));
    await until(() => engine.byLabel('a') !== undefined, 'the camera');
    const wrong = connect(engine.port, { passphrase: 'stage 2' });
    wrong.link.touch(subject('camera', 'b', LENS));
    await until(() => wrong.told.length > 0, 'the notice');
    expect(engine.byLabel('b')).toBeUndefined();
  });
});
