import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { isUnfinished, runPrompt } from './query-prompt.ts';

async function type(text: string, answer: (script: string) => ExitCode = () => EXIT.ok) {
  const asked: string[] = [];
  const code = await runPrompt(
    Readable.from([text]),
    (script) => {
      asked.push(script);
      return answer(script);
    },
    { output: { out: () => {}, err: () => {}, isInteractive: false }, exitCode: EXIT.ok },
  );
  return { code, asked };
}

describe('runPrompt', () => {
  test('takes each line as statements, and a block as one', async () => {
    const { code, asked } = await type('ls;\n\nproc f() {\n\n  print "}";\n}\nf\n');
    expect(asked).toEqual(['ls;', 'proc f() {\n\n  print "}";\n}', 'f']);
    expect(code).toBe(EXIT.ok);
  });

  test('runs what is unfinished at the end of the input, for its error', async () => {
    const { asked } = await type('if (1) {\nprint 1;');
    expect(asked).toEqual(['if (1) {\nprint 1;']);
  });

  test('goes on after an error, which decides how it ends', async () => {
    const { code, asked } = await type('bad\nls', (script) => (script === 'bad' ? EXIT.problems : EXIT.ok));
    expect(asked).toEqual(['bad', 'ls']);
    expect(code).toBe(EXIT.problems);
  });

  test.each(['quit', 'exit;'])('%s ends it', async (word) => {
    expect((await type(`ls\n${word}\nprint 1`)).asked).toEqual(['ls']);
  });
});

describe('isUnfinished', () => {
  test.each(['{', 'f(', 'int $a[] = {1,', 'print "{"; {', '/* a', '/*/', 'ls; /* "'])('%s goes on', (script) => {
    expect(isUnfinished(script)).toBe(true);
  });

  test.each(['ls', '{}', '}', 'print "{"', 'print "\\"{"', '// {', '/* { */', 'print "open'])(
    '%s does not',
    (script) => {
      expect(isUnfinished(script)).toBe(false);
    },
  );
});
