/**
 * Expressions as closures over one array of numbers. Types are known when compiling, so that a run does no dispatch,
 * makes no object and reads every variable at a fixed slot. Vectors live in three slots in a row.
 */
import { type Place, RiglineError } from '@rigline/diagnostics';
import type { MelBinaryOperator, MelCall, MelExpression, MelTarget } from './ast.ts';
import { compileFunction } from './compile-function.ts';
import { compileNumericBinary, compileVectorBinary } from './compile-operator.ts';
import { UNSUPPORTED_FUNCTIONS } from './math-functions.ts';
import { failUndeclared } from './variables.ts';

export type Slots = Float64Array;
export type NumberCode = (s: Slots) => number;

export interface NumberValue {
  readonly type: 'int' | 'float';
  readonly run: NumberCode;
}

/** `run` fills the three slots from `slot` on. */
export interface VectorValue {
  readonly type: 'vector';
  readonly slot: number;
  readonly run: (s: Slots) => void;
}

export type CompiledValue = NumberValue | VectorValue;
export type LocalType = 'int' | 'float' | 'vector';

/** Something an expression does that is not evaluated here. */
export interface UnsupportedConstruct {
  readonly what: string;
  readonly at: Place;
}

export interface AttributeSlot {
  readonly name: string;
  readonly slot: number;
}

export interface WrittenSlot extends AttributeSlot {
  /** Holds 1 once the run has assigned the attribute. */
  readonly flag: number;
}

interface Local {
  readonly type: LocalType;
  readonly slot: number;
}

export const TIME_SLOT = 0;
export const FRAME_SLOT = 1;
export const LOOP_SLOT = 2;
const FIRST_FREE_SLOT = 3;

const ZERO: NumberValue = { type: 'float', run: () => 0 };

export class ValueCompiler {
  readonly reads: AttributeSlot[] = [];
  readonly writes: Map<string, WrittenSlot> = new Map();
  readonly unsupported: UnsupportedConstruct[] = [];
  usesTime = false;
  slotCount: number = FIRST_FREE_SLOT;
  /** Above 0 inside code that may not run: branches and loops. */
  branchDepth = 0;
  readonly #attributes = new Map<string, number>();
  readonly #readNames = new Set<string>();
  /** Attributes that were assigned whatever happened; reading them needs no value from outside. */
  readonly #assigned = new Set<string>();
  #scopes: Map<string, Local>[] = [new Map()];

  allocate(count: number): number {
    const slot = this.slotCount;
    this.slotCount += count;
    return slot;
  }

  inScope<T>(compile: () => T): T {
    this.#scopes.push(new Map());
    const result = compile();
    this.#scopes.pop();
    return result;
  }

  inBranch<T>(compile: () => T): T {
    this.branchDepth++;
    const result = compile();
    this.branchDepth--;
    return result;
  }

  reportUnsupported(what: string, at: Place): NumberValue {
    this.unsupported.push({ what, at });
    return ZERO;
  }

  declare(name: string, type: LocalType): Local {
    const local = { type, slot: this.allocate(type === 'vector' ? 3 : 1) };
    this.#scopes.at(-1)?.set(name, local);
    return local;
  }

  find(name: string): Local | undefined {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const local = this.#scopes[i]?.get(name);
      if (local) return local;
    }
    return undefined;
  }

  compile(node: MelExpression): CompiledValue {
    switch (node.kind) {
      case 'number': {
        const { value } = node;
        return { type: node.type, run: () => value };
      }
      case 'variable':
        return readSlot(this.find(node.name) ?? failUndeclared(node.name, node.at));
      case 'attribute':
        if (/^\.[A-HJ-NP-Z]\[/.test(node.path)) break;
        return this.#readAttribute(node.path);
      case 'binary':
        return this.#binary(node.operator, this.compile(node.left), this.compile(node.right), node.at);
      case 'logical':
        return this.#logical(node);
      case 'conditional':
        return this.#conditional(node);
      case 'unary':
        return this.#unary(node.operator, this.compile(node.operand));
      case 'assign': {
        const value = this.compile(node.value);
        if (node.operator === '=') return this.assign(node.target, value);
        const operator = node.operator.charAt(0) as MelBinaryOperator;
        return this.assign(node.target, this.#binary(operator, this.compile(node.target), value, node.at));
      }
      case 'step':
        return this.#step(node);
      case 'cast':
        if (node.type !== 'int' && node.type !== 'float' && node.type !== 'vector') break;
        return this.convert(this.compile(node.value), node.type);
      case 'vector':
        return this.#vector(node.items.map((item) => this.number(item)));
      case 'component':
        return this.#component(this.compile(node.base), node.axis, node.at);
      case 'call':
        return this.#call(node);
      default:
        break;
    }
    return this.reportUnsupported(describe(node), node.at);
  }

  /** The value as a number; a vector counts by its length. */
  number(node: MelExpression): NumberCode {
    return toNumber(this.compile(node));
  }

  convert(value: CompiledValue, type: LocalType): CompiledValue {
    if (value.type === type) return value;
    if (type === 'vector') {
      const code = toNumber(value);
      return this.#vector([code, code, code]);
    }
    const code = toNumber(value);
    return { type, run: type === 'int' && value.type !== 'int' ? (s) => Math.trunc(code(s)) | 0 : code };
  }

  /** Stores into a variable or attribute. A new variable takes the type of its first value. */
  assign(target: MelTarget, value: CompiledValue): CompiledValue {
    if (target.kind === 'index') return this.reportUnsupported('array', target.at);
    if (target.kind === 'attribute') return this.#assignAttribute(target.path, toNumber(value));
    const local = this.find(target.name) ?? this.declare(target.name, value.type);
    return this.store(local, value);
  }

  store(local: Local, value: CompiledValue): CompiledValue {
    const { slot } = local;
    const converted = this.convert(value, local.type);
    if (converted.type === 'vector') return copyVector(converted, slot);
    const { run } = converted;
    return {
      type: converted.type,
      run: (s) => {
        const result = run(s);
        s[slot] = result;
        return result;
      },
    };
  }

  #attributeSlot(name: string): number {
    const known = this.#attributes.get(name);
    if (known !== undefined) return known;
    const slot = this.allocate(1);
    this.#attributes.set(name, slot);
    return slot;
  }

  /** Unverified: attributes are floats here whatever their type; Maya may divide integer ones as integers. */
  #readAttribute(name: string): NumberValue {
    if (name === 'time' || name === 'frame') {
      this.usesTime = true;
      return readSlot({ type: 'float', slot: name === 'time' ? TIME_SLOT : FRAME_SLOT }) as NumberValue;
    }
    const slot = this.#attributeSlot(name);
    if (!this.#assigned.has(name) && !this.#readNames.has(name)) {
      this.#readNames.add(name);
      this.reads.push({ name, slot });
    }
    return { type: 'float', run: (s) => s[slot]! };
  }

  #assignAttribute(name: string, code: NumberCode): NumberValue {
    const slot = this.#attributeSlot(name);
    const written = this.writes.get(name) ?? { name, slot, flag: this.allocate(1) };
    this.writes.set(name, written);
    if (this.branchDepth === 0) this.#assigned.add(name);
    const { flag } = written;
    return {
      type: 'float',
      run: (s) => {
        const result = code(s);
        s[slot] = result;
        s[flag] = 1;
        return result;
      },
    };
  }

  #binary(operator: MelBinaryOperator, left: CompiledValue, right: CompiledValue, at: Place): CompiledValue {
    if (left.type !== 'vector' && right.type !== 'vector') {
      return compileNumericBinary(operator, left, right, at) ?? failCross(at);
    }
    const bothVectors = left.type === 'vector' && right.type === 'vector';
    if (operator === '^' && !bothVectors) return failCross(at);
    const a = this.convert(left, 'vector') as VectorValue;
    const b = this.convert(right, 'vector') as VectorValue;
    if (['<', '<=', '>', '>='].includes(operator)) {
      const [x, y] = [left, right].map((v): NumberValue => ({ type: 'float', run: toNumber(v) }));
      if (x && y) return compileNumericBinary(operator, x, y, at) ?? ZERO;
    }
    return compileVectorBinary(operator, a, b, { bothVectors, out: this.allocate(3), at });
  }

  #logical(node: Extract<MelExpression, { kind: 'logical' }>): NumberValue {
    const left = this.number(node.left);
    const right = this.inBranch(() => this.number(node.right));
    return node.operator === '&&'
      ? { type: 'int', run: (s) => (left(s) !== 0 && right(s) !== 0 ? 1 : 0) }
      : { type: 'int', run: (s) => (left(s) !== 0 || right(s) !== 0 ? 1 : 0) };
  }

  #conditional(node: Extract<MelExpression, { kind: 'conditional' }>): CompiledValue {
    const test = this.number(node.test);
    const [yes, no] = this.inBranch(() => [this.compile(node.yes), this.compile(node.no)] as const);
    if (yes.type !== 'vector' && no.type !== 'vector') {
      const [first, second] = [yes.run, no.run];
      const type = yes.type === 'int' && no.type === 'int' ? 'int' : 'float';
      return { type, run: (s) => (test(s) !== 0 ? first(s) : second(s)) };
    }
    const slot = this.allocate(3);
    const first = copyVector(this.convert(yes, 'vector') as VectorValue, slot).run;
    const second = copyVector(this.convert(no, 'vector') as VectorValue, slot).run;
    return { type: 'vector', slot, run: (s) => (test(s) !== 0 ? first(s) : second(s)) };
  }

  #unary(operator: '-' | '+' | '!', operand: CompiledValue): CompiledValue {
    if (operator === '+') return operand;
    if (operator === '!') {
      const code = toNumber(operand);
      return { type: 'int', run: (s) => (code(s) === 0 ? 1 : 0) };
    }
    if (operand.type !== 'vector') {
      const { run } = operand;
      return { type: operand.type, run: operand.type === 'int' ? (s) => -run(s) | 0 : (s) => -run(s) };
    }
    const { slot, run } = operand;
    const out = this.allocate(3);
    return {
      type: 'vector',
      slot: out,
      run: (s) => {
        run(s);
        for (let i = 0; i < 3; i++) s[out + i] = -s[slot + i]!;
      },
    };
  }

  #step(node: Extract<MelExpression, { kind: 'step' }>): CompiledValue {
    const old = this.compile(node.target);
    const by: NumberValue = { type: 'int', run: () => node.by };
    const next = this.assign(node.target, this.#binary('+', old, by, node.at));
    if (node.prefix || old.type === 'vector' || next.type === 'vector') return next;
    const [before, advance] = [old.run, next.run];
    return {
      type: old.type,
      run: (s) => {
        const result = before(s);
        advance(s);
        return result;
      },
    };
  }

  #vector(items: readonly NumberCode[]): VectorValue {
    const slot = this.allocate(3);
    const [x = ZERO.run, y = ZERO.run, z = ZERO.run] = items;
    return {
      type: 'vector',
      slot,
      run: (s) => {
        s[slot] = x(s);
        s[slot + 1] = y(s);
        s[slot + 2] = z(s);
      },
    };
  }

  #component(base: CompiledValue, axis: 0 | 1 | 2, at: Place): NumberValue {
    if (base.type !== 'vector') {
      const message = `.${'xyz'[axis]} needs a vector, found ${base.type}`;
      throw new RiglineError({ code: 'MEL_TYPE', message, at });
    }
    const { run, slot } = base;
    return {
      type: 'float',
      run: (s) => {
        run(s);
        return s[slot + axis]!;
      },
    };
  }

  #call(node: MelCall): CompiledValue {
    if (UNSUPPORTED_FUNCTIONS.has(node.name)) return this.reportUnsupported(`function "${node.name}"`, node.at);
    const args = node.args.map((arg) => this.compile(arg));
    const value = compileFunction(node, args, {
      allocate: (count) => this.allocate(count),
      toVector: (arg) => this.convert(arg, 'vector') as VectorValue,
      toNumber,
    });
    return value ?? this.reportUnsupported(`function "${node.name}"`, node.at);
  }
}

export function toNumber(value: CompiledValue): NumberCode {
  if (value.type !== 'vector') return value.run;
  const { slot, run } = value;
  return (s) => {
    run(s);
    return Math.hypot(s[slot]!, s[slot + 1]!, s[slot + 2]!);
  };
}

function readSlot({ type, slot }: Local): CompiledValue {
  return type === 'vector' ? { type, slot, run: () => {} } : { type, run: (s) => s[slot]! };
}

function copyVector(value: VectorValue, slot: number): VectorValue {
  const { run, slot: from } = value;
  return {
    type: 'vector',
    slot,
    run: (s) => {
      run(s);
      s.copyWithin(slot, from, from + 3);
    },
  };
}

function failCross(at: Place): never {
  throw new RiglineError({
    code: 'MEL_TYPE',
    message: '"^" needs two vectors',
    at,
    hint: 'Use pow( ) for powers; ^ is the cross product of two vectors.',
  });
}

function describe(node: MelExpression): string {
  if (node.kind === 'attribute') return `plug ${node.path}, which is not a number`;
  if (node.kind === 'command') return `command "${node.name}"`;
  if (node.kind === 'index') return 'array';
  return node.kind === 'cast' ? node.type : node.kind;
}
