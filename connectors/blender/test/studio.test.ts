/** Two real programs against each other: Blender streams a camera, and a browser shows the picture. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LiveClient } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_FLAGS, CHROMIUM_HINT, findChromium } from '../../../apps/studio/test/chromium.ts';
import { takePicture } from '../../../apps/studio/test/studio-page.ts';
import { BLENDER_HINT, BlenderRun, buildAddon, findBlender } from './blender.ts';

const blender = findBlender();
const browserPath = findChromium();
const CAMERA = 'shotcam é 镜头';
const COMMAND = fileURLToPath(new URL('../../../packages/cli/bin/rigline.js', import.meta.url));
const SHOT = fileURLToPath(new URL('../../../fixtures/studio/hand_studio_shot.ma', import.meta.url));
const PATIENCE_MS = 60_000;

type Point = readonly [number, number, number];

/** What Blender says of one frame: points in its world in metres, and their pixels. */
interface Expected {
  readonly frame: number;
  readonly points: readonly Point[];
  readonly pixels: readonly (readonly [number, number])[];
}

/** What the page tells at its console. */
interface ConsoleHandle {
  state(): { readonly open?: { readonly shot: { readonly cameras: readonly unknown[] } }; readonly view: number };
  live(): {
    readonly shot?: { readonly cameras: readonly { readonly name: string }[] };
    readonly pose?: { readonly seconds: number; readonly cameras: readonly unknown[] };
    readonly rows: readonly { readonly name: string }[];
  };
  projectPoints(
    points: readonly Point[],
    width: number,
    height: number,
  ): readonly (readonly [number, number])[] | undefined;
}

describe.skipIf(blender === undefined || browserPath === undefined)(
  `the studio shows what Blender sends (needs Blender: ${BLENDER_HINT}; and Chromium: ${CHROMIUM_HINT})`,
  () => {
    let folder: string;
    let zip: string;
    let browser: Browser;
    let studio: ChildProcess | undefined;
    let page: Page;
    let livePort: number;
    const open: { close(): unknown }[] = [];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'rigline studio live '));
      zip = buildAddon(folder);
      expect(existsSync(fileURLToPath(new URL('../../../apps/studio/dist/index.html', import.meta.url)))).toBe(true);
      browser = await chromium.launch({ executablePath: browserPath as string, args: [...CHROMIUM_FLAGS] });
    }, 120_000);
    afterEach(async () => {
      for (const one of open.splice(0).reverse()) await one.close();
      await page?.close();
      const ended = studio && new Promise((done) => studio?.once('close', done));
      studio?.kill('SIGTERM');
      await ended;
      studio = undefined;
    }, 60_000);
    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** The studio as users start it, with its live panel open in a page. */
    async function openStudio(...args: string[]): Promise<void> {
      const takes = join(folder, 'takes');
      const options = ['--no-open', '--port', '0', '--live-port', '0', '--takes', takes, ...args];
      studio = spawn(process.execPath, [COMMAND, 'studio', SHOT, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      studio.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      const end = Date.now() + PATIENCE_MS;
      while (!text.includes('Ctrl+C')) {
        if (Date.now() > end) throw new Error(`the studio did not start:\n${text}`);
        await new Promise((done) => setTimeout(done, 20));
      }
      livePort = Number(/connect to 127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
      page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(PATIENCE_MS);
      await page.goto(/http:\S+/.exec(text)?.[0] ?? '');
      await page.waitForFunction(() => performance.getEntriesByName('rigline-first-picture').length > 0);
      await page.getByText('Live', { exact: true }).click();
      await page.getByTestId('live-status').getByText('connected').waitFor();
    }

    /** Looks through a live camera by its name, as the button in the list does. */
    async function lookThrough(name: string): Promise<void> {
      await page.waitForFunction((wanted) => {
        const { rigline } = globalThis as unknown as { readonly rigline: ConsoleHandle };
        return rigline.live().shot?.cameras.some((camera) => camera.name === wanted) ?? false;
      }, name);
      await page.locator('tr', { hasText: name }).getByRole('button', { name: 'look' }).click();
    }

    /** The pixels of points in the picture that the page draws, once it draws a frame. */
    async function pixelsAt(frame: number, points: readonly Point[]): Promise<readonly (readonly [number, number])[]> {
      await page.waitForFunction((wanted) => {
        const { rigline } = globalThis as unknown as { readonly rigline: ConsoleHandle };
        return Math.abs((rigline.live().pose?.seconds ?? -1) * 24 - wanted) < 1e-6;
      }, frame);
      // Blender's X is Maya's X, its Z is up, and its unit is a metre.
      const inMaya = points.map(([x, y, z]): Point => [x * 100, z * 100, -y * 100]);
      const pixels = await page.evaluate((list) => {
        const { rigline } = globalThis as unknown as { readonly rigline: ConsoleHandle };
        return rigline.projectPoints(list, 1920, 1080);
      }, inMaya);
      if (!pixels) throw new Error('the page looks through no camera');
      return pixels;
    }

    async function streamInto(settings: object): Promise<number[]> {
      const streaming = new BlenderRun(blender as string, 'stream_shot.py', { zip, settings });
      open.push(streaming);
      const worst: number[] = [];
      for (let frame = 1; frame <= 10; frame++) {
        streaming.step();
        const { points, pixels } = (await streaming.next('frame')) as unknown as Expected;
        if (frame === 1) await lookThrough(CAMERA);
        const shown = await pixelsAt(frame, points);
        worst.push(
          ...shown.map(([x, y], i) => {
            const [u, v] = pixels[i] as readonly [number, number];
            return Math.hypot(x - u, y - v);
          }),
        );
      }
      streaming.step();
      await streaming.next('done');
      return worst;
    }

    test('over TCP: the picture in the page is Blender’s to a tenth of a pixel, at each of ten frames', async () => {
      await openStudio();
      const worst = await streamInto({ port: livePort, mode: 'SEND' });
      expect(worst.length).toBe(120);
      process.stdout.write(`Blender to browser over TCP: ${Math.max(...worst).toExponential(1)} pixels\n`);
      expect(Math.max(...worst)).toBeLessThan(0.1);
    }, 240_000);

    test('over the file cache, from a folder named 项目 α', async () => {
      const cache = join(folder, '项目 α');
      mkdirSync(cache);
      await openStudio('--cache-in', cache);
      const worst = await streamInto({ transport: 'FILES', folder: join(cache, 'blender') });
      expect(worst.length).toBe(120);
      process.stdout.write(`Blender to browser over files: ${Math.max(...worst).toExponential(1)} pixels\n`);
      expect(Math.max(...worst)).toBeLessThan(0.1);
    }, 240_000);

    test('what is live is drawn where the camera sees it', async () => {
      await openStudio();
      const client = new LiveClient({
        connect: connectTcp({ port: livePort }),
        hello: { role: 'sender', name: 'props' },
      });
      open.push(client);
      const nodes = [{ name: 'n', parent: -1 }];
      const curves = ['focalLengthMm', 'horizontalApertureMm', 'verticalApertureMm'];
      const cam = client.add({ name: 'eye', role: 'camera', space: 'maya', nodes, curves });
      const prop = client.add({ name: 'prop', role: 'transform', space: 'maya', nodes, curves: [] });
      // Far above the shot, so that nothing else is in the picture. 36 mm on a film of 36: as wide as far.
      cam.state.setTranslation(0, 0, 50_000, 1000);
      [36, 36, 20.25].forEach((value, i) => {
        cam.state.setCurve(i, value);
      });
      prop.state.setTranslation(0, 200, 50_100, 0);
      const timer = setInterval(() => client.send({ seconds: 1, frame: 24, frameRate: [24, 1] }), 50);
      open.push({ close: () => clearInterval(timer) });
      await lookThrough('eye');
      await page.waitForFunction(() => {
        const { rigline } = globalThis as unknown as { readonly rigline: ConsoleHandle };
        return Math.abs((rigline.live().pose?.seconds ?? -1) - 1) < 1e-6;
      });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const gate = await page.getByTestId('gate').boundingBox();
      if (!gate) throw new Error('there is no gate');
      const picture = await takePicture(page, gate);
      // 200 cm of 500 to the right, 100 cm of 281.25 up.
      const [x, y] = [gate.width * (0.5 + 200 / 1000), gate.height * (0.5 - 100 / 562.5)];
      const isOrange = (at: number, down: number): boolean => {
        const [r, g, b] = picture.at(at, down);
        return r > 150 && g > 90 && b < 120;
      };
      // A line of the cross is a pixel wide, and lies on either side of the number.
      const near = [-1, 0, 1].some((k) => [-1, 0, 1].some((j) => isOrange(x + k, y + j)));
      expect(near).toBe(true);
      // It reaches 10 cm each way.
      expect(isOrange(x + gate.width * 0.03, y)).toBe(false);
    }, 120_000);
  },
);
