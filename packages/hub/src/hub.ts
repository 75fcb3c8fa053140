import { RiglineError } from '@rigline/diagnostics';
import {
  DEFAULT_LIMITS,
  decodeMessage,
  encodeJson,
  encodePing,
  encodePong,
  type Hello,
  type Message,
  PROTOCOL_VERSION,
  type ProtocolLimits,
  protocolError,
  type Transport,
} from '@rigline/protocol';
import { checkSpace, hubError } from './hub-error.ts';
import type { Link } from './link.ts';
import { Peer } from './peer.ts';
import { Router } from './router.ts';
import { describePeer, type HubStatistics } from './statistics.ts';
import { Subscription } from './subscription.ts';

export interface HubOptions {
  /** Seconds since 1970. */
  readonly clock: () => number;
  /** Told to all peers; another one after every start. */
  readonly session: string;
  readonly name?: string;
  readonly limits?: Partial<ProtocolLimits>;
  readonly maxPeers?: number;
  /** Whether a token is right; every token is by default. */
  readonly checkToken?: (token: string | undefined) => boolean;
  /** Bytes that may wait on a link before its newest states replace older ones. */
  readonly bufferBytes?: number;
  /** Seconds without a sign of life after which a peer is cut off. */
  readonly silence?: number;
  /** Seconds between two pings. */
  readonly pingInterval?: number;
  readonly onEvent?: (event: HubEvent) => void;
}

/** What happens, for people to read. */
export interface HubEvent {
  readonly kind: 'joined' | 'left' | 'refused';
  readonly peer: number;
  readonly name: string;
  readonly address: string;
  readonly reason?: string;
}

export const HUB_DEFAULTS: Required<Omit<HubOptions, 'clock' | 'session' | 'limits'>> = {
  name: 'rigline',
  maxPeers: 256,
  checkToken: () => true,
  bufferBytes: 1 << 18,
  silence: 10,
  pingInterval: 2,
  onEvent: () => undefined,
};

/**
 * Routes subjects from senders to receivers. Knows no socket and no timer: links are handed in, and `tick` is to be
 * called a few times a second. Every receiver gets the newest values; nothing is queued for one that is slow.
 */
export class Hub {
  readonly #options: Required<Omit<HubOptions, 'limits'>>;
  readonly #limits: ProtocolLimits;
  readonly #peers = new Set<Peer>();
  readonly #router: Router;
  #nextPeer = 1;
  #transport: Transport | undefined;
  #lastPing = 0;

  constructor(options: HubOptions) {
    this.#options = { ...HUB_DEFAULTS, ...options };
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    const { clock, bufferBytes } = this.#options;
    this.#router = new Router(this.#peers, { clock, limits: this.#limits, bufferBytes });
  }

  get limits(): ProtocolLimits {
    return this.#limits;
  }

  get #now(): number {
    return this.#options.clock();
  }

  // ---- connections

  /** A connection has been made. */
  join(link: Link): Peer {
    const peer = new Peer(link, this.#freeNumber(), this.#now);
    if (this.#peers.size >= this.#options.maxPeers) {
      this.#cut(peer, hubError('HUB_TOO_MANY_PEERS', `The hub serves ${this.#options.maxPeers} peers already`));
    } else {
      this.#peers.add(peer);
    }
    return peer;
  }

  #freeNumber(): number {
    const used = new Set([...this.#peers].map(({ number }) => number));
    while (used.has(this.#nextPeer)) this.#nextPeer = (this.#nextPeer % 65535) + 1;
    const number = this.#nextPeer;
    this.#nextPeer = (number % 65535) + 1;
    return number;
  }

  /** The connection has ended. */
  leave(peer: Peer, reason = 'the connection ended'): void {
    if (!this.#peers.delete(peer)) return;
    peer.isClosed = true;
    this.#router.forget(peer);
    if (peer.hello) this.#tell('left', peer, reason);
  }

  #tell(kind: HubEvent['kind'], { number, name, link }: Peer, reason?: string): void {
    this.#options.onEvent({ kind, peer: number, name, address: link.address, ...(reason ? { reason } : {}) });
  }

  /** Tells a peer what it has done wrong, and ends its connection. */
  cut(peer: Peer, error: RiglineError): void {
    this.#cut(peer, error);
  }

  #cut(peer: Peer, { code, message, hint }: RiglineError): void {
    if (peer.isClosed) return;
    peer.send(encodeJson('error', { code, message, hint, fatal: true }));
    this.#tell('refused', peer, message);
    this.leave(peer, message);
    peer.isClosed = true;
    peer.link.close();
  }

  /** Ends all connections. */
  close(reason = 'the hub is closing'): void {
    const bye = encodeJson('bye', { reason });
    for (const peer of [...this.#peers]) {
      peer.send(bye);
      this.leave(peer, reason);
      peer.link.close();
    }
  }

  // ---- messages

  /** A message has come. Never throws: a peer that sends nonsense is cut off. */
  receive(peer: Peer, bytes: Uint8Array): void {
    if (peer.isClosed) return;
    peer.heard = this.#now;
    peer.counts.messagesIn++;
    peer.counts.bytesIn += bytes.length;
    try {
      this.#handle(peer, decodeMessage(bytes));
    } catch (error) {
      if (!(error instanceof RiglineError)) throw error;
      this.#cut(peer, error);
    }
  }

  #handle(peer: Peer, message: Message): void {
    if (message.kind === 'error' || message.kind === 'unknown') return;
    if (message.kind !== 'hello' && !peer.hello) {
      throw hubError('HUB_NOT_INTRODUCED', `"${message.kind}" comes before "hello"`, 'Send "hello" first.');
    }
    switch (message.kind) {
      case 'hello':
        this.#introduce(peer, message.body);
        break;
      case 'ping':
        peer.send(encodePong(message.clock, this.#now));
        break;
      case 'pong':
        peer.roundTrip.add(this.#now - message.clock);
        break;
      case 'describe':
        this.#router.describe(senderOf(peer), message.body);
        break;
      case 'drop':
        this.#router.drop(senderOf(peer), message.body.subject);
        break;
      case 'frame':
        this.#router.frame(senderOf(peer), message.bytes);
        break;
      case 'transport':
        this.#setTransport(peer, message.body);
        break;
      case 'subscribe':
        this.#router.subscribe(peer, message.body);
        break;
      case 'bye':
        this.leave(peer, message.body.reason ?? 'it said goodbye');
        peer.link.close();
        break;
      default:
    }
  }

  #introduce(peer: Peer, hello: Hello): void {
    if (peer.hello) throw hubError('HUB_NOT_INTRODUCED', '"hello" comes twice');
    if (!this.#options.checkToken(hello.token)) {
      throw hubError(
        'HUB_BAD_TOKEN',
        hello.token === undefined ? 'The hub asks for a token' : 'The token is not the right one',
        'Give the token that the hub printed when it started.',
      );
    }
    if (hello.protocol !== PROTOCOL_VERSION) {
      throw protocolError(
        'PROTOCOL_VERSION',
        `The peer speaks version ${hello.protocol}, the hub version ${PROTOCOL_VERSION}`,
        undefined,
        'Update the older of the two programs.',
      );
    }
    checkSpace(hello.space);
    checkSpace(hello.subscribe?.space);
    peer.hello = hello;
    peer.name = this.#freeName(hello.name);
    peer.space = hello.subscribe?.space ?? hello.space;
    peer.subscription = new Subscription(hello.subscribe);
    const { session, name } = this.#options;
    const welcome = { protocol: PROTOCOL_VERSION, peer: peer.number, session, name: peer.name, hub: name };
    peer.send(encodeJson('welcome', { ...welcome, clock: this.#now, limits: this.#limits }));
    this.#tell('joined', peer);
    if (peer.isReceiver) this.#router.bringUpToDate(peer);
    if (this.#transport) peer.send(encodeJson('transport', this.#transport));
  }

  #freeName(wanted: string): string {
    const names = new Set([...this.#peers].map(({ name }) => name));
    let name = wanted;
    for (let n = 2; names.has(name); n++) name = `${wanted} (${n})`;
    return name;
  }

  // ---- time

  #setTransport(peer: Peer, body: Transport): void {
    const before = this.#transport;
    const transport = { ...body, origin: peer.number };
    if (before?.origin === peer.number && transport.sequence <= before.sequence) return;
    this.#transport = transport;
    const message = encodeJson('transport', transport);
    for (const other of this.#peers) if (other !== peer && other.hello) other.send(message);
  }

  /** To be called a few times a second: signs of life, and what waits. */
  tick(): void {
    const now = this.#now;
    const { silence, pingInterval } = this.#options;
    const isPingDue = now - this.#lastPing >= pingInterval || now < this.#lastPing;
    if (isPingDue) this.#lastPing = now;
    for (const peer of [...this.#peers]) {
      // A clock that was set back: nobody is silent for that.
      if (peer.heard > now) peer.heard = now;
      if (now - peer.heard > silence) {
        this.#cut(peer, hubError('HUB_SILENT', `Nothing was heard for ${silence} seconds`));
        continue;
      }
      if (isPingDue && peer.hello && !this.#router.isBusy(peer)) peer.send(encodePing(now));
      this.#router.drained(peer);
    }
  }

  /** A link can take more. */
  drained(peer: Peer): void {
    this.#router.drained(peer);
  }

  statistics(): HubStatistics {
    const now = this.#now;
    return { session: this.#options.session, peers: [...this.#peers].map((peer) => describePeer(peer, now)) };
  }
}

function senderOf(peer: Peer): Peer {
  if (peer.isSender) return peer;
  throw hubError('HUB_NOT_A_SENDER', 'A receiver sends no subjects', 'Say "both" as role in "hello".');
}
