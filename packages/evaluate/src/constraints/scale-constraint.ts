import { decomposeMat4, identityMat4, identityParts, invertMat4, type Mat4, type Vec3 } from '@rigline/math';
import { scaleConstraint as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';
import { requestTargets, setVec3, sumWeights, valueAtRest } from './targets.ts';

interface ScaleTarget {
  readonly targetScale: Readonly<Vec3>;
  readonly targetParentMatrix: Readonly<Mat4>;
  readonly targetWeight: number;
}

const parts = identityParts();
const parent: Mat4 = identityMat4();
const mean: Vec3 = [0, 0, 0];
const signs: Vec3 = [0, 0, 0];
const AXES = [0, 1, 2] as const;
const KEEP_SIGN = { negative: 'x' } as const;

/** Scale of a parent matrix by axis. */
function scaleOf(m: Readonly<Mat4>): Vec3 {
  return decomposeMat4(m, KEEP_SIGN, parts).scale;
}

/**
 * Weighted geometric mean of the targets' world scales, by axis. A zero scale with a share makes zero; the sign is that
 * of the weighted sum of signs.
 */
function meanScale(targets: readonly ScaleTarget[], sum: number, out: Vec3): Vec3 {
  setVec3(signs, 0, 0, 0);
  setVec3(out, 1, 1, 1);
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i] as ScaleTarget;
    const share = target.targetWeight / sum;
    if (share === 0) continue;
    const above = scaleOf(target.targetParentMatrix);
    for (const axis of AXES) {
      const scale = target.targetScale[axis] * above[axis];
      out[axis] *= share === 1 ? Math.abs(scale) : Math.abs(scale) ** share;
      signs[axis] += Math.sign(scale) * share;
    }
  }
  for (const axis of AXES) if (signs[axis] < 0) out[axis] = -out[axis];
  return out;
}

/**
 * `scaleConstraint`: gives a node the weighted geometric mean of its targets' world scales. World scale is `scale` times
 * the scale of the parents, axis by axis: with turned parents the axes are mixed.
 *
 * Unverified: the sign of a mean of scales of different signs. With `constraintScaleCompensate` on, the parent's scale
 * is not divided out; Unverified: exactly that. Maya connects it from a joint's segmentScaleCompensate.
 * Source: Maya help, "scaleConstraint" node and command. Golden: fixtures/constraints/scale.golden.json
 */
export const scaleConstraint: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['constraintParentInverseMatrix', 'constraintScaleCompensate', 'offset', 'restScale', 'enableRestPosition'],
    writes: ['constraintScale'],
    requests: requestTargets(['targetScale', 'targetParentMatrix', 'targetWeight']),
    compute(input, output, context) {
      const targets = input.extra as readonly ScaleTarget[];
      const sum = sumWeights(targets);
      const last = output.constraintScale as Vec3 | undefined;
      if (sum === 0) {
        output.constraintScale = valueAtRest(input.enableRestPosition, input.restScale, last, context);
        return;
      }
      meanScale(targets, sum, mean);
      if (!input.constraintScaleCompensate && invertMat4(input.constraintParentInverseMatrix, parent)) {
        const above = scaleOf(parent);
        for (const axis of AXES) if (above[axis] !== 0) mean[axis] /= above[axis];
      }
      const { offset } = input;
      output.constraintScale = setVec3(last, mean[0] * offset[0], mean[1] * offset[1], mean[2] * offset[2]);
    },
  }),
]);
