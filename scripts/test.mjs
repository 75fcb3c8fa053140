/**
 * `npm test`: builds what the tests start (command line, studio), runs all tests, and ends on a plain closing line.
 *
 * Run: `npm test`, or `npm test -- packages/math` for some files. Tests that are skipped are listed by name, with how to
 * get the tool that they lack; with CI=true a lacking tool is a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { closingLine, SummaryReporter, summarize } from './summary-reporter.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STUDIO_PAGE = 'apps/studio/dist/index.html';

/** Runs a script of an installed tool in a folder of the repository. */
function run(script, args, folder = '.') {
  const options = { cwd: join(ROOT, folder), stdio: ['ignore', 'inherit', 'inherit'] };
  return spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], options).status === 0;
}

/** Latest change below a folder, in milliseconds. */
function newestChange(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
}

/** The studio is older than what it is made of. */
function isStudioStale() {
  if (!existsSync(join(ROOT, 'apps/studio/vite.config.ts'))) return false;
  const page = join(ROOT, STUDIO_PAGE);
  if (!existsSync(page)) return true;
  const built = statSync(page).mtimeMs;
  const sources = ['apps/studio/src', 'examples'];
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    if (!['cli', 'testkit', 'query'].includes(name)) sources.push(`packages/${name}/src`);
  }
  return sources.some((folder) => newestChange(join(ROOT, folder)) > built);
}

/** Tests that start the command or the studio run what is built, so it has to be current. The others need no build. */
function build(filters) {
  if (filters.length > 0 && !filters.some((filter) => /cli|apps|studio|viewer/.test(filter))) return true;
  if (!run('typescript/bin/tsc', ['-b'])) return false;
  return !isStudioStale() || run('vite/bin/vite.js', ['build'], 'apps/studio');
}

async function main(filters) {
  const reporter = new SummaryReporter();
  const builds = build(filters);
  if (!builds) console.error('The build failed; its errors are above.');
  const vitest = await startVitest('test', filters, { root: ROOT, watch: false, reporters: ['default', reporter] });
  await vitest?.close();
  const none = reporter.tests.length === 0 && reporter.extraFailures === 0;
  if (none) console.error('No test was found.');
  const summary = summarize(reporter.tests, {
    strictTools: process.env.CI === 'true',
    extraFailures: reporter.extraFailures + (builds ? 0 : 1) + (none ? 1 : 0),
  });
  for (const line of summary.lines) console.log(line);
  console.log(closingLine(summary));
  process.exitCode = summary.failed === 0 ? 0 : 1;
}

await main(process.argv.slice(2));
