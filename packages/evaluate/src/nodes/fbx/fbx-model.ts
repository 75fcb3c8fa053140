import { type Mat4, mat4FromEuler, mat4FromScale, multiplyMat4, type Vec3 } from '@rigline/math';
import { fbxBone as boneDeclaration, fbxModel as declaration } from '@rigline/scene/maya';
import {
  type ComputeContext,
  defineNode,
  instanceStep,
  type NodeType,
  type Step,
  step,
} from '../../graph/node-type.ts';
import { productKernel, WORLD_STEPS } from '../dag-node.ts';
import { channelKernel, PARENT_STEP } from '../transform.ts';
import { INHERIT_STEPS } from './inherit.ts';
import { type ModelChannels, modelMatrix, modelTurn, modelTurns } from './model-matrix.ts';

/** What stands still as a rule. */
const STILL = [
  'rotateOrder',
  'isSpheric',
  'preRotation',
  'postRotation',
  'rotatePivot',
  'rotatePivotTranslate',
  'scalePivot',
  'scalePivotTranslate',
] as const;
const CHANNELS = ['translate', 'rotate', 'scale', ...STILL] as const;

function reportSpheric(isSpheric: boolean, context: ComputeContext): void {
  if (!isSpheric) return;
  context.report({
    code: 'EVALUATE_SPHERIC_ROTATION',
    severity: 'warning',
    message: 'The rotation is of spheric order, for which no formula is public; it is evaluated as xyz',
    hint: 'Give the node an Euler order before export.',
  });
}

const MATRIX_STEP: Step = step(declaration, {
  reads: CHANNELS,
  writes: ['matrix', 'xformMatrix'],
  isSparse: true,
  kernel: (plugs) => {
    const { preRotation, postRotation } = plugs.values as { preRotation: Vec3; postRotation: Vec3 };
    const turns = modelTurns(preRotation, postRotation);
    return channelKernel<ModelChannels>(plugs, STILL, (channels, out) => modelMatrix(channels, turns, out));
  },
  compute(input, output, context) {
    reportSpheric(input.isSpheric, context);
    output.matrix = modelMatrix(input, modelTurns(input.preRotation, input.postRotation), output.matrix);
    output.xformMatrix = output.matrix;
  },
});

const UNSCALED_STEP: Step = step(declaration, {
  reads: CHANNELS,
  writes: ['unscaledMatrix'],
  compute(input, output) {
    const turns = modelTurns(input.preRotation, input.postRotation);
    output.unscaledMatrix = modelTurn(input, turns, output.unscaledMatrix);
  },
});

/** Geometric channels: scale first, then turn and translation. Source: FBX SDK help, "Geometric transformation". */
const GEOMETRY_STEPS: readonly Step[] = [
  step(declaration, {
    reads: ['geometricTranslation', 'geometricRotation', 'geometricScaling'],
    writes: ['geometryMatrix'],
    compute(input, output) {
      const matrix = mat4FromScale(input.geometricScaling, output.geometryMatrix);
      multiplyMat4(matrix, mat4FromEuler(input.geometricRotation, 'xyz'), matrix);
      const [x, y, z] = input.geometricTranslation;
      matrix[12] = x;
      matrix[13] = y;
      matrix[14] = z;
      output.geometryMatrix = matrix;
    },
  }),
  instanceStep(declaration, {
    reads: ['geometryMatrix', 'worldMatrix'],
    writes: ['shapeWorldMatrix'],
    kernel: (plugs) =>
      productKernel(plugs.input('geometryMatrix'), plugs.input('worldMatrix'), plugs.output('shapeWorldMatrix')),
    compute(input, output) {
      output.shapeWorldMatrix = multiplyMat4(
        input.geometryMatrix,
        input.worldMatrix,
        output.shapeWorldMatrix as Mat4 | undefined,
      );
    },
  }),
];

/** Inherited from the hierarchy's own steps; `worldMatrix` is the model's. */
const INVERSE_STEPS = WORLD_STEPS.filter(({ writes }) => !writes.includes('worldMatrix'));

const STEPS = [MATRIX_STEP, UNSCALED_STEP, PARENT_STEP, ...INHERIT_STEPS, ...GEOMETRY_STEPS, ...INVERSE_STEPS];

/** `fbxModel`: the transform stack of FBX, its inherit types and the transform of what hangs on it. */
export const fbxModel: NodeType = defineNode(declaration, STEPS);

/** `fbxBone`: a model that is a bone. */
export const fbxBone: NodeType = defineNode(boneDeclaration, STEPS);
