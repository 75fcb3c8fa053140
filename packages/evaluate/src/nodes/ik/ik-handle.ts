import type { SceneNode } from '@rigline/scene';
import { ikHandle as declaration } from '@rigline/scene/maya';
import {
  type ComputeContext,
  type DrivenPlug,
  defineNode,
  type NodeType,
  type RequestTree,
  step,
} from '../../graph/node-type.ts';
import { transform } from '../transform.ts';
import { type ChainValues, findChain, isJoint, isTurned, requestChain, SOLVED_TYPES } from './ik-chain.ts';
import { solveChain } from './solve-chain.ts';

/** The values of the chain, under the name of how it is solved. */
interface HandleValues {
  readonly rotatePlane?: ChainValues;
  readonly singleChain?: ChainValues;
  readonly unsolved?: ChainValues;
}

function requestHandle(node: SceneNode): RequestTree {
  const chain = findChain(node);
  if (!chain) return {};
  const values = requestChain(node, chain);
  if (!SOLVED_TYPES.has(chain.solver)) return { unsolved: values };
  return chain.solver === 'ikSCsolver' ? { singleChain: values } : { rotatePlane: values };
}

/** The rotate channels of the joints, which the handle sets without a connection. */
function driveJoints(node: SceneNode): readonly DrivenPlug[] {
  const joints = findChain(node)?.nodes.filter(isTurned) ?? [];
  return joints.map((joint, i) => ({ node: joint, path: 'rotate', output: `jointRotate[${i}]` }));
}

function reportUnsolved(context: ComputeContext): void {
  context.report({
    code: 'EVALUATE_IK_SOLVER',
    severity: 'warning',
    message: 'This IK handle has a solver that is not evaluated: its joints keep their saved rotations',
    hint: 'Bake the joints before you save, or use a rotate plane or single chain handle.',
  });
}

function reportStiff(context: ComputeContext): void {
  context.report({
    code: 'EVALUATE_IK_STRAIGHT',
    severity: 'warning',
    message:
      'The chain of this IK handle is straight and has no preferred angles, so that it cannot bend to its handle',
    hint: 'Rotate the inner joints a little the way they should bend and set the preferred angle.',
  });
}

/**
 * `ikHandle`: a transform that turns the joints from its start joint to the parent of its effector. Rotate plane and
 * single chain solvers are computed; joints of others keep the rotations they have without IK.
 *
 * `ikBlend` 0 leaves the joints to their keys. `snapEnable` and `stickiness` concern the interactive tool alone, and are
 * not looked at; neither are joint limits and degrees of freedom while solving.
 * Source: Maya help, "ikHandle". Golden: fixtures/nodes/ik.golden.json
 */
export const ikHandle: NodeType = defineNode(
  declaration,
  [
    ...transform.steps,
    step(declaration, {
      reads: ['rotatePivot', 'poleVector', 'twist', 'ikBlend'],
      writes: ['jointRotate'],
      requests: requestHandle,
      compute(input, output, context) {
        output.jointRotate ??= [];
        const { rotatePlane, singleChain, unsolved } = (input.extra ?? {}) as HandleValues;
        if (unsolved) {
          reportUnsolved(context);
          unsolved.links.filter(isJoint).forEach((joint, i) => {
            output.jointRotate[i] = [...joint.rotate];
          });
        }
        const chain = rotatePlane ?? singleChain;
        if (!chain) return;
        const { rotates, isStiff } = solveChain(chain, {
          rotatePivot: input.rotatePivot,
          poleVector: input.poleVector,
          twist: input.twist,
          ikBlend: input.ikBlend,
          isSingleChain: singleChain !== undefined,
        });
        rotates.forEach((rotate, i) => {
          output.jointRotate[i] = [...rotate];
        });
        if (isStiff) reportStiff(context);
      },
    }),
  ],
  { drives: driveJoints },
);
