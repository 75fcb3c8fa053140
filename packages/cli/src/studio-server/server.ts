import { createReadStream } from 'node:fs';
import fastifyStatic from '@fastify/static';
import { RiglineError } from '@rigline/diagnostics';
import Fastify, { type FastifyInstance } from 'fastify';
import { collectReferences, listScene, type ReferencedFile } from './scene-files.ts';

export interface StudioServerOptions {
  /** Folder of the built studio. */
  readonly root: string;
  /** The scene to open. */
  readonly scene: string;
  /** Reads references outside the folder of the scene, too. */
  readonly allowOutside?: boolean;
  /** Take of an FBX file to show; false for the stored values. */
  readonly take?: string | false;
}

/** Names that a browser on this machine calls the server by; any other is a page of somebody else. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

const HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self' ws://localhost:* ws://127.0.0.1:*",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** The server of the studio: its pages, and the one scene it was started with. Not yet listening. */
export async function buildStudioServer(options: StudioServerOptions): Promise<FastifyInstance> {
  // A request that never ends must not keep the server from ending.
  const server = Fastify({ logger: false, forceCloseConnections: true });
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    if (!LOCAL_HOST.test(request.headers.host ?? '')) {
      await reply.code(403).send({ error: 'This server answers to localhost only.' });
    }
  });
  await server.register(fastifyStatic, { root: options.root, index: 'index.html' });
  const references = (): ReferencedFile[] => collectReferences(options.scene, options.allowOutside ?? false);
  server.get('/api/scene', () => listScene(options.scene, references(), options.take));
  server.get('/api/scene/data', (_request, reply) =>
    reply.type('application/octet-stream').send(createReadStream(options.scene)),
  );
  server.get<{ Params: { index: string } }>('/api/scene/references/:index', (request, reply) => {
    const found = references()[Number(request.params.index)];
    if (!found) return reply.code(404).send({ error: 'There is no such reference.' });
    return reply.type('application/octet-stream').send(createReadStream(found.file));
  });
  return server;
}

/** Ports tried after one that is taken. */
const PORT_TRIES = 20;

/** Listens on this machine alone; takes the next free port when one is taken. Returns the address. */
export async function listenLocally(server: FastifyInstance, port: number): Promise<string> {
  for (let i = 0; ; i++) {
    try {
      return await server.listen({ host: '127.0.0.1', port: port === 0 ? 0 : port + i });
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && port !== 0 && i < PORT_TRIES) continue;
      throw new RiglineError({
        code: 'CLI_CANNOT_LISTEN',
        message: `The studio cannot listen on port ${port + i} (${code ?? 'unknown reason'})`,
        hint: 'Choose another port with --port.',
        cause,
      });
    }
  }
}
