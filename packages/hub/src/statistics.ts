import type { Peer, PeerCounts } from './peer.ts';

/** Milliseconds that half, and 99 of 100, measurements stay below. */
export interface LatencySummary {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface PeerStatistics extends Readonly<PeerCounts> {
  readonly peer: number;
  readonly name: string;
  readonly role: 'sender' | 'receiver' | 'both' | 'unknown';
  readonly address: string;
  readonly application: string;
  readonly connectedSeconds: number;
  readonly subjects: number;
  /** Frames per second, over the whole connection. */
  readonly frameRate: number;
  /** From the sender's clock to the hub's; absent before the first frame. */
  readonly latency: LatencySummary | undefined;
  readonly roundTrip: LatencySummary | undefined;
  readonly bufferedBytes: number;
  readonly waiting: number;
}

export interface HubStatistics {
  readonly session: string;
  readonly peers: readonly PeerStatistics[];
}

function summary(window: Peer['latency']): LatencySummary | undefined {
  const p50 = window.percentile(0.5);
  const p99 = window.percentile(0.99);
  return p50 === undefined || p99 === undefined ? undefined : { p50Ms: p50 * 1000, p99Ms: p99 * 1000 };
}

export function describePeer(peer: Peer, now: number): PeerStatistics {
  const seconds = Math.max(now - peer.joined, 0);
  const frames = peer.isSender ? peer.counts.framesIn : peer.counts.framesOut;
  return {
    ...peer.counts,
    peer: peer.number,
    name: peer.name,
    role: peer.hello?.role ?? 'unknown',
    address: peer.link.address,
    application: peer.hello?.application ?? '',
    connectedSeconds: seconds,
    subjects: peer.subjects.size,
    frameRate: seconds > 0 ? frames / seconds : 0,
    latency: summary(peer.latency),
    roundTrip: summary(peer.roundTrip),
    bufferedBytes: peer.link.bufferedBytes,
    waiting: peer.waiting.size,
  };
}
