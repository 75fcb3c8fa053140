import type { ProblemLog } from '@rigline/diagnostics';
import { beginsCommand, COMMAND_LOOK_AHEAD, isCommandAt } from './commands.ts';
import type { MaStatement } from './container.ts';
import { reportMa } from './problems.ts';
import { internText } from './text-bytes.ts';

/** Bytes at which the scan of a statement's body stops: `;`, quote, line ends, `/`. */
const stopsBody = new Uint8Array(256);
for (const c of ';"\n\r/') stopsBody[c.charCodeAt(0)] = 1;
/** Bytes at which the scan of a string stops: quote, backslash, line ends. */
const stopsString = new Uint8Array(256);
for (const c of '"\\\n\r') stopsString[c.charCodeAt(0)] = 1;

type State = 'between' | 'body' | 'string' | 'lineComment' | 'blockComment';

const NO_BYTES = new Uint8Array(0);
const OWN_BUFFER_BYTES = 1 << 16;

/**
 * Cuts UTF-8 bytes into statements. Bytes are pushed in chunks of any size; the scan goes on where it stopped, so a
 * long statement in small chunks is not scanned again.
 */
export class StatementScanner {
  readonly #file: string;
  readonly #log: ProblemLog;
  #bytes: Uint8Array = NO_BYTES;
  /** Filled part of `#bytes`; what lies after it is free when the buffer is our own. */
  #length = 0;
  #adopted = false;
  #pos = 0;
  #state: State = 'between';
  /** The state to return to after a comment. */
  #outer: 'between' | 'body' = 'between';
  /** Whether only white space was met since the last line end. */
  #atLineStart = true;
  #line = 1;
  #lineStart = 0;
  /** First byte of the statement under way, or -1. */
  #start = -1;
  #startLine = 1;
  #startColumn = 1;
  #stringLine = 1;
  #done: MaStatement | undefined;

  constructor(file: string, log: ProblemLog) {
    this.#file = file;
    this.#log = log;
  }

  /**
   * Adds bytes. Statements already returned stay valid.
   *
   * @param adopt Whether the chunk may be kept instead of copied.
   */
  push(chunk: Uint8Array, adopt: boolean): void {
    const keep = this.#start >= 0 ? this.#start : this.#pos;
    const pending = this.#length - keep;
    if (pending === 0 && adopt) {
      this.#rebase(keep, chunk, chunk.length, chunk.length);
      return;
    }
    const own = this.#bytes.length - this.#length >= chunk.length && !this.#adopted;
    if (!own) {
      const size = Math.max(OWN_BUFFER_BYTES, (pending + chunk.length) * 2);
      const bytes = new Uint8Array(size);
      bytes.set(this.#bytes.subarray(keep, this.#length));
      this.#rebase(keep, bytes, pending, 0);
    }
    this.#bytes.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  #rebase(keep: number, bytes: Uint8Array, length: number, adopted: number): void {
    this.#bytes = bytes;
    this.#length = length;
    this.#adopted = adopted > 0;
    this.#pos -= keep;
    this.#lineStart -= keep;
    if (this.#start >= 0) this.#start -= keep;
  }

  /**
   * The next whole statement; undefined when more bytes are needed.
   *
   * @param final Whether no more bytes will come; then undefined means the end.
   */
  next(final: boolean): MaStatement | undefined {
    this.#done = undefined;
    while (this.#step(final)) if (this.#done !== undefined) return this.#done;
    if (final) this.#finish();
    return undefined;
  }

  /** Goes on in the present state; false when more bytes are needed. */
  #step(final: boolean): boolean {
    switch (this.#state) {
      case 'between':
        return this.#scanBetween(final);
      case 'body':
        return this.#scanBody(final);
      case 'string':
        return this.#scanString(final);
      case 'lineComment':
        return this.#scanLineComment();
      case 'blockComment':
        return this.#scanBlockComment(final);
    }
  }

  /** Skips to the first byte of a statement or comment. */
  #scanBetween(final: boolean): boolean {
    const bytes = this.#bytes;
    const length = this.#length;
    while (this.#pos < length) {
      const p = this.#pos;
      const c = bytes[p]!;
      if (c === 10 || c === 13) {
        if (!this.#passLineEnd(c, final)) return false;
      } else if (c === 32 || c === 9 || c === 11 || c === 12 || c === 59 || c === 26) this.#pos = p + 1;
      else if (c === 47) {
        if (p + 1 >= length && !final) return false;
        if (this.#enterComment('between')) return true;
        return this.#enterBody();
      } else {
        if (this.#atLineStart && isMarkerByte(c)) {
          if (length - p < 7 && !final) return false;
          if (this.#reportMarker()) {
            this.#outer = 'between';
            this.#state = 'lineComment';
            return true;
          }
        }
        return this.#enterBody();
      }
    }
    return false;
  }

  #enterBody(): boolean {
    this.#start = this.#pos;
    this.#startLine = this.#line;
    this.#startColumn = this.#pos - this.#lineStart + 1;
    this.#atLineStart = false;
    this.#state = 'body';
    return true;
  }

  #scanBody(final: boolean): boolean {
    const bytes = this.#bytes;
    const length = this.#length;
    for (;;) {
      if (this.#atLineStart) {
        const found = this.#lookForCommand(final);
        if (found === undefined) return false;
        if (found) return this.#endWithoutSemicolon();
      }
      let p = this.#pos;
      while (p < length && stopsBody[bytes[p]!] === 0) p++;
      this.#pos = p;
      if (p >= length) return false;
      const c = bytes[p]!;
      if (c === 59) {
        this.#pos = p + 1;
        this.#finishStatement(bytes, this.#start, p);
        return true;
      }
      if (c === 34) {
        this.#pos = p + 1;
        this.#stringLine = this.#line;
        this.#state = 'string';
        return true;
      }
      if (c === 47) {
        if (p + 1 >= length && !final) return false;
        if (this.#enterComment('body')) return true;
        this.#pos = p + 1;
      } else if (!this.#passLineEnd(c, final)) return false;
    }
  }

  #scanString(final: boolean): boolean {
    const bytes = this.#bytes;
    const length = this.#length;
    for (;;) {
      if (this.#atLineStart) {
        const found = this.#lookForCommand(final);
        if (found === undefined) return false;
        if (found) return this.#dropUnterminated();
      }
      let p = this.#pos;
      while (p < length && stopsString[bytes[p]!] === 0) p++;
      this.#pos = p;
      if (p >= length) return false;
      const c = bytes[p]!;
      if (c === 34) {
        this.#pos = p + 1;
        this.#state = 'body';
        return true;
      }
      if (c === 92) {
        if (p + 1 >= length) {
          if (!final) return false;
          this.#pos = p + 1;
        } else this.#pos = bytes[p + 1] === 34 || bytes[p + 1] === 92 ? p + 2 : p + 1;
      } else if (!this.#passLineEnd(c, final)) return false;
    }
  }

  #scanLineComment(): boolean {
    const bytes = this.#bytes;
    let p = this.#pos;
    while (p < this.#length && bytes[p] !== 10 && bytes[p] !== 13) p++;
    this.#pos = p;
    if (p >= this.#length) return false;
    this.#state = this.#outer;
    return true;
  }

  #scanBlockComment(final: boolean): boolean {
    const bytes = this.#bytes;
    while (this.#pos < this.#length) {
      const c = bytes[this.#pos]!;
      if (c === 10 || c === 13) {
        if (!this.#passLineEnd(c, final)) return false;
      } else if (c === 42) {
        if (this.#pos + 1 >= this.#length && !final) return false;
        if (this.#pos + 1 < this.#length && bytes[this.#pos + 1] === 47) {
          this.#pos += 2;
          this.#atLineStart = false;
          this.#state = this.#outer;
          return true;
        }
        this.#pos++;
      } else this.#pos++;
    }
    return false;
  }

  /** Steps over LF, CR LF or a lone CR and counts the line; false when the byte after a CR is not there yet. */
  #passLineEnd(c: number, final: boolean): boolean {
    if (c === 13) {
      if (this.#pos + 1 >= this.#length && !final) return false;
      if (this.#pos + 1 < this.#length && this.#bytes[this.#pos + 1] === 10) this.#pos++;
    }
    this.#pos++;
    this.#line++;
    this.#lineStart = this.#pos;
    this.#atLineStart = true;
    return true;
  }

  #enterComment(outer: 'between' | 'body'): boolean {
    const second = this.#pos + 1 < this.#length ? this.#bytes[this.#pos + 1] : 0;
    if (second !== 47 && second !== 42) return false;
    this.#pos += 2;
    this.#outer = outer;
    this.#state = second === 47 ? 'lineComment' : 'blockComment';
    return true;
  }

  /** Reports a merge marker at the present place, if there is one. */
  #reportMarker(): boolean {
    const first = this.#bytes[this.#pos]!;
    for (let i = 1; i < 7; i++) if (this.#pos + i >= this.#length || this.#bytes[this.#pos + i] !== first) return false;
    reportMa(this.#log, 'MA_MERGE_MARKER', {
      message: `A line begins with the merge marker "${String.fromCharCode(first).repeat(7)}"; both sides are read`,
      at: { file: this.#file, line: this.#line, column: 1 },
      hint: 'Resolve the merge in the file.',
      group: 'marker',
    });
    return true;
  }

  /**
   * At the beginning of a line inside a statement: whether a command stands there. Undefined when more bytes are needed
   * to say so.
   */
  #lookForCommand(final: boolean): boolean | undefined {
    const bytes = this.#bytes;
    let p = this.#pos;
    while (p < this.#length && (bytes[p] === 32 || bytes[p] === 9)) p++;
    this.#pos = p;
    if (p >= this.#length) return final ? false : undefined;
    const c = bytes[p]!;
    const marker = isMarkerByte(c);
    if (marker || beginsCommand(c)) {
      if (this.#length - p < COMMAND_LOOK_AHEAD && !final) return undefined;
      if (marker) this.#reportMarker();
      else if (isCommandAt(bytes, p, this.#length)) return true;
    }
    this.#atLineStart = false;
    return false;
  }

  #finishStatement(bytes: Uint8Array, start: number, end: number): void {
    let p = start;
    let c = bytes[p]!;
    while ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || (c >= 48 && c <= 57)) c = bytes[++p]!;
    this.#done = {
      file: this.#file,
      line: this.#startLine,
      column: this.#startColumn,
      command: internText(bytes, start, p),
      bytes,
      start,
      argumentsStart: p,
      end,
    };
    this.#start = -1;
    this.#state = 'between';
    this.#atLineStart = false;
  }

  /** Ends the statement before the present place as if a `;` stood there. */
  #endWithoutSemicolon(): boolean {
    reportMa(this.#log, 'MA_MISSING_SEMICOLON', {
      message: 'A statement has no ";" before the next one begins',
      at: { file: this.#file, line: this.#startLine, column: this.#startColumn },
      hint: 'End the statement with ";".',
      group: 'semicolon',
    });
    const copy = new Uint8Array(this.#pos - this.#start + 1);
    copy.set(this.#bytes.subarray(this.#start, this.#pos));
    copy[copy.length - 1] = 59;
    this.#finishStatement(copy, 0, copy.length - 1);
    return true;
  }

  #dropUnterminated(): boolean {
    this.#reportString();
    this.#start = -1;
    this.#state = 'between';
    return true;
  }

  #reportString(): void {
    reportMa(this.#log, 'MA_UNTERMINATED_STRING', {
      message: 'A string has no closing quote; its statement is left out',
      at: { file: this.#file, line: this.#stringLine },
      hint: 'Close the string with a quote.',
      group: 'string',
    });
  }

  /** Reports what the end of the file leaves open. */
  #finish(): void {
    if (this.#state === 'blockComment') {
      reportMa(this.#log, 'MA_UNTERMINATED_COMMENT', {
        message: 'A comment is not closed before the file ends',
        at: { file: this.#file, line: this.#line },
        hint: 'Close the comment with "*/".',
      });
    }
    if (this.#start < 0) return;
    if (this.#state === 'string') this.#reportString();
    reportMa(this.#log, 'MA_TRUNCATED', {
      message: 'The file ends before the ";" of its last statement, which is left out',
      at: { file: this.#file, line: this.#startLine, column: this.#startColumn },
      hint: 'Copy or export the file again; this copy seems incomplete.',
    });
    this.#start = -1;
    this.#state = 'between';
  }
}

function isMarkerByte(c: number): boolean {
  return c === 60 || c === 61 || c === 62 || c === 124;
}
