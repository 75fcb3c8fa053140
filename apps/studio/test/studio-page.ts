import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { CHROMIUM_FLAGS } from './chromium.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CONFIG = join(ROOT, 'vite.config.ts');

/** The studio as it is shipped, served to a real browser. */
export interface StudioServer {
  readonly url: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Builds the studio into a folder of its own and serves it with `scene` as the file to open. */
export async function startStudio(chromiumPath: string, scene: string): Promise<StudioServer> {
  const outDir = mkdtempSync(join(tmpdir(), 'rigline-studio-'));
  await build({ root: ROOT, configFile: CONFIG, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  process.env.RIGLINE_SCENE = scene;
  const server: PreviewServer = await preview({
    root: ROOT,
    configFile: CONFIG,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...CHROMIUM_FLAGS] });
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    browser,
    async close() {
      await browser.close();
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

/** Builds and serves the page that the studio is held against; see `bare-page/main.ts`. */
export async function startBarePage(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const root = join(ROOT, 'test/bare-page');
  const outDir = mkdtempSync(join(tmpdir(), 'rigline-bare-'));
  await build({ root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

/** Milliseconds from the start of loading a page until its first picture is there, in a context without a cache. */
export async function measureFirstPicture(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  const ms = await page.waitForFunction(
    () => performance.getEntriesByName('rigline-first-picture')[0]?.startTime ?? false,
  );
  const value = Number(await ms.jsonValue());
  await context.close();
  return value;
}

/** A page of the studio, and what it has complained about. */
export interface StudioPage {
  readonly page: Page;
  /** Console errors, uncaught errors and failed requests. */
  readonly complaints: string[];
  /** Milliseconds from the start of the page load to the first picture. */
  readonly firstPictureMs: number;
}

export async function openStudio({ browser, url }: StudioServer): Promise<StudioPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('rigline-first-picture').length > 0);
  const firstPictureMs = await page.evaluate(
    () => performance.getEntriesByName('rigline-first-picture')[0]?.startTime ?? Number.NaN,
  );
  return { page, complaints, firstPictureMs };
}

/** What the console handle of the page tells. */
export interface StudioFacts {
  readonly frame: number;
  readonly seconds: number;
  readonly frameRate: number;
  readonly isPlaying: boolean;
  readonly asked: number;
  readonly evaluated: number;
  readonly superseded: number;
}

interface ConsoleHandle {
  state(): {
    readonly frame: number;
    readonly isPlaying: boolean;
    readonly pose?: { readonly seconds: number };
    readonly open?: { readonly shot: { readonly settings: { readonly frameRate: number } } };
  };
  poseStats(): { readonly asked: number; readonly evaluated: number; readonly superseded: number };
}

export function readFacts(page: Page): Promise<StudioFacts> {
  return page.evaluate(() => {
    const { rigline } = globalThis as unknown as { readonly rigline: ConsoleHandle };
    const { frame, isPlaying, pose, open } = rigline.state();
    const frameRate = open?.shot.settings.frameRate ?? 0;
    return { frame, isPlaying, seconds: pose?.seconds ?? Number.NaN, frameRate, ...rigline.poseStats() };
  });
}

/** Waits until the pose last asked for is the one shown, and drawn. */
export async function waitForRest(page: Page): Promise<StudioFacts> {
  await page.waitForFunction(() => {
    const { rigline } = globalThis as unknown as { readonly rigline: ConsoleHandle };
    const { asked, evaluated, superseded } = rigline.poseStats();
    return asked === evaluated + superseded;
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return readFacts(page);
}

/** Pixels of a picture. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of the pixel at a point. */
  at(x: number, y: number): readonly [number, number, number];
  /** How many different colours there are. */
  readonly colorCount: number;
}

/** A screenshot of a part of the page, decoded by the browser itself. */
export async function takePicture(
  page: Page,
  clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<Picture> {
  const png = (await page.screenshot({ clip })).toString('base64');
  const { width, height, text } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    let binary = '';
    for (let i = 0; i < data.length; i += 30_000) binary += String.fromCharCode(...data.subarray(i, i + 30_000));
    return { width: bitmap.width, height: bitmap.height, text: btoa(binary) };
  }, png);
  const data = Buffer.from(text, 'base64');
  const colors = new Set<number>();
  for (let i = 0; i < data.length; i += 4) colors.add(data.readUInt32LE(i));
  return {
    width,
    height,
    colorCount: colors.size,
    at: (x, y) => {
      const i = (Math.round(y) * width + Math.round(x)) * 4;
      return [data[i] as number, data[i + 1] as number, data[i + 2] as number];
    },
  };
}
