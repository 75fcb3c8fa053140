import type { RotateOrder, Vec3 } from '@rigline/math';
import {
  type Attribute,
  angle3,
  array,
  boolean,
  choice,
  compound,
  data,
  distance3,
  integer,
  matrix,
  message,
  number,
  number3,
  string,
  withImplicit,
} from '../attribute.ts';
import { declareNode } from '../node-declaration.ts';

/** Rotate orders by Maya's number. */
export const MAYA_ROTATE_ORDERS = ['xyz', 'yzx', 'zxy', 'xzy', 'yxz', 'zyx'] as const;

/** Rotation order attribute with Maya's numbering. */
export const rotateOrder = (short: string): Attribute<RotateOrder> => choice(short, MAYA_ROTATE_ORDERS, 'xyz');

/** What every node has. Source: Maya help, "node". */
export const node = declareNode({
  type: 'node',
  attributes: {
    message: message('msg'),
    caching: boolean('cch'),
    isHistoricallyInteresting: integer('ihi', 2),
    nodeState: choice('nds', ['normal', 'hasNoEffect', 'blocking'], 'normal'),
    frozen: boolean('fzn'),
  },
});

/**
 * What every node of the hierarchy has. `dagParentMatrix` is ours: the world matrix of the parent at each instance.
 * Source: Maya help, "dagNode".
 */
export const dagNode = declareNode({
  type: 'dagNode',
  dag: 'shape',
  base: node,
  attributes: {
    visibility: boolean('v', true),
    intermediateObject: boolean('io'),
    template: boolean('tmp'),
    overrideEnabled: boolean('ove'),
    overrideVisibility: boolean('ovv', true),
    overrideDisplayType: choice('ovdt', ['normal', 'template', 'reference'], 'normal'),
    overrideColor: integer('ovc'),
    overrideRGBColors: boolean('ovrgbf'),
    overrideColorRGB: number3('overrideColor', 'ovrgb', [0, 0, 0], 'RGB'),
    lodVisibility: boolean('lodv', true),
    useObjectColor: integer('uoc'),
    objectColor: integer('oc'),
    wireColorRGB: number3('wireColor', 'wfcc', [0, 0, 0], 'RGB'),
    dagParentMatrix: withImplicit(array(matrix('dagParentMatrix')), 'parentWorldMatrix'),
    matrix: matrix('m'),
    inverseMatrix: matrix('im'),
    worldMatrix: array(matrix('wm')),
    worldInverseMatrix: array(matrix('wim')),
    parentMatrix: array(matrix('pm')),
    parentInverseMatrix: array(matrix('pim')),
    /** Sets that an instance belongs to, as a whole or by groups of its components. Source: Maya help, "dagNode". */
    instObjGroups: array(
      compound('iog', {
        objectGroups: array(
          compound('og', {
            objectGrpCompList: data<readonly string[]>('gcl'),
            objectGroupId: integer('gid'),
            objectGrpColor: integer('gco'),
          }),
        ),
      }),
    ),
  },
});

/** Three limits, one per axis: `minTransXLimit` (`mtxl`) and so on. */
function limits(compoundOf: Attribute<Vec3>, long: string, short: string): Attribute<Vec3> {
  const leaves = Object.values(compoundOf.children ?? {});
  const children = Object.fromEntries(
    ['X', 'Y', 'Z'].map((axis, i) => [
      `${long}${axis}Limit`,
      { ...(leaves[i] as Attribute), short: `${short}${axis.toLowerCase()}l` },
    ]),
  );
  return { ...compoundOf, children };
}

/** Three switches, one per axis: `minTransXLimitEnable` (`mtxe`) and so on. `compute` gets 0 or 1. */
function limitFlags(long: string, short: string): Attribute<Vec3> {
  const children = Object.fromEntries(
    ['X', 'Y', 'Z'].map((axis) => [`${long}${axis}LimitEnable`, boolean(`${short}${axis.toLowerCase()}e`)]),
  );
  return { ...number3('', `${short}le`), children };
}

/** Source: Maya help, "transform". */
export const transform = declareNode({
  type: 'transform',
  dag: 'transform',
  base: dagNode,
  attributes: {
    translate: distance3('translate', 't'),
    rotate: angle3('rotate', 'r'),
    rotateQuaternion: number3('rotateQuaternion', 'rq'),
    rotateOrder: rotateOrder('ro'),
    scale: number3('scale', 's', [1, 1, 1]),
    shear: {
      ...number3('shear', 'sh'),
      children: { shearXY: number('shxy'), shearXZ: number('shxz'), shearYZ: number('shyz') },
    },
    rotatePivot: distance3('rotatePivot', 'rp'),
    rotatePivotTranslate: distance3('rotatePivotTranslate', 'rpt'),
    scalePivot: distance3('scalePivot', 'sp'),
    scalePivotTranslate: distance3('scalePivotTranslate', 'spt'),
    rotateAxis: angle3('rotateAxis', 'ra'),
    transMinusRotatePivot: distance3('transMinusRotatePivot', 'tmrp'),
    minTransLimit: limits(distance3('minTransLimit', 'mntl', [-1, -1, -1]), 'minTrans', 'mt'),
    maxTransLimit: limits(distance3('maxTransLimit', 'mxtl', [1, 1, 1]), 'maxTrans', 'xt'),
    minRotLimit: limits(angle3('minRotLimit', 'mnrl', [-Math.PI / 4, -Math.PI / 4, -Math.PI / 4]), 'minRot', 'mr'),
    maxRotLimit: limits(angle3('maxRotLimit', 'mxrl', [Math.PI / 4, Math.PI / 4, Math.PI / 4]), 'maxRot', 'xr'),
    minScaleLimit: limits(number3('minScaleLimit', 'mnsl', [-1, -1, -1]), 'minScale', 'ms'),
    maxScaleLimit: limits(number3('maxScaleLimit', 'mxsl', [1, 1, 1]), 'maxScale', 'xs'),
    minTransLimitEnable: limitFlags('minTrans', 'mt'),
    maxTransLimitEnable: limitFlags('maxTrans', 'xt'),
    minRotLimitEnable: limitFlags('minRot', 'mr'),
    maxRotLimitEnable: limitFlags('maxRot', 'xr'),
    minScaleLimitEnable: limitFlags('minScale', 'ms'),
    maxScaleLimitEnable: limitFlags('maxScale', 'xs'),
    inheritsTransform: boolean('it', true),
    offsetParentMatrix: matrix('opm'),
    xformMatrix: matrix('xm'),
    geometry: data('geo'),
    displayHandle: boolean('dh'),
    displayLocalAxis: boolean('dla'),
    displayScalePivot: boolean('dsp'),
    displayRotatePivot: boolean('drp'),
    selectHandle: distance3('selectHandle', 'hdl'),
    rotationInterpolation: integer('roi', 1),
    showManipDefault: integer('smd'),
  },
});

/** Source: Maya help, "joint". */
export const joint = declareNode({
  type: 'joint',
  base: transform,
  attributes: {
    jointOrient: angle3('jointOrient', 'jo'),
    segmentScaleCompensate: boolean('ssc', true),
    inverseScale: number3('inverseScale', 'is', [1, 1, 1]),
    radius: number('radi', 1),
    preferredAngle: angle3('preferredAngle', 'pa'),
    stiffness: number3('stiffness', 'st'),
    jointTypeX: boolean('jtx', true),
    jointTypeY: boolean('jty', true),
    jointTypeZ: boolean('jtz', true),
    jointOrientType: string('jot'),
    bindPose: matrix('bps'),
    drawStyle: choice('ds', ['bone', 'multiChildAsBox', 'none', 'joint'], 'bone'),
    side: integer('sd', 3),
    type: integer('typ'),
    otherType: string('otp'),
    drawLabel: boolean('dl'),
    isIKDirtyFlag: boolean('ikdirty'),
  },
});

/** Transforms that hold rigs together and have no channels of their own to speak of. */
export const TRANSFORM_LIKE = [
  'fosterParent',
  'lodGroup',
  'dagContainer',
  'symmetryConstraint',
  'dynamicConstraint',
  'place3dTexture',
  'hikFKJoint',
  'hikIKEffector',
  'hikGroundPlane',
  'instancer',
  'assemblyDefinition',
  'assemblyReference',
  'baseLattice',
  'cMuscleKeepOut',
  'unknownTransform',
].map((type) => declareNode({ type, base: transform, attributes: {} }));

export const DAG_DECLARATIONS = [node, dagNode, transform, joint, ...TRANSFORM_LIKE];
