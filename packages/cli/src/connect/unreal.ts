import { UNREAL_PORT, UnrealLink } from '@rigline/bridges/node';
import { LiveClient } from '@rigline/client';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../context.ts';
import { addLinkOptions, connectOf, type LinkFlags, readPort, untilInterrupted } from '../live/link-options.ts';

interface UnrealFlags extends LinkFlags {
  readonly engineHost: string;
  readonly enginePort: number;
  readonly passphrase?: string;
  readonly rate: number;
  readonly aspect?: number;
  readonly spawn?: boolean;
  readonly subjects?: string;
}

/** `rigline connect unreal`: moves actors of an editor through its Remote Control. */
export function addUnrealCommand(parent: Command, context: CommandContext): void {
  const command = parent
    .command('unreal')
    .description('move cameras and actors of an Unreal editor through its Remote Control; nothing is compiled')
    .option('--engine-host <address>', 'where the editor runs', '127.0.0.1')
    .option('--engine-port <number>', 'port of its Remote Control WebSocket', readPort, UNREAL_PORT)
    .option('--passphrase <text>', 'the passphrase of the project, where it enforces one')
    .option('--rate <number>', 'updates of a subject per second at most', readRate, 30)
    .option(
      '--aspect <ratio>',
      'width by height of the picture, such as 16:9 (default: the shape of the film)',
      readAspect,
    )
    .option('--spawn', 'make actors for props and lights that the level lacks, too')
    .option('--subjects <names>', 'names, separated by commas; * stands for any text (default: all)')
    .addHelpText('after', '\nExample:\n  rigline connect unreal --subjects shotCam --aspect 16:9\n');
  addLinkOptions(command).action((flags: UnrealFlags) => connectUnreal(flags, context));
}

function readRate(text: string): number {
  const rate = Number(text);
  if (rate > 0 && rate <= 120) return rate;
  throw new InvalidArgumentError('A rate is above 0, up to 120.');
}

function readAspect(text: string): number {
  const [width, height = '1'] = text.split(':');
  const aspect = Number(width) / Number(height);
  if (aspect > 0.01 && aspect < 100) return aspect;
  throw new InvalidArgumentError('Write it as 16:9, or as 1.7778.');
}

async function connectUnreal(flags: UnrealFlags, { output }: CommandContext): Promise<void> {
  const { engineHost, enginePort, passphrase, rate, aspect, spawn, subjects, token } = flags;
  const link = new UnrealLink({
    host: engineHost,
    port: enginePort,
    rate,
    spawnsProps: spawn ?? false,
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(aspect === undefined ? {} : { aspect }),
    onNotice: (text) => output.err(`${text}\n`),
    onConnect: (isConnected) => output.out(isConnected ? 'the engine is connected\n' : 'the engine has gone\n'),
  });
  const client = new LiveClient({
    connect: connectOf(flags),
    hello: {
      role: 'receiver',
      name: 'unreal',
      application: 'rigline connect unreal',
      space: 'unreal',
      ...(token === undefined ? {} : { token }),
    },
    subscribe: {
      maxRate: rate,
      roles: ['camera', 'transform', 'light'],
      ...(subjects === undefined ? {} : { names: subjects.split(',') }),
    },
    events: {
      welcome: ({ hub }) => output.out(`connected to ${hub}\n`),
      dropped: (subject) => link.forget(subject),
      frame: (_, touched) => {
        for (const subject of touched) link.touch(subject);
      },
      error: ({ message }) => output.err(`the hub says: ${message}\n`),
      disconnected: (reason) => output.err(`no hub: ${reason}\n`),
    },
  });
  await untilInterrupted();
  client.close();
  link.close();
}
