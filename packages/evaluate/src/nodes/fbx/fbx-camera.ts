import {
  crossVec3,
  identityMat4,
  invertMat4,
  lengthVec3,
  type Mat4,
  multiplyMat4,
  normalizeVec3,
  subtractVec3,
  type Vec3,
} from '@rigline/math';
import { fbxCamera as declaration } from '@rigline/scene/maya';
import { defineNode, instanceStep, type NodeType, type Step, step } from '../../graph/node-type.ts';
import { WORLD_STEPS } from '../dag-node.ts';
import { computeFbxView } from './camera-view.ts';

/** Film and lens as a `camera` has them; `filmFit` stays at its default, which leaves the width of the film as it is. */
const VIEW_STEP: Step = step(declaration, {
  reads: [
    'apertureMode',
    'gateFit',
    'aspectWidth',
    'aspectHeight',
    'aspectRatioMode',
    'fieldOfView',
    'fieldOfViewX',
    'fieldOfViewY',
    'fbxFocalLength',
    'filmWidth',
    'filmHeight',
    'filmSqueezeRatio',
    'orthoZoom',
    'orthoUnit',
    'orthographic',
  ],
  writes: [
    'focalLength',
    'cameraAperture',
    'orthographicWidth',
    'orthographicHeight',
    'pictureAspect',
    'viewAspect',
    'horizontalFov',
    'verticalFov',
  ],
  compute(input, output) {
    const view = computeFbxView(input);
    output.focalLength = view.focalLengthMm;
    output.cameraAperture = { horizontalFilmAperture: view.apertureX, verticalFilmAperture: view.apertureY };
    output.orthographicWidth = view.orthoWidth;
    output.orthographicHeight = view.orthoHeight;
    output.pictureAspect = view.pictureAspect;
    const seen = input.orthographic ? view.orthoWidth / view.orthoHeight : view.tangentX / view.tangentY;
    output.viewAspect = seen > 0 && Number.isFinite(seen) ? seen : view.pictureAspect;
    output.horizontalFov = 2 * Math.atan(view.tangentX);
    output.verticalFov = 2 * Math.atan(view.tangentY);
  },
});

/** Camera to node where nothing turns it: what looks along -Z here looks along +X there, with +Y up in both. */
const RIGHT: Readonly<Vec3> = [0, 0, 1];
const UP: Readonly<Vec3> = [0, 1, 0];
const BACK: Readonly<Vec3> = [-1, 0, 0];

/** Below this a direction counts as none. */
const TINY = 1e-12;

const positionOf = (m: Readonly<Mat4>): Vec3 => [m[12], m[13], m[14]];

/** Axes of a camera that looks along a direction; undefined where that or the up vector along it leaves them open. */
function lookAlong(forward: Readonly<Vec3>, up: Readonly<Vec3>): [Vec3, Vec3, Vec3] | undefined {
  const right = crossVec3(forward, up);
  if (lengthVec3(forward) < TINY || lengthVec3(right) < TINY) return undefined;
  normalizeVec3(right, right);
  const back = normalizeVec3([-forward[0], -forward[1], -forward[2]]);
  return [right, crossVec3(back, right), back];
}

interface Aim {
  readonly hasInterest: boolean;
  readonly interestMatrix: Readonly<Mat4>;
  readonly hasUpNode: boolean;
  readonly upNodeMatrix: Readonly<Mat4>;
}

/** Axes of the camera in the space of its node; `nodeToWorld` where another node turns it. */
function axesOf(aim: Aim, nodeToWorld: Readonly<Mat4> | undefined): readonly Readonly<Vec3>[] {
  const plain = [RIGHT, UP, BACK];
  if (!nodeToWorld || !(aim.hasInterest || aim.hasUpNode)) return plain;
  const eye = positionOf(nodeToWorld);
  const forward: Vec3 = aim.hasInterest
    ? subtractVec3(positionOf(aim.interestMatrix), eye)
    : [nodeToWorld[0], nodeToWorld[1], nodeToWorld[2]];
  const up: Vec3 = aim.hasUpNode
    ? subtractVec3(positionOf(aim.upNodeMatrix), eye)
    : [nodeToWorld[4], nodeToWorld[5], nodeToWorld[6]];
  const world = lookAlong(forward, up);
  const worldToNode = world && invertMat4(nodeToWorld);
  if (!world || !worldToNode) return plain;
  const cameraToWorld = matrixOf(world, identityMat4());
  const cameraToNode = multiplyMat4(cameraToWorld, worldToNode);
  return [0, 4, 8].map((i) => [cameraToNode[i], cameraToNode[i + 1], cameraToNode[i + 2]] as Vec3);
}

function matrixOf(axes: readonly Readonly<Vec3>[], out: Mat4): Mat4 {
  axes.forEach((axis, row) => {
    for (let i = 0; i < 3; i++) out[row * 4 + i] = axis[i] as number;
  });
  return out;
}

const AIM_SWITCHES = ['hasInterest', 'hasUpNode'] as const;

/**
 * The camera's own `matrix`. A positive roll takes the up axis to the right. Where an interest or up node is connected
 * they turn the camera, whatever the node's rotation; the up axis is the node's own +Y without an up node.
 *
 * Source: FBX SDK help, FbxCamera::Roll and FbxNode::SetTarget. Unverified: the sense of the roll.
 */
const MATRIX_STEP: Step = step(declaration, {
  reads: ['roll', 'hasInterest', 'interestMatrix', 'hasUpNode', 'upNodeMatrix'],
  writes: ['matrix'],
  choosesBy: AIM_SWITCHES,
  requests: (node) => {
    const isAimed = AIM_SWITCHES.some((path) => node.values.get(path) || node.inputs.has(path));
    return isAimed ? { nodeToWorld: { node, path: 'dagParentMatrix[0]' } } : {};
  },
  compute(input, output) {
    const { nodeToWorld } = (input.extra ?? {}) as { readonly nodeToWorld?: Readonly<Mat4> };
    const [right, up, back] = axesOf(input, nodeToWorld) as readonly [Vec3, Vec3, Vec3];
    const c = Math.cos(input.roll);
    const s = Math.sin(input.roll);
    const turned = [0, 1, 2].map((i) => [
      (right[i] as number) * c - (up[i] as number) * s,
      (up[i] as number) * c + (right[i] as number) * s,
    ]);
    const rolled = [turned.map(([x]) => x as number), turned.map(([, y]) => y as number), back];
    output.matrix = matrixOf(rolled as unknown as Vec3[], output.matrix ?? identityMat4());
  },
});

/** `fbxCamera`: the view that the properties of an FBX camera mean. */
export const fbxCamera: NodeType = defineNode(declaration, [
  VIEW_STEP,
  MATRIX_STEP,
  instanceStep(declaration, {
    reads: ['dagParentMatrix'],
    writes: ['parentMatrix'],
    compute(input, output) {
      output.parentMatrix = input.dagParentMatrix;
    },
  }),
  ...WORLD_STEPS,
]);
