import { RiglineError } from '@rigline/diagnostics';
import type { PROTOCOL_PROBLEMS } from './problems.ts';

/** An error of a message; `byte` counts from its beginning. */
export function protocolError(
  code: keyof typeof PROTOCOL_PROBLEMS & string,
  message: string,
  byte?: number,
  hint?: string,
): RiglineError {
  return new RiglineError({
    code,
    message,
    ...(byte === undefined ? {} : { at: { byte } }),
    ...(hint === undefined ? {} : { hint }),
  });
}
