import type { NodeType } from '../graph/node-type.ts';
import { blendShape } from './blend-shape.ts';
import { combinationShape } from './combination-shape.ts';
import { fbxSkin } from './fbx-skin.ts';
import { skinCluster } from './skin-cluster.ts';

/** Deformers that are evaluated, and what drives them. */
export const DEFORM_NODE_TYPES: readonly NodeType[] = [blendShape, combinationShape, skinCluster, fbxSkin];
