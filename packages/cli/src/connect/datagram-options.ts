import { Notices } from '@rigline/bridges';
import { LiveClient, type LiveEvents } from '@rigline/client';
import type { SubjectRole } from '@rigline/protocol';
import { InvalidArgumentError } from 'commander';
import type { CommandContext } from '../context.ts';
import { connectOf, type LinkFlags } from '../live/link-options.ts';

/** `host`, `host:port` or `:port`. */
export function readPlace(text: string): { readonly host: string; readonly port: number | undefined } {
  const match = /^([^:\s]*)(?::(\d{1,5}))?$/.exec(text);
  const port = match?.[2] === undefined ? undefined : Number(match[2]);
  if (!match || (port !== undefined && port > 65535)) throw new InvalidArgumentError('Write it as HOST:PORT.');
  return { host: match[1] || '127.0.0.1', port };
}

/** `LOW:HIGH`. */
export function readPair(text: string): readonly [number, number] {
  const [low, high, ...rest] = text.split(':').map(Number);
  if (low === undefined || high === undefined || rest.length > 0 || !(low < high)) {
    throw new InvalidArgumentError('Write it as LOW:HIGH, as 12:120.');
  }
  return [low, high];
}

/** Problems of a bridge, each told once. */
export function noticesOf({ output }: CommandContext): Notices {
  return new Notices(({ message, hint }: { readonly message: string; readonly hint?: string | undefined }) =>
    output.err(hint ? `${message}. ${hint}\n` : `${message}\n`),
  );
}

/** A client of the hub that stands for another program. */
export function clientOf(
  flags: LinkFlags,
  { output }: CommandContext,
  hello: { readonly role: 'sender' | 'receiver'; readonly name: string; readonly space?: string },
  options: {
    readonly roles?: readonly SubjectRole[];
    readonly names?: string | undefined;
    readonly events?: LiveEvents;
  } = {},
): LiveClient {
  const { roles = ['camera'], names, events = {} } = options;
  return new LiveClient({
    connect: connectOf(flags),
    hello: { ...hello, application: 'rigline connect', ...(flags.token === undefined ? {} : { token: flags.token }) },
    ...(hello.role === 'sender'
      ? {}
      : { subscribe: { roles: [...roles], ...(names === undefined ? {} : { names: names.split(',') }) } }),
    events: {
      welcome: ({ hub }) => output.out(`connected to ${hub}\n`),
      error: ({ message }) => output.err(`the hub says: ${message}\n`),
      disconnected: (reason) => output.err(`no hub: ${reason}\n`),
      ...events,
    },
  });
}
