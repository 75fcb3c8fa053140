import { formatError, type Problem, RiglineError } from '@rigline/diagnostics';
import { type Command, Option } from 'commander';
import type { CommandContext } from './context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { countSeverities } from './open-scene.ts';
import { printProblems } from './output.ts';

/** Options of every command that reads scenes. */
export interface SceneFlags {
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly quiet?: boolean;
  readonly allowOutside?: boolean;
  readonly stopAtMissing?: boolean;
  readonly take?: string | false;
}

/** How constraints count, for commands that evaluate. */
export interface ConstraintFlags {
  readonly constraints?: 'baked' | 'live';
}

export function addSceneOptions(command: Command): Command {
  return command
    .option('--json', 'print JSON')
    .option('--strict', 'exit with 1 for warnings, too')
    .option('--quiet', 'print no problems')
    .option('--allow-outside', 'read references outside the folder of the scene')
    .option('--stop-at-missing', 'stop when a referenced file is missing')
    .option('--take <name>', 'take of an FBX file (default: its first)')
    .option('--no-take', 'the stored values of an FBX file, without animation');
}

export function addConstraintOption(command: Command): Command {
  return command.addOption(
    new Option('--constraints <how>', 'FBX: what is stored and keyed counts, or what constraints give').choices([
      'baked',
      'live',
    ]),
  );
}

/** How a command ends that found these problems. */
export function exitCodeOf(problems: readonly Problem[], flags: SceneFlags): ExitCode {
  const counts = countSeverities(problems);
  return counts.error > 0 || (flags.strict && counts.warning > 0) ? EXIT.problems : EXIT.ok;
}

/** Prints the problems (JSON holds its own) and says how the command ends. */
export function finishWith(problems: readonly Problem[], flags: SceneFlags, context: CommandContext): ExitCode {
  if (!flags.json && !flags.quiet) {
    printProblems(
      context.output,
      problems.filter((p) => p.severity !== 'info'),
    );
  }
  return exitCodeOf(problems, flags);
}

/** Errors of what was asked for, not of the file. */
const USAGE_CODES: ReadonlySet<string> = new Set([
  'CLI_BAD_FRAMES',
  'CLI_OPTION_OF_OTHER_FORMAT',
  'CLI_UNKNOWN_OUTPUT',
  'CONVERT_BAD_RANGE',
  'FBX_NO_TAKE',
]);

/** How a command ends that threw this. */
export function exitCodeOfError(error: RiglineError): ExitCode {
  return USAGE_CODES.has(error.code) ? EXIT.usage : EXIT.unreadable;
}

/**
 * Runs a command file by file; a file that cannot be read does not stop the others, and has a line of its own in JSON.
 * The worst exit code counts.
 */
export function forEachFile(
  files: readonly string[],
  flags: SceneFlags,
  context: CommandContext,
  run: (file: string) => ExitCode,
): ExitCode {
  let worst: ExitCode = EXIT.ok;
  for (const file of files) {
    let code: ExitCode;
    try {
      code = run(file);
    } catch (error) {
      if (!(error instanceof RiglineError)) throw error;
      context.output.err(`${formatError(error)}\n`);
      if (flags.json) context.output.out(`${JSON.stringify(errorDocument(file, error))}\n`);
      code = exitCodeOfError(error);
    }
    if (code > worst) worst = code;
  }
  return worst;
}

/** What JSON has in place of a file's document. */
function errorDocument(file: string, { code, message, at, hint }: RiglineError): object {
  return { schema: 'rigline.error/1', file, error: { code, message, at, hint } };
}
