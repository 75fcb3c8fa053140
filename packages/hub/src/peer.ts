import type { Hello } from '@rigline/protocol';
import { LatencyWindow } from './latency.ts';
import type { Link } from './link.ts';
import type { SubjectEntry } from './subject-entry.ts';
import { Subscription } from './subscription.ts';

/** What a link has carried. */
export interface PeerCounts {
  messagesIn: number;
  bytesIn: number;
  framesIn: number;
  messagesOut: number;
  bytesOut: number;
  framesOut: number;
  /** States of subjects that were replaced by newer ones before they could be sent. */
  replaced: number;
}

/** A connection as the hub knows it. */
export class Peer {
  readonly link: Link;
  readonly number: number;
  readonly joined: number;
  hello: Hello | undefined;
  name = '';
  /** Seconds on the hub's clock when something came last. */
  heard: number;
  isClosed = false;
  /** Of a sender, by its own numbers. */
  readonly subjects: Map<number, SubjectEntry> = new Map();
  subscription: Subscription = new Subscription();
  space: string | undefined;
  /** Subjects whose newest state waits: the receiver is slower than they are. Of those it does not know yet: true. */
  readonly waiting: Map<SubjectEntry, boolean> = new Map();
  /** Subjects that the receiver has got a description of. */
  readonly known: Set<SubjectEntry> = new Set();
  /** Drops that wait, as messages. */
  readonly waitingDrops: Uint8Array[] = [];
  /** When the next frame may go, for a receiver that wants few. */
  nextFrame = 0;
  readonly counts: PeerCounts = {
    messagesIn: 0,
    bytesIn: 0,
    framesIn: 0,
    messagesOut: 0,
    bytesOut: 0,
    framesOut: 0,
    replaced: 0,
  };
  /** From the sender's wall clock to here; clocks of two machines may differ. */
  readonly latency: LatencyWindow = new LatencyWindow();
  /** Of the answers to pings. */
  readonly roundTrip: LatencyWindow = new LatencyWindow(64);

  constructor(link: Link, number: number, now: number) {
    this.link = link;
    this.number = number;
    this.joined = now;
    this.heard = now;
  }

  get isSender(): boolean {
    return this.hello !== undefined && this.hello.role !== 'receiver';
  }

  get isReceiver(): boolean {
    return this.hello !== undefined && this.hello.role !== 'sender';
  }

  send(message: Uint8Array): void {
    if (this.isClosed) return;
    this.counts.messagesOut++;
    this.counts.bytesOut += message.length;
    this.link.send(message);
  }
}
