import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from './code-blocks.ts';

const GROUPS = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

test('docs/dependencies.md names every dependency, and no other', () => {
  const manifests = [
    '.',
    ...['packages', 'apps'].flatMap((group) => readdirSync(`${ROOT}${group}`).map((name) => `${group}/${name}`)),
  ]
    .map((folder) => `${ROOT}${folder}/package.json`)
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<(typeof GROUPS)[number], Record<string, string>>);
  const used = new Set(
    manifests
      .flatMap((manifest) => GROUPS.flatMap((group) => Object.keys(manifest[group] ?? {})))
      .filter((name) => !name.startsWith('@rigline/')),
  );
  const rows = readFileSync(`${ROOT}docs/dependencies.md`, 'utf8').matchAll(/^\| (`[^|]+) \|/gm);
  const listed = [...rows].flatMap((row) =>
    [...(row[1] as string).matchAll(/`([^`]+)`/g)].map((name) => name[1] as string),
  );
  expect([...listed].sort()).toEqual([...used].sort());
});
