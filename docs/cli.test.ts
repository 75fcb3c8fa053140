import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXIT } from '../packages/cli/src/exit-codes.ts';
import { buildProgram } from '../packages/cli/src/main.ts';
import { ROOT } from './code-blocks.ts';

const page = readFileSync(`${ROOT}docs/cli.md`, 'utf8');
const output = { out: () => {}, err: () => {}, isInteractive: false };
const program = buildProgram({ output, exitCode: EXIT.ok } as unknown as Parameters<typeof buildProgram>[0]);

test('docs/cli.md has a section for every command', () => {
  const commands = program.commands.map((command) => command.name()).sort();
  const sections = [...page.matchAll(/^## ([a-z]+)$/gm)].map((match) => match[1]).sort();
  expect(sections).toEqual(commands);
});

/** Commands with their own commands, `connect maya`, too. */
const all = program.commands.flatMap((command) => [
  [command.name(), command] as const,
  ...command.commands.map((inner) => [`${command.name()} ${inner.name()}`, inner] as const),
]);

test.each(all)('the options of %s are in docs/cli.md', (_, command) => {
  const missing = command.options.map((option) => option.long ?? option.flags).filter((flag) => !page.includes(flag));
  expect(missing).toEqual([]);
});

test('docs/cli.md has a part for every command of a command', () => {
  const names = all.map(([name]) => name).filter((name) => name.includes(' '));
  const parts = [...page.matchAll(/^### (connect [a-z0-9]+)$/gm)].map((match) => match[1]);
  expect(parts.sort()).toEqual(names.sort());
});

test('the exit codes of docs/cli.md are those of the command', () => {
  const codes = [...page.matchAll(/^\| (\d+) +\|/gm)].map((match) => Number(match[1]));
  expect(codes).toEqual(Object.values(EXIT));
});
