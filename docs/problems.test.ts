import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSections, renderProblems } from '../scripts/print-problems.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = import.meta.glob(['../packages/*/src/**/*.ts', '!**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;

test('docs/problems.md is what the tables say (npm run docs:pages)', async () => {
  const page = readFileSync(new URL('./problems.md', import.meta.url), 'utf8');
  expect(page).toBe(renderProblems(await readSections(root)));
});

test('every code in the sources is in the table of its package', async () => {
  const sections = await readSections(root);
  const missing = Object.entries(sources).flatMap(([path, text]) => {
    const name = /packages\/([^/]+)/.exec(path)?.[1] ?? '';
    const tables = [...sections].filter(([section]) => section.split('/')[0] === name).map(([, rows]) => rows);
    const codes = [...text.matchAll(/\bcode: '([A-Z][A-Z0-9_]+)'/g)].map((match) => match[1] as string);
    return codes.filter((code) => !tables.some((rows) => rows.has(code))).map((code) => `${path}: ${code}`);
  });
  expect(missing).toEqual([]);
});
