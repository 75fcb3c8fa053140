/** Lets constraints drive the channels of their nodes, in place of what is stored or keyed there. */
import type { PlugRef } from '@rigline/scene';
import { driveIk } from './constraint-ik.ts';
import type { BuiltConstraint } from './constraint-links.ts';
import { CONSTRAINT_ATTRIBUTES } from './constraint-weights.ts';
import { reportFbx } from './problems.ts';
import type { FbxSceneContext } from './scene-context.ts';

const AXES = ['X', 'Y', 'Z'] as const;

/** Connects the outputs of all constraints that are active. After the animation, whose curves give way. */
export function driveConstraints(context: FbxSceneContext, constraints: readonly BuiltConstraint[]): void {
  const models = new Map([...context.nodeOf].map(([model, node]) => [node, model]));
  for (const constraint of constraints) {
    const { node, kind, links } = constraint;
    if (!links.constrained || node.values.get(CONSTRAINT_ATTRIBUTES.active) === 0) continue;
    if (kind.type === 'ikHandle') driveIk(context, constraint, models);
    else if (links.targets.length > 0) driveChannels(context, constraint);
  }
}

function driveChannels(context: FbxSceneContext, constraint: BuiltConstraint): void {
  const { node, kind, links, object } = constraint;
  const held = links.constrained?.node;
  if (!held) return;
  const { weight } = CONSTRAINT_ATTRIBUTES;
  const isFull = (node.values.get(weight) ?? 1) === 1 && !node.inputs.has(weight);
  for (const { channel, output, affect, isHeld } of kind.held) {
    for (const axis of AXES) {
      if (!object.properties.boolean(affect + axis, isHeld)) continue;
      const from = { node, path: output + axis };
      const to = { node: held, path: channel + axis };
      const isTaken = held.inputs.get(to.path)?.node.isA('constraint') === true;
      if (isTaken) approximate(context, constraint, 'shares channels with another constraint; the last one counts');
      context.scene.connect(isFull || channel === 'scale' ? from : fade(context, constraint, channel, axis, from), to);
    }
    if (!isFull && channel === 'scale') approximate(context, constraint, 'has a weight, which scales do not know');
  }
  reportDifferences(context, constraint);
}

/** Puts a pairBlend between, which fades from what the channel has without the constraint. */
function fade(
  { scene }: FbxSceneContext,
  { node, links }: BuiltConstraint,
  channel: 'translate' | 'rotate',
  axis: string,
  from: PlugRef,
): PlugRef {
  const held = links.constrained?.node as NonNullable<typeof links.constrained>['node'];
  let blend = node.outputs.get(CONSTRAINT_ATTRIBUTES.weight)?.[0]?.node;
  if (!blend) {
    blend = scene.addNode({ type: 'pairBlend', name: scene.freeName('pairBlend#') });
    scene.connect({ node, path: CONSTRAINT_ATTRIBUTES.weight }, { node: blend, path: 'weight' });
    scene.connect({ node: held, path: 'rotateOrder' }, { node: blend, path: 'rotateOrder' });
    scene.setValue(blend, 'rotInterpolation', 1);
  }
  const name = channel === 'translate' ? 'Translate' : 'Rotate';
  const own = held.inputs.get(channel + axis);
  const first = { node: blend, path: `in${name}${axis}1` };
  const stored = held.values.get(channel + axis);
  if (own) scene.connect(own, first);
  else if (typeof stored === 'number') scene.setValue(blend, first.path, stored);
  scene.connect(from, { node: blend, path: `in${name}${axis}2` });
  return { node: blend, path: `out${name}${axis}` };
}

/** Tells of options that the constraint nodes do not have. */
function reportDifferences(context: FbxSceneContext, constraint: BuiltConstraint): void {
  const { object, links, kind } = constraint;
  if (
    kind.type === 'parentConstraint' &&
    AXES.some((axis) => object.properties.boolean(`AffectScaling${axis}`, false))
  ) {
    approximate(context, constraint, 'holds the scale too');
  }
  const held = links.constrained?.node;
  if (!held) return;
  const isTurned = AXES.some((axis) => held.inputs.has(`postRotation${axis}`));
  if (isTurned) approximate(context, constraint, 'holds a node whose post rotation is animated');
  if (held.values.get('isSpheric')) approximate(context, constraint, 'holds a node of spheric rotation order');
}

function approximate(context: FbxSceneContext, { object }: BuiltConstraint, what: string): void {
  reportFbx(context.log, 'FBX_CONSTRAINT_APPROXIMATED', {
    message: `"${object.name}" ${what}`,
    at: context.place(object),
    hint: 'Bake the constraint before export.',
  });
}
