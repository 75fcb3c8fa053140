import { writeSync } from 'node:fs';
import { formatProblem, type Problem } from '@rigline/diagnostics';

/** Where a command prints to; tests pass their own. */
export interface Output {
  /** Results. */
  out(text: string): void;
  /** Problems, progress and errors. */
  err(text: string): void;
  /** Whether progress may be drawn over itself on `err`. */
  readonly isInteractive: boolean;
}

/** The process's own streams; synchronous, so that a pipe gets everything before the process ends. */
export function processOutput(): Output {
  return {
    out: (text) => writeAll(1, process.stdout.isTTY ? printable(text) : text),
    err: (text) => writeAll(2, process.stderr.isTTY ? printable(text) : text),
    isInteractive: process.stderr.isTTY === true,
  };
}

/**
 * A text without control characters, which names in a file may hold to play tricks on a terminal. Line breaks, tabs and
 * what `Progress` draws with stay.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return text.replace(/\x1b(?!\[K)|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g, '\ufffd');
}

/** Text is written in pieces: one buffer of everything could be larger than memory allows. */
const PIECE = 1 << 20;

function writeAll(descriptor: 1 | 2, text: string): void {
  for (let at = 0; at < text.length; at += PIECE) {
    let bytes: Uint8Array = Buffer.from(text.slice(at, at + PIECE), 'utf8');
    while (bytes.length > 0) bytes = bytes.subarray(writeSome(descriptor, bytes));
  }
}

function writeSome(descriptor: 1 | 2, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A full pipe takes more in a moment.
    if (code === 'EAGAIN') {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      return 0;
    }
    // The reader has gone (as `| head` does): nothing is left to do.
    if (code === 'EPIPE') process.exit(0);
    throw error;
  }
}

/** Prints problems to the error stream, one by one. */
export function printProblems(output: Output, problems: readonly Problem[]): void {
  for (const problem of problems) output.err(`${formatProblem(problem)}\n`);
}

/** Draws the state of long work over itself; silent when nobody is looking. */
export class Progress {
  readonly #output: Output;
  readonly #label: string;
  #last = 0;
  #drawn = false;

  constructor(output: Output, label: string) {
    this.#output = output;
    this.#label = label;
  }

  /** Tells how much is done; draws at most ten times a second. */
  update(done: number, total: number, now: number = Date.now()): void {
    if (!this.#output.isInteractive || now - this.#last < 100) return;
    this.#last = now;
    this.#drawn = true;
    this.#output.err(`\r${this.#label} ${done}/${total} (${Math.floor((100 * done) / Math.max(1, total))} %)`);
  }

  done(): void {
    if (this.#drawn) this.#output.err('\r\x1b[K');
  }
}
