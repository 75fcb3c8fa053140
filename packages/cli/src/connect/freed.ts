import {
  checkRange,
  describeUnrealEncoders,
  type EncoderRange,
  FREED_PORT,
  FREED_RANGES,
  FREED_SPACE,
  type FreeDMapping,
  parseSignedOrder,
} from '@rigline/bridges';
import { FreeDOut, listenFreeD } from '@rigline/bridges/node';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addLinkOptions, type LinkFlags, readPort, untilInterrupted } from '../live/link-options.ts';
import { clientOf, noticesOf, readPair, readPlace } from './datagram-options.ts';

interface FreeDFlags extends LinkFlags {
  readonly to?: ReturnType<typeof readPlace>;
  readonly listen?: number;
  readonly bind: string;
  readonly id: number;
  readonly zoom: EncoderRange;
  readonly focus: EncoderRange;
  readonly iris: EncoderRange;
  readonly axes: string;
  readonly angles: string;
  readonly checksum: boolean;
  readonly subjects?: string;
}

/** `rigline connect freed`: cameras out to, or in from, programs that speak FreeD. */
export function addFreeDCommand(parent: Command, context: CommandContext): void {
  const command = parent
    .command('freed')
    .description('send live cameras as FreeD datagrams, or take them in from a tracking system')
    .option('--to <host:port>', `send cameras there (port ${FREED_PORT} where none is said)`, readPlace)
    .option('--listen <port>', 'take cameras in from this port instead', readPort)
    .option('--bind <address>', 'address to listen on', '127.0.0.1')
    .option('--id <number>', 'number of the first camera', Number, 1)
    .option('--zoom <low:high>', 'focal lengths in mm from raw 0 to 65535', readPair, FREED_RANGES.zoomMm)
    .option('--focus <low:high>', 'focus distances in m from raw 0 to 65535', readPair, FREED_RANGES.focusMetres)
    .option('--iris <low:high>', 'f-stops from raw 0 to 65535', readPair, FREED_RANGES.irisFStop)
    .option('--axes <order>', 'their x, y, z out of ours, where they differ from the manual, such as y,-x,z', 'x,y,z')
    .option('--angles <order>', 'their pan, tilt, roll out of ours', 'pan,tilt,roll')
    .option('--no-checksum', 'take in messages whose checksum is wrong: some senders write none')
    .option('--subjects <names>', 'cameras to send, separated by commas; * stands for any text (default: all)')
    .addHelpText(
      'after',
      '\nExample:\n  rigline connect freed --to 127.0.0.1:40000\n  rigline connect freed --listen 40000\n',
    );
  addLinkOptions(command).action((flags: FreeDFlags) => connectFreeD(flags, context));
}

async function connectFreeD(flags: FreeDFlags, context: CommandContext): Promise<void> {
  const mapping = mappingOf(flags);
  await (flags.listen === undefined
    ? sendFreeD(flags, mapping, context)
    : takeFreeD(flags, flags.listen, mapping, context));
}

function mappingOf({ zoom, focus, iris, axes, angles }: FreeDFlags): FreeDMapping {
  checkRange('zoom', zoom);
  checkRange('focus', focus);
  checkRange('iris', iris);
  return {
    ranges: { zoomMm: zoom, focusMetres: focus, irisFStop: iris },
    axes: parseSignedOrder(axes, ['x', 'y', 'z']),
    angles: parseSignedOrder(angles, ['pan', 'tilt', 'roll']),
  };
}

async function sendFreeD(flags: FreeDFlags, mapping: FreeDMapping, context: CommandContext): Promise<void> {
  const { host, port = FREED_PORT } = flags.to ?? { host: '127.0.0.1' };
  const out = new FreeDOut({ host, port, mapping, firstId: flags.id, notices: noticesOf(context) });
  const client = clientOf(
    flags,
    context,
    { role: 'receiver', name: 'freed', space: FREED_SPACE },
    {
      names: flags.subjects,
      events: {
        frame: (_, subjects) => {
          for (const subject of subjects) out.touch(subject);
        },
      },
    },
  );
  context.output.out(`FreeD to ${host}:${port}; in Unreal's LiveLinkFreeD source enter:\n`);
  if (mapping.ranges) for (const line of describeUnrealEncoders(mapping.ranges)) context.output.out(`  ${line}\n`);
  await untilInterrupted();
  client.close();
  out.close();
}

async function takeFreeD(
  flags: FreeDFlags,
  port: number,
  mapping: FreeDMapping,
  context: CommandContext,
): Promise<void> {
  const client = clientOf(flags, context, { role: 'sender', name: 'freed' });
  const needsChecksum = flags.checksum;
  const options = { host: flags.bind, port, mapping, needsChecksum, client, notices: noticesOf(context) };
  const listener = await listenFreeD(options);
  context.output.out(`FreeD from ${flags.bind}:${listener.port}\n`);
  await untilInterrupted();
  client.close();
  listener.close();
}
