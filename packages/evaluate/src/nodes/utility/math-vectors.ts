import {
  crossVec3,
  DECOMPOSE_DEFAULTS,
  decomposeMat4,
  determinantMat4,
  dotVec3,
  eulerFromQuat,
  identityParts,
  lengthVec3,
  type Mat4,
  type MatrixParts,
  normalizeVec3,
  transformPoint,
  transformVector,
} from '@rigline/math';
import type { NodeDeclaration } from '@rigline/scene';
import {
  MATH_FAMILIES,
  MAYA_DECLARATIONS,
  mathAxisFromMatrix,
  mathCrossProduct,
  mathDeterminant,
  mathDotProduct,
  mathLength,
  mathLineFromMatrix,
  mathNormalize,
  mathRotationFromMatrix,
  mathScaleFromMatrix,
  mathThroughMatrix,
  mathTranslationFromMatrix,
} from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/**
 * The nodes of Maya 2024 and later that calculate with vectors and matrices.
 *
 * Source: Maya help, node reference. Golden: fixtures/nodes/utility-math.golden.json
 */

const declarationOf = (type: string): NodeDeclaration => MAYA_DECLARATIONS.get(type) as NodeDeclaration;
const partsOf = (matrix: Mat4): MatrixParts => decomposeMat4(matrix, DECOMPOSE_DEFAULTS, identityParts());

const length = defineNode(mathLength, [
  step(mathLength, {
    reads: ['input'],
    writes: ['output'],
    compute(input, output) {
      output.output = lengthVec3(input.input);
    },
  }),
]);

const normalize = defineNode(mathNormalize, [
  step(mathNormalize, {
    reads: ['input'],
    writes: ['output'],
    compute(input, output) {
      output.output = normalizeVec3(input.input);
    },
  }),
]);

const dotProduct = defineNode(mathDotProduct, [
  step(mathDotProduct, {
    reads: ['input1', 'input2'],
    writes: ['output'],
    compute(input, output) {
      output.output = dotVec3(input.input1, input.input2);
    },
  }),
]);

const crossProduct = defineNode(mathCrossProduct, [
  step(mathCrossProduct, {
    reads: ['input1', 'input2'],
    writes: ['output'],
    compute(input, output) {
      output.output = crossVec3(input.input1, input.input2);
    },
  }),
]);

const determinant = defineNode(mathDeterminant, [
  step(mathDeterminant, {
    reads: ['input'],
    writes: ['output'],
    compute(input, output) {
      output.output = determinantMat4(input.input);
    },
  }),
]);

const throughMatrix = MATH_FAMILIES.throughMatrix.map((type) =>
  defineNode(declarationOf(type), [
    step(mathThroughMatrix, {
      reads: ['input', 'matrix'],
      writes: ['output'],
      compute(input, output) {
        output.output =
          type === 'multiplyPointByMatrix'
            ? transformPoint(input.matrix, input.input)
            : transformVector(input.matrix, input.input);
      },
    }),
  ]),
);

const translationFromMatrix = defineNode(mathTranslationFromMatrix, [
  step(mathTranslationFromMatrix, {
    reads: ['input'],
    writes: ['output'],
    compute(input, output) {
      output.output = [input.input[12], input.input[13], input.input[14]];
    },
  }),
]);

/** `rotationFromMatrix`: in xyz order (Unverified: newer versions may offer others). */
const rotationFromMatrix = defineNode(mathRotationFromMatrix, [
  step(mathRotationFromMatrix, {
    reads: ['input'],
    writes: ['output'],
    compute(input, output) {
      output.output = eulerFromQuat(partsOf(input.input).rotate, 'xyz');
    },
  }),
]);

const scaleFromMatrix = defineNode(mathScaleFromMatrix, [
  step(mathScaleFromMatrix, {
    reads: ['input'],
    writes: ['output'],
    compute(input, output) {
      output.output = partsOf(input.input).scale;
    },
  }),
]);

/** `axisFromMatrix`: a row of the matrix or its opposite, not normalised (Unverified). */
const axisFromMatrix = defineNode(mathAxisFromMatrix, [
  step(mathAxisFromMatrix, {
    reads: ['input', 'axis'],
    writes: ['output'],
    compute(input, output) {
      const sign = input.axis.length > 1 ? -1 : 1;
      const row = 'xyz'.indexOf(input.axis.slice(-1)) * 4;
      const m = input.input;
      output.output = [sign * (m[row] as number), sign * (m[row + 1] as number), sign * (m[row + 2] as number)];
    },
  }),
]);

const lineFromMatrix = MATH_FAMILIES.lineFromMatrix.map((type) =>
  defineNode(declarationOf(type), [
    step(mathLineFromMatrix, {
      reads: ['input', 'matrix'],
      writes: ['output'],
      compute(input, output) {
        const line = Math.max(0, Math.min(3, input.input));
        const at = (i: number): number =>
          input.matrix[type === 'rowFromMatrix' ? line * 4 + i : i * 4 + line] as number;
        output.output = [at(0), at(1), at(2), at(3)];
      },
    }),
  ]),
);

export const MATH_VECTOR_NODE_TYPES: readonly NodeType[] = [
  length,
  normalize,
  dotProduct,
  crossProduct,
  determinant,
  ...throughMatrix,
  translationFromMatrix,
  rotationFromMatrix,
  scaleFromMatrix,
  axisFromMatrix,
  ...lineFromMatrix,
];
