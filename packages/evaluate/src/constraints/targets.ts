import type { Mat4, RotateOrder, Vec3 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import type { ComputeContext, PlugRequest, RequestTree, Step } from '../graph/node-type.ts';

/** Part of a target that says where its rotate pivot is. */
export interface PivotTarget {
  readonly targetTranslate: Readonly<Vec3>;
  readonly targetRotatePivot: Readonly<Vec3>;
  readonly targetRotateTranslate: Readonly<Vec3>;
  readonly targetParentMatrix: Readonly<Mat4>;
  readonly targetWeight: number;
}
export const PIVOT_TARGET = [
  'targetTranslate',
  'targetRotatePivot',
  'targetRotateTranslate',
  'targetParentMatrix',
  'targetWeight',
] as const;

/** Part of a target that says how it is turned. */
export interface RotationTarget {
  readonly targetRotate: Readonly<Vec3>;
  readonly targetRotateOrder: RotateOrder;
  readonly targetJointOrient: Readonly<Vec3>;
  readonly targetParentMatrix: Readonly<Mat4>;
  readonly targetWeight: number;
}
export const ROTATION_TARGET = [
  'targetRotate',
  'targetRotateOrder',
  'targetJointOrient',
  'targetParentMatrix',
  'targetWeight',
] as const;

/**
 * Asks for some children of every target, so that a step depends on no more of the targets than it uses. `compute`
 * gets `input.extra`: the targets by ascending index, which is the order that blending goes by.
 */
export function requestTargets(children: readonly string[]): NonNullable<Step['requests']> {
  return (node: SceneNode, _scene: unknown, watch: (path: string) => void): RequestTree => {
    watch('target[]');
    return node.elementIndices('target').map((index) => {
      const target: Record<string, PlugRequest> = {};
      for (const child of children) target[child] = { node, path: `target[${index}].${child}` };
      return target;
    });
  };
}

/** Sum of the raw weights. They are neither clamped nor normalised: only their ratios matter while it is not zero. */
export function sumWeights(targets: readonly { readonly targetWeight: number }[]): number {
  let sum = 0;
  for (let i = 0; i < targets.length; i++) sum += (targets[i] as { targetWeight: number }).targetWeight;
  return sum;
}

/**
 * What a constraint gives when its weights add up to zero: the rest values, or with those switched off the last
 * output. Returns the rest values also when there is no last output yet.
 *
 * Unverified: that the last output stays; Maya's help only says that the object is not constrained.
 */
export function valueAtRest(
  enabled: boolean,
  rest: Readonly<Vec3>,
  last: Vec3 | undefined,
  context: ComputeContext,
): Vec3 {
  if (!enabled) {
    context.report({
      code: 'EVALUATE_CONSTRAINT_HISTORY',
      severity: 'warning',
      message: 'The weights add up to zero and enableRestPosition is off: the last value stays, whatever it was',
      hint: 'Switch enableRestPosition on, or key the weights so that they never add up to zero.',
    });
    if (last) return last;
  }
  return setVec3(last, rest[0], rest[1], rest[2]);
}

/** Writes into the last output where there is one. */
export function setVec3(out: Vec3 | undefined, x: number, y: number, z: number): Vec3 {
  if (!out) return [x, y, z];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

const pivot: Vec3 = [0, 0, 0];

/** Weighted mean of the targets' rotate pivots in world space. The sum of weights must not be zero. */
export function meanPivot(targets: readonly PivotTarget[], sum: number, out: Vec3): Vec3 {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i] as PivotTarget;
    worldPivot(target, pivot);
    const share = target.targetWeight / sum;
    x += pivot[0] * share;
    y += pivot[1] * share;
    z += pivot[2] * share;
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** A target's rotate pivot in world space: `translate + rotatePivot + rotatePivotTranslate` through its parents. */
export function worldPivot(target: Omit<PivotTarget, 'targetWeight'>, out: Vec3): Vec3 {
  const { targetTranslate: t, targetRotatePivot: p, targetRotateTranslate: q, targetParentMatrix: m } = target;
  const x = t[0] + p[0] + q[0];
  const y = t[1] + p[1] + q[1];
  const z = t[2] + p[2] + q[2];
  out[0] = x * m[0] + y * m[4] + z * m[8] + m[12];
  out[1] = x * m[1] + y * m[5] + z * m[9] + m[13];
  out[2] = x * m[2] + y * m[6] + z * m[10] + m[14];
  return out;
}
