/**
 * `npm run fuzz`: damages FBX files at random and reads them. A file must be read or refused with a RiglineError, in
 * bounded time and memory; one that is not is shrunk and kept in `fixtures/fbx/fuzz`, where a test replays it.
 *
 * Run: `npm run fuzz -- --minutes 5`, `--seed 7` for the same files again (the seed is printed). Ends with 1 when
 * something was found.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { mutate, seededRandom, shrink } from './fuzz/mutate.mjs';
import { mutateRecords } from './fuzz/mutate-tree.mjs';
import { readSeeds } from './fuzz/seeds.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOUND = join(ROOT, 'fixtures/fbx/fuzz');
const TIME_LIMIT_MS = 10_000;
const MEMORY_LIMIT_MB = 1024;
/** A file of a fault that was found at this many other files is not kept again. */
const SAME_FAULT_LIMIT = 1;

/** Reads files in a thread that is ended, and started anew, when it takes too long or too much. */
class Reader {
  #worker;
  #answer = () => {};

  #start() {
    const worker = new Worker(new URL('./fuzz/worker.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    worker.on('message', (result) => this.#answer(result));
    worker.on('error', (error) => this.#fail(worker, String(error.stack ?? error)));
    worker.on('exit', (code) => this.#fail(worker, `the thread ended with ${code}`));
    this.#worker = worker;
  }

  #fail(worker, fault) {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    worker.terminate();
    this.#answer({ fault, ms: TIME_LIMIT_MS });
  }

  async read(bytes) {
    if (this.#worker === undefined) this.#start();
    const worker = this.#worker;
    const timer = setTimeout(() => this.#fail(worker, 'takes too long'), TIME_LIMIT_MS);
    const result = await new Promise((resolve) => {
      this.#answer = resolve;
      worker.postMessage(bytes);
    });
    clearTimeout(timer);
    return result;
  }

  async close() {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** What tells faults apart: the message and the place in our code, without numbers. */
export function faultKey(fault) {
  const lines = fault.split('\n');
  const place = lines.find((line) => line.includes('/packages/')) ?? '';
  return `${lines[0]} ${/packages\/[^)]*/.exec(place)?.[0] ?? ''}`.replace(/\d+/g, '#');
}

async function keep(reader, bytes, fault) {
  const key = faultKey(fault);
  const isSame = async (shorter) => {
    const { fault: other } = await reader.read(shorter);
    return other !== undefined && faultKey(other) === key;
  };
  const tries = fault === 'takes too long' ? 10 : 400;
  const small = await shrink(bytes, isSame, tries);
  const name = `found_${createHash('sha256').update(small).digest('hex').slice(0, 8)}.fbx`;
  mkdirSync(FOUND, { recursive: true });
  writeFileSync(join(FOUND, name), small);
  console.log(`fixtures/fbx/fuzz/${name} (${small.length} bytes)\n${fault}\n`);
}

async function main() {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
  const minutes = Number(values.minutes ?? 1);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!(minutes > 0) || !Number.isInteger(seed)) {
    console.error('use: npm run fuzz -- --minutes N [--seed S], N above 0 and S a whole number');
    return 2;
  }
  const tsc = ['node_modules/typescript/bin/tsc', '-b', 'packages/evaluate', 'packages/formats', 'packages/testkit'];
  if (spawnSync(process.execPath, tsc, { cwd: ROOT, stdio: 'inherit' }).status !== 0) return 1;
  const testkit = await import('../packages/testkit/dist/index.js');
  const { ProblemLog } = await import('../packages/diagnostics/dist/index.js');
  const { isFbxArray: isArray } = await import('../packages/formats/dist/fbx/record-types.js');
  const { readFbxRecords } = await import('../packages/formats/dist/fbx/records.js');
  const readRecords = (bytes) => readFbxRecords(bytes, { file: 'fuzz.fbx', log: new ProblemLog() });
  const seeds = [...readSeeds(ROOT, testkit).values()];
  console.log(`seed ${seed}, ${seeds.length} files, ${minutes} minutes`);
  const random = seededRandom(seed);
  const reader = new Reader();
  const met = new Map();
  const end = performance.now() + minutes * 60_000;
  let slowest = 0;
  let count = 0;
  for (; performance.now() < end; count++) {
    const seedFile = seeds[Math.floor(random() * seeds.length)];
    const byRecords =
      random() < 0.5 ? mutateRecords(seedFile, random, { ...testkit, readRecords, isArray }) : undefined;
    const bytes = byRecords ?? mutate(seedFile, seeds, random);
    const { fault, ms } = await reader.read(bytes);
    slowest = Math.max(slowest, ms);
    if (fault === undefined) continue;
    const key = faultKey(fault);
    met.set(key, (met.get(key) ?? 0) + 1);
    if (met.get(key) <= SAME_FAULT_LIMIT) await keep(reader, bytes, fault);
  }
  await reader.close();
  console.log(`${count} files, the slowest in ${slowest.toFixed(0)} ms, ${met.size} different faults`);
  for (const [key, times] of met) console.log(`  ${times} × ${key}`);
  return met.size === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
