import { CAMERA_CURVES, encodeJson, encodePong, type SubjectState } from '@rigline/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HubStage } from './hub-stage.ts';

const at = (x: number): [number, number, number, number] => [0, x, 0, 0];

describe('Hub', () => {
  test('welcomes a peer with its number, a name of its own and the session', () => {
    const stage = new HubStage();
    const first = stage.connect({ name: 'hero' });
    const second = stage.connect({ name: 'hero' });
    expect(first.inbox[0]).toMatchObject({ kind: 'welcome', body: { peer: 1, session: 's1', name: 'hero' } });
    expect(second.inbox[0]).toMatchObject({ kind: 'welcome', body: { peer: 2, name: 'hero (2)' } });
  });

  test('hands frames on to receivers, with the number of their sender', () => {
    const stage = new HubStage();
    const receiver = stage.connect({ role: 'receiver' });
    const sender = stage.connect();
    const state = sender.describe({});
    state.setTranslation(...at(5));
    sender.frame(state);
    expect([...(receiver.states.get('2/0')?.translations ?? [])]).toEqual([5, 0, 0]);
    expect(receiver.headers).toMatchObject([{ source: 2, sequence: 0 }]);
    // Nobody hears himself.
    expect(sender.kinds()).toEqual(['welcome']);
  });

  test('brings a late receiver up to date: descriptions first, then the newest values', () => {
    const stage = new HubStage();
    const sender = stage.connect();
    const state = sender.describe({});
    for (const x of [1, 2, 3]) {
      state.setTranslation(...at(x));
      sender.frame(state);
    }
    const receiver = stage.connect({ role: 'receiver' });
    expect(receiver.kinds()).toEqual(['welcome', 'describe', 'frame']);
    expect(receiver.states.get('1/0')?.translations[0]).toBe(3);
    expect(receiver.headers[0]).toMatchObject({ sequence: 2 });
  });

  test('a receiver that says at once what it wants gets nothing else', () => {
    const stage = new HubStage();
    const sender = stage.connect();
    sender.frame(sender.describe({ subject: 0, name: 'cam', role: 'camera', curves: [...CAMERA_CURVES] }));
    sender.frame(sender.describe({ subject: 1, name: 'prop' }));
    const receiver = stage.connect({
      role: 'receiver',
      space: 'maya',
      subscribe: { roles: ['camera'], space: 'unreal' },
    });
    expect([...receiver.descriptions.values()].map(({ name, space }) => [name, space])).toEqual([['cam', 'unreal']]);
  });

  test('gives every receiver its own space', () => {
    const stage = new HubStage();
    const unreal = stage.connect({ role: 'receiver', space: 'unreal' });
    const blender = stage.connect({ role: 'receiver', space: 'blender' });
    const sender = stage.connect();
    const state = sender.describe({ role: 'camera', curves: [...CAMERA_CURVES] });
    state.setTranslation(0, 100, 200, 300);
    state.setCurve(CAMERA_CURVES.indexOf('focalLengthMm'), 35);
    state.setCurve(CAMERA_CURVES.indexOf('focusDistance'), 250);
    sender.frame(state);
    // Y up, right handed, centimetres: Unreal's forward is Maya's +Z away from the viewer, by X right, Z up.
    expect([...(unreal.states.get('3/0')?.translations ?? [])]).toEqual([100, 300, 200]);
    const inBlender = [...(blender.states.get('3/0')?.translations ?? [])];
    [1, -3, 2].forEach((value, i) => {
      expect(inBlender[i]).toBeCloseTo(value, 12);
    });
    expect(blender.states.get('3/0')?.curves[CAMERA_CURVES.indexOf('focusDistance')]).toBeCloseTo(2.5, 6);
    expect(blender.states.get('3/0')?.curves[CAMERA_CURVES.indexOf('focalLengthMm')]).toBe(35);
    expect(blender.descriptions.get('3/0')?.space).toBe('blender');
  });

  test('keeps the newest state for a slow receiver, and nothing else', () => {
    const stage = new HubStage({ bufferBytes: 1000 });
    const receiver = stage.connect({ role: 'receiver' });
    const sender = stage.connect();
    const state = sender.describe({});
    receiver.isFrozen = true;
    for (let i = 1; i <= 10_000; i++) {
      state.setTranslation(...at(i));
      sender.frame(state);
    }
    // What was let out before it was slow, and never more.
    expect(receiver.bufferedBytes).toBeLessThan(1200);
    receiver.thaw();
    expect(receiver.states.get('2/0')?.translations[0]).toBe(10_000);
    expect(stage.hub.statistics().peers[0]?.replaced).toBeGreaterThan(9000);
  });

  test('a slow receiver gets drops and new descriptions in the end, too', () => {
    const stage = new HubStage({ bufferBytes: 100 });
    const receiver = stage.connect({ role: 'receiver' });
    const sender = stage.connect();
    sender.describe({ subject: 1, name: 'gone' });
    receiver.isFrozen = true;
    receiver.bufferedBytes = 500;
    sender.give(encodeJson('drop', { source: 0, subject: 1 }));
    const state = sender.describe({ subject: 2, name: 'new' });
    state.setTranslation(...at(7));
    sender.frame(state, { subject: 2 });
    receiver.thaw();
    expect([...receiver.descriptions.values()].map(({ name }) => name)).toEqual(['new']);
    expect(receiver.states.get('2/2')?.translations[0]).toBe(7);
  });

  test('a frame of another revision is void', () => {
    const stage = new HubStage();
    const receiver = stage.connect({ role: 'receiver' });
    const sender = stage.connect();
    const old = sender.describe({
      nodes: [
        { name: 'a', parent: -1 },
        { name: 'b', parent: 0 },
      ],
    });
    const state = sender.describe({ revision: 2, nodes: [{ name: 'a', parent: -1 }] });
    old.setTranslation(1, 9, 9, 9);
    sender.frame(old, { revision: 1 });
    state.setTranslation(...at(4));
    sender.frame(state, { revision: 2 });
    expect([...(receiver.states.get('2/0')?.translations ?? [])]).toEqual([4, 0, 0]);
  });

  test('drops the subjects of a sender that goes', () => {
    const stage = new HubStage();
    const receiver = stage.connect({ role: 'receiver' });
    const sender = stage.connect();
    sender.describe({});
    stage.hub.leave(sender.peer);
    expect(receiver.kinds().at(-1)).toBe('drop');
    expect(receiver.states.size).toBe(0);
  });

  test('narrows down by name, role and rate', () => {
    const stage = new HubStage();
    const receiver = stage.connect({ role: 'receiver' });
    receiver.give(encodeJson('subscribe', { names: ['hero_*'], maxRate: 10 }));
    const sender = stage.connect();
    const hero = sender.describe({ subject: 1, name: 'hero_arm' });
    sender.describe({ subject: 2, name: 'other' });
    for (let i = 0; i < 100; i++) {
      stage.now += 0.01;
      hero.setTranslation(...at(i));
      sender.frame(hero, { subject: 1 });
      stage.hub.tick();
    }
    expect([...receiver.descriptions.values()].map(({ name }) => name)).toEqual(['hero_arm']);
    expect(receiver.headers.length).toBeGreaterThanOrEqual(9);
    expect(receiver.headers.length).toBeLessThanOrEqual(11);
    stage.now += 0.2;
    stage.hub.tick();
    expect(receiver.states.get('2/1')?.translations[0]).toBe(99);
  });

  test('tells the transport of one to all others, with its origin, and once', () => {
    const stage = new HubStage();
    const a = stage.connect({ role: 'both', name: 'a' });
    const b = stage.connect({ role: 'both', name: 'b' });
    const body = { origin: 0, sequence: 4, action: 'scrub', seconds: 1, frame: 24, frameRate: [24, 1] } as const;
    a.give(encodeJson('transport', body));
    a.give(encodeJson('transport', { ...body, sequence: 3, frame: 1 }));
    expect(b.inbox.filter(({ kind }) => kind === 'transport')).toMatchObject([{ body: { origin: 1, frame: 24 } }]);
    expect(a.kinds()).not.toContain('transport');
    expect(stage.connect({ role: 'receiver' }).inbox.at(-1)).toMatchObject({ kind: 'transport', body: { frame: 24 } });
  });

  describe('cuts off', () => {
    const message = (text: string): Uint8Array => new TextEncoder().encode(text);

    test.each([
      ['garbage', message('GET / HTTP/1.1'), 'PROTOCOL_NOT_A_MESSAGE'],
      ['a second hello', encodeJson('hello', { protocol: 1, role: 'both', name: 'x' }), 'HUB_NOT_INTRODUCED'],
      ['an unknown space', encodeJson('subscribe', { space: 'narnia' }), 'HUB_UNKNOWN_SPACE'],
      ['a frame cut short', Uint8Array.from([0x52, 0x4c, 1, 5, 0]), 'PROTOCOL_TRUNCATED'],
    ])('%s, with a reason, and serves the others on', (_, bytes, code) => {
      const stage = new HubStage();
      const receiver = stage.connect({ role: 'receiver' });
      const good = stage.connect();
      const bad = stage.connect({ role: 'both' });
      const state = good.describe({});
      bad.give(bytes);
      expect(bad.inbox.at(-1)).toMatchObject({ kind: 'error', body: { code, fatal: true } });
      expect(bad.isClosed).toBe(true);
      state.setTranslation(...at(2));
      good.frame(state);
      expect(receiver.states.get('2/0')?.translations[0]).toBe(2);
    });

    test('who does not say hello, has the wrong token, or is too many', () => {
      const stage = new HubStage({ checkToken: (token) => token === 'right', maxPeers: 2 });
      const wrong = stage.connect({ token: 'wrong' });
      expect(wrong.inbox.at(-1)).toMatchObject({ body: { code: 'HUB_BAD_TOKEN' } });
      const right = stage.connect({ token: 'right' });
      expect(right.inbox[0]?.kind).toBe('welcome');
      stage.connect({ token: 'right' });
      expect(stage.connect({ token: 'right' }).inbox.at(-1)).toMatchObject({ body: { code: 'HUB_TOO_MANY_PEERS' } });
    });

    test('a sender of too many or too large subjects', () => {
      const stage = new HubStage({ limits: { subjects: 2, nodes: 3 } });
      const many = stage.connect();
      for (let subject = 0; subject < 3; subject++) many.describe({ subject });
      expect(many.inbox.at(-1)).toMatchObject({ body: { code: 'PROTOCOL_LIMIT' } });
      const large = stage.connect();
      large.describe({ nodes: Array.from({ length: 4 }, () => ({ name: 'n', parent: -1 })) });
      expect(large.inbox.at(-1)).toMatchObject({ body: { code: 'PROTOCOL_LIMIT' } });
    });

    test('who is silent, but nobody because a clock was set', () => {
      const stage = new HubStage({ silence: 10 });
      const silent = stage.connect();
      const alive = stage.connect();
      stage.now -= 3600;
      stage.hub.tick();
      stage.now += 8;
      alive.give(encodePong(stage.now, stage.now));
      stage.now += 3;
      stage.hub.tick();
      expect(silent.isClosed).toBe(true);
      expect(alive.isClosed).toBe(false);
      expect(alive.kinds()).toContain('ping');
    });
  });

  test('receivers end up with the newest values whatever came in whatever order', () => {
    const step = fc.record({
      what: fc.constantFrom('move', 'curve', 'freeze', 'thaw', 'join', 'describe', 'tick'),
      subject: fc.integer({ min: 0, max: 3 }),
      value: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const stage = new HubStage({ bufferBytes: 200 });
        const sender = stage.connect();
        const receivers = [stage.connect({ role: 'receiver' }), stage.connect({ role: 'receiver', space: 'unreal' })];
        const revisions = [1, 1, 1, 1];
        const curves = ['a', 'b'];
        const states = revisions.map((_, subject) => sender.describe({ subject, curves }));
        for (const { what, subject, value } of steps) {
          stage.now += 0.01;
          const state = states[subject] as SubjectState;
          const revision = revisions[subject] as number;
          const receiver = receivers[value % receivers.length];
          if (what === 'move') state.setTranslation(0, value, 0, 0);
          if (what === 'curve') state.setCurve(value % 2, value);
          if (what === 'move' || what === 'curve') sender.frame(state, { subject, revision });
          if (what === 'freeze' && receiver) receiver.isFrozen = true;
          if (what === 'thaw') receiver?.thaw();
          if (what === 'join' && receivers.length < 6) receivers.push(stage.connect({ role: 'receiver' }));
          if (what === 'tick') stage.hub.tick();
          if (what === 'describe') {
            revisions[subject] = revision + 1;
            states[subject] = sender.describe({ subject, revision: revision + 1, curves });
          }
        }
        stage.now += 1;
        for (const receiver of receivers) {
          receiver.thaw();
          receiver.thaw();
          states.forEach((state, subject) => {
            const seen = receiver.states.get(`1/${subject}`);
            expect(seen?.translations[0]).toBe(state.translations[0]);
            expect([...(seen?.curves ?? [])]).toEqual([...state.curves]);
          });
        }
      }),
    );
  });

  test('holds no more after a day at 60 frames a second than after a minute', () => {
    const stage = new HubStage();
    const receiver = stage.connect({ role: 'receiver' });
    const sender = stage.connect();
    const state = sender.describe({});
    const run = (frames: number): void => {
      for (let i = 0; i < frames; i++) {
        stage.now += 86400 / frames;
        state.setTranslation(...at(i));
        sender.frame(state);
        receiver.inbox.length = 0;
        receiver.headers.length = 0;
        sender.give(encodePong(stage.now, stage.now));
        receiver.give(encodePong(stage.now, stage.now));
        if (i % 16 === 0) stage.hub.tick();
        sender.inbox.length = 0;
      }
    };
    run(20_000);
    expect(receiver.states.get('2/0')?.translations[0]).toBe(19_999);
    expect(stage.hub.statistics().peers).toMatchObject([{ waiting: 0 }, { framesIn: 20_000 }]);
    expect(receiver.peer.waiting.size + receiver.peer.waitingDrops.length).toBe(0);
  });
});
