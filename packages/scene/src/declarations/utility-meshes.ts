import {
  angle,
  array,
  boolean,
  choice,
  compound,
  data,
  distance,
  integer,
  number,
  number3,
  table,
} from '../attribute.ts';
import { declareNode, type NodeDeclaration } from '../node-declaration.ts';
import { node } from './dag.ts';
import { geometryFilter } from './deform.ts';

export { geometryFilter };

/**
 * Nodes that make and change polygon meshes.
 *
 * Names and defaults: Maya help, node reference; short names as in files saved by Maya.
 */

const polyPrimitive = declareNode({
  type: 'polyPrimitive',
  base: node,
  attributes: {
    axis: number3('axis', 'ax', [0, 1, 0]),
    heightBaseline: number('hbl'),
    output: data('out'),
  },
});

const round = { radius: distance('r', 1), subdivisionsAxis: integer('sa', 20) };

export const polyCube = declareNode({
  type: 'polyCube',
  base: polyPrimitive,
  attributes: {
    width: distance('w', 1),
    height: distance('h', 1),
    depth: distance('d', 1),
    subdivisionsWidth: integer('sw', 1),
    subdivisionsHeight: integer('sh', 1),
    subdivisionsDepth: integer('sd', 1),
  },
});

export const polyPlane = declareNode({
  type: 'polyPlane',
  base: polyPrimitive,
  attributes: {
    width: distance('w', 1),
    height: distance('h', 1),
    subdivisionsWidth: integer('sw', 10),
    subdivisionsHeight: integer('sh', 10),
  },
});

export const polySphere = declareNode({
  type: 'polySphere',
  base: polyPrimitive,
  attributes: { ...round, subdivisionsHeight: integer('sh', 20) },
});

export const polyCylinder = declareNode({
  type: 'polyCylinder',
  base: polyPrimitive,
  attributes: {
    ...round,
    height: distance('h', 2),
    subdivisionsHeight: integer('sh', 1),
    subdivisionsCaps: integer('sc'),
    roundCap: boolean('rcp'),
  },
});

export const polyCone = declareNode({
  type: 'polyCone',
  base: polyPrimitive,
  attributes: {
    ...round,
    height: distance('h', 2),
    subdivisionsHeight: integer('sh', 1),
    subdivisionsCap: integer('sc'),
    roundCap: boolean('rcp'),
  },
});

export const polyTorus = declareNode({
  type: 'polyTorus',
  base: polyPrimitive,
  attributes: {
    ...round,
    sectionRadius: distance('sr', 0.5),
    twist: angle('tw'),
    subdivisionsHeight: integer('sh', 20),
  },
});

export const polyPyramid = declareNode({
  type: 'polyPyramid',
  base: polyPrimitive,
  attributes: {
    sideLength: distance('w', 1),
    /** The misspelling is Maya's. */
    numderOfSides: choice('ns', ['3', '4', '5'], '4'),
    subdivisionsHeight: integer('sh', 1),
    subdivisionsCaps: integer('sc'),
  },
});

/** Takes part of its input's components; the geometry itself passes. */
export const groupParts = declareNode({
  type: 'groupParts',
  base: node,
  attributes: {
    inputGeometry: data('ig'),
    inputComponents: data('ic'),
    inputRemoveComponent: data('irc'),
    groupId: integer('gi', -1),
    outputGeometry: data('og'),
  },
});

export const groupId = declareNode({ type: 'groupId', base: node, attributes: { groupId: integer('id') } });

/** Moves single points: of meshes by `vlist`, of other shapes by `plist`. */
export const tweak = declareNode({
  type: 'tweak',
  base: geometryFilter,
  attributes: {
    relativeTweak: boolean('rtw', true),
    plist: array(
      compound('pl', {
        controlPoints: table('cp', { xValue: distance('xv'), yValue: distance('yv'), zValue: distance('zv') }),
      }),
    ),
    vlist: array(
      compound('vl', {
        vertex: table('vt', { xVertex: distance('vx'), yVertex: distance('vy'), zVertex: distance('vz') }, 'f32'),
      }),
    ),
  },
});

const deformer = (type: string): NodeDeclaration =>
  declareNode({ type, base: geometryFilter, attributes: {} }) as unknown as NodeDeclaration;

/** Deformers whose effect is not evaluated yet. Their own attributes are kept as the file has them. */
export const UNEVALUATED_DEFORMERS: readonly NodeDeclaration[] = [
  'cluster',
  'softMod',
  'ffd',
  'wire',
  'sculpt',
  'wrap',
  'proximityWrap',
  'shrinkWrap',
  'deltaMush',
  'tension',
  'solidify',
  'morph',
  'nonLinear',
  'jiggle',
  'textureDeformer',
  'curveWarp',
  'boneLattice',
  'bend',
  'transferAttributes',
  'cMuscleSystem',
  'historySwitch',
].map(deformer);

/** What every node that edits a polygon mesh has. Source: Maya help, "polyModifier". */
export const polyModifier = declareNode({
  type: 'polyModifier',
  base: node,
  attributes: { inputPolymesh: data('ip'), inputComponents: data('ics'), output: data('out') },
});

/** Adds to single points. */
export const polyTweak = declareNode({
  type: 'polyTweak',
  base: polyModifier,
  attributes: {
    tweak: table('tk', { tweakX: distance('tx'), tweakY: distance('ty'), tweakZ: distance('tz') }, 'f32'),
  },
});

const modifier = (type: string): NodeDeclaration =>
  declareNode({ type, base: polyModifier, attributes: {} }) as unknown as NodeDeclaration;

/** Edits that leave points and faces as they are: normals, colours, texture coordinates. */
export const POINT_KEEPING_MODIFIERS: readonly NodeDeclaration[] = [
  'polySoftEdge',
  'polyNormalPerVertex',
  'polyColorPerVertex',
  'polyColorMod',
  'polyColorDel',
  'createColorSet',
  'deleteColorSet',
  'createUVSet',
  'deleteUVSet',
  'polyCopyUV',
  'polyTweakUV',
  'polyMapCut',
  'polyMapSew',
  'polyMapSewMove',
  'polyMapDel',
  'polyMoveUV',
  'polyFlipUV',
  'polyNormalizeUV',
  'polyLayoutUV',
  'polyAutoProj',
  'polyPlanarProj',
  'polyCylProj',
  'polySphProj',
  'polyProj',
  'polyCrease',
  'polyEdgeToCurve',
].map(modifier);

/** Edits of shape or faces that are not evaluated. */
export const UNEVALUATED_MODIFIERS: readonly NodeDeclaration[] = [
  'polyNormal',
  'polySubdFace',
  'polySubdEdge',
  'polySmoothFace',
  'polySmooth',
  'polyExtrudeFace',
  'polyExtrudeEdge',
  'polyExtrudeVertex',
  'polyBevel',
  'polyBevel2',
  'polyBevel3',
  'polySplit',
  'polySplitRing',
  'polySplitVert',
  'polySplitEdge',
  'polyCut',
  'polyPoke',
  'polyWedgeFace',
  'polyMergeVert',
  'polyMergeEdge',
  'polyMergeFace',
  'polyDelEdge',
  'polyDelVertex',
  'polyDelFacet',
  'polyCollapseEdge',
  'polyCollapseF',
  'polyChipOff',
  'polyDuplicateEdge',
  'polyBridgeEdge',
  'polyCloseBorder',
  'polyAppend',
  'polyAppendVertex',
  'polyTriangulate',
  'polyQuad',
  'polyReduce',
  'polyRemesh',
  'polyRetopo',
  'polyMirror',
  'polyFlipEdge',
  'polyConnectComponents',
  'polyMoveVertex',
  'polyMoveEdge',
  'polyMoveFace',
  'polyMoveFacetUV',
  'polySewEdge',
  'polyAverageVertex',
  'polyCircularize',
].map(modifier);

/** Removes parts of a mesh; not evaluated. */
export const deleteComponent = declareNode({
  type: 'deleteComponent',
  base: node,
  attributes: { inputGeometry: data('ig'), deleteComponents: data('dc'), outputGeometry: data('og') },
});

export const UTILITY_MESH_DECLARATIONS = [
  polyCube,
  polyPlane,
  polySphere,
  polyCylinder,
  polyCone,
  polyTorus,
  polyPyramid,
  groupParts,
  groupId,
  tweak,
  ...UNEVALUATED_DEFORMERS,
  polyTweak,
  ...POINT_KEEPING_MODIFIERS,
  ...UNEVALUATED_MODIFIERS,
  deleteComponent,
];
