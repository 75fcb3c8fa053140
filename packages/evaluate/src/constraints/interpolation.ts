import type { InterpType } from '@rigline/scene/maya';
import type { ComputeContext } from '../graph/node-type.ts';

/** Tells where the blend of several targets is not Maya's own: it depends on what Maya evaluated or cached before. */
export function reportInterpolation(type: InterpType, targets: number, context: ComputeContext): void {
  if (targets < 2) return;
  if (type === 'cache') {
    context.report({
      code: 'EVALUATE_CONSTRAINT_CACHE',
      severity: 'warning',
      message: 'Interpolation type "cache" is blended as "average": the cached choices of Maya are not read',
      hint: 'Set the interpolation type to shortest, or bake the channel in Maya.',
    });
  } else if (type === 'noFlip') {
    context.report({
      code: 'EVALUATE_CONSTRAINT_NO_FLIP',
      severity: 'info',
      message: 'Interpolation type "no flip" depends on the frame shown before in Maya; here on the saved rotation',
      hint: 'Set the interpolation type to shortest for a result that does not depend on playback.',
    });
  }
}
