import { type Place, RiglineError } from '@rigline/diagnostics';

/** Stops the command. Without a place it gets that of the command. */
export function fail(code: `QUERY_${string}`, message: string, at: Place = {}, hint?: string): never {
  throw new RiglineError({ code, message, at, ...(hint === undefined ? {} : { hint }) });
}
