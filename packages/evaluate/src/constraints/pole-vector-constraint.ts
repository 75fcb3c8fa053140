import { transformPoint, type Vec3 } from '@rigline/math';
import { poleVectorConstraint as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';
import {
  meanPivot,
  PIVOT_TARGET,
  type PivotTarget,
  requestTargets,
  setVec3,
  sumWeights,
  valueAtRest,
} from './targets.ts';

const point: Vec3 = [0, 0, 0];
const start: Vec3 = [0, 0, 0];

/**
 * `poleVectorConstraint`: the way from an IK chain's start joint to the weighted mean of the targets' rotate pivots,
 * in the parent space of the handle.
 *
 * `constraintRotatePivot` is the start joint's `translate`, `pivotSpace` its parent matrix.
 * Source: Maya help, "poleVectorConstraint" node; checked against the rest values that Maya saved into two rigs
 * (Red9 StudioPack, MetaRig_baseTests.ma). Golden: fixtures/constraints/pole-vector.golden.json
 */
export const poleVectorConstraint: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: [
      'constraintParentInverseMatrix',
      'constraintRotatePivot',
      'constraintRotateTranslate',
      'pivotSpace',
      'offset',
      'constraintOffsetPolarity',
      'restTranslate',
      'enableRestPosition',
    ],
    writes: ['constraintTranslate'],
    requests: requestTargets(PIVOT_TARGET),
    compute(input, output, context) {
      const targets = input.extra as readonly PivotTarget[];
      const sum = sumWeights(targets);
      const last = output.constraintTranslate as Vec3 | undefined;
      if (sum === 0) {
        output.constraintTranslate = valueAtRest(input.enableRestPosition, input.restTranslate, last, context);
        return;
      }
      const { offset, constraintOffsetPolarity: k, constraintRotatePivot: p, constraintRotateTranslate: q } = input;
      setVec3(start, p[0] + q[0], p[1] + q[1], p[2] + q[2]);
      transformPoint(input.pivotSpace, start, start);
      transformPoint(input.constraintParentInverseMatrix, start, start);
      meanPivot(targets, sum, point);
      transformPoint(input.constraintParentInverseMatrix, point, point);
      output.constraintTranslate = setVec3(
        last,
        point[0] - start[0] + k * offset[0],
        point[1] - start[1] + k * offset[1],
        point[2] - start[2] + k * offset[2],
      );
    },
  }),
]);
