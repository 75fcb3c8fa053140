import { invertMat4, type Mat4, multiplyMat4 } from '@rigline/math';
import { dagNode as declaration } from '@rigline/scene/maya';
import type { Cell } from '../graph/cell.ts';
import { type ComputeContext, defineNode, instanceStep, type NodeType, type Step, step } from '../graph/node-type.ts';

/** The inverse, or undefined with a problem where there is none: the plug keeps its last value then. */
function inverseOf(matrix: Mat4, out: Mat4 | undefined, context: ComputeContext): Mat4 | undefined {
  const inverse = invertMat4(matrix, out);
  if (inverse) return inverse;
  context.report({
    code: 'EVALUATE_SINGULAR_MATRIX',
    severity: 'warning',
    message: 'A matrix has no inverse: a scale on the way to the root is zero',
    hint: 'Give the scale a small value instead of zero; what needs the inverse keeps its last value.',
  });
  return out;
}

/** Multiplies two matrices from cell to cell. */
export function productKernel(
  first: Cell | undefined,
  then: Cell | undefined,
  product: Cell | undefined,
): (() => void) | undefined {
  if (!first || !then || !product) return undefined;
  const a = first.borrowMatrix();
  const b = then.borrowMatrix();
  const out = product.borrowMatrix();
  return () => {
    multiplyMat4(a, b, out);
    product.touch();
  };
}

/** Copies a matrix from cell to cell. */
export function copyKernel(from: Cell | undefined, to: Cell | undefined): (() => void) | undefined {
  if (!from || !to) return undefined;
  const source = from.borrowMatrix();
  const out = to.borrowMatrix();
  return () => {
    for (let i = 0; i < 16; i++) out[i] = source[i] as number;
    to.touch();
  };
}

/** `worldMatrix`, and the inverses of all matrices of a node of the hierarchy. */
export const WORLD_STEPS: readonly Step[] = [
  instanceStep(declaration, {
    reads: ['matrix', 'parentMatrix'],
    writes: ['worldMatrix'],
    kernel: (plugs) => productKernel(plugs.input('matrix'), plugs.input('parentMatrix'), plugs.output('worldMatrix')),
    compute(input, output) {
      output.worldMatrix = multiplyMat4(input.matrix, input.parentMatrix, output.worldMatrix);
    },
  }),
  instanceStep(declaration, {
    reads: ['worldMatrix'],
    writes: ['worldInverseMatrix'],
    compute(input, output, context) {
      output.worldInverseMatrix = inverseOf(input.worldMatrix, output.worldInverseMatrix, context) as Mat4;
    },
  }),
  instanceStep(declaration, {
    reads: ['parentMatrix'],
    writes: ['parentInverseMatrix'],
    compute(input, output, context) {
      output.parentInverseMatrix = inverseOf(input.parentMatrix, output.parentInverseMatrix, context) as Mat4;
    },
  }),
  step(declaration, {
    reads: ['matrix'],
    writes: ['inverseMatrix'],
    compute(input, output, context) {
      output.inverseMatrix = inverseOf(input.matrix, output.inverseMatrix, context) as Mat4;
    },
  }),
];

/** Shapes stand where their transform stands: their own matrix is the identity. Source: Maya help, "dagNode". */
export const dagNode: NodeType = defineNode(declaration, [
  instanceStep(declaration, {
    reads: ['dagParentMatrix'],
    writes: ['parentMatrix'],
    compute(input, output) {
      output.parentMatrix = input.dagParentMatrix;
    },
  }),
  ...WORLD_STEPS,
]);
