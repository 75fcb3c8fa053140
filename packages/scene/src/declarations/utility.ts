import type { NodeDeclaration } from '../node-declaration.ts';
import { UTILITY_CURVE_DECLARATIONS } from './utility-curves.ts';
import { UTILITY_DIMENSION_DECLARATIONS } from './utility-dimensions.ts';
import { UTILITY_EXPRESSION_DECLARATIONS } from './utility-expression.ts';
import { UTILITY_MATH_DECLARATIONS } from './utility-math.ts';
import { UTILITY_MATRIX_DECLARATIONS } from './utility-matrices.ts';
import { UTILITY_MESH_DECLARATIONS } from './utility-meshes.ts';
import { UTILITY_NUMBER_DECLARATIONS } from './utility-numbers.ts';
import { UTILITY_QUATERNION_DECLARATIONS } from './utility-quaternions.ts';

/** Utility nodes, nodes on curves and meshes, expressions. */
export const UTILITY_DECLARATIONS: readonly NodeDeclaration[] = [
  ...UTILITY_NUMBER_DECLARATIONS,
  ...UTILITY_DIMENSION_DECLARATIONS,
  ...UTILITY_MATRIX_DECLARATIONS,
  ...UTILITY_QUATERNION_DECLARATIONS,
  ...UTILITY_CURVE_DECLARATIONS,
  ...UTILITY_MESH_DECLARATIONS,
  ...UTILITY_EXPRESSION_DECLARATIONS,
  ...UTILITY_MATH_DECLARATIONS,
];
