import { collectDeclarations, type NodeDeclaration } from '../node-declaration.ts';
import { ANIM_DECLARATIONS } from './anim.ts';
import { CONSTRAINT_DECLARATIONS } from './constraints.ts';
import { DAG_DECLARATIONS } from './dag.ts';
import { DEFORM_DECLARATIONS } from './deform.ts';
import { FBX_DECLARATIONS } from './fbx.ts';
import { IK_DECLARATIONS } from './ik.ts';
import { SHADING_DECLARATIONS } from './shading.ts';
import { SHAPE_DECLARATIONS } from './shapes.ts';
import { UTILITY_DECLARATIONS } from './utility.ts';

/** Every node type that Rigline knows the attributes of: Maya's, and those of FBX. */
export const MAYA_DECLARATIONS: ReadonlyMap<string, NodeDeclaration> = collectDeclarations(
  DAG_DECLARATIONS,
  SHAPE_DECLARATIONS,
  UTILITY_DECLARATIONS,
  ANIM_DECLARATIONS,
  IK_DECLARATIONS,
  CONSTRAINT_DECLARATIONS,
  DEFORM_DECLARATIONS,
  FBX_DECLARATIONS,
  SHADING_DECLARATIONS,
);

// anim.ts
export {
  ADDITIVE_BLENDS,
  ANIM_CURVES,
  type AnimBlendDeclaration,
  type AnimCurveDeclaration,
  animBlendNodeAdditiveRotation,
  animBlendNodeAdditiveScale,
  animCurveTA,
  animLayer,
  character,
  KEY_SPANS,
  type KeyBlock,
  type KeyExtrapolation,
  type KeyIssue,
  type KeySource,
  type KeySpan,
  pairBlend,
  SWITCHING_BLENDS,
  timeToUnitConversion,
  unitToTimeConversion,
} from './anim.ts';
// constraints.ts
export {
  aimConstraint,
  constraint,
  INTERP_TYPES,
  type InterpType,
  orientConstraint,
  parentConstraint,
  pointConstraint,
  poleVectorConstraint,
  scaleConstraint,
  WORLD_UP_TYPES,
  type WorldUpType,
} from './constraints.ts';
// dag.ts
export { dagNode, joint, MAYA_ROTATE_ORDERS, node, rotateOrder, transform } from './dag.ts';
// deform.ts
export {
  blendShape,
  combinationShape,
  fbxSkin,
  type MorphOffsets,
  type MorphShape,
  type MorphTarget,
  type SkinInfluence,
  type SkinSource,
  skinCluster,
} from './deform.ts';
// fbx.ts
export {
  FBX_APERTURE_MODES,
  FBX_BLEND_MODES,
  FBX_GATE_FITS,
  fbxBone,
  fbxCamera,
  fbxLayeredNumber,
  fbxLayeredRotate,
  fbxLayeredScale,
  fbxLayeredTranslate,
  fbxModel,
  fbxObject,
  fbxPose,
} from './fbx.ts';
// ik.ts
export { ikEffector, ikHandle } from './ik.ts';
// shading.ts
export { lambert, shadingEngine, standardSurface } from './shading.ts';
// shapes.ts
export {
  camera,
  type FaceAttribute,
  FILM_FITS,
  locator,
  mesh,
  type NurbsCurveData,
  nurbsCurve,
  type PolyFaceData,
  resolution,
  timeNode,
  unitConversion,
} from './shapes.ts';
// utility.ts
export {
  arcLengthDimension,
  curveInfo,
  makeNurbCircle,
  motionPath,
  nearestPointOnCurve,
  pointOnCurveInfo,
  transformGeometry,
} from './utility-curves.ts';
export { angleDimension, distanceDimShape } from './utility-dimensions.ts';
export { expression } from './utility-expression.ts';
export {
  MATH_FAMILIES,
  mathAtan2,
  mathAxisFromMatrix,
  mathClampRange,
  mathCompare,
  mathCrossProduct,
  mathDeterminant,
  mathDotProduct,
  mathEqual,
  mathInverseLerp,
  mathLength,
  mathLerp,
  mathLineFromMatrix,
  mathLog,
  mathLogic,
  mathMany,
  mathModulo,
  mathNormalize,
  mathNot,
  mathOfAngle,
  mathOne,
  mathPower,
  mathRotationFromMatrix,
  mathScaleFromMatrix,
  mathSmoothStep,
  mathThroughMatrix,
  mathToAngle,
  mathTranslationFromMatrix,
  mathTwo,
} from './utility-math.ts';
export {
  AIM_MATRIX_MODES,
  addMatrix,
  aimMatrix,
  blendMatrix,
  composeMatrix,
  decomposeMatrix,
  fourByFourMatrix,
  holdMatrix,
  inverseMatrix,
  multMatrix,
  passMatrix,
  pickMatrix,
  pointMatrixMult,
  quaternion,
  transposeMatrix,
  wtAddMatrix,
} from './utility-matrices.ts';
export {
  deleteComponent,
  geometryFilter,
  groupId,
  groupParts,
  POINT_KEEPING_MODIFIERS,
  polyCone,
  polyCube,
  polyCylinder,
  polyModifier,
  polyPlane,
  polyPyramid,
  polySphere,
  polyTorus,
  polyTweak,
  tweak,
  UNEVALUATED_DEFORMERS,
  UNEVALUATED_MODIFIERS,
} from './utility-meshes.ts';
export {
  addDL,
  addDoubleLinear,
  angleBetween,
  blendColors,
  blendTwoAttr,
  blendWeighted,
  COMPARISONS,
  choiceNode,
  clamp,
  colorConstant,
  condition,
  contrast,
  distanceBetween,
  floatCondition,
  floatConstant,
  floatLogic,
  floatMath,
  gammaCorrect,
  hsvToRgb,
  luminance,
  multDL,
  multDoubleLinear,
  multiplyDivide,
  mute,
  plusMinusAverage,
  RAMP_INTERPOLATIONS,
  remapColor,
  remapValue,
  reverse,
  rgbToHsv,
  setRange,
  vectorProduct,
} from './utility-numbers.ts';
export {
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
} from './utility-quaternions.ts';
