import {
  composeMat4,
  DECOMPOSE_DEFAULTS,
  decomposeMat4,
  eulerFromQuat,
  identityParts,
  invertMat4,
  type Mat4,
  normalizeQuat,
  quatFromEuler,
  transposeMat4,
} from '@rigline/math';
import {
  composeMatrix as composeMatrixDeclaration,
  decomposeMatrix as decomposeMatrixDeclaration,
  inverseMatrix as inverseMatrixDeclaration,
  pickMatrix as pickMatrixDeclaration,
  transposeMatrix as transposeMatrixDeclaration,
} from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/**
 * `decomposeMatrix`: translate, rotate, scale, shear and the quaternion of a matrix.
 *
 * Source: Maya help, "decomposeMatrix" node. Unverified: which axis takes the sign of a mirroring matrix (X here).
 */
export const decomposeMatrix: NodeType = defineNode(decomposeMatrixDeclaration, [
  step(decomposeMatrixDeclaration, {
    reads: ['inputMatrix', 'inputRotateOrder'],
    writes: ['outputTranslate', 'outputRotate', 'outputScale', 'outputShear', 'outputQuat'],
    compute(input, output) {
      const parts = decomposeMat4(input.inputMatrix, DECOMPOSE_DEFAULTS, identityParts());
      output.outputTranslate = parts.translate;
      output.outputRotate = eulerFromQuat(parts.rotate, input.inputRotateOrder);
      output.outputScale = parts.scale;
      output.outputShear = parts.shear;
      output.outputQuat = parts.rotate;
    },
  }),
]);

/**
 * `composeMatrix`: `S·SH·R·T` from Euler angles or, without `useEulerRotation`, from a quaternion, which is normalised
 * (Unverified). Source: Maya help, "composeMatrix" node.
 */
export const composeMatrix: NodeType = defineNode(composeMatrixDeclaration, [
  step(composeMatrixDeclaration, {
    reads: [
      'inputTranslate',
      'inputRotate',
      'inputRotateOrder',
      'inputScale',
      'inputShear',
      'inputQuat',
      'useEulerRotation',
    ],
    writes: ['outputMatrix'],
    compute(input, output) {
      const rotate = input.useEulerRotation
        ? quatFromEuler(input.inputRotate, input.inputRotateOrder)
        : normalizeQuat(input.inputQuat);
      const parts = { translate: input.inputTranslate, rotate, scale: input.inputScale, shear: input.inputShear };
      output.outputMatrix = composeMat4(parts, output.outputMatrix);
    },
  }),
]);

/** `inverseMatrix`; a matrix without inverse is reported and the last value stays. Source: Maya help. */
export const inverseMatrix: NodeType = defineNode(inverseMatrixDeclaration, [
  step(inverseMatrixDeclaration, {
    reads: ['inputMatrix'],
    writes: ['outputMatrix'],
    compute(input, output, context) {
      const inverse = invertMat4(input.inputMatrix, output.outputMatrix);
      if (inverse) {
        output.outputMatrix = inverse;
        return;
      }
      context.report({
        code: 'EVALUATE_SINGULAR_MATRIX',
        severity: 'warning',
        message: 'A matrix has no inverse',
        hint: 'Look for zero scales above this node; its output keeps its last value.',
      });
    },
  }),
]);

/** `transposeMatrix`. Source: Maya help. */
export const transposeMatrix: NodeType = defineNode(transposeMatrixDeclaration, [
  step(transposeMatrixDeclaration, {
    reads: ['inputMatrix'],
    writes: ['outputMatrix'],
    compute(input, output) {
      output.outputMatrix = transposeMat4(input.inputMatrix, output.outputMatrix);
    },
  }),
]);

/** `pickMatrix`: keeps the chosen parts of a matrix, the others as in the identity. Source: Maya help. */
export const pickMatrix: NodeType = defineNode(pickMatrixDeclaration, [
  step(pickMatrixDeclaration, {
    reads: ['inputMatrix', 'useTranslate', 'useRotate', 'useScale', 'useShear'],
    writes: ['outputMatrix'],
    compute(input, output) {
      const parts = decomposeMat4(input.inputMatrix, DECOMPOSE_DEFAULTS, identityParts());
      const none = identityParts();
      output.outputMatrix = composeMat4(
        {
          translate: input.useTranslate ? parts.translate : none.translate,
          rotate: input.useRotate ? parts.rotate : none.rotate,
          scale: input.useScale ? parts.scale : none.scale,
          shear: input.useShear ? parts.shear : none.shear,
        },
        output.outputMatrix,
      ) as Mat4;
    },
  }),
]);
