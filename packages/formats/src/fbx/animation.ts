/** The take of a file as curves, layers and connections of the scene. */
import { type AnimatedProperty, type LayerPart, listAnimation } from './animated-properties.ts';
import { activeLayers } from './animation-layers.ts';
import { CurveNodes } from './curve-nodes.ts';
import type { FbxObject } from './document-types.ts';
import { connectLayers } from './layered-plugs.ts';
import { reportFbx } from './problems.ts';
import { type AnimatedPlug, animatedPlug } from './property-plugs.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** Number of `FBX_BLEND_MODES`. */
const ADDITIVE = 0;

/**
 * Puts the chosen take into the scene: curves onto the plugs of what they animate, with a node that combines the
 * layers where a property is in a layer above the lowest one.
 */
export function buildAnimation(context: FbxSceneContext): void {
  const { take } = context;
  if (!take) return;
  const curves = new CurveNodes(context);
  for (const [object, properties] of listAnimation(context, activeLayers(context, take, curves))) {
    for (const property of properties.values()) {
      const plug = animatedPlug(context, object, property.name);
      if (plug) connectProperty(context, curves, plug, property);
      else keepUnmapped(context, curves, object, property);
    }
  }
}

function connectProperty(
  context: FbxSceneContext,
  curves: CurveNodes,
  plug: AnimatedPlug,
  property: AnimatedProperty,
): void {
  const parts = property.parts.filter((part) => !isNeutral(curves, plug, part));
  const [first] = parts;
  if (!first) return;
  if (parts.length === 1 && first.layer.isBase) connectPlain(curves, plug, first.curveNode);
  else connectLayers(context, curves, plug, { name: property.name, parts });
}

/**
 * Whether an additive layer adds nothing: no curves, and values of no effect. Some applications write such for every
 * property.
 */
function isNeutral(curves: CurveNodes, plug: AnimatedPlug, { layer, curveNode }: LayerPart): boolean {
  if (layer.isBase || layer.blendMode !== ADDITIVE) return false;
  const neutral = plug.layered === 'fbxLayeredScale' && layer.scale === 0 ? 1 : 0;
  const channels = curves.channelsOf(curveNode, plug.leaves.length);
  return channels.curves.every((curve) => !curve) && channels.values.every((value) => value === neutral);
}

/** Curves straight onto the parts of a plug; parts without one get the value of the curve node. */
function connectPlain(curves: CurveNodes, plug: AnimatedPlug, curveNode: FbxObject): void {
  const { node, leaves, curveType: type, scale } = plug;
  const channels = curves.channelsOf(curveNode, leaves.length);
  for (let i = 0; i < leaves.length; i++) {
    const path = leaves[i] as string;
    curves.drive(channels, i, { node, path, type, scale, name: `${node.name}_${path}` });
  }
}

/** Curves of a property that has no plug: they are in the scene and drive nothing. */
function keepUnmapped(
  context: FbxSceneContext,
  curves: CurveNodes,
  object: FbxObject,
  property: AnimatedProperty,
): void {
  let count = 0;
  for (const { curveNode } of property.parts) count += curves.keep(curveNode, `${object.name}_${property.name}`);
  if (count === 0) return;
  reportFbx(context.log, 'FBX_ANIMATION_UNUSED', {
    message: `Animation of "${property.name}" (${object.kind}) drives nothing here; its curves are kept`,
    at: context.place(object),
    group: `${object.kind} ${property.name}`,
  });
}
