import { array, color3, integer, message, number } from '../attribute.ts';
import { declareNode, type NodeDeclaration } from '../node-declaration.ts';
import { node } from './dag.ts';

const surface = {
  color: color3('color', 'c', [0.5, 0.5, 0.5]),
  transparency: color3('transparency', 'it'),
  ambientColor: color3('ambientColor', 'ambc'),
  incandescence: color3('incandescence', 'ic'),
  diffuse: number('dc', 0.8),
  outColor: color3('outColor', 'oc'),
} as const;

/** Materials with what a simple picture needs of them. Source: Maya help, "lambert" and its kin. */
export const lambert = declareNode({ type: 'lambert', base: node, attributes: surface });

const SURFACES = ['phong', 'phongE', 'blinn', 'anisotropic'].map((type) =>
  declareNode({ type, base: node, attributes: surface }),
);

export const standardSurface = declareNode({
  type: 'standardSurface',
  base: node,
  attributes: {
    base: number('b', 1),
    baseColor: color3('baseColor', 'bc', [0.8, 0.8, 0.8]),
    emission: number('e'),
    emissionColor: color3('emissionColor', 'ec', [1, 1, 1]),
    outColor: color3('outColor', 'oc'),
  },
});

export const shadingEngine = declareNode({
  type: 'shadingEngine',
  base: node,
  attributes: {
    surfaceShader: message('ss'),
    displacementShader: message('ds'),
    volumeShader: message('vs'),
    dagSetMembers: array(message('dsm')),
    dnSetMembers: array(message('dnsm')),
    memberWireframeColor: integer('mwc'),
  },
});

/**
 * Nodes that organise a scene or its pictures and move nothing. They keep their attributes and connections as written,
 * and are no cause for a note.
 */
const BOOKKEEPING = [
  'aiOptions',
  'aiAOVDriver',
  'aiAOVFilter',
  'bump2d',
  'colorManagementGlobals',
  'container',
  'dagPose',
  'defaultLightList',
  'defaultRenderUtilityList',
  'defaultRenderingList',
  'defaultShaderList',
  'defaultTextureList',
  'displayLayer',
  'displayLayerManager',
  'file',
  'hardwareRenderingGlobals',
  'hwRenderGlobals',
  'hyperGraphInfo',
  'hyperLayout',
  'hyperView',
  'ikSystem',
  'lightLinker',
  'materialInfo',
  'nodeGraphEditorInfo',
  'partition',
  'place2dTexture',
  'poseInterpolatorManager',
  'postProcessList',
  'reference',
  'renderGlobals',
  'renderGlobalsList',
  'renderLayer',
  'renderLayerManager',
  'renderQuality',
  'sequenceManager',
  'shapeEditorManager',
  'strokeGlobals',
  'timeEditor',
  'trackInfoManager',
  'viewColorManager',
].map((type) => declareNode({ type, base: node, attributes: {} }));

export const SHADING_DECLARATIONS: readonly NodeDeclaration[] = [
  lambert,
  ...SURFACES,
  standardSurface,
  shadingEngine,
  ...BOOKKEEPING,
] as unknown as readonly NodeDeclaration[];
