import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { decodeTake } from '../take/take-format.ts';
import { openTakeRecorder, type RecorderFile, TakeRecorder } from './take-recorder.ts';

const folder = mkdtempSync(join(tmpdir(), 'rigline take 项目 α '));
afterAll(() => rmSync(folder, { recursive: true }));

const message = (n: number): Uint8Array => Uint8Array.from([n, n + 1, n + 2]);

/** A file in memory on a disk of a given size. */
class SmallDisk implements RecorderFile {
  bytes = new Uint8Array(0);
  capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  write(bytes: Uint8Array, position: number): number {
    const count = Math.min(bytes.length, this.capacity - position);
    if (count <= 0) throw new Error('ENOSPC: no space left on device');
    const grown = new Uint8Array(Math.max(this.bytes.length, position + count));
    grown.set(this.bytes);
    grown.set(bytes.subarray(0, count), position);
    this.bytes = grown;
    return count;
  }
  truncate(length: number): void {
    this.bytes = this.bytes.slice(0, length);
  }
  sync(): void {}
  close(): void {}
}

describe('TakeRecorder', () => {
  test('writes records with their time', () => {
    const path = join(folder, 'a.take');
    let now = 50;
    const recorder = openTakeRecorder(path, () => now);
    recorder.record(message(1));
    now = 50.5;
    recorder.record(message(2));
    recorder.close();
    expect(decodeTake(readFileSync(path)).records).toEqual([
      { seconds: 0, message: Buffer.from(message(1)) },
      { seconds: 0.5, message: Buffer.from(message(2)) },
    ]);
  });

  test('goes on after the last whole record of a file, in its time', () => {
    const path = join(folder, 'b.take');
    let now = 10;
    const first = openTakeRecorder(path, () => now);
    first.record(message(1));
    now = 12;
    first.record(message(2));
    first.close();
    appendFileSync(path, Buffer.from([9, 9, 9, 9, 9]));
    now = 1000;
    const second = openTakeRecorder(path, () => now);
    now = 1001;
    second.record(message(3));
    second.close();
    const { records, lostBytes } = decodeTake(readFileSync(path));
    expect(records.map(({ seconds }) => seconds)).toEqual([0, 2, 3]);
    expect(lostBytes).toBe(0);
  });

  test('does not touch a file that is no take', () => {
    const path = join(folder, 'notes.txt');
    writeFileSync(path, 'my notes');
    expect(() => openTakeRecorder(path)).toThrowError(/is no take/);
    expect(readFileSync(path, 'utf8')).toBe('my notes');
  });

  test('a full disk costs what does not fit, and recording goes on when there is room', () => {
    const disk = new SmallDisk(60);
    disk.bytes = Uint8Array.from('RLTAKE1\n', (c) => c.charCodeAt(0));
    const recorder = new TakeRecorder(disk, disk.bytes.length, undefined, () => 0);
    const results = [1, 2, 3, 4].map((n) => recorder.record(message(n)));
    expect(results).toEqual([true, true, false, false]);
    expect(recorder.status).toMatchObject({ records: 2, lost: 2, problem: expect.stringContaining('ENOSPC') });
    expect(decodeTake(disk.bytes)).toMatchObject({ lostBytes: 0 });
    disk.capacity = 1000;
    expect(recorder.record(message(5))).toBe(true);
    expect(decodeTake(disk.bytes).records.map(({ message: [n] }) => n)).toEqual([1, 2, 5]);
    expect(recorder.status.problem).toBeUndefined();
  });

  test('a killed recorder has lost no record that it wrote', async () => {
    const path = join(folder, 'killed.take');
    const source = fileURLToPath(new URL('./take-recorder.ts', import.meta.url));
    const build = await import('vite').then(({ build }) =>
      build({
        configFile: false,
        logLevel: 'silent',
        resolve: { conditions: ['rigline-source'] },
        build: {
          ssr: source,
          outDir: join(folder, 'built'),
          rollupOptions: { output: { entryFileNames: 'recorder.mjs' } },
        },
      }),
    );
    expect(build).toBeDefined();
    const script = `
      import { openTakeRecorder } from ${JSON.stringify(join(folder, 'built/recorder.mjs'))};
      const recorder = openTakeRecorder(${JSON.stringify(path)});
      for (let n = 1; ; n++) {
        recorder.record(Uint8Array.from({ length: 4000 }, () => n & 255));
        process.stdout.write(n + '\\n');
        await new Promise((resolve) => setImmediate(resolve));
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    let told = '';
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (told.length > 500) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const last = Number(
      told
        .trimEnd()
        .split('\n')
        .at(told.endsWith('\n') ? -1 : -2),
    );
    expect(decodeTake(readFileSync(path)).records.length).toBeGreaterThanOrEqual(last);
  }, 30_000);
});
