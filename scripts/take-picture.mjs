/**
 * Takes `docs/images/studio.png`: the built studio on the demo shot, with the lantern selected while it changes hands.
 *
 * Run: `npm run build && npm run docs:picture`. Needs Chromium (`apt-get install chromium`, or `CHROME_PATH`).
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const SIZE = { width: 1440, height: 860 };
/** Where the handover happens on the timeline, in the picture's pixels. */
const HANDOVER = { x: 737, y: 818 };

async function startStudio() {
  const server = spawn(process.execPath, ['packages/cli/bin/rigline.js', 'studio', '--port', '0', '--no-open'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    server.stdout.on('data', (data) => {
      const found = /https?:\S+/.exec(String(data));
      if (found) resolve(found[0]);
    });
    server.on('exit', (code) => reject(new Error(`the studio ended with ${code}`)));
  });
  return { server, address };
}

const { server, address } = await startStudio();
const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: FLAGS });
try {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(address);
  const search = page.getByPlaceholder('Search');
  await search.fill('lantern');
  await page.getByText('lantern', { exact: true }).first().click();
  await search.fill('');
  await page.mouse.click(HANDOVER.x, HANDOVER.y);
  // The picture is drawn by software; let it settle.
  await page.waitForTimeout(3000);
  await page.screenshot({ path: join(ROOT, 'docs/images/studio.png') });
  console.log('docs/images/studio.png is taken');
} finally {
  await browser.close();
  server.kill();
}
