import { decodeTake, isTake, LiveClient, TakePlayer } from '@rigline/client';
import { RiglineError } from '@rigline/diagnostics';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { addLinkOptions, connectOf, type LinkFlags, untilInterrupted } from '../live/link-options.ts';
import { readFile } from '../open-scene.ts';

interface PlayFlags extends LinkFlags {
  readonly loop?: boolean;
  readonly rate: number;
}

/** Seconds between two looks at the clock. */
const STEP = 0.002;

export function addPlayCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('play')
    .description('stream a recorded take to a hub, at the rate at which it was recorded')
    .argument('<take>', 'file that `rigline record` has made')
    .option('--loop', 'begin again at the end')
    .option('--rate <factor>', '2 for twice as fast', Number, 1)
    .addHelpText('after', '\nExample:\n  rigline play hero.take --loop\n');
  addLinkOptions(command).action((take: string, flags: PlayFlags) => play(take, flags, context));
}

async function play(take: string, flags: PlayFlags, context: CommandContext): Promise<void> {
  const { output } = context;
  const bytes = readFile(take);
  if (!isTake(bytes)) {
    throw new RiglineError({
      code: 'CLI_NO_TAKE_FILE',
      message: 'The file is no take of Rigline',
      at: { file: take },
      hint: 'Record one with `rigline record`.',
    });
  }
  const { records, lostBytes } = decodeTake(bytes);
  if (lostBytes > 0) output.err(`the last ${lostBytes} bytes are no whole message; what is before them is played\n`);
  let isReady = (): void => undefined;
  const ready = new Promise<void>((done) => {
    isReady = done;
  });
  const client = new LiveClient({
    connect: connectOf(flags),
    hello: {
      role: 'sender',
      name: take,
      application: 'rigline',
      ...(flags.token === undefined ? {} : { token: flags.token }),
    },
    events: {
      welcome: () => isReady(),
      error: ({ message }) => output.err(`the hub says: ${message}\n`),
      disconnected: (reason) => output.err(`not connected: ${reason}\n`),
    },
  });
  const player = new TakePlayer(records, client);
  const stop = new AbortController();
  const ended = ready.then(() => playThrough(player, flags, stop.signal));
  await untilInterrupted(ended);
  stop.abort();
  client.close();
  output.out(`${take}: ${records.length} messages of ${player.duration.toFixed(1)} s\n`);
  if (lostBytes > 0) context.exitCode = EXIT.problems;
}

async function playThrough(player: TakePlayer, { loop, rate }: PlayFlags, signal: AbortSignal): Promise<void> {
  const factor = rate > 0 ? rate : 1;
  do {
    player.rewind();
    const start = performance.now() / 1000;
    while (!player.isAtEnd && !signal.aborted) {
      player.playTo((performance.now() / 1000 - start) * factor);
      const wait = Math.max(STEP, (player.nextSeconds / factor + start) * 1000 - performance.now());
      if (!player.isAtEnd) await new Promise((done) => setTimeout(done, Math.min(wait, 100)));
    }
    // A take of one moment must not spin.
    if (loop) await new Promise((done) => setTimeout(done, 10));
  } while (loop && !signal.aborted);
}
