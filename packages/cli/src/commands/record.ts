import { LiveClient } from '@rigline/client';
import { openTakeRecorder } from '@rigline/client/node';
import { RiglineError } from '@rigline/diagnostics';
import { encodeJson } from '@rigline/protocol';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { addLinkOptions, connectOf, type LinkFlags, untilInterrupted } from '../live/link-options.ts';

interface RecordFlags extends LinkFlags {
  readonly subjects?: string;
  readonly seconds?: number;
}

export function addRecordCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('record')
    .description('record live subjects of a hub into a take file; goes on with one that is there')
    .argument('<take>', 'file to record into')
    .option('--subjects <names>', 'names, separated by commas; * stands for any text (default: all)')
    .option('--seconds <number>', 'end after so long (default: with Ctrl+C)', Number)
    .addHelpText('after', '\nExample:\n  rigline record hero.take --subjects "shotcam,hero_*"\n');
  addLinkOptions(command).action((take: string, flags: RecordFlags) => record(take, flags, context));
}

function openRecorder(take: string): ReturnType<typeof openTakeRecorder> {
  try {
    return openTakeRecorder(take);
  } catch (cause) {
    throw new RiglineError({
      code: 'CLI_CANNOT_RECORD',
      message: cause instanceof Error ? cause.message : String(cause),
      at: { file: take },
      hint: 'Choose another file.',
      cause,
    });
  }
}

async function record(take: string, flags: RecordFlags, context: CommandContext): Promise<void> {
  const { output } = context;
  const recorder = openRecorder(take);
  const client = new LiveClient({
    connect: connectOf(flags),
    hello: {
      role: 'receiver',
      name: `record ${take}`,
      application: 'rigline',
      ...(flags.token === undefined ? {} : { token: flags.token }),
    },
    ...(flags.subjects === undefined ? {} : { subscribe: { names: flags.subjects.split(',') } }),
    events: {
      welcome: ({ name }) => output.err(`recording as "${name}"\n`),
      described: ({ description }) => recorder.record(encodeJson('describe', description)),
      dropped: ({ description: { source, subject } }) => recorder.record(encodeJson('drop', { source, subject })),
      frame: (_, __, bytes) => recorder.record(bytes),
      error: ({ message }) => output.err(`the hub says: ${message}\n`),
      disconnected: (reason) => output.err(`not connected (${reason}); what was recorded is safe\n`),
    },
  });
  const limit =
    flags.seconds === undefined ? undefined : new Promise((done) => setTimeout(done, flags.seconds! * 1000));
  await untilInterrupted(limit);
  client.close();
  const { records, bytes, lost, problem } = recorder.status;
  recorder.close();
  output.out(`${take}: ${records} messages, ${bytes} bytes\n`);
  if (lost > 0) {
    output.err(`${lost} messages could not be written (${problem ?? 'there is room again'})\n`);
    context.exitCode = EXIT.problems;
  }
}
