import { RiglineError } from '@rigline/diagnostics';
import { number, type Scene, type SceneNode } from '@rigline/scene';
import { graphOf } from '../../evaluate.ts';
import type { Graph } from '../../graph/graph.ts';
import { type ChannelPlan, connect, type Output, planChannels, splitConnection } from './wire.ts';

/** What the attribute that fades a constraint in is called after. */
const BLEND_NAMES: Readonly<Record<string, string>> = {
  pointConstraint: 'Point',
  orientConstraint: 'Orient',
  parentConstraint: 'Parent',
  aimConstraint: 'Aim',
};

/** Channels that a pairBlend fades, and how its plugs name them. */
const FADING: Readonly<Record<string, string>> = { translate: 'Translate', rotate: 'Rotate' };

/** What a constraint writes. Pole vectors and scales cannot be cross-faded: pairBlend has no inputs for them. */
const OUTPUTS: Readonly<Record<string, readonly Output[]>> = {
  pointConstraint: [{ output: 'constraintTranslate', channel: 'translate' }],
  orientConstraint: [{ output: 'constraintRotate', channel: 'rotate' }],
  aimConstraint: [{ output: 'constraintRotate', channel: 'rotate' }],
  parentConstraint: [
    { output: 'constraintTranslate', channel: 'translate' },
    { output: 'constraintRotate', channel: 'rotate' },
  ],
  scaleConstraint: [{ output: 'constraintScale', channel: 'scale' }],
  poleVectorConstraint: [{ output: 'constraintTranslate', channel: 'poleVector' }],
};

/** The outputs of a type of constraint; none for other nodes. */
export function outputsOf(type: string): readonly Output[] {
  return Object.hasOwn(OUTPUTS, type) ? (OUTPUTS[type] ?? []) : [];
}

/** What laying a constraint over animation has made. */
export interface Blended {
  readonly pairBlend: SceneNode;
  /** Attribute of the constrained node: 0 is the curve, 1 (its default) the constraint. */
  readonly attribute: string;
}

/**
 * Lays a constraint over keyed channels as Maya does: a `pairBlend` cross-fades between the curves (`inTranslate1`,
 * `inRotate1`) and the constraint (`inTranslate2`, `inRotate2`), driven by an attribute `blendParent1` (`blendPoint1`,
 * `blendOrient1`, `blendAim1`) of the constrained node. Channels without a curve keep their present value as the first.
 *
 * Source: Maya help, "Animation blending".
 */
export function blendConstraint(
  scene: Scene,
  constraint: SceneNode,
  node: SceneNode,
  options: { readonly graph?: Graph; readonly outputs?: readonly Output[] } = {},
): Blended {
  const outputs = (options.outputs ?? outputsOf(constraint.type)).filter((o) => o.channel in FADING);
  const plans = planChannels(scene, undefined, node, releaseDirect(scene, constraint, node, outputs));
  const graph = options.graph ?? graphOf(scene);
  const present = plans.map((p) => graph.get({ node, path: p.channel + p.axis }) as number);
  const pairBlend = scene.addNode({ type: 'pairBlend', name: scene.freeName('pairBlend#') });
  const name = BLEND_NAMES[constraint.type] ?? 'Constraint';
  let index = 1;
  while (node.resolve(`blend${name}${index}`)) index++;
  const attribute = `blend${name}${index}`;
  scene.addAttribute(node, attribute, number(attribute, 1));
  scene.setFlags(node, attribute, { keyable: true });
  connect(scene, node, attribute, pairBlend, 'weight');
  if (plans.some((p) => p.channel === 'rotate')) connect(scene, node, 'rotateOrder', pairBlend, 'rotateOrder');
  plans.forEach((plan, i) => {
    const kind = FADING[plan.channel];
    const first = `in${kind}${plan.axis}1`;
    if (plan.curve) scene.connect(plan.curve, { node: pairBlend, path: first });
    else scene.setValue(pairBlend, first, present[i] as number);
    connect(scene, constraint, plan.output + plan.axis, pairBlend, `in${kind}${plan.axis}2`);
    splitConnection(scene, node, plan.channel);
    connect(scene, pairBlend, `out${kind}${plan.axis}`, node, plan.channel + plan.axis);
  });
  return { pairBlend, attribute };
}

/**
 * Lays a constraint over keyed channels so that the result is the **sum** of curve and constraint, axis by axis (angles
 * too), through a `plusMinusAverage` per channel. Channels without a curve take the constraint alone.
 *
 * This is Rigline's own option: Maya never adds a constraint to a curve by itself, it cross-fades (`blendConstraint`).
 * The nodes it leaves are Maya's, so the scene means the same there.
 *
 * @returns The adding nodes, one per keyed channel.
 */
export function addConstraintAdditively(
  scene: Scene,
  constraint: SceneNode,
  node: SceneNode,
  options: { readonly outputs?: readonly Output[] } = {},
): readonly SceneNode[] {
  const outputs = options.outputs ?? outputsOf(constraint.type);
  const plans = planChannels(scene, undefined, node, releaseDirect(scene, constraint, node, outputs));
  const sums = new Map<string, SceneNode>();
  for (const plan of plans) {
    const to = plan.channel + plan.axis;
    splitConnection(scene, node, plan.channel);
    if (!plan.curve) {
      connect(scene, constraint, plan.output + plan.axis, node, to);
      continue;
    }
    const sum =
      sums.get(plan.channel) ??
      scene.addNode({ type: 'plusMinusAverage', name: scene.freeName(`${constraint.name}_add#`) });
    sums.set(plan.channel, sum);
    const axis = plan.axis.toLowerCase();
    scene.connect(plan.curve, { node: sum, path: `input3D[0].input3D${axis}` });
    connect(scene, constraint, plan.output + plan.axis, sum, `input3D[1].input3D${axis}`);
    connect(scene, sum, `output3D${axis}`, node, to);
  }
  return [...sums.values()];
}

/** Frees channels that the constraint drives directly, so that it can be connected through another node instead. */
function releaseDirect(
  scene: Scene,
  constraint: SceneNode,
  node: SceneNode,
  outputs: readonly Output[],
): readonly Output[] {
  for (const { channel } of outputs) {
    for (const path of [channel, `${channel}X`, `${channel}Y`, `${channel}Z`]) {
      if (node.inputs.get(path)?.node === constraint) scene.disconnect({ node, path });
    }
  }
  return outputs;
}

/**
 * Refuses what `connectOutputs` could not do, before anything is made.
 *
 * @throws RiglineError EVALUATE_CHANNEL_TAKEN
 */
export function checkOutputs(
  scene: Scene,
  type: string,
  node: SceneNode,
  outputs: readonly Output[],
  keyed: 'blend' | 'add' | undefined,
): void {
  const existing = node.children.find((child) => child.type === type);
  const fixed = planChannels(scene, existing, node, outputs).find((p) => p.curve && !(p.channel in FADING));
  if (!fixed || keyed === 'add') return;
  throw new RiglineError({
    code: 'EVALUATE_CHANNEL_TAKEN',
    message: `"${node.name}.${fixed.channel}${fixed.axis}" is keyed, and a pairBlend has no inputs for it`,
    at: { node: scene.pathOf(node), plug: fixed.channel + fixed.axis },
    hint: 'Delete its curve, leave this axis out, or add the constraint to the curve.',
  });
}

/** Connects a constraint to the channels of its node; keyed ones are blended or added. */
export function connectOutputs(
  scene: Scene,
  constraint: SceneNode,
  node: SceneNode,
  outputs: readonly Output[],
  options: { readonly keyed?: 'blend' | 'add'; readonly graph: Graph },
): void {
  const plans = planChannels(scene, constraint, node, outputs);
  const open = outputs.map((o): Output => ({ ...o, skip: skipped(o, plans) }));
  if (!plans.some((p) => p.curve)) {
    for (const plan of plans) {
      splitConnection(scene, node, plan.channel);
      connect(scene, constraint, plan.output + plan.axis, node, plan.channel + plan.axis);
    }
  } else if (options.keyed === 'add') {
    addConstraintAdditively(scene, constraint, node, { outputs: open });
  } else {
    blendConstraint(scene, constraint, node, { graph: options.graph, outputs: open });
  }
}

/** The axes of an output that are not in the plan. */
function skipped(output: Output, plans: readonly ChannelPlan[]): ('x' | 'y' | 'z')[] {
  return (['x', 'y', 'z'] as const).filter(
    (axis) => !plans.some((p) => p.channel === output.channel && p.axis === axis.toUpperCase()),
  );
}
