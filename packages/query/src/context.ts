import type { Place } from '@rigline/diagnostics';
import type { Graph } from '@rigline/evaluate';
import type { MelValue } from '@rigline/mel';
import type { Scene, SceneNode } from '@rigline/scene';
import type { Arguments, FlagTable } from './flags.ts';

/** Something that can be selected: a node, or a plug or component of it by its name. */
export interface Selected {
  readonly node: SceneNode;
  /** After the dot; absent when the node itself is selected. */
  readonly part?: string;
}

/** What commands work on. The selection stays between calls. */
export interface QueryContext {
  readonly scene: Scene;
  readonly graph: Graph;
  selection: Selected[];
  warn(text: string, at: Place): void;
}

/** A MEL command: its flags and what it does. */
export interface Command {
  readonly flags: FlagTable;
  run(args: Arguments, context: QueryContext): MelValue;
}

/** Commands by name. */
export type CommandTable = Readonly<Record<string, Command>>;

/** Runs `read` with the graph at another frame, then goes back. */
export function atFrame<T>(graph: Graph, frame: number | undefined, read: () => T): T {
  if (frame === undefined) return read();
  const before = graph.seconds;
  graph.setFrame(frame);
  try {
    return read();
  } finally {
    graph.setTime(before);
  }
}
