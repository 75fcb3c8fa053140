/** Which properties the layers of a take animate. */
import type { LayerState } from './animation-layers.ts';
import type { FbxObject } from './document-types.ts';
import { reportFbx } from './problems.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** The curve node of a property in one layer. */
export interface LayerPart {
  readonly layer: LayerState;
  readonly curveNode: FbxObject;
}

/** A property of an object with its curve nodes, lowest layer first. */
export interface AnimatedProperty {
  readonly name: string;
  readonly parts: LayerPart[];
}

/** All animated properties by object, in the order of the file. Layers' own weights are not among them. */
export function listAnimation(
  context: FbxSceneContext,
  layers: readonly LayerState[],
): Map<FbxObject, Map<string, AnimatedProperty>> {
  const animated = new Map<FbxObject, Map<string, AnimatedProperty>>();
  const seen = new Set<FbxObject>();
  for (const layer of layers) {
    for (const { source } of context.document.into(layer.layer)) {
      // One that is in several layers, or connected several times, counts where it is first.
      if (source.kind !== 'AnimationCurveNode' || seen.has(source)) continue;
      seen.add(source);
      addPart(context, animated, { layer, curveNode: source });
    }
  }
  return animated;
}

function addPart(
  context: FbxSceneContext,
  animated: Map<FbxObject, Map<string, AnimatedProperty>>,
  part: LayerPart,
): void {
  for (const { type, destination, property: name } of context.document.from(part.curveNode)) {
    if (type !== 'OP' || name === '' || destination.kind === 'AnimationLayer') continue;
    let properties = animated.get(destination);
    if (!properties) {
      properties = new Map();
      animated.set(destination, properties);
    }
    const property = properties.get(name);
    if (!property) {
      properties.set(name, { name, parts: [part] });
      continue;
    }
    const last = property.parts.at(-1);
    if (last?.layer !== part.layer) {
      property.parts.push(part);
    } else if (last.curveNode !== part.curveNode) {
      reportFbx(context.log, 'FBX_SEVERAL_CURVE_NODES', {
        message: `"${name}" of "${destination.name}" has several curve nodes in one layer; the first is taken`,
        at: context.place(destination),
        group: name,
      });
    }
  }
}
