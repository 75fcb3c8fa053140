import { formatError, type Problem, RiglineError } from '@rigline/diagnostics';
import { Graph, NODE_TYPES } from '@rigline/evaluate';
import { formatMelPrint } from '@rigline/mel';
import { createQuerySession, type QuerySession } from '@rigline/query';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openScene, readFile } from '../open-scene.ts';
import { addSceneOptions, finishWith, type SceneFlags } from '../scene-command.ts';
import { runPrompt } from './query-prompt.ts';

interface QueryFlags extends SceneFlags {
  readonly script?: string;
}

export function addQueryCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('query')
    .description('ask a scene in MEL: getAttr, xform -q, listConnections, constraint queries, variables, print')
    .argument('<file>', 'scene to ask')
    .argument('[script]', 'MEL statements; an interactive prompt without them')
    .option('--script <file>', 'read the statements from a file')
    .addHelpText('after', "\nExample:\n  rigline query shot.ma 'getAttr pCube1.translateX'\n");
  addSceneOptions(command).action(async (file: string, text: string | undefined, flags: QueryFlags) => {
    const opened = openScene(file, flags);
    const { scene } = opened;
    const graph = new Graph(scene, NODE_TYPES);
    const printed: string[] = [];
    const session = createQuerySession(scene, graph, {
      print: flags.json ? (line) => printed.push(line) : context.output.out,
      warn: (line) => context.output.err(`${line}\n`),
      ...(flags.script === undefined ? {} : { file: flags.script }),
    });
    const script = flags.script === undefined ? text : new TextDecoder().decode(readFile(flags.script));
    const ofScene = finishWith(opened.problems, flags, context);
    const ask: Ask = (statements) =>
      flags.json
        ? askForJson(session, statements, opened.problems, printed, context)
        : askForText(session, statements, context);
    const ofQuery = script === undefined ? await runPrompt(process.stdin, ask, context) : ask(script);
    context.exitCode = Math.max(ofQuery, ofScene);
  });
}

type Ask = (statements: string) => ExitCode;

/** Runs statements and shows what the last of them gives. */
function askForText(session: QuerySession, statements: string, { output }: CommandContext): ExitCode {
  return attempt(
    () => {
      const result = session.run(statements);
      if (result !== undefined && result.type !== 'void') output.out(`${formatMelPrint(result)}\n`);
    },
    (error) => output.err(`${formatError(error)}\n`),
  );
}

/** As `askForText`, as one JSON document a line. Takes what was printed. */
function askForJson(
  session: QuerySession,
  statements: string,
  problems: readonly Problem[],
  printed: string[],
  { output }: CommandContext,
): ExitCode {
  const print = (answer: object): void => {
    const document = { schema: 'rigline.query/1', ...answer, printed: printed.splice(0).join(''), problems };
    output.out(`${JSON.stringify(document)}\n`);
  };
  return attempt(
    () => {
      const result = session.run(statements);
      const shown = result === undefined || result.type === 'void' ? undefined : result;
      print({ result: shown?.value ?? null, type: shown?.type ?? 'void' });
    },
    (error) => {
      const { code, message, at, hint } = error;
      print({ result: null, type: 'void', error: { code, message, at, hint } });
      output.err(`${formatError(error)}\n`);
    },
  );
}

function attempt(run: () => void, onFailure: (error: RiglineError) => void): ExitCode {
  try {
    run();
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RiglineError)) throw error;
    onFailure(error);
    return EXIT.problems;
  }
}
