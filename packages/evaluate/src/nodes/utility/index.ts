import type { NodeType } from '../../graph/node-type.ts';
import {
  addDL,
  addDoubleLinear,
  multDL,
  multDoubleLinear,
  multiplyDivide,
  plusMinusAverage,
  reverse,
} from './arithmetic.ts';
import { blendColors, blendTwoAttr, blendWeighted } from './blends.ts';
import { choice } from './choice.ts';
import { contrast, gammaCorrect, hsvToRgb, luminance, rgbToHsv } from './colors.ts';
import { condition } from './condition.ts';
import { arcLengthDimension, curveInfo, nearestPointOnCurve, pointOnCurveInfo } from './curve-info.ts';
import { locator, makeNurbCircle, nurbsCurve, transformGeometry } from './curve-shapes.ts';
import { angleDimension, distanceDimShape } from './dimensions.ts';
import { expression } from './expression.ts';
import { colorConstant, floatCondition, floatConstant, floatLogic, floatMath } from './floats.ts';
import { GEOMETRY_FILTERS } from './geometry-filters.ts';
import { MATH_NODE_TYPES } from './math-nodes.ts';
import { MATH_VECTOR_NODE_TYPES } from './math-vectors.ts';
import { aimMatrix, blendMatrix } from './matrix-layers.ts';
import { composeMatrix, decomposeMatrix, inverseMatrix, pickMatrix, transposeMatrix } from './matrix-parts.ts';
import {
  addMatrix,
  fourByFourMatrix,
  holdMatrix,
  multMatrix,
  passMatrix,
  pointMatrixMult,
  wtAddMatrix,
} from './matrix-products.ts';
import { mesh } from './mesh.ts';
import { motionPath } from './motion-path.ts';
import { mute } from './mute.ts';
import { polyCone, polyCube, polyCylinder, polyPlane, polyPyramid, polySphere, polyTorus } from './poly-primitives.ts';
import {
  axisAngleToQuat,
  eulerToQuat,
  quatAdd,
  quatConjugate,
  quatInvert,
  quatNegate,
  quatNormalize,
  quatProd,
  quatSlerp,
  quatSub,
  quatToAxisAngle,
  quatToEuler,
} from './quaternions.ts';
import { clamp, setRange } from './ranges.ts';
import { remapColor, remapValue } from './remap.ts';
import { angleBetween, distanceBetween, vectorProduct } from './vectors.ts';

/** Utility nodes, nodes on curves and meshes, expressions. */
export const UTILITY_NODE_TYPES: readonly NodeType[] = [
  multiplyDivide,
  plusMinusAverage,
  addDoubleLinear,
  addDL,
  multDoubleLinear,
  multDL,
  reverse,
  condition,
  clamp,
  setRange,
  remapValue,
  remapColor,
  blendColors,
  blendTwoAttr,
  blendWeighted,
  distanceBetween,
  distanceDimShape,
  angleDimension,
  mute,
  vectorProduct,
  angleBetween,
  choice,
  contrast,
  gammaCorrect,
  luminance,
  hsvToRgb,
  rgbToHsv,
  floatConstant,
  colorConstant,
  floatMath,
  floatLogic,
  floatCondition,
  multMatrix,
  addMatrix,
  wtAddMatrix,
  passMatrix,
  holdMatrix,
  fourByFourMatrix,
  pointMatrixMult,
  decomposeMatrix,
  composeMatrix,
  inverseMatrix,
  transposeMatrix,
  pickMatrix,
  blendMatrix,
  aimMatrix,
  eulerToQuat,
  quatToEuler,
  axisAngleToQuat,
  quatToAxisAngle,
  quatProd,
  quatAdd,
  quatSub,
  quatInvert,
  quatConjugate,
  quatNegate,
  quatNormalize,
  quatSlerp,
  nurbsCurve,
  locator,
  makeNurbCircle,
  transformGeometry,
  curveInfo,
  pointOnCurveInfo,
  nearestPointOnCurve,
  arcLengthDimension,
  motionPath,
  mesh,
  polyCube,
  polyPlane,
  polySphere,
  polyCylinder,
  polyCone,
  polyTorus,
  polyPyramid,
  ...GEOMETRY_FILTERS,
  expression,
  ...MATH_NODE_TYPES,
  ...MATH_VECTOR_NODE_TYPES,
];
