/** The shelf of takes that the server keeps: record, stop, replay, open, delete. */
import { openScene } from '../actions.ts';
import { useStudio } from '../store.ts';
import { type TakeState, useLive } from './live-store.ts';

async function call(path: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<TakeState | undefined> {
  try {
    const response = await fetch(`/api/takes${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    const answer = (await response.json()) as TakeState & { readonly error?: string; readonly hint?: string };
    if (response.ok) return answer;
    const message = answer.error ?? `The server answers ${response.status}`;
    useStudio.setState({ failure: { code: 'STUDIO_TAKE', message, hint: answer.hint } });
  } catch {
    // The server is away; the status of the connection says so.
  }
  return undefined;
}

async function show(answer: Promise<TakeState | undefined>): Promise<void> {
  const takes = await answer;
  if (takes) useLive.setState({ takes });
}

export function refreshTakes(): Promise<void> {
  return show(call('', 'GET'));
}

/** @param name Without the extension; made up from the time where it is empty. */
export function recordTake(name: string): Promise<void> {
  return show(call('/record', 'POST', { name }));
}

export function stopRecording(): Promise<void> {
  return show(call('/stop', 'POST', {}));
}

export function playTake(name: string): Promise<void> {
  return show(call('/play', 'POST', { name }));
}

export function stopPlaying(): Promise<void> {
  return show(call('/stop-playing', 'POST', {}));
}

export function deleteTake(name: string): Promise<void> {
  return show(call(`/${encodeURIComponent(name)}`, 'DELETE'));
}

export function takeUrl(name: string): string {
  return `/api/takes/${encodeURIComponent(name)}`;
}

/** Opens a take as a shot. */
export async function openTakeFile(name: string): Promise<void> {
  const response = await fetch(takeUrl(name));
  if (response.ok) await openScene({ name, bytes: await response.arrayBuffer() });
}
