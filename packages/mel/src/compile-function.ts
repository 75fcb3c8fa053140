import { RiglineError } from '@rigline/diagnostics';
import type { MelCall } from './ast.ts';
import { compileCross, compileDot } from './compile-operator.ts';
import type { CompiledValue, NumberCode, Slots, VectorValue } from './compile-value.ts';
import {
  angleBetween,
  BINARY_FUNCTIONS,
  hermite,
  rotateAbout,
  TERNARY_FUNCTIONS,
  UNARY_FUNCTIONS,
} from './math-functions.ts';

interface FunctionTools {
  allocate(count: number): number;
  toVector(value: CompiledValue): VectorValue;
  toNumber(value: CompiledValue): NumberCode;
}

/** A mathematical function on compiled arguments; undefined when there is none of that name. */
export function compileFunction(
  node: MelCall,
  args: readonly CompiledValue[],
  tools: FunctionTools,
): CompiledValue | undefined {
  return compileAbs(node, args, tools) ?? compileVector(node, args, tools) ?? compileNumber(node, args, tools);
}

function take<T>(node: MelCall, args: readonly CompiledValue[], count: number, to: (value: CompiledValue) => T): T[] {
  if (args.length === count) return args.map(to);
  throw new RiglineError({
    code: 'MEL_ARGUMENTS',
    message: `${node.name} takes ${count} ${count === 1 ? 'argument' : 'arguments'}, found ${args.length}`,
    at: node.at,
  });
}

function compileNumber(node: MelCall, args: readonly CompiledValue[], tools: FunctionTools): CompiledValue | undefined {
  const unary = UNARY_FUNCTIONS.get(node.name);
  if (unary) {
    const [x] = take(node, args, 1, tools.toNumber) as [NumberCode];
    return { type: 'float', run: (s) => unary(x(s)) };
  }
  const binary = BINARY_FUNCTIONS.get(node.name);
  if (binary) {
    const [x, y] = take(node, args, 2, tools.toNumber) as [NumberCode, NumberCode];
    return { type: 'float', run: (s) => binary(x(s), y(s)) };
  }
  const ternary = TERNARY_FUNCTIONS.get(node.name);
  if (ternary) {
    const [x, y, z] = take(node, args, 3, tools.toNumber) as [NumberCode, NumberCode, NumberCode];
    return { type: 'float', run: (s) => ternary(x(s), y(s), z(s)) };
  }
  if (node.name !== 'hermite' || args.some(({ type }) => type === 'vector')) return undefined;
  const [a, b, c, d, t] = take(node, args, 5, tools.toNumber) as [
    ...[NumberCode, NumberCode, NumberCode, NumberCode, NumberCode],
  ];
  return { type: 'float', run: (s) => hermite(a(s), b(s), c(s), d(s), t(s)) };
}

/** `abs` keeps the type of its argument. */
function compileAbs(node: MelCall, args: readonly CompiledValue[], tools: FunctionTools): CompiledValue | undefined {
  const [value] = args;
  if (node.name !== 'abs' || args.length !== 1 || !value) return undefined;
  if (value.type !== 'vector') {
    const { type, run } = value;
    return { type, run: (s) => Math.abs(run(s)) };
  }
  const { run, slot } = value;
  const out = tools.allocate(3);
  return vectorOf(out, (s) => {
    run(s);
    for (let i = 0; i < 3; i++) s[out + i] = Math.abs(s[slot + i]!);
  });
}

function vectorOf(slot: number, run: (s: Slots) => void): CompiledValue {
  return { type: 'vector', slot, run };
}

function compileVector(node: MelCall, args: readonly CompiledValue[], tools: FunctionTools): CompiledValue | undefined {
  if (node.name === 'mag' || node.name === 'unit') return compileOneVector(node, args, tools);
  if (node.name === 'rot') return compileRot(node, args, tools);
  if (node.name !== 'dot' && node.name !== 'cross' && node.name !== 'angle') return undefined;
  const [left, right] = take(node, args, 2, tools.toVector) as [VectorValue, VectorValue];
  if (node.name === 'dot') return compileDot(left, right);
  if (node.name === 'cross') return compileCross(left, right, tools.allocate(3));
  const [a, b] = [left.slot, right.slot];
  return {
    type: 'float',
    run: (s) => {
      left.run(s);
      right.run(s);
      return angleBetween(s[a]!, s[a + 1]!, s[a + 2]!, s[b]!, s[b + 1]!, s[b + 2]!);
    },
  };
}

function compileOneVector(node: MelCall, args: readonly CompiledValue[], tools: FunctionTools): CompiledValue {
  const [{ run, slot }] = take(node, args, 1, tools.toVector) as [VectorValue];
  const length = (s: Slots): number => {
    run(s);
    return Math.hypot(s[slot]!, s[slot + 1]!, s[slot + 2]!);
  };
  if (node.name === 'mag') return { type: 'float', run: length };
  const out = tools.allocate(3);
  return vectorOf(out, (s) => {
    const divisor = length(s) || 1;
    for (let i = 0; i < 3; i++) s[out + i] = s[slot + i]! / divisor;
  });
}

function compileRot(node: MelCall, args: readonly CompiledValue[], tools: FunctionTools): CompiledValue {
  const [first, second, third] = take(node, args, 3, (value) => value) as [CompiledValue, CompiledValue, CompiledValue];
  const [point, axis, angle] = [tools.toVector(first), tools.toVector(second), tools.toNumber(third)];
  const out = tools.allocate(3);
  return vectorOf(out, (s) => {
    point.run(s);
    axis.run(s);
    rotateAbout(s, point.slot, axis.slot, angle(s), out);
  });
}
