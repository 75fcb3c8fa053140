import type { Output } from './output.ts';

/** What commands share during one call. */
export interface CommandContext {
  readonly output: Output;
  exitCode: number;
}
