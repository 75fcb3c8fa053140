import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SubjectDescription, SubjectState } from '@rigline/protocol';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { FileCacheReader, FileCacheWriter } from './file-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'rigline cache '));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(root, `项目 α ${count++}`);
});

function subject(name: string, x = 0, revision = 1): { description: SubjectDescription; state: SubjectState } {
  const description: SubjectDescription = {
    source: 0,
    subject: 0,
    revision,
    name,
    role: 'transform',
    space: 'maya',
    nodes: [{ name, parent: -1 }],
    curves: ['visible'],
  };
  const state = new SubjectState(1, 1);
  state.setTranslation(0, x, 2, 3);
  state.setCurve(0, 1);
  return { description, state };
}

const moment = { wallClock: 1000, time: { seconds: 1, frame: 24, frameRate: [24, 1] as const } };
const placesOf = (update: ReturnType<FileCacheReader['poll']>): unknown =>
  update?.subjects.map(({ description, state }) => [description.name, [...state.translations]]);

describe('FileCacheReader', () => {
  test('gives what was written, once', () => {
    const reader = new FileCacheReader(folder);
    expect(reader.poll()).toBeUndefined();
    const writer = new FileCacheWriter(folder, 'a');
    expect(writer.write([subject('Sphère 球', 5)], moment)).toBe(true);
    const update = reader.poll();
    expect(placesOf(update)).toEqual([['Sphère 球', [5, 2, 3]]]);
    expect(update).toMatchObject({ session: 'a', sequence: 0, wallClock: 1000, time: { frame: 24 } });
    expect(reader.poll()).toBeUndefined();
    writer.write([subject('Sphère 球', 6)], moment);
    expect(placesOf(reader.poll())).toEqual([['Sphère 球', [6, 2, 3]]]);
  });

  test('keeps what it has while a file is torn or away, and goes on afterwards', () => {
    const writer = new FileCacheWriter(folder, 'a');
    const reader = new FileCacheReader(folder);
    writer.write([subject('a', 1)], moment);
    reader.poll();
    writer.write([subject('a', 2)], moment);
    const path = join(folder, 'frame.json');
    const whole = readFileSync(path, 'utf8');
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(path, whole.slice(0, length));
      expect(reader.poll()).toBeUndefined();
    }
    rmSync(path);
    expect(reader.poll()).toBeUndefined();
    writeFileSync(path, whole);
    expect(placesOf(reader.poll())).toEqual([['a', [2, 2, 3]]]);
  });

  test('takes no older frame of the same writer, and none of a writer that another has replaced', () => {
    const writer = new FileCacheWriter(folder, 'a');
    const reader = new FileCacheReader(folder);
    const path = join(folder, 'frame.json');
    writer.write([subject('a', 1)], moment);
    const first = readFileSync(path, 'utf8');
    writer.write([subject('a', 2)], moment);
    expect(placesOf(reader.poll())).toEqual([['a', [2, 2, 3]]]);
    writeFileSync(path, first);
    expect(reader.poll()).toBeUndefined();
    const next = new FileCacheWriter(folder, 'b');
    next.write([subject('a', 9)], moment);
    expect(placesOf(reader.poll())).toEqual([['a', [9, 2, 3]]]);
    writer.write([subject('a', 3)], moment);
    expect(reader.poll()).toBeUndefined();
  });

  test('a subject whose description has changed has values of the new one alone', () => {
    const writer = new FileCacheWriter(folder, 'a');
    const reader = new FileCacheReader(folder);
    writer.write([subject('a', 1, 1)], moment);
    reader.poll();
    writer.write([subject('a', 4, 2), subject('b', 5)], moment);
    const update = reader.poll();
    expect(update?.subjects.map(({ description }) => [description.name, description.revision])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  test('nonsense in the files is no error', () => {
    mkdirSync(folder, { recursive: true });
    const reader = new FileCacheReader(folder);
    for (const text of [
      '',
      'null',
      '[]',
      '{"protocol":1}',
      '{"protocol":2,"session":"a","subjects":[]}',
      `${'['.repeat(50_000)}`,
    ]) {
      writeFileSync(join(folder, 'frame.json'), text);
      writeFileSync(join(folder, 'description.json'), text);
      expect(reader.poll()).toBeUndefined();
    }
  });
});

describe('FileCacheWriter', () => {
  test('says why it cannot write, and writes all once it can', () => {
    writeFileSync(folder, 'a file is where the folder should be');
    const writer = new FileCacheWriter(folder, 'a');
    expect(writer.write([subject('a', 1)], moment)).toBe(false);
    expect(writer.problem).toBeTruthy();
    rmSync(folder);
    expect(writer.write([subject('a', 2)], moment)).toBe(true);
    expect(writer.problem).toBeUndefined();
    expect(placesOf(new FileCacheReader(folder).poll())).toEqual([['a', [2, 2, 3]]]);
  });

  test('tells the description again when the folder was taken away', () => {
    const writer = new FileCacheWriter(folder, 'a');
    writer.write([subject('a', 1)], moment);
    rmSync(folder, { recursive: true });
    writer.write([subject('a', 2)], moment);
    writer.write([subject('b', 3)], moment);
    expect(placesOf(new FileCacheReader(folder).poll())).toEqual([['b', [3, 2, 3]]]);
  });

  test('cleans up after a writer that was killed, touches nothing else, and leaves nothing', () => {
    mkdirSync(folder, { recursive: true });
    for (const name of ['frame.json.77.tmp', 'description.json.77.tmp', 'notes.tmp'])
      writeFileSync(join(folder, name), '');
    const writer = new FileCacheWriter(folder, 'a');
    expect(readdirSync(folder)).toEqual(['notes.tmp']);
    writer.write([subject('a')], moment);
    expect(readdirSync(folder).sort()).toEqual(['description.json', 'frame.json', 'notes.tmp']);
    writer.close();
    expect(readdirSync(folder)).toEqual(['notes.tmp']);
  });

  test('numbers that are not finite become defaults, so that every reader can read the file', () => {
    const broken = subject('a');
    broken.state.translations[0] = Number.NaN;
    new FileCacheWriter(folder, 'a').write([broken], moment);
    expect(placesOf(new FileCacheReader(folder).poll())).toEqual([['a', [0, 2, 3]]]);
  });
});
