import { readFileSync } from 'node:fs';
import { formatError, RiglineError } from '@rigline/diagnostics';
import { Command, CommanderError } from 'commander';
import { addCheckCommand } from './commands/check.ts';
import { addConnectCommand } from './commands/connect.ts';
import { addConvertCommand } from './commands/convert.ts';
import { addEvalCommand } from './commands/eval.ts';
import { addHubCommand } from './commands/hub.ts';
import { addInfoCommand } from './commands/info.ts';
import { addLinkCommand } from './commands/link.ts';
import { addPlayCommand } from './commands/play.ts';
import { addQueryCommand } from './commands/query.ts';
import { addRecordCommand } from './commands/record.ts';
import { addRotCommand } from './commands/rot.ts';
import { addStudioCommand } from './commands/studio.ts';
import type { CommandContext } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { type Output, processOutput } from './output.ts';
import { exitCodeOfError } from './scene-command.ts';

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The whole command line: `rigline <command> …`. */
export function buildProgram(context: CommandContext): Command {
  const program = new Command('rigline')
    .description('Open, evaluate, check and stream shots without the programs that made them.')
    .version(version())
    .showHelpAfterError('(rigline <command> --help shows how it is called)')
    .exitOverride()
    .configureOutput({ writeOut: context.output.out, writeErr: context.output.err })
    .addHelpText('after', '\nExample:\n  rigline info shot.ma\n');
  addInfoCommand(program, context);
  addEvalCommand(program, context);
  addCheckCommand(program, context);
  addQueryCommand(program, context);
  addRotCommand(program, context);
  addConvertCommand(program, context);
  addStudioCommand(program, context);
  addHubCommand(program, context);
  addLinkCommand(program, context);
  addRecordCommand(program, context);
  addPlayCommand(program, context);
  addConnectCommand(program, context);
  return program;
}

/** Runs the command line. Never throws; returns the exit code. */
export async function main(argv: readonly string[], output: Output = processOutput()): Promise<number> {
  const context: CommandContext = { output, exitCode: EXIT.ok };
  try {
    await buildProgram(context).parseAsync(argv);
    return context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof RiglineError) {
      output.err(`${formatError(error)}\n`);
      return exitCodeOfError(error);
    }
    output.err(
      `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nThis is a fault of Rigline.\n`,
    );
    return EXIT.internal;
  }
}
