import { copyMat4, identityMat4, type Mat4, multiplyMat4, transformPoint, transformVector } from '@rigline/math';
import {
  addMatrix as addMatrixDeclaration,
  fourByFourMatrix as fourByFourMatrixDeclaration,
  holdMatrix as holdMatrixDeclaration,
  multMatrix as multMatrixDeclaration,
  passMatrix as passMatrixDeclaration,
  pointMatrixMult as pointMatrixMultDeclaration,
  wtAddMatrix as wtAddMatrixDeclaration,
} from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

const IDENTITY = identityMat4();

/** `multMatrix`: the product of its inputs, the first one applied first. Source: Maya help, "multMatrix" node. */
export const multMatrix: NodeType = defineNode(multMatrixDeclaration, [
  step(multMatrixDeclaration, {
    reads: ['matrixIn'],
    writes: ['matrixSum'],
    compute(input, output) {
      const { values } = input.matrixIn;
      const out = copyMat4(values[0] ?? IDENTITY, output.matrixSum);
      for (let i = 1; i < values.length; i++) multiplyMat4(out, values[i] as Mat4, out);
      output.matrixSum = out;
    },
  }),
]);

/** Adds `weight` times a matrix to `out`, all 16 numbers. */
function addScaled(matrix: Readonly<Mat4>, weight: number, out: Mat4): void {
  for (let i = 0; i < 16; i++) out[i] = (out[i] as number) + (matrix[i] as number) * weight;
}

/**
 * `addMatrix`: the sum of all 16 numbers; without inputs the identity (Unverified). Source: Maya help.
 */
export const addMatrix: NodeType = defineNode(addMatrixDeclaration, [
  step(addMatrixDeclaration, {
    reads: ['matrixIn'],
    writes: ['matrixSum'],
    compute(input, output) {
      const { values } = input.matrixIn;
      const out = copyMat4(values[0] ?? IDENTITY, output.matrixSum);
      for (let i = 1; i < values.length; i++) addScaled(values[i] as Mat4, 1, out);
      output.matrixSum = out;
    },
  }),
]);

/**
 * `wtAddMatrix`: the weighted sum of all 16 numbers; weights are taken as they are. Source: Maya help.
 * Unverified: without inputs the identity.
 */
export const wtAddMatrix: NodeType = defineNode(wtAddMatrixDeclaration, [
  step(wtAddMatrixDeclaration, {
    reads: ['wtMatrix'],
    writes: ['matrixSum'],
    compute(input, output) {
      const { values } = input.wtMatrix;
      const out = copyMat4(IDENTITY, output.matrixSum);
      if (values.length > 0) out.fill(0);
      for (const { matrixIn, weightIn } of values) addScaled(matrixIn, weightIn, out);
      output.matrixSum = out;
    },
  }),
]);

/** `passMatrix`: all 16 numbers times `inScale` (Unverified: that the scale reaches them all). Source: Maya help. */
export const passMatrix: NodeType = defineNode(passMatrixDeclaration, [
  step(passMatrixDeclaration, {
    reads: ['inMatrix', 'inScale'],
    writes: ['outMatrix'],
    compute(input, output) {
      const out = output.outMatrix ?? identityMat4();
      for (let i = 0; i < 16; i++) out[i] = (input.inMatrix[i] as number) * input.inScale;
      output.outMatrix = out;
    },
  }),
]);

/** `holdMatrix`: passes its input on. Source: Maya help. */
export const holdMatrix: NodeType = defineNode(holdMatrixDeclaration, [
  step(holdMatrixDeclaration, {
    reads: ['inMatrix'],
    writes: ['outMatrix'],
    compute(input, output) {
      output.outMatrix = copyMat4(input.inMatrix, output.outMatrix);
    },
  }),
]);

const CELLS = [
  'in00',
  'in01',
  'in02',
  'in03',
  'in10',
  'in11',
  'in12',
  'in13',
  'in20',
  'in21',
  'in22',
  'in23',
  'in30',
  'in31',
  'in32',
  'in33',
] as const;

/** `fourByFourMatrix`: 16 numbers, row by row; the translation is the last row. Source: Maya help. */
export const fourByFourMatrix: NodeType = defineNode(fourByFourMatrixDeclaration, [
  step(fourByFourMatrixDeclaration, {
    reads: CELLS,
    writes: ['output'],
    compute(input, output) {
      const out = output.output ?? identityMat4();
      for (let i = 0; i < 16; i++) out[i] = input[CELLS[i] as (typeof CELLS)[number]];
      output.output = out;
    },
  }),
]);

/** `pointMatrixMult`: a point, or with `vectorMultiply` a direction, through a matrix. Source: Maya help. */
export const pointMatrixMult: NodeType = defineNode(pointMatrixMultDeclaration, [
  step(pointMatrixMultDeclaration, {
    reads: ['inPoint', 'inMatrix', 'vectorMultiply'],
    writes: ['output'],
    compute(input, output) {
      output.output = input.vectorMultiply
        ? transformVector(input.inMatrix, input.inPoint)
        : transformPoint(input.inMatrix, input.inPoint);
    },
  }),
]);
