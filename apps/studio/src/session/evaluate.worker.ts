import { RiglineError } from '@rigline/diagnostics';
import type { OpenReference } from '@rigline/formats/ma';
import type { ShotPose } from '@rigline/viewer/shot';
import type { Answers, Call, Failure, FromWorker, SceneSource, ToWorker } from './protocol.ts';
import { readScene } from './read-scene.ts';
import { SceneSession } from './scene-session.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
/** What the present session was read from. */
let opened: { readonly bytes: Uint8Array; readonly name: string; readonly openReference: OpenReference | undefined };
let session: SceneSession | undefined;
/** Calls are answered one after another, in the order they came. */
let queue: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  queue = queue.then(() => respond(data));
};

async function respond(message: ToWorker): Promise<void> {
  try {
    const answer = await perform(message);
    scope.postMessage({ id: message.id, answer }, transfersOf(answer));
  } catch (error) {
    scope.postMessage({ id: message.id, failure: failureOf(error) }, []);
  }
}

async function perform(call: Call): Promise<Answers[keyof Answers]> {
  if (call.call === 'open') {
    const [bytes, openReference] = await Promise.all([bytesOf(call.source), fetchReferences(call.source)]);
    return openSession({ bytes, name: call.source.name, openReference }, call.source.take);
  }
  if (!session) throw new RiglineError({ code: 'STUDIO_NO_SCENE', message: 'No scene is open' });
  switch (call.call) {
    case 'take':
      return openSession(opened, call.take);
    case 'pose':
      return session.pose(call.seconds, call.watch, call.reuse);
    case 'inspect':
      return session.inspect(call.nodeId);
    case 'set':
      session.set(call.nodeId, call.path, call.value);
      return undefined;
  }
}

async function openSession(source: typeof opened, take: string | null | undefined): Promise<Answers['open']> {
  const start = performance.now();
  const { bytes, name, openReference } = source;
  const read = await readScene(bytes, name, { openReference, take });
  const next = new SceneSession(read, performance.now() - start, name, () => performance.now());
  opened = source;
  session = next;
  return next.opened;
}

async function bytesOf(source: SceneSource): Promise<Uint8Array> {
  if ('bytes' in source) return new Uint8Array(source.bytes);
  return fetchBytes(source.url, source.name);
}

async function fetchBytes(url: string, name: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new RiglineError({
      code: 'STUDIO_FILE_NOT_SERVED',
      message: `The server answered ${response.status} for ${name}`,
      hint: 'Look whether the file is still there, then load the page again.',
    });
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** Brings the files that the scene refers to, so that reading can go through them without waiting. */
async function fetchReferences(source: SceneSource): Promise<OpenReference | undefined> {
  if (!('url' in source) || !source.references?.length) return undefined;
  const { name, path: scenePath = name, references } = source;
  const contents = await Promise.all(references.map(({ url, path }) => fetchBytes(url, path)));
  return (path, from) => {
    const whole = from === name ? scenePath : from;
    const at = references.findIndex((reference) => reference.path === path && reference.from === whole);
    const content = contents[at];
    return content ? { state: 'loaded', file: references[at]?.file ?? path, content } : { state: 'missing' };
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof RiglineError) return { code: error.code, message: error.message, hint: error.hint };
  return { code: 'STUDIO_FAILED', message: error instanceof Error ? error.message : String(error), hint: undefined };
}

/** Large arrays move instead of being copied. Those of the shot are needed once only. */
function transfersOf(answer: Answers[keyof Answers]): Transferable[] {
  if (answer === undefined || !('pose' in answer)) return [];
  const pose: ShotPose = answer.pose;
  const arrays = [pose.localToWorld, pose.visible, ...pose.meshMoves.map(({ positionsXyz }) => positionsXyz)];
  return [...new Set(arrays.map((array) => array.buffer as ArrayBuffer))];
}
