export type {
  MelArrayType,
  MelAssignOperator,
  MelBinaryOperator,
  MelCase,
  MelCommandArgument,
  MelDeclaration,
  MelDeclarator,
  MelExpression,
  MelExpressionStatement,
  MelProc,
  MelProgram,
  MelScalarType,
  MelStatement,
  MelTarget,
  MelType,
} from './ast.ts';
export { MEL_LIMITS, type MelLimits } from './budget.ts';
export {
  type CompiledExpression,
  type CompileExpressionOptions,
  compileExpression,
  type ExpressionIo,
} from './compile-expression.ts';
export type { UnsupportedConstruct } from './compile-value.ts';
export { formatMelNumber } from './format-number.ts';
export type { MelArgument, MelHost } from './host.ts';
export { MEL_FUNCTIONS, type MelRunOptions, MelSession, runMel } from './interpreter.ts';
export { parseMel } from './parse.ts';
export { MEL_PROBLEMS } from './problems.ts';
export {
  convertMelValue,
  defaultMelValue,
  formatMelPrint,
  formatMelValue,
  MEL_VOID,
  type MelArray,
  type MelValue,
  type MelVector,
  melFloat,
  melFloats,
  melInt,
  melInts,
  melString,
  melStrings,
  melVector,
  toMelNumber,
} from './value.ts';
