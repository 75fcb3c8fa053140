import { transformPoint, type Vec3 } from '@rigline/math';
import { pointConstraint as declaration } from '@rigline/scene/maya';
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

/**
 * `pointConstraint`: puts the rotate pivot of a node on the weighted mean of its targets' rotate pivots.
 *
 * Convention: `offset` times `constraintOffsetPolarity` is added in the parent space of the constrained node.
 * Source: Maya help, "pointConstraint" node. Golden: fixtures/constraints/point.golden.json
 */
export const pointConstraint: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: [
      'constraintParentInverseMatrix',
      'constraintRotatePivot',
      'constraintRotateTranslate',
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
      meanPivot(targets, sum, point);
      transformPoint(input.constraintParentInverseMatrix, point, point);
      const { offset, constraintOffsetPolarity: k, constraintRotatePivot: p, constraintRotateTranslate: q } = input;
      output.constraintTranslate = setVec3(
        last,
        point[0] + k * offset[0] - p[0] - q[0],
        point[1] + k * offset[1] - p[1] - q[1],
        point[2] + k * offset[2] - p[2] - q[2],
      );
    },
  }),
]);
