import type { NodeType } from '../../graph/node-type.ts';
import { fbxCamera } from './fbx-camera.ts';
import { FBX_LAYERED_TYPES } from './fbx-layered.ts';
import { fbxBone, fbxModel } from './fbx-model.ts';

/** What scenes of FBX files have besides Maya's node types. */
export const FBX_NODE_TYPES: readonly NodeType[] = [fbxModel, fbxBone, fbxCamera, ...FBX_LAYERED_TYPES];
