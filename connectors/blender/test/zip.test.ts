import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { buildAddon } from './blender.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('the zip of the Blender add-on', () => {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'rigline add-on ')));
  const zips = folders.map((folder) => readFileSync(buildAddon(folder)));
  const files = unzipSync(new Uint8Array(zips[0] as Buffer));
  const text = (name: string): string => strFromU8(files[`rigline_live/${name}`] as Uint8Array);
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  test('has one folder at its top, with both manifests, the client and the licence', () => {
    const names = Object.keys(files);
    expect(names.filter((name) => !name.startsWith('rigline_live/'))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['rigline_live/__init__.py', 'rigline_live/blender_manifest.toml']));
    expect(names.filter((name) => name.includes('__pycache__'))).toEqual([]);
    expect(text('rigline_live.py')).toBe(readFileSync(join(ROOT, 'connectors/python/rigline_live.py'), 'utf8'));
    expect(text('LICENSE')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });

  test('has the version of the packages, for Blender before and after 4.2', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(text('blender_manifest.toml')).toContain(`\nversion = "${version}"\n`);
    expect(text('__init__.py')).toContain(`"version": (${version.replaceAll('.', ', ')}),`);
  });

  test('has what Blender’s manual asks of a manifest', () => {
    const required = [
      'schema_version',
      'id',
      'version',
      'name',
      'tagline',
      'maintainer',
      'type',
      'blender_version_min',
      'license',
    ];
    const manifest = text('blender_manifest.toml');
    expect(required.filter((key) => !new RegExp(`^${key} = `, 'm').test(manifest))).toEqual([]);
    // Taglines and reasons have at most 64 characters, and no full stop at their end.
    const sentences = [...manifest.matchAll(/^(?:tagline|network|files) = "(.*)"$/gm)].map(
      (match) => match[1] as string,
    );
    expect(sentences).toHaveLength(3);
    expect(sentences.filter((sentence) => sentence.length > 64 || sentence.endsWith('.'))).toEqual([]);
  });

  test('is the same, byte by byte, from the same sources', () => {
    expect((zips[0] as Buffer).equals(zips[1] as Buffer)).toBe(true);
  });
});
