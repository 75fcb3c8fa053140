export { collectShot } from './collect-shot.ts';
export { buildMeshTopology, type MeshFaces } from './mesh-topology.ts';
export { type MeshMove, PoseSampler, type ShotPose } from './pose-sampler.ts';
export { sampleCurve } from './sample-curve.ts';
export type {
  DisplayColor,
  LightChannels,
  MeshTopology,
  Shot,
  ShotCamera,
  ShotCurve,
  ShotJoint,
  ShotLight,
  ShotLocator,
  ShotMesh,
  ShotPlace,
  SurfaceLook,
} from './shot.ts';
