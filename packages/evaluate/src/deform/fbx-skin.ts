import { fbxSkin as declaration, type SkinInfluence } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';
import { reportUndeformed } from '../nodes/utility/geometry-filters.ts';
import { inverseOrReport } from './inverse-or-report.ts';
import { CompiledSkin, type SkinSum } from './skin.ts';
import { normalizeWeights, weightsByPoint } from './skin-weights.ts';

/** Amounts by point; 0 where nothing is said. */
function sharesOf({ vertices, weights }: SkinInfluence, pointCount: number): Float64Array {
  const shares = new Float64Array(pointCount);
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i]!;
    if (vertex >= 0 && vertex < pointCount) shares[vertex] = weights[i]!;
  }
  return shares;
}

const SUMS: Readonly<Record<'normalize' | 'additive' | 'totalOne', SkinSum>> = {
  normalize: 'asStored',
  additive: 'additive',
  totalOne: 'rest',
};

/**
 * `fbxSkin`: skins of FBX files, linear, dual quaternion and mixed.
 *
 * Source: FBX SDK help, FbxCluster and FbxSkin; Maya's own meshes of files with moved and scaled joints.
 */
export const fbxSkin: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['influences', 'dualQuaternionWeights', 'linkMode', 'geometryToJoint'],
    writes: ['compiledSkin'],
    compute(input, output) {
      const { dualQuaternionWeights: shares, influences, linkMode } = input;
      output.compiledSkin ??= new CompiledSkin();
      (output.compiledSkin as CompiledSkin).compile({
        weights: (pointCount) => {
          const raw = weightsByPoint(influences?.readInfluences() ?? [], pointCount);
          return linkMode === 'normalize' ? normalizeWeights(raw) : raw;
        },
        sum: SUMS[linkMode],
        binds: input.geometryToJoint,
        needsJoint: true,
        ...(shares ? { shares: (pointCount) => sharesOf(shares, pointCount) } : {}),
      });
    },
  }),
  step(declaration, {
    reads: ['followsMesh', 'geomMatrix', 'geometryToWorld'],
    writes: ['worldToOutput'],
    compute(input, output, context) {
      const space = input.followsMesh ? input.geomMatrix : input.geometryToWorld;
      output.worldToOutput = inverseOrReport(space, context);
    },
  }),
  step(declaration, {
    reads: ['input', 'envelope', 'skinningMethod', 'compiledSkin', 'matrix', 'worldToOutput'],
    writes: ['outputGeometry'],
    compute(input, output, context) {
      const skin = input.compiledSkin as CompiledSkin;
      skin.pose({
        method: input.skinningMethod,
        joints: input.matrix,
        worldToOutput: input.worldToOutput,
        envelope: input.envelope,
        hasScale: true,
      });
      output.outputGeometry ??= [];
      const hasOther = skin.geometries.run(input.input, skin, output.outputGeometry);
      if (hasOther && input.envelope !== 0) reportUndeformed('fbxSkin', context);
    },
  }),
]);
