import { connectTcp } from '@rigline/client/node';
import { type HubEvent, type RunningHub, START_DEFAULTS, startHub } from '@rigline/hub';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../context.ts';
import { CacheIn } from '../live/cache-in.ts';
import { CacheOut } from '../live/cache-out.ts';
import { readPort, untilInterrupted } from '../live/link-options.ts';

interface HubFlags {
  readonly host: string;
  readonly port: number;
  readonly webPort: number;
  readonly token?: string;
  readonly stats?: number;
  readonly cacheIn?: string;
  readonly cacheOut?: string;
  readonly cacheSpace?: string;
  readonly cacheRate: number;
  readonly json?: boolean;
}

export function addHubCommand(program: Command, context: CommandContext): void {
  program
    .command('hub')
    .description('hand live subjects from DCCs to engines and browsers')
    .option('--host <address>', 'address to listen on; others than this machine need a token', START_DEFAULTS.host)
    .option('--port <number>', 'port for TCP', readPort, START_DEFAULTS.port)
    .option('--web-port <number>', 'port for WebSockets', readPort, START_DEFAULTS.web)
    .option('--token <text>', 'ask this of every program that connects')
    .option('--stats <seconds>', 'print rates and latencies so often', Number)
    .option('--cache-in <folder>', 'senders that write files: a folder of them, or of their folders')
    .option('--cache-out <folder>', 'write the newest values of all subjects as files')
    .option('--cache-space <space>', 'the space of the files that are written, such as unreal (default: as it is sent)')
    .option('--cache-rate <number>', 'files per second at most', readRate, 60)
    .option('--json', 'print events and statistics as JSON lines')
    .addHelpText('after', '\nExample:\n  rigline hub\n  rigline hub --host 0.0.0.0 --stats 5\n')
    .action((flags: HubFlags) => runHub(flags, context));
}

async function runHub(flags: HubFlags, { output }: CommandContext): Promise<void> {
  const tell = (event: HubEvent): void => output.out(flags.json ? `${JSON.stringify(event)}\n` : sentence(event));
  const hub = await startHub({
    host: flags.host,
    port: flags.port,
    web: flags.webPort,
    onEvent: tell,
    ...(flags.token === undefined ? {} : { token: flags.token }),
  });
  const { host, port, webPort, token } = hub;
  if (flags.json) output.out(`${JSON.stringify({ kind: 'listening', host, port, webPort, token })}\n`);
  else {
    output.out(`Rigline hub: ${host}:${port} for programs, ws://${host}:${webPort}/live for browsers\n`);
    if (token) output.out(`  token: ${token}\n`);
    output.out('  Ctrl+C ends it.\n');
  }
  const seconds = flags.stats ?? 0;
  const timer = seconds > 0 ? setInterval(() => output.out(statistics(hub.hub, flags)), seconds * 1000) : undefined;
  const caches = openCaches(flags, hub, output);
  await untilInterrupted();
  clearInterval(timer);
  for (const cache of caches) cache.close();
  await hub.close();
}

function readRate(text: string): number {
  const rate = Number(text);
  if (rate > 0 && rate <= 1000) return rate;
  throw new InvalidArgumentError('A rate is above 0, up to 1000.');
}

/** The folders that stand in for connections. */
function openCaches(
  { cacheIn, cacheOut, cacheSpace, cacheRate }: HubFlags,
  { host, port, token }: RunningHub,
  { err }: CommandContext['output'],
): readonly { close(): void }[] {
  const isAnyAddress = host === '0.0.0.0' || host === '::';
  const connection = { connect: connectTcp({ host: isAnyAddress ? '127.0.0.1' : host, port }), token };
  const onProblem = (problem: string): void => err(`the file cache: ${problem}\n`);
  return [
    ...(cacheIn === undefined ? [] : [new CacheIn(cacheIn, connection)]),
    ...(cacheOut === undefined
      ? []
      : [new CacheOut({ ...connection, folder: cacheOut, space: cacheSpace, rate: cacheRate, onProblem })]),
  ];
}

function sentence({ kind, name, address, reason }: HubEvent): string {
  const who = name === '' ? address : `${name} (${address})`;
  if (kind === 'joined') return `  ${who} has joined\n`;
  return kind === 'left' ? `  ${who} has left: ${reason}\n` : `  ${who} was cut off: ${reason}\n`;
}

function statistics(hub: Awaited<ReturnType<typeof startHub>>['hub'], { json }: HubFlags): string {
  const found = hub.statistics();
  if (json) return `${JSON.stringify({ kind: 'statistics', ...found })}\n`;
  const lines = found.peers.map((peer) => {
    const latency = peer.latency ? `, ${peer.latency.p50Ms.toFixed(1)} ms (p99 ${peer.latency.p99Ms.toFixed(1)})` : '';
    const replaced = peer.replaced > 0 ? `, ${peer.replaced} states replaced by newer ones` : '';
    return `  ${peer.name}  ${peer.role}, ${peer.subjects} subjects, ${peer.frameRate.toFixed(1)} frames/s${latency}${replaced}\n`;
  });
  return lines.join('');
}
