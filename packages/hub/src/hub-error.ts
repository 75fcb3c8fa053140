import { RiglineError } from '@rigline/diagnostics';
import { isSpaceId } from '@rigline/math';
import type { HUB_PROBLEMS } from './problems.ts';

/** An error to be told to a peer, or thrown to the caller. */
export function hubError(code: keyof typeof HUB_PROBLEMS & string, message: string, hint?: string): RiglineError {
  return new RiglineError({ code, message, ...(hint === undefined ? {} : { hint }) });
}

/** @throws RiglineError `HUB_UNKNOWN_SPACE` */
export function checkSpace(space: string | undefined): void {
  if (space === undefined || isSpaceId(space)) return;
  throw hubError(
    'HUB_UNKNOWN_SPACE',
    `The space "${space}" is not known`,
    'Use a name that `rigline rot --help` lists.',
  );
}
