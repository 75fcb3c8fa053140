import type { SceneSource } from './protocol.ts';
import { SessionClient } from './session-client.ts';

/** The evaluating worker. It starts before the page's own code is loaded, so that both are ready together. */
export const client: SessionClient = new SessionClient(
  new Worker(new URL('./evaluate.worker.ts', import.meta.url), { type: 'module' }),
);

/** The scene that the server gives with the page and its opening; undefined where there is none. */
export const servedScene: Promise<
  { readonly source: SceneSource; readonly opened: ReturnType<SessionClient['open']> } | undefined
> = askServer();

async function askServer(): Promise<Awaited<typeof servedScene>> {
  try {
    const response = await fetch('/api/scene');
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    if (!response.ok || !isJson) return undefined;
    const scene = (await response.json()) as Partial<Extract<SceneSource, { url: string }>> & { readonly name: string };
    const source: SceneSource = { ...scene, url: scene.url ?? '/api/scene/data' };
    const opened = client.open(source);
    // Whoever waits for it reports the failure; nobody may wait yet.
    opened.catch(() => {});
    return { source, opened };
  } catch {
    // No server behind the page: it still opens files.
    return undefined;
  }
}
