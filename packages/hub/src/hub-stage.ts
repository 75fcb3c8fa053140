/** For tests: a hub with a clock of its own, and peers in memory. */
import {
  decodeFrame,
  decodeMessage,
  encodeJson,
  FrameEncoder,
  type FrameHeader,
  type Hello,
  type Message,
  type SubjectDescription,
  SubjectState,
} from '@rigline/protocol';
import { Hub, type HubEvent, type HubOptions } from './hub.ts';
import type { Peer } from './peer.ts';

export class HubStage {
  now = 1000;
  readonly events: HubEvent[] = [];
  readonly hub: Hub;

  constructor(options: Partial<HubOptions> = {}) {
    const onEvent = (event: HubEvent): number => this.events.push(event);
    this.hub = new Hub({ clock: () => this.now, session: 's1', onEvent, ...options });
  }

  connect(hello: Partial<Hello> = {}): StagePeer {
    const peer = new StagePeer(this);
    peer.give(encodeJson('hello', { protocol: 1, role: 'sender', name: 'scene', ...hello }));
    return peer;
  }
}

/** One peer: what it got from the hub, and the states that it would show. */
export class StagePeer {
  readonly stage: HubStage;
  readonly peer: Peer;
  /** While frozen nothing is taken: bytes pile up in the link. */
  isFrozen = false;
  isClosed = false;
  bufferedBytes = 0;
  readonly inbox: Message[] = [];
  readonly headers: FrameHeader[] = [];
  readonly descriptions: Map<string, SubjectDescription> = new Map();
  readonly states: Map<string, SubjectState> = new Map();
  readonly #held: Uint8Array[] = [];
  readonly #encoder = new FrameEncoder();
  #sequence = 0;

  constructor(stage: HubStage) {
    this.stage = stage;
    const self = this;
    this.peer = stage.hub.join({
      address: 'memory',
      get bufferedBytes() {
        return self.bufferedBytes;
      },
      send: (message) => this.#deliver(message),
      close: () => {
        this.isClosed = true;
      },
    });
  }

  /** Hands bytes to the hub. */
  give(message: Uint8Array): void {
    this.stage.hub.receive(this.peer, message);
  }

  describe(description: Partial<SubjectDescription>): SubjectState {
    const body = {
      source: 0,
      subject: 0,
      revision: 1,
      name: 'prop',
      role: 'transform',
      space: 'maya',
      nodes: [{ name: 'prop', parent: -1 }],
      curves: [],
      ...description,
    } as SubjectDescription;
    this.give(encodeJson('describe', body));
    return new SubjectState(body.nodes.length, body.curves.length);
  }

  /** Sends one subject's changes. */
  frame(state: SubjectState, { subject = 0, revision = 1, isFull = false } = {}): void {
    const header = { source: 0, sequence: this.#sequence++, wallClock: this.stage.now };
    this.give(this.#encoder.encode(header, [{ subject, revision, state, isFull }]));
    state.clearChanges();
  }

  /** Takes everything that has piled up. */
  thaw(): void {
    this.isFrozen = false;
    this.bufferedBytes = 0;
    for (const message of this.#held.splice(0)) this.#take(message);
    this.stage.hub.drained(this.peer);
  }

  kinds(): string[] {
    return this.inbox.map(({ kind }) => kind);
  }

  #deliver(message: Uint8Array): void {
    if (this.isFrozen) {
      this.bufferedBytes += message.length;
      this.#held.push(message);
    } else this.#take(message);
  }

  #take(bytes: Uint8Array): void {
    const message = decodeMessage(bytes);
    this.inbox.push(message);
    if (message.kind === 'describe') {
      const key = `${message.body.source}/${message.body.subject}`;
      this.descriptions.set(key, message.body);
      this.states.set(key, new SubjectState(message.body.nodes.length, message.body.curves.length));
    }
    if (message.kind === 'drop') {
      const key = `${message.body.source}/${message.body.subject}`;
      this.descriptions.delete(key);
      this.states.delete(key);
    }
    if (message.kind !== 'frame') return;
    const open = (subject: number, revision: number, source: number): SubjectState | undefined => {
      const key = `${source}/${subject}`;
      return this.descriptions.get(key)?.revision === revision ? this.states.get(key) : undefined;
    };
    this.headers.push(decodeFrame(message.bytes, { open }));
  }
}
