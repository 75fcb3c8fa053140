/** The file cache: the newest values of subjects as JSON files in a folder. The layout is in docs/protocol.md. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RiglineError } from '@rigline/diagnostics';
import {
  type CacheDescription,
  type CacheFrame,
  formatCacheDescription,
  formatCacheFrame,
  fromCacheSubject,
  parseCacheDescription,
  parseCacheFrame,
  type SceneTime,
  type SubjectDescription,
  type SubjectState,
  toCacheSubject,
} from '@rigline/protocol';

const FRAME = 'frame.json';
const DESCRIPTION = 'description.json';

/** A subject with its values. */
export interface CachedSubject {
  readonly description: SubjectDescription;
  readonly state: SubjectState;
}

/** Where and when values were taken. */
export interface CacheMoment {
  /** Seconds since 1970. */
  readonly wallClock: number;
  readonly time?: SceneTime | undefined;
}

/**
 * Writes subjects into a folder, each file whole or not at all. Nothing throws once it is made: what could not be
 * written (the drive is away, the disk is full, a reader on Windows has the file open) comes with the next `write`, and
 * `problem` says why.
 */
export class FileCacheWriter {
  readonly folder: string;
  readonly #session: string;
  #described = '';
  #sequence = 0;
  #problem: string | undefined;

  /** @param session Another one for every start. */
  constructor(folder: string, session: string) {
    this.folder = folder;
    this.#session = session;
    this.#try(() => {
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(folder)) if (isLeftover(name)) rmSync(join(folder, name), { force: true });
    });
  }

  /** Why the last write has failed; undefined while all is well. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** @returns Whether the frame is in its file. */
  write(subjects: readonly CachedSubject[], { wallClock, time }: CacheMoment): boolean {
    const description = formatCacheDescription(
      this.#session,
      subjects.map((subject) => subject.description),
    );
    if (description !== this.#described) {
      if (!this.#replace(DESCRIPTION, description)) return false;
      this.#described = description;
    }
    const header = { source: 0, sequence: this.#sequence++, wallClock, ...(time ? { time } : {}) };
    const values = subjects.map((subject) => toCacheSubject(subject.description, subject.state));
    return this.#replace(FRAME, formatCacheFrame(this.#session, header, values));
  }

  #replace(name: string, text: string): boolean {
    const path = join(this.folder, name);
    const own = `${path}.${process.pid}.tmp`;
    const isDone = this.#try(() => {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(own, text);
      renameSync(own, path);
    });
    if (!isDone) {
      const { problem } = this;
      this.#try(() => rmSync(own, { force: true }));
      this.#problem = problem;
      // A folder that was away has nothing of what was there.
      this.#described = '';
    }
    return isDone;
  }

  #try(run: () => void): boolean {
    try {
      run();
      this.#problem = undefined;
      return true;
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** Takes the files away. */
  close(): void {
    this.#try(() => {
      rmSync(join(this.folder, FRAME), { force: true });
      rmSync(join(this.folder, DESCRIPTION), { force: true });
    });
  }
}

/** What a writer that was killed has left. */
function isLeftover(name: string): boolean {
  return name.endsWith('.tmp') && (name.startsWith(`${FRAME}.`) || name.startsWith(`${DESCRIPTION}.`));
}

/** What a poll has found. */
export interface CacheUpdate extends CacheMoment {
  readonly session: string;
  readonly sequence: number;
  /** Subjects whose description has come; all of their values are marked as changed. */
  readonly subjects: readonly CachedSubject[];
}

/** Sessions that are remembered as former ones, at most. */
const FORMER_SESSIONS = 64;

/** Bytes of a file that is read, at most. */
const MOST_BYTES = 256 << 20;

/** Reads what a writer writes: `poll` as often as wanted. Torn, missing and old files are no error. */
export class FileCacheReader {
  readonly folder: string;
  #session: string | undefined;
  #sequence = -1;
  /** Sessions that another has replaced: a slow drive may still show their files. */
  readonly #former = new Set<string>();
  #descriptions = new Map<string, SubjectDescription>();
  #stamp = '';

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Whether a frame is there, read or not. */
  get isThere(): boolean {
    return stampOf(join(this.folder, FRAME)) !== '';
  }

  /** The newest frame, once; undefined without a newer one. */
  poll(): CacheUpdate | undefined {
    const stamp = stampOf(join(this.folder, FRAME));
    if (stamp === '' || stamp === this.#stamp) return undefined;
    const frame = read(this.folder, FRAME, parseCacheFrame);
    if (!frame || this.#former.has(frame.session)) return undefined;
    const isNew = frame.session !== this.#session;
    if (!isNew && frame.sequence <= this.#sequence) return undefined;
    if (isNew || !frame.subjects.every((subject) => this.#descriptionOf(subject))) {
      const described = read(this.folder, DESCRIPTION, parseCacheDescription);
      if (described?.session !== frame.session) return undefined;
      this.#learn(described);
    }
    if (isNew) this.#begin(frame.session);
    this.#sequence = frame.sequence;
    this.#stamp = stamp;
    return this.#updateOf(frame);
  }

  #begin(session: string): void {
    if (this.#session !== undefined) this.#former.add(this.#session);
    for (const oldest of this.#former) if (this.#former.size > FORMER_SESSIONS) this.#former.delete(oldest);
    this.#session = session;
  }

  #learn({ subjects }: CacheDescription): void {
    this.#descriptions = new Map(subjects.map((description) => [keyOf(description), description]));
  }

  #descriptionOf(subject: { readonly name: string; readonly role: string; readonly revision: number }) {
    const found = this.#descriptions.get(keyOf(subject));
    return found?.revision === subject.revision ? found : undefined;
  }

  #updateOf({ session, sequence, wallClock, time, subjects }: CacheFrame): CacheUpdate {
    const found = subjects.flatMap((subject): CachedSubject[] => {
      // One whose description is not there yet comes with the next frame.
      const description = this.#descriptionOf(subject);
      const state = description && fromCacheSubject(description, subject);
      return state ? [{ description, state }] : [];
    });
    return { session, sequence, wallClock, time, subjects: found };
  }
}

function keyOf({ name, role }: { readonly name: string; readonly role: string }): string {
  return `${role}/${name}`;
}

/** Another text after every change of a file; empty where there is none. */
function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs}/${size}/${ino}`;
  } catch {
    // Not there, or between two names: the next look will tell.
    return '';
  }
}

function read<Value>(folder: string, name: string, parse: (text: string) => Value): Value | undefined {
  const path = join(folder, name);
  try {
    if (statSync(path).size > MOST_BYTES) return undefined;
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // Gone for a moment, or torn: the next look will tell.
    if (error instanceof RiglineError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}
