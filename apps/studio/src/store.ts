import type { Problem } from '@rigline/diagnostics';
import { SHOW_DEFAULTS, type ShowOptions } from '@rigline/viewer';
import type { Shot, ShotPose } from '@rigline/viewer/shot';
import { create } from 'zustand';
import type { CellValue, Failure, NodeInspection } from './session/protocol.ts';

/** Free orbit instead of a camera of the shot. */
export const FREE_VIEW = -1;

/** What is open. */
export interface OpenShot {
  readonly name: string;
  readonly shot: Shot;
  readonly nodeCount: number;
  readonly readMs: number;
  /** Counts the scenes opened in this page: a new one is a new shot even under the same name. */
  readonly serial: number;
  /** The shot before it is another take of the same file: what is looked at stays in view. */
  readonly isSameFile: boolean;
}

export interface Selection {
  /** Place in the hierarchy, or -1 for a node outside of it. */
  readonly place: number;
  readonly nodeId: number;
}

export interface StudioState {
  readonly phase: 'loading' | 'ready' | 'empty' | 'failed';
  readonly loadingName: string;
  readonly failure: Failure | undefined;
  readonly open: OpenShot | undefined;
  readonly pose: ShotPose | undefined;
  readonly evaluateMs: number;
  readonly problems: readonly Problem[];
  /** Frame that is wanted; the pose follows as fast as it can. */
  readonly frame: number;
  readonly range: readonly [number, number];
  readonly isPlaying: boolean;
  /** `realTime` keeps the rate and may skip frames; `everyFrame` shows all. */
  readonly pace: 'realTime' | 'everyFrame';
  readonly selection: Selection | undefined;
  readonly inspection: NodeInspection | undefined;
  readonly values: readonly CellValue[] | undefined;
  /** Index of a camera of the shot, or `FREE_VIEW`. */
  readonly view: number;
  readonly show: ShowOptions & { readonly grid: boolean; readonly gateMask: boolean };
  /** Counts requests to frame the selection in the viewport. */
  readonly frameRequests: number;
}

const INITIAL: StudioState = {
  phase: 'loading',
  loadingName: '',
  failure: undefined,
  open: undefined,
  pose: undefined,
  evaluateMs: 0,
  problems: [],
  frame: 1,
  range: [1, 24],
  isPlaying: false,
  pace: 'realTime',
  selection: undefined,
  inspection: undefined,
  values: undefined,
  view: FREE_VIEW,
  show: { ...SHOW_DEFAULTS, grid: true, gateMask: true },
  frameRequests: 0,
};

/** The state of the page. Changed by `actions.ts` only. */
export const useStudio = create<StudioState>(() => INITIAL);
