import type { Place } from '@rigline/diagnostics';
import type { MelCall, MelCommand, MelCommandArgument, MelExpression } from './ast.ts';
import type { ExpressionParser } from './parse-expression.ts';
import { isDigit, isNamePart, isNameStart, type Source } from './source.ts';

const PARENTHESES_HINT = 'Put it in parentheses, such as print ($a + "\\n");';

/**
 * `name ...` up to a `;` or a back-tick, or `name(a, b)`.
 *
 * `setAttr ($n + ".tx") 5` and `setAttr($n + ".tx", 5)` start alike; which of the two it is shows after the closing
 * parenthesis, so one argument in parentheses may turn out to be the first of a command.
 */
export function parseCommand(
  source: Source,
  expressions: ExpressionParser,
  name: string,
  at: Place,
  inQuotes: boolean,
): MelCall | MelCommand {
  if (source.peek() !== '(' || isCast(source)) {
    return { kind: 'command', name, args: parseArguments(source, expressions, [], inQuotes), at };
  }
  const first = source.place();
  const args = expressions.parseArguments();
  const [only] = args;
  if (!startsArgument(source, inQuotes) || !only) return { kind: 'call', name, args, at };
  if (args.length > 1) {
    source.fail(
      `Expected ";" after ${name}( ), found ${source.found()}`,
      'Separate all arguments by commas inside the parentheses, or by spaces without them.',
    );
  }
  const start: MelCommandArgument[] = [{ kind: 'expression', expression: only, at: first }];
  return { kind: 'command', name, args: parseArguments(source, expressions, start, inQuotes), at };
}

/** `(int)$x` as the first argument. */
function isCast(source: Source): boolean {
  return /^\(\s*(?:int|float|string|vector)\s*\)/.test(source.text.slice(source.pos, source.pos + 40));
}

/** Whether what follows a `name( )` can only be one more argument, not an operator. */
function startsArgument(source: Source, inQuotes: boolean): boolean {
  const character = source.peek();
  const operator = source.peekOperator();
  if (operator === '-') return isNameStart(source.text.charCodeAt(source.pos + 1));
  if (operator === '`') return !inQuotes;
  if (['(', '{', '<<'].includes(operator) || character === '"' || character === '$') return true;
  return operator === '' && startsWord(source);
}

function startsWord(source: Source): boolean {
  const code = source.text.charCodeAt(source.pos);
  return isNamePart(code) || (code === 0x2e && isNamePart(source.text.charCodeAt(source.pos + 1))) || code === 0x7c;
}

function parseArguments(
  source: Source,
  expressions: ExpressionParser,
  args: MelCommandArgument[],
  inQuotes: boolean,
): MelCommandArgument[] {
  source.enter();
  for (;;) {
    const character = source.peek();
    if (character === '' || character === ';' || character === '}' || character === ')') break;
    if (character === '`' && inQuotes) break;
    args.push(parseArgument(source, expressions));
  }
  source.leave();
  return args;
}

function parseArgument(source: Source, expressions: ExpressionParser): MelCommandArgument {
  const at = source.place();
  const character = source.peek();
  if (character === '-') return parseDashed(source, expressions, at);
  if ('"$({`<'.includes(character)) {
    return { kind: 'expression', expression: parseOperand(source, expressions, at), at };
  }
  if (expressions.startsNumber() && isPlainNumber(source)) {
    return { kind: 'expression', expression: { kind: 'number', ...source.readNumber(), at }, at };
  }
  return parseWord(source, expressions, at);
}

/** `-flag`, `-5`, `-$x` or `-(1 + 2)`. */
function parseDashed(source: Source, expressions: ExpressionParser, at: Place): MelCommandArgument {
  const next = source.char(1);
  if (isNameStart(source.text.charCodeAt(source.pos + 1))) {
    source.pos++;
    const name = source.peekName();
    source.pos += name.length;
    return { kind: 'flag', name, at };
  }
  if (next !== '$' && next !== '(' && next !== '.' && !isDigit(next.charCodeAt(0))) {
    source.fail('Expected a flag or a number after "-"', PARENTHESES_HINT);
  }
  return { kind: 'expression', expression: expressions.parseUnary(), at };
}

function parseOperand(source: Source, expressions: ExpressionParser, at: Place): MelExpression {
  const character = source.peek();
  if (character === '"') return { kind: 'string', value: source.readString(), at };
  if (character === '<' && source.peekOperator() !== '<<') source.fail('Unexpected "<"', PARENTHESES_HINT);
  return expressions.parseUnary();
}

/** Whether the number here ends at a space: `1:100` and `2x` are words. */
function isPlainNumber(source: Source): boolean {
  const match = /^(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/.exec(
    source.text.slice(source.pos, source.pos + 400),
  );
  const end = source.pos + (match?.[0].length ?? 0);
  const after = source.text[end];
  return !(after === ':' || after === '.' || after === '|' || isNamePart(source.text.charCodeAt(end)));
}

/** An unquoted word: a name, a path, a component range or a wildcard pattern. */
function parseWord(source: Source, expressions: ExpressionParser, at: Place): MelCommandArgument {
  const parts: (string | MelExpression)[] = [];
  let from = source.pos;
  for (;;) {
    if (isWordPart(source.text.charCodeAt(source.pos))) {
      source.pos++;
    } else if (source.char() === '[') {
      from = parseSubscript(source, expressions, parts, from);
    } else {
      break;
    }
  }
  if (source.pos > from) parts.push(source.text.slice(from, source.pos));
  if (parts.length === 0) failAtArgument(source);
  const call = source.char() === '(' ? parts.join('') : '';
  if (call) source.fail(`${call}( ) is not a plain argument`, `Put it in parentheses, such as (${call}(...)).`);
  return { kind: 'word', parts, at };
}

/** `[3]`, `[0:7]` and `[*]` stay text; `[$i]` and `[$i + 1]` are evaluated. Returns where the text goes on. */
function parseSubscript(
  source: Source,
  expressions: ExpressionParser,
  parts: (string | MelExpression)[],
  from: number,
): number {
  const open = source.pos;
  let end = open + 1;
  while (isDigit(source.text.charCodeAt(end)) || ':*,'.includes(source.text[end] ?? ' ')) end++;
  if (source.text[end] === ']') {
    source.pos = end + 1;
    return from;
  }
  parts.push(source.text.slice(from, open + 1));
  source.pos = open + 1;
  parts.push(expressions.parse());
  if (source.accept(':')) {
    parts.push(':');
    parts.push(expressions.parse());
  }
  source.expect(']', 'after the index');
  return source.pos - 1;
}

function isWordPart(code: number): boolean {
  if (isNamePart(code)) return true;
  // . : | * ? @ # ~
  return [0x2e, 0x3a, 0x7c, 0x2a, 0x3f, 0x40, 0x23, 0x7e].includes(code);
}

function failAtArgument(source: Source): never {
  const character = source.peek();
  if (character === ',') source.fail('Unexpected ","', 'Separate the arguments of a command by spaces.');
  const lookalike = source.lookalikeHint();
  source.fail(`Unexpected ${source.found()} among the arguments`, lookalike ?? PARENTHESES_HINT);
}
