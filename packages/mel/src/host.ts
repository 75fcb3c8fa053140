import type { Place } from '@rigline/diagnostics';
import type { MelValue } from './value.ts';

/** One argument of a command. `quoted` tells text in quotes or from an expression from a bare word such as `on`. */
export type MelArgument =
  /** Name as written, without its dash. */
  | { readonly kind: 'flag'; readonly name: string; readonly at: Place }
  | { readonly kind: 'value'; readonly value: MelValue; readonly quoted: boolean; readonly at: Place };

/** What a script can reach. Nothing else: no files, no processes, no clock, no network. */
export interface MelHost {
  /** Runs a command that is neither a procedure of the script nor a function of the language. */
  command(name: string, args: readonly MelArgument[], at: Place): MelValue;
  /**
   * Steps that a command counts besides the length of its result: its share of `maxSteps`. Asked before it runs, and
   * again when it has failed.
   */
  cost?(name: string, args: readonly MelArgument[], hasFailed: boolean): number;
  /** Value of `node.attr` in expression syntax, and of the words `time` (seconds) and `frame`. */
  getAttribute?(path: string, at: Place): MelValue | number | undefined;
  setAttribute?(path: string, value: MelValue, at: Place): void;
  print(text: string): void;
  /** By default warnings are printed as Maya's script editor shows them. */
  warn?(text: string, at: Place): void;
}

/** Commands that could run other code, start programs or touch files: never passed to the host. */
export const REFUSED_COMMANDS: ReadonlySet<string> = new Set([
  ...['eval', 'evalEcho', 'evalDeferred', 'evalNoSelectNotify', 'source', 'system', 'exec', 'shell', 'popen', 'pclose'],
  ...['python', 'pythonHasBridge', 'scriptJob', 'scriptNode', 'loadPlugin', 'unloadPlugin', 'commandPort', 'callbacks'],
  ...['fopen', 'fclose', 'fprint', 'fread', 'fwrite', 'fgetline', 'fgetword', 'frewind', 'feof', 'fflush', 'ftell'],
  ...['filetest', 'sysFile', 'chdir', 'putenv', 'getenv', 'quit', 'file', 'launch', 'launchImageEditor'],
]);
