import { joint as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';
import { WORLD_STEPS } from './dag-node.ts';
import { channelKernel, LIMIT_SWITCHES, limitChannels, PARENT_STEP, requestLimits } from './transform.ts';
import { jointMatrix } from './transform-matrix.ts';

/** `joint`: rotate axis, rotate, joint orient, segment scale compensation. Source: Maya help, "joint" node. */
export const joint: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: [
      'translate',
      'rotate',
      'rotateOrder',
      'scale',
      'shear',
      'rotateAxis',
      'jointOrient',
      'inverseScale',
      'segmentScaleCompensate',
    ],
    writes: ['matrix', 'xformMatrix'],
    requests: requestLimits,
    choosesBy: LIMIT_SWITCHES,
    isSparse: true,
    kernel: (plugs) => channelKernel(plugs, ['jointOrient', 'inverseScale', 'segmentScaleCompensate'], jointMatrix),
    compute(input, output) {
      output.matrix = jointMatrix(limitChannels(input), output.matrix);
      output.xformMatrix = output.matrix;
    },
  }),
  PARENT_STEP,
  ...WORLD_STEPS,
]);
