import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Flags for a browser without a screen and without a graphics card. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const CHROMIUM_HINT = 'install it with "sudo apt-get install -y chromium", or set CHROME_PATH';

/** Path of a Chromium on this machine: `CHROME_PATH`, or the first on the search path; undefined without one. */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROME_PATH;
  if (wanted !== undefined && wanted !== '') return existsSync(wanted) ? wanted : undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), mac].find((path) =>
    existsSync(path),
  );
}
