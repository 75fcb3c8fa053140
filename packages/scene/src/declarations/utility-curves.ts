import type { Vec3 } from '@rigline/math';
import {
  type Attribute,
  angle,
  angle3,
  array,
  boolean,
  choice,
  compound,
  data,
  distance,
  distance3,
  integer,
  matrix,
  message,
  number,
  number3,
} from '../attribute.ts';
import { declareNode } from '../node-declaration.ts';
import { dagNode, node, rotateOrder } from './dag.ts';
import type { NurbsCurveData } from './shapes.ts';

/**
 * Nodes that make and measure NURBS curves.
 *
 * Names and defaults: Maya help, node reference; short names as in files saved by Maya.
 */

export const makeNurbCircle = declareNode({
  type: 'makeNurbCircle',
  base: node,
  attributes: {
    first: {
      ...distance3('first', 'fp', [1, 0, 0]),
      children: { firstPointX: distance('fpx', 1), firstPointY: distance('fpy'), firstPointZ: distance('fpz') },
    },
    normal: number3('normal', 'nr', [0, 0, 1]),
    center: distance3('center', 'c'),
    radius: distance('r', 1),
    sweep: angle('sw', 2 * Math.PI),
    useTolerance: boolean('ut'),
    degree: choice('d', { 1: 'linear', 3: 'cubic' }, 'cubic'),
    sections: integer('s', 8),
    tolerance: number('tol', 0.01),
    fixCenter: boolean('fc', true),
    outputCurve: data<NurbsCurveData>('oc'),
  },
});

/** Moves geometry by a matrix: curves and meshes. */
export const transformGeometry = declareNode({
  type: 'transformGeometry',
  base: node,
  attributes: {
    inputGeometry: data('ig'),
    transform: matrix('txf'),
    invertTransform: boolean('itf'),
    freezeNormals: integer('fn'),
    outputGeometry: data('og'),
  },
});

const point3 = (short: string): Attribute<Vec3> => ({
  ...distance3('', short),
  children: { xValue: distance('xv'), yValue: distance('yv'), zValue: distance('zv') },
});

export const curveInfo = declareNode({
  type: 'curveInfo',
  base: node,
  attributes: {
    inputCurve: data<NurbsCurveData>('ic'),
    arcLength: distance('al'),
    controlPoints: array(point3('cp')),
    weights: array(number('wt')),
    knots: array(number('kn')),
  },
});

export const pointOnCurveInfo = declareNode({
  type: 'pointOnCurveInfo',
  base: node,
  attributes: {
    inputCurve: data<NurbsCurveData>('ic'),
    parameter: number('pr'),
    turnOnPercentage: boolean('top'),
    result: compound('rs', {
      position: distance3('position', 'p'),
      normal: distance3('normal', 'n', [0, 0, 1]),
      normalizedNormal: distance3('normalizedNormal', 'nn', [0, 0, 1]),
      tangent: distance3('tangent', 't', [1, 0, 0]),
      normalizedTangent: distance3('normalizedTangent', 'nt', [1, 0, 0]),
      curvatureCenter: distance3('curvatureCenter', 'cc'),
      curvatureRadius: distance('cr', 1),
    }),
  },
});

export const nearestPointOnCurve = declareNode({
  type: 'nearestPointOnCurve',
  base: node,
  attributes: {
    inputCurve: data<NurbsCurveData>('ic'),
    inPosition: distance3('inPosition', 'ip'),
    result: compound('r', { position: distance3('position', 'p'), parameter: number('pr') }),
  },
});

export const arcLengthDimension = declareNode({
  type: 'arcLengthDimension',
  base: dagNode,
  attributes: {
    nurbsGeometry: data<NurbsCurveData>('ng'),
    uParamValue: number('upv'),
    vParamValue: number('vpv'),
    arcLength: distance('al'),
    arcLengthInV: distance('alv'),
  },
});

const AXES = ['x', 'y', 'z'] as const;

export const motionPath = declareNode({
  type: 'motionPath',
  base: node,
  attributes: {
    uValue: distance('u'),
    frontTwist: angle('ft'),
    upTwist: angle('ut'),
    sideTwist: angle('st'),
    allCoordinates: {
      ...distance3('', 'ac'),
      children: { xCoordinate: distance('xc'), yCoordinate: distance('yc'), zCoordinate: distance('zc') },
    } as Attribute<Vec3>,
    orientMatrix: matrix('om'),
    rotate: angle3('rotate', 'r'),
    rotateOrder: rotateOrder('ro'),
    flowNode: message('fn'),
    geometryPath: data<NurbsCurveData>('gp'),
    positionMarkerTime: array(number('pmt')),
    orientationMarkerTime: array(number('omt')),
    follow: boolean('f'),
    normal: boolean('nr'),
    inverseUp: boolean('iu'),
    inverseFront: boolean('if'),
    frontAxis: choice('fa', AXES, 'y'),
    upAxis: choice('ua', AXES, 'z'),
    worldUpType: choice('wut', ['scene', 'object', 'objectRotation', 'vector', 'normal'], 'vector'),
    worldUpVector: number3('worldUpVector', 'wu', [0, 1, 0]),
    worldUpMatrix: matrix('wum'),
    bank: boolean('b'),
    bankScale: number('bs', 1),
    bankLimit: angle('bl', Math.PI / 2),
    fractionMode: boolean('fm'),
  },
});

export const UTILITY_CURVE_DECLARATIONS = [
  makeNurbCircle,
  transformGeometry,
  curveInfo,
  pointOnCurveInfo,
  nearestPointOnCurve,
  arcLengthDimension,
  motionPath,
];
