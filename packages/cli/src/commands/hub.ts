import { type HubEvent, START_DEFAULTS, startHub } from '@rigline/hub';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { readPort, untilInterrupted } from '../live/link-options.ts';

interface HubFlags {
  readonly host: string;
  readonly port: number;
  readonly webPort: number;
  readonly token?: string;
  readonly stats?: number;
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
  await untilInterrupted();
  clearInterval(timer);
  await hub.close();
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
