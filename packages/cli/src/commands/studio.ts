import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RiglineError } from '@rigline/diagnostics';
import type { Command } from 'commander';
import open from 'open';
import type { CommandContext } from '../context.ts';
import { HUB_PORT, readPort } from '../live/link-options.ts';
import { addLiveRoutes } from '../studio-server/live-routes.ts';
import { buildStudioServer, listenLocally } from '../studio-server/server.ts';
import { startStudioHub } from '../studio-server/studio-hub.ts';

/** The port that the studio listens on unless told otherwise. */
export const STUDIO_PORT = 4470;

interface StudioFlags {
  readonly port: number;
  readonly open: boolean;
  readonly allowOutside?: boolean;
  readonly take?: string | false;
  readonly live: boolean;
  readonly livePort: number;
  readonly takes: string;
  readonly cacheIn?: string;
}

export function addStudioCommand(program: Command, context: CommandContext): void {
  program
    .command('studio')
    .description('open the browser studio on a scene, or on the demo shot')
    .argument('[file]', 'scene to open')
    .option('--port <number>', 'port to listen on, 0 for any free one', readPort, STUDIO_PORT)
    .option('--no-open', 'do not open a browser')
    .option('--no-live', 'without a hub for live subjects')
    .option('--live-port <number>', 'port of the hub for programs', readPort, HUB_PORT)
    .option('--takes <folder>', 'where takes are recorded', 'takes')
    .option('--cache-in <folder>', 'senders that write files: a folder of them, or of their folders')
    .option('--allow-outside', 'read references outside the folder of the scene')
    .option('--take <name>', 'take of an FBX file (default: its first)')
    .option('--no-take', 'the stored values of an FBX file, without animation')
    .addHelpText('after', '\nExample:\n  rigline studio shot.ma\n  rigline studio hero.fbx --take run\n')
    .action(async (file: string | undefined, flags: StudioFlags) => {
      const scene = file === undefined ? demoShot() : existing(resolve(file));
      const server = await buildStudioServer({
        root: studioRoot(),
        scene,
        allowOutside: flags.allowOutside ?? false,
        ...(flags.take === undefined ? {} : { take: flags.take }),
      });
      const { livePort, takes, cacheIn } = flags;
      const hub = flags.live
        ? await startStudioHub({ server: server.server, port: livePort, takes, cacheIn })
        : undefined;
      if (hub) addLiveRoutes(server, hub);
      const address = await listenLocally(server, flags.port);
      const { out } = context.output;
      out(`Rigline studio: ${address}\n  scene: ${scene}\n`);
      if (hub) out(`  live: programs connect to 127.0.0.1:${hub.port}\n${hub.problem ? `  ${hub.problem}\n` : ''}`);
      out('  Ctrl+C ends it.\n');
      if (flags.open && hasDesktop()) await open(address);
      await new Promise<void>((done) => {
        const end = (): void => {
          void hub?.close();
          server.close().then(done, done);
        };
        process.once('SIGINT', end);
        process.once('SIGTERM', end);
      });
    });
}

function existing(file: string): string {
  if (existsSync(file) && statSync(file).isFile()) return file;
  throw new RiglineError({
    code: 'CLI_NO_FILE',
    message: 'There is no such file',
    at: { file },
    hint: 'Check the path.',
  });
}

/** Files that the workspace holds beside this package. */
function inWorkspace(path: string, what: string, hint: string): string {
  const found = fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
  if (existsSync(found)) return found;
  throw new RiglineError({ code: 'CLI_NOT_BUILT', message: `${what} is not there`, at: { file: found }, hint });
}

function demoShot(): string {
  return inWorkspace('examples/handoff/handoff.ma', 'The demo shot', 'Name a scene to open.');
}

function studioRoot(): string {
  inWorkspace('apps/studio/dist/index.html', 'The built studio', 'Run: npm run build');
  return inWorkspace('apps/studio/dist', 'The built studio', 'Run: npm run build');
}

function hasDesktop(): boolean {
  if (process.env.CI !== undefined) return false;
  if (process.platform !== 'linux') return true;
  return process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
}
