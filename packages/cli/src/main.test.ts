import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT, main } from './index.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/ma', import.meta.url));
const names = join(fixtures, 'hand_names.ma');
const metres = join(fixtures, 'hand_metre_long_names.ma');

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(...args: string[]): Promise<Run> {
  let out = '';
  let err = '';
  const code = await main(['node', 'rigline', ...args], {
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

describe('main', () => {
  test('lists its commands, each with an example', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(EXIT.ok);
    const commands = [...out.matchAll(/^ {2}(\w+) \[/gm)].map((match) => match[1] as string);
    expect(commands).toEqual(expect.arrayContaining(['info', 'eval', 'check', 'query', 'rot', 'studio']));
    for (const command of commands.filter((name) => name !== 'help')) {
      const help = await run(command, '--help');
      expect(help.out).toContain(`Example:\n  rigline ${command}`);
      expect(help.code).toBe(EXIT.ok);
    }
  });

  test('a wrong call says so and exits with 2', async () => {
    expect((await run('evil')).code).toBe(EXIT.usage);
    expect((await run('eval')).code).toBe(EXIT.usage);
    expect((await run('eval', names, '--frames', 'one')).code).toBe(EXIT.usage);
  });

  test('a file that is not there says so and exits with 3, and the others are still done', async () => {
    const { code, out, err } = await run('info', join(fixtures, 'nowhere.ma'), metres, '--json');
    expect(code).toBe(EXIT.unreadable);
    expect(err).toContain('CLI_NO_FILE');
    const documents = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(documents).toMatchObject([{ schema: 'rigline.error/1' }, { frameRate: 25 }]);
  });

  test('a file of another format says which formats are read', async () => {
    const { code, err } = await run('info', join(fixtures, 'a.mb'));
    expect(code).toBe(EXIT.unreadable);
    expect(err).toContain('Maya ASCII');
  });
});

describe('info', () => {
  test('prints the document that other tools read', async () => {
    const { code, out } = await run('info', names, '--json');
    const info = JSON.parse(out);
    expect(code).toBe(EXIT.ok);
    expect(info).toMatchObject({
      schema: 'rigline.info/1',
      frameRate: 30,
      range: [5, 60.5],
      nodeTypes: { transform: 4, joint: 3, strangeThing: 1 },
      unitMetres: 0.01,
    });
    expect(info.problems.map((p: { code: string }) => p.code)).toContain('MA_DUPLICATE_NAME');
  });

  test('prints the hierarchy', async () => {
    const { out } = await run('info', names);
    expect(out).toMatch(/ {2}R {2}transform\n {4}arm {2}joint\n {6}手 {2}joint/);
  });

  test('--strict turns warnings into exit code 1', async () => {
    expect((await run('info', names, '--strict')).code).toBe(EXIT.problems);
  });
});

describe('eval', () => {
  test('prints one document per file and line', async () => {
    const { code, out } = await run('eval', names, metres, '--frames', '1,2.5', '--json');
    expect(code).toBe(EXIT.ok);
    const documents = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(documents).toHaveLength(2);
    expect(documents[0]).toMatchObject({ schema: 'rigline.eval/1', frameRate: 30, upAxis: 'y', unitMetres: 0.01 });
    expect(documents[0].frames.map((f: { frame: number }) => f.frame)).toEqual([1, 2.5]);
    const arm = documents[0].frames[0].nodes.find((n: { path: string }) => n.path === '|R|arm');
    expect(arm.world).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1]);
    expect(arm.channels).toEqual({ translate: [-1, 0, 0], rotate: [0, 0, 0], scale: [1, 1, 1] });
  });

  test('prints lengths in the unit of the file', async () => {
    const { out } = await run('eval', metres, '--frames', '1', '--json');
    const [frame] = JSON.parse(out).frames;
    const camera = frame.nodes.find((n: { path: string }) => n.path === '|shotCam');
    // 1e-9: metres to centimetres and back.
    expect(camera.channels.translate[0]).toBeCloseTo(-61.3705913, 9);
    expect(camera.channels.rotate[2]).toBeCloseTo(45, 12);
    expect(frame.cameras[0]).toMatchObject({ path: '|shotCam|shotCamShape', focalLengthMm: 129.4273, near: 0.01 });
  });

  test('evaluates a range with a step', async () => {
    const { out } = await run('eval', names, '--range', '1:2:0.5', '--json');
    expect(JSON.parse(out).frames.map((f: { seconds: number }) => f.seconds)).toEqual([1 / 30, 0.05, 2 / 30]);
  });

  test('the default is the frame that the scene was saved at', async () => {
    const { out } = await run('eval', names, '--json');
    expect(JSON.parse(out).frames.map((f: { frame: number }) => f.frame)).toEqual([12]);
  });
});

describe('rot', () => {
  test('prints the Unreal camera of a Maya rotation', async () => {
    const { code, out } = await run(
      'rot',
      '--from',
      'maya',
      '--order',
      'xyz',
      '10',
      '20',
      '30',
      '--to',
      'unreal',
      '--as',
      'camera',
    );
    expect(code).toBe(EXIT.ok);
    // fixtures/rotations and rotations.md golden 8: roll, pitch, yaw.
    expect(out).toMatch(/roll, pitch, yaw\s+-28\.0\d+\s+-1\.03\d+\s+-112\.24\d+/);
  });

  test('takes negative angles and prints JSON', async () => {
    const { out } = await run('rot', '-90', '0', '-45.5', '--json');
    expect(JSON.parse(out).representations.length).toBeGreaterThan(5);
  });

  test('refuses the wrong count of numbers', async () => {
    expect((await run('rot', '1', '2')).code).toBe(EXIT.usage);
    expect((await run('rot', '1', '2', 'x')).code).toBe(EXIT.usage);
    expect((await run('rot', '1', '2', '3', '--to', 'nowhere')).code).toBe(EXIT.usage);
  });
});

describe('check', () => {
  test('prints each problem with its place and counts them', async () => {
    const { code, out } = await run('check', names);
    expect(code).toBe(EXIT.ok);
    expect(out).toMatch(/hand_names\.ma:\d+ .*warning MA_DUPLICATE_NAME/);
    expect(out).toMatch(/hand_names\.ma: 0 errors, \d+ warnings, \d+ notes\n$/);
  });

  test('prints JSON, and exits with 1 for warnings under --strict', async () => {
    const { code, out } = await run('check', names, '--json', '--strict');
    expect(code).toBe(EXIT.problems);
    expect(JSON.parse(out)).toMatchObject({ schema: 'rigline.check/1', file: names });
  });

  test.each(['check', 'eval'])('%s shows how far it is where somebody is looking', async (command) => {
    let err = '';
    const output = {
      out: () => {},
      err: (text: string) => {
        err += text;
      },
      isInteractive: true,
    };
    await main(['node', 'rigline', command, names, '--frames', '1,2'], output);
    expect(err).toContain('frame 1/2 (50 %)');
  });
});

describe('query', () => {
  const shot = join(fixtures, 'hand_point_constraint.ma');

  test('prints what a statement gives', async () => {
    const { code, out } = await run('query', shot, 'getAttr pCube1.translateX');
    expect(code).toBe(EXIT.ok);
    // Two targets at 0 and 10 with weights 2 and 1.
    expect(Number(out)).toBeCloseTo(10 / 3, 6);
  });

  test('runs a script that verifies a constraint', async () => {
    const script = `string $constraint = \`pointConstraint -q -n pCube1_pointConstraint1\`;
float $w = \`getAttr ($constraint + ".target[0].targetWeight")\`;
float $tx = \`getAttr ($constraint + ".constraintTranslateX")\`;
print ("权重: " + $w + " 输出X: " + $tx);`;
    const { code, out } = await run('query', shot, script);
    expect(code).toBe(EXIT.ok);
    expect(out).toBe('权重: 2 输出X: 3.333333333');
  });

  test('says where a statement is wrong and what was meant', async () => {
    const { code, err } = await run('query', shot, 'getAtr pCube1.tx');
    expect(code).toBe(EXIT.problems);
    expect(err).toContain('getAttr');
  });

  test('prints JSON', async () => {
    const { out } = await run('query', shot, 'print "a"; getAttr pCube1.t', '--json');
    expect(JSON.parse(out)).toMatchObject({ schema: 'rigline.query/1', printed: 'a', problems: [] });
  });

  test('a statement that fails is in the JSON, too', async () => {
    const { code, out } = await run('query', shot, 'print "a";\n getAttr nobody.tx', '--json');
    expect(code).toBe(EXIT.problems);
    expect(JSON.parse(out)).toMatchObject({ result: null, printed: 'a', error: { at: { line: 2 } } });
  });
});

describe('references', () => {
  const root = mkdtempSync(join(tmpdir(), 'rigline-references-'));
  const shot = join(root, 'project', 'shot.ma');
  const scene = (path: string): string =>
    `//Maya ASCII 2024 scene\nfile -r -ns "a" -rfn "aRN" -typ "mayaAscii" "${path}";\nrequires maya "2024";\n`;
  beforeAll(() => {
    mkdirSync(join(root, 'project', 'rigs 角色'), { recursive: true });
    const rig = '//Maya ASCII 2024 scene\nrequires maya "2024";\ncreateNode transform -n "inside";\n';
    writeFileSync(join(root, 'project', 'rigs 角色', 'rig.ma'), rig);
    writeFileSync(join(root, 'secret.ma'), rig);
    symlinkSync(join(root, 'secret.ma'), join(root, 'project', 'link.ma'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const stateOf = async (path: string, ...flags: string[]): Promise<string> => {
    writeFileSync(shot, scene(path));
    const { out } = await run('info', shot, '--json', ...flags);
    return JSON.parse(out).references[0].state;
  };

  test('are found beside the scene, in any script, and by the end of a path of another machine', async () => {
    expect(await stateOf('rigs 角色/rig.ma')).toBe('loaded');
    expect(await stateOf('D:/show//rigs 角色/rig.ma')).toBe('loaded');
    expect(await stateOf('$NOT_SET_ANYWHERE/rigs 角色/rig.ma')).toBe('loaded');
    expect(await stateOf('rigs/none.ma')).toBe('missing');
  });

  test('outside the folder of the scene are refused, links followed, unless allowed', async () => {
    expect(await stateOf('../secret.ma')).toBe('refused');
    expect(await stateOf('link.ma')).toBe('refused');
    expect(await stateOf(join(root, 'secret.ma'))).toBe('refused');
    expect(await stateOf('../secret.ma', '--allow-outside')).toBe('loaded');
  });

  test('that are missing stop the reading when asked to', async () => {
    writeFileSync(shot, scene('rigs/none.ma'));
    const { code, err } = await run('info', shot, '--stop-at-missing');
    expect(code).toBe(EXIT.unreadable);
    expect(err).toContain('MA_REFERENCE_MISSING');
  });
});
