import type { NumberTable } from '@rigline/scene';
import { skinCluster as declaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';
import { reportUndeformed } from '../nodes/utility/geometry-filters.ts';
import { isIdentityMat4 } from './affine.ts';
import { inverseOrReport } from './inverse-or-report.ts';
import { CompiledSkin } from './skin.ts';
import { normalizeWeights, weightsOfRows } from './skin-weights.ts';

/** Shares by point; 0 where nothing is said. */
function sharesOf(table: NumberTable, pointCount: number): Float64Array {
  const shares = new Float64Array(pointCount);
  for (let row = 0; row < Math.min(table.count, pointCount); row++) {
    const share = table.get(row);
    if (!Number.isNaN(share)) shares[row] = share;
  }
  return shares;
}

/**
 * `skinCluster`: a point goes through `geomMatrix`, the weighted `bindPreMatrix × matrix` of its influences, and the
 * inverse of `geomMatrix`: the mesh moves with its own node on top of that. Weights count as they are; with
 * `normalizeWeights` `post` they are divided by their sum. Dual quaternions leave scale out unless
 * `dqsSupportNonRigid` is on, and mix it apart from rotation then.
 *
 * Source: Maya help, "skinCluster" node; Maya's own meshes of files with moved skins.
 * Unverified: points without any weights stay where they are.
 */
export const skinCluster: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['weightList', 'normalizeWeights', 'blendWeights', 'bindPreMatrix', 'geomMatrix'],
    writes: ['compiledSkin'],
    compute(input, output) {
      const { weightList, normalizeWeights: mode, blendWeights } = input;
      output.compiledSkin ??= new CompiledSkin();
      (output.compiledSkin as CompiledSkin).compile({
        weights: (pointCount) => {
          const raw = weightsOfRows(weightList, pointCount);
          return mode === 'post' ? normalizeWeights(raw) : raw;
        },
        sum: 'asStored',
        binds: input.bindPreMatrix,
        needsJoint: false,
        ...(isIdentityMat4(input.geomMatrix) ? {} : { space: [...input.geomMatrix] }),
        ...(blendWeights ? { shares: (pointCount) => sharesOf(blendWeights, pointCount) } : {}),
      });
    },
  }),
  step(declaration, {
    reads: ['geomMatrix'],
    writes: ['worldToOutput'],
    compute(input, output, context) {
      output.worldToOutput = inverseOrReport(input.geomMatrix, context);
    },
  }),
  step(declaration, {
    reads: ['input', 'envelope', 'skinningMethod', 'dqsSupportNonRigid', 'compiledSkin', 'matrix', 'worldToOutput'],
    writes: ['outputGeometry'],
    compute(input, output, context) {
      const skin = input.compiledSkin as CompiledSkin;
      skin.pose({
        method: input.skinningMethod,
        joints: input.matrix,
        worldToOutput: input.worldToOutput,
        envelope: input.envelope,
        hasScale: input.dqsSupportNonRigid,
      });
      output.outputGeometry ??= [];
      const hasOther = skin.geometries.run(input.input, skin, output.outputGeometry);
      if (hasOther && input.envelope !== 0) reportUndeformed('skinCluster', context);
    },
  }),
]);
