import type { NodeDeclaration } from '@rigline/scene';
import {
  MATH_FAMILIES,
  MAYA_DECLARATIONS,
  mathAtan2,
  mathClampRange,
  mathCompare,
  mathEqual,
  mathInverseLerp,
  mathLerp,
  mathLog,
  mathLogic,
  mathMany,
  mathModulo,
  mathNot,
  mathOfAngle,
  mathOne,
  mathPower,
  mathSmoothStep,
  mathToAngle,
  mathTwo,
} from '@rigline/scene/maya';
import { defineNode, type NodeType, type Step, step } from '../../graph/node-type.ts';
import { mapRange } from './ranges.ts';

/**
 * The nodes of Maya 2024 and later that calculate with numbers. Results that are no finite number become 0
 * (Unverified: what Maya gives). Source: Maya help, node reference. Golden: fixtures/nodes/utility-math.golden.json
 */

type Unary = (a: number) => number;
type Binary = (a: number, b: number) => number;

const finite = (value: number): number => (value - value === 0 ? value : 0);
const declarationOf = (type: string): NodeDeclaration => MAYA_DECLARATIONS.get(type) as NodeDeclaration;

/** Halves away from zero, as C rounds (Unverified). */
const round: Unary = (a) => Math.sign(a) * Math.round(Math.abs(a));

const ONE: Readonly<Record<(typeof MATH_FAMILIES.one)[number], Unary>> = {
  absolute: Math.abs,
  negate: (a) => -a,
  ceil: Math.ceil,
  floor: Math.floor,
  round,
  truncate: Math.trunc,
};
const OF_ANGLE: Readonly<Record<(typeof MATH_FAMILIES.ofAngle)[number], Unary>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
};
/** Arguments outside the domain count as its ends. */
const unit: Unary = (a) => Math.max(-1, Math.min(1, a));
const TO_ANGLE: Readonly<Record<(typeof MATH_FAMILIES.toAngle)[number], Unary>> = {
  asin: (a) => Math.asin(unit(a)),
  acos: (a) => Math.acos(unit(a)),
  atan: Math.atan,
};
const MANY: Readonly<Record<(typeof MATH_FAMILIES.many)[number], (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((a, b) => a + b, 0),
  average: (values) => (values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length),
  max: (values) => (values.length === 0 ? 0 : Math.max(...values)),
  min: (values) => (values.length === 0 ? 0 : Math.min(...values)),
  multiply: (values) => (values.length === 0 ? 0 : values.reduce((a, b) => a * b, 1)),
};
const TWO: Readonly<Record<(typeof MATH_FAMILIES.two)[number], Binary>> = {
  subtract: (a, b) => a - b,
  divide: (a, b) => a / b,
};

const unaryNode = (declaration: typeof mathOne | typeof mathOfAngle | typeof mathToAngle, apply: Unary): Step =>
  step(declaration, {
    reads: ['input'],
    writes: ['output'],
    compute(input, output) {
      output.output = finite(apply(input.input));
    },
  });

const families: readonly NodeType[] = [
  ...Object.entries(ONE).map(([type, apply]) => defineNode(declarationOf(type), [unaryNode(mathOne, apply)])),
  ...Object.entries(OF_ANGLE).map(([type, apply]) => defineNode(declarationOf(type), [unaryNode(mathOfAngle, apply)])),
  ...Object.entries(TO_ANGLE).map(([type, apply]) => defineNode(declarationOf(type), [unaryNode(mathToAngle, apply)])),
  ...Object.entries(MANY).map(([type, apply]) =>
    defineNode(declarationOf(type), [
      step(mathMany, {
        reads: ['input'],
        writes: ['output'],
        compute(input, output) {
          output.output = apply(input.input.values);
        },
      }),
    ]),
  ),
  ...Object.entries(TWO).map(([type, apply]) =>
    defineNode(declarationOf(type), [
      step(mathTwo, {
        reads: ['input1', 'input2'],
        writes: ['output'],
        compute(input, output) {
          output.output = finite(apply(input.input1, input.input2));
        },
      }),
    ]),
  ),
  ...MATH_FAMILIES.compare.map((type) =>
    defineNode(declarationOf(type), [
      step(mathCompare, {
        reads: ['input1', 'input2'],
        writes: ['output'],
        compute(input, output) {
          output.output = type === 'greaterThan' ? input.input1 > input.input2 : input.input1 < input.input2;
        },
      }),
    ]),
  ),
  ...MATH_FAMILIES.logic.map((type) =>
    defineNode(declarationOf(type), [
      step(mathLogic, {
        reads: ['input1', 'input2'],
        writes: ['output'],
        compute(input, output) {
          output.output = type === 'and' ? input.input1 && input.input2 : input.input1 || input.input2;
        },
      }),
    ]),
  ),
];

const not = defineNode(mathNot, [
  step(mathNot, {
    reads: ['input'],
    writes: ['output'],
    compute(input, output) {
      output.output = !input.input;
    },
  }),
]);

/** `equal`: within `epsilon`, its ends included (Unverified). */
const equal = defineNode(mathEqual, [
  step(mathEqual, {
    reads: ['input1', 'input2', 'epsilon'],
    writes: ['output'],
    compute(input, output) {
      output.output = Math.abs(input.input1 - input.input2) <= input.epsilon;
    },
  }),
]);

/** `atan2`: of `input1` over `input2`. */
const atan2 = defineNode(mathAtan2, [
  step(mathAtan2, {
    reads: ['input1', 'input2'],
    writes: ['output'],
    compute(input, output) {
      output.output = Math.atan2(input.input1, input.input2);
    },
  }),
]);

/** `modulo`: has the sign of the input, as C's `fmod` (Unverified). */
const modulo = defineNode(mathModulo, [
  step(mathModulo, {
    reads: ['input', 'modulus'],
    writes: ['output'],
    compute(input, output) {
      output.output = finite(input.input % input.modulus);
    },
  }),
]);

const power = defineNode(mathPower, [
  step(mathPower, {
    reads: ['input', 'exponent'],
    writes: ['output'],
    compute(input, output) {
      output.output = finite(input.input ** input.exponent);
    },
  }),
]);

const log = defineNode(mathLog, [
  step(mathLog, {
    reads: ['input', 'base'],
    writes: ['output'],
    compute(input, output) {
      output.output = finite(input.base === 2 ? Math.log2(input.input) : Math.log(input.input) / Math.log(input.base));
    },
  }),
]);

const lerp = defineNode(mathLerp, [
  step(mathLerp, {
    reads: ['input1', 'input2', 'weight'],
    writes: ['output'],
    compute(input, output) {
      output.output = input.input1 + (input.input2 - input.input1) * input.weight;
    },
  }),
]);

/** `inverseLerp`: the weight at which `lerp` gives `interpolation`. */
const inverseLerp = defineNode(mathInverseLerp, [
  step(mathInverseLerp, {
    reads: ['input1', 'input2', 'interpolation'],
    writes: ['output'],
    compute(input, output) {
      output.output = finite((input.interpolation - input.input1) / (input.input2 - input.input1));
    },
  }),
]);

const clampRange = defineNode(mathClampRange, [
  step(mathClampRange, {
    reads: ['input', 'minimum', 'maximum'],
    writes: ['output'],
    compute(input, output) {
      output.output = Math.max(input.minimum, Math.min(input.maximum, input.input));
    },
  }),
]);

/** `smoothStep`: 0 to 1 between the edges, eased by `t²(3 − 2t)`. */
const smoothStep = defineNode(mathSmoothStep, [
  step(mathSmoothStep, {
    reads: ['input', 'leftEdge', 'rightEdge'],
    writes: ['output'],
    compute(input, output) {
      const t = mapRange(input.input, input.leftEdge, input.rightEdge, 0, 1);
      output.output = t * t * (3 - 2 * t);
    },
  }),
]);

export const MATH_NODE_TYPES: readonly NodeType[] = [
  ...families,
  not,
  equal,
  atan2,
  modulo,
  power,
  log,
  lerp,
  inverseLerp,
  clampRange,
  smoothStep,
];
