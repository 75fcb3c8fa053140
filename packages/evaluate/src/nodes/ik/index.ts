import type { NodeType } from '../../graph/node-type.ts';
import { ikHandle } from './ik-handle.ts';

/** Effectors are plain transforms, and solvers have nothing to compute. */
export const IK_NODE_TYPES: readonly NodeType[] = [ikHandle];
