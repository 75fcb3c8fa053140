/** Cameras. */
import type { SceneNode } from '@rigline/scene';
import type { FbxObject } from './document-types.ts';
import { isBlenderBinary } from './exporter.ts';
import { CAMERA_PLUGS } from './property-plugs.ts';
import { enumOf, finiteNumber, storeProperty } from './property-values.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { addShapeNode, modelsOf } from './shapes.ts';

/** Film of the aperture formats, width by height in inches. Source: FBX SDK help, FbxCamera::EApertureFormat. */
const FILM_SIZES: readonly (readonly [number, number])[] = [
  [1, 1],
  [0.404, 0.295],
  [0.493, 0.292],
  [0.864, 0.63],
  [0.816, 0.612],
  [0.98, 0.735],
  [0.825, 0.446],
  [0.864, 0.732],
  [2.066, 0.906],
  [1.485, 0.991],
  [2.08, 1.48],
  [2.772, 2.072],
];
/** 35 mm anamorphic: the lens squeezes by 2. */
const ANAMORPHIC = 7;

/** Units of the file per `OrthoZoom`. Blender's own exporter writes the size itself. */
const ORTHO_UNIT = 30;

/** Adds the shape of a camera with the properties as they are; the node computes the view from them. */
export function addCamera(context: FbxSceneContext, attribute: FbxObject): void {
  const node = addShapeNode(context, attribute, 'fbxCamera');
  if (!node) return;
  const { scene } = context;
  const { properties } = attribute;
  for (const [name, plug] of CAMERA_PLUGS) storeProperty(context, attribute, node, name, plug);
  storeDefaults(context, attribute, node);
  storeChoice(context, node, 'apertureMode', enumOf(attribute, 'ApertureMode', 2, 3), 2);
  storeChoice(context, node, 'gateFit', enumOf(attribute, 'GateFit', 0, 5), 0);
  storeChoice(context, node, 'aspectRatioMode', enumOf(attribute, 'AspectRatioMode', 0, 4), 0);
  if (enumOf(attribute, 'CameraProjectionType', 0, 1) === 1) scene.setValue(node, 'orthographic', 1);
  if (properties.boolean('UseDepthOfField', false)) scene.setValue(node, 'depthOfField', 1);
  scene.setValue(node, 'orthoUnit', (isBlenderBinary(context.document) ? 1 : ORTHO_UNIT) * context.unit);
  connectTargets(context, attribute, node);
}

/** What follows from other properties, or counts as 0, where a property is missing. */
function storeDefaults(context: FbxSceneContext, attribute: FbxObject, node: SceneNode): void {
  const { scene } = context;
  const { properties } = attribute;
  const format = enumOf(attribute, 'ApertureFormat', 0, FILM_SIZES.length - 1);
  const [width, height] = FILM_SIZES[format] as readonly [number, number];
  if (!properties.get('FilmWidth')) scene.setValue(node, 'filmWidth', width);
  if (!properties.get('FilmHeight')) scene.setValue(node, 'filmHeight', height);
  if (!properties.get('FilmSqueezeRatio') && format === ANAMORPHIC) scene.setValue(node, 'filmSqueezeRatio', 2);
  // Old files call them `AspectW` and `AspectH`.
  for (const [name, old, path] of [
    ['AspectWidth', 'AspectW', 'aspectWidth'],
    ['AspectHeight', 'AspectH', 'aspectHeight'],
  ] as const) {
    if (!properties.get(name)) scene.setValue(node, path, finiteNumber(context, attribute, old, 0));
  }
  if (!properties.get('NearPlane')) scene.setValue(node, 'nearClipPlane', 0);
}

function storeChoice(context: FbxSceneContext, node: SceneNode, path: string, value: number, fallback: number): void {
  if (value !== fallback) context.scene.setValue(node, path, value);
}

/** Connects the nodes that a camera looks at and that say where up is. */
function connectTargets(context: FbxSceneContext, attribute: FbxObject, node: SceneNode): void {
  const { scene, document, nodeOf } = context;
  for (const model of modelsOf(context, attribute)) {
    for (const { source, property } of document.into(model)) {
      const target = nodeOf.get(source);
      if (!target) continue;
      const from = { node: target, path: 'worldMatrix[0]' };
      if (property === 'LookAtProperty') {
        scene.setValue(node, 'hasInterest', 1);
        scene.connect(from, { node, path: 'interestMatrix' });
      } else if (property === 'UpVectorProperty') {
        scene.setValue(node, 'hasUpNode', 1);
        scene.connect(from, { node, path: 'upNodeMatrix' });
      }
    }
  }
}
