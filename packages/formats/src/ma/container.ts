/**
 * Maya ASCII bytes to statements. Knows quoting, comments and line numbers; of commands only how their names look at
 * the beginning of a line, which is where reading goes on after a missing `;` or quote.
 */
import type { ProblemLog } from '@rigline/diagnostics';
import { HEADER_BYTES, isAscii, MaDecoder, refuseBinary, refuseEmpty } from './encoding.ts';
import { StatementScanner } from './statement-scanner.ts';

/**
 * One statement. Its arguments are read lazily from `bytes`, which hold UTF-8 and a `;` at `end`.
 */
export interface MaStatement {
  readonly file: string;
  /** Line and column (from 1; columns count bytes) of its first character. */
  readonly line: number;
  readonly column: number;
  readonly command: string;
  readonly bytes: Uint8Array;
  readonly start: number;
  /** Offset after the command word. */
  readonly argumentsStart: number;
  /** Offset of the `;`. */
  readonly end: number;
}

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Text is turned into bytes in pieces of this many characters, so that it is never held twice. */
const TEXT_PIECE = 1 << 18;

/** The statements of a whole file: its bytes, or its text already decoded. Bytes are not copied; leave them alone. */
export function* readStatements(input: string | Uint8Array, file: string, log: ProblemLog): Generator<MaStatement> {
  if (input.length === 0) refuseEmpty(file);
  if (typeof input === 'string') {
    yield* readTextStatements(input, file, log);
    return;
  }
  const scanner = new StatementScanner(file, log);
  if (isAscii(input)) {
    refuseBinary(input, file);
    scanner.push(input, true);
  } else {
    for (const part of new MaDecoder(file, log).push(input, true)) {
      scanner.push(part, part.buffer === input.buffer);
      yield* drain(scanner, false);
    }
  }
  yield* drain(scanner, true);
}

function* readTextStatements(text: string, file: string, log: ProblemLog): Generator<MaStatement> {
  const scanner = new StatementScanner(file, log);
  const encoder = new TextEncoder();
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  refuseBinary(encoder.encode(text.slice(start, HEADER_BYTES)), file);
  while (start < text.length) {
    let end = Math.min(text.length, start + TEXT_PIECE);
    const last = text.charCodeAt(end - 1);
    // Not between the two halves of a surrogate pair.
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end--;
    scanner.push(encoder.encode(text.slice(start, end)), true);
    yield* drain(scanner, false);
    start = end;
  }
  yield* drain(scanner, true);
}

/** The statements of a file that arrives in chunks of any size. Chunks are copied, so the caller may use them again. */
export function* readStatementsFromChunks(
  chunks: Iterable<Uint8Array>,
  file: string,
  log: ProblemLog,
): Generator<MaStatement> {
  const feed = new ChunkFeed(file, log);
  for (const chunk of chunks) yield* feed.push(chunk);
  yield* feed.finish();
}

/** `readStatementsFromChunks` for a stream. */
export async function* readStatementsFromStream(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  log: ProblemLog,
): AsyncGenerator<MaStatement> {
  const feed = new ChunkFeed(file, log);
  for await (const chunk of chunks) yield* feed.push(chunk);
  yield* feed.finish();
}

/** Decoder and scanner in a row, fed chunk by chunk. */
export class ChunkFeed {
  readonly #file: string;
  readonly #decoder: MaDecoder;
  readonly #scanner: StatementScanner;
  #any = false;

  constructor(file: string, log: ProblemLog) {
    this.#file = file;
    this.#decoder = new MaDecoder(file, log);
    this.#scanner = new StatementScanner(file, log);
  }

  *push(chunk: Uint8Array): Generator<MaStatement> {
    if (chunk.length === 0) return;
    this.#any = true;
    for (const part of this.#decoder.push(chunk, false)) {
      this.#scanner.push(part, false);
      yield* drain(this.#scanner, false);
    }
  }

  *finish(): Generator<MaStatement> {
    if (!this.#any) refuseEmpty(this.#file);
    for (const part of this.#decoder.push(new Uint8Array(0), true)) {
      this.#scanner.push(part, false);
      yield* drain(this.#scanner, false);
    }
    yield* drain(this.#scanner, true);
  }
}

function* drain(scanner: StatementScanner, final: boolean): Generator<MaStatement> {
  for (let next = scanner.next(final); next !== undefined; next = scanner.next(final)) yield next;
}
