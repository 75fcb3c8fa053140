/**
 * `npm run corpus`: compares Rigline with every corpus of recorded results that is on this machine.
 *
 * Run: `npm run corpus`, or `npm run corpus -- --shared DIR`; `--only curves` for one of rotations, curves, ma, fbx.
 * Corpora are large and are not part of the repository; where there is none, this says so and is content.
 * Exits 1 on a miss, unless `corpus-baseline.json` accepts it with a proof that the recorded value is not the right one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { scoreByChecker } from './corpus/checker.mjs';
import { Score } from './corpus/score.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHOWN_MISSES = 40;

/** An accepted miss names its kind and begins like the miss. */
export function sortMisses(misses, accepted) {
  const isAccepted = (miss) => accepted.some(({ kind, name }) => miss.kind === kind && miss.name.startsWith(name));
  const stale = accepted.filter(
    ({ kind, name }) => !misses.some((miss) => miss.kind === kind && miss.name.startsWith(name)),
  );
  return { open: misses.filter((miss) => !isAccepted(miss)), stale };
}

async function runCorpora(shared, only) {
  const score = new Score();
  const found = [];
  const failures = [];
  const rotations = join(shared, 'corpus/rotations/golden.json');
  const curves = join(shared, 'corpus/curves/dev.json');
  const files = join(shared, 'corpus/ma');
  const checker = join(shared, 'tools/check-ma.mjs');
  const wants = (name, path) => existsSync(path) && (only === undefined || only === name) && found.push(name) > 0;
  if (wants('rotations', rotations)) (await import('./corpus/rotations.mjs')).scoreRotations(rotations, score);
  if (wants('curves', curves)) (await import('./corpus/curves.mjs')).scoreCurves(curves, score);
  if (existsSync(checker) && wants('ma', files)) {
    const outcome = scoreByChecker({ checker, files, root: ROOT }, 'ma', score);
    if (outcome !== true) failures.push(`ma: ${outcome}`);
  }
  const fbx = join(shared, 'corpus/fbx');
  const fbxChecker = join(shared, 'tools/check-fbx.mjs');
  if (existsSync(fbxChecker) && wants('fbx', fbx)) {
    const outcome = scoreByChecker({ checker: fbxChecker, files: fbx, root: ROOT }, 'fbx', score);
    if (outcome !== true) failures.push(`fbx: ${outcome}`);
    (await import('./corpus/obj-frames.mjs')).scoreObjFrames(fbx, score);
  }
  return { score, found, failures };
}

function printTable(kinds) {
  const width = Math.max(...[...kinds.keys()].map((kind) => kind.length));
  for (const [kind, { passed, total }] of kinds) {
    console.log(`${kind.padEnd(width)}  ${String(passed).padStart(6)} / ${total}${passed === total ? '' : '  <-'}`);
  }
}

async function main() {
  const { values } = parseArgs({ options: { shared: { type: 'string' }, only: { type: 'string' } } });
  const shared = resolve(values.shared ?? join(ROOT, '../shared'));
  if (!existsSync(join(shared, 'corpus'))) {
    console.log(`corpus: there is none at ${join(shared, 'corpus')}; nothing was compared`);
    return 0;
  }
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) return 1;
  const { score, found, failures } = await runCorpora(shared, values.only);
  if (found.length === 0) {
    console.log(`corpus: none that this script knows at ${join(shared, 'corpus')}; nothing was compared`);
    return 0;
  }
  printTable(score.kinds);
  const baseline = JSON.parse(readFileSync(new URL('./corpus-baseline.json', import.meta.url), 'utf8'));
  const { open, stale } = sortMisses(score.misses, baseline.accepted);
  for (const { kind, name } of open.slice(0, SHOWN_MISSES)) console.log(`miss  ${kind}: ${name}`);
  if (open.length > SHOWN_MISSES) console.log(`… and ${open.length - SHOWN_MISSES} more`);
  for (const failure of failures) console.log(`failed  ${failure}`);
  const isWhole = values.only === undefined;
  for (const { kind, name } of isWhole ? stale : []) console.log(`accepted, but no miss any more: ${kind}: ${name}`);
  const accepted = score.misses.length - open.length;
  console.log(`corpus: ${open.length} misses${accepted > 0 ? `, ${accepted} more accepted with proof` : ''}`);
  return open.length === 0 && failures.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
