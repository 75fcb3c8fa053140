import { formatPlace, type Place } from './place.ts';

export interface RiglineErrorInput {
  readonly code: string;
  readonly message: string;
  readonly at?: Place;
  readonly hint?: string;
  readonly cause?: unknown;
}

/** Thrown for misuse of the API and for files that cannot be read. Everything else is a `Problem`. */
export class RiglineError extends Error {
  override readonly name: string = 'RiglineError';
  readonly code: string;
  readonly at: Place;
  readonly hint: string | undefined;

  constructor(input: RiglineErrorInput) {
    super(input.message, input.cause === undefined ? undefined : { cause: input.cause });
    this.code = input.code;
    this.at = input.at ?? {};
    this.hint = input.hint;
  }
}

/** An error as text for a person: place, code, message, hint; for foreign errors their message. */
export function formatError(error: unknown): string {
  if (!(error instanceof RiglineError)) return error instanceof Error ? error.message : String(error);
  const place = formatPlace(error.at);
  const line = `${place ? `${place}  ` : ''}error ${error.code}  ${error.message}`;
  return error.hint === undefined ? line : `${line}\n  hint: ${error.hint}`;
}
