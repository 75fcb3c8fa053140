/** Checkers beside the corpora: each runs the command over every file and compares with what was recorded. */
import { spawnSync } from 'node:child_process';

const MINUTES = 60_000;

/** @returns True, or why the checker could not be run to its end. */
export function scoreByChecker({ checker, files, root }, corpus, score) {
  const args = [checker, '--rigline', `${process.execPath} packages/cli/bin/rigline.js`, '--files', files, '--verbose'];
  const { stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 15 * MINUTES,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return (
    readReport(stdout ?? '', score, corpus) || `the checker did not finish: ${error?.message ?? stderr.slice(-2000)}`
  );
}

/** Lines `kind  passed/total`, then misses, then the total. */
export function readReport(text, score, corpus) {
  let isWhole = false;
  for (const line of text.split('\n')) {
    const miss = /^ {2}miss\s+([^:]+): (.*)$/.exec(line);
    if (miss) {
      score.misses.push({ kind: `${corpus}: ${miss[1]}`, name: miss[2] });
      continue;
    }
    const counts = /^(.+?)\s+(\d+)\/(\d+)$/.exec(line);
    if (!counts) continue;
    if (counts[1] === `${corpus} corpus:`) isWhole = true;
    else score.addCounts(`${corpus}: ${counts[1]}`, Number(counts[2]), Number(counts[3]));
  }
  return isWhole;
}
