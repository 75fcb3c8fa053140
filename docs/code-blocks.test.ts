import * as fs from 'node:fs';
import { readdirSync, readFileSync } from 'node:fs';
import * as evaluation from '@rigline/evaluate';
import * as ma from '@rigline/formats/ma';
import * as scene from '@rigline/scene';
import * as maya from '@rigline/scene/maya';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeBlocks, compileErrors, ROOT, runBlock } from './code-blocks.ts';

const MODULES = {
  'node:fs': fs,
  '@rigline/evaluate': evaluation,
  '@rigline/formats/ma': ma,
  '@rigline/scene': scene,
  '@rigline/scene/maya': maya,
};
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('ts blocks of the guides', () => {
  const texts = new Map([['bad.ts', "import { readMa } from '@rigline/formats/ma';\nreadMa(1);\n"]]);
  for (const page of PAGES) {
    const name = page.replace(/\W/g, '-');
    for (const [i, block] of codeBlocks(page).entries()) texts.set(`${name}-${i}.ts`, block);
  }
  let errors: string[] = [];
  // One program for all: most of its time goes into the libraries' types.
  beforeAll(() => {
    errors = compileErrors(texts);
  }, 120_000);

  test('compile', () => {
    expect(texts.size).toBeGreaterThanOrEqual(4);
    expect(errors.filter((error) => !error.startsWith('docs/bad.ts'))).toEqual([]);
  });

  test('would be found if they did not', () => {
    expect(errors).toContainEqual(expect.stringContaining("docs/bad.ts: Argument of type 'number'"));
  });
});

test('the block on the graph reads a height of 2', () => {
  const [block] = codeBlocks('docs/evaluation.md');
  expect(runBlock(block as string, MODULES, ['height'])).toEqual({ height: 2 });
});

test('the node type of the guide evaluates to its amplitude at a quarter of its period', () => {
  const [block] = codeBlocks('docs/adding-a-node-type.md');
  const { height, graph } = runBlock(block as string, MODULES, ['height', 'graph']);
  expect(height).toBeCloseTo(10, 12);
  expect((graph as evaluation.Graph).problems.list()).toEqual([]);
});

test('the example of the README gives a lantern that moves and a focal length', () => {
  const [block] = codeBlocks('README.md');
  const {
    scene: shot,
    problems,
    lantern,
    focalLength,
  } = runBlock(block as string, MODULES, ['scene', 'problems', 'lantern', 'focalLength']) as {
    scene: scene.Scene;
    problems: { severity: string }[];
    lantern: number[];
    focalLength: number;
  };
  expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(lantern).toHaveLength(16);
  expect([lantern[3], lantern[7], lantern[11], lantern[15]]).toEqual([0, 0, 0, 1]);
  const later = evaluation.evaluate(shot, { seconds: 5 }).localToWorld('lantern');
  expect(Math.hypot(...[12, 13, 14].map((i) => (later[i] as number) - (lantern[i] as number)))).toBeGreaterThan(1);
  // A lens that a camera could have.
  expect(focalLength).toBeGreaterThan(10);
  expect(focalLength).toBeLessThan(300);
});

test('links between the pages lead somewhere', () => {
  const broken = PAGES.flatMap((page) => {
    const folder = page.includes('/') ? `${ROOT}docs/` : ROOT;
    const links = [...readFileSync(`${ROOT}${page}`, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
    return links
      .map((match) => match[1] as string)
      .filter((link) => !fs.existsSync(`${folder}${link}`))
      .map((link) => `${page}: ${link}`);
  });
  expect(broken).toEqual([]);
});
