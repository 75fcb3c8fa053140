/** Blender without a window, for tests: found, started with a script, and talked to in lines of JSON. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const BLENDER_HINT = 'install it with "sudo apt-get install -y blender", or set BLENDER_PATH';

/** How long a step may take on a busy machine. */
const PATIENCE_MS = 60_000;

/** Path of a Blender on this machine: `BLENDER_PATH`, or the first on the search path; undefined without one. */
export function findBlender(): string | undefined {
  const wanted = process.env.BLENDER_PATH;
  if (wanted !== undefined && wanted !== '') return existsSync(wanted) ? wanted : undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  const mac = '/Applications/Blender.app/Contents/MacOS/Blender';
  return [...folders.map((folder) => join(folder, 'blender')), mac].find((path) => existsSync(path));
}

/** Builds the add-on into a folder as `npm run connectors` does, and returns the path of its zip. */
export function buildAddon(folder: string): string {
  const script = fileURLToPath(new URL('../../../scripts/build-connectors.mjs', import.meta.url));
  execFileSync(process.execPath, [script, folder]);
  return join(folder, 'rigline-blender.zip');
}

export const XVFB_HINT = 'install it with "sudo apt-get install -y xvfb"';

/** Path of a virtual screen on this machine. */
export function findXvfb(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'Xvfb'))
    .find((path) => existsSync(path));
}

/** Starts a virtual screen, and returns its display and how to end it. */
export async function openScreen(xvfb: string): Promise<{ readonly display: string; close(): void }> {
  // It chooses a free number, and writes it to the file descriptor that it is given.
  const screen = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    screen.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    screen.once('close', () => reject(new Error('Xvfb did not start')));
  });
  return { display: `:${number}`, close: () => screen.kill() };
}

/** A line that a script has told, by its kind. */
export type Told = { readonly kind: string } & Record<string, unknown>;

/** A Blender that runs a script of this folder, with preferences and add-ons of its own. */
export class BlenderRun {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #home: string;
  readonly #told: Told[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #output: string[] = [];
  readonly ended: Promise<number | null>;
  #isOver = false;

  /** `display`: X display of a window; without one Blender runs in the background. */
  constructor(blender: string, script: string, args: object, display?: string) {
    this.#home = mkdtempSync(join(tmpdir(), 'rigline blender '));
    const path = fileURLToPath(new URL(script, import.meta.url));
    const mode = display === undefined ? ['-b'] : ['-p', '0', '0', '1280', '800'];
    const flags = [...mode, '--factory-startup', '--python-exit-code', '3', '-P', path, '--', JSON.stringify(args)];
    const env = {
      ...process.env,
      BLENDER_USER_CONFIG: join(this.#home, 'config'),
      BLENDER_USER_SCRIPTS: join(this.#home, 'scripts'),
      PYTHONDONTWRITEBYTECODE: '1',
      ...(display === undefined ? {} : { DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' }),
    };
    this.#process = spawn(blender, flags, { env });
    const lines = createInterface({ input: this.#process.stdout });
    lines.on('line', (line) => this.#hear(line));
    this.#process.stderr.on('data', (chunk: Buffer) => this.#output.push(chunk.toString()));
    this.ended = new Promise((resolve) => {
      this.#process.on('close', (code) => {
        this.#isOver = true;
        this.#wake();
        resolve(code);
      });
    });
  }

  #hear(line: string): void {
    if (line.startsWith('@')) this.#told.push(JSON.parse(line.slice(1)) as Told);
    else this.#output.push(`${line}\n`);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Lets the script go on. */
  step(values: object = {}): void {
    this.#process.stdin.write(`${JSON.stringify(values)}\n`);
  }

  /** The next line that the script tells. Fails with all its output where there is none. */
  async next(kind: string): Promise<Told> {
    const end = Date.now() + PATIENCE_MS;
    while (this.#told.length === 0) {
      if (this.#isOver || Date.now() > end) {
        throw new Error(`Blender told no "${kind}"; its output:\n${this.#output.join('')}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1000);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    const told = this.#told.shift() as Told;
    if (told.kind !== kind) throw new Error(`Blender told ${JSON.stringify(told)} instead of "${kind}"`);
    return told;
  }

  /** Runs lines of Python in `console.py`, and returns what they call `result`. */
  async python<Value>(...lines: readonly string[]): Promise<Value> {
    this.step({ run: lines.join('\n') });
    return (await this.next('result')).value as Value;
  }

  async close(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
    rmSync(this.#home, { recursive: true, force: true });
  }
}
