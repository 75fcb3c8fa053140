import type { Place } from '@rigline/diagnostics';
import type { Graph } from '@rigline/evaluate';
import {
  MEL_FUNCTIONS,
  type MelArgument,
  type MelHost,
  type MelLimits,
  MelSession,
  type MelValue,
  parseMel,
} from '@rigline/mel';
import type { Scene } from '@rigline/scene';
import { COMMANDS } from './commands/index.ts';
import type { QueryContext, Selected } from './context.ts';
import { fail } from './fail.ts';
import { readArguments } from './flags.ts';
import { isPattern } from './names.ts';
import { suggestHint } from './suggest.ts';

export interface QueryOptions {
  /** Takes what scripts print, line breaks as they are. Nowhere by default. */
  readonly print?: (text: string) => void;
  /** Takes warnings; by default they are printed as Maya shows them. */
  readonly warn?: (text: string, at: Place) => void;
  /** Frame to start at. The frame at which the file was saved by default. */
  readonly frame?: number;
  /** Name of the script in places of errors. */
  readonly file?: string;
  /** Limits of a script's steps and sizes. */
  readonly limits?: Partial<MelLimits>;
}

/** A prompt onto a scene: variables, procedures, current time and selection stay from one call to the next. */
export interface QuerySession {
  /**
   * Runs MEL text. Returns the value of its last command or expression, or undefined when that has none.
   *
   * @throws RiglineError with the place in the text. What ran before the error stays done.
   */
  run(text: string): MelValue | undefined;
  /** Value of a variable of the script, without the `$`. */
  getVariable(name: string): MelValue | undefined;
  /** Frame of the scene's current time. */
  readonly frame: number;
  /** Nodes and parts that are selected, in order. */
  readonly selection: readonly Selected[];
}

/** Names of all commands and functions, sorted; for completion and help. */
export const QUERY_COMMANDS: readonly string[] = [...new Set([...COMMANDS.keys(), ...MEL_FUNCTIONS])].sort();

/** Commands of Maya that people try first and that a prompt for questions does not have. */
const NOT_HERE: ReadonlySet<string> = new Set([
  ...['delete', 'duplicate', 'instance', 'undo', 'redo', 'setKeyframe', 'cutKey', 'copyKey', 'pasteKey', 'bakeResults'],
  ...[
    'polySphere',
    'polyCylinder',
    'polyPlane',
    'joint',
    'ikHandle',
    'curve',
    'sphere',
    'deleteAttr',
    'setDrivenKeyframe',
  ],
]);

/** Steps of one command: it takes as long as so many steps of the language. */
const COMMAND_STEPS = 50;
/** Commands that look at no more than a few nodes, and leave the structure alone. */
const QUICK: ReadonlySet<string> = new Set(['getAttr', 'setAttr', 'currentTime', 'xform', 'objExists', 'nodeType']);
/** Commands that may look at every node. */
const SEARCHES: ReadonlySet<string> = new Set([
  ...['ls', 'select', 'listRelatives', 'listHistory', 'listConnections'],
  ...['pointConstraint', 'orientConstraint', 'parentConstraint', 'aimConstraint', 'scaleConstraint'],
  'poleVectorConstraint',
]);

function hasPattern({ value }: MelValue): boolean {
  if (typeof value === 'string') return isPattern(value);
  return Array.isArray(value) && value.some((item) => typeof item === 'string' && isPattern(item));
}

class Host implements MelHost {
  readonly context: QueryContext;
  readonly print: (text: string) => void;

  constructor(context: QueryContext, print: (text: string) => void) {
    this.context = context;
    this.print = print;
  }

  warn(text: string, at: Place): void {
    this.context.warn(text, at);
  }

  cost(name: string, args: readonly MelArgument[], hasFailed: boolean): number {
    const { length } = this.context.scene.nodes;
    // A failure looks for names that were meant.
    if (hasFailed) return length;
    if (QUICK.has(name)) return COMMAND_STEPS;
    const isSearch = SEARCHES.has(name) || args.some((arg) => arg.kind === 'value' && hasPattern(arg.value));
    // Others may change the structure: what is evaluated next goes through all nodes again.
    return COMMAND_STEPS + (isSearch ? length : length >> 4);
  }

  command(name: string, args: readonly MelArgument[], at: Place): MelValue {
    const command = COMMANDS.get(name);
    if (!command && NOT_HERE.has(name)) {
      return fail('QUERY_UNSUPPORTED', `"${name}" is a command of Maya that is not supported here`, at);
    }
    if (!command) {
      return fail('QUERY_UNKNOWN_COMMAND', `Cannot find procedure "${name}"`, at, suggestHint(name, QUERY_COMMANDS));
    }
    return command.run(readArguments(name, command.flags, args, at), this.context);
  }
}

/**
 * Opens a prompt onto a scene: the query side of MEL that riggers verify with. Scripts reach the scene and `print`
 * only: no files, no other code. They change the scene that is given.
 *
 * @example
 * const session = createQuerySession(scene, graph, { print });
 * session.run('getAttr -time 12 pCube1.translateX');
 */
export function createQuerySession(scene: Scene, graph: Graph, options: QueryOptions = {}): QuerySession {
  const print = options.print ?? (() => {});
  const context: QueryContext = {
    scene,
    graph,
    selection: [],
    warn: options.warn ?? ((text) => print(`// Warning: ${text} //\n`)),
  };
  graph.setFrame(options.frame ?? scene.settings.savedFrame);
  const mel = new MelSession(new Host(context, print), options.limits);
  return {
    run(text) {
      const value = mel.run(parseMel(text, options.file === undefined ? {} : { file: options.file }));
      return value.type === 'void' ? undefined : value;
    },
    getVariable: (name) => mel.getVariable(name),
    get frame() {
      return graph.seconds * scene.settings.frameRate;
    },
    get selection() {
      return context.selection;
    },
  };
}
