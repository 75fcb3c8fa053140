import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHub } from '@rigline/hub';
import { afterEach, describe, expect, test } from 'vitest';
import { BlenderRun, buildAddon, findBlender, findXvfb, openScreen, XVFB_HINT } from './blender.ts';
import { openReceiver, until } from './receivers.ts';

const blender = findBlender();
const xvfb = findXvfb();

const isReady = blender !== undefined && xvfb !== undefined;
// The screen is an extra: without it the other tests cover all but the timer and the panel.
describe.skipIf(!isReady)(`a window of Blender (where there is Xvfb: ${XVFB_HINT})`, () => {
  const open: { close(): unknown }[] = [];

  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  test('the panel is drawn; edits, playback, undo and another file go out by themselves; play comes in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigline add-on '));
    open.push({ close: () => rmSync(folder, { recursive: true, force: true }) });
    const hub = await startHub({ port: 0, web: 0 });
    const screen = await openScreen(xvfb as string);
    const peer = openReceiver(hub.port, 'blender', 'both');
    open.push(hub, screen, peer);
    const picture = process.env.RIGLINE_PICTURE;
    const args = {
      zip: buildAddon(folder),
      settings: { port: hub.port, mode: 'BOTH' },
      ...(picture ? { picture } : {}),
    };
    const run = new BlenderRun(blender as string, 'window.py', args, screen.display);
    open.push(run);
    const cube = (): number[] => [...(peer.subject('Cube')?.state.translations ?? [])];

    await run.next('edited');
    await until(() => cube().join() === '1,2,3', 'the edit');
    await run.next('played');
    await until(() => peer.transports.some(({ action }) => action === 'pause'), 'play and pause');
    expect(peer.transports.map(({ action }) => action)).toEqual(['play', 'pause']);
    await run.next('undone');
    await until(() => cube().join() === '1,2,3', 'the undo');
    expect(await run.next('opened')).toMatchObject({ connections: 1, status: expect.stringContaining('connected') });
    await until(() => cube().join() === '0,0,0', 'the other file');
    peer.client.sendTransport({ action: 'play', seconds: 2, frame: 48, frameRate: [24, 1] });
    expect((await run.next('follows')).frame).toBeGreaterThanOrEqual(48);
    expect(await run.next('done')).toEqual({
      kind: 'done',
      faults: [],
      drawn: ['connected', 'disconnected', 'subjects'],
    });
    // What Blender did for the other's sake was not told again.
    expect(peer.transports.filter(({ action }) => action === 'play')).toHaveLength(1);
    expect(await run.ended).toBe(0);
  }, 180_000);
});
