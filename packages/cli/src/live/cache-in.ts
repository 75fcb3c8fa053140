/** Programs that can write files and nothing else, as senders of a hub. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyState, LiveClient, type LiveClientOptions, type OwnSubject } from '@rigline/client';
import { type CachedSubject, FileCacheReader } from '@rigline/client/node';

/** Milliseconds between two looks at the frames. */
const LOOK_MS = 5;
/** Milliseconds between two looks for new folders. */
const SCAN_MS = 500;
/** Milliseconds that files may be away before their sender counts as gone: network drives blink. */
const AWAY_MS = 2000;

type Connection = Pick<LiveClientOptions, 'connect'> & { readonly token: string | undefined };

/** Watches a folder and the folders in it; each that holds a file cache is a sender. */
export class CacheIn {
  readonly #root: string;
  readonly #connection: Connection;
  readonly #senders = new Map<string, CacheSender>();
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(root: string, connection: Connection) {
    this.#root = root;
    this.#connection = connection;
    this.#scan();
    this.#timers = [setInterval(() => this.#scan(), SCAN_MS), setInterval(() => this.#look(), LOOK_MS)];
  }

  #scan(): void {
    for (const folder of [this.#root, ...foldersIn(this.#root)]) {
      if (this.#senders.has(folder)) continue;
      const reader = new FileCacheReader(folder);
      if (reader.isThere) this.#senders.set(folder, new CacheSender(reader, this.#connection));
    }
  }

  #look(): void {
    const now = performance.now();
    for (const [folder, sender] of this.#senders) {
      if (sender.look(now)) continue;
      sender.close();
      this.#senders.delete(folder);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const sender of this.#senders.values()) sender.close();
    this.#senders.clear();
  }
}

function foldersIn(root: string): string[] {
  try {
    return readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(root, name));
  } catch {
    // Not there yet, or the drive is away.
    return [];
  }
}

class CacheSender {
  readonly #reader: FileCacheReader;
  readonly #client: LiveClient;
  readonly #own = new Map<string, { readonly text: string; readonly subject: OwnSubject }>();
  #seen = performance.now();

  constructor(reader: FileCacheReader, { connect, token }: Connection) {
    this.#reader = reader;
    const name = basename(reader.folder);
    const hello = { role: 'sender' as const, name, application: 'file cache', ...(token ? { token } : {}) };
    this.#client = new LiveClient({ connect, hello });
  }

  /** @returns False once the files have been away for long. */
  look(now: number): boolean {
    const update = this.#reader.poll();
    if (update || this.#reader.isThere) this.#seen = now;
    if (update) {
      this.#follow(update.subjects);
      this.#client.send(update.time);
    }
    return now - this.#seen < AWAY_MS;
  }

  #follow(subjects: readonly CachedSubject[]): void {
    const gone = new Set(this.#own.keys());
    for (const { description, state } of subjects) {
      const key = `${description.role}/${description.name}`;
      gone.delete(key);
      copyState(state, this.#subject(key, description).state);
    }
    for (const key of gone) {
      const own = this.#own.get(key);
      if (own) this.#client.remove(own.subject);
      this.#own.delete(key);
    }
  }

  #subject(key: string, { source: _, subject: __, ...description }: CachedSubject['description']): OwnSubject {
    const text = JSON.stringify(description);
    const known = this.#own.get(key);
    if (known?.text === text) return known.subject;
    const subject = known ? this.#client.change(known.subject, description) : this.#client.add(description);
    this.#own.set(key, { text, subject });
    return subject;
  }

  close(): void {
    this.#client.close();
  }
}
