import {
  angle,
  angle3,
  array,
  boolean,
  choice,
  compound,
  distance,
  distance3,
  integer,
  matrix,
  message,
  number,
  number3,
  string,
} from '../attribute.ts';
import { declareNode } from '../node-declaration.ts';
import { node, rotateOrder, transform } from './dag.ts';
import { camera } from './shapes.ts';

/**
 * A Model of an FBX file. Local matrix, leftmost first:
 * `SP⁻¹ S SP SO RP⁻¹ Post⁻¹ R Pre RP RO T`, where the pivots are `scalePivot` and `rotatePivot`, and the offsets
 * `scalePivotTranslate` (ScalingOffset) and `rotatePivotTranslate` (RotationOffset).
 *
 * `geometric…` moves the shapes under the node alone: they stand in `shapeWorldMatrix`. `inheritType`: what of the
 * parent's scale comes down. Readers that find the rotation stack switched off store zeros in `preRotation` and
 * `postRotation`, and the order xyz.
 *
 * Source: FBX SDK help, FbxNode and "Computing transformation matrices".
 */
export const fbxModel = declareNode({
  type: 'fbxModel',
  base: transform,
  shapeMatrix: 'shapeWorldMatrix',
  attributes: {
    preRotation: angle3('preRotation', 'preRotation'),
    postRotation: angle3('postRotation', 'postRotation'),
    inheritType: choice('inheritType', ['RrSs', 'RSrs', 'Rrs'], 'RSrs'),
    /** Rotation order 6 of FBX; `rotateOrder` is xyz then. */
    isSpheric: boolean('isSpheric'),
    geometricTranslation: distance3('geometricTranslation', 'geometricTranslation'),
    geometricRotation: angle3('geometricRotation', 'geometricRotation'),
    geometricScaling: number3('geometricScaling', 'geometricScaling', [1, 1, 1]),
    /** Of the geometric channels alone. */
    geometryMatrix: matrix('geometryMatrix'),
    /** `geometryMatrix` times `worldMatrix`, per instance. */
    shapeWorldMatrix: array(matrix('shapeWorldMatrix')),
    /** Ours, for children that inherit by parts: turn and place without scale, and the scale on the way to the root. */
    inheritedTurn: array(matrix('inheritedTurn')),
    inheritedScale: array(number3('inheritedScale', 'inheritedScale', [1, 1, 1])),
    /** What of `inheritedScale` is not the node's own; and its local matrix without the scale of its axes. */
    scaleAbove: array(number3('scaleAbove', 'scaleAbove', [1, 1, 1])),
    unscaledMatrix: matrix('unscaledMatrix'),
  },
});

/** A Model that is a bone: LimbNode, Limb, Root of a skeleton. */
export const fbxBone = declareNode({
  type: 'fbxBone',
  base: fbxModel,
  attributes: {
    radius: number('radi', 1),
    boneLength: number('boneLength'),
    isSkeletonRoot: boolean('isSkeletonRoot'),
  },
});

/** Aperture modes by FBX's number: which of the properties rules the angle of view. */
export const FBX_APERTURE_MODES = ['both', 'horizontal', 'vertical', 'focalLength'] as const;
/** Gate fits by FBX's number. */
export const FBX_GATE_FITS = ['none', 'vertical', 'horizontal', 'fill', 'overscan', 'stretch'] as const;

/**
 * A camera of an FBX file: the properties as stored in `fbx…`, from which it computes the attributes of `camera`
 * (`focalLength`, apertures, fit) and its own `matrix`: FBX cameras look along +X of their node, shapes here along -Z.
 *
 * Source: FBX SDK help, FbxCamera.
 */
export const fbxCamera = declareNode({
  type: 'fbxCamera',
  base: camera,
  attributes: {
    apertureMode: choice('apertureMode', FBX_APERTURE_MODES, 'vertical'),
    gateFit: choice('gateFit', FBX_GATE_FITS, 'none'),
    /** Of the picture: width by height, or 0 where the film's counts. */
    aspectWidth: number('aspectWidth', 320),
    aspectHeight: number('aspectHeight', 200),
    aspectRatioMode: integer('aspectRatioMode'),
    pixelAspectRatio: number('pixelAspectRatio', 1),
    fieldOfView: angle('fieldOfView', (25.114999771118164 * Math.PI) / 180),
    fieldOfViewX: angle('fieldOfViewX', (40 * Math.PI) / 180),
    fieldOfViewY: angle('fieldOfViewY', (40 * Math.PI) / 180),
    /** Millimetres. */
    fbxFocalLength: number('fbxFocalLength', 34.89327),
    /** Inches. */
    filmWidth: number('filmWidth', 0.816),
    filmHeight: number('filmHeight', 0.612),
    filmAspectRatio: number('filmAspectRatio', 1.3333333333333333),
    filmSqueezeRatio: number('filmSqueezeRatio', 1),
    orthoZoom: number('orthoZoom', 1),
    /** Size of the picture per `orthoZoom`. */
    orthoUnit: distance('orthoUnit', 30),
    opticalCenterX: number('opticalCenterX'),
    opticalCenterY: number('opticalCenterY'),
    roll: angle('roll'),
    /** Where the camera looks, where another node says so: that node's world matrix. */
    hasInterest: boolean('hasInterest'),
    interestMatrix: matrix('interestMatrix'),
    hasUpNode: boolean('hasUpNode'),
    upNodeMatrix: matrix('upNodeMatrix'),
    /** Width by height of the picture, as the properties give it. Ours. */
    pictureAspect: number('pictureAspect', 1),
    /** Width by height of what is seen, where the film fits the picture by stretching too. Ours. */
    viewAspect: number('viewAspect', 1),
    /** Angles of view after fit and squeeze. Ours. */
    horizontalFov: angle('horizontalFov'),
    verticalFov: angle('verticalFov'),
    /** Orthographic size of the picture; ours. */
    orthographicHeight: distance('orthographicHeight'),
  },
});

/**
 * A pose: nodes with their world matrices at one moment. `members[i]` comes from the `message` of a node, `worldMatrix[i]`
 * is where it stood; names as in Maya's `dagPose`.
 */
export const fbxPose = declareNode({
  type: 'fbxPose',
  base: node,
  attributes: {
    isBindPose: boolean('isBindPose'),
    members: array(message('members')),
    worldMatrix: array(matrix('worldMatrix')),
  },
});

/** An object of an FBX file that means nothing here; its properties are kept as raw values. */
export const fbxObject = declareNode({
  type: 'fbxObject',
  base: node,
  attributes: {
    kind: string('kind'),
    subtype: string('subtype'),
    /** Objects that are connected to it, by their `message`. */
    members: array(message('members')),
  },
});

/** What a layer does to the layers below, by FBX's number. */
export const FBX_BLEND_MODES = ['additive', 'override', 'overridePassthrough'] as const;

/** Attributes of a layer besides its value. */
const layer = {
  /** 0 to 1. */
  weight: number('weight', 1),
  blendMode: choice('blendMode', FBX_BLEND_MODES, 'additive'),
  /** Whether the layer has the property at all. */
  isPresent: boolean('isPresent', true),
} as const;

/**
 * One property of a node over the animation layers of a take, lowest first. `base` counts where the lowest layer has no
 * value. The value type is in the name of the type. Source: FBX SDK help, FbxAnimLayer.
 */
export const fbxLayeredTranslate = declareNode({
  type: 'fbxLayeredTranslate',
  base: node,
  attributes: {
    base: distance3('base', 'base'),
    layer: array(compound('layer', { ...layer, value: distance3('value', 'value') })),
    output: distance3('output', 'o'),
  },
});

export const fbxLayeredRotate = declareNode({
  type: 'fbxLayeredRotate',
  base: node,
  attributes: {
    base: angle3('base', 'base'),
    rotateOrder: rotateOrder('rotateOrder'),
    layer: array(
      compound('layer', {
        ...layer,
        /** By layer: as a turn; by channel: angle by angle. */
        accumulation: choice('accumulation', ['byLayer', 'byChannel'], 'byLayer'),
        value: angle3('value', 'value'),
      }),
    ),
    output: angle3('output', 'o'),
  },
});

export const fbxLayeredScale = declareNode({
  type: 'fbxLayeredScale',
  base: node,
  attributes: {
    base: number3('base', 'base', [1, 1, 1]),
    layer: array(
      compound('layer', {
        ...layer,
        accumulation: choice('accumulation', ['multiply', 'additive'], 'multiply'),
        value: number3('value', 'value', [1, 1, 1]),
      }),
    ),
    output: number3('output', 'o', [1, 1, 1]),
  },
});

export const fbxLayeredNumber = declareNode({
  type: 'fbxLayeredNumber',
  base: node,
  attributes: {
    base: number('base'),
    layer: array(compound('layer', { ...layer, value: number('value') })),
    output: number('o'),
  },
});

export const FBX_DECLARATIONS = [
  fbxModel,
  fbxBone,
  fbxCamera,
  fbxPose,
  fbxObject,
  fbxLayeredTranslate,
  fbxLayeredRotate,
  fbxLayeredScale,
  fbxLayeredNumber,
] as const;
