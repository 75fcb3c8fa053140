import {
  decodeFrame,
  encodeJson,
  FrameEncoder,
  type FrameHeader,
  type FrameSubject,
  type ProtocolLimits,
  protocolError,
  SOURCE_OFFSET,
  type SubjectDescription,
  type Subscribe,
} from '@rigline/protocol';
import { checkSpace } from './hub-error.ts';
import type { Peer } from './peer.ts';
import { SubjectEntry } from './subject-entry.ts';
import { Subscription } from './subscription.ts';

export interface RouterOptions {
  /** Seconds since 1970. */
  readonly clock: () => number;
  readonly limits: ProtocolLimits;
  /** Bytes that may wait on a link before its newest states replace older ones. */
  readonly bufferBytes: number;
}

/** Takes subjects from senders and hands them to receivers: to each the newest values, in its space, as fast as it can. */
export class Router {
  readonly #peers: ReadonlySet<Peer>;
  readonly #clock: () => number;
  readonly #limits: ProtocolLimits;
  readonly #bufferBytes: number;
  readonly #encoder = new FrameEncoder();
  /** Headers of the newest frames, by sender. */
  readonly #newest = new Map<number, FrameHeader>();

  constructor(peers: ReadonlySet<Peer>, { clock, limits, bufferBytes }: RouterOptions) {
    this.#peers = peers;
    this.#clock = clock;
    this.#limits = limits;
    this.#bufferBytes = bufferBytes;
  }

  get #now(): number {
    return this.#clock();
  }

  /** A sender is gone, and all its subjects with it. It is none of the peers any more. */
  forget(sender: Peer): void {
    for (const entry of sender.subjects.values()) this.#dropEntry(entry);
    sender.subjects.clear();
    this.#newest.delete(sender.number);
  }

  describe(peer: Peer, body: SubjectDescription): void {
    const { subjects, nodes, curves } = this.#limits;
    checkSpace(body.space);
    if (!peer.subjects.has(body.subject) && peer.subjects.size >= subjects) {
      throw protocolError('PROTOCOL_LIMIT', `A peer may have ${subjects} subjects`);
    }
    if (body.nodes.length > nodes || body.curves.length > curves) {
      throw protocolError(
        'PROTOCOL_LIMIT',
        `"${body.name}" has ${body.nodes.length} nodes and ${body.curves.length} curves; ${nodes} and ${curves} are allowed`,
      );
    }
    const before = peer.subjects.get(body.subject);
    const entry = new SubjectEntry({ ...body, source: peer.number });
    peer.subjects.set(body.subject, entry);
    for (const receiver of this.#receivers()) {
      if (before) {
        receiver.waiting.delete(before);
        receiver.known.delete(before);
      }
      if (receiver === peer || !receiver.subscription.takes(entry.description)) continue;
      this.#sendDescription(receiver, entry);
    }
  }

  drop(peer: Peer, subject: number): void {
    const entry = peer.subjects.get(subject);
    if (!entry) return;
    peer.subjects.delete(subject);
    this.#dropEntry(entry);
  }

  #dropEntry(entry: SubjectEntry): void {
    const { source, subject } = entry.description;
    const message = encodeJson('drop', { source, subject });
    for (const receiver of this.#receivers()) {
      receiver.waiting.delete(entry);
      if (!receiver.known.delete(entry)) continue;
      if (this.isBusy(receiver)) receiver.waitingDrops.push(message);
      else receiver.send(message);
    }
  }

  frame(peer: Peer, bytes: Uint8Array): void {
    const touched: SubjectEntry[] = [];
    const header = decodeFrame(bytes, {
      open: (subject, revision) => {
        const entry = peer.subjects.get(subject);
        if (!entry || (entry.description.revision & 255) !== revision) return undefined;
        entry.touch();
        touched.push(entry);
        return entry.state;
      },
    });
    peer.counts.framesIn++;
    peer.latency.add(this.#now - header.wallClock);
    const own = { ...header, source: peer.number };
    this.#newest.set(peer.number, own);
    this.#spread(peer, own, touched, bytes);
    for (const entry of touched) entry.clearChanges();
  }

  /** Sends a frame on. Receivers of the same kind get the same bytes. */
  #spread(sender: Peer, header: FrameHeader, touched: readonly SubjectEntry[], bytes: Uint8Array): void {
    const now = this.#now;
    const byKind = new Map<string | undefined, Uint8Array>();
    for (const receiver of this.#receivers()) {
      if (receiver === sender) continue;
      const { subscription, space } = receiver;
      const wanted = subscription.isWhole ? touched : touched.filter((e) => subscription.takes(e.description));
      if (wanted.length === 0 && touched.length > 0) continue;
      if (this.isBusy(receiver) || now < receiver.nextFrame) {
        for (const entry of wanted) {
          if (receiver.waiting.has(entry)) receiver.counts.replaced++;
          else receiver.waiting.set(entry, false);
        }
        continue;
      }
      receiver.nextFrame = now + subscription.interval;
      if (receiver.waiting.size > 0) {
        for (const entry of wanted) if (!receiver.waiting.has(entry)) receiver.waiting.set(entry, false);
        this.#sendWaiting(receiver, header);
        continue;
      }
      let message = subscription.isWhole ? byKind.get(space) : undefined;
      if (!message) {
        message = this.#encodeFor(space, header, touched, wanted, bytes);
        if (subscription.isWhole) byKind.set(space, message);
      }
      receiver.counts.framesOut++;
      receiver.send(message);
    }
  }

  #encodeFor(
    space: string | undefined,
    header: FrameHeader,
    touched: readonly SubjectEntry[],
    wanted: readonly SubjectEntry[],
    bytes: Uint8Array,
  ): Uint8Array {
    if (wanted.length === touched.length && wanted.every((entry) => entry.isNativeIn(space))) {
      // Not `slice`: that of Node's Buffers shares their memory.
      const copy = new Uint8Array(bytes);
      new DataView(copy.buffer).setUint16(SOURCE_OFFSET, header.source, true);
      return copy;
    }
    return this.#encoder.encode(
      header,
      wanted.map((entry) => frameSubject(entry, space, false)),
    );
  }

  *#receivers(): Generator<Peer> {
    for (const peer of this.#peers) if (peer.isReceiver) yield peer;
  }

  isBusy(peer: Peer): boolean {
    return peer.link.bufferedBytes > this.#bufferBytes;
  }

  #sendDescription(receiver: Peer, entry: SubjectEntry): void {
    if (this.isBusy(receiver)) {
      receiver.waiting.set(entry, true);
      return;
    }
    receiver.known.add(entry);
    receiver.send(encodeJson('describe', entry.descriptionIn(receiver.space)));
  }

  subscribe(peer: Peer, body: Subscribe): void {
    checkSpace(body.space);
    peer.subscription = new Subscription(body);
    if (body.space !== undefined) peer.space = body.space;
    peer.nextFrame = 0;
    if (peer.isReceiver) this.bringUpToDate(peer);
  }

  /** All descriptions, and one frame per sender with the newest values. */
  bringUpToDate(receiver: Peer): void {
    receiver.waiting.clear();
    for (const sender of this.#peers) {
      if (sender === receiver) continue;
      for (const entry of sender.subjects.values()) {
        const isWanted = receiver.subscription.takes(entry.description);
        if (isWanted) receiver.waiting.set(entry, true);
        else if (receiver.known.delete(entry)) {
          const { source, subject } = entry.description;
          receiver.send(encodeJson('drop', { source, subject }));
        }
      }
    }
    this.#sendWaiting(receiver, undefined);
  }

  /** Sends what waits, as far as the link takes it: drops, descriptions, and newest states, full. */
  #sendWaiting(receiver: Peer, latest: FrameHeader | undefined): void {
    while (receiver.waitingDrops.length > 0 && !this.isBusy(receiver)) {
      receiver.send(receiver.waitingDrops.shift() as Uint8Array);
    }
    const bySource = new Map<number, SubjectEntry[]>();
    for (const [entry, isNew] of receiver.waiting) {
      if (this.isBusy(receiver)) return;
      receiver.waiting.delete(entry);
      if (isNew || !receiver.known.has(entry)) this.#sendDescription(receiver, entry);
      if (!entry.hasValues) continue;
      const { source } = entry.description;
      const list = bySource.get(source);
      if (list) list.push(entry);
      else bySource.set(source, [entry]);
    }
    for (const [source, entries] of bySource) {
      const header = latest?.source === source ? latest : this.#headerOf(source);
      const subjects = entries.map((entry) => frameSubject(entry, receiver.space, true));
      receiver.counts.framesOut++;
      receiver.send(this.#encoder.encode(header, subjects));
    }
  }

  #headerOf(source: number): FrameHeader {
    return this.#newest.get(source) ?? { source, sequence: 0, wallClock: this.#now };
  }

  /** A link can take more. */
  drained(peer: Peer): void {
    if (peer.isClosed || !peer.isReceiver) return;
    if (peer.waiting.size === 0 && peer.waitingDrops.length === 0) return;
    if (!this.isBusy(peer) && this.#now >= peer.nextFrame) {
      peer.nextFrame = this.#now + peer.subscription.interval;
      this.#sendWaiting(peer, undefined);
    }
  }
}

function frameSubject(entry: SubjectEntry, space: string | undefined, isFull: boolean): FrameSubject {
  const { subject, revision } = entry.description;
  return { subject, revision, state: entry.stateIn(space), isFull };
}
