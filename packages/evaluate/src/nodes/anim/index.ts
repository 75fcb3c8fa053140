import { character } from '@rigline/scene/maya';
import { defineNode, type NodeType } from '../../graph/node-type.ts';
import { ADDITIVE_BLEND_TYPES, SWITCHING_BLEND_TYPES } from './anim-blend.ts';
import { animBlendNodeAdditiveRotation } from './anim-blend-rotation.ts';
import { animBlendNodeAdditiveScale } from './anim-blend-scale.ts';
import { ANIM_CURVE_TYPES } from './anim-curve.ts';
import { animLayer } from './anim-layer.ts';
import { pairBlend } from './pair-blend.ts';
import { timeToUnitConversion, unitToTimeConversion } from './time-conversion.ts';

export const ANIM_NODE_TYPES: readonly NodeType[] = [
  ...ANIM_CURVE_TYPES,
  pairBlend,
  ...ADDITIVE_BLEND_TYPES,
  ...SWITCHING_BLEND_TYPES,
  animBlendNodeAdditiveScale,
  animBlendNodeAdditiveRotation,
  animLayer,
  timeToUnitConversion,
  unitToTimeConversion,
  // A character set hands on what its lists hold or are driven by; it computes nothing.
  defineNode(character, []),
];
