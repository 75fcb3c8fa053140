import { FACE_PORT, parseFaceMapping } from '@rigline/bridges';
import { FaceOut, listenFaces } from '@rigline/bridges/node';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addLinkOptions, type LinkFlags, readPort, untilInterrupted } from '../live/link-options.ts';
import { readFile } from '../open-scene.ts';
import { clientOf, noticesOf, readPlace } from './datagram-options.ts';

interface FaceFlags extends LinkFlags {
  readonly to?: ReturnType<typeof readPlace>;
  readonly listen: number;
  readonly bind: string;
  readonly map?: string;
  readonly target?: string;
  readonly subjects?: string;
}

/** `rigline connect face`: faces of phones in, or live faces out to what listens for phones. */
export function addFaceCommand(parent: Command, context: CommandContext): void {
  const command = parent
    .command('face')
    .description('take faces of phones in (Live Link Face), or send live faces as a phone would')
    .option('--listen <port>', 'port that the phones send to', readPort, FACE_PORT)
    .option('--bind <address>', 'address to listen on; 0.0.0.0 for phones', '127.0.0.1')
    .option('--map <file>', 'drive other channels, as a mapping file says')
    .option('--target <name>', 'name of the face that is driven (default: that of the phone)')
    .option('--to <host:port>', `send live faces there instead (port ${FACE_PORT} where none is said)`, readPlace)
    .option('--subjects <names>', 'faces to send, separated by commas; * stands for any text (default: all)')
    .addHelpText(
      'after',
      '\nExample:\n  rigline connect face --bind 0.0.0.0 --map hero.json --target heroFace\n  rigline connect face --to 127.0.0.1\n',
    );
  addLinkOptions(command).action((flags: FaceFlags) => connectFace(flags, context));
}

async function connectFace(flags: FaceFlags, context: CommandContext): Promise<void> {
  await (flags.to ? sendFaces(flags, flags.to, context) : takeFaces(flags, context));
}

async function takeFaces({ listen, bind, map, target, ...flags }: FaceFlags, context: CommandContext): Promise<void> {
  const mapping = map === undefined ? undefined : parseFaceMapping(new TextDecoder().decode(readFile(map)), map);
  const client = clientOf(flags, context, { role: 'sender', name: 'faces' });
  const listener = await listenFaces({
    host: bind,
    port: listen,
    client,
    notices: noticesOf(context),
    ...(mapping ? { mapping } : {}),
    ...(target === undefined ? {} : { target }),
  });
  context.output.out(`faces from ${bind}:${listener.port}\n`);
  await untilInterrupted();
  client.close();
  listener.close();
}

async function sendFaces(
  flags: FaceFlags,
  { host, port = FACE_PORT }: ReturnType<typeof readPlace>,
  context: CommandContext,
): Promise<void> {
  const out = new FaceOut({ host, port, notices: noticesOf(context) });
  const client = clientOf(
    flags,
    context,
    { role: 'receiver', name: 'faces' },
    {
      roles: ['face'],
      names: flags.subjects,
      events: {
        frame: (_, touched) => {
          for (const subject of touched) out.touch(subject);
        },
      },
    },
  );
  context.output.out(`faces to ${host}:${port}\n`);
  await untilInterrupted();
  client.close();
  out.close();
}
