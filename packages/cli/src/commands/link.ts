import { LiveClient } from '@rigline/client';
import { Graph, NODE_TYPES } from '@rigline/evaluate';
import type { Transport } from '@rigline/protocol';
import type { Scene } from '@rigline/scene';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addLinkOptions, connectOf, type LinkFlags, untilInterrupted } from '../live/link-options.ts';
import { ShotSubjects } from '../live/shot-subjects.ts';
import { openScene } from '../open-scene.ts';

interface LinkShotFlags extends LinkFlags {
  readonly take?: string;
  readonly once?: boolean;
  readonly allowOutside?: boolean;
}

export function addLinkCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('link')
    .description('stream a shot to a hub as if its DCC were there: cameras, props, skeletons, morphs')
    .argument('<file>', 'scene to stream')
    .option('--take <name>', 'take of an FBX file (default: its first)')
    .option('--once', 'end at the last frame, instead of beginning again')
    .option('--allow-outside', 'read references outside the folder of the scene')
    .addHelpText('after', '\nExample:\n  rigline link shot.ma\n');
  addLinkOptions(command).action((file: string, flags: LinkShotFlags) => link(file, flags, context));
}

async function link(file: string, flags: LinkShotFlags, { output }: CommandContext): Promise<void> {
  const { scene } = openScene(file, {
    ...(flags.take === undefined ? {} : { take: flags.take }),
    allowOutside: flags.allowOutside ?? false,
  });
  const graph = new Graph(scene, NODE_TYPES);
  const clock = new ShotClock(scene);
  const client = new LiveClient({
    connect: connectOf(flags),
    hello: {
      role: 'both',
      name: file,
      application: 'rigline',
      ...(flags.token === undefined ? {} : { token: flags.token }),
    },
    // It sends, and follows the time of others; it wants no subject.
    subscribe: { names: ['-'] },
    events: {
      welcome: ({ name }) => output.err(`linked as "${name}"\n`),
      transport: (transport) => clock.follow(transport),
      error: ({ message }) => output.err(`the hub says: ${message}\n`),
      disconnected: (reason) => output.err(`not connected: ${reason}\n`),
    },
  });
  const subjects = new ShotSubjects(client, graph);
  output.out(`${file}: ${subjects.count} subjects at ${scene.settings.frameRate} frames per second\n`);
  const stop = new AbortController();
  await untilInterrupted(stream(client, graph, subjects, clock, { isOnce: flags.once ?? false, signal: stop.signal }));
  stop.abort();
  client.close();
}

/** Where in the shot it is: runs by itself, or as somebody else's transport says. */
class ShotClock {
  readonly #scene: Scene;
  #start = performance.now() / 1000;
  #held: number | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  follow({ action, frame }: Transport): void {
    const { frameRate, range } = this.#scene.settings;
    if (action === 'pause' || action === 'scrub') this.#held = frame;
    if (action !== 'play') return;
    this.#held = undefined;
    this.#start = performance.now() / 1000 - (frame - range[0]) / frameRate;
  }

  /** The frame of now, whole; beyond the range it begins again. */
  frame(): { readonly frame: number; readonly isOver: boolean } {
    const { frameRate, range } = this.#scene.settings;
    if (this.#held !== undefined) return { frame: this.#held, isOver: false };
    const count = Math.max(1, Math.floor(range[1] - range[0]) + 1);
    const since = Math.floor((performance.now() / 1000 - this.#start) * frameRate);
    return { frame: range[0] + (since % count), isOver: since >= count };
  }
}

async function stream(
  client: LiveClient,
  graph: Graph,
  subjects: ShotSubjects,
  clock: ShotClock,
  { isOnce, signal }: { readonly isOnce: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { frameRate } = graph.scene.settings;
  const step = 1000 / Math.min(frameRate, 240);
  let next = performance.now();
  while (!signal.aborted) {
    const { frame, isOver } = clock.frame();
    if (isOver && isOnce) return;
    graph.setFrame(frame);
    subjects.update();
    client.send({ seconds: frame / frameRate, frame, frameRate: [Math.max(1, Math.round(frameRate * 1000)), 1000] });
    next = Math.max(next + step, performance.now());
    await new Promise((done) => setTimeout(done, next - performance.now()));
  }
}
