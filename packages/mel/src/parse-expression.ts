import type { Place } from '@rigline/diagnostics';
import type {
  MelAssignOperator,
  MelAttribute,
  MelBinaryOperator,
  MelExpression,
  MelScalarType,
  MelTarget,
  MelVariable,
} from './ast.ts';
import { isDigit, isNameStart, type Source } from './source.ts';

/** Expressions hold commands in back-ticks and commands hold expressions; the parser ties the two together. */
export interface CommandGrammar {
  /** A command up to, not including, the closing back-tick. */
  parseQuotedCommand(source: Source): MelExpression;
}

const LEVELS: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ...['==', '!='].map((o) => [o, 3] as const),
  ...['<', '<=', '>', '>='].map((o) => [o, 4] as const),
  ...['+', '-'].map((o) => [o, 5] as const),
  ...['*', '/', '%', '^'].map((o) => [o, 6] as const),
]);
const ASSIGNMENTS: ReadonlySet<string> = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=']);
const SCALAR_TYPES: ReadonlySet<string> = new Set(['int', 'float', 'string', 'vector', 'matrix']);
const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ...['true', 'yes', 'on'].map((w) => [w, 1] as const),
  ...['false', 'no', 'off'].map((w) => [w, 0] as const),
]);
/** Operators of one level in a row, such as the terms of a sum. Longer ones would overflow the evaluation stack. */
const MAX_CHAIN = 1000;

export function isScalarType(word: string): word is MelScalarType {
  return SCALAR_TYPES.has(word);
}

/** Words that are numbers: `true yes on` and `false no off`. */
export function booleanWord(word: string): number | undefined {
  return CONSTANTS.get(word);
}

/**
 * Parses expressions.
 *
 * Precedence, tightest first: `() []`, `! ++ -- unary -`, `* / % ^`, `+ -`, `< <= > >=`, `== !=`, `&&`, `||`, `?:`,
 * assignment. Assignment and `?:` group to the right, all others to the left.
 * Source: Maya help, "Operator precedence".
 */
export class ExpressionParser {
  readonly #source: Source;
  readonly #commands: CommandGrammar;

  constructor(source: Source, commands: CommandGrammar) {
    this.#source = source;
    this.#commands = commands;
  }

  parse(): MelExpression {
    this.#source.enter();
    const expression = this.continueFrom(this.parseUnary());
    this.#source.leave();
    return expression;
  }

  /** The rest of an expression whose first operand has been read. */
  continueFrom(operand: MelExpression): MelExpression {
    const source = this.#source;
    const left = this.#conditional(this.#binary(operand, 1));
    const operator = source.peekOperator();
    if (!ASSIGNMENTS.has(operator)) return left;
    const at = source.place();
    const target = this.#asTarget(left);
    source.pos += operator.length;
    return { kind: 'assign', operator: operator as MelAssignOperator, target, value: this.parse(), at };
  }

  #asTarget(expression: MelExpression): MelTarget {
    const { kind } = expression;
    if (kind === 'variable' || kind === 'index' || (kind === 'attribute' && !isClock(expression))) return expression;
    const hint =
      kind === 'component'
        ? 'Assign the whole vector, such as $v = <<$v.x, 5, $v.z>>.'
        : 'Assign to a variable such as $x, or to an attribute such as pCube1.translateX.';
    return this.#source.fail('This cannot be assigned to', hint);
  }

  #binary(operand: MelExpression, level: number): MelExpression {
    const source = this.#source;
    let left = operand;
    for (let chain = 0; ; chain++) {
      const operator = source.peekOperator();
      const own = LEVELS.get(operator) ?? 0;
      if (own < level) return left;
      if (chain >= MAX_CHAIN) source.fail(`More than ${MAX_CHAIN} operators in a row`, 'Split the expression.');
      const at = source.place();
      source.pos += operator.length;
      const right = this.#binary(this.parseUnary(), own + 1);
      left =
        operator === '&&' || operator === '||'
          ? { kind: 'logical', operator, left, right, at }
          : { kind: 'binary', operator: operator as MelBinaryOperator, left, right, at };
    }
  }

  #conditional(test: MelExpression): MelExpression {
    const source = this.#source;
    const at = source.place();
    if (!source.accept('?')) return test;
    const yes = this.parse();
    source.expect(':', 'between the two values after "?"');
    return { kind: 'conditional', test, yes, no: this.parse(), at };
  }

  parseUnary(): MelExpression {
    const source = this.#source;
    source.enter();
    const expression = this.#unary();
    source.leave();
    return expression;
  }

  #unary(): MelExpression {
    const source = this.#source;
    const operator = source.peekOperator();
    const at = source.place();
    if (operator === '-' || operator === '+' || operator === '!') {
      source.pos++;
      const operand = this.parseUnary();
      if (operator === '-' && operand.kind === 'number') return { ...operand, value: negateLiteral(operand), at };
      return { kind: 'unary', operator, operand, at };
    }
    if (operator === '++' || operator === '--') {
      source.pos += 2;
      const target = this.#asTarget(this.parseUnary());
      return { kind: 'step', by: operator === '++' ? 1 : -1, prefix: true, target, at };
    }
    return this.#postfix(this.#primary(at));
  }

  #postfix(operand: MelExpression): MelExpression {
    const source = this.#source;
    let expression = operand;
    const axis = expression.kind === 'attribute' ? -1 : this.#axisHere();
    if (axis >= 0) {
      const at = source.place();
      source.pos += 2;
      expression = { kind: 'component', base: expression, axis: axis as 0 | 1 | 2, at };
    }
    const operator = source.peekOperator();
    if (operator !== '++' && operator !== '--') return expression;
    const at = source.place();
    const target = this.#asTarget(expression);
    source.pos += 2;
    return { kind: 'step', by: operator === '++' ? 1 : -1, prefix: false, target, at };
  }

  /** 0, 1, 2 for a `.x`, `.y`, `.z` at the position, -1 otherwise. */
  #axisHere(): number {
    const source = this.#source;
    if (source.char() !== '.' || !isNameStart(source.text.charCodeAt(source.pos + 1))) return -1;
    const name = source.text.slice(source.pos + 1, source.nameEnd(source.pos + 1));
    const axis = name.length === 1 ? 'xyz'.indexOf(name) : -1;
    if (axis < 0) {
      source.fail(`A value has no ".${name}"`, `Join the names as text in parentheses, such as ($node + ".${name}").`);
    }
    return axis;
  }

  #primary(at: Place): MelExpression {
    const source = this.#source;
    const character = source.peek();
    const operator = source.peekOperator();
    if (character === '$') return this.parseVariable();
    if (character === '"') return { kind: 'string', value: source.readString(), at };
    if (this.startsNumber()) return { kind: 'number', ...source.readNumber(), at };
    if (operator === '(') return this.#parenthesis(at);
    if (operator === '<<') return this.#vectorOrMatrix(at);
    if (operator === '{') return this.#arrayLiteral(at);
    if (operator === '`') return this.#quotedCommand();
    return this.#named(at) ?? source.fail(`Expected a value, found ${source.found()}`, source.lookalikeHint());
  }

  startsNumber(): boolean {
    const { text, pos } = this.#source;
    const code = text.charCodeAt(pos);
    return isDigit(code) || (code === 0x2e && isDigit(text.charCodeAt(pos + 1)));
  }

  #parenthesis(at: Place): MelExpression {
    const source = this.#source;
    source.expect('(', 'here');
    const word = source.peekName();
    const inner = source.pos;
    if (isScalarType(word)) {
      source.pos += word.length;
      if (source.accept(')')) return { kind: 'cast', type: word, value: this.parseUnary(), at };
      source.pos = inner;
    }
    const expression = this.parse();
    source.expect(')', 'to close the parenthesis');
    return expression;
  }

  #quotedCommand(): MelExpression {
    const source = this.#source;
    source.expect('`', 'here');
    source.enter();
    const command = this.#commands.parseQuotedCommand(source);
    source.leave();
    source.expect('`', 'to close the command');
    return command;
  }

  #vectorOrMatrix(at: Place): MelExpression {
    const source = this.#source;
    source.expect('<<', 'here');
    const rows: MelExpression[][] = [];
    do {
      const row = [this.parse()];
      while (source.accept(',')) row.push(this.parse());
      rows.push(row);
    } while (source.accept(';'));
    source.expect('>>', 'to close the vector');
    const [x, y, z] = rows[0] ?? [];
    if (rows.length === 1 && rows[0]?.length === 3 && x && y && z) return { kind: 'vector', items: [x, y, z], at };
    if (rows.some((row) => row.length !== rows[0]?.length)) {
      source.fail('The rows of the matrix have different lengths', 'Give every row the same number of values.');
    }
    return { kind: 'matrix', rows, at };
  }

  #arrayLiteral(at: Place): MelExpression {
    const source = this.#source;
    source.expect('{', 'here');
    const items: MelExpression[] = [];
    if (!source.accept('}')) {
      do items.push(this.parse());
      while (source.accept(','));
      source.expect('}', 'to close the array');
    }
    return { kind: 'array', items, at };
  }

  /** `$x`, `$x[i]` or `$m[r][c]`. A bracket belongs to the variable even after a space. */
  parseVariable(): MelVariable | MelTarget {
    const source = this.#source;
    const at = source.place();
    const base: MelVariable = { kind: 'variable', name: source.readVariableName(), at };
    if (!this.#bracketFollows()) return base;
    const index = this.#bracket();
    if (!this.#bracketFollows()) return { kind: 'index', base, index, at };
    return { kind: 'index', base, index, column: this.#bracket(), at };
  }

  #bracketFollows(): boolean {
    const before = this.#source.pos;
    if (this.#source.peekOperator() === '[') return true;
    this.#source.pos = before;
    return false;
  }

  #bracket(): MelExpression {
    this.#source.expect('[', 'here');
    const index = this.parse();
    this.#source.expect(']', 'after the index');
    return index;
  }

  /** Constants, casts, function calls and attributes. */
  #named(at: Place): MelExpression | undefined {
    const source = this.#source;
    const word = source.peekName();
    const constant = CONSTANTS.get(word);
    const next = source.text.charAt(source.pos + word.length);
    if (constant !== undefined && next !== '.') {
      source.pos += word.length;
      return { kind: 'number', type: 'int', value: constant, at };
    }
    const path = this.readPath();
    if (path === undefined) return undefined;
    if (source.peekOperator() !== '(' || path !== word) return { kind: 'attribute', path, at };
    const args = this.parseArguments();
    if (!isScalarType(word)) return { kind: 'call', name: word, args, at };
    if (args.length !== 1 || !args[0]) return source.fail(`${word}( ) takes one value, found ${args.length}`);
    return { kind: 'cast', type: word, value: args[0], at };
  }

  /** `(a, b)`. */
  parseArguments(): MelExpression[] {
    const source = this.#source;
    source.expect('(', 'before the arguments');
    const args: MelExpression[] = [];
    if (source.accept(')')) return args;
    do args.push(this.parse());
    while (source.accept(','));
    source.expect(')', 'after the arguments');
    return args;
  }

  /** Reads `|group|ns:node.attr[3].child`, `.I[0]` or a bare name. Undefined, without moving, when none is here. */
  readPath(): string | undefined {
    const source = this.#source;
    source.skip();
    const end = pathEnd(source);
    if (end === source.pos) return undefined;
    const path = source.text.slice(source.pos, end);
    source.pos = end;
    return path;
  }
}

function negateLiteral(literal: { type: 'int' | 'float'; value: number }): number {
  return literal.type === 'int' ? -literal.value | 0 : -literal.value;
}

function isClock(attribute: MelAttribute): boolean {
  return attribute.path === 'time' || attribute.path === 'frame';
}

/** End of the path at the position. Names that are words of the language do not run on over `:` or `|`. */
function pathEnd(source: Source): number {
  const { text, pos } = source;
  let end = pos;
  if ((text[end] === '|' || text[end] === ':') && isNameStart(text.charCodeAt(end + 1))) end++;
  else if (text[end] === '|' && text[end + 1] === ':' && isNameStart(text.charCodeAt(end + 2))) end += 2;
  const first = source.nameEnd(end);
  const word = text.slice(end, first);
  end = first;
  if (!CONSTANTS.has(word) && word !== 'time' && word !== 'frame' && word !== '') {
    while ((text[end] === '|' || text[end] === ':') && isNameStart(text.charCodeAt(end + 1))) {
      end = source.nameEnd(end + 1);
    }
  }
  while (text[end] === '.' && isNameStart(text.charCodeAt(end + 1))) {
    end = source.nameEnd(end + 1);
    while (text[end] === '[' && isDigit(text.charCodeAt(end + 1))) {
      let close = end + 1;
      while (isDigit(text.charCodeAt(close))) close++;
      if (text[close] !== ']') return end;
      end = close + 1;
    }
  }
  return end;
}
