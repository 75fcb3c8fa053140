import { CONSTRAINT_NODE_TYPES } from '../constraints/index.ts';
import { DEFORM_NODE_TYPES } from '../deform/index.ts';
import type { NodeType } from '../graph/node-type.ts';
import { ANIM_NODE_TYPES } from './anim/index.ts';
import { dagNode } from './dag-node.ts';
import { FBX_NODE_TYPES } from './fbx/index.ts';
import { IK_NODE_TYPES } from './ik/index.ts';
import { joint } from './joint.ts';
import { transform } from './transform.ts';
import { unitConversion } from './unit-conversion.ts';
import { UTILITY_NODE_TYPES } from './utility/index.ts';

/** Node types by name, to hand to a graph. A later list wins. */
export function collectNodeTypes(...lists: readonly (readonly NodeType[])[]): ReadonlyMap<string, NodeType> {
  return new Map(lists.flat().map((type) => [type.declaration.type, type]));
}

/** Every node type that Rigline evaluates: Maya's, and those that scenes of FBX files have besides. */
export const NODE_TYPES: ReadonlyMap<string, NodeType> = collectNodeTypes(
  [dagNode, transform, joint, unitConversion],
  UTILITY_NODE_TYPES,
  ANIM_NODE_TYPES,
  IK_NODE_TYPES,
  CONSTRAINT_NODE_TYPES,
  FBX_NODE_TYPES,
  DEFORM_NODE_TYPES,
);

/** The earlier name of `NODE_TYPES`. */
export const MAYA_NODE_TYPES: ReadonlyMap<string, NodeType> = NODE_TYPES;
