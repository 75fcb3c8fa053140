/** The subjects of a hub as files, for programs that can read files and nothing else. */
import { randomBytes } from 'node:crypto';
import { LiveClient, type LiveClientOptions } from '@rigline/client';
import { type CachedSubject, FileCacheWriter } from '@rigline/client/node';
import type { FrameHeader } from '@rigline/protocol';

export interface CacheOutOptions extends Pick<LiveClientOptions, 'connect'> {
  readonly folder: string;
  readonly token: string | undefined;
  /** Space that the values are wanted in; that of each sender by default. */
  readonly space: string | undefined;
  /** Frames per second at most. */
  readonly rate: number;
  readonly onProblem: (problem: string) => void;
}

/** Writes the newest values of all subjects when something has changed, and no more often than the rate says. */
export class CacheOut {
  readonly #options: CacheOutOptions;
  readonly #writer: FileCacheWriter;
  readonly #client: LiveClient;
  readonly #timer: NodeJS.Timeout;
  #newest: FrameHeader | undefined;
  #isDue = false;
  #problem: string | undefined;

  constructor(options: CacheOutOptions) {
    const { connect, folder, token, space, rate } = options;
    this.#options = options;
    this.#writer = new FileCacheWriter(folder, randomBytes(6).toString('hex'));
    const changed = (): void => {
      this.#isDue = true;
    };
    this.#client = new LiveClient({
      connect,
      hello: {
        role: 'receiver',
        name: folder,
        application: 'file cache',
        ...(token ? { token } : {}),
        ...(space ? { space } : {}),
      },
      events: {
        described: changed,
        dropped: changed,
        frame: (header) => {
          this.#newest = header;
          changed();
        },
      },
    });
    this.#timer = setInterval(() => this.#write(), 1000 / rate);
  }

  #write(): void {
    if (!this.#isDue) return;
    const { wallClock = Date.now() / 1000, time } = this.#newest ?? {};
    const isWritten = this.#writer.write(uniquelyNamed([...this.#client.subjects]), { wallClock, time });
    this.#isDue = !isWritten;
    const { problem } = this.#writer;
    if (problem !== undefined && problem !== this.#problem) this.#options.onProblem(problem);
    this.#problem = problem;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#client.close();
    this.#writer.close();
  }
}

/** Names and roles tell subjects apart in files; those of several senders may be the same. */
function uniquelyNamed(subjects: readonly CachedSubject[]): CachedSubject[] {
  const taken = new Set<string>();
  return subjects.map(({ description, state }) => {
    let { name } = description;
    for (let n = 2; taken.has(`${description.role}/${name}`); n++) name = `${description.name} (${n})`;
    taken.add(`${description.role}/${name}`);
    return { description: name === description.name ? description : { ...description, name }, state };
  });
}
