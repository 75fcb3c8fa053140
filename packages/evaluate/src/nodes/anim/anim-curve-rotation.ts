import type { Quat, RotateOrder, Vec3 } from '@rigline/math';
import { leafPlugs, type PlugRef, type SceneNode } from '@rigline/scene';
import { animCurveTA } from '@rigline/scene/maya';
import type { Curve } from '../../curves/compile.ts';
import type { CurveIssue } from '../../curves/issues.ts';
import {
  compileRotationCurve,
  evaluateRotationCurve,
  type RotationCurve,
  type RotationInterpolation,
} from '../../curves/rotation-curve.ts';
import { buildRotationKeys, eulerFromRotationCurve } from '../../curves/rotation-euler.ts';
import { type PlugRequest, type RequestTree, type Step, step } from '../../graph/node-type.ts';

/**
 * `rotationInterpolation` by number. 1 is independent Euler curves, 2 Euler curves with shared key times.
 *
 * Source: order of the choices in Maya's `rotationInterpolation` command; 2, 3 and 5 occur in files.
 * Unverified: that the numbers follow that order.
 */
const INTERPOLATIONS: ReadonlyMap<number, RotationInterpolation> = new Map([
  [3, 'quaternion'],
  [4, 'slerp'],
  [5, 'squad'],
]);

/** A rotation of which a curve node gives one Euler component. */
export interface CompiledRotation {
  readonly curve: RotationCurve;
  readonly order: RotateOrder;
  readonly component: number;
}

type Watch = (path: string, on?: SceneNode) => void;

/** What chooses whether the other curves count. */
const CHOICES = ['rotationInterpolation'] as const;
const NOTHING: RequestTree = {};

const isQuaternion = (node: SceneNode): boolean =>
  INTERPOLATIONS.has(Number(node.values.get('rotationInterpolation') ?? 1));

/** The three angle curves that drive the tuple which a destination belongs to; undefined when they are not three. */
function siblingsAt(destination: PlugRef, watch: Watch): readonly SceneNode[] | undefined {
  const { node } = destination;
  const ownerPath = node.resolve(destination.path)?.ownerPath;
  const owner = ownerPath === undefined ? undefined : node.resolve(ownerPath);
  if (owner?.attribute.shape !== 'tuple') return undefined;
  const curves: SceneNode[] = [];
  for (const leaf of leafPlugs(owner)) {
    watch(leaf.path, node);
    const source = node.inputs.get(leaf.path);
    if (leaf.attribute.kind !== 'angle' || source?.node.type !== 'animCurveTA') return undefined;
    watch('rotationInterpolation', source.node);
    curves.push(source.node);
  }
  return curves;
}

/** Asks for the sibling curves of a quaternion curve, wherever the three meet: on a transform or on a layer's blend. */
function requestSiblings(node: SceneNode, _scene: unknown, watch: Watch): RequestTree {
  if (!isQuaternion(node)) return NOTHING;
  for (const destination of node.outputs.get('output') ?? []) {
    const curves = siblingsAt(destination, watch);
    if (!curves?.every(isQuaternion)) continue;
    return {
      curves: curves.map((curve): PlugRequest => ({ node: curve, path: 'compiledCurve' })),
      method: { node, path: 'rotationInterpolation' },
      order: { node: destination.node, path: 'rotateOrder' },
    };
  }
  return {};
}

interface SiblingValues {
  readonly curves?: readonly [Curve, Curve, Curve];
  readonly method?: number;
  readonly order?: RotateOrder;
}

/** Asks for the rotation that a curve is a component of, when it may be. */
export const ROTATION_REQUESTS: Pick<Step, 'requests' | 'choosesBy'> = {
  choosesBy: CHOICES,
  requests: (node) => (isQuaternion(node) ? { rotation: { node, path: 'compiledRotation' } } : NOTHING),
};

/** Joins three rotate curves with quaternion interpolation into one rotation. */
export const ROTATION_STEP: Step = step(animCurveTA, {
  reads: ['compiledCurve'],
  writes: ['compiledRotation'],
  requests: requestSiblings,
  choosesBy: CHOICES,
  compute(input, output, context) {
    output.compiledRotation = undefined;
    const { curves, method, order = 'xyz' } = (input.extra ?? {}) as SiblingValues;
    const interpolation = INTERPOLATIONS.get(method ?? 1);
    if (!curves || !interpolation) return;
    const issues: CurveIssue[] = [];
    const [x, y, z] = curves;
    const keys = buildRotationKeys([x.keys, y.keys, z.keys], { order, interpolation }, issues);
    for (const { code, severity, message } of issues) context.report({ code, severity, message });
    if (!keys) return;
    const component = curves.indexOf(input.compiledCurve as Curve);
    output.compiledRotation = { curve: compileRotationCurve(keys), order, component } satisfies CompiledRotation;
  },
});

const quat: Quat = [0, 0, 0, 1];
const euler: Vec3 = [0, 0, 0];

/** One Euler component of a rotation at a time. Units: radians. */
export function evaluateComponent(rotation: CompiledRotation, seconds: number): number {
  evaluateRotationCurve(rotation.curve, seconds, quat);
  return eulerFromRotationCurve(quat, rotation.order, euler)[rotation.component] as number;
}
