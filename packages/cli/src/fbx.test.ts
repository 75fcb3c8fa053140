import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FbxPropertySketch, fbxRecord, sketchFbx, writeFbxAscii } from '@rigline/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import type { ConstraintDrift } from './constraint-drift.ts';
import { EXIT, main } from './index.ts';

const maya = fileURLToPath(new URL('../../../fixtures/ma/hand_names.ma', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rigline-fbx-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const output = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    isInteractive: false,
  };
  return { code: await main(['node', 'rigline', ...args], output), out, err };
}

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const real = (name: string, ...values: number[]): FbxPropertySketch => [
  name,
  'Vector',
  'A',
  ...values.map((value) => ({ code: 'D', value }) as const),
];
/** Ticks of a second. */
const SECOND = 46186158000n;
const time = (name: string, seconds: number): FbxPropertySketch => [
  name,
  'KTime',
  'Time',
  { code: 'L', value: SECOND * BigInt(seconds) },
];
/** Linear keys, one a second. */
const keys = (...values: number[]) => [
  fbxRecord('KeyTime', [BigInt64Array.from(values, (_, i) => SECOND * BigInt(i))]),
  fbxRecord('KeyValueFloat', [Float32Array.from(values)]),
  fbxRecord('KeyAttrFlags', [Int32Array.of(4)]),
  fbxRecord('KeyAttrDataFloat', [new Float32Array(4)]),
  fbxRecord('KeyAttrRefCount', [Int32Array.of(values.length)]),
];

/** `hand` at 5 with two takes that move it; `ball` at 7; a position constraint of the hand on the ball; inches. */
const bytes = sketchFbx({
  globals: [real('UnitScaleFactor', 2.54), ['UpAxis', 'int', '', 2], ['TimeMode', 'enum', '', 11]],
  objects: [
    [1, 'Model', 'Null', 'hand', [real('Lcl Translation', 5, 0, 0)]],
    [2, 'Model', 'Null', 'ball', [real('Lcl Translation', 7, 0, 0), real('Lcl Rotation', 0, 0, 30)]],
    [3, 'Constraint', 'Position From Positions', 'hold', [], [fbxRecord('Type', ['Position From Positions'])]],
    [10, 'AnimationStack', '', 'walk', [time('LocalStart', 0), time('LocalStop', 1)]],
    [11, 'AnimationLayer', '', 'base'],
    [12, 'AnimationCurveNode', '', 'T', [['d|X', 'Number', 'A', { code: 'D', value: 5 }]]],
    [13, 'AnimationCurve', '', '', [], keys(5, 9)],
    [20, 'AnimationStack', '', 'run', [time('LocalStart', 0), time('LocalStop', 2)]],
    [21, 'AnimationLayer', '', 'base'],
    [22, 'AnimationCurveNode', '', 'T', [['d|X', 'Number', 'A', { code: 'D', value: 5 }]]],
    [23, 'AnimationCurve', '', '', [], keys(50, 90)],
  ],
  connections: [
    [1, 0],
    [2, 0],
    [1, 3, 'Constrained Object'],
    [2, 3, 'Source'],
    [11, 10],
    [12, 11],
    [12, 1, 'Lcl Translation'],
    [13, 12, 'd|X'],
    [21, 20],
    [22, 21],
    [22, 1, 'Lcl Translation'],
    [23, 22, 'd|X'],
  ],
});
const shot = write('shot.fbx', bytes);

/** X of the hand at a frame. */
async function handAt(frame: number, ...flags: string[]): Promise<number> {
  const { out } = await run('eval', shot, '--frames', String(frame), '--json', ...flags);
  const [{ nodes }] = JSON.parse(out).frames;
  return nodes.find(({ path }: { path: string }) => path === '|hand').world[12];
}

describe('eval of FBX', () => {
  test('takes the first take, another one by name, or the stored values', async () => {
    expect(await handAt(24)).toBeCloseTo(9, 6);
    expect(await handAt(24, '--take', 'run')).toBeCloseTo(90, 5);
    expect(await handAt(24, '--no-take')).toBeCloseTo(5, 12);
  });

  test('what is keyed counts, and constraints when they are asked for', async () => {
    expect(await handAt(0, '--constraints', 'baked')).toBeCloseTo(5, 6);
    expect(await handAt(0, '--constraints', 'live')).toBeCloseTo(7, 12);
  });

  test('a take that is not there is a wrong call, and all takes are named', async () => {
    const { code, err } = await run('eval', shot, '--take', 'fly');
    expect(code).toBe(EXIT.usage);
    expect(err).toMatch(/FBX_NO_TAKE.*"fly".*"walk", "run"/);
  });

  test.each([['--take', 'walk'], ['--no-take'], ['--constraints', 'baked']])(
    '%s of a Maya file is a wrong call',
    async (...flags) => {
      const { code, err } = await run('eval', maya, ...flags);
      expect(code).toBe(EXIT.usage);
      expect(err).toContain('CLI_OPTION_OF_OTHER_FORMAT');
    },
  );
});

describe('info of FBX', () => {
  test('lists takes with their layers, axes, unit and version', async () => {
    const { code, out } = await run('info', shot, '--json');
    expect(code).toBe(EXIT.ok);
    expect(JSON.parse(out)).toMatchObject({
      schema: 'rigline.info/1',
      unitMetres: 0.0254,
      upAxis: 'z',
      units: { linear: 'inch' },
      take: 'walk',
      takes: [
        { name: 'walk', range: [0, 24], layers: ['base'] },
        { name: 'run', range: [0, 48], layers: ['base'] },
      ],
      details: { fbxVersion: '7400', encoding: 'binary' },
      keyRange: [0, 24],
      counts: { curves: 1, keys: 2 },
    });
  });

  test('prints them', async () => {
    const { out } = await run('info', shot, '--take', 'run');
    expect(out).toMatch(/take +walk {2}0 to 24\n +take +run {2}0 to 48 \(in the scene\)/);
    expect(out).toContain('z up');
    expect(out).toMatch(/hand {2}fbxModel\n/);
  });
});

describe('check of FBX', () => {
  const drifts = async (...flags: string[]): Promise<{ code: number; constraints: ConstraintDrift[] }> => {
    const { code, out } = await run('check', shot, '--json', ...flags);
    return { code, constraints: JSON.parse(out).constraints };
  };

  test('says how far what is baked is from what constraints give', async () => {
    const { constraints } = await drifts();
    expect(constraints).toHaveLength(1);
    const [drift] = constraints;
    // From 5 to 9 inches beside a ball at 7: 2 at both ends.
    expect(drift).toMatchObject({ path: '|hand', constraints: ['hold'], rotationDeg: 0, scale: 0 });
    expect(drift?.position).toBeCloseTo(2, 6);
    expect((await drifts('--take', 'run')).constraints[0]?.position).toBeCloseTo(83, 5);
  });

  test('is a warning where they differ, with the frame, and a note where they agree', async () => {
    const differing = await run('check', shot, '--frames', '24', '--take', 'run');
    expect(differing.out).toMatch(/\|hand {2}warning CLI_BAKED_CONSTRAINT .*83 units.*"hold".*frame 24/);
    expect((await run('check', shot, '--strict')).code).toBe(EXIT.problems);
    const agreeing = await run('check', shot, '--frames', '12');
    expect(agreeing.out).toMatch(/info CLI_BAKED_CONSTRAINT/);
  });

  test('is the same from the live side, and nothing for files without constraints', async () => {
    expect((await drifts('--constraints', 'live')).constraints[0]?.position).toBeCloseTo(2, 6);
    const plain = write('plain.fbx', sketchFbx({ objects: [[1, 'Model', 'Null', 'hand']], connections: [[1, 0]] }));
    const { out } = await run('check', plain, '--json');
    expect(JSON.parse(out)).toEqual({ schema: 'rigline.check/1', file: plain, problems: [] });
  });
});

describe('formats', () => {
  test('are told by what files hold', async () => {
    const text = writeFbxAscii([fbxRecord('FBXHeaderExtension', [], [fbxRecord('FBXVersion', [7400])])]);
    const cases: [string, string | Uint8Array, string][] = [
      ['binary.ma', bytes, 'binary'],
      ['text.txt', text, 'ascii'],
    ];
    for (const [name, content, encoding] of cases) {
      const { out } = await run('info', write(name, content), '--json');
      expect(JSON.parse(out).details).toMatchObject({ encoding });
    }
    const { out } = await run(
      'info',
      write('scene.fbx', '//Maya ASCII 2024 scene\ncreateNode transform -n "a";\n'),
      '--json',
    );
    expect(JSON.parse(out).nodeTypes).toEqual({ transform: 1 });
  });

  test('a cut or empty FBX file is one clear problem, and no stack', async () => {
    for (const size of [0, 10, 27, 500, bytes.length - 300]) {
      const { code, err } = await run('eval', write('cut.fbx', bytes.subarray(0, size)), '--json');
      expect(code).toBe(EXIT.unreadable);
      expect(err).toMatch(/error FBX_/);
      expect(err).not.toMatch(/\n\s+at /);
    }
  });

  test('a Maya binary file is refused with the way out', async () => {
    const { code, err } = await run('info', write('scene.bin', 'FOR4....MayaHEAD'));
    expect(code).toBe(EXIT.unreadable);
    expect(err).toContain('Save the scene as Maya ASCII or FBX.');
  });
});
