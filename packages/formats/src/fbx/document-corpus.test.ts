import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ProblemLog, type RiglineError } from '@rigline/diagnostics';
import { describe, expect, test } from 'vitest';
import { readFbxDocument } from './document.ts';
import type { FbxDocument, FbxObject, RawKeys } from './document-types.ts';
import { readFbxRecords } from './records.ts';

/**
 * Files of many programs with what another reader (ufbx) found in them; see the README there. Compared is what a
 * document says without giving it a meaning.
 */
const folder = new URL('../../../../../shared/corpus/fbx/', import.meta.url);
const present = existsSync(folder);
const names = present ? readdirSync(folder).filter((name) => name.endsWith('.fbx')) : [];

interface Expected {
  readonly ok: boolean;
  readonly error?: { readonly message: string };
  readonly warnings?: readonly { readonly type: string }[];
  readonly format: {
    readonly version: number;
    readonly creator: string;
    readonly application: string;
    readonly applicationVersion: string;
  };
  readonly settings: { readonly ticksPerSecond: number };
  readonly stacks: readonly { readonly name: string; readonly layers: readonly { readonly name: string }[] }[];
  readonly nodes: readonly { readonly path: string; readonly attribute: string | null }[];
  readonly blendChannels?: readonly { readonly name: string }[];
  readonly constraints?: readonly { readonly name: string }[];
  readonly curves?: readonly {
    readonly property: string;
    readonly keyTimes: readonly number[];
    readonly keyValues: readonly (number | null)[];
  }[];
}

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(new URL(`expected/${name.replace(/\.fbx$/, '.json')}`, folder), 'utf8'));
}

function read(name: string, log: ProblemLog): FbxDocument {
  return readFbxDocument(readFbxRecords(readFileSync(new URL(name, folder)), { file: name, log }), log);
}

/** Sources of the plain connections into an object, in the order of the file's objects. */
function sourcesOf(document: FbxDocument, object: FbxObject, kinds: readonly string[]): FbxObject[] {
  const sources = new Set(document.into(object).flatMap(({ type, source }) => (type === 'OO' ? [source] : [])));
  return document.objects.filter((one) => sources.has(one) && kinds.includes(one.kind));
}

/** Path and attribute of every Model, level by level. */
function nodesOf(document: FbxDocument): { path: string; subtype: string | undefined }[] {
  const nodes: { path: string; subtype: string | undefined }[] = [];
  let level: [FbxObject, string][] = [[document.root, '']];
  while (level.length > 0) {
    const next: [FbxObject, string][] = [];
    for (const [parent, path] of level) {
      for (const model of sourcesOf(document, parent, ['Model'])) {
        const own = `${path}|${model.name}`;
        nodes.push({ path: own, subtype: sourcesOf(document, model, ['Geometry', 'NodeAttribute'])[0]?.subtype });
        next.push([model, own]);
      }
    }
    level = next;
  }
  return nodes;
}

/** Whether a curve has these keys; values are float32 or nine digits. */
function hasKeys(keys: RawKeys, ticks: number, times: readonly number[], values: readonly (number | null)[]): boolean {
  const isNear = (value: number, wanted: number): boolean =>
    Math.abs(value - wanted) <= 1e-6 * Math.max(1, Math.abs(wanted));
  return (
    keys.times.length === times.length &&
    times.every((time, i) => isNear((keys.times[i] as number) / ticks, time)) &&
    values.every((value, i) => value === null || isNear(keys.values[i] as number, value))
  );
}

/** Names with bytes that are no text, as the other reader shows them: each such byte, or several, as one sign. */
function shown(path: string): string {
  return path.replaceAll(/[\0\ud800-\udfff\ufffd]+/g, '\ufffd');
}

describe.skipIf(!present)('documents of many programs (../shared/corpus/fbx)', () => {
  test('there are files', () => expect(names.length).toBeGreaterThan(0));

  const refused = names.filter((name) => expectedOf(name).error?.message === 'Cyclic node hierarchy');
  test.each(refused)('%s is refused for its cycle', (name) => {
    let error: unknown;
    try {
      read(name, new ProblemLog());
    } catch (thrown) {
      error = thrown;
    }
    expect((error as RiglineError).code).toBe('FBX_NODE_CYCLE');
  });

  const sound = names.filter((name) => expectedOf(name).ok);
  test.each(sound)('%s says of itself what it is', (name) => {
    const { format, settings } = expectedOf(name);
    const document = read(name, new ProblemLog());
    expect(document.file.version).toBe(format.version);
    expect(document.creator).toBe(format.creator);
    expect(document.ticksPerSecond).toBe(settings.ticksPerSecond);
    // The other reader does not fall back to the application that made the file, and stops at a broken property.
    if (format.application === '') return;
    expect([document.application, document.applicationVersion]).toEqual([
      format.application,
      format.applicationVersion,
    ]);
  });

  test.each(sound)('%s has its stacks, layers, nodes, channels and constraints', (name) => {
    const expected = expectedOf(name);
    const document = read(name, new ProblemLog());
    const stacks = document.objects.filter(({ kind }) => kind === 'AnimationStack');
    expect(
      stacks.map((stack) => [stack.name, sourcesOf(document, stack, ['AnimationLayer']).map((layer) => layer.name)]),
    ).toEqual(expected.stacks.map((stack) => [stack.name, stack.layers.map((layer) => layer.name)]));
    const nodes = nodesOf(document);
    // Its name is damaged text that no two readers show alike.
    if (name !== 'synthetic_unsafe_cube_7500_binary.fbx') {
      expect(nodes.map(({ path }) => shown(path))).toEqual(expected.nodes.map(({ path }) => shown(path)));
    }
    // Of two objects with one name the other reader lets the second show nothing.
    if (!expected.warnings?.some(({ type }) => type === 'duplicateObjectId')) {
      expect(nodes.map(({ subtype }) => subtype === undefined)).toEqual(
        expected.nodes.map(({ attribute }) => attribute === null),
      );
    }
    const namesOf = (accept: (object: FbxObject) => boolean): string[] =>
      document.objects.filter(accept).map((object) => object.name);
    expect(namesOf(({ subtype }) => subtype === 'BlendShapeChannel')).toEqual(
      (expected.blendChannels ?? []).map((channel) => channel.name),
    );
    expect(namesOf(({ kind, subtype }) => kind === 'Constraint' && subtype !== 'Character')).toEqual(
      (expected.constraints ?? []).map((constraint) => constraint.name),
    );
  });

  const keyed = sound.filter((name) => (expectedOf(name).curves ?? []).length > 0);
  test.each(keyed)('%s has the keys of its curves', (name) => {
    const document = read(name, new ProblemLog());
    const curves = document.objects
      .filter(({ kind }) => kind === 'AnimationCurve')
      .map((one) => document.readKeys(one));
    const missing = (expectedOf(name).curves ?? []).filter(
      ({ keyTimes, keyValues }) => !curves.some((keys) => hasKeys(keys, document.ticksPerSecond, keyTimes, keyValues)),
    );
    expect(missing.map(({ property }) => property)).toEqual([]);
  });

  const doubled = sound.filter((name) => expectedOf(name).warnings?.some(({ type }) => type === 'duplicateObjectId'));
  test.each(doubled)('%s has a problem of doubled objects', (name) => {
    const log = new ProblemLog();
    read(name, log);
    expect(log.list().map(({ code }) => code)).toContain('FBX_DUPLICATE_ID');
  });

  test('files of programs have no problems of the document', () => {
    const programs = sound.filter((name) => !name.startsWith('synthetic_'));
    const found = programs.flatMap((name) => {
      const log = new ProblemLog();
      const document = read(name, log);
      for (const object of document.objects) if (object.kind === 'AnimationCurve') document.readKeys(object);
      return log.list().flatMap(({ code }) => (code === 'FBX_INVALID_TEXT' ? [] : [`${name} ${code}`]));
    });
    // It has two objects of one name: in text both `&quot;` and `"` are that sign.
    expect(found.filter((one) => !one.startsWith('max_quote_6100_ascii'))).toEqual([]);
  });
});
