import { createInterface } from 'node:readline/promises';
import { QUERY_COMMANDS } from '@rigline/query';
import type { CommandContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';

/** Where the statements come from: a terminal, or a pipe. */
export type PromptInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

const LEAVES = /^\s*(?:quit|exit)\s*;?\s*$/;

/**
 * Reads statements until the input ends; a block or a string may take several lines, and at a terminal an empty line
 * ends it. An error ends its statement, not the session; when nobody is looking it decides the exit code.
 *
 * @param ask Runs statements and shows what the last of them gives.
 */
export async function runPrompt(
  input: PromptInput,
  ask: (script: string) => ExitCode,
  { output }: CommandContext,
): Promise<ExitCode> {
  const isTerminal = input.isTTY === true;
  const lines = createInterface({
    input,
    ...(isTerminal ? { output: process.stdout, prompt: 'mel> ', completer: complete } : { terminal: false }),
  });
  if (isTerminal) {
    output.out('MEL queries; quit or Ctrl+D ends.\n');
    lines.prompt();
  }
  let worst: ExitCode = EXIT.ok;
  let pending = '';
  const run = (): void => {
    const code = pending.trim() === '' ? EXIT.ok : ask(pending);
    if (code > worst) worst = code;
    pending = '';
  };
  for await (const line of lines) {
    if (pending === '' && LEAVES.test(line)) break;
    pending += pending === '' ? line : `\n${line}`;
    if (!isUnfinished(pending) || (isTerminal && line.trim() === '')) run();
    lines.setPrompt(pending === '' ? 'mel> ' : '...> ');
    if (isTerminal) lines.prompt();
  }
  lines.close();
  run();
  return isTerminal ? EXIT.ok : worst;
}

const TOKENS = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|"(?:[^"\\\n]|\\[\s\S])*"?|[{}()[\]]/g;

/** Whether a script stops inside a block, a parenthesis, a string that goes on, or a comment. */
export function isUnfinished(script: string): boolean {
  let depth = 0;
  let last = '';
  for (const [token] of script.matchAll(TOKENS)) {
    last = token;
    if ('{(['.includes(token)) depth++;
    else if ('})]'.includes(token)) depth--;
  }
  return depth > 0 || (last.startsWith('/*') && !/^\/\*[\s\S]*\*\/$/.test(last)) || /^"[\s\S]*\\$/.test(last);
}

function complete(line: string): [string[], string] {
  const word = /\w*$/.exec(line)?.[0] ?? '';
  return [QUERY_COMMANDS.filter((name) => name.startsWith(word)), word];
}
