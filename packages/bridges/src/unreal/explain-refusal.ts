import type { RiglineError } from '@rigline/diagnostics';
import { bridgeError } from '../bridge-error.ts';

/** How a request to the engine came to nothing. */
export type Refusal =
  | { readonly kind: 'refused'; readonly what: string; readonly code: number; readonly message: string }
  | { readonly kind: 'silence'; readonly what: string; readonly seconds: number }
  | { readonly kind: 'closed'; readonly what: string; readonly reason: string };

interface Cause {
  readonly matches: (code: number, message: string) => boolean;
  readonly hint: string;
}

const SETTINGS = 'Project Settings > Plugins > Remote Control';

/** What refusals mean. Source: reports of users of 4.27 to 5.8; the wording differs between versions. */
const CAUSES: readonly Cause[] = [
  {
    matches: (code, message) => code === 401 || /passphrase/i.test(message),
    hint: `Give the passphrase of the project with --passphrase, or turn off "Enforce Passphrase for Remote Clients" in ${SETTINGS}.`,
  },
  {
    matches: (code, message) => code === 403 || /origin|client is not allowed|allowlist/i.test(message),
    hint: `Add this machine to "Allowlisted Clients", or turn off "Restrict Server Access", in ${SETTINGS}; then start the editor again.`,
  },
  {
    matches: (_, message) => /python/i.test(message) && /not (allowed|enabled)|disabled/i.test(message),
    hint: `Turn on "Enable Remote Python Execution" in ${SETTINGS}.`,
  },
  {
    matches: (_, message) => /not allowed/i.test(message),
    hint: `Turn on "Allow Any Remote Function Call" in ${SETTINGS}, or list the class of the function under "Custom Allowed Remote Function Calls"; 5.8 and later allow nothing by themselves.`,
  },
  {
    matches: (_, message) => /does not exist/i.test(message),
    hint: 'The level was changed, or the plugin that has the object is off: turn on "Editor Scripting Utilities" and "Remote Control API" under Edit > Plugins.',
  },
  {
    matches: (_, message) => /property/i.test(message),
    hint: 'This version of the engine has no such property, or it cannot be edited while the game runs: stop Play In Editor.',
  },
];

/** An error with the setting that would allow the request. */
export function explainRefusal(refusal: Refusal): RiglineError {
  switch (refusal.kind) {
    case 'silence':
      return bridgeError(
        'BRIDGE_ENGINE_SILENT',
        `The engine has not answered for ${refusal.seconds} seconds (${refusal.what})`,
        'Turn off "Use Less CPU when in Background" in the Editor Preferences, and look whether the editor shows a dialog.',
      );
    case 'closed':
      return bridgeError('BRIDGE_ENGINE_AWAY', `The engine is away (${refusal.reason})`, ENGINE_AWAY_HINT);
    case 'refused': {
      const { code, message, what } = refusal;
      const cause = CAUSES.find(({ matches }) => matches(code, message));
      return bridgeError('BRIDGE_ENGINE_REFUSES', `The engine refuses ${what}: ${message} (${code})`, cause?.hint);
    }
  }
}

/** What to do while nothing answers at the engine's port. */
export const ENGINE_AWAY_HINT =
  'In the editor turn on the plugin "Remote Control API", and type WebControl.StartServer into the console (WebControl.EnableServerOnStartup 1 does it at every start).';
