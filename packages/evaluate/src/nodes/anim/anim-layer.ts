import { animLayer as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/**
 * `animLayer`: tells the blend nodes of its attributes how much of it (`foregroundWeight`) and of the layers below
 * (`backgroundWeight`) is played.
 *
 * A muted layer, and one beside a soloed layer, has no weight; a child layer is scaled by its parent's weight. An
 * additive layer leaves what is below alone; an override layer takes its own weight from it, or all of it when
 * `passthrough` is off.
 *
 * Unverified: the rule of solo among nested layers, and override without passthrough at a weight below 1.
 * Source: Maya help, "Animation layer modes"; names and wiring as in saved files.
 * Golden: fixtures/nodes/anim-layer.golden.json
 */
export const animLayer: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['mute', 'parentMute'],
    writes: ['outMute'],
    compute(input, output) {
      output.outMute = input.mute || input.parentMute;
    },
  }),
  step(declaration, {
    reads: ['childrenSolo'],
    writes: ['childsoloed'],
    compute(input, output) {
      output.childsoloed = input.childrenSolo.values.includes(true);
    },
  }),
  step(declaration, {
    reads: [
      'weight',
      'parentWeight',
      'mute',
      'parentMute',
      'solo',
      'siblingSolo',
      'childsoloed',
      'override',
      'passthrough',
    ],
    writes: ['foregroundWeight', 'backgroundWeight'],
    compute(input, output) {
      const isSilenced = input.siblingSolo && !input.solo && !input.childsoloed;
      const isHeard = !input.mute && !input.parentMute && !isSilenced;
      const weight = isHeard ? input.weight * input.parentWeight : 0;
      output.foregroundWeight = weight;
      if (!isHeard || !input.override) output.backgroundWeight = 1;
      else output.backgroundWeight = input.passthrough ? 1 - weight : 0;
    },
  }),
  step(declaration, {
    reads: ['rotationAccumulationMode'],
    writes: ['outRotationAccumulationMode'],
    compute(input, output) {
      const number = input.rotationAccumulationMode === 'layer' ? 1 : 0;
      output.outRotationAccumulationMode = number as unknown as typeof input.rotationAccumulationMode;
    },
  }),
]);
