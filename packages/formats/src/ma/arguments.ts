import type { ProblemLog } from '@rigline/diagnostics';
import type { MaStatement } from './container.ts';
import { growNumbers, type NumberBuffer, pushNumber, scanDecimal, scannedDecimal } from './numbers.ts';
import { reportMa } from './problems.ts';
import { decodeText, internText } from './text-bytes.ts';

/** Thrown inside the reader for one statement, and caught there: no `Error`, since hostile files make millions. */
export class StatementFault {
  readonly message: string;
  readonly offset: number;

  constructor(message: string, offset: number) {
    this.message = message;
    this.offset = offset;
  }
}

/** Nesting of parentheses in one value; Maya itself writes one level. */
export const MAX_PAREN_DEPTH = 64;

const SEMICOLON = 59;
const QUOTE = 34;
const SLASH = 47;

/** Bytes that end a bare word. */
const endsWord = new Uint8Array(256);
for (const c of ' \t\n\r\v\f;"(){},') endsWord[c.charCodeAt(0)] = 1;

const WORD_VALUES: ReadonlyMap<string, number> = new Map([
  ['yes', 1],
  ['on', 1],
  ['true', 1],
  ['no', 0],
  ['off', 0],
  ['false', 0],
]);

/** Words for what is not finite, as C libraries print it: `nan`, `-nan(ind)`, `inf`, `1.#QNAN`, `-1.#IND00`, `1.#INF`. */
const NON_FINITE = /^[-+]?(?:(nan(?:\([a-z0-9]*\))?|1\.#(?:q?nan|snan|ind)\d*)|(?:inf(?:inity)?|1\.#inf\d*))$/i;

/** Reads the words, strings and numbers of one statement after another. */
export class MaArguments {
  bytes: Uint8Array = new Uint8Array(0);
  pos = 0;
  end = 0;
  statement: MaStatement | undefined;
  readonly log: ProblemLog;
  #placeOffset = 0;
  #placeLine = 0;
  #placeLineStart = 0;

  constructor(log: ProblemLog) {
    this.log = log;
  }

  /** Starts after the command word of a statement. */
  reset(statement: MaStatement): void {
    this.statement = statement;
    this.bytes = statement.bytes;
    this.pos = statement.argumentsStart;
    this.end = statement.end;
    this.#restartPlace();
  }

  /** Skips white space and comments; the byte found, `;` at the end. */
  peek(): number {
    const bytes = this.bytes;
    let p = this.pos;
    for (;;) {
      const c = bytes[p]!;
      if (c === 32 || (c >= 9 && c <= 13)) p++;
      else if (c === SLASH && bytes[p + 1] === SLASH) {
        while (p < this.end && bytes[p] !== 10 && bytes[p] !== 13) p++;
      } else if (c === SLASH && bytes[p + 1] === 42) {
        p += 2;
        while (p < this.end && !(bytes[p] === 42 && bytes[p + 1] === SLASH)) p++;
        p = Math.min(p + 2, this.end);
      } else {
        this.pos = p;
        return c;
      }
    }
  }

  atEnd(): boolean {
    return this.peek() === SEMICOLON;
  }

  /** Whether a flag (`-` and a letter) comes next. `-inf` and `-nan` are numbers. */
  atFlag(): boolean {
    if (this.peek() !== 45) return false;
    const c = this.bytes[this.pos + 1]! | 32;
    if (c < 97 || c > 122) return false;
    return (c !== 105 && c !== 110) || !NON_FINITE.test(this.#wordText());
  }

  /** The flag that comes next, without its dash. */
  readFlag(): string {
    this.pos++;
    return this.readWord();
  }

  /** A bare word; faults when there is none. */
  readWord(): string {
    this.peek();
    const start = this.pos;
    const stop = this.#wordEnd();
    if (stop === start) this.fail('expected a word');
    this.pos = stop;
    return internText(this.bytes, start, stop);
  }

  /** A quoted string, a sum of strings in parentheses, or a bare word. */
  readName(): string {
    const c = this.peek();
    if (c === QUOTE) return this.readString(true);
    return c === 40 ? this.#readSum() : this.readWord();
  }

  /** A quoted string or a sum of strings in parentheses. */
  readText(): string {
    const c = this.peek();
    if (c === QUOTE) return this.readString(false);
    if (c !== 40) this.fail('expected a string');
    return this.#readSum();
  }

  /** The quoted string at `pos`. */
  readString(intern: boolean): string {
    const bytes = this.bytes;
    const start = ++this.pos;
    const end = this.end;
    let p = start;
    let c = bytes[p]!;
    while (p < end && c !== QUOTE && c !== 92) c = bytes[++p]!;
    if (p < end && c === 92) return this.#readEscaped(start, p);
    if (p >= end) this.fail('expected a closing quote');
    this.pos = p + 1;
    return intern ? internText(bytes, start, p) : decodeText(bytes, start, p);
  }

  #readEscaped(start: number, firstEscape: number): string {
    const { bytes, end } = this;
    let p = firstEscape;
    while (p < end && bytes[p] !== QUOTE) p += bytes[p] === 92 ? 2 : 1;
    if (p >= end) this.fail('expected a closing quote');
    const plain = new Uint8Array(p - start);
    let length = 0;
    for (let i = start; i < p; i++) {
      let c = bytes[i]!;
      if (c === 92) {
        c = bytes[++i]!;
        if (c === 110) c = 10;
        else if (c === 116) c = 9;
        else if (c === 114) c = 13;
      }
      plain[length++] = c;
    }
    this.pos = p + 1;
    return decodeText(plain, 0, length);
  }

  #readSum(): string {
    const parts: string[] = [];
    let depth = 0;
    for (;;) {
      const c = this.peek();
      if (c === 40) {
        if (++depth > MAX_PAREN_DEPTH) this.fail(`expected at most ${MAX_PAREN_DEPTH} nested parentheses`);
        this.pos++;
      } else if (c === 41) {
        this.pos++;
        if (--depth === 0) return parts.length === 1 ? parts[0]! : parts.join('');
      } else if (c === 43) this.pos++;
      else if (c === QUOTE) parts.push(this.readString(false));
      else this.fail('expected a string, "+" or ")"');
    }
  }

  /** One number or boolean word; faults when there is none. */
  readNumber(): number {
    this.peek();
    const next = scanDecimal(this.bytes, this.pos);
    if (next >= 0) {
      this.pos = next;
      return scannedDecimal[0]!;
    }
    return this.#readSpelled() ?? this.fail('expected a number');
  }

  /** One boolean as a word or a number. */
  readBoolean(): boolean {
    return this.readNumber() !== 0;
  }

  /** The boolean that comes next, or true when something else does: some flags may stand without their value. */
  readOptionalBoolean(): boolean {
    const c = this.peek();
    if (c === 48 || c === 49) return this.readBoolean();
    return WORD_VALUES.has(this.#wordText()) ? this.readBoolean() : true;
  }

  /** Appends all numbers that follow to `out`; stops at the first thing that is not one. */
  readNumbers(out: NumberBuffer): void {
    const bytes = this.bytes;
    let data = out.data;
    let length = out.length;
    let p = this.pos;
    for (;;) {
      let c = bytes[p]!;
      while (c === 32 || (c >= 9 && c <= 13)) c = bytes[++p]!;
      const next = scanDecimal(bytes, p);
      if (next >= 0) {
        if (length === data.length) {
          growNumbers(out);
          data = out.data;
        }
        data[length++] = scannedDecimal[0]!;
        p = next;
        continue;
      }
      this.pos = p;
      out.length = length;
      if (c === SLASH && this.peek() !== SLASH) {
        p = this.pos;
        continue;
      }
      const value = c === SEMICOLON ? undefined : this.#readSpelled();
      if (value === undefined) return;
      pushNumber(out, value);
      data = out.data;
      length = out.length;
      p = this.pos;
    }
  }

  /** A number spelled as a word: a boolean or a non-finite one. Undefined, and nothing read, when it is neither. */
  #readSpelled(): number | undefined {
    const stop = this.#wordEnd();
    if (stop === this.pos || stop - this.pos > 400) return undefined;
    const word = internText(this.bytes, this.pos, stop);
    const known = WORD_VALUES.get(word);
    if (known !== undefined) {
      this.pos = stop;
      return known;
    }
    // `nan(ind)` holds the bracket that ends the word.
    let bracket = stop;
    if (this.bytes[stop] === 40) while (bracket < Math.min(this.end, stop + 16) && this.bytes[bracket++] !== 41);
    const spelled = decodeText(this.bytes, this.pos, bracket);
    const match = NON_FINITE.exec(spelled);
    // What `scanDecimal` refuses although it is a number has overflowed.
    if (match === null && (!/\d/.test(word) || Math.abs(Number(word)) !== Number.POSITIVE_INFINITY)) return undefined;
    this.report('MA_NON_FINITE', `found the number ${spelled}`, 'Set a finite value, or delete the key or point.', '');
    this.pos = bracket;
    return match?.[1] !== undefined
      ? Number.NaN
      : word.startsWith('-')
        ? Number.NEGATIVE_INFINITY
        : Number.POSITIVE_INFINITY;
  }

  /** Whether this bare word comes next. */
  atWord(word: string): boolean {
    this.peek();
    return this.#wordText() === word;
  }

  #wordEnd(): number {
    const bytes = this.bytes;
    let p = this.pos;
    while (endsWord[bytes[p]!] === 0) p++;
    return p;
  }

  #wordText(): string {
    return internText(this.bytes, this.pos, this.#wordEnd());
  }

  /** Everything from here to the end of the statement, as written. */
  readRest(): string {
    this.peek();
    let stop = this.end;
    while (stop > this.pos && this.bytes[stop - 1]! <= 32) stop--;
    const text = decodeText(this.bytes, this.pos, stop);
    this.pos = this.end;
    return text;
  }

  /** Leaves the statement as a fault at the present place. */
  fail(expected: string): never {
    throw new StatementFault(`${expected}, found ${this.describe()}`, this.pos);
  }

  /** What stands at the present place, for messages. */
  describe(): string {
    if (this.pos >= this.end) return 'the end of the statement';
    const stop = Math.min(this.end, this.pos + 24);
    return JSON.stringify(decodeText(this.bytes, this.pos, stop));
  }

  /** Line and column of an offset. Goes on from the last place asked for, so that many reports stay cheap. */
  place(offset: number): { line: number; column: number } {
    const bytes = this.bytes;
    if (offset < this.#placeOffset) this.#restartPlace();
    for (let i = this.#placeOffset; i < offset; i++) {
      const c = bytes[i]!;
      if (c === 10 || (c === 13 && bytes[i + 1] !== 10)) {
        this.#placeLine++;
        this.#placeLineStart = i + 1;
      }
    }
    this.#placeOffset = offset;
    return { line: this.#placeLine, column: offset - this.#placeLineStart + 1 };
  }

  #restartPlace(): void {
    const { start, line, column } = this.statement!;
    this.#placeOffset = start;
    this.#placeLine = line;
    this.#placeLineStart = start - column + 1;
  }

  /** Reports something about this statement at the present place. */
  report(code: Parameters<typeof reportMa>[1], message: string, hint?: string, group?: string): void {
    const statement = this.statement!;
    const command = clipText(statement.command, 40);
    reportMa(this.log, code, {
      message: clipText(`${command}: ${message}`),
      at: { file: statement.file, ...this.place(this.pos) },
      ...(hint === undefined ? {} : { hint }),
      ...(group === undefined ? {} : { group: clipText(`${command} ${group}`) }),
    });
  }
}

/** Reports a flag that is not known. What follows it is read as if the flag took no value. */
export function skipUnknownFlag(args: MaArguments, flag: string): void {
  args.report('MA_UNKNOWN_FLAG', `the flag -${flag} is skipped`);
}

/** A text of bounded length, for messages. */
export function clipText(text: string, length = 200): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** All names of a statement; `onFlag` is called at each flag and reads its value. */
export function readNames(args: MaArguments, onFlag: (flag: string) => void): string[] {
  const names: string[] = [];
  while (!args.atEnd()) {
    if (args.atFlag()) onFlag(args.readFlag());
    else names.push(args.readName());
  }
  return names;
}
