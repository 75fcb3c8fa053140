import { RiglineError } from '@rigline/diagnostics';
import {
  decodeFrame,
  decodeMessage,
  type ErrorBody,
  encodeJson,
  encodePong,
  FrameEncoder,
  type FrameHeader,
  type Hello,
  type Message,
  PROTOCOL_VERSION,
  type SceneTime,
  type SubjectDescription,
  SubjectState,
  type Subscribe,
  type Transport,
  type Welcome,
} from '@rigline/protocol';

/** A connection that carries whole messages. */
export interface Connection {
  send(message: Uint8Array): void;
  close(): void;
}

/** What happens on a connection. */
export interface ConnectionEvents {
  opened(): void;
  received(message: Uint8Array): void;
  /** Once, also when it could not be opened. */
  closed(reason: string): void;
}

/** Opens a connection; TCP, WebSocket or memory. */
export type Connect = (events: ConnectionEvents) => Connection;

/** A subject of this program. Write to `state`; `send` of the client sends what has changed. */
export interface OwnSubject {
  readonly description: SubjectDescription;
  readonly state: SubjectState;
}

/** A subject of somebody else, with its newest values. */
export interface RemoteSubject {
  readonly description: SubjectDescription;
  readonly state: SubjectState;
  /** Header of the newest frame that had it; undefined before the first. */
  newest: FrameHeader | undefined;
}

export interface LiveEvents {
  welcome?(welcome: Welcome): void;
  /** A subject is new or has another description. */
  described?(subject: RemoteSubject): void;
  dropped?(subject: RemoteSubject): void;
  /** A frame has been read into the states; these subjects were in it. `bytes` is the whole message. */
  frame?(header: FrameHeader, subjects: readonly RemoteSubject[], bytes: Uint8Array): void;
  transport?(transport: Transport): void;
  error?(error: ErrorBody): void;
  /** The connection has ended; a new one is tried unless the client was closed. */
  disconnected?(reason: string): void;
}

export interface LiveClientOptions {
  readonly connect: Connect;
  readonly hello: Omit<Hello, 'protocol'>;
  readonly events?: LiveEvents;
  /** What a receiver wants, told anew on every connection. */
  readonly subscribe?: Subscribe;
  /** Seconds since 1970. */
  readonly clock?: () => number;
  /** Calls a function after so many seconds, and returns how to prevent that. */
  readonly schedule?: (seconds: number, run: () => void) => () => void;
}

/** Seconds between attempts to connect: doubled each time, from the first to the last. */
export const RECONNECT_SECONDS: readonly [number, number] = [0.1, 2];

declare const setTimeout: (run: () => void, milliseconds: number) => unknown;
declare const clearTimeout: (timer: never) => void;

const DEFAULTS = {
  clock: (): number => Date.now() / 1000,
  schedule: (seconds: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, seconds * 1000);
    return () => clearTimeout(timer as never);
  },
} as const;

/**
 * One end of the live protocol, sender and receiver. Connects again and again until it is closed; on every connection
 * all own subjects are described and sent whole, and what was known of others is forgotten.
 */
export class LiveClient {
  readonly #options: LiveClientOptions;
  readonly #clock: () => number;
  readonly #schedule: NonNullable<LiveClientOptions['schedule']>;
  readonly #encoder = new FrameEncoder();
  readonly #own = new Map<number, OwnSubject & { isFull: boolean }>();
  readonly #remote = new Map<string, RemoteSubject>();
  #connection: Connection | undefined;
  #welcome: Welcome | undefined;
  #cancel: (() => void) | undefined;
  #wait: number = RECONNECT_SECONDS[0];
  #nextSubject = 0;
  #sequence = 0;
  /** Of the newest `send`: values that were set before there was a connection are of that time. */
  #time: SceneTime | undefined;
  #transportSequence = 0;
  #isClosed = false;

  constructor(options: LiveClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? DEFAULTS.clock;
    this.#schedule = options.schedule ?? DEFAULTS.schedule;
    this.#open();
  }

  /** What the hub said; undefined while there is no connection. */
  get welcome(): Welcome | undefined {
    return this.#welcome;
  }

  /** Subjects of others, by their source and number. */
  get subjects(): Iterable<RemoteSubject> {
    return this.#remote.values();
  }

  // ---- own subjects

  /** A new subject of this program. */
  add(description: Omit<SubjectDescription, 'source' | 'subject' | 'revision'>): OwnSubject {
    const subject = this.#nextSubject++;
    return this.#describe({ ...description, source: 0, subject, revision: 1 });
  }

  /** Another description of a subject: it begins anew, with a new state. */
  change(own: OwnSubject, description: Omit<SubjectDescription, 'source' | 'subject' | 'revision'>): OwnSubject {
    const { subject, revision } = own.description;
    return this.#describe({ ...description, source: 0, subject, revision: revision + 1 });
  }

  #describe(description: SubjectDescription): OwnSubject {
    const state = new SubjectState(description.nodes.length, description.curves.length);
    const own = { description, state, isFull: true };
    this.#own.set(description.subject, own);
    if (this.#welcome) this.#connection?.send(encodeJson('describe', description));
    return own;
  }

  remove({ description: { subject } }: OwnSubject): void {
    if (this.#own.delete(subject) && this.#welcome) {
      this.#connection?.send(encodeJson('drop', { source: 0, subject }));
    }
  }

  /** Sends what has changed since the last time; nothing while there is no connection. */
  send(time?: SceneTime): void {
    this.#time = time;
    if (!this.#welcome) return;
    const changed = [...this.#own.values()].filter(({ isFull, state }) => isFull || state.hasChanges);
    const header = { source: 0, sequence: this.#sequence++, wallClock: this.#clock(), ...(time ? { time } : {}) };
    const subjects = changed.map(({ description, state, isFull }) => ({
      subject: description.subject,
      revision: description.revision,
      state,
      isFull,
    }));
    this.#connection?.send(this.#encoder.encode(header, subjects));
    for (const own of changed) {
      own.state.clearChanges();
      own.isFull = false;
    }
  }

  /** Sets time and playing state for everybody. What was received from others is not to be sent again. */
  sendTransport(transport: Omit<Transport, 'origin' | 'sequence'>): void {
    if (!this.#welcome) return;
    const sequence = this.#transportSequence++;
    this.#connection?.send(encodeJson('transport', { ...transport, origin: this.#welcome.peer, sequence }));
  }

  /** Asks for other subjects, or for less of them. */
  subscribe(subscribe: Subscribe): void {
    if (this.#welcome) this.#connection?.send(encodeJson('subscribe', subscribe));
  }

  /** Says goodbye and connects no more. */
  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    if (this.#welcome) this.#connection?.send(encodeJson('bye', {}));
    this.#connection?.close();
  }

  // ---- connection

  #open(): void {
    const connection = this.#options.connect({
      opened: () => {
        if (this.#connection !== connection) return;
        const { hello, subscribe } = this.#options;
        connection.send(
          encodeJson('hello', { ...hello, protocol: PROTOCOL_VERSION, ...(subscribe ? { subscribe } : {}) }),
        );
      },
      received: (message) => {
        if (this.#connection === connection) this.#receive(message);
      },
      closed: (reason) => {
        if (this.#connection === connection) this.#closed(reason);
      },
    });
    this.#connection = connection;
  }

  #closed(reason: string): void {
    this.#connection = undefined;
    this.#welcome = undefined;
    for (const subject of this.#remote.values()) this.#options.events?.dropped?.(subject);
    this.#remote.clear();
    if (this.#isClosed) return;
    this.#options.events?.disconnected?.(reason);
    this.#cancel = this.#schedule(this.#wait, () => this.#open());
    this.#wait = Math.min(this.#wait * 2, RECONNECT_SECONDS[1]);
  }

  #receive(bytes: Uint8Array): void {
    try {
      this.#handle(decodeMessage(bytes));
    } catch (error) {
      if (!(error instanceof RiglineError)) throw error;
      // A hub that sends nonsense is left; a new connection may be better.
      this.#options.events?.error?.({ code: error.code, message: error.message, fatal: true });
      this.#connection?.close();
    }
  }

  #handle(message: Message): void {
    const { events = {} } = this.#options;
    switch (message.kind) {
      case 'welcome':
        this.#begin(message.body);
        break;
      case 'ping':
        this.#connection?.send(encodePong(message.clock, this.#clock()));
        break;
      case 'describe':
        this.#describeRemote(message.body);
        break;
      case 'drop':
        this.#dropRemote(keyOf(message.body.source, message.body.subject));
        break;
      case 'frame':
        this.#readFrame(message.bytes);
        break;
      case 'transport':
        if (message.body.origin !== this.#welcome?.peer) events.transport?.(message.body);
        break;
      case 'error':
        events.error?.(message.body);
        break;
      default:
    }
  }

  #begin(welcome: Welcome): void {
    this.#welcome = welcome;
    this.#wait = RECONNECT_SECONDS[0];
    for (const own of this.#own.values()) {
      own.isFull = true;
      this.#connection?.send(encodeJson('describe', own.description));
    }
    this.#options.events?.welcome?.(welcome);
    if (this.#own.size > 0) this.send(this.#time);
  }

  #describeRemote(description: SubjectDescription): void {
    const key = keyOf(description.source, description.subject);
    const state = new SubjectState(description.nodes.length, description.curves.length);
    const subject = { description, state, newest: undefined };
    this.#remote.set(key, subject);
    this.#options.events?.described?.(subject);
  }

  #dropRemote(key: string): void {
    const subject = this.#remote.get(key);
    if (subject && this.#remote.delete(key)) this.#options.events?.dropped?.(subject);
  }

  #readFrame(bytes: Uint8Array): void {
    const touched: RemoteSubject[] = [];
    const header = decodeFrame(bytes, {
      open: (number, revision, source) => {
        const subject = this.#remote.get(keyOf(source, number));
        if (!subject || (subject.description.revision & 255) !== revision) return undefined;
        touched.push(subject);
        return subject.state;
      },
    });
    for (const subject of touched) subject.newest = header;
    this.#options.events?.frame?.(header, touched, bytes);
    for (const subject of touched) subject.state.clearChanges();
  }
}

function keyOf(source: number, subject: number): string {
  return `${source}/${subject}`;
}
