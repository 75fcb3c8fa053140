import { OPENTRACKIO_PORT, OPENTRACKIO_SPACE } from '@rigline/bridges';
import { listenOpenTrackIo, OpenTrackIoOut } from '@rigline/bridges/node';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../context.ts';
import { addLinkOptions, type LinkFlags, readPort, untilInterrupted } from '../live/link-options.ts';
import { clientOf, noticesOf, readPlace } from './datagram-options.ts';

interface OpenTrackIoFlags extends LinkFlags {
  readonly to?: ReturnType<typeof readPlace>;
  readonly listen?: number;
  readonly bind: string;
  readonly source: number;
  readonly subjects?: string;
}

/** `rigline connect opentrackio`: cameras out to, or in from, programs that speak OpenTrackIO. */
export function addOpenTrackIoCommand(parent: Command, context: CommandContext): void {
  const command = parent
    .command('opentrackio')
    .description('send live cameras as OpenTrackIO samples, or take them in from a tracking system')
    .option('--to <host:port>', 'send there (default: the multicast group of each source, port 55555)', readPlace)
    .option('--listen <port>', 'take cameras in from this port instead', readPort)
    .option('--bind <address>', 'address to listen on', '127.0.0.1')
    .option('--source <number>', 'number of the first source, 1 to 200; the group that is listened to', readSource, 1)
    .option('--subjects <names>', 'cameras to send, separated by commas; * stands for any text (default: all)')
    .addHelpText(
      'after',
      '\nExample:\n  rigline connect opentrackio --to 127.0.0.1:55555\n  rigline connect opentrackio --listen 55555\n',
    );
  addLinkOptions(command).action((flags: OpenTrackIoFlags) => connectOpenTrackIo(flags, context));
}

function readSource(text: string): number {
  const source = Number(text);
  if (Number.isInteger(source) && source >= 1 && source <= 200) return source;
  throw new InvalidArgumentError('Sources are numbered 1 to 200.');
}

async function connectOpenTrackIo(flags: OpenTrackIoFlags, context: CommandContext): Promise<void> {
  const { listen, bind, source, to, subjects } = flags;
  const notices = noticesOf(context);
  if (listen !== undefined) {
    const client = clientOf(flags, context, { role: 'sender', name: 'opentrackio' });
    const listener = await listenOpenTrackIo({ host: bind, port: listen, sources: [source], client, notices });
    context.output.out(`OpenTrackIO from ${bind}:${listener.port}\n`);
    await untilInterrupted();
    client.close();
    listener.close();
    return;
  }
  const port = to?.port ?? OPENTRACKIO_PORT;
  const out = new OpenTrackIoOut({ host: to?.host, port, firstSource: source, notices });
  const client = clientOf(
    flags,
    context,
    { role: 'receiver', name: 'opentrackio', space: OPENTRACKIO_SPACE },
    {
      names: subjects,
      events: {
        frame: (_, touched) => {
          for (const subject of touched) out.touch(subject);
        },
      },
    },
  );
  context.output.out(`OpenTrackIO to ${to ? `${to.host}:${port}` : `239.135.1.${source}:${port}`}\n`);
  await untilInterrupted();
  client.close();
  out.close();
}
