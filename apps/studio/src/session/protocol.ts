import type { Problem } from '@rigline/diagnostics';
import type { Shot, ShotPose } from '@rigline/viewer/shot';

/** A file that the scene refers to, as the server found it. */
export interface ReferenceSource {
  /** As written in the file that refers to it. */
  readonly path: string;
  /** The file that refers to it; for the scene itself its whole path. */
  readonly from: string;
  readonly file: string;
  readonly url: string;
}

/** Where a scene comes from. A dropped file comes alone: what it refers to cannot be read. */
export type SceneSource = (
  | {
      readonly url: string;
      readonly name: string;
      readonly path?: string;
      readonly references?: readonly ReferenceSource[];
    }
  | { readonly bytes: ArrayBuffer; readonly name: string }
) & {
  /** Take of an FBX file: by default its first; null for the stored values alone. */
  readonly take?: string | null;
};

/** A value as the attribute panel shows it: degrees, the file's own lengths, frames. Null: nothing to show. */
export type CellValue = number | string | boolean | null;

/** The other end of a connection. */
export interface CellSource {
  readonly nodeId: number;
  readonly plug: string;
}

/** One value of a row. */
export interface AttributeCell {
  /** Canonical path on the node. */
  readonly path: string;
  readonly editable: boolean;
  readonly source?: CellSource;
}

/** One attribute with its values: one, or the components of a tuple or matrix. */
export interface AttributeRow {
  readonly label: string;
  /** Names to find it by: path and short name. */
  readonly title: string;
  readonly kind: 'number' | 'integer' | 'boolean' | 'choice' | 'text' | 'matrix';
  readonly unit: string;
  readonly choices?: Readonly<Record<number, string>>;
  readonly cells: readonly AttributeCell[];
}

export interface AttributeSection {
  readonly title: string;
  readonly isOpen: boolean;
  readonly rows: readonly AttributeRow[];
}

export interface NodeLink {
  readonly nodeId: number;
  readonly name: string;
  readonly type: string;
}

/** A node with its plugs, for the attribute panel. Values come apart, in the order of the cells. */
export interface NodeInspection {
  readonly nodeId: number;
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly place: string;
  readonly sections: readonly AttributeSection[];
  /** The node's transform, its shapes, and what drives it. */
  readonly family: readonly NodeLink[];
  readonly drivers: readonly NodeLink[];
  /** Frames at which a curve that drives the node has a key. */
  readonly keyFrames: readonly number[];
}

export interface OpenedScene {
  readonly name: string;
  readonly shot: Shot;
  readonly pose: ShotPose;
  readonly problems: readonly Problem[];
  readonly nodeCount: number;
  readonly readMs: number;
  readonly evaluateMs: number;
}

export interface PoseAnswer {
  readonly pose: ShotPose;
  /** Values of the watched node in the order of its cells. */
  readonly values: readonly CellValue[] | undefined;
  /** All problems, when there are more than before. */
  readonly problems: readonly Problem[] | undefined;
  readonly evaluateMs: number;
}

export type Call =
  | { readonly call: 'open'; readonly source: SceneSource }
  /** The open file once more, with another take. */
  | { readonly call: 'take'; readonly take: string | null }
  | {
      readonly call: 'pose';
      readonly seconds: number;
      readonly watch: number | undefined;
      readonly reuse: Pick<ShotPose, 'localToWorld' | 'visible'> | undefined;
    }
  | { readonly call: 'inspect'; readonly nodeId: number }
  | { readonly call: 'set'; readonly nodeId: number; readonly path: string; readonly value: CellValue };

export interface Answers {
  open: OpenedScene;
  take: OpenedScene;
  pose: PoseAnswer;
  inspect: NodeInspection | undefined;
  set: undefined;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
}

export type ToWorker = Call & { readonly id: number };
export type FromWorker =
  | { readonly id: number; readonly answer: Answers[keyof Answers] }
  | { readonly id: number; readonly failure: Failure };
