import { describe, expect, test } from 'vitest';
import { RemoteControl } from './remote-control.ts';

function stage() {
  const sent: { readonly Parameters: { readonly RequestId: number; readonly Body: Record<string, unknown> } }[] = [];
  const timers: (() => void)[] = [];
  const remote = new RemoteControl({
    send: (text) => sent.push(JSON.parse(text)),
    schedule: (_, run) => {
      timers.push(run);
      return () => undefined;
    },
  });
  const answer = (at: number, code: number, body: unknown): void =>
    remote.receive(
      JSON.stringify({ RequestId: sent[at]?.Parameters.RequestId, ResponseCode: code, ResponseBody: body }),
    );
  return { remote, sent, timers, answer };
}

describe('RemoteControl', () => {
  test('answers belong to their requests, in whatever order they come', async () => {
    const { remote, answer } = stage();
    const [first, second] = [remote.read('/a', 'x'), remote.read('/a', 'y')];
    answer(1, 200, { y: 2 });
    answer(0, 200, { x: 1 });
    expect([await first, await second]).toEqual([1, 2]);
    expect(remote.pendingCount).toBe(0);
  });

  test('a write says its property twice, as the engine wants it, and makes no undo step', () => {
    const { remote, sent } = stage();
    void remote.write('/Game/M.M:PersistentLevel.Cam.C', 'Filmback', { SensorWidth: 36 });
    expect(sent[0]?.Parameters).toMatchObject({
      Url: '/remote/object/property',
      Verb: 'PUT',
      Body: { access: 'WRITE_ACCESS', propertyName: 'Filmback', propertyValue: { Filmback: { SensorWidth: 36 } } },
    });
  });

  test.each([
    [401, 'Given Passphrase is not correct!', '--passphrase'],
    [
      400,
      'Executing function X on object Y is not allowed by remote control settings.',
      'Allow Any Remote Function Call',
    ],
    [400, 'Python execution is not enabled remotely', 'Enable Remote Python Execution'],
    [400, 'Object: /Game/A does not exist.', 'Edit > Plugins'],
    [400, 'Object property: Foo is unavailable remotely on object: /Game/A', 'no such property'],
    [403, 'Client is not allowed to access the server', 'Allowlisted Clients'],
  ])('a refusal with %i and "%s" names what to do', async (code, message, hint) => {
    const { remote, answer } = stage();
    const call = remote.call('/Game/A', 'X');
    answer(0, code, { errorMessage: message });
    await expect(call).rejects.toMatchObject({ code: 'BRIDGE_ENGINE_REFUSES', hint: expect.stringContaining(hint) });
  });

  test('an engine that never answers, and one that goes, end the request', async () => {
    const { remote, timers } = stage();
    const silent = remote.read('/a', 'x');
    timers[0]?.();
    await expect(silent).rejects.toMatchObject({ code: 'BRIDGE_ENGINE_SILENT' });
    const gone = remote.read('/a', 'x');
    remote.closed('the connection has ended');
    await expect(gone).rejects.toMatchObject({ code: 'BRIDGE_ENGINE_AWAY' });
    expect(remote.pendingCount).toBe(0);
  });

  test('nonsense, and answers to nothing, are left alone', () => {
    const { remote } = stage();
    for (const text of ['', 'null', '[]', '{', '{"RequestId":99,"ResponseCode":200}', '{"RequestId":"1"}']) {
      expect(() => remote.receive(text)).not.toThrow();
    }
  });
});
