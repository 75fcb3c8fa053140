export {
  type FbxTree,
  type FbxTreeValue,
  type FbxTypedValue,
  type FbxWriteOptions,
  fbxRecord,
  writeFbxAscii,
  writeFbxBinary,
} from './fbx.ts';
export {
  type FbxConnectionSketch,
  type FbxObjectSketch,
  type FbxPropertySketch,
  type FbxSketch,
  sketchFbx,
} from './fbx-scene.ts';
export { sketchCurve, sketchCurveNode, sketchLayer, sketchTake } from './fbx-take.ts';
export { connectPlugs, type NodeSketch, setAttribute, sketchScene } from './scenes.ts';
