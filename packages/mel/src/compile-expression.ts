import { type Place, RiglineError } from '@rigline/diagnostics';
import type { MelDeclaration, MelStatement } from './ast.ts';
import { isStackOverflow, MEL_LIMITS } from './budget.ts';
import {
  type CompiledValue,
  FRAME_SLOT,
  LOOP_SLOT,
  type NumberCode,
  type Slots,
  TIME_SLOT,
  type UnsupportedConstruct,
  ValueCompiler,
} from './compile-value.ts';
import { failDepth } from './evaluator.ts';
import { parseMel } from './parse.ts';

/** What one evaluation of an expression node reads and sets. `index` is the position in `reads` or `writes`. */
export interface ExpressionIo {
  read(name: string, index: number): number;
  /** Called after the whole expression has run, once for each attribute that it assigned. */
  write(name: string, value: number, index: number): void;
  /** Units: seconds. */
  readonly time: number;
  readonly frame: number;
}

/** The text of an expression node, ready to run at any time. */
export interface CompiledExpression {
  /** Attributes whose value the expression needs, as written: `.I[0]`, `pCube1.translateX`. */
  readonly reads: readonly string[];
  /** Attributes that the expression may assign, as written: `.O[0]`, `pCube1.translateY`. */
  readonly writes: readonly string[];
  readonly usesTime: boolean;
  /** What keeps the expression from running; empty when it can. */
  readonly unsupported: readonly UnsupportedConstruct[];
  /**
   * Evaluates once. Variables start anew each time; attributes that no branch assigned are not written.
   *
   * @throws RiglineError `MEL_UNSUPPORTED` when `unsupported` is not empty, `MEL_DIVISION_BY_ZERO`, `MEL_DOMAIN` for a
   * result that is not a number, `MEL_STEP_LIMIT` for endless loops. Nothing has been written then.
   */
  run(io: ExpressionIo): void;
}

export interface CompileExpressionOptions {
  readonly file?: string;
  /** Passes through all loops of one run. */
  readonly maxSteps?: number;
}

type Signal = 0 | 1 | 2 | 3;
const NEXT = 0;
const BREAK = 1;
const CONTINUE = 2;
const RETURN = 3;

type StatementCode = (s: Slots) => Signal;

/**
 * Compiles the text of an expression node: arithmetic on attributes, variables, `time` and `frame`, the mathematical
 * functions, vectors, branches and loops. Attributes are named `node.attr`, or `.I[n]` and `.O[n]` as Maya saves them,
 * for the plugs connected to `input[n]` and `output[n]` of the node. Everything else is listed in `unsupported`, except
 * `print`, which changes no value and is left out.
 *
 * @throws RiglineError `MEL_SYNTAX` or `MEL_TYPE` for text that Maya would not accept either.
 */
export function compileExpression(text: string, options: CompileExpressionOptions = {}): CompiledExpression {
  const program = parseMel(text, options.file === undefined ? {} : { file: options.file });
  const compiler = new StatementCompiler(options.maxSteps ?? MEL_LIMITS.maxSteps);
  let code: StatementCode;
  try {
    code = compiler.all(program.body);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return failDepth(program.body[0]?.at ?? {}, error);
  }
  return new Expression(code, compiler.values);
}

class Expression implements CompiledExpression {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly usesTime: boolean;
  readonly unsupported: readonly UnsupportedConstruct[];
  readonly #code: StatementCode;
  readonly #slots: Slots;
  readonly #readSlots: readonly number[];
  readonly #writeSlots: readonly number[];
  readonly #flagSlots: readonly number[];

  constructor(code: StatementCode, values: ValueCompiler) {
    const writes = [...values.writes.values()];
    this.reads = values.reads.map(({ name }) => name);
    this.writes = writes.map(({ name }) => name);
    this.usesTime = values.usesTime;
    this.unsupported = values.unsupported;
    this.#code = code;
    this.#slots = new Float64Array(values.slotCount);
    this.#readSlots = values.reads.map(({ slot }) => slot);
    this.#writeSlots = writes.map(({ slot }) => slot);
    this.#flagSlots = writes.map(({ flag }) => flag);
  }

  run(io: ExpressionIo): void {
    if (this.unsupported.length > 0) failUnsupported(this.unsupported);
    const slots = this.#slots;
    slots.fill(0);
    slots[TIME_SLOT] = io.time;
    slots[FRAME_SLOT] = io.frame;
    for (let i = 0; i < this.#readSlots.length; i++) slots[this.#readSlots[i]!] = io.read(this.reads[i]!, i);
    this.#code(slots);
    for (let i = 0; i < this.#writeSlots.length; i++) {
      if (Number.isNaN(slots[this.#writeSlots[i]!])) failDomain(this.writes[i]!);
    }
    for (let i = 0; i < this.#writeSlots.length; i++) {
      if (slots[this.#flagSlots[i]!] === 1) io.write(this.writes[i]!, slots[this.#writeSlots[i]!]!, i);
    }
  }
}

class StatementCompiler {
  readonly values: ValueCompiler = new ValueCompiler();
  readonly #maxSteps: number;

  constructor(maxSteps: number) {
    this.#maxSteps = maxSteps;
  }

  all(body: readonly MelStatement[]): StatementCode {
    const codes = body.map((statement) => this.#statement(statement)).filter((code) => code !== undefined);
    const [first, second] = codes;
    if (!first) return () => NEXT;
    if (!second) return first;
    return (s) => {
      for (let i = 0; i < codes.length; i++) {
        const signal = codes[i]!(s);
        if (signal !== NEXT) return signal;
      }
      return NEXT;
    };
  }

  #statement(node: MelStatement): StatementCode | undefined {
    switch (node.kind) {
      case 'expression': {
        const { expression } = node;
        if ((expression.kind === 'call' || expression.kind === 'command') && expression.name === 'print')
          return undefined;
        return asStatement(this.values.compile(expression));
      }
      case 'declare':
        return this.#declare(node);
      case 'block':
        return this.values.inScope(() => this.all(node.body));
      case 'if':
        return this.#if(node);
      case 'while':
      case 'do':
      case 'for':
        return this.#loop(node);
      case 'switch':
        return this.#switch(node);
      case 'break':
        return () => BREAK;
      case 'continue':
        return () => CONTINUE;
      case 'return':
        // What follows may be skipped, so it counts as a branch.
        this.values.branchDepth++;
        return () => RETURN;
      default:
        this.values.reportUnsupported(
          node.kind === 'proc' ? `procedure "${node.name}"` : 'loop over an array',
          node.at,
        );
        return undefined;
    }
  }

  #body(node: MelStatement | undefined): StatementCode {
    return (node && this.#statement(node)) ?? (() => NEXT);
  }

  #declare(node: MelDeclaration): StatementCode | undefined {
    if (node.global) {
      this.values.reportUnsupported('global variable', node.at);
    }
    const codes = node.variables.map(({ name, type, initial, at }): StatementCode | undefined => {
      if (type !== 'int' && type !== 'float' && type !== 'vector') {
        this.values.reportUnsupported(`${type} variable`, at);
        this.values.declare(name, 'float');
        return undefined;
      }
      const value: CompiledValue = initial ? this.values.compile(initial) : { type: 'int', run: () => 0 };
      return asStatement(this.values.store(this.values.declare(name, type), value));
    });
    return sequence(codes.filter((code) => code !== undefined));
  }

  #if(node: Extract<MelStatement, { kind: 'if' }>): StatementCode {
    const test = this.values.number(node.test);
    const then = this.values.inBranch(() => this.#body(node.then));
    const otherwise = this.values.inBranch(() => this.#body(node.otherwise));
    return (s) => (test(s) !== 0 ? then(s) : otherwise(s));
  }

  #loop(node: Extract<MelStatement, { kind: 'while' | 'do' | 'for' }>): StatementCode {
    const before = node.kind === 'for' ? this.all(node.initial) : undefined;
    return this.values.inBranch(() => {
      // A do loop runs its body first, so variables that its test reads may be born there.
      const early = node.kind === 'do' ? this.#body(node.body) : undefined;
      const test = node.test ? this.values.number(node.test) : () => 1;
      const body = early ?? this.#body(node.body);
      const advance = node.kind === 'for' ? node.advance.map((step) => asStatement(this.values.compile(step))) : [];
      return this.#repeat({ before, test, body, advance: sequence(advance), bodyFirst: node.kind === 'do' }, node.at);
    });
  }

  #repeat(
    loop: {
      before: StatementCode | undefined;
      test: NumberCode;
      body: StatementCode;
      advance: StatementCode;
      bodyFirst: boolean;
    },
    at: Place,
  ): StatementCode {
    const { before, test, body, advance, bodyFirst } = loop;
    const maxSteps = this.#maxSteps;
    return (s) => {
      before?.(s);
      let isFirst = bodyFirst;
      while (isFirst || test(s) !== 0) {
        isFirst = false;
        s[LOOP_SLOT]!++;
        if (s[LOOP_SLOT]! > maxSteps) failLoop(maxSteps, at);
        const signal = body(s);
        if (signal === RETURN) return RETURN;
        if (signal === BREAK) break;
        advance(s);
      }
      return NEXT;
    };
  }

  #switch(node: Extract<MelStatement, { kind: 'switch' }>): StatementCode {
    const subject = this.values.number(node.subject);
    return this.values.inBranch(() => {
      const tests = node.cases.map(({ test }) => (test ? this.values.number(test) : undefined));
      const bodies = this.values.inScope(() => node.cases.map(({ body }) => this.all(body)));
      const fallback = node.cases.findIndex(({ test }) => !test);
      return (s) => {
        const value = subject(s);
        let start = fallback;
        for (let i = tests.length - 1; i >= 0; i--) if (tests[i]?.(s) === value) start = i;
        for (let i = start; i >= 0 && i < bodies.length; i++) {
          const signal = bodies[i]!(s);
          if (signal === BREAK) return NEXT;
          if (signal !== NEXT) return signal;
        }
        return NEXT;
      };
    });
  }
}

function sequence(codes: readonly StatementCode[]): StatementCode {
  return (s) => {
    for (let i = 0; i < codes.length; i++) codes[i]!(s);
    return NEXT;
  };
}

function asStatement(value: CompiledValue): StatementCode {
  const run: (s: Slots) => unknown = value.run;
  return (s) => {
    run(s);
    return NEXT;
  };
}

function failUnsupported([first]: readonly UnsupportedConstruct[]): never {
  throw new RiglineError({
    code: 'MEL_UNSUPPORTED',
    message: `The expression uses what is not evaluated here: ${first?.what}`,
    at: first?.at ?? {},
    hint: 'Bake the channels that it drives in Maya.',
  });
}

function failDomain(name: string): never {
  throw new RiglineError({
    code: 'MEL_DOMAIN',
    message: `The result for ${name} is not a number`,
    at: { plug: name },
    hint: 'Look for a root or logarithm of a negative number.',
  });
}

function failLoop(maxSteps: number, at: Place): never {
  throw new RiglineError({
    code: 'MEL_STEP_LIMIT',
    message: `The loops of the expression ran more than ${maxSteps} times`,
    at,
    hint: 'Look for a loop that does not end, or raise maxSteps.',
  });
}
