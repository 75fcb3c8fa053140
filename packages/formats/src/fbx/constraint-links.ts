/** What a constraint ties together. */
import type { SceneNode } from '@rigline/scene';
import type { ConstraintKind } from './constraint-kinds.ts';
import type { FbxObject } from './document-types.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** A Model that a constraint refers to. */
export interface ConstraintEnd {
  readonly model: FbxObject;
  readonly node: SceneNode;
}

export interface ConstraintLinks {
  readonly constrained: ConstraintEnd | undefined;
  readonly targets: readonly ConstraintEnd[];
  /** Up node of an aim. */
  readonly up: ConstraintEnd | undefined;
  readonly endJoint: ConstraintEnd | undefined;
  readonly effector: ConstraintEnd | undefined;
}

/** A constraint that is in the scene. */
export interface BuiltConstraint {
  readonly object: FbxObject;
  readonly kind: ConstraintKind;
  readonly node: SceneNode;
  readonly links: ConstraintLinks;
}

/** Models by the property they are connected to. Files before version 7 connect some of them the other way around. */
export function readLinks(context: FbxSceneContext, constraint: FbxObject, kind: ConstraintKind): ConstraintLinks {
  const ends = new Map<string, Map<SceneNode, ConstraintEnd>>();
  const add = (name: string, model: FbxObject): void => {
    const node = context.nodeOf.get(model);
    if (name === '' || !node) return;
    let known = ends.get(name);
    if (!known) {
      known = new Map();
      ends.set(name, known);
    }
    if (!known.has(node)) known.set(node, { model, node });
  };
  for (const { sourceProperty, destination } of context.document.from(constraint)) add(sourceProperty, destination);
  for (const { property, source } of context.document.into(constraint)) add(property, source);
  const last = (name: string): ConstraintEnd | undefined => [...(ends.get(name)?.values() ?? [])].at(-1);
  return {
    constrained: last(kind.constrained),
    targets: [...(ends.get(kind.target)?.values() ?? [])],
    up: last('World Up Object'),
    endJoint: last('End Joint'),
    effector: last('Effector'),
  };
}
