import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { decodeTake, encodeTakeRecord, isTake, TAKE_MAGIC } from '../take/take-format.ts';

/** What a recorder has done. */
export interface RecorderStatus {
  readonly records: number;
  readonly bytes: number;
  /** Records that could not be written: the disk was full, for example. */
  readonly lost: number;
  /** Why the last one was lost; undefined while all is well. */
  readonly problem: string | undefined;
}

/** The calls to the file system that a recorder makes; for tests to make them fail. */
export interface RecorderFile {
  write(bytes: Uint8Array, position: number): number;
  truncate(length: number): void;
  sync(): void;
  close(): void;
}

/** Seconds between two times that the system is asked to put all on the disk. */
const SYNC_SECONDS = 1;

/**
 * Appends messages to a take file. Every record is written at once, so that a crash of the program costs none, and put
 * on the disk every second, so that a crash of the machine costs little. A record that does not fit is taken back
 * whole: the file stays readable, and recording goes on when there is room again.
 */
export class TakeRecorder {
  readonly #file: RecorderFile;
  readonly #clock: () => number;
  #start: number | undefined;
  #synced = 0;
  #records = 0;
  #bytes: number;
  #lost = 0;
  #problem: string | undefined;

  /** @param clock Seconds; only differences count. */
  constructor(file: RecorderFile, bytes: number, start: number | undefined, clock: () => number) {
    this.#file = file;
    this.#bytes = bytes;
    this.#start = start;
    this.#clock = clock;
  }

  get status(): RecorderStatus {
    return { records: this.#records, bytes: this.#bytes, lost: this.#lost, problem: this.#problem };
  }

  /** @returns Whether the record is in the file. */
  record(message: Uint8Array): boolean {
    const now = this.#clock();
    this.#start ??= now;
    if (!this.#append(encodeTakeRecord({ seconds: Math.max(now - this.#start, 0), message }))) {
      this.#lost++;
      return false;
    }
    this.#records++;
    if (Math.abs(now - this.#synced) >= SYNC_SECONDS) {
      this.#synced = now;
      this.#try(() => this.#file.sync());
    }
    return true;
  }

  /** Writes bytes whole or not at all. */
  #append(bytes: Uint8Array): boolean {
    let written = 0;
    const isWhole = this.#try(() => {
      while (written < bytes.length) {
        const count = this.#file.write(bytes.subarray(written), this.#bytes + written);
        if (count === 0) throw new Error('nothing could be written');
        written += count;
      }
    });
    if (isWhole) {
      this.#bytes += bytes.length;
      this.#problem = undefined;
    } else if (written > 0) this.#try(() => this.#file.truncate(this.#bytes));
    return isWhole;
  }

  #try(run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  close(): void {
    this.#try(() => this.#file.sync());
    this.#file.close();
  }
}

/**
 * Opens a take file to record into. A file that is there already is gone on with after its last whole record; the time
 * goes on where it ended.
 *
 * @throws Error of the file system; Error where the file is something else.
 */
export function openTakeRecorder(path: string, clock: () => number = () => performance.now() / 1000): TakeRecorder {
  const fd = openSync(path, 'a+');
  closeSync(fd);
  const handle = openSync(path, 'r+');
  const file: RecorderFile = {
    write: (bytes, position) => writeSync(handle, bytes, 0, bytes.length, position),
    truncate: (length) => ftruncateSync(handle, length),
    sync: () => fdatasyncSync(handle),
    close: () => closeSync(handle),
  };
  if (fstatSync(handle).size === 0) {
    file.write(TAKE_MAGIC, 0);
    return new TakeRecorder(file, TAKE_MAGIC.length, undefined, clock);
  }
  const bytes = readFileSync(path);
  if (!isTake(bytes)) {
    file.close();
    throw new Error(`${path} is there already, and is no take`);
  }
  const { records, wholeBytes } = decodeTake(bytes);
  file.truncate(wholeBytes);
  const last = records.at(-1)?.seconds;
  return new TakeRecorder(file, wholeBytes, last === undefined ? undefined : clock() - last, clock);
}
