import { RiglineError } from '@rigline/diagnostics';
import { decodeFrame, decodeMessage, type FrameHeader, type SubjectDescription } from '@rigline/protocol';
import type { LiveClient, OwnSubject } from '../live-client.ts';
import type { TakeRecord } from './take-format.ts';

/** Streams a take again: its subjects become those of a client. */
export class TakePlayer {
  readonly #records: readonly TakeRecord[];
  readonly #client: LiveClient;
  readonly #subjects = new Map<string, OwnSubject>();
  /** Revisions of the recording, which its frames carry; the client counts its own. */
  readonly #revisions = new Map<string, number>();
  #next = 0;

  constructor(records: readonly TakeRecord[], client: LiveClient) {
    this.#records = records;
    this.#client = client;
  }

  /** Seconds from the first record to the last. */
  get duration(): number {
    return this.#records.at(-1)?.seconds ?? 0;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#records.length;
  }

  /** Seconds of the next record; Infinity at the end. */
  get nextSeconds(): number {
    return this.#records[this.#next]?.seconds ?? Number.POSITIVE_INFINITY;
  }

  /** Sends all that was recorded up to a time. Returns how many records were not readable. */
  playTo(seconds: number): number {
    let damaged = 0;
    for (; this.nextSeconds <= seconds; this.#next++) {
      try {
        this.#play((this.#records[this.#next] as TakeRecord).message);
      } catch (error) {
        if (!(error instanceof RiglineError)) throw error;
        damaged++;
      }
    }
    return damaged;
  }

  /** Back to the beginning; the subjects stay. */
  rewind(): void {
    this.#next = 0;
  }

  /** Takes all subjects back. */
  close(): void {
    for (const own of this.#subjects.values()) this.#client.remove(own);
    this.#subjects.clear();
  }

  #play(bytes: Uint8Array): void {
    const message = decodeMessage(bytes);
    if (message.kind === 'describe') this.#describe(message.body);
    if (message.kind === 'drop') this.#drop(`${message.body.source}/${message.body.subject}`);
    if (message.kind === 'frame') this.#frame(message.bytes);
  }

  #describe(description: SubjectDescription): void {
    const key = `${description.source}/${description.subject}`;
    const before = this.#subjects.get(key);
    this.#revisions.set(key, description.revision & 255);
    this.#subjects.set(key, before ? this.#client.change(before, description) : this.#client.add(description));
  }

  #drop(key: string): void {
    const own = this.#subjects.get(key);
    if (own) this.#client.remove(own);
    this.#subjects.delete(key);
  }

  #frame(bytes: Uint8Array): void {
    const header: FrameHeader = decodeFrame(bytes, {
      open: (subject, revision, source) => {
        const key = `${source}/${subject}`;
        return this.#revisions.get(key) === revision ? this.#subjects.get(key)?.state : undefined;
      },
    });
    this.#client.send(header.time);
  }
}
