export { probeCamera } from './camera/camera-probe.ts';
export {
  CAMERA_DEFAULTS,
  type CameraChannels,
  computeFilmGate,
  type FilmFit,
  type FilmGate,
  type ViewWindow,
} from './camera/film-gate.ts';
export type { CheckContext, CheckRule, RunningRule } from './check/check-rule.ts';
export { CHECK_FRAMES, CHECK_RULES, type CheckOptions, checkScene, sampleRange } from './check/check-scene.ts';
export {
  type AimOptions,
  createAimConstraint,
  createOrientConstraint,
  createParentConstraint,
  createPointConstraint,
  createPoleVectorConstraint,
  createScaleConstraint,
  type OffsetOptions,
  type OrientOptions,
  type ParentOptions,
  type PoleVectorOptions,
} from './constraints/create/create-constraints.ts';
export { addConstraintAdditively, type Blended, blendConstraint } from './constraints/create/lay-over.ts';
export type { Axis, ConstraintOptions, Output } from './constraints/create/wire.ts';
export { type Curve, compileCurve } from './curves/compile.ts';
export { evaluateCurve, evaluateCurveBatch } from './curves/evaluate-curve.ts';
export { buildCurveKeys, type CurveKeys, type InfinityKind, type TangentType } from './curves/keys.ts';
export { compileRotationCurve, evaluateRotationCurve } from './curves/rotation-curve.ts';
export { computeTangents, describeTangents, type TangentReport } from './curves/tangents.ts';
export {
  type DeformerStack,
  readDeformerStack,
  type StackSkin,
  type StackTarget,
} from './deform/deformer-stack.ts';
export { type MorphSplit, splitMorphWeight } from './deform/morph-weights.ts';
export type { SkinMethod, SkinSum } from './deform/skin.ts';
export type { PointWeights } from './deform/skin-weights.ts';
export { type ConstraintInfo, isConstraint, listConstraints, targetOf } from './document/constraint-list.ts';
export {
  type EvalCamera,
  type EvalFrame,
  type EvalHeader,
  type EvalMesh,
  type EvalMorph,
  type EvalNode,
  evalHeader,
  SceneSampler,
} from './document/eval-document.ts';
export { type EvaluateTime, evaluate, graphOf, type Pose } from './evaluate.ts';
export { Graph, type GraphStats } from './graph/graph.ts';
export {
  type ComputeContext,
  componentStep,
  type DrivenPlug,
  defineNode,
  instanceStep,
  type NodeType,
  type PlugRequest,
  type RequestTree,
  type Step,
  step,
} from './graph/node-type.ts';
export type { Probe, ProbeShape } from './graph/probe.ts';
export { collectNodeTypes, MAYA_NODE_TYPES, NODE_TYPES } from './nodes/index.ts';
export { EVALUATE_PROBLEMS } from './problems.ts';
