import { identityMat4, invertMat4, type Mat4 } from '@rigline/math';
import type { ComputeContext } from '../graph/node-type.ts';

/** The inverse, or the identity with a problem where there is none. */
export function inverseOrReport(matrix: Readonly<Mat4>, context: ComputeContext): Mat4 {
  const inverse = invertMat4(matrix);
  if (inverse) return inverse;
  context.report({
    code: 'EVALUATE_SINGULAR_MATRIX',
    severity: 'warning',
    message: 'The matrix of a skinned mesh has no inverse: a scale on the way to the root is zero',
    hint: 'Give the scale a small value instead of zero.',
  });
  return identityMat4();
}
