import { describe, expect, test } from 'vitest';
import type { FromWorker, PoseAnswer, ToWorker } from '../src/session/protocol.ts';
import { type Port, SessionClient, SessionError } from '../src/session/session-client.ts';

/** A worker whose answers the test gives itself. */
function setUp() {
  const sent: ToWorker[] = [];
  const port: Port = { onmessage: null, onerror: null, postMessage: (message) => sent.push(message) };
  const client = new SessionClient(port);
  const shown: number[] = [];
  client.onPose = ({ pose }) => shown.push(pose.seconds);
  const answer = async (message: ToWorker | undefined): Promise<void> => {
    if (message?.call !== 'pose') throw new Error('no pose was asked for');
    const pose = {
      seconds: message.seconds,
      localToWorld: new Float64Array(16),
      visible: new Uint8Array(1),
      cameras: [],
      lights: [],
      meshMoves: [],
    };
    const body: PoseAnswer = { pose, values: undefined, problems: undefined, evaluateMs: 1 };
    port.onmessage?.({ data: { id: message.id, answer: body } } as MessageEvent<FromWorker>);
    await settle();
  };
  return { sent, port, client, shown, answer };
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 8; i++) await Promise.resolve();
};

describe('SessionClient', () => {
  test('evaluates one pose at a time and then the newest that was asked for', async () => {
    const { sent, client, shown, answer } = setUp();
    for (const seconds of [1, 2, 3, 4]) client.ask(seconds, undefined);
    expect(sent).toHaveLength(1);
    await answer(sent[0]);
    expect(sent).toHaveLength(2);
    await answer(sent[1]);
    expect(shown).toEqual([1, 4]);
    expect(client.stats).toEqual({ asked: 4, evaluated: 2, superseded: 2 });
    expect(sent).toHaveLength(2);
  });

  test('drops nothing while each pose is answered before the next is asked for', async () => {
    const { sent, client, shown, answer } = setUp();
    for (const seconds of [1, 2, 3]) {
      client.ask(seconds, undefined);
      await answer(sent.at(-1));
    }
    expect(shown).toEqual([1, 2, 3]);
    expect(client.stats.superseded).toBe(0);
  });

  test('hands a recycled pose to the next evaluation, once', async () => {
    const { sent, client, answer } = setUp();
    const pose = { seconds: 0, localToWorld: new Float64Array(16), visible: new Uint8Array(1) };
    client.recycle({ ...pose, cameras: [], lights: [], meshMoves: [] });
    client.ask(1, undefined);
    expect(sent[0]).toMatchObject({ reuse: { localToWorld: pose.localToWorld } });
    await answer(sent[0]);
    client.ask(2, undefined);
    expect(sent[1]).toMatchObject({ reuse: undefined });
  });

  test('a failed pose is told, and the next one is still evaluated', async () => {
    const { sent, port, client, shown, answer } = setUp();
    const codes: string[] = [];
    client.onFailure = ({ code }) => codes.push(code);
    client.ask(1, undefined);
    client.ask(2, undefined);
    const failure = { code: 'TEST_FAILED', message: 'no', hint: undefined };
    port.onmessage?.({ data: { id: sent[0]?.id ?? 0, failure } } as MessageEvent<FromWorker>);
    await settle();
    await answer(sent[1]);
    expect(codes).toEqual(['TEST_FAILED']);
    expect(shown).toEqual([2]);
  });

  test('a worker that stops fails everything that waits', async () => {
    const { port, client } = setUp();
    const opening = client.open({ url: '/x', name: 'x.ma' });
    port.onerror?.({ message: 'gone' } as ErrorEvent);
    await expect(opening).rejects.toThrow(SessionError);
    await expect(opening).rejects.toThrow(/gone/);
  });
});
