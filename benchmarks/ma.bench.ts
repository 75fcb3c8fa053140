/**
 * ma: 60 MB of generated Maya ASCII to statements, records and scene, on one core.
 *
 * Run: `npx tsc -b benchmarks && node benchmarks/dist/ma.bench.js [megabytes]`. Best of all runs; the first, before
 * the code is compiled, is printed too. Peak memory is that of a fresh process that reads the file and nothing else.
 * Peers in the same process: `JSON.parse` of the same records as JSON (native code, the same numbers and names, no
 * grammar of statements), and a plain tokenizer (one sticky regular expression, `Number` on every number).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProblemLog } from '@rigline/diagnostics';
import { type MaRecord, readMa, readRecords, readStatements } from '@rigline/formats/ma';
import { generateMaScene } from './ma-scene.ts';

const FILE = 'generated.ma';
const TARGET_SPEED = 60;
const TARGET_MEMORY = 6;

function records(bytes: Uint8Array): Iterable<MaRecord> {
  const log = new ProblemLog();
  return readRecords(readStatements(bytes, FILE, log), log);
}

const RUNS: Record<string, (bytes: Uint8Array) => string> = {
  statements: (bytes) => {
    let count = 0;
    for (const statement of readStatements(bytes, FILE, new ProblemLog())) count += statement.end > 0 ? 1 : 0;
    return `${count} statements`;
  },
  'records, values parsed': (bytes) => {
    let count = 0;
    let numbers = 0;
    for (const record of records(bytes)) {
      count++;
      if (record.kind === 'setAttr' && record.values.form === 'numbers') numbers += record.values.numbers.length;
    }
    return `${count} records, ${numbers} plain numbers`;
  },
  scene: (bytes) => {
    const { scene, problems } = readMa(bytes, { file: FILE });
    return `${scene.nodes.length} nodes, ${problems.length} problems`;
  },
};

/** Megabytes per second of the best and of the first run. */
function measure(name: string, size: number, run: () => string, rounds: number): number {
  const seconds: number[] = [];
  let note = '';
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    note = run();
    seconds.push((performance.now() - start) / 1000);
  }
  const speed = size / Math.min(...seconds);
  const first = size / (seconds[0] ?? 1);
  console.log(`  ${name.padEnd(34)} ${speed.toFixed(0).padStart(5)} MB/s (first ${first.toFixed(0)})  ${note}`);
  return speed;
}

/** Peak resident memory of a process that only reads the file, without what the bare process needs. */
function measurePeak(path: string, size: number): void {
  const self = fileURLToPath(import.meta.url);
  const peak = (what: string): number =>
    Number(execFileSync(process.execPath, [self, '--peak', path, what], { encoding: 'utf8' }));
  const bare = peak('nothing');
  for (const what of ['records, values parsed', 'scene']) {
    const ratio = (peak(what) - bare) / 1e6 / size;
    console.log(
      `  peak memory, ${what.padEnd(21)} ${ratio.toFixed(2).padStart(5)} × file, the file included (target ${TARGET_MEMORY})`,
    );
  }
}

/** Peak of this process. Where Linux tells it, from there: `maxRSS` counts the process that started this one, too. */
function peakBytes(): number {
  try {
    return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
  } catch {
    // Not Linux.
    return process.resourceUsage().maxRSS * 1024;
  }
}

function measurePeers(bytes: Uint8Array, size: number, speed: number): void {
  const json = JSON.stringify([...records(bytes)], (_, value) =>
    value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value,
  );
  const parse = (): string => `${(JSON.parse(json) as unknown[]).length} records, counted in MB of .ma`;
  const jsonSpeed = measure('peer: JSON.parse of the records', size, parse, 3);
  const text = new TextDecoder('latin1').decode(bytes);
  const tokenize = (): string => {
    const token = /\s*(?:\/\/[^\n]*|"((?:[^"\\]|\\.)*)"|([-+]?[.\d][\w.+-]*)|([A-Za-z_]\w*|-[A-Za-z]\w*)|([;(){},+]))/y;
    let count = 0;
    let sum = 0;
    for (let found = token.exec(text); found !== null; found = token.exec(text)) {
      if (found[2] !== undefined) sum += Number(found[2]);
      count++;
    }
    return `${count} tokens, sum ${sum.toPrecision(6)}`;
  };
  const plainSpeed = measure('peer: regular-expression tokenizer', size, tokenize, 2);
  console.log(`  ratio records : JSON.parse ${(speed / jsonSpeed).toFixed(2)}`);
  console.log(`  ratio records : regular expression ${(speed / plainSpeed).toFixed(2)}`);
}

function main(megabytes: number): void {
  const bytes = generateMaScene(megabytes * 1e6, 20240607);
  const size = bytes.length / 1e6;
  console.log(`ma: ${size.toFixed(1)} MB of generated Maya ASCII (target ${TARGET_SPEED} MB/s)`);
  let speed = 0;
  for (const [name, run] of Object.entries(RUNS)) {
    const found = measure(name, size, () => run(bytes), 5);
    if (name.startsWith('records')) speed = found;
  }
  const folder = mkdtempSync(join(tmpdir(), 'rigline-bench-'));
  try {
    const path = join(folder, FILE);
    writeFileSync(path, bytes);
    measurePeak(path, size);
  } finally {
    rmSync(folder, { recursive: true });
  }
  measurePeers(bytes, size, speed);
}

if (process.argv[2] === '--peak') {
  RUNS[process.argv[4] ?? '']?.(readFileSync(process.argv[3] ?? ''));
  console.log(peakBytes());
} else main(Number(process.argv[2] ?? 60));
