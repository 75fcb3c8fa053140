import {
  angle,
  array,
  boolean,
  choice,
  compound,
  data,
  distance,
  distance3,
  generic,
  integer,
  message,
  number,
  number3,
  string,
  table,
  time,
} from '../attribute.ts';
import type { MeshData } from '../mesh-data.ts';
import { declareNode } from '../node-declaration.ts';
import { dagNode, node } from './dag.ts';

/** Camera film fit by Maya's number. */
export const FILM_FITS = ['fill', 'horizontal', 'vertical', 'overscan'] as const;

/** Apertures and film offsets in inches, focal length in millimetres. Source: Maya help, "camera". */
export const camera = declareNode({
  type: 'camera',
  base: dagNode,
  attributes: {
    focalLength: number('fl', 35),
    cameraAperture: compound('cap', {
      horizontalFilmAperture: number('hfa', 1.41732),
      verticalFilmAperture: number('vfa', 0.94488),
    }),
    lensSqueezeRatio: number('lsr', 1),
    cameraScale: number('cs', 1),
    filmFit: choice('ff', FILM_FITS, 'horizontal'),
    filmFitOffset: number('ffo'),
    filmOffset: compound('fio', { horizontalFilmOffset: number('hfo'), verticalFilmOffset: number('vfo') }),
    overscan: number('ovr', 1),
    panZoomEnabled: boolean('pze'),
    pan: compound('pan', { horizontalPan: number('hpn'), verticalPan: number('vpn') }),
    zoom: number('zom', 1),
    shakeEnabled: boolean('se'),
    shake: compound('shk', { horizontalShake: number('hs'), verticalShake: number('vs') }),
    shakeOverscanEnabled: boolean('soe'),
    shakeOverscan: number('sos', 1),
    preScale: number('psc', 1),
    postScale: number('ptsc', 1),
    filmTranslate: compound('ct', { filmTranslateH: number('fth'), filmTranslateV: number('ftv') }),
    filmRollControl: compound('frc', {
      filmRollPivot: compound('frp', { horizontalRollPivot: number('hrp'), verticalRollPivot: number('vrp') }),
      filmRollValue: angle('frv'),
      filmRollOrder: choice('fro', ['rotateTranslate', 'translateRotate'], 'rotateTranslate'),
    }),
    nearClipPlane: distance('ncp', 0.1),
    farClipPlane: distance('fcp', 10000),
    fStop: number('fs', 5.6),
    focusDistance: distance('fd', 5),
    shutterAngle: angle('sa', (144 * Math.PI) / 180),
    centerOfInterest: distance('coi', 5),
    orthographic: boolean('o'),
    orthographicWidth: distance('ow', 30),
    renderable: boolean('rnd', true),
    depthOfField: boolean('dof'),
    focusRegionScale: number('frs', 1),
    tumblePivot: distance3('tumblePivot', 'tp'),
    imageName: string('imn'),
    locatorScale: number('lls', 1),
    displayResolution: boolean('dr'),
    displayFilmGate: boolean('dfg'),
  },
});

export const locator = declareNode({
  type: 'locator',
  base: dagNode,
  attributes: {
    localPosition: distance3('localPosition', 'lp'),
    localScale: distance3('localScale', 'los', [1, 1, 1]),
    worldPosition: array(distance3('worldPosition', 'wp')),
  },
});

/** Indices per face corner of one UV or colour set. Loops without an entry have none. */
export interface FaceAttribute {
  readonly set: number;
  /** The loop of each entry. */
  readonly loops: Int32Array;
  /** First id of each entry, and the end of the last. */
  readonly starts: Int32Array;
  readonly ids: Int32Array;
}

/**
 * Faces of one statement of a mesh, flat. A loop is an outline or a hole; the loops of one face follow each other.
 * Source: Maya help, setAttr, type "polyFaces".
 */
export interface PolyFaceData {
  readonly faceCount: number;
  /** First loop of each face, and after the last face the number of loops. Further loops of a face are holes. */
  readonly faceLoops: Int32Array;
  /** First entry in `edges` of each loop, and the end of the last. */
  readonly loopStarts: Int32Array;
  /** Signed edges: `-e - 1` is edge `e` walked backwards. */
  readonly edges: Int32Array;
  readonly uvSets: readonly FaceAttribute[];
  readonly colorSets: readonly FaceAttribute[];
}

/**
 * `vrts` (`vt`) are the points, `pnts` (`pt`) tweaks added to them, `edge` vertex, vertex, smooth.
 * `polygons` and `origMesh` are ours: the stored mesh in one block, as other formats than Maya ASCII have it, and the
 * mesh as it is stored, before what comes in through `inMesh`.
 */
export const mesh = declareNode({
  type: 'mesh',
  base: dagNode,
  attributes: {
    polygons: data<MeshData>('polygons'),
    origMesh: data<MeshData>('origMesh'),
    inMesh: data('i'),
    outMesh: data('o'),
    worldMesh: array(data('w')),
    cachedInMesh: data('ci'),
    vrts: table('vt', { vrtx: distance('vx'), vrty: distance('vy'), vrtz: distance('vz') }, 'f32'),
    pnts: table('pt', { pntx: distance('px'), pnty: distance('py'), pntz: distance('pz') }, 'f32'),
    edge: table('ed', { edg1: integer('e1'), edg2: integer('e2'), edgh: integer('eh') }),
    face: data<readonly PolyFaceData[]>('fc'),
    normals: table('n', { normalx: number('nx'), normaly: number('ny'), normalz: number('nz') }, 'f32'),
    uvSet: array(
      compound('uvst', {
        uvSetName: string('uvsn'),
        uvSetPoints: table('uvsp', { uvSetPointsU: number('uvpu'), uvSetPointsV: number('uvpv') }, 'f32'),
      }),
    ),
    currentUVSet: string('cuvs', 'map1'),
    colorSet: array(
      compound('clst', {
        colorName: string('clsn'),
        representation: integer('rprt'),
        clamped: boolean('clam'),
        colorSetPoints: table(
          'clsp',
          {
            colorSetPointsR: number('clpr'),
            colorSetPointsG: number('clpg'),
            colorSetPointsB: number('clpb'),
            colorSetPointsA: number('clpa'),
          },
          'f32',
        ),
      }),
    ),
    currentColorSet: string('ccls'),
    displayColors: boolean('dcol'),
    displaySmoothMesh: integer('dsm'),
    doubleSided: boolean('ds', true),
    creaseData: data('cd'),
    creaseVertexData: data('cvd'),
    tweakLocation: data('twl'),
    componentTags: array(
      compound('gtag', { componentTagName: string('gtagnm'), componentTagContents: data('gtagcmp') }),
    ),
  },
});

/** A NURBS curve as a file has it. Knots are `spans + 2 * degree - 1`; `cvs` are x y z w. */
export interface NurbsCurveData {
  readonly degree: number;
  readonly spans: number;
  readonly form: 'open' | 'closed' | 'periodic';
  readonly knots: Float64Array;
  /** Control vertices, stride 4; centimetres; w 1 where not rational. */
  readonly cvsXyzw: Float64Array;
}

export const nurbsCurve = declareNode({
  type: 'nurbsCurve',
  base: dagNode,
  attributes: {
    create: data<NurbsCurveData>('cr'),
    cached: data<NurbsCurveData>('cc'),
    local: data<NurbsCurveData>('l'),
    worldSpace: array(data<NurbsCurveData>('ws')),
    controlPoints: table('cp', { xValue: distance('xv'), yValue: distance('yv'), zValue: distance('zv') }),
    tweakLocation: data('twl'),
    lineWidth: number('lw', -1),
  },
});

const lightAttributes = {
  color: {
    ...number3('color', 'cl', [1, 1, 1], 'RGB'),
    children: { colorR: number('cr', 1), colorG: number('cg', 1), colorB: number('cb', 1) },
  },
  intensity: number('in', 1),
  emitDiffuse: boolean('ed', true),
  emitSpecular: boolean('sn', true),
  decayRate: choice('de', ['none', 'linear', 'quadratic', 'cubic'], 'none'),
  coneAngle: angle('ca', (40 * Math.PI) / 180),
  penumbraAngle: angle('pa'),
  dropoff: number('dro'),
  useDepthMapShadows: boolean('dms'),
  useRayTraceShadows: boolean('urs', true),
} as const;

export const LIGHTS = ['directionalLight', 'pointLight', 'spotLight', 'areaLight', 'ambientLight', 'volumeLight'].map(
  (type) => declareNode({ type, base: dagNode, attributes: lightAttributes }),
);

/** Source: Maya help, "time". `outTime` is the current time of the scene. */
export const timeNode = declareNode({
  type: 'time',
  base: node,
  attributes: { outTime: time('o'), unwarpedTime: time('unw'), enableTimewarp: boolean('etw') },
});

/** Multiplies by a factor between units. Times count in the DCC's ticks here. Source: Maya help, "unitConversion". */
export const unitConversion = declareNode({
  type: 'unitConversion',
  base: node,
  attributes: { input: generic('i'), output: generic('o'), conversionFactor: number('cf', 1) },
});

export const script = declareNode({
  type: 'script',
  base: node,
  attributes: { before: string('b'), after: string('a'), scriptType: integer('st'), sourceType: integer('stp') },
});

export const objectSet = declareNode({
  type: 'objectSet',
  base: node,
  attributes: {
    dagSetMembers: array(message('dsm')),
    dnSetMembers: array(message('dnsm')),
    memberWireframeColor: integer('mwc'),
  },
});

/** The picture that cameras are rendered to. Source: Maya help, "resolution"; defaults are those of a new scene. */
export const resolution = declareNode({
  type: 'resolution',
  base: node,
  attributes: {
    width: integer('w', 960),
    height: integer('h', 540),
    pixelAspect: number('pa', 1),
    deviceAspectRatio: number('dar', 1.7777777910232544),
    lockDeviceAspectRatio: boolean('ldar'),
  },
});

export const SHAPE_DECLARATIONS = [
  camera,
  locator,
  mesh,
  nurbsCurve,
  ...LIGHTS,
  timeNode,
  unitConversion,
  script,
  objectSet,
  resolution,
];
