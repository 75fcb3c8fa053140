import type { Mat4, Quat } from '@rigline/math';
import {
  type Attribute,
  angle3,
  array,
  boolean,
  choice,
  compound,
  distance3,
  matrix,
  number,
  number3,
} from '../attribute.ts';
import { declareNode } from '../node-declaration.ts';
import { node, rotateOrder } from './dag.ts';

/**
 * The utility nodes that calculate with matrices.
 *
 * Names and defaults: Maya help, node reference; short names as in files saved by Maya.
 */

/** Four numbers whose children are `<long>X` to `<long>W`: `compute` gets a quaternion. */
export function quaternion(long: string, short: string, childShort: string = short, w = 0): Attribute<Quat> {
  return {
    kind: 'compound',
    short,
    default: undefined,
    isArray: false,
    shape: 'tuple',
    children: {
      [`${long}X`]: number(`${childShort}x`),
      [`${long}Y`]: number(`${childShort}y`),
      [`${long}Z`]: number(`${childShort}z`),
      [`${long}W`]: number(`${childShort}w`, w),
    },
  };
}

const manyMatrices = { matrixIn: array(matrix('i')), matrixSum: matrix('o') };
export const multMatrix = declareNode({ type: 'multMatrix', base: node, attributes: manyMatrices });
export const addMatrix = declareNode({ type: 'addMatrix', base: node, attributes: manyMatrices });

export const wtAddMatrix = declareNode({
  type: 'wtAddMatrix',
  base: node,
  attributes: {
    wtMatrix: array(compound('i', { matrixIn: matrix('m'), weightIn: number('w') })),
    matrixSum: matrix('o'),
  },
});

export const passMatrix = declareNode({
  type: 'passMatrix',
  base: node,
  attributes: { inMatrix: matrix('i'), inScale: number('s', 2), outMatrix: matrix('o') },
});

export const holdMatrix = declareNode({
  type: 'holdMatrix',
  base: node,
  attributes: { inMatrix: matrix('i'), outMatrix: matrix('o') },
});

export const decomposeMatrix = declareNode({
  type: 'decomposeMatrix',
  base: node,
  attributes: {
    inputMatrix: matrix('imat'),
    inputRotateOrder: rotateOrder('ro'),
    outputTranslate: distance3('outputTranslate', 'ot'),
    outputRotate: angle3('outputRotate', 'or'),
    outputScale: number3('outputScale', 'os', [1, 1, 1]),
    outputShear: number3('outputShear', 'osh'),
    outputQuat: quaternion('outputQuat', 'oq'),
  },
});

export const composeMatrix = declareNode({
  type: 'composeMatrix',
  base: node,
  attributes: {
    inputTranslate: distance3('inputTranslate', 'it'),
    inputRotate: angle3('inputRotate', 'ir'),
    inputRotateOrder: rotateOrder('ro'),
    inputScale: number3('inputScale', 'is', [1, 1, 1]),
    inputShear: number3('inputShear', 'ish'),
    inputQuat: quaternion('inputQuat', 'iq', 'iq', 1),
    useEulerRotation: boolean('uer', true),
    outputMatrix: matrix('omat'),
  },
});

const oneMatrix = { inputMatrix: matrix('imat'), outputMatrix: matrix('omat') };
export const inverseMatrix = declareNode({ type: 'inverseMatrix', base: node, attributes: oneMatrix });
export const transposeMatrix = declareNode({ type: 'transposeMatrix', base: node, attributes: oneMatrix });

const cell = (row: number, column: number): Attribute<number> => number(`i${row}${column}`, row === column ? 1 : 0);

export const fourByFourMatrix = declareNode({
  type: 'fourByFourMatrix',
  base: node,
  attributes: {
    in00: cell(0, 0),
    in01: cell(0, 1),
    in02: cell(0, 2),
    in03: cell(0, 3),
    in10: cell(1, 0),
    in11: cell(1, 1),
    in12: cell(1, 2),
    in13: cell(1, 3),
    in20: cell(2, 0),
    in21: cell(2, 1),
    in22: cell(2, 2),
    in23: cell(2, 3),
    in30: cell(3, 0),
    in31: cell(3, 1),
    in32: cell(3, 2),
    in33: cell(3, 3),
    output: matrix('o') as Attribute<Mat4>,
  },
});

export const pointMatrixMult = declareNode({
  type: 'pointMatrixMult',
  base: node,
  attributes: {
    inPoint: number3('inPoint', 'ip'),
    inMatrix: matrix('im'),
    vectorMultiply: boolean('vm'),
    output: number3('output', 'o'),
  },
});

export const pickMatrix = declareNode({
  type: 'pickMatrix',
  base: node,
  attributes: {
    inputMatrix: matrix('imat'),
    useTranslate: boolean('tra', true),
    useRotate: boolean('rot', true),
    useScale: boolean('sca', true),
    useShear: boolean('she', true),
    outputMatrix: matrix('tmat'),
  },
});

const spaces = { preSpaceMatrix: matrix('premat'), postSpaceMatrix: matrix('pstmat') };
const layer = { enable: boolean('enb', true), envelope: number('env', 1), inputMatrix: matrix('imat'), ...spaces };

export const blendMatrix = declareNode({
  type: 'blendMatrix',
  base: node,
  attributes: {
    ...layer,
    target: array(
      compound('tgt', {
        targetMatrix: matrix('tmat'),
        useMatrix: boolean('umt', true),
        weight: number('wgt', 1),
        scaleWeight: number('sca', 1),
        translateWeight: number('tra', 1),
        rotateWeight: number('rot', 1),
        shearWeight: number('she', 1),
      }),
    ),
    outputMatrix: matrix('omat'),
  },
});

/** How one axis of an `aimMatrix` is held, by Maya's number; Maya calls the first one "lock axis" for the primary axis. */
export const AIM_MATRIX_MODES = ['none', 'aim', 'align'] as const;

export const aimMatrix = declareNode({
  type: 'aimMatrix',
  base: node,
  attributes: {
    ...layer,
    primary: compound('pm', {
      primaryInputAxis: number3('primaryInputAxis', 'pmi', [1, 0, 0]),
      primaryMode: choice('prmd', AIM_MATRIX_MODES, 'aim'),
      primaryTargetVector: number3('primaryTargetVector', 'pmiv'),
      primaryTargetMatrix: matrix('pmat'),
    }),
    secondary: compound('sc', {
      secondaryInputAxis: number3('secondaryInputAxis', 'smi', [0, 1, 0]),
      secondaryMode: choice('sm', AIM_MATRIX_MODES, 'none'),
      secondaryTargetVector: number3('secondaryTargetVector', 'smiv'),
      secondaryTargetMatrix: matrix('smat'),
    }),
    // Files of Maya 2022 to 2024 connect from `tmat`.
    outputMatrix: matrix('tmat'),
  },
});

export const UTILITY_MATRIX_DECLARATIONS = [
  multMatrix,
  addMatrix,
  wtAddMatrix,
  passMatrix,
  holdMatrix,
  decomposeMatrix,
  composeMatrix,
  inverseMatrix,
  transposeMatrix,
  fourByFourMatrix,
  pointMatrixMult,
  pickMatrix,
  blendMatrix,
  aimMatrix,
];
