import { RiglineError } from '@rigline/diagnostics';
import type { BRIDGE_PROBLEMS } from './problems.ts';

/** An error of a bridge. `place` names the member or field that is wrong. */
export function bridgeError(code: keyof typeof BRIDGE_PROBLEMS & string, message: string, hint?: string): RiglineError {
  return new RiglineError({ code, message, ...(hint === undefined ? {} : { hint }) });
}

/** A datagram that is not what its protocol asks for. */
export function badDatagram(message: string, hint?: string): RiglineError {
  return bridgeError('BRIDGE_BAD_DATAGRAM', message, hint);
}
