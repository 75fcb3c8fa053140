/**
 * `npm run bench`: builds and runs the benchmarks, one after the other.
 *
 * Run: `npm run bench` for all, `npm run bench -- evaluate` for one, `--save` to add rows to
 * `benchmarks/results/<machine>.csv`, `--machine NAME` to name the machine (its processor by default).
 * A benchmark that fails, or that says it missed a target, is told at the end; only failing makes the exit code 1.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SUFFIX = '.bench.js';

/**
 * Numbers of one run as rows `what, value, unit`: each indented line that has a number with a unit behind its name,
 * each `ratio` line, and each row of a table that ends on a ratio.
 */
export function readResults(text) {
  const rows = [];
  for (const line of text.split('\n')) {
    const ratio = /^ +ratio (.+?)\s+(\d+(?:\.\d+)?)(?:\s|$)/.exec(line);
    if (ratio) rows.push({ what: `ratio ${ratio[1].trim()}`, value: Number(ratio[2]), unit: 'times' });
    // A row of the kernel table: ours first, the ratio last.
    const kernel = /^(\w+)\s+(\d+(?:\.\d+)?)\s.*?(\d+(?:\.\d+)?)x$/.exec(line);
    if (kernel) {
      rows.push({ what: kernel[1], value: Number(kernel[2]), unit: 'ns/item' });
      rows.push({ what: `ratio ${kernel[1]}`, value: Number(kernel[3]), unit: 'times' });
    }
    const measured = /^ +(\S.*?)\s{1,}(\d+(?:\.\d+)?) (frames\/s|MB\/s|ns\/\w+|ms|× file)/.exec(line);
    if (measured) rows.push({ what: measured[1].trim(), value: Number(measured[2]), unit: measured[3] });
  }
  return rows;
}

const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function save(machine, name, rows) {
  const folder = join(ROOT, 'benchmarks/results');
  const file = join(folder, `${machine}.csv`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) appendFileSync(file, 'date,version,node,benchmark,what,value,unit\n');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const date = new Date().toISOString().slice(0, 10);
  for (const { what, value, unit } of rows) {
    appendFileSync(
      file,
      `${[date, version, process.version, name, what, value, unit].map((v) => quoted(String(v))).join(',')}\n`,
    );
  }
}

function main() {
  const { values, positionals } = parseArgs({
    options: { save: { type: 'boolean' }, machine: { type: 'string' } },
    allowPositionals: true,
  });
  const node = (args, stdio) => spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', stdio });
  if (node(['node_modules/typescript/bin/tsc', '-b', 'benchmarks'], ['ignore', 'inherit', 'inherit']).status !== 0)
    return 1;
  // A benchmark whose source is gone may still be built.
  const names = readdirSync(join(ROOT, 'benchmarks/dist'))
    .filter((file) => file.endsWith(SUFFIX) && existsSync(join(ROOT, 'benchmarks', file.replace(/js$/, 'ts'))))
    .map((file) => file.slice(0, -SUFFIX.length))
    .filter((name) => positionals.length === 0 || positionals.includes(name));
  if (names.length === 0) {
    console.error(`there is no benchmark of that name: ${positionals.join(', ')}`);
    return 1;
  }
  const processor = (cpus()[0]?.model ?? 'unknown')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  const failed = [];
  for (const name of names) {
    const { status, stdout } = node([`benchmarks/dist/${name}${SUFFIX}`], ['ignore', 'pipe', 'inherit']);
    process.stdout.write(`${stdout}\n`);
    if (status !== 0) failed.push(name);
    else if (values.save) save(values.machine ?? processor, name, readResults(stdout));
    const missed = stdout.split('\n').filter((line) => line.includes('MISSED'));
    for (const line of missed) console.log(`target missed in ${name}:${line}`);
  }
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main();
