/** Weights of the targets of constraints. */
import { number, type PlugRef, type SceneNode } from '@rigline/scene';
import type { BuiltConstraint, ConstraintEnd } from './constraint-links.ts';
import type { AnimatedPlug } from './property-plugs.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** Attributes of ours on every constraint of a file. */
export const CONSTRAINT_ATTRIBUTES = {
  /** Whether it holds its node at all. */
  active: 'isActive',
  /** 0 to 1: how far it takes the node away from its own channels. */
  weight: 'blendWeight',
} as const;

/** A plain number that curves may drive. */
export function numberPlug(node: SceneNode, path: string, scale: number): AnimatedPlug {
  return { node, path, leaves: [path], scale, curveType: 'animCurveTU', layered: 'fbxLayeredNumber' };
}

/** Characters that mean something in the path of a plug, and spaces. */
const PATH_CHARACTERS = /[^\p{L}\p{N}_]/gu;

/** Adds the weight of a target as an attribute, as Maya has them: `armW0`. */
export function addWeight(
  { scene }: FbxSceneContext,
  { object, node, kind }: BuiltConstraint,
  target: ConstraintEnd,
  index: number,
  plugs: Map<string, AnimatedPlug>,
): PlugRef {
  const property = `${target.model.name}.Weight`;
  const short = target.model.name.slice(target.model.name.lastIndexOf(':') + 1);
  const path = `${short.replace(PATH_CHARACTERS, '_')}W${index}`;
  scene.addAttribute(node, path, number(`w${index}`, 1));
  scene.setFlags(node, path, { keyable: true });
  const weight = object.properties.number(property, kind.fullWeight) / kind.fullWeight;
  if (weight !== 1) scene.setValue(node, path, weight);
  plugs.set(property, numberPlug(node, path, 1 / kind.fullWeight));
  return { node, path };
}
