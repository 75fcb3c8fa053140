import { type Place, RiglineError } from '@rigline/diagnostics';
import type {
  MelCase,
  MelDeclaration,
  MelDeclarator,
  MelExpression,
  MelExpressionStatement,
  MelProgram,
  MelScalarType,
  MelStatement,
  MelType,
} from './ast.ts';
import { isStackOverflow } from './budget.ts';
import { parseCommand } from './parse-command.ts';
import { booleanWord, ExpressionParser, isScalarType } from './parse-expression.ts';
import { Source } from './source.ts';

/** Words that start a statement of their own, or belong to one; no command can have such a name. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['if', 'else', 'for', 'in', 'while', 'do', 'switch', 'case', 'default'],
  ...['break', 'continue', 'return', 'global', 'proc', 'int', 'float', 'string', 'vector', 'matrix'],
]);

const SEMICOLON_HINT = 'End the statement with ;.';

/**
 * Parses MEL text into a program; nothing is run.
 *
 * The last statement may lack its `;`, as in Maya's command line and in expression nodes.
 *
 * @throws RiglineError `MEL_SYNTAX` with the place of the first character that does not fit, or `MEL_TOO_DEEP`.
 */
export function parseMel(text: string, options: { readonly file?: string } = {}): MelProgram {
  const source = new Source(text, options.file);
  try {
    const body = new StatementParser(source).parseAll();
    return { kind: 'program', ...(options.file === undefined ? {} : { file: options.file }), body };
  } catch (error) {
    // The caller's own stack may be nearly used up, whatever our nesting limit is.
    if (!isStackOverflow(error)) throw error;
    throw new RiglineError({
      code: 'MEL_TOO_DEEP',
      message: 'Nested too deeply to be parsed',
      at: source.place(),
      cause: error,
    });
  }
}

class StatementParser {
  readonly #source: Source;
  readonly #expressions: ExpressionParser;

  constructor(source: Source) {
    this.#source = source;
    this.#expressions = new ExpressionParser(source, { parseQuotedCommand: () => this.#quotedCommand() });
  }

  parseAll(): MelStatement[] {
    const body: MelStatement[] = [];
    while (!this.#source.atEnd) {
      if (this.#source.accept(';')) continue;
      body.push(this.#statement());
    }
    return body;
  }

  #statement(): MelStatement {
    this.#source.enter();
    const statement = this.#plainStatement();
    this.#source.leave();
    return statement;
  }

  #plainStatement(): MelStatement {
    const source = this.#source;
    const at = source.place();
    if (source.peek() === '{') return { kind: 'block', body: this.#block(), at };
    if (source.accept(';')) return { kind: 'block', body: [], at };
    const word = source.peekName();
    if (KEYWORDS.has(word)) {
      const next = source.text.charAt(source.pos + word.length);
      if (next !== '.' && next !== '|') return this.#keyword(word, at);
    }
    const statement = this.#expressionStatement(at);
    this.#end();
    return statement;
  }

  #keyword(word: string, at: Place): MelStatement {
    const source = this.#source;
    const start = source.pos;
    source.pos += word.length;
    if (isScalarType(word)) {
      if (source.peek() === '$') return this.#ended(this.#declaration(word, false, at));
      source.pos = start;
      return this.#ended(this.#expressionStatement(at));
    }
    if (word === 'global') return this.#global(at);
    if (word === 'proc') return this.#proc(false, at);
    if (word === 'if') return this.#if(at);
    if (word === 'for') return this.#for(at);
    if (word === 'while') return { kind: 'while', test: this.#test('while'), body: this.#statement(), at };
    if (word === 'do') return this.#do(at);
    if (word === 'switch') return this.#switch(at);
    if (word === 'break' || word === 'continue') return this.#ended({ kind: word, at });
    if (word === 'return') return this.#return(at);
    return source.fail(`Unexpected "${word}"`, hintForStray(word), start);
  }

  #ended<T extends MelStatement>(statement: T): T {
    this.#end();
    return statement;
  }

  #end(): void {
    const source = this.#source;
    if (source.atEnd || source.accept(';')) return;
    source.fail(`Expected ";", found ${source.found()}`, source.lookalikeHint() ?? SEMICOLON_HINT);
  }

  #block(): MelStatement[] {
    const source = this.#source;
    source.expect('{', 'before the block');
    const body: MelStatement[] = [];
    while (!source.accept('}')) {
      if (source.atEnd) source.fail('The block has no end', 'Close it with }.');
      if (source.accept(';')) continue;
      body.push(this.#statement());
    }
    return body;
  }

  #test(after: string): MelExpression {
    this.#source.expect('(', `after "${after}"`);
    const test = this.#expressions.parse();
    this.#source.expect(')', 'after the condition');
    return test;
  }

  #if(at: Place): MelStatement {
    const test = this.#test('if');
    const then = this.#statement();
    if (!this.#source.acceptWord('else')) return { kind: 'if', test, then, at };
    return { kind: 'if', test, then, otherwise: this.#statement(), at };
  }

  #do(at: Place): MelStatement {
    const body = this.#statement();
    if (!this.#source.acceptWord('while')) this.#source.fail(`Expected "while", found ${this.#source.found()}`);
    return this.#ended({ kind: 'do', body, test: this.#test('while'), at });
  }

  #return(at: Place): MelStatement {
    const next = this.#source.peekOperator();
    if (next === ';' || next === '}' || this.#source.atEnd) return this.#ended({ kind: 'return', at });
    return this.#ended({ kind: 'return', value: this.#expressions.parse(), at });
  }

  #for(at: Place): MelStatement {
    const source = this.#source;
    source.expect('(', 'after "for"');
    const variable = this.#forInVariable();
    if (variable !== undefined) {
      const list = this.#expressions.parse();
      source.expect(')', 'after the list');
      return { kind: 'forIn', variable, list, body: this.#statement(), at };
    }
    const initial = this.#forInitial();
    source.expect(';', 'after the start of the loop');
    const test = source.peekOperator() === ';' ? undefined : this.#expressions.parse();
    source.expect(';', 'after the condition of the loop');
    const advance = source.peekOperator() === ')' ? [] : this.#expressionList();
    source.expect(')', 'after the loop');
    const body = this.#statement();
    return { kind: 'for', initial, ...(test === undefined ? {} : { test }), advance, body, at };
  }

  /** The variable of `for ($x in list)`; without moving, undefined for the other kind of loop. */
  #forInVariable(): string | undefined {
    const source = this.#source;
    const start = source.pos;
    const type = source.peekName();
    if (isScalarType(type)) source.pos += type.length;
    if (source.peek() === '$') {
      const name = source.readVariableName();
      if (source.acceptWord('in')) return name;
    }
    source.pos = start;
    return undefined;
  }

  #forInitial(): (MelDeclaration | MelExpressionStatement)[] {
    const source = this.#source;
    if (source.peekOperator() === ';') return [];
    const at = source.place();
    const type = source.peekName();
    if (isScalarType(type)) {
      source.pos += type.length;
      return [this.#declaration(type, false, at)];
    }
    return this.#expressionList().map((expression) => ({ kind: 'expression', expression, at: expression.at }));
  }

  #expressionList(): MelExpression[] {
    const list = [this.#expressions.parse()];
    while (this.#source.accept(',')) list.push(this.#expressions.parse());
    return list;
  }

  #switch(at: Place): MelStatement {
    const source = this.#source;
    const subject = this.#test('switch');
    source.expect('{', 'before the cases');
    const cases: MelCase[] = [];
    while (!source.accept('}')) cases.push(this.#case());
    return { kind: 'switch', subject, cases, at };
  }

  #case(): MelCase {
    const source = this.#source;
    const at = source.place();
    const isDefault = source.acceptWord('default');
    if (!isDefault && !source.acceptWord('case')) {
      source.fail(`Expected "case" or "default", found ${source.found()}`);
    }
    const test = isDefault ? undefined : this.#expressions.parse();
    source.expect(':', 'after the case');
    const body: MelStatement[] = [];
    for (;;) {
      const word = source.peekName();
      if (word === 'case' || word === 'default' || source.peek() === '}' || source.atEnd) break;
      if (!source.accept(';')) body.push(this.#statement());
    }
    return test === undefined ? { body, at } : { test, body, at };
  }

  #global(at: Place): MelStatement {
    const source = this.#source;
    if (source.acceptWord('proc')) return this.#proc(true, at);
    const type = source.peekName();
    if (!isScalarType(type)) return source.fail(`Expected a type or "proc" after "global", found ${source.found()}`);
    source.pos += type.length;
    return this.#ended(this.#declaration(type, true, at));
  }

  #declaration(type: MelScalarType, global: boolean, at: Place): MelDeclaration {
    const variables = [this.#declarator(type)];
    while (this.#source.accept(',')) variables.push(this.#declarator(type));
    return { kind: 'declare', global, variables, at };
  }

  #declarator(type: MelScalarType): MelDeclarator {
    const source = this.#source;
    const at = source.place();
    const name = source.readVariableName();
    const sizes: (MelExpression | undefined)[] = [];
    while (sizes.length < 2 && source.accept('[')) {
      sizes.push(source.peekOperator() === ']' ? undefined : this.#expressions.parse());
      source.expect(']', 'after the size');
    }
    const [size, columns] = sizes;
    const initial = source.accept('=') ? this.#expressions.parse() : undefined;
    return {
      name,
      type: type === 'matrix' || sizes.length === 0 ? type : `${type}[]`,
      ...(size === undefined ? {} : { size }),
      ...(columns === undefined ? {} : { columns }),
      ...(initial === undefined ? {} : { initial }),
      at,
    };
  }

  #proc(global: boolean, at: Place): MelStatement {
    const source = this.#source;
    const returns = this.#returnType();
    const name = source.peekName();
    if (name === '' || KEYWORDS.has(name)) source.fail(`Expected the name of the procedure, found ${source.found()}`);
    source.pos += name.length;
    source.expect('(', 'after the name of the procedure');
    const parameters: { name: string; type: MelType }[] = [];
    if (!source.accept(')')) {
      do parameters.push(this.#parameter());
      while (source.accept(','));
      source.expect(')', 'after the parameters');
    }
    const body = this.#block();
    return { kind: 'proc', name, global, ...(returns === undefined ? {} : { returns }), parameters, body, at };
  }

  #returnType(): MelType | undefined {
    const source = this.#source;
    const type = source.peekName();
    if (!isScalarType(type)) return undefined;
    source.pos += type.length;
    if (!source.accept('[')) return type;
    source.expect(']', 'after the type');
    return type === 'matrix' ? type : `${type}[]`;
  }

  #parameter(): { name: string; type: MelType } {
    const source = this.#source;
    const type = source.peekName();
    if (!isScalarType(type)) return source.fail(`Expected the type of a parameter, found ${source.found()}`);
    source.pos += type.length;
    const { name, type: declared } = this.#declarator(type);
    return { name, type: declared };
  }

  /** A command, a call, or an expression such as an assignment. */
  #expressionStatement(at: Place): MelExpressionStatement {
    const source = this.#source;
    const word = source.peekName();
    if (word === '' || booleanWord(word) !== undefined) {
      return { kind: 'expression', expression: this.#expressions.parse(), at };
    }
    const start = source.pos;
    const path = this.#expressions.readPath();
    const operator = source.peekOperator();
    if (path !== word || operator === '=' || (operator.length === 2 && operator.endsWith('='))) {
      source.pos = start;
      return { kind: 'expression', expression: this.#expressions.parse(), at };
    }
    if (operator === '++' || operator === '--' || isScalarType(word)) {
      source.pos = start;
      return { kind: 'expression', expression: this.#expressions.parse(), at };
    }
    const command = parseCommand(source, this.#expressions, word, at, false);
    const expression = command.kind === 'call' ? this.#expressions.continueFrom(command) : command;
    return { kind: 'expression', expression, at };
  }

  #quotedCommand(): MelExpression {
    const source = this.#source;
    const at = source.place();
    const name = source.peekName();
    if (name === '') return source.fail(`Expected the name of a command, found ${source.found()}`);
    source.pos += name.length;
    return parseCommand(source, this.#expressions, name, at, true);
  }
}

function hintForStray(word: string): string {
  if (word === 'else') return 'Put "else" right after the statement or block of its "if".';
  if (word === 'case' || word === 'default') return `Put "${word}" inside the braces of a "switch".`;
  return 'This word belongs to a statement that has not begun.';
}
