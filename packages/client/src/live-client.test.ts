import {
  decodeFrame,
  decodeMessage,
  encodeJson,
  FrameEncoder,
  type Message,
  type SubjectDescription,
  SubjectState,
  type Transport,
  type Welcome,
} from '@rigline/protocol';
import { describe, expect, test } from 'vitest';
import { type ConnectionEvents, LiveClient, type RemoteSubject } from './live-client.ts';

const WELCOME: Welcome = {
  protocol: 1,
  peer: 5,
  session: 's',
  name: 'me',
  hub: 'test',
  clock: 0,
  limits: { messageBytes: 1 << 20, subjects: 10, nodes: 10, curves: 10 },
};
const PROP: Omit<SubjectDescription, 'source' | 'subject' | 'revision'> = {
  name: 'prop',
  role: 'transform',
  space: 'maya',
  nodes: [{ name: 'prop', parent: -1 }],
  curves: ['visible'],
};

/** A hub that is played by hand, and a clock that is wound by hand. */
class Stage {
  now = 100;
  readonly sent: Message[] = [];
  readonly dropped: string[] = [];
  readonly frames: RemoteSubject[][] = [];
  readonly transports: Transport[] = [];
  readonly waits: number[] = [];
  connections = 0;
  events: ConnectionEvents | undefined;
  #next: (() => void) | undefined;
  readonly client: LiveClient;

  constructor() {
    this.client = new LiveClient({
      hello: { role: 'both', name: 'me' },
      clock: () => this.now,
      schedule: (seconds, run) => {
        this.waits.push(seconds);
        this.#next = run;
        return () => {
          this.#next = undefined;
        };
      },
      connect: (events) => {
        this.connections++;
        this.events = events;
        return { send: (message) => this.sent.push(decodeMessage(message)), close: () => events.closed('closed') };
      },
      events: {
        dropped: ({ description }) => this.dropped.push(description.name),
        frame: (_, subjects) => this.frames.push([...subjects]),
        transport: (transport) => this.transports.push(transport),
      },
    });
  }

  welcome(): void {
    this.events?.opened();
    this.give(encodeJson('welcome', WELCOME));
  }

  give(message: Uint8Array): void {
    this.events?.received(message);
  }

  breakDown(): void {
    this.events?.closed('broken');
  }

  pass(): void {
    const next = this.#next;
    this.#next = undefined;
    next?.();
  }

  /** The state that the frames sent so far give. */
  received(): SubjectState {
    const state = new SubjectState(1, 1);
    for (const message of this.sent) if (message.kind === 'frame') decodeFrame(message.bytes, { open: () => state });
    return state;
  }
}

describe('LiveClient', () => {
  test('introduces itself, describes its subjects and sends them whole', () => {
    const stage = new Stage();
    const own = stage.client.add(PROP);
    own.state.setTranslation(0, 1, 2, 3);
    stage.client.send();
    expect(stage.sent).toEqual([]);
    stage.welcome();
    expect(stage.sent.map(({ kind }) => kind)).toEqual(['hello', 'describe', 'frame']);
    expect([...stage.received().translations]).toEqual([1, 2, 3]);
  });

  test('what was sent before there was a connection goes out with its time once there is one', () => {
    const stage = new Stage();
    const own = stage.client.add(PROP);
    own.state.setTranslation(0, 7, 0, 0);
    stage.client.send({ seconds: 1.5, frame: 36, frameRate: [24, 1] });
    stage.welcome();
    const frames = stage.sent.filter((message) => message.kind === 'frame');
    expect(frames.length).toBe(1);
    const [frame] = frames;
    if (frame?.kind !== 'frame') throw new Error('no frame');
    expect(decodeFrame(frame.bytes, { open: () => undefined }).time).toMatchObject({ frame: 36, seconds: 1.5 });
  });

  test('sends changes alone after that', () => {
    const stage = new Stage();
    const own = stage.client.add(PROP);
    stage.welcome();
    own.state.setCurve(0, 1);
    stage.client.send();
    const before = stage.sent.length;
    stage.client.send();
    const last = stage.sent.at(-1);
    expect(stage.sent.length).toBe(before + 1);
    const subjects: number[] = [];
    if (last?.kind === 'frame') {
      decodeFrame(last.bytes, {
        open: (subject) => {
          subjects.push(subject);
          return undefined;
        },
      });
    }
    expect(subjects).toEqual([]);
    expect(stage.received().curves[0]).toBe(1);
  });

  test('tries again, each time after twice as long, and at once fast again when it has worked', () => {
    const stage = new Stage();
    for (let i = 0; i < 7; i++) {
      stage.breakDown();
      stage.pass();
    }
    expect(stage.waits).toEqual([0.1, 0.2, 0.4, 0.8, 1.6, 2, 2]);
    stage.welcome();
    stage.breakDown();
    expect(stage.waits.at(-1)).toBe(0.1);
  });

  test('after a break everything is told anew, and what was known of others is gone', () => {
    const stage = new Stage();
    const own = stage.client.add(PROP);
    stage.welcome();
    own.state.setTranslation(0, 4, 5, 6);
    stage.client.send();
    stage.give(encodeJson('describe', { ...PROP, source: 2, subject: 0, revision: 1, name: 'other' }));
    stage.breakDown();
    expect(stage.dropped).toEqual(['other']);
    expect([...stage.client.subjects]).toEqual([]);
    stage.sent.length = 0;
    stage.pass();
    stage.welcome();
    expect(stage.sent.map(({ kind }) => kind)).toEqual(['hello', 'describe', 'frame']);
    expect([...stage.received().translations]).toEqual([4, 5, 6]);
  });

  test('follows subjects of others', () => {
    const stage = new Stage();
    stage.welcome();
    stage.give(encodeJson('describe', { ...PROP, source: 2, subject: 3, revision: 1 }));
    const state = new SubjectState(1, 1);
    state.setTranslation(0, 7, 8, 9);
    const header = { source: 2, sequence: 4, wallClock: 99 };
    const encode = (revision: number): Uint8Array =>
      new FrameEncoder().encode(header, [{ subject: 3, revision, state, isFull: true }]);
    stage.give(encode(9));
    stage.give(encode(1));
    expect(stage.frames.map((subjects) => subjects.length)).toEqual([0, 1]);
    const [subject] = stage.client.subjects;
    expect([...(subject?.state.translations ?? [])]).toEqual([7, 8, 9]);
    expect(subject?.newest).toEqual(header);
  });

  test('does not hear its own transport', () => {
    const stage = new Stage();
    stage.welcome();
    const transport = { action: 'scrub', seconds: 1, frame: 24, frameRate: [24, 1] } as const;
    stage.client.sendTransport(transport);
    expect(stage.sent.at(-1)).toMatchObject({ kind: 'transport', body: { origin: 5, sequence: 0 } });
    stage.give(encodeJson('transport', { ...transport, origin: 5, sequence: 0 }));
    stage.give(encodeJson('transport', { ...transport, origin: 6, sequence: 0, frame: 3 }));
    expect(stage.transports).toMatchObject([{ origin: 6, frame: 3 }]);
  });

  test('leaves a hub that sends nonsense, and tries again', () => {
    const stage = new Stage();
    stage.welcome();
    stage.give(Uint8Array.from([1, 2, 3, 4]));
    expect(stage.client.welcome).toBeUndefined();
    stage.pass();
    expect(stage.connections).toBe(2);
  });

  test('closes for good', () => {
    const stage = new Stage();
    stage.welcome();
    stage.client.close();
    stage.pass();
    expect(stage.sent.at(-1)?.kind).toBe('bye');
    expect(stage.connections).toBe(1);
  });
});
