import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gltfErrors } from '@rigline/testkit/gltf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT, main } from './index.ts';

const shot = fileURLToPath(new URL('../../../examples/handoff/handoff.ma', import.meta.url));
const skin = fileURLToPath(new URL('../../../fixtures/ma/hand_skin.ma', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigline-convert-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = '';
  let err = '';
  const code = await main(['node', 'rigline', 'convert', ...args], {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isInteractive: false,
  });
  return { code, out, err };
}

interface Document {
  readonly bytes: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly entries: readonly { readonly verdict: string; readonly subject: string; readonly what: string }[];
}

describe('rigline convert', () => {
  test('writes a GLB without errors into a folder that it makes, and tells what was lost', async () => {
    const file = join(folder, '项目 α', 'shot.glb');
    const { code, out } = await run(shot, '-o', file, '--json');
    expect(code).toBe(EXIT.ok);
    const { bytes, counts, entries } = JSON.parse(out) as Document;
    const glb = readFileSync(file);
    expect(glb.length).toBe(bytes);
    expect(await gltfErrors(glb)).toEqual([]);
    // The camera of the demo shot has a film offset, and a light of a kind that glTF lacks.
    expect(entries).toContainEqual(expect.objectContaining({ verdict: 'dropped', what: 'film offset' }));
    expect(entries).toContainEqual(expect.objectContaining({ verdict: 'dropped', what: 'light' }));
    expect(entries.filter(({ verdict }) => verdict === 'baked').length).toBe(counts.baked);
    expect(readdirSync(join(folder, '项目 α'))).toEqual(['shot.glb']);
  });

  test('writes the report as JSON and as a page', async () => {
    for (const name of ['report.json', 'report.html']) {
      await run(skin, '-o', join(folder, 'skin.glb'), '--report', join(folder, name));
    }
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ schema: 'rigline.report/1' });
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(page).toContain('<!doctype html>');
    expect(page).not.toMatch(/<script|src=|href=/);
  });

  test('a pose has no animation, and fewer nodes are what was asked for', async () => {
    const file = join(folder, 'pose.glb');
    const { out } = await run(shot, '-o', file, '--no-animation', '--nodes', 'shotCam', '--json');
    expect((JSON.parse(out) as Document).counts.baked).toBe(0);
    const json = jsonOf(readFileSync(file));
    expect(json.animations).toBeUndefined();
    expect(json.nodes?.map(({ name }) => name)).toContain('shotCam');
    expect(json.nodes?.length).toBeLessThan(20);
  });

  test('--fail-on exits with 1 when something of the kind has happened', async () => {
    expect((await run(shot, '-o', join(folder, 'a.glb'), '--fail-on', 'dropped')).code).toBe(EXIT.problems);
    expect((await run(shot, '-o', join(folder, 'a.glb'), '--fail-on', 'renamed')).code).toBe(EXIT.ok);
    expect((await run(shot, '-o', join(folder, 'a.glb'), '--fail-on', 'lost')).code).toBe(EXIT.usage);
  });

  test('wrong names of files and wrong values are calls that are wrong, and nothing is written', async () => {
    expect((await run(shot, '-o', join(folder, 'shot.obj'))).code).toBe(EXIT.usage);
    expect((await run(shot, '-o', join(folder, 'b.glb'), '--report', join(folder, 'r.txt'))).code).toBe(EXIT.usage);
    expect((await run(shot, '-o', join(folder, 'b.glb'), '--range', '10:1')).code).toBe(EXIT.usage);
    expect((await run(shot, '-o', join(folder, 'b.glb'), '--influences', '5')).code).toBe(EXIT.usage);
    expect((await run(shot, '-o', join(folder, 'b.glb'), '--max-error', '3')).code).toBe(EXIT.usage);
    expect((await run(shot)).code).toBe(EXIT.usage);
    expect(existsSync(join(folder, 'shot.obj'))).toBe(false);
    expect(existsSync(join(folder, 'b.glb'))).toBe(false);
  });

  test('coarser keys are fewer', async () => {
    const size = async (...more: string[]): Promise<number> =>
      (JSON.parse((await run(shot, '-o', join(folder, 'c.glb'), '--json', ...more)).out) as Document).bytes;
    expect(await size('--max-error', '1deg,1cm')).toBeLessThan(await size('--max-error', '0.001deg,0.01mm'));
  });
});

function jsonOf(glb: Buffer): {
  readonly nodes?: readonly { readonly name?: string }[];
  readonly animations?: unknown;
} {
  return JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString('utf8')) as ReturnType<typeof jsonOf>;
}
