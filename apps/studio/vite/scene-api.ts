import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connect, Plugin } from 'vite';

const CANDIDATES = ['../../../examples/handoff/handoff.ma', '../../../fixtures/studio/hand_studio_shot.ma'].map(
  (path) => fileURLToPath(new URL(path, import.meta.url)),
);

/**
 * The scene routes of `rigline studio` for the development and preview servers. The file is `RIGLINE_SCENE`, or the
 * demo shot.
 */
export function sceneApi(): Plugin {
  const use = (server: { readonly middlewares: Connect.Server }): void => {
    server.middlewares.use(serveScene);
  };
  return { name: 'rigline-scene-api', configureServer: use, configurePreviewServer: use };
}

function serveScene(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const route = request.url?.split('?')[0];
  if (route !== '/api/scene' && route !== '/api/scene/data') {
    next();
    return;
  }
  const path = process.env.RIGLINE_SCENE ?? CANDIDATES.find((candidate) => existsSync(candidate));
  if (path === undefined || !existsSync(path)) {
    response.statusCode = 404;
    response.end(JSON.stringify({ message: `There is no file "${path ?? ''}"` }));
    return;
  }
  if (route === '/api/scene') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: basename(path), path, url: '/api/scene/data' }));
  } else {
    response.setHeader('content-type', 'application/octet-stream');
    response.end(readFileSync(path));
  }
}
