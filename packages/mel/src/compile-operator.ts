import type { Place } from '@rigline/diagnostics';
import type { MelBinaryOperator } from './ast.ts';
import type { CompiledValue, NumberCode, NumberValue, Slots, VectorValue } from './compile-value.ts';
import { failDivision } from './operators.ts';

/** Operators of two numbers; undefined for `^`, which has no meaning between numbers. */
export function compileNumericBinary(
  operator: MelBinaryOperator,
  left: NumberValue,
  right: NumberValue,
  at: Place,
): NumberValue | undefined {
  const [a, b] = [left.run, right.run];
  if (operator === '^') return undefined;
  const comparison = compileComparison(operator, a, b);
  if (comparison) return { type: 'int', run: comparison };
  if (left.type === 'int' && right.type === 'int') return { type: 'int', run: compileInt(operator, a, b, at) };
  return { type: 'float', run: compileFloat(operator, a, b, at) };
}

function compileComparison(operator: MelBinaryOperator, a: NumberCode, b: NumberCode): NumberCode | undefined {
  switch (operator) {
    case '<':
      return (s) => (a(s) < b(s) ? 1 : 0);
    case '<=':
      return (s) => (a(s) <= b(s) ? 1 : 0);
    case '>':
      return (s) => (a(s) > b(s) ? 1 : 0);
    case '>=':
      return (s) => (a(s) >= b(s) ? 1 : 0);
    case '==':
      return (s) => (a(s) === b(s) ? 1 : 0);
    case '!=':
      return (s) => (a(s) !== b(s) ? 1 : 0);
    default:
      return undefined;
  }
}

function compileInt(operator: MelBinaryOperator, a: NumberCode, b: NumberCode, at: Place): NumberCode {
  switch (operator) {
    case '+':
      return (s) => (a(s) + b(s)) | 0;
    case '-':
      return (s) => (a(s) - b(s)) | 0;
    case '*':
      return (s) => Math.imul(a(s), b(s));
    case '/':
      return (s) => {
        const dividend = a(s);
        return (dividend / (b(s) || failDivision(operator, at))) | 0;
      };
    default:
      return (s) => {
        const dividend = a(s);
        return (dividend % (b(s) || failDivision(operator, at))) | 0;
      };
  }
}

function compileFloat(operator: MelBinaryOperator, a: NumberCode, b: NumberCode, at: Place): NumberCode {
  switch (operator) {
    case '+':
      return (s) => a(s) + b(s);
    case '-':
      return (s) => a(s) - b(s);
    case '*':
      return (s) => a(s) * b(s);
    case '/':
      return (s) => a(s) / nonZero(b(s), operator, at);
    default:
      return (s) => a(s) % nonZero(b(s), operator, at);
  }
}

function nonZero(divisor: number, operator: MelBinaryOperator, at: Place): number {
  return divisor === 0 ? failDivision(operator, at) : divisor;
}

/** Operators with at least one vector; the other operand has been spread to a vector. */
export function compileVectorBinary(
  operator: MelBinaryOperator,
  left: VectorValue,
  right: VectorValue,
  options: { readonly bothVectors: boolean; readonly out: number; readonly at: Place },
): CompiledValue {
  const { out, at } = options;
  const run = (s: Slots): void => {
    left.run(s);
    right.run(s);
  };
  const [a, b] = [left.slot, right.slot];
  if (operator === '==' || operator === '!=') {
    const wanted = operator === '==';
    const isEqual = (s: Slots): boolean => s[a]! === s[b]! && s[a + 1]! === s[b + 1]! && s[a + 2]! === s[b + 2]!;
    return {
      type: 'int',
      run: (s) => {
        run(s);
        return isEqual(s) === wanted ? 1 : 0;
      },
    };
  }
  if (operator === '*' && options.bothVectors) return compileDot(left, right);
  if (operator === '^') return compileCross(left, right, out);
  const combine = componentOperator(operator, at);
  return {
    type: 'vector',
    slot: out,
    run: (s) => {
      run(s);
      for (let i = 0; i < 3; i++) s[out + i] = combine(s[a + i]!, s[b + i]!);
    },
  };
}

function componentOperator(operator: MelBinaryOperator, at: Place): (x: number, y: number) => number {
  switch (operator) {
    case '+':
      return (x, y) => x + y;
    case '-':
      return (x, y) => x - y;
    case '*':
      return (x, y) => x * y;
    case '/':
      return (x, y) => x / nonZero(y, operator, at);
    default:
      return (x, y) => x % nonZero(y, operator, at);
  }
}

export function compileDot(left: VectorValue, right: VectorValue): NumberValue {
  const [a, b] = [left.slot, right.slot];
  return {
    type: 'float',
    run: (s) => {
      left.run(s);
      right.run(s);
      return s[a]! * s[b]! + s[a + 1]! * s[b + 1]! + s[a + 2]! * s[b + 2]!;
    },
  };
}

/** `out` may not overlap an operand. */
export function compileCross(left: VectorValue, right: VectorValue, out: number): VectorValue {
  const [a, b] = [left.slot, right.slot];
  return {
    type: 'vector',
    slot: out,
    run: (s) => {
      left.run(s);
      right.run(s);
      s[out] = s[a + 1]! * s[b + 2]! - s[a + 2]! * s[b + 1]!;
      s[out + 1] = s[a + 2]! * s[b]! - s[a]! * s[b + 2]!;
      s[out + 2] = s[a]! * s[b + 1]! - s[a + 1]! * s[b]!;
    },
  };
}
