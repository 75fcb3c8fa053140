/**
 * The text being parsed and the position in it. MEL cannot be split into tokens ahead of parsing: `-r` is a flag in a
 * command and a difference in an expression, `*` a wildcard or a product; so the parser asks for what fits its place.
 */
import { type Place, RiglineError } from '@rigline/diagnostics';

/** Longest first, so that the first match is the longest. */
const OPERATORS = [
  ...['<<', '>>', '<=', '>=', '==', '!=', '&&', '||', '++', '--', '+=', '-=', '*=', '/=', '%=', '^='],
  ...['+', '-', '*', '/', '%', '^', '<', '>', '=', '!', '?', ':', ',', ';', '(', ')', '[', ']', '{', '}', '`'],
];

/** Look like punctuation but are not; they come from web pages, word processors and CJK keyboards. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...['“', '”', '„', '＂'].map((c) => [c, '"'] as const),
  ...['‘', '’', '＇'].map((c) => [c, "'"] as const),
  ['；', ';'],
  ['（', '('],
  ['）', ')'],
  ['，', ','],
  ['＄', '$'],
  ['｛', '{'],
  ['｝', '}'],
  ['＝', '='],
]);

const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

/** Nesting of blocks, parentheses and commands that the parser accepts. */
export const MAX_NESTING = 200;

export class Source {
  readonly text: string;
  readonly file: string | undefined;
  pos = 0;
  #lineStarts: number[] | undefined;
  #depth = 0;

  constructor(text: string, file: string | undefined) {
    this.text = text;
    this.file = file;
  }

  /** Line and column of an offset, both from 1. */
  place(offset: number = this.pos): Place {
    this.#lineStarts ??= findLineStarts(this.text);
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const at = { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
    return this.file === undefined ? at : { file: this.file, ...at };
  }

  fail(message: string, hint?: string, offset: number = this.pos): never {
    throw new RiglineError({
      code: 'MEL_SYNTAX',
      message,
      at: this.place(offset),
      ...(hint === undefined ? {} : { hint }),
    });
  }

  enter(): void {
    if (++this.#depth > MAX_NESTING) {
      throw new RiglineError({
        code: 'MEL_TOO_DEEP',
        message: `Nested deeper than ${MAX_NESTING} levels`,
        at: this.place(),
        hint: 'Split the script into procedures or shorter expressions.',
      });
    }
  }

  leave(): void {
    this.#depth--;
  }

  /** Skips white space and comments. */
  skip(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.pos);
      if (isSpace(code)) this.pos++;
      else if (code === 0x2f && this.text.charCodeAt(this.pos + 1) === 0x2f) this.#skipLine();
      else if (code === 0x2f && this.text.charCodeAt(this.pos + 1) === 0x2a) this.#skipBlock();
      else return;
    }
  }

  #skipLine(): void {
    while (this.pos < this.text.length && !isLineEnd(this.text.charCodeAt(this.pos))) this.pos++;
  }

  #skipBlock(): void {
    const end = this.text.indexOf('*/', this.pos + 2);
    if (end < 0) this.fail('The comment has no end', 'Close it with */.');
    this.pos = end + 2;
  }

  /** The next character after white space; empty at the end. */
  peek(): string {
    this.skip();
    return this.text.charAt(this.pos);
  }

  /** The character `ahead` of the position, white space included. */
  char(ahead = 0): string {
    return this.text.charAt(this.pos + ahead);
  }

  get atEnd(): boolean {
    this.skip();
    return this.pos >= this.text.length;
  }

  /** The operator here, the longest that fits; empty when there is none. */
  peekOperator(): string {
    this.skip();
    for (const operator of OPERATORS) if (this.text.startsWith(operator, this.pos)) return operator;
    return '';
  }

  accept(operator: string): boolean {
    if (this.peekOperator() !== operator) return false;
    this.pos += operator.length;
    return true;
  }

  expect(operator: string, where: string, hint?: string): void {
    if (this.accept(operator)) return;
    this.fail(`Expected "${operator}" ${where}, found ${this.found()}`, hint ?? this.lookalikeHint());
  }

  /** What stands here, for messages. */
  found(): string {
    this.skip();
    if (this.pos >= this.text.length) return 'the end of the text';
    const word = this.peekName();
    if (word) return `"${word}"`;
    return `"${this.peekOperator() || String.fromCodePoint(this.text.codePointAt(this.pos) ?? 0)}"`;
  }

  lookalikeHint(): string | undefined {
    const plain = LOOKALIKES.get(this.char());
    return plain === undefined ? undefined : `Type a plain ${plain} in place of ${this.char()}.`;
  }

  /** The name here without moving; empty when there is none. */
  peekName(): string {
    this.skip();
    return this.text.slice(this.pos, this.nameEnd(this.pos));
  }

  /** End of the name that starts at `from`; `from` itself when none starts there. */
  nameEnd(from: number): number {
    if (!isNameStart(this.text.charCodeAt(from))) return from;
    let end = from + 1;
    while (isNamePart(this.text.charCodeAt(end))) end++;
    return end;
  }

  acceptWord(word: string): boolean {
    if (this.peekName() !== word) return false;
    this.pos += word.length;
    return true;
  }

  /** Reads `$name` and returns the name. */
  readVariableName(): string {
    this.skip();
    const start = this.pos;
    const end = this.char() === '$' ? this.nameEnd(start + 1) : start;
    if (end <= start + 1) this.fail(`Expected a variable such as $x, found ${this.found()}`, this.lookalikeHint());
    this.pos = end;
    return this.text.slice(start + 1, end);
  }

  /** Reads a number literal at the position. Whole numbers beyond 32 bits are floats. */
  readNumber(): { type: 'int' | 'float'; value: number } {
    const start = this.pos;
    NUMBER.lastIndex = start;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) this.fail(`Expected a number, found ${this.found()}`);
    this.pos = start + literal.length;
    if (isNamePart(this.text.charCodeAt(this.pos))) {
      this.fail(`"${literal}${this.peekName()}" is not a number`, undefined, start);
    }
    if (/^0[xX]/.test(literal)) return { type: 'int', value: Number(literal) | 0 };
    const value = Number(literal);
    const isInt = /^\d+$/.test(literal) && value <= 0x7fffffff;
    return { type: isInt ? 'int' : 'float', value };
  }

  /** Reads a string literal at the position, which is its opening quote. */
  readString(): string {
    const start = this.pos++;
    let value = '';
    for (;;) {
      let end = this.pos;
      while (end < this.text.length && !isStringStop(this.text.charCodeAt(end))) end++;
      value += this.text.slice(this.pos, end);
      this.pos = end;
      const stop = this.text.charAt(end);
      if (stop === '"') break;
      if (stop !== '\\' || end + 1 >= this.text.length) {
        this.fail('The string is not closed on its line', 'Close it with ", or write \\n for a line break.', start);
      }
      value += unescapeCharacter(this.text.charAt(end + 1));
      this.pos += 2;
    }
    this.pos++;
    return value;
  }
}

function unescapeCharacter(character: string): string {
  if (character === 'n') return '\n';
  if (character === 't') return '\t';
  if (character === 'r') return '\r';
  return character;
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) starts.push(i + 1);
  }
  return starts;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

/** White space, including what web pages and CJK keyboards leave behind. */
function isSpace(code: number): boolean {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return true;
  return code === 0xa0 || code === 0x3000 || code === 0xfeff || code === 0x200b || code === 0x2028 || code === 0x2029;
}

function isStringStop(code: number): boolean {
  return code === 0x22 || code === 0x5c || isLineEnd(code);
}

/** Letters, underscore, and every letter outside ASCII: Maya keeps such names in files that other tools wrote. */
export function isNameStart(code: number): boolean {
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f) return true;
  return code >= 0x80 && !isSpace(code) && !LOOKALIKES.has(String.fromCharCode(code));
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}
