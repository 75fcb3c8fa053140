import { RiglineError } from '@rigline/diagnostics';
import { argument, type BuiltinCall, checkArgumentCount, type MelBuiltin, numberArgument } from './builtin.ts';
import {
  angleBetween,
  BINARY_FUNCTIONS,
  hermite,
  rotateAbout,
  TERNARY_FUNCTIONS,
  UNARY_FUNCTIONS,
} from './math-functions.ts';
import { crossValue } from './operators.ts';
import { type MelValue, type MelVector, melFloat, melInt, toMelVector } from './value.ts';

/** A float result; NaN means that the arguments were outside the function's domain. */
function checked(call: BuiltinCall, value: number): MelValue {
  if (!Number.isNaN(value)) return melFloat(value);
  throw new RiglineError({
    code: 'MEL_DOMAIN',
    message: `${call.name}(${call.args.map((_, i) => numberArgument(call, i)).join(', ')}) has no value`,
    at: call.at,
  });
}

function vectorArgument(call: BuiltinCall, index: number): Readonly<MelVector> {
  return toMelVector(argument(call, index), call.at);
}

function abs(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 1);
  const value = argument(call, 0);
  if (value.type === 'int') return melInt(Math.abs(value.value));
  if (value.type === 'vector') return { type: 'vector', value: value.value.map(Math.abs) as MelVector };
  return melFloat(Math.abs(numberArgument(call, 0)));
}

function dot(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 2);
  const [a, b] = [vectorArgument(call, 0), vectorArgument(call, 1)];
  return melFloat(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

function unit(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 1);
  const v = vectorArgument(call, 0);
  const length = Math.hypot(...v) || 1;
  return { type: 'vector', value: [v[0] / length, v[1] / length, v[2] / length] };
}

function rot(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 3);
  const v = new Float64Array([...vectorArgument(call, 0), ...vectorArgument(call, 1), 0, 0, 0]);
  rotateAbout(v, 0, 3, numberArgument(call, 2), 6);
  return { type: 'vector', value: [v[6] ?? 0, v[7] ?? 0, v[8] ?? 0] };
}

function hermiteOf(call: BuiltinCall): MelValue {
  checkArgumentCount(call, 5);
  const t = numberArgument(call, 4);
  if (!call.args.slice(0, 4).some((arg) => arg.type === 'vector')) {
    const [a, b, c, d] = [0, 1, 2, 3].map((i) => numberArgument(call, i));
    return melFloat(hermite(a ?? 0, b ?? 0, c ?? 0, d ?? 0, t));
  }
  const [a, b, c, d] = [
    vectorArgument(call, 0),
    vectorArgument(call, 1),
    vectorArgument(call, 2),
    vectorArgument(call, 3),
  ];
  const value = a.map((start, i) => hermite(start, b[i] ?? 0, c[i] ?? 0, d[i] ?? 0, t));
  return { type: 'vector', value: value as MelVector };
}

export const MATH_BUILTINS: ReadonlyMap<string, MelBuiltin> = new Map<string, MelBuiltin>([
  ...[...UNARY_FUNCTIONS].map(([name, apply]): [string, MelBuiltin] => [
    name,
    (call) => {
      checkArgumentCount(call, 1);
      return checked(call, apply(numberArgument(call, 0)));
    },
  ]),
  ...[...BINARY_FUNCTIONS].map(([name, apply]): [string, MelBuiltin] => [
    name,
    (call) => {
      checkArgumentCount(call, 2);
      return checked(call, apply(numberArgument(call, 0), numberArgument(call, 1)));
    },
  ]),
  ...[...TERNARY_FUNCTIONS].map(([name, apply]): [string, MelBuiltin] => [
    name,
    (call) => {
      checkArgumentCount(call, 3);
      return checked(call, apply(numberArgument(call, 0), numberArgument(call, 1), numberArgument(call, 2)));
    },
  ]),
  ['abs', abs],
  ['mag', (call) => melFloat(Math.hypot(...vectorArgument(call, 0)))],
  ['dot', dot],
  ['cross', (call) => crossValue(vectorArgument(call, 0), vectorArgument(call, 1))],
  ['unit', unit],
  ['angle', (call) => melFloat(angleBetween(...vectorArgument(call, 0), ...vectorArgument(call, 1)))],
  ['rot', rot],
  ['hermite', hermiteOf],
]);
