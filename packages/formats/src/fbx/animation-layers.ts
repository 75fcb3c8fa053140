/** The layers of a take that count, lowest first. */
import type { Channels, CurveNodes } from './curve-nodes.ts';
import type { FbxObject } from './document-types.ts';
import type { FbxSceneContext, FbxTake } from './scene-context.ts';

export interface LayerState {
  readonly layer: FbxObject;
  /** The lowest layer of the take: it counts in full, whatever it says of itself. */
  readonly isBase: boolean;
  /** Number of `FBX_BLEND_MODES`. */
  readonly blendMode: number;
  /** 0 to 1. */
  readonly weight: number;
  /** Curve of the weight, where it is animated. */
  readonly weightChannels: Channels | undefined;
  /** Numbers of the accumulations of rotation (0 by layer) and scale (0 multiply). */
  readonly rotation: number;
  readonly scale: number;
}

const OVERRIDE = 1;
/** Weights from here on are full ones. */
const FULL_WEIGHT = 0.99999;

/** Layers that are not muted; where some are soloed, those and the lowest. */
export function activeLayers(context: FbxSceneContext, take: FbxTake, curves: CurveNodes): LayerState[] {
  const isSoloed = take.layers.some(({ properties }) => properties.boolean('Solo', false));
  const states: LayerState[] = [];
  take.layers.forEach((layer, i) => {
    const { properties } = layer;
    if (properties.boolean('Mute', false)) return;
    const isBase = i === 0;
    if (isSoloed && !isBase && !properties.boolean('Solo', false)) return;
    const mode = properties.number('BlendMode', 0);
    const weightNode = weightNodeOf(context, layer);
    const weightChannels = weightNode && curves.channelsOf(weightNode, 1);
    states.push({
      layer,
      isBase,
      blendMode: mode === 0 || mode === 2 ? mode : OVERRIDE,
      weight: clampWeight(weightChannels?.values[0] ?? properties.number('Weight', 100)),
      weightChannels: weightChannels?.curves[0] && weightChannels,
      rotation: properties.number('RotationAccumulationMode', 0) === 0 ? 0 : 1,
      scale: properties.number('ScaleAccumulationMode', 0) === 0 ? 0 : 1,
    });
  });
  return states;
}

function clampWeight(percent: number): number {
  const weight = percent / 100;
  if (!(weight > 0)) return 0;
  return weight > FULL_WEIGHT ? 1 : weight;
}

function weightNodeOf({ document }: FbxSceneContext, layer: FbxObject): FbxObject | undefined {
  for (const { type, source, property } of document.into(layer)) {
    if (type === 'OP' && property === 'Weight' && source.kind === 'AnimationCurveNode') return source;
  }
  return undefined;
}
