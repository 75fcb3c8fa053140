import { type Place, RiglineError } from '@rigline/diagnostics';
import type {
  MelArrayType,
  MelAssignOperator,
  MelBinaryOperator,
  MelCall,
  MelCommand,
  MelExpression,
  MelIndex,
  MelTarget,
  MelType,
} from './ast.ts';
import { type Budget, LIMIT_CODES } from './budget.ts';
import type { MelArgument, MelHost } from './host.ts';
import { applyBinary, negateMelValue } from './operators.ts';
import { booleanWord } from './parse-expression.ts';
import { staticType, strongerType } from './static-type.ts';
import {
  convertMelValue,
  defaultMelValue,
  elementType,
  formatMelValue,
  isMelArray,
  isMelTrue,
  type MelArray,
  type MelValue,
  type MelVector,
  melElement,
  melFloat,
  melInt,
  setMelElement,
  toMelNumber,
} from './value.ts';
import { failUndeclared, type Scope } from './variables.ts';

/** Nesting of statements and expressions while running; each level costs a few frames of the JavaScript stack. */
export const MAX_EVALUATION_DEPTH = 2000;

/** Evaluates expressions. Calls leave through `callFunction`, which knows procedures and commands. */
export abstract class Evaluator {
  protected readonly budget: Budget;
  protected readonly host: MelHost;
  protected depth = 0;
  protected activeProcs = 0;

  constructor(budget: Budget, host: MelHost) {
    this.budget = budget;
    this.host = host;
  }

  protected abstract callFunction(name: string, args: readonly MelArgument[], at: Place): MelValue;

  protected evaluate(node: MelExpression, scope: Scope): MelValue {
    this.budget.spend(1, node.at);
    if (++this.depth > MAX_EVALUATION_DEPTH) failDepth(node.at);
    const value = this.#evaluate(node, scope);
    this.depth--;
    return value;
  }

  #evaluate(node: MelExpression, scope: Scope): MelValue {
    switch (node.kind) {
      case 'number':
      case 'string':
        return node.kind === 'string' ? { type: 'string', value: node.value } : { type: node.type, value: node.value };
      case 'variable':
        return (scope.find(node.name) ?? failUndeclared(node.name, node.at)).value;
      case 'index':
        return this.#readIndex(node, scope);
      case 'attribute':
        return this.#readAttribute(node.path, node.at);
      case 'binary':
        return this.#binary(node, scope);
      case 'logical': {
        const left = isMelTrue(this.evaluate(node.left, scope), node.at);
        if (left === (node.operator === '||')) return melInt(left ? 1 : 0);
        return melInt(isMelTrue(this.evaluate(node.right, scope), node.at) ? 1 : 0);
      }
      case 'conditional':
        return this.#conditional(node, scope);
      case 'unary': {
        const value = this.evaluate(node.operand, scope);
        if (node.operator === '-') return negateMelValue(value, node.at);
        return node.operator === '+' ? value : melInt(isMelTrue(value, node.at) ? 0 : 1);
      }
      case 'assign':
        return this.#assign(node.operator, node.target, this.evaluate(node.value, scope), scope, node.at);
      case 'step':
        return this.#step(node.target, node.by, node.prefix, scope, node.at);
      case 'cast':
        return convertMelValue(this.evaluate(node.value, scope), node.type, node.at);
      case 'call':
        return node.name === 'catch' || node.name === 'catchQuiet' ? this.#catch(node, scope) : this.#call(node, scope);
      case 'command':
        return this.callFunction(node.name, this.#commandArguments(node, scope), node.at);
      default:
        return this.#composite(node, scope);
    }
  }

  #conditional(node: Extract<MelExpression, { kind: 'conditional' }>, scope: Scope): MelValue {
    const holds = isMelTrue(this.evaluate(node.test, scope), node.at);
    const value = this.evaluate(holds ? node.yes : node.no, scope);
    if (value.type !== 'int' && value.type !== 'float' && value.type !== 'vector') return value;
    const type = strongerType(value.type, staticType(holds ? node.no : node.yes, scope));
    return type === undefined || type === value.type ? value : convertMelValue(value, type, node.at);
  }

  #composite(
    node: Extract<MelExpression, { kind: 'vector' | 'matrix' | 'array' | 'component' }>,
    scope: Scope,
  ): MelValue {
    const toNumber = (item: MelExpression): number => toMelNumber(this.evaluate(item, scope), item.at);
    if (node.kind === 'vector') return { type: 'vector', value: node.items.map(toNumber) as MelVector };
    if (node.kind === 'matrix') return { type: 'matrix', value: node.rows.map((row) => row.map(toNumber)) };
    if (node.kind === 'component') {
      const base = this.evaluate(node.base, scope);
      if (base.type === 'vector') return melFloat(base.value[node.axis]);
      return failType(`.${'xyz'[node.axis]} needs a vector, found ${base.type}`, node.at);
    }
    this.budget.checkArray(node.items.length, node.at);
    const values = node.items.map((item) => this.evaluate(item, scope));
    const type = literalElementType(values);
    const array = defaultMelValue(`${type}[]`) as MelArray;
    values.forEach((value, i) => {
      setMelElement(array, i, convertMelValue(value, type, node.at));
    });
    return array;
  }

  /** Left-leaning chains such as `a + b + c` are folded in a loop, so that long ones need no deep stack. */
  #binary(node: Extract<MelExpression, { kind: 'binary' }>, scope: Scope): MelValue {
    const chain = [node];
    let first = node.left;
    while (first.kind === 'binary') {
      chain.push(first);
      first = first.left;
    }
    let value = this.evaluate(first, scope);
    for (let i = chain.length - 1; i >= 0; i--) {
      const link = chain[i];
      if (link) value = this.#apply(link.operator, value, this.evaluate(link.right, scope), link.at);
    }
    return value;
  }

  #apply(operator: MelBinaryOperator, left: MelValue, right: MelValue, at: Place): MelValue {
    this.budget.spend(left.type === 'matrix' && right.type === 'matrix' ? productSteps(left, right) : 1, at);
    const value = applyBinary(operator, left, right, at);
    if (value.type === 'string') this.budget.checkString(value.value.length, at);
    if (value.type === 'matrix') this.budget.checkArray(value.value.length * (value.value[0]?.length ?? 0), at);
    return value;
  }

  #readAttribute(path: string, at: Place): MelValue {
    const value = this.host.getAttribute?.(path, at);
    if (value === undefined) return failAttribute(path, 'read', at);
    return typeof value === 'number' ? melFloat(value) : value;
  }

  #readIndex(node: MelIndex, scope: Scope): MelValue {
    const base = this.evaluate(node.base, scope);
    const index = this.#indexOf(node.index, scope);
    if (base.type === 'matrix') {
      const column = node.column ? this.#indexOf(node.column, scope) : failType('A matrix needs two indices', node.at);
      return melFloat(base.value[index]?.[column] ?? failIndex(index, base.value.length, node.at));
    }
    if (!isMelArray(base) || node.column) return failType(`$${node.base.name} is ${base.type}, not an array`, node.at);
    return melElement(base, index);
  }

  #indexOf(node: MelExpression, scope: Scope): number {
    const index = Math.trunc(toMelNumber(this.evaluate(node, scope), node.at));
    if (!(index >= 0)) return failIndex(index, 0, node.at);
    return index;
  }

  #assign(operator: MelAssignOperator, target: MelTarget, value: MelValue, scope: Scope, at: Place): MelValue {
    if (operator === '=') return this.assignTo(target, value, scope, at);
    const old = this.evaluate(target, scope);
    const result = this.#apply(operator.charAt(0) as MelBinaryOperator, old, value, at);
    return this.assignTo(target, result, scope, at);
  }

  #step(target: MelTarget, by: 1 | -1, prefix: boolean, scope: Scope, at: Place): MelValue {
    const old = this.evaluate(target, scope);
    const next = this.assignTo(target, applyBinary('+', old, melInt(by), at), scope, at);
    return prefix ? next : old;
  }

  /** Stores a value and returns what was stored. A new variable takes the type of its first value. */
  protected assignTo(target: MelTarget, value: MelValue, scope: Scope, at: Place): MelValue {
    if (target.kind === 'attribute') {
      if (!this.host.setAttribute) return failAttribute(target.path, 'set', at);
      this.host.setAttribute(target.path, value, at);
      return value;
    }
    if (target.kind === 'index') return this.#assignIndex(target, value, scope, at);
    const slot = scope.find(target.name);
    if (!slot) {
      if (value.type === 'void') return failType('The command gives no value to assign', at);
      const stored = this.convert(value, value.type, at);
      scope.set(target.name, { type: value.type, value: stored });
      return stored;
    }
    const stored = this.convert(value, slot.type, at);
    // The array of a procedure's parameter is the caller's own: its elements are replaced, not the array.
    if (isMelArray(slot.value) && isMelArray(stored)) replaceElements(slot.value, stored);
    else slot.value = stored;
    return slot.value;
  }

  protected convert(value: MelValue, type: MelType, at: Place): MelValue {
    if (isMelArray(value)) this.budget.checkArray(value.value.length, at);
    return convertMelValue(value, type, at);
  }

  #assignIndex(target: MelIndex, value: MelValue, scope: Scope, at: Place): MelValue {
    const index = this.#indexOf(target.index, scope);
    const slot = scope.find(target.base.name) ?? this.#declareArray(target, value, scope, at);
    const array = slot.value;
    if (array.type === 'matrix') {
      const row = array.value[index];
      const column = target.column ? this.#indexOf(target.column, scope) : failType('A matrix needs two indices', at);
      if (!row || column >= row.length) return failIndex(row ? column : index, array.value.length, at);
      row[column] = toMelNumber(value, at);
      return melFloat(row[column] ?? 0);
    }
    if (!isMelArray(array) || target.column) {
      return failType(`$${target.base.name} is ${array.type}, not an array`, at);
    }
    const element = convertMelValue(value, elementType(array.type), at);
    growArray(array, index, this.budget, at);
    setMelElement(array, index, element);
    return element;
  }

  #declareArray(target: MelIndex, value: MelValue, scope: Scope, at: Place): { type: MelType; value: MelValue } {
    if (value.type === 'void' || value.type === 'matrix' || isMelArray(value)) {
      return failType(`An element cannot be ${value.type}`, at);
    }
    const type: MelArrayType = `${value.type}[]`;
    const slot = { type, value: defaultMelValue(type) };
    scope.set(target.base.name, slot);
    return slot;
  }

  /** `catch(...)`: 1 when its argument fails, 0 when not. Limits of the run are not caught. */
  #catch(node: MelCall, scope: Scope): MelValue {
    const { depth, activeProcs } = this;
    try {
      for (const arg of node.args) this.evaluate(arg, scope);
      return melInt(0);
    } catch (error) {
      if (!(error instanceof RiglineError) || LIMIT_CODES.has(error.code)) throw error;
      this.depth = depth;
      this.activeProcs = activeProcs;
      return melInt(1);
    }
  }

  #call(node: MelCall, scope: Scope): MelValue {
    const args = node.args.map((arg): MelArgument => {
      const value = this.evaluate(arg, scope);
      const isFlag = arg.kind === 'string' && /^-[a-zA-Z]\w*$/.test(arg.value);
      return isFlag
        ? { kind: 'flag', name: arg.value.slice(1), at: arg.at }
        : { kind: 'value', value, quoted: true, at: arg.at };
    });
    return this.callFunction(node.name, args, node.at);
  }

  #commandArguments(node: MelCommand, scope: Scope): MelArgument[] {
    return node.args.map((arg): MelArgument => {
      if (arg.kind === 'flag') return arg;
      if (arg.kind === 'expression') {
        return { kind: 'value', value: this.evaluate(arg.expression, scope), quoted: true, at: arg.at };
      }
      const text = arg.parts.map((part) =>
        typeof part === 'string' ? part : formatMelValue(this.evaluate(part, scope)),
      );
      const value: MelValue = { type: 'string', value: text.join('') };
      return { kind: 'value', value, quoted: false, at: arg.at };
    });
  }
}

/** An argument as a procedure or function of the language takes it: `on` is 1, a flag is text. */
export function argumentValue(arg: MelArgument): MelValue {
  if (arg.kind === 'flag') return { type: 'string', value: `-${arg.name}` };
  const constant = !arg.quoted && arg.value.type === 'string' ? booleanWord(arg.value.value) : undefined;
  return constant === undefined ? arg.value : melInt(constant);
}

function literalElementType(values: readonly MelValue[]): 'int' | 'float' | 'string' | 'vector' {
  for (const type of ['string', 'vector', 'float'] as const)
    if (values.some((value) => value.type === type)) return type;
  return 'int';
}

/** Steps of a product of matrices, by blocks of 16 multiplications. */
function productSteps(left: { readonly value: number[][] }, right: { readonly value: number[][] }): number {
  return 1 + (left.value.length * right.value.length * (right.value[0]?.length ?? 0)) / 16;
}

function replaceElements(array: MelArray, by: MelArray): void {
  array.value.length = 0;
  for (let i = 0; i < by.value.length; i++) setMelElement(array, i, melElement(by, i));
}

function growArray(array: MelArray, index: number, budget: Budget, at: Place): void {
  if (index < array.value.length) return;
  if (index >= budget.limits.maxArrayLength) budget.checkArray(index + 1, at);
  budget.spend(index - array.value.length, at);
  for (let i = array.value.length; i < index; i++) setMelElement(array, i, melElement(array, i));
}

export function failDepth(at: Place, cause?: unknown): never {
  throw new RiglineError({
    code: 'MEL_RECURSION_LIMIT',
    message: 'Procedures or expressions are nested too deeply',
    at,
    hint: 'Look for a procedure that calls itself without end.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function failType(message: string, at: Place): never {
  throw new RiglineError({ code: 'MEL_TYPE', message, at });
}

function failIndex(index: number, length: number, at: Place): never {
  throw new RiglineError({
    code: 'MEL_ARRAY_INDEX',
    message: length > 0 ? `Index ${index} is outside 0 to ${length - 1}` : `Index ${index} is not a position`,
    at,
  });
}

function failAttribute(path: string, what: 'read' | 'set', at: Place): never {
  throw new RiglineError({
    code: 'MEL_ATTRIBUTE',
    message: `"${path}" cannot be ${what} here: no such attribute`,
    at,
    hint: path.includes('.')
      ? 'Use getAttr and setAttr.'
      : `For text write "${path}" in quotes, for a variable $${path}.`,
  });
}
