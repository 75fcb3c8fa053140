/**
 * What comes down from the parent of an FBX model.
 *
 * `RSrs`: the whole matrix, as a plain product. `RrSs` and `Rrs`: turn and place come down without scale, the node's
 * place is scaled by the scale that its parent has in all, and the scale itself is multiplied axis by axis and applied
 * first. `Rrs` leaves out the scale of its parent, but has what that one was given: in a chain of `Rrs` nodes the
 * nearest ancestor counts whose scale is inherited.
 *
 * Source: FBX SDK help, FbxTransform::EInheritType; geometry exported by Maya and MotionBuilder for mixed chains.
 * Unverified: `offsetParentMatrix`, which FBX does not have, counts for `RSrs` alone.
 */
import { type Mat4, multiplyMat4, type Vec3 } from '@rigline/math';
import type { Scene, SceneNode } from '@rigline/scene';
import { fbxModel as declaration } from '@rigline/scene/maya';
import { instanceStep, type PlugRequest, type RequestTree, type Step } from '../../graph/node-type.ts';
import { productKernel } from '../dag-node.ts';

type InheritType = 'RrSs' | 'RSrs' | 'Rrs';
/** Number of `RSrs`. */
const PLAIN = 1;

/** Whether the node is multiplied by its parent, and stays so until its `inheritType` is edited. */
function isPlain(node: SceneNode): boolean {
  return !node.inputs.has('inheritType') && (node.values.get('inheritType') ?? PLAIN) === PLAIN;
}

/** Values of the parent, as far as there is one; `parts` of FBX parents alone. */
interface ParentValues {
  readonly turn?: Readonly<Mat4>;
  readonly scale?: Readonly<Vec3>;
  readonly scaleAbove?: Readonly<Vec3>;
}

function requestParent(node: SceneNode, scene: Scene, element: number): Record<string, PlugRequest> {
  const parent = scene.pathsOf(node)[element]?.parent;
  if (!parent || node.values.get('inheritsTransform') === 0) return {};
  const at = `[${parent.instance}]`;
  if (!parent.node.isA('fbxModel')) return { turn: { node: parent.node, path: `worldMatrix${at}` } };
  return {
    turn: { node: parent.node, path: `inheritedTurn${at}` },
    scale: { node: parent.node, path: `inheritedScale${at}` },
    scaleAbove: { node: parent.node, path: `scaleAbove${at}` },
  };
}

/** What a step gets that counts by parts; nothing of it in the plain case. */
interface Parts {
  readonly type?: InheritType;
  readonly parent?: ParentValues;
}

const partsOf = (input: { readonly extra?: unknown }): Parts => (input.extra ?? {}) as Parts;

/** What the requests of these steps choose by. */
const CHOICES = ['inheritType', 'inheritsTransform'] as const;
const NOTHING: RequestTree = {};

const requestParts: Step['requests'] = (node, scene, _watch, element) => {
  if (isPlain(node)) return NOTHING;
  return { type: { node, path: 'inheritType' }, parent: requestParent(node, scene, element) };
};

/** The node's own parts, to put its world matrix together. */
interface OwnParts {
  readonly type?: InheritType;
  readonly turn?: Readonly<Mat4>;
  readonly scale?: Readonly<Vec3>;
}

/** `worldMatrix`: at the speed of a transform's where the node is multiplied by its parent. */
const WORLD_STEP: Step = instanceStep(declaration, {
  reads: ['matrix', 'parentMatrix'],
  writes: ['worldMatrix'],
  choosesBy: CHOICES,
  requests: (node, _scene, _watch, element) =>
    isPlain(node)
      ? NOTHING
      : {
          type: { node, path: 'inheritType' },
          turn: { node, path: `inheritedTurn[${element}]` },
          scale: { node, path: `inheritedScale[${element}]` },
        },
  kernel: (plugs) =>
    (plugs.values.extra as OwnParts).type === undefined
      ? productKernel(plugs.input('matrix'), plugs.input('parentMatrix'), plugs.output('worldMatrix'))
      : undefined,
  compute(input, output) {
    const { type = 'RSrs', turn, scale } = input.extra as OwnParts;
    if (type === 'RSrs' || !turn || !scale) {
      output.worldMatrix = multiplyMat4(input.matrix, input.parentMatrix, output.worldMatrix);
      return;
    }
    output.worldMatrix ??= [...turn];
    const world = output.worldMatrix;
    for (let row = 0; row < 3; row++) {
      for (let i = row * 4; i < row * 4 + 3; i++) world[i] = (turn[i] as number) * (scale[row] as number);
    }
    for (let i = 12; i < 15; i++) world[i] = turn[i] as number;
  },
});

const ONE: Readonly<Vec3> = [1, 1, 1];

/** `inheritedTurn`: the world matrix without the scale of this node. */
const TURN_STEP: Step = instanceStep(declaration, {
  reads: ['unscaledMatrix', 'parentMatrix'],
  writes: ['inheritedTurn'],
  requests: requestParts,
  choosesBy: CHOICES,
  compute(input, output) {
    const { type = 'RSrs', parent } = partsOf(input);
    if (type === 'RSrs') {
      output.inheritedTurn = multiplyMat4(input.unscaledMatrix, input.parentMatrix, output.inheritedTurn);
      return;
    }
    const scale = parent?.scale ?? ONE;
    output.inheritedTurn ??= [...input.unscaledMatrix];
    const turn = output.inheritedTurn;
    for (let i = 0; i < 12; i++) turn[i] = input.unscaledMatrix[i] as number;
    for (let i = 0; i < 3; i++) turn[12 + i] = (input.unscaledMatrix[12 + i] as number) * (scale[i] as number);
    if (parent?.turn) multiplyMat4(turn, parent.turn, turn);
  },
});

/** `scaleAbove`: what comes down to the node; `inheritedScale`: that with its own. */
const SCALE_STEP: Step = instanceStep(declaration, {
  reads: ['scale'],
  writes: ['inheritedScale', 'scaleAbove'],
  requests: requestParts,
  choosesBy: CHOICES,
  compute(input, output) {
    const { type = 'RSrs', parent } = partsOf(input);
    const above = (type === 'RSrs' ? undefined : type === 'RrSs' ? parent?.scale : parent?.scaleAbove) ?? ONE;
    const [x, y, z] = input.scale;
    output.scaleAbove = [...above];
    output.inheritedScale = [x * above[0], y * above[1], z * above[2]];
  },
});

export const INHERIT_STEPS: readonly Step[] = [WORLD_STEP, TURN_STEP, SCALE_STEP];
