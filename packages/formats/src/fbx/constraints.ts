/**
 * Constraints of a file as Maya's constraint nodes. Stored and keyed channels stay the truth: the nodes drive nothing
 * unless they are asked to.
 */
import { boolean, number, type SceneNode } from '@rigline/scene';
import { wireIk } from './constraint-ik.ts';
import { type ConstraintKind, constraintKind, constraintText } from './constraint-kinds.ts';
import { type BuiltConstraint, readLinks } from './constraint-links.ts';
import { addWeight, CONSTRAINT_ATTRIBUTES, numberPlug } from './constraint-weights.ts';
import { wireAim, wireConstrained, wireTarget } from './constraint-wiring.ts';
import type { FbxObject } from './document-types.ts';
import { reportFbx } from './problems.ts';
import type { AnimatedPlug } from './property-plugs.ts';
import type { FbxSceneContext } from './scene-context.ts';

/**
 * Adds a node for every constraint, with its targets, offsets and weights. Before the animation, which may drive all of
 * these.
 */
export function buildConstraints(context: FbxSceneContext): BuiltConstraint[] {
  const built: BuiltConstraint[] = [];
  for (const object of context.document.objects) {
    if (object.kind !== 'Constraint') continue;
    const kind = constraintKind(object);
    if (!kind) {
      reportFbx(context.log, 'FBX_CONSTRAINT_UNKNOWN', {
        message: `Constraints of the type "${constraintText(object)}" are not evaluated`,
        at: context.place(object),
      });
      continue;
    }
    built.push(buildConstraint(context, object, kind));
  }
  return built;
}

function buildConstraint(context: FbxSceneContext, object: FbxObject, kind: ConstraintKind): BuiltConstraint {
  const links = readLinks(context, object, kind);
  const isIk = kind.type === 'ikHandle';
  const node = addNode(context, object, kind, isIk ? links.effector?.node.parents[0] : links.constrained?.node);
  const constraint = { object, kind, node, links };
  const lacking = isIk ? !links.constrained || !links.endJoint : !links.constrained || links.targets.length === 0;
  if (lacking) {
    reportFbx(context.log, 'FBX_CONSTRAINT_INCOMPLETE', {
      message: `"${object.name}" (${constraintText(object)}) has no ${links.constrained ? 'target' : 'constrained node'}`,
      at: context.place(object),
    });
  }
  const plugs = new Map<string, AnimatedPlug>();
  context.plugsOf.set(object, plugs);
  addOwnAttributes(context, constraint, plugs);
  if (isIk) wireIk(context, constraint, plugs);
  else wire(context, constraint, plugs);
  context.scene.setRaw(node, 'fbxProperties', { dataType: 'FbxProperty', value: object.properties.own });
  return constraint;
}

function addNode(
  { scene }: FbxSceneContext,
  object: FbxObject,
  kind: ConstraintKind,
  parent: SceneNode | undefined,
): SceneNode {
  const wanted = object.name === '' ? kind.type : object.name;
  const isTaken = scene.isNameTaken(wanted, true, parent);
  const name = isTaken ? scene.freeName(`${wanted.replaceAll('#', '_')}#`) : wanted;
  return scene.addNode({ type: kind.type, name, ...(parent ? { parent } : {}) });
}

function addOwnAttributes(
  context: FbxSceneContext,
  { object, node }: BuiltConstraint,
  plugs: Map<string, AnimatedPlug>,
): void {
  const { scene } = context;
  const { active, weight } = CONSTRAINT_ATTRIBUTES;
  scene.addAttribute(node, active, boolean(active, true));
  scene.addAttribute(node, weight, number(weight, 1));
  if (!object.properties.boolean('Active', true)) scene.setValue(node, active, 0);
  const percent = object.properties.number('Weight', 100);
  if (percent !== 100) scene.setValue(node, weight, percent / 100);
  plugs.set('Weight', numberPlug(node, weight, 0.01));
}

function wire(context: FbxSceneContext, constraint: BuiltConstraint, plugs: Map<string, AnimatedPlug>): void {
  const { links, node, kind } = constraint;
  if (links.constrained) wireConstrained(context, constraint, links.constrained.node, plugs);
  links.targets.forEach((target, i) => {
    const weight = addWeight(context, constraint, target, i, plugs);
    context.scene.connect(weight, { node, path: `target[${i}].targetWeight` });
    wireTarget(context, constraint, target, i, plugs);
  });
  if (kind.type === 'aimConstraint') wireAim(context, constraint, plugs);
}
