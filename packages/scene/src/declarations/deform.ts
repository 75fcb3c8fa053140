import {
  array,
  boolean,
  choice,
  column,
  compound,
  data,
  integer,
  matrix,
  message,
  number,
  rows,
  string,
} from '../attribute.ts';
import { declareNode } from '../node-declaration.ts';
import { node } from './dag.ts';

/** What every deformer has. Source: Maya help, "geometryFilter". */
export const geometryFilter = declareNode({
  type: 'geometryFilter',
  base: node,
  attributes: {
    input: array(
      compound('ip', { inputGeometry: data('ig'), groupId: integer('gi'), componentTagExpression: string('gtg') }),
    ),
    originalGeometry: array(data('orggeom')),
    envelope: number('en', 1),
    outputGeometry: array(data('og')),
  },
});

/** Offsets of one shape from the base mesh; sparse. */
export interface MorphOffsets {
  /** Points that move. */
  readonly vertices: Int32Array;
  /** Stride 3, one for each of `vertices`; centimetres. */
  readonly offsetsXyz: Float64Array | Float32Array;
  /** Offsets of normals, stride 3, one for each of `vertices`. */
  readonly normalOffsetsXyz?: Float64Array | Float32Array;
}

/** One shape of a target, fully in at `weight`. */
export interface MorphShape {
  readonly name: string;
  readonly weight: number;
  /** Decoded when somebody needs them; the same object at every call. */
  readOffsets(): MorphOffsets;
}

/** A target with its in-between shapes, by ascending weight. The base counts as a shape at weight 0. */
export interface MorphTarget {
  /** As the file has it, where that is no name for an alias: not unique, empty, or with a dot. */
  readonly name?: string;
  readonly shapes: readonly MorphShape[];
}

/**
 * Weights are by alias; targets hold sparse offsets. `targets` is ours: what moves by `weight[i]` in one block, as
 * readers of other formats than Maya ASCII hand it on; it wins over `inputTarget`. Source: Maya help, "blendShape".
 */
export const blendShape = declareNode({
  type: 'blendShape',
  base: geometryFilter,
  attributes: {
    weight: array(number('w')),
    targets: data<readonly (MorphTarget | undefined)[]>('targets'),
    /** Ours: targets from either source, ready to be added. */
    compiledTargets: data<object>('compiledTargets'),
    /** Ours: differs when the points of targets or of the geometry may. */
    targetStamp: integer('targetStamp'),
    origin: choice('or', ['world', 'local', 'user'], 'local'),
    topologyCheck: boolean('tc', true),
    supportNegativeWeights: boolean('sn'),
    targetVisibility: array(boolean('tgvs', true)),
    inputTarget: array(
      compound('it', {
        baseWeights: column('bw'),
        inputTargetGroup: array(
          compound('itg', {
            targetWeights: column('tw'),
            normalizationId: integer('nid'),
            inputTargetItem: array(
              compound('iti', {
                inputGeomTarget: data('igt'),
                inputPointsTarget: data('ipt'),
                inputComponentsTarget: data('ict'),
              }),
            ),
          }),
        ),
      }),
    ),
  },
});

/** Drives the weight of a target by those of others. Source: Maya help, "combinationShape" node and command. */
export const combinationShape = declareNode({
  type: 'combinationShape',
  base: node,
  attributes: {
    combinationMethod: choice('cm', ['multiply', 'lowest', 'smoothLowest'], 'multiply'),
    inputWeight: array(number('iw')),
    outputWeight: number('ow'),
  },
});

/** Source: Maya help, "skinCluster". */
export const skinCluster = declareNode({
  type: 'skinCluster',
  base: geometryFilter,
  attributes: {
    weightList: rows('wl', { weights: number('w') }),
    bindPreMatrix: array(matrix('pm')),
    geomMatrix: matrix('gm'),
    matrix: array(matrix('ma')),
    dropoff: array(number('dpf', 4)),
    lockWeights: array(boolean('lw')),
    skinningMethod: choice('skm', ['classicLinear', 'dualQuaternion', 'weightBlended'], 'classicLinear'),
    blendWeights: column('bw'),
    normalizeWeights: choice('nw', ['none', 'interactive', 'post'], 'interactive'),
    maxInfluences: integer('mi', 2),
    maintainMaxInfluences: boolean('mmi'),
    dqsSupportNonRigid: boolean('dqsn'),
    useComponents: boolean('uc'),
    bindPose: message('bp'),
    /** Ours: weights in order by point. */
    compiledSkin: data<object>('compiledSkin'),
    /** Ours: from the world to where the points are wanted. */
    worldToOutput: matrix('worldToOutput'),
  },
});

/** What one bone of a skin moves. */
export interface SkinInfluence {
  readonly vertices: Int32Array;
  /** As stored, one for each of `vertices`. */
  readonly weights: Float64Array;
}

/** Influences by the index of `matrix[]`, decoded when somebody needs them; the same objects at every call. */
export interface SkinSource {
  readInfluences(): readonly (SkinInfluence | undefined)[];
}

/**
 * A skin of an FBX file. A point is `sum of weight × point × geometryToJoint[i] × matrix[i]`, in world space, and
 * comes back into the space of the mesh by the inverse of `geometryToWorld`: the mesh stands still however its node
 * moves. With `followsMesh` that is the inverse of `geomMatrix`, the mesh at binding: the mesh moves with its node, as
 * in Maya. Source: FBX SDK help, FbxCluster and FbxSkin.
 */
export const fbxSkin = declareNode({
  type: 'fbxSkin',
  base: skinCluster,
  attributes: {
    influences: data<SkinSource>('influences'),
    geometryToJoint: array(matrix('geometryToJoint')),
    geometryToWorld: matrix('geometryToWorld'),
    followsMesh: boolean('followsMesh'),
    /** What the weights of a point do that do not sum to 1: divide by the sum, add to the point, leave the rest at it. */
    linkMode: choice('linkMode', ['normalize', 'additive', 'totalOne'], 'normalize'),
    /** Amount of dual quaternion skinning per point, for `weightBlended`. */
    dualQuaternionWeights: data<SkinInfluence>('dualQuaternionWeights'),
  },
});

export const DEFORM_DECLARATIONS = [blendShape, combinationShape, skinCluster, fbxSkin] as const;
