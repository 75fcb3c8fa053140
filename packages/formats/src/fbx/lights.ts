/** Lights. */

import { angle } from '@rigline/scene';
import type { FbxObject } from './document-types.ts';
import { LIGHT_PLUGS, plugScale } from './property-plugs.ts';
import { enumOf, finiteNumber, storeProperty } from './property-values.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { addShapeNode } from './shapes.ts';

/** Node types by FBX's number of the light type. */
const TYPES = ['pointLight', 'directionalLight', 'spotLight', 'areaLight', 'volumeLight'] as const;

/** Old names of an angle first: the last that is there counts. */
const OUTER_ANGLES = ['Cone angle', 'ConeAngle', 'OuterAngle'] as const;
const INNER_ANGLES = ['HotSpot', 'InnerAngle'] as const;

/** FBX lights shine along -Y of their node, shapes here along -Z: a quarter turn about X. */
const LIGHT_TO_NODE = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1] as const;

/**
 * Adds the shape of a light. `coneAngle` is the outer angle; the inner one is kept as `innerAngle`, and as a penumbra
 * that reaches inwards.
 */
export function addLight(context: FbxSceneContext, attribute: FbxObject): void {
  const { properties } = attribute;
  const node = addShapeNode(context, attribute, TYPES[enumOf(attribute, 'LightType', 0, 4)] as string);
  if (!node) return;
  const { scene } = context;
  scene.setValue(node, 'matrix', LIGHT_TO_NODE);
  for (const name of ['Color', 'Intensity']) {
    const plug = LIGHT_PLUGS.get(name);
    if (plug) storeProperty(context, attribute, node, name, plug);
  }
  const decay = enumOf(attribute, 'DecayType', 0, 3);
  if (decay !== 0) scene.setValue(node, 'decayRate', decay);
  if (!properties.boolean('CastShadows', false)) scene.setValue(node, 'useRayTraceShadows', 0);
  if (!properties.boolean('CastLight', true)) {
    scene.setValue(node, 'emitDiffuse', 0);
    scene.setValue(node, 'emitSpecular', 0);
  }
  const outer = angleOf(context, attribute, OUTER_ANGLES);
  const inner = angleOf(context, attribute, INNER_ANGLES);
  if (outer !== undefined) scene.setValue(node, 'coneAngle', outer);
  if (inner === undefined) return;
  scene.addAttribute(node, 'innerAngle', angle('innerAngle'));
  scene.setValue(node, 'innerAngle', inner);
  if (outer !== undefined) scene.setValue(node, 'penumbraAngle', (inner - outer) / 2);
}

/** The angle of the last name that the light itself has, or else of the last that its template has. */
function angleOf(context: FbxSceneContext, attribute: FbxObject, names: readonly string[]): number | undefined {
  const { properties } = attribute;
  const known = names.filter((candidate) => properties.get(candidate));
  const name = known.filter((candidate) => properties.has(candidate)).at(-1) ?? known.at(-1);
  return name === undefined ? undefined : finiteNumber(context, attribute, name, 0) * plugScale('angle', context.unit);
}
