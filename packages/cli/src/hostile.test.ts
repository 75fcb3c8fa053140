import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { EXIT, main } from './index.ts';
import { openBeside } from './open-scene.ts';
import { printable } from './output.ts';

const scene = fileURLToPath(new URL('../../../fixtures/ma/hand_names.ma', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rigline-hostile-'));
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

describe('--json', () => {
  test.each(['info', 'eval', 'check'])(
    '%s has a line for every file, also for those it cannot read',
    async (command) => {
      const empty = join(folder, 'empty.ma');
      writeFileSync(empty, '');
      const files = [scene, empty, join(folder, 'missing.ma'), folder, join(folder, 'scene.constructor')];
      const { code, out } = await run(command, '--json', ...files);
      expect(code).toBe(EXIT.unreadable);
      const documents = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { file: string; error?: { code: string } });
      expect(documents.map(({ file }) => file)).toEqual(files);
      expect(documents.map(({ error }) => error?.code)).toEqual([
        undefined,
        'MA_EMPTY',
        'CLI_NO_FILE',
        'CLI_UNKNOWN_FORMAT',
        'CLI_UNKNOWN_FORMAT',
      ]);
    },
  );
});

describe('--frames and --range', () => {
  test.each([
    ['--frames', 'abc'],
    ['--frames', ''],
    ['--frames', '1,,2'],
    ['--frames', 'Infinity'],
    ['--range', '1'],
    ['--range', '1:2:0'],
    ['--range', '5:1'],
    ['--range', '1:3:-1'],
    ['--range', '1:1e9'],
    ['--range', '-1e308:1e308:1e-300'],
  ])('%s "%s" is refused with exit code 2, and nothing is printed', async (option, value) => {
    expect(await run('eval', scene, `${option}=${value}`, '--json')).toMatchObject({ code: EXIT.usage, out: '' });
  });
});

describe('numbers that are not finite', () => {
  test('are null in JSON, and a problem says so', async () => {
    const file = join(folder, 'gate.ma');
    writeFileSync(
      file,
      '//Maya ASCII 2024 scene\ncreateNode transform -n "c";\ncreateNode camera -n "s" -p "c";\nsetAttr ".cap" -type "double2" 0 0;\nsetAttr ".fl" 0;\n',
    );
    const { out } = await run('eval', file, '--json', '--frames', '1');
    const { frames, problems } = JSON.parse(out) as {
      frames: { cameras: { horizontalFovDeg: number | null }[] }[];
      problems: { code: string; at: { node: string } }[];
    };
    expect(frames[0]?.cameras[0]?.horizontalFovDeg).toBeNull();
    expect(problems.map(({ code, at }) => [code, at.node])).toEqual([['CLI_NULL_NUMBER', '|c|s']]);
  });
});

describe('openBeside', () => {
  test.each([
    ['a path of slashes', `x${'/'.repeat(4000)}\n`],
    ['a path longer than any', `x${'/'.repeat(1_000_000)}\n`],
    ['a path with a zero byte', 'a\u0000.ma'],
    ['a device', '/dev/zero'],
    ['an environment', '/proc/self/environ'],
    ['a folder', '.'],
    ['nothing', ''],
  ])('reads nothing for %s', (_, path) => {
    const started = performance.now();
    expect(openBeside(join(folder, 'scene.ma'), false)(path, join(folder, 'scene.ma')).state).not.toBe('loaded');
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('printable', () => {
  test('takes control characters out of names, and leaves what progress draws', () => {
    expect(printable('\u001b]0;title\u0007\ta\n\u009b31m\r\u001b[K')).toBe(
      '\ufffd]0;title\ufffd\ta\n\ufffd31m\r\u001b[K',
    );
  });
});
