import { LiveClient, type RemoteSubject } from '@rigline/client';
import { connectWebSocket } from '@rigline/client/browser';
import type { FrameHeader, Transport } from '@rigline/protocol';
import { goToFrame, togglePlay } from '../actions.ts';
import { type StudioState, useStudio } from '../store.ts';
import { buildLiveShot, readLivePose } from './live-shot.ts';
import { LiveStats } from './live-stats.ts';
import { type LiveRow, useLive } from './live-store.ts';
import { refreshTakes } from './takes.ts';

const { getState, setState } = useLive;

/** Milliseconds between two times that the list is brought up to date. */
const LIST_MS = 250;
/** Milliseconds between two looks at the shelf of takes. */
const TAKES_MS = 1000;

/** What the server says of its hub. */
interface LiveInfo {
  readonly path: string;
  readonly port?: number;
  readonly token?: string;
  readonly problem?: string;
}

let session: LiveSession | undefined;

/** Connects to the hub of the page's server, once. */
export async function startLive(): Promise<void> {
  if (session || getState().status === 'none') return;
  const info = await askServer();
  if (session) return;
  if (!info) {
    setState({ status: 'none', detail: 'This page comes from a server without a hub.' });
    return;
  }
  setState({ status: 'connecting', port: info.port, detail: info.problem ?? '' });
  session = new LiveSession(info);
}

async function askServer(): Promise<LiveInfo | undefined> {
  try {
    const response = await fetch('/api/live');
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return response.ok && isJson ? ((await response.json()) as LiveInfo) : undefined;
  } catch {
    return undefined;
  }
}

/** Freezes the picture, or lets it go on from the newest values. */
export function setFrozen(isFrozen: boolean): void {
  setState({ isFrozen });
  session?.invalidate();
}

export function setSharesTime(sharesTime: boolean): void {
  setState({ sharesTime });
}

/** The connection, as long as the page is open. It keeps up with the hub by itself. */
class LiveSession {
  readonly #info: LiveInfo;
  #client: LiveClient;
  #upAxis: 'y' | 'z';
  readonly #stats = new Map<string, LiveStats>();
  /** When each sender was heard last, in seconds: what does not move is not in its frames. */
  readonly #heard = new Map<number, number>();
  #request = 0;
  /** Time of the scene in the newest frame that has one. */
  #seconds = 0;
  #hasNewShot = true;
  /** While the time of somebody else is set here: it is not to be sent back. */
  #isFollowing = false;

  constructor(info: LiveInfo) {
    this.#info = info;
    this.#upAxis = upAxisOfShot();
    this.#client = this.#connect();
    setInterval(() => this.#list(), LIST_MS);
    setInterval(() => void refreshTakes(), TAKES_MS);
    void refreshTakes();
    useStudio.subscribe((state, before) => {
      if (state.open !== before.open) this.#followShot();
      if (state.frame !== before.frame || state.isPlaying !== before.isPlaying) this.#shareTime(state, before);
    });
  }

  #connect(): LiveClient {
    const url = new URL(this.#info.path, globalThis.location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const { token } = this.#info;
    return new LiveClient({
      connect: connectWebSocket(url.href),
      hello: {
        role: 'receiver',
        name: 'studio',
        application: 'Rigline studio',
        space: this.#upAxis === 'z' ? 'maya-z' : 'maya',
        ...(token ? { token } : {}),
      },
      events: {
        welcome: () => setState({ status: 'connected', detail: '' }),
        disconnected: (reason) => setState({ status: 'connecting', detail: reason }),
        error: ({ message }) => setState({ detail: message }),
        described: () => this.#renew(),
        dropped: () => this.#renew(),
        frame: (header, subjects) => this.#frame(header, subjects),
        transport: (transport) => this.#follow(transport),
      },
    });
  }

  /** Another shot may have another axis up: values are wanted in its space. */
  #followShot(): void {
    const upAxis = upAxisOfShot();
    if (upAxis !== this.#upAxis) {
      this.#upAxis = upAxis;
      this.#client.close();
      this.#stats.clear();
      this.#client = this.#connect();
    }
    this.#renew();
  }

  #renew(): void {
    this.#hasNewShot = true;
    this.invalidate();
  }

  #frame({ wallClock, source, time }: FrameHeader, subjects: readonly RemoteSubject[]): void {
    const now = Date.now() / 1000;
    this.#heard.set(source, now);
    if (time) this.#seconds = time.seconds;
    for (const subject of subjects) {
      const key = keyOf(subject);
      let stats = this.#stats.get(key);
      if (!stats) {
        stats = new LiveStats();
        this.#stats.set(key, stats);
      }
      stats.add(now, wallClock);
    }
    this.invalidate();
  }

  /** Shows the newest values with the next picture. */
  invalidate(): void {
    if (this.#request !== 0) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.#show();
    });
  }

  #show(): void {
    if (getState().isFrozen && !this.#hasNewShot) return;
    const subjects = [...this.#client.subjects];
    const { open } = useStudio.getState();
    const pose = readLivePose(subjects, this.#seconds, open?.shot.settings.deviceAspect);
    const shot = this.#hasNewShot ? buildLiveShot(subjects, this.#upAxis) : getState().shot;
    this.#hasNewShot = false;
    setState({ shot, pose });
  }

  #list(): void {
    const now = Date.now() / 1000;
    const rows = [...this.#client.subjects]
      .map((subject) =>
        rowOf(subject, this.#stats.get(keyOf(subject)), now - (this.#heard.get(subject.description.source) ?? 0)),
      )
      .sort((a, b) => rankOf(a) - rankOf(b));
    const busiest = rows.reduce<LiveRow | undefined>(
      (best, row) => (best && best.rate >= row.rate ? best : row),
      undefined,
    );
    const latencies = (busiest && this.#stats.get(busiest.key)?.latencies) ?? [];
    if (rows.length > 0 || getState().rows.length > 0) setState({ rows, latencies: [...latencies] });
  }

  // ---- time

  /** Does what somebody else has done with the time. */
  #follow({ action, frame }: Transport): void {
    const { open, isPlaying } = useStudio.getState();
    if (!getState().sharesTime || !open || action === 'state') return;
    this.#isFollowing = true;
    goToFrame(frame);
    if (action === 'play') togglePlay();
    else if (isPlaying && useStudio.getState().isPlaying) togglePlay();
    this.#isFollowing = false;
  }

  /** Tells others what the user does with the time here; what others did, and what playing does by itself, it does not. */
  #shareTime(state: StudioState, before: StudioState): void {
    const { frame, isPlaying, range, open } = state;
    if (this.#isFollowing || !open || open !== before.open) return;
    if (!getState().sharesTime || !this.#client.welcome || (isPlaying && before.isPlaying)) return;
    const { frameRate } = open.shot.settings;
    this.#client.sendTransport({
      action: isPlaying ? 'play' : before.isPlaying ? 'pause' : 'scrub',
      frame,
      seconds: frame / frameRate,
      frameRate: [Math.max(1, Math.round(frameRate * 1000)), 1000],
      range: [range[0], range[1]],
    });
  }
}

function upAxisOfShot(): 'y' | 'z' {
  return useStudio.getState().open?.shot.settings.upAxis === 'z' ? 'z' : 'y';
}

function keyOf({ description: { source, subject } }: RemoteSubject): string {
  return `${source}/${subject}`;
}

/** Cameras come first, then what moves. */
function rankOf({ role, rate }: LiveRow): number {
  return role === 'camera' ? 0 : rate > 0 ? 1 : 2;
}

function rowOf({ description, state }: RemoteSubject, stats: LiveStats | undefined, age: number): LiveRow {
  const now = Date.now() / 1000;
  const { source, subject, name, role, nodes, curves } = description;
  return {
    key: `${source}/${subject}`,
    name,
    role,
    source,
    nodeCount: nodes.length,
    curves: curves.map((curve, i) => ({ name: curve, value: state.curves[i] as number })),
    rate: stats?.rate(now) ?? 0,
    p50Ms: stats?.latencyAt(0.5) ?? 0,
    p99Ms: stats?.latencyAt(0.99) ?? 0,
    age,
  };
}
