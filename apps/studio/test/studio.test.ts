import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_HINT, findChromium } from './chromium.ts';
import { FBX_SHOT } from './fbx-shot.ts';
import {
  measureFirstPicture,
  openStudio,
  type Picture,
  readFacts,
  type StudioPage,
  type StudioServer,
  startBarePage,
  startStudio,
  takePicture,
  waitForRest,
} from './studio-page.ts';

const SHOT = fileURLToPath(new URL('../../../fixtures/studio/hand_studio_shot.ma', import.meta.url));
const DEMO = fileURLToPath(new URL('../../../examples/handoff/handoff.ma', import.meta.url));
/** Far beyond what any machine needs: how long the first picture takes is measured, never a condition. */
const PATIENCE_MS = 30_000;

/** First picture of the demo shot, in times of a page with one cube: 4.3 was measured while other work ran. */
const MOST_TIMES_BARE = 7;

const chromium = findChromium();

test.runIf(process.env.CI === 'true')('a browser is installed where CI runs', () => {
  expect(chromium, `no Chromium found: ${CHROMIUM_HINT}`).toBeDefined();
});

describe.skipIf(chromium === undefined)(`studio in a browser (needs Chromium: ${CHROMIUM_HINT})`, () => {
  let server: StudioServer;
  let studio: StudioPage | undefined;

  beforeAll(async () => {
    server = await startStudio(chromium as string, SHOT);
  }, 120_000);
  afterAll(async () => {
    await server?.close();
  });
  afterEach(async () => {
    await studio?.page.close();
    studio = undefined;
  });

  const open = async (): Promise<Page> => {
    studio = await openStudio(server);
    return studio.page;
  };

  test.each([
    ['a small shot', SHOT],
    ['the demo shot', DEMO],
  ])('shows the first picture of %s, and complains about nothing', async (name, scene) => {
    process.env.RIGLINE_SCENE = scene;
    try {
      studio = await openStudio(server);
    } finally {
      process.env.RIGLINE_SCENE = SHOT;
    }
    process.stdout.write(`first picture of ${name} after ${studio.firstPictureMs.toFixed(0)} ms\n`);
    expect(studio.firstPictureMs).toBeLessThan(PATIENCE_MS);
    expect(studio.complaints).toEqual([]);
  });

  // A share of what the machine needs for any picture at all: milliseconds alone would tell how busy it is.
  test('the demo shot is seen within a few times of what a bare three.js page takes', async () => {
    const bare = await startBarePage();
    process.env.RIGLINE_SCENE = DEMO;
    try {
      const [best, bestBare] = [[], []] as [number[], number[]];
      for (let i = 0; i < 3; i++) {
        bestBare.push(await measureFirstPicture(server.browser, bare.url));
        best.push(await measureFirstPicture(server.browser, server.url));
      }
      const [ours, theirs] = [Math.min(...best), Math.min(...bestBare)];
      const ratio = ours / theirs;
      process.stdout.write(
        `first picture: ${ours.toFixed(0)} ms, ${ratio.toFixed(1)} times a bare page (${theirs.toFixed(0)} ms)\n`,
      );
      expect(ratio).toBeLessThan(MOST_TIMES_BARE);
    } finally {
      process.env.RIGLINE_SCENE = SHOT;
      await bare.close();
    }
  });

  test('the picture is not blank, and the camera sees through its film gate', async () => {
    const page = await open();
    const { picture, width, height } = await pictureInGate(page);
    expect(width / height).toBeCloseTo(1920 / 1080, 2);
    expect(picture.colorCount).toBeGreaterThan(100);
    // Marker at (6, 14, 0), camera at (0, 10, 60); 50 mm lens, film 36 mm wide and 0.1 inch to the right.
    const x = (6 / 60 - 2.54 / 50) / (18 / 50);
    const y = 4 / 60 / ((18 / 50) * (1080 / 1920));
    const centre: [number, number] = [((1 + x) / 2) * width, ((1 - y) / 2) * height];
    // The locator reaches 2 cm each way and is drawn in index colour 13, red.
    const reach = (2 / 60 / (18 / 50)) * (width / 2);
    expect(isRed(picture, centre)).toBe(true);
    for (const share of [-0.9, -0.4, 0.4, 0.9]) {
      expect(isRed(picture, [centre[0] + share * reach, centre[1]])).toBe(true);
      expect(isRed(picture, [centre[0], centre[1] + share * reach])).toBe(true);
    }
    expect(isRed(picture, [centre[0] + 1.15 * reach, centre[1]])).toBe(false);
    expect(isRed(picture, [centre[0] + 0.5 * reach, centre[1] + 0.5 * reach])).toBe(false);
  });

  test('what is outside the gate is shaded', async () => {
    const page = await open();
    const gate = await boxOf(page, '[data-testid=gate]');
    const middle = gate.x + gate.width / 2;
    const strip = await takePicture(page, { x: middle, y: gate.y - 12, width: 4, height: 24 });
    const brightness = (y: number): number => strip.at(2, y).reduce((sum, v) => sum + v, 0);
    expect(brightness(3)).toBeLessThan(brightness(20) * 0.7);
  });

  test('scrubbing changes the picture, and the pose at rest is the one last asked for', async () => {
    const page = await open();
    const before = await pictureInGate(page);
    const ruler = await boxOf(page, '[data-testid=ruler]');
    const y = ruler.y + ruler.height / 2;
    await page.mouse.move(ruler.x + 12, y);
    await page.mouse.down();
    for (let i = 1; i <= 40; i++) await page.mouse.move(ruler.x + 12 + ((ruler.width - 24) * i) / 40, y);
    await page.mouse.up();
    const facts = await waitForRest(page);
    expect(facts.frame).toBe(25);
    expect(facts.seconds).toBeCloseTo(25 / 24, 12);
    expect(facts.asked).toBe(facts.evaluated + facts.superseded);
    const after = await pictureInGate(page);
    expect(differingShare(before.picture, after.picture)).toBeGreaterThan(0.005);
    expect(studio?.complaints).toEqual([]);
  });

  test('no evaluation is dropped while each pose is awaited', async () => {
    const page = await open();
    await page.waitForSelector('[data-attribute="translate (t)"] input');
    const before = await waitForRest(page);
    for (let i = 0; i < 24; i++) {
      await page.keyboard.press('ArrowRight');
      await waitForRest(page);
    }
    const after = await readFacts(page);
    expect(after.frame).toBe(25);
    expect(after.superseded).toBe(before.superseded);
    expect(after.evaluated - before.evaluated).toBe(24);
  });

  test('space plays whole frames and stops on the frame that is shown', async () => {
    const page = await open();
    await page.keyboard.press('Space');
    await page.waitForFunction(() => document.querySelector('[aria-label=Pause]') !== null);
    const frames = new Set<number>();
    await expect
      .poll(async () => frames.add((await readFacts(page)).frame).size, { timeout: 20_000 })
      .toBeGreaterThan(2);
    await page.keyboard.press('Space');
    const facts = await waitForRest(page);
    expect(facts.isPlaying).toBe(false);
    expect(Number.isInteger(facts.frame)).toBe(true);
    expect(facts.seconds * facts.frameRate).toBeCloseTo(facts.frame, 9);
  });

  test('the selected node shows its values, and they follow the time', async () => {
    const page = await open();
    await page.click('[data-testid=outliner] >> text=stand');
    const tx = page.locator('[data-attribute="translate (t)"] .number-field').first();
    await expect.poll(() => tx.textContent()).toBe('-8');
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    await waitForRest(page);
    await expect.poll(() => tx.textContent()).toBe('0');
    await page.keyboard.press('End');
    await expect.poll(() => tx.textContent()).toBe('8');
  });

  test('the selected object is shown in the axes and units of every application', async () => {
    const page = await open();
    await page.click('[data-testid=outliner] >> text=marker');
    const position = (space: string) => page.locator(`[data-space=${space}] .quantity`).first().textContent();
    // Maya (6, 14, 0) cm: Unreal (x, z, y) cm, Unity (-x, y, z) m, Blender (x, -z, y) m, glTF m.
    await expect.poll(() => position('maya')).toBe('Posx6y14z0');
    expect(await position('unreal')).toBe('Posx6y0z14');
    expect(await position('unity')).toBe('Posx-0.06y0.14z0');
    expect(await position('blender')).toBe('Posx0.06y0z0.14');
    expect(await position('gltf')).toBe('Posx0.06y0.14z0');
  });

  test('a click in the picture selects what is there', async () => {
    const page = await open();
    const gate = await boxOf(page, '[data-testid=gate]');
    await page.mouse.click(gate.x + gate.width * 0.5683, gate.y + gate.height * 0.3354);
    await expect.poll(() => page.locator('.tree-row.selected').textContent()).toBe('marker');
  });

  test('a value that is typed moves the object', async () => {
    const page = await open();
    await page.click('[data-testid=outliner] >> text=marker');
    const tx = page.locator('[data-attribute="translate (t)"] input').first();
    await expect.poll(() => tx.inputValue()).toBe('6');
    await tx.fill('-3');
    await tx.press('Enter');
    await expect.poll(() => page.locator('[data-space=maya] .quantity').first().textContent()).toBe('Posx-3y14z0');
  });

  test('problems are listed with their code and hint', async () => {
    const page = await open();
    await page.click('.dv-tab >> text=Problems');
    const list = page.locator('[data-testid=problems]');
    await expect.poll(() => list.textContent()).toContain('MA_UNKNOWN_NODE');
    expect(await list.textContent()).toContain('mysteryNode');
  });

  test('a file dropped on the page is opened', async () => {
    const page = await open();
    await dropFile(page, 'dropped.ma', readFileSync(SHOT, 'utf8').replaceAll('marker', 'beacon'));
    await expect.poll(() => page.locator('[data-testid=file-name]').textContent()).toBe('dropped.ma');
    await page.waitForSelector('[data-testid=outliner] >> text=beacon');
    expect(studio?.complaints).toEqual([]);
  });

  const dropFbx = async (): Promise<Page> => {
    const page = await open();
    await dropFile(page, 'crate.fbx', FBX_SHOT);
    await expect.poll(() => page.locator('[data-testid=file-name]').textContent()).toBe('crate.fbx');
    await waitForRest(page);
    return page;
  };

  test('an FBX file that is dropped is shown with its materials, right side up through its camera', async () => {
    const page = await dropFbx();
    const { picture, width, height } = await pictureInGate(page);
    expect(width / height).toBeCloseTo(1, 2);
    expect(picture.colorCount).toBeGreaterThan(100);
    // The crate is in the middle, its red top above its blue side.
    const colors = Array.from({ length: 40 }, (_, i) => kindOf(picture.at(width / 2, (height * (i + 0.5)) / 40)));
    const seen = colors.filter((kind) => kind !== 'other').filter((kind, i, all) => kind !== all[i - 1]);
    expect(seen).toEqual(['red', 'blue']);
    expect(studio?.complaints).toEqual([]);
  });

  test('another take of an FBX file is shown as the file is looked at, and so is the file without animation', async () => {
    const page = await dropFbx();
    const take = page.locator('[data-testid=take]');
    expect(await take.locator('option').allTextContents()).toEqual(['slide', 'lift', 'Without animation']);
    await page.click('[data-testid=outliner] >> text=crate');
    const translate = (axis: number): Promise<string | null> =>
      page.locator('[data-space=maya-z] .quantity dd').nth(axis).textContent();
    await page.keyboard.press('End');
    await expect.poll(() => translate(0)).toBe('x12');
    await take.selectOption({ label: 'lift' });
    await expect.poll(() => translate(0)).toBe('x0');
    await page.keyboard.press('End');
    await expect.poll(() => translate(2)).toBe('z20');
    expect(await page.locator('.tree-row.selected').textContent()).toBe('crate');
    await take.selectOption({ label: 'Without animation' });
    await expect.poll(() => translate(2)).toBe('z0');
    expect(studio?.complaints).toEqual([]);
  });

  test('a file that is no scene is refused by name, and the shot stays', async () => {
    const page = await open();
    await dropFile(page, 'notes.ma', '');
    await expect.poll(() => page.locator('.failure').textContent()).toContain('MA_EMPTY');
    expect(await page.locator('[data-testid=file-name]').textContent()).toBe('hand_studio_shot.ma');
    await page.keyboard.press('ArrowRight');
    expect((await waitForRest(page)).frame).toBe(2);
  });

  test('without a scene from the server the page says what to do', async () => {
    const page = await server.browser.newPage();
    await page.route('**/api/scene', (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.goto(server.url);
    await page.waitForSelector('text=No shot is open');
    await page.close();
  });
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(page: Page, selector: string): Promise<Box> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return box;
}

/** What the camera takes, without the line around it. */
async function pictureInGate(page: Page): Promise<{ picture: Picture; width: number; height: number }> {
  const box = await boxOf(page, '[data-testid=gate]');
  const picture = await takePicture(page, box);
  return { picture, width: box.width, height: box.height };
}

/** What a colour is nearest to. */
function kindOf([r, g, b]: readonly [number, number, number]): 'red' | 'blue' | 'other' {
  if (r > 100 && r > 2 * g && r > 2 * b) return 'red';
  return b > 60 && b > 1.6 * r && b > 1.6 * g ? 'blue' : 'other';
}

/** Whether a red pixel is within one pixel of a point: lines are one pixel wide. */
function isRed(picture: Picture, [x, y]: readonly [number, number]): boolean {
  for (const dx of [-1, 0, 1]) {
    for (const dy of [-1, 0, 1]) {
      const [r, g, b] = picture.at(x + dx, y + dy);
      if (r > 120 && r > 2.2 * g && r > 2.2 * b) return true;
    }
  }
  return false;
}

/** Share of pixels that are clearly different. */
function differingShare(a: Picture, b: Picture): number {
  let count = 0;
  const width = Math.min(a.width, b.width);
  const height = Math.min(a.height, b.height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const before = a.at(x, y);
      const after = b.at(x, y);
      if (before.some((v, i) => Math.abs(v - (after[i] as number)) > 24)) count++;
    }
  }
  return count / (width * height);
}

async function dropFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await page.evaluate(
    ([fileName, base64]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64 as string), (c) => c.charCodeAt(0));
      data.items.add(new File([bytes], fileName as string));
      const target = document.querySelector('[data-testid=viewport]');
      for (const type of ['dragover', 'drop']) {
        target?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      }
    },
    [name, Buffer.from(content).toString('base64')],
  );
}
