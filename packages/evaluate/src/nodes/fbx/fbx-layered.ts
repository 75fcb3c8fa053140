/**
 * One property over the animation layers of a take, lowest first.
 *
 * Additive: values are added times the weight; scale that multiplies is raised to the weight; rotation by layer is
 * turned by the share of the layer's turn, which comes first. Override-passthrough: the same between the layers below
 * and this one. Override: the layer replaces what is below, whatever its weight.
 *
 * Source: FBX SDK help, FbxAnimLayer; geometry exported by Maya beside files with such layers.
 */
import {
  eulerFromQuat,
  identityQuat,
  multiplyQuat,
  type Quat,
  quatFromEuler,
  slerpQuat,
  type Vec3,
} from '@rigline/math';
import {
  fbxLayeredNumber as numberDeclaration,
  fbxLayeredRotate as rotateDeclaration,
  fbxLayeredScale as scaleDeclaration,
  fbxLayeredTranslate as translateDeclaration,
} from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

interface Layer {
  readonly weight: number;
  readonly blendMode: 'additive' | 'override' | 'overridePassthrough';
  readonly isPresent: boolean;
}

/** Weights from here on count as full. Source: FBX SDK, by way of what files of Maya show. */
const FULL_WEIGHT = 0.99999;

function weightOf({ weight }: Layer): number {
  if (!(weight > 0)) return 0;
  return weight > FULL_WEIGHT ? 1 : weight;
}

function addUp(below: number, value: number, layer: Layer): number {
  if (layer.blendMode === 'override') return value;
  const weight = weightOf(layer);
  if (layer.blendMode === 'additive') return below + value * weight;
  return below * (1 - weight) + value * weight;
}

/** A power that keeps the sign; whole weights give the value itself, or 1. */
function power(value: number, weight: number): number {
  if (weight <= 0) return 1;
  if (weight >= 1) return value;
  return value < 0 ? -((-value) ** weight) : value ** weight;
}

function multiplyUp(below: number, value: number, layer: Layer): number {
  if (layer.blendMode === 'override') return value;
  const weight = weightOf(layer);
  const share = power(value, weight);
  return layer.blendMode === 'additive' ? below * share : power(below, 1 - weight) * share;
}

type Combine<L> = (below: number, value: number, layer: L) => number;

function combineTriples<L extends Layer & { readonly value: Readonly<Vec3> }>(
  base: Readonly<Vec3>,
  layers: readonly L[],
  combineOf: (layer: L) => Combine<L>,
): Vec3 {
  const out: Vec3 = [...base];
  for (const layer of layers) {
    if (!layer.isPresent) continue;
    const combine = combineOf(layer);
    for (let i = 0; i < 3; i++) out[i] = combine(out[i] as number, layer.value[i] as number, layer);
  }
  return out;
}

export const fbxLayeredNumber: NodeType = defineNode(numberDeclaration, [
  step(numberDeclaration, {
    reads: ['base', 'layer'],
    writes: ['output'],
    compute(input, output) {
      let value = input.base;
      for (const layer of input.layer.values) if (layer.isPresent) value = addUp(value, layer.value, layer);
      output.output = value;
    },
  }),
]);

export const fbxLayeredTranslate: NodeType = defineNode(translateDeclaration, [
  step(translateDeclaration, {
    reads: ['base', 'layer'],
    writes: ['output'],
    compute(input, output) {
      output.output = combineTriples(input.base, input.layer.values, () => addUp);
    },
  }),
]);

export const fbxLayeredScale: NodeType = defineNode(scaleDeclaration, [
  step(scaleDeclaration, {
    reads: ['base', 'layer'],
    writes: ['output'],
    compute(input, output) {
      output.output = combineTriples(input.base, input.layer.values, ({ accumulation }) =>
        accumulation === 'multiply' ? multiplyUp : addUp,
      );
    },
  }),
]);

const IDENTITY = identityQuat();
const belowQuat: Quat = [0, 0, 0, 1];
const layerQuat: Quat = [0, 0, 0, 1];

export const fbxLayeredRotate: NodeType = defineNode(rotateDeclaration, [
  step(rotateDeclaration, {
    reads: ['base', 'rotateOrder', 'layer'],
    writes: ['output'],
    compute(input, output) {
      const { rotateOrder } = input;
      const out: Vec3 = [...input.base];
      for (const layer of input.layer.values) {
        if (!layer.isPresent) continue;
        if (layer.accumulation === 'byChannel' || layer.blendMode === 'override') {
          for (let i = 0; i < 3; i++) out[i] = addUp(out[i] as number, layer.value[i] as number, layer);
          continue;
        }
        quatFromEuler(out, rotateOrder, belowQuat);
        quatFromEuler(layer.value, rotateOrder, layerQuat);
        if (layer.blendMode === 'additive') {
          slerpQuat(IDENTITY, layerQuat, weightOf(layer), undefined, layerQuat);
          multiplyQuat(layerQuat, belowQuat, belowQuat);
        } else {
          slerpQuat(belowQuat, layerQuat, weightOf(layer), undefined, belowQuat);
        }
        eulerFromQuat(belowQuat, rotateOrder, out);
      }
      output.output = out;
    },
  }),
]);

export const FBX_LAYERED_TYPES: readonly NodeType[] = [
  fbxLayeredNumber,
  fbxLayeredTranslate,
  fbxLayeredRotate,
  fbxLayeredScale,
];
