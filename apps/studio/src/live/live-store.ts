import type { Shot, ShotPose } from '@rigline/viewer/shot';
import { create } from 'zustand';

/** One subject in the list. */
export interface LiveRow {
  readonly key: string;
  readonly name: string;
  readonly role: string;
  readonly source: number;
  readonly nodeCount: number;
  readonly curves: readonly { readonly name: string; readonly value: number }[];
  /** Frames per second. */
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Seconds since its sender was heard. */
  readonly age: number;
}

/** A take on the server's shelf. */
export interface TakeEntry {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

export interface TakeState {
  readonly folder: string;
  readonly takes: readonly TakeEntry[];
  readonly recording:
    | { readonly name: string; readonly records: number; readonly bytes: number; readonly lost: number }
    | undefined;
  readonly playing: string | undefined;
}

export interface LiveState {
  /** `none`: the page comes from a server without a hub. */
  readonly status: 'unknown' | 'none' | 'connecting' | 'connected';
  /** What there is to say about it. */
  readonly detail: string;
  /** Port for programs; undefined where another hub has it. */
  readonly port: number | undefined;
  readonly rows: readonly LiveRow[];
  readonly latencies: readonly number[];
  /** The picture stands still while frames go on coming. */
  readonly isFrozen: boolean;
  /** Play, pause and scrub go both ways. */
  readonly sharesTime: boolean;
  readonly shot: Shot | undefined;
  readonly pose: ShotPose | undefined;
  readonly takes: TakeState | undefined;
}

export const useLive = create<LiveState>(() => ({
  status: 'unknown',
  detail: '',
  port: undefined,
  rows: [],
  latencies: [],
  isFrozen: false,
  sharesTime: true,
  shot: undefined,
  pose: undefined,
  takes: undefined,
}));
