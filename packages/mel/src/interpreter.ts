import { type Place, RiglineError } from '@rigline/diagnostics';
import type { MelDeclaration, MelProc, MelProgram, MelStatement } from './ast.ts';
import { Budget, isStackOverflow, MEL_LIMITS, type MelLimits } from './budget.ts';
import type { MelBuiltin } from './builtin.ts';
import { ARRAY_BUILTINS } from './builtins-array.ts';
import { MATH_BUILTINS } from './builtins-math.ts';
import { TEXT_BUILTINS } from './builtins-text.ts';
import { argumentValue, Evaluator, failDepth, MAX_EVALUATION_DEPTH } from './evaluator.ts';
import { type MelArgument, type MelHost, REFUSED_COMMANDS } from './host.ts';
import { UNSUPPORTED_FUNCTIONS } from './math-functions.ts';
import { applyBinary } from './operators.ts';
import {
  convertMelValue,
  defaultMelValue,
  isMelArray,
  isMelTrue,
  MEL_VOID,
  type MelArray,
  type MelValue,
  melElement,
  setMelElement,
  toMelNumber,
} from './value.ts';
import { failRedeclared, Scope } from './variables.ts';

export interface MelRunOptions extends Partial<MelLimits> {}

type Signal = 'next' | 'break' | 'continue' | 'return';

const BUILTINS: ReadonlyMap<string, MelBuiltin> = new Map([...MATH_BUILTINS, ...TEXT_BUILTINS, ...ARRAY_BUILTINS]);

/** Names of the functions that the language itself brings, sorted; for completion and help. */
export const MEL_FUNCTIONS: readonly string[] = [...BUILTINS.keys(), 'catch', 'catchQuiet'].sort();

/** Variables and procedures that stay between programs, as in Maya's script editor. */
export class MelSession {
  readonly #host: MelHost;
  readonly #limits: MelLimits;
  readonly #globals = new Scope();
  readonly #procs = new Map<string, MelProc>();

  constructor(host: MelHost, options: MelRunOptions = {}) {
    this.#host = host;
    this.#limits = { ...MEL_LIMITS, ...options };
  }

  /** Runs a program and returns the value of its last command, expression or declaration outside any block. */
  run(program: MelProgram): MelValue {
    const runner = new Runner(new Budget(this.#limits), this.#host, this.#globals, this.#procs);
    try {
      return runner.runProgram(program);
    } catch (error) {
      // The caller's own stack may be nearly used up, whatever our depth limit is.
      if (!isStackOverflow(error)) throw error;
      return failDepth(program.body[0]?.at ?? {}, error);
    }
  }

  /** Value of a global variable; undefined when there is none of that name. */
  getVariable(name: string): MelValue | undefined {
    return this.#globals.own(name)?.value;
  }

  variableNames(): string[] {
    return this.#globals.names();
  }
}

/**
 * Runs a program on its own and returns the value of its last command or expression.
 *
 * The script reaches nothing but `host`. It ends within `maxSteps` steps, or with `MEL_STEP_LIMIT`.
 *
 * @throws RiglineError with the place in the script.
 */
export function runMel(program: MelProgram, host: MelHost, options: MelRunOptions = {}): MelValue {
  return new MelSession(host, options).run(program);
}

class Runner extends Evaluator {
  readonly #globals: Scope;
  readonly #procs: Map<string, MelProc>;
  #result: MelValue = MEL_VOID;

  constructor(budget: Budget, host: MelHost, globals: Scope, procs: Map<string, MelProc>) {
    super(budget, host);
    this.#globals = globals;
    this.#procs = procs;
  }

  runProgram(program: MelProgram): MelValue {
    for (const statement of program.body) if (statement.kind === 'proc') this.#procs.set(statement.name, statement);
    let last = MEL_VOID;
    for (const statement of program.body) {
      if (statement.kind === 'expression') last = this.evaluate(statement.expression, this.#globals);
      else if (this.#execute(statement, this.#globals) === 'return') break;
      if (statement.kind === 'declare') {
        const assigned = statement.variables.filter(({ initial }) => initial).at(-1);
        last = assigned ? (this.#globals.own(assigned.name)?.value ?? MEL_VOID) : MEL_VOID;
      }
    }
    return last;
  }

  #executeAll(body: readonly MelStatement[], scope: Scope): Signal {
    for (const statement of body) {
      const signal = this.#execute(statement, scope);
      if (signal !== 'next') return signal;
    }
    return 'next';
  }

  #execute(node: MelStatement, scope: Scope): Signal {
    this.budget.spend(1, node.at);
    if (++this.depth > MAX_EVALUATION_DEPTH) failDepth(node.at);
    const signal = this.#statement(node, scope);
    this.depth--;
    return signal;
  }

  #statement(node: MelStatement, scope: Scope): Signal {
    switch (node.kind) {
      case 'expression':
        this.evaluate(node.expression, scope);
        return 'next';
      case 'declare':
        this.#declare(node, scope);
        return 'next';
      case 'block':
        return this.#executeAll(node.body, new Scope(scope));
      case 'if': {
        const chosen = this.#holds(node.test, scope) ? node.then : node.otherwise;
        return chosen ? this.#execute(chosen, scope) : 'next';
      }
      case 'switch':
        return this.#switch(node, new Scope(scope));
      case 'break':
      case 'continue':
        return node.kind;
      case 'return':
        this.#result = node.value ? this.evaluate(node.value, scope) : MEL_VOID;
        return 'return';
      case 'proc':
        this.#procs.set(node.name, node);
        return 'next';
      default:
        return this.#loop(node, scope);
    }
  }

  #holds(test: Parameters<Evaluator['evaluate']>[0], scope: Scope): boolean {
    return isMelTrue(this.evaluate(test, scope), test.at);
  }

  #loop(node: Extract<MelStatement, { kind: 'for' | 'forIn' | 'while' | 'do' }>, scope: Scope): Signal {
    if (node.kind === 'forIn') return this.#forIn(node, scope);
    if (node.kind === 'for') this.#executeAll(node.initial, scope);
    const { test } = node;
    let isFirst = node.kind === 'do';
    while (isFirst || !test || this.#holds(test, scope)) {
      isFirst = false;
      const signal = this.#execute(node.body, scope);
      if (signal === 'return') return signal;
      if (signal === 'break') break;
      if (node.kind === 'for') for (const step of node.advance) this.evaluate(step, scope);
    }
    return 'next';
  }

  #forIn(node: Extract<MelStatement, { kind: 'forIn' }>, scope: Scope): Signal {
    const list = this.evaluate(node.list, scope);
    if (!isMelArray(list)) {
      throw new RiglineError({
        code: 'MEL_TYPE',
        message: `"for in" needs an array, found ${list.type}`,
        at: node.list.at,
      });
    }
    const items = this.convert(list, list.type, node.at) as MelArray;
    for (let i = 0; i < items.value.length; i++) {
      this.assignTo({ kind: 'variable', name: node.variable, at: node.at }, melElement(items, i), scope, node.at);
      const signal = this.#execute(node.body, scope);
      if (signal === 'return') return signal;
      if (signal === 'break') break;
    }
    return 'next';
  }

  #switch(node: Extract<MelStatement, { kind: 'switch' }>, scope: Scope): Signal {
    const subject = this.evaluate(node.subject, scope);
    let start = node.cases.findIndex(
      ({ test }) => test && applyBinary('==', subject, this.evaluate(test, scope), test.at).value === 1,
    );
    if (start < 0) start = node.cases.findIndex(({ test }) => !test);
    if (start < 0) return 'next';
    for (const { body } of node.cases.slice(start)) {
      const signal = this.#executeAll(body, scope);
      if (signal === 'break') return 'next';
      if (signal !== 'next') return signal;
    }
    return 'next';
  }

  #declare(node: MelDeclaration, scope: Scope): void {
    for (const variable of node.variables) {
      const { name, type, at } = variable;
      const home = node.global ? this.#globals : scope;
      const known = home.own(name);
      if (known && known.type !== type) failRedeclared(name, known.type, type, at);
      // Declaring a global variable again keeps its value; a local one starts anew.
      const keeps = known !== undefined && home === this.#globals;
      const initial = variable.initial && this.convert(this.evaluate(variable.initial, scope), type, at);
      const slot = keeps ? known : { type, value: initial ?? this.#blank(variable, scope) };
      if (keeps && initial) slot.value = initial;
      home.set(name, slot);
      if (node.global) scope.set(name, slot);
    }
  }

  #blank(variable: MelDeclaration['variables'][number], scope: Scope): MelValue {
    const { type, size, columns, at } = variable;
    const [rows, width] = [size, columns].map((node) =>
      node ? Math.max(0, Math.trunc(toMelNumber(this.evaluate(node, scope), at))) : 0,
    );
    this.budget.checkArray((rows ?? 0) * Math.max(1, width ?? 0), at);
    const value = defaultMelValue(type);
    if (value.type === 'matrix') for (let r = 0; r < (rows ?? 0); r++) value.value.push(Array(width ?? 0).fill(0));
    if (isMelArray(value)) for (let i = 0; i < (rows ?? 0); i++) setMelElement(value, i, melElement(value, i));
    return value;
  }

  protected override callFunction(name: string, args: readonly MelArgument[], at: Place): MelValue {
    if (REFUSED_COMMANDS.has(name)) {
      throw new RiglineError({
        code: 'MEL_REFUSED',
        message: `"${name}" is refused: scripts may not run other code or reach outside the scene`,
        at,
      });
    }
    const proc = this.#procs.get(name);
    if (proc) return this.#callProc(proc, args.map(argumentValue), at);
    if (UNSUPPORTED_FUNCTIONS.has(name)) {
      throw new RiglineError({
        code: 'MEL_UNSUPPORTED',
        message: `"${name}" is not supported: its numbers are Maya's own`,
        at,
        hint: 'Bake the channels that need it in Maya.',
      });
    }
    const builtin = BUILTINS.get(name);
    if (builtin) return this.#callBuiltin(name, builtin, args.map(argumentValue), at);
    return this.#callHost(name, args, at);
  }

  #callBuiltin(name: string, builtin: MelBuiltin, args: readonly MelValue[], at: Place): MelValue {
    const { host, budget } = this;
    return builtin({
      name,
      args,
      at,
      budget,
      print: (text) => host.print(text),
      warn: (text) => (host.warn ? host.warn(text, at) : host.print(`// Warning: ${text} //\n`)),
    });
  }

  /** An error of the host that names no place gets the place of the command. */
  #callHost(name: string, args: readonly MelArgument[], at: Place): MelValue {
    const { host, budget } = this;
    budget.spend(host.cost?.(name, args, false) ?? 0, at);
    try {
      const result = host.command(name, args, at);
      if (isMelArray(result)) budget.spend(result.value.length, at);
      return result;
    } catch (error) {
      budget.spend(host.cost?.(name, args, true) ?? 0, at);
      if (!(error instanceof RiglineError) || error.at.line !== undefined) throw error;
      const { code, message, hint } = error;
      throw new RiglineError({
        code,
        message,
        at: { ...at, ...error.at },
        ...(hint === undefined ? {} : { hint }),
        cause: error,
      });
    }
  }

  #callProc(proc: MelProc, args: readonly MelValue[], at: Place): MelValue {
    if (args.length !== proc.parameters.length) {
      throw new RiglineError({
        code: 'MEL_ARGUMENTS',
        message: `${proc.name} takes ${proc.parameters.length} arguments, found ${args.length}`,
        at,
      });
    }
    if (this.activeProcs >= this.budget.limits.maxDepth) failDepth(at);
    const scope = new Scope();
    proc.parameters.forEach(({ name, type }, i) => {
      const value = args[i] ?? MEL_VOID;
      // Arrays of the same type are passed by reference, as in MEL.
      scope.set(name, {
        type,
        value: value.type === type && isMelArray(value) ? value : this.convert(value, type, at),
      });
    });
    this.activeProcs++;
    this.#result = MEL_VOID;
    this.#executeAll(proc.body, scope);
    this.activeProcs--;
    const result = this.#result;
    this.#result = MEL_VOID;
    if (proc.returns === undefined) return MEL_VOID;
    return result.type === 'void' ? defaultMelValue(proc.returns) : convertMelValue(result, proc.returns, at);
  }
}
