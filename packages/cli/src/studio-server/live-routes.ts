/** What the studio's page asks of the hub and of the shelf of takes. */
import { createReadStream } from 'node:fs';
import { RiglineError } from '@rigline/diagnostics';
import { LIVE_PATH } from '@rigline/hub';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StudioHub } from './studio-hub.ts';

interface NameBody {
  readonly name?: unknown;
}

export function addLiveRoutes(server: FastifyInstance, live: StudioHub): void {
  const { shelf } = live;
  server.get('/api/live', () => ({ path: LIVE_PATH, port: live.port, token: live.token, problem: live.problem }));
  server.get('/api/takes', () => shelf.state);
  server.get<{ Params: { name: string } }>('/api/takes/:name', (request, reply) =>
    answer(reply, () => {
      const path = shelf.pathOf(request.params.name);
      return reply.type('application/octet-stream').send(createReadStream(path));
    }),
  );
  const change = (path: string, run: (name: string) => void): void => {
    server.post<{ Body: NameBody }>(`/api/takes/${path}`, { preHandler: refuseForeign }, (request, reply) =>
      answer(reply, () => {
        const { name } = request.body ?? {};
        run(typeof name === 'string' ? name : '');
        return shelf.state;
      }),
    );
  };
  change('record', (name) => shelf.record(name));
  change('stop', () => shelf.stop());
  change('play', (name) => shelf.play(name));
  change('stop-playing', () => shelf.stopPlaying());
  server.delete<{ Params: { name: string } }>('/api/takes/:name', { preHandler: refuseForeign }, (request, reply) =>
    answer(reply, () => {
      shelf.delete(request.params.name);
      return shelf.state;
    }),
  );
}

/** Only the studio's own page changes anything: the browser says where a request comes from. */
async function refuseForeign(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === `http://${host}`) return;
  await reply.code(403).send({ error: 'Only the page of the studio may do that.' });
}

/** Errors of ours are answers with a hint. */
function answer(reply: FastifyReply, run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RiglineError)) throw error;
    const { message, hint, code } = error;
    return reply.code(code === 'CLI_NO_TAKE_FILE' ? 404 : 409).send({ error: message, hint });
  }
}
