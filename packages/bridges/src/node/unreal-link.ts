import { createHash } from 'node:crypto';
import type { RemoteSubject } from '@rigline/client';
import WebSocket from 'ws';
import { Notices } from '../notices.ts';
import { ENGINE_AWAY_HINT } from '../unreal/explain-refusal.ts';
import { RemoteControl } from '../unreal/remote-control.ts';
import { UnrealBridge, type UnrealBridgeOptions } from '../unreal/unreal-bridge.ts';

export interface UnrealLinkOptions extends Omit<UnrealBridgeOptions, 'clock' | 'onNotice'> {
  readonly host?: string;
  /** Of Remote Control's WebSocket. */
  readonly port?: number;
  /** Of the project, for engines on other machines: sent as the MD5 sum that the engine asks for. */
  readonly passphrase?: string;
  readonly onNotice?: (text: string) => void;
  readonly onConnect?: (isConnected: boolean) => void;
}

export const UNREAL_PORT = 30020;

/** Milliseconds between two looks at what is due, and between two attempts to connect, at most. */
const TICK_MS = 5;
const RETRY_MS = [250, 2000] as const;

/** A connection to the Remote Control of an editor, made again whenever it breaks. Actors are looked for anew then. */
export class UnrealLink {
  readonly #options: UnrealLinkOptions;
  /** By source and number. */
  readonly #subjects = new Map<string, RemoteSubject>();
  readonly #notices: Notices;
  readonly #timer: NodeJS.Timeout;
  #socket: WebSocket | undefined;
  #bridge: UnrealBridge | undefined;
  #retry: NodeJS.Timeout | undefined;
  #wait: number = RETRY_MS[0];
  #isClosed = false;

  constructor(options: UnrealLinkOptions = {}) {
    this.#options = options;
    this.#notices = new Notices(({ message, hint }) => options.onNotice?.(hint ? `${message}. ${hint}` : message));
    this.#timer = setInterval(() => this.#bridge?.tick(), TICK_MS);
    this.#open();
  }

  /** Labels of the actors that are moved. */
  get moved(): readonly string[] {
    return this.#bridge?.moved ?? [];
  }

  touch(subject: RemoteSubject): void {
    this.#subjects.set(keyOf(subject), subject);
    this.#bridge?.touch(subject);
  }

  forget(subject: RemoteSubject): void {
    this.#subjects.delete(keyOf(subject));
    this.#bridge?.forget(subject);
  }

  #open(): void {
    const { host = '127.0.0.1', port = UNREAL_PORT, passphrase } = this.#options;
    const headers = passphrase === undefined ? {} : { Passphrase: md5(passphrase) };
    const socket = new WebSocket(`ws://${host}:${port}`, { headers, maxPayload: 64 << 20 });
    let remote: RemoteControl | undefined;
    socket.on('open', () => {
      remote = this.#begin(socket);
    });
    // Answers come as binary messages that hold text.
    socket.on('message', (data: Buffer) => remote?.receive(data.toString('utf8')));
    // `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      remote?.closed('the connection has ended');
      this.#ended(remote !== undefined);
    });
    this.#socket = socket;
  }

  #begin(socket: WebSocket): RemoteControl {
    this.#wait = RETRY_MS[0];
    const remote = new RemoteControl({
      send: (text) => socket.send(text),
      schedule: (seconds, run) => {
        const timer = setTimeout(run, seconds * 1000);
        return () => clearTimeout(timer);
      },
    });
    const { rate, aspect, spawnsProps } = this.#options;
    this.#bridge = new UnrealBridge(remote, {
      clock: () => performance.now() / 1000,
      onNotice: (notice) => this.#notices.tell(notice),
      ...(rate === undefined ? {} : { rate }),
      ...(aspect === undefined ? {} : { aspect }),
      ...(spawnsProps === undefined ? {} : { spawnsProps }),
    });
    for (const subject of this.#subjects.values()) this.#bridge.touch(subject);
    this.#options.onConnect?.(true);
    return remote;
  }

  #ended(wasOpen: boolean): void {
    this.#bridge = undefined;
    if (this.#isClosed) return;
    if (wasOpen) this.#options.onConnect?.(false);
    const { host = '127.0.0.1', port = UNREAL_PORT } = this.#options;
    const message = `No engine answers at ${host}:${port}`;
    this.#notices.tell({ code: 'BRIDGE_ENGINE_AWAY', group: 'away', message, hint: ENGINE_AWAY_HINT });
    this.#retry = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, RETRY_MS[1]);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    this.#socket?.terminate();
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function keyOf({ description: { source, subject } }: RemoteSubject): string {
  return `${source}/${subject}`;
}
