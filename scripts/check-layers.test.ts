import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkLayers } from './check-layers.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rigline-layers-'));
  write('package.json', JSON.stringify({ devDependencies: { vitest: '4', vite: '8' } }));
  addPackage('math', {});
  addPackage('diagnostics', {});
  addPackage('scene', { '@rigline/math': '0.1.0', '@rigline/diagnostics': '0.1.0' });
  addPackage('cli', { '@rigline/scene': '0.1.0', commander: '1' }, 'rigline');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function addPackage(folder: string, dependencies: Record<string, string>, name = `@rigline/${folder}`): void {
  const exports = { '.': './src/index.ts', './maya': './src/maya.ts' };
  write(`packages/${folder}/package.json`, JSON.stringify({ name, dependencies, exports }));
}

describe('checkLayers', () => {
  test('finds nothing in a repository that keeps the rules', () => {
    write('packages/scene/src/index.ts', "export { a } from './a.ts';\n");
    write('packages/scene/src/a.ts', "import { b } from '@rigline/math/maya';\nexport const a = b;\n");
    write('packages/scene/src/a.test.ts', "import 'node:fs';\nimport 'vitest';\nimport '@rigline/testkit';\n");
    write('packages/cli/vite.config.ts', "import 'vite';\n");
    write('packages/cli/src/a.ts', "import 'node:fs';\nimport 'commander';\nimport '@rigline/scene';\n");
    expect(checkLayers(root)).toEqual([]);
  });

  test.each([
    ['a package above', "import '@rigline/scene';", 'not below this package'],
    ['a Node module', "import { join } from 'node:path';", 'platform-free'],
    ['a Node module, later', "await import('node:path');", 'platform-free'],
    ['an unlisted library', "import 'left-pad';", 'not a dependency'],
    ['a tool of the tests', "import 'vitest';", 'not a dependency'],
    ['an own index', "import { a } from './index.ts';", 'not the index'],
    ['itself by name', "import { a } from '@rigline/math';", 'not the own package'],
    ['a file of another package', "import { a } from '../../scene/src/a.ts';", 'out of the package'],
    ['the testkit', "import '@rigline/testkit';", 'tests and benchmarks only'],
    ['everything, to export it', "export * from './a.ts';", 'list the names'],
    ['everything, under a name', "export * as all from './a.ts';", 'list the names'],
    ['the DOM by reference', '/// <reference lib="dom" />', 'may not reference'],
  ])('refuses a source of math that takes %s', (_, text, message) => {
    write('packages/math/src/bad.ts', `${text}\n`);
    expect(checkLayers(root)).toEqual([expect.stringContaining(message)]);
  });

  test('refuses a door that the other package does not have', () => {
    write('packages/cli/src/bad.ts', "import '@rigline/scene/src/node.ts';\n");
    expect(checkLayers(root)).toEqual([expect.stringContaining('no such door')]);
  });

  test('refuses a package below that package.json does not list', () => {
    write('packages/cli/src/bad.ts', "import '@rigline/math';\n");
    expect(checkLayers(root)).toEqual([expect.stringContaining('not a dependency')]);
  });

  test('refuses a dependency against the table', () => {
    addPackage('math', { '@rigline/scene': '0.1.0' });
    expect(checkLayers(root)).toEqual(['packages/math/package.json: may not depend on @rigline/scene']);
  });

  test('refuses a package without a row', () => {
    addPackage('utils', {});
    expect(checkLayers(root)).toEqual([expect.stringContaining('not in the layer table')]);
  });

  test('refuses the types of the DOM and of Node where a package is platform-free', () => {
    write('packages/math/tsconfig.json', '{ "compilerOptions": { "lib": ["es2022", "dom"], "types": ["node"] } }');
    write('packages/cli/tsconfig.json', '{ "compilerOptions": { "types": ["node"] } }');
    expect(checkLayers(root)).toEqual([
      'packages/math/tsconfig.json: is platform-free and may not set "lib"',
      'packages/math/tsconfig.json: is platform-free and may not set "types"',
    ]);
  });

  test('refuses project references that differ from the dependencies', () => {
    write('packages/scene/tsconfig.json', '{ "references": [{ "path": "../math" }, { "path": "../cli" }] }');
    expect(checkLayers(root)).toEqual([
      'packages/scene/tsconfig.json: lacks a reference to packages/diagnostics',
      'packages/scene/tsconfig.json: references packages/cli, which package.json does not list',
    ]);
  });

  test('refuses a file over 400 lines unless its head says why', () => {
    write('packages/math/src/long.ts', '// line\n'.repeat(401));
    write('packages/math/src/table.ts', `/** Longer than 400 lines: one table. */\n${'// line\n'.repeat(400)}`);
    write('packages/math/src/full.ts', '// line\n'.repeat(400));
    expect(checkLayers(root)).toEqual([expect.stringMatching(/^packages\/math\/src\/long.ts: has 401 lines/)]);
  });
});

test('the folders of this repository are all in the table', () => {
  const here = fileURLToPath(new URL('..', import.meta.url));
  expect(checkLayers(here).filter((problem: string) => problem.includes('layer table'))).toEqual([]);
});
