import {
  type Attribute,
  type AttributeTable,
  angle,
  angle3,
  array,
  boolean,
  choice,
  column,
  data,
  distance,
  distance3,
  integer,
  message,
  number,
  string,
  table,
  time,
  withImplicit,
} from '../attribute.ts';
import { declareNode, type NodeDeclaration } from '../node-declaration.ts';
import type { NumberTable } from '../tables.ts';
import { node, rotateOrder } from './dag.ts';

/** How a curve goes on outside its keys; `count` cycles at most, then the value stays. */
export interface KeyExtrapolation {
  readonly kind: 'constant' | 'linear' | 'cycle' | 'cycleRelative' | 'oscillate';
  /** Cycles; Infinity without end. Counts for the cyclic kinds alone. */
  readonly count: number;
}

/** Shape between a key and the next. `cubic` is a Bezier; `stepnext` has the next key's value at once. */
export type KeySpan = 'step' | 'stepnext' | 'linear' | 'cubic';
/** `KeySpan` by the codes of `KeyBlock.spans`. */
export const KEY_SPANS: readonly KeySpan[] = ['step', 'stepnext', 'linear', 'cubic'];

/** What was wrong with keys as a file has them, before they became a block. */
export type KeyIssue = 'notFinite' | 'unsorted' | 'duplicate';

/**
 * All keys of a curve in one block, as readers of formats other than Maya ASCII hand them on. Every tangent is known.
 * Units: seconds; centimetres, radians or plain numbers as the curve's type has it.
 */
export interface KeyBlock {
  /** Ascending. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Codes of `KEY_SPANS`, one per key; the last one's has no meaning. */
  readonly spans: Uint8Array;
  /** Slopes per second after each key and before each key. */
  readonly outSlopes: Float64Array;
  readonly inSlopes: Float64Array;
  /** Lengths in time of the Bezier handles, as a part of the span; undefined where all are a third. */
  readonly outWeights: Float64Array | undefined;
  readonly inWeights: Float64Array | undefined;
  readonly pre: KeyExtrapolation;
  readonly post: KeyExtrapolation;
  readonly issues?: readonly KeyIssue[];
}

/** Keys that are decoded when somebody needs them. */
export interface KeySource {
  /** The same block at every call. */
  readKeys(): KeyBlock;
}

/** Attributes that all animation curves share; key times and values differ by type. */
interface CurveAttributes extends AttributeTable {
  readonly input: Attribute<number>;
  readonly output: Attribute<number>;
  readonly keyTimeValue: Attribute<NumberTable | undefined>;
  readonly keyTanInType: Attribute<NumberTable | undefined>;
  readonly keyTanOutType: Attribute<NumberTable | undefined>;
  readonly keyTanInX: Attribute<NumberTable | undefined>;
  readonly keyTanInY: Attribute<NumberTable | undefined>;
  readonly keyTanOutX: Attribute<NumberTable | undefined>;
  readonly keyTanOutY: Attribute<NumberTable | undefined>;
  readonly keyTanLocked: Attribute<NumberTable | undefined>;
  readonly keyWeightLocked: Attribute<NumberTable | undefined>;
  readonly keyBreakdown: Attribute<NumberTable | undefined>;
  readonly tangentType: Attribute<number>;
  readonly weightedTangents: Attribute<boolean>;
  readonly preInfinity: Attribute<number>;
  readonly postInfinity: Attribute<number>;
  readonly rotationInterpolation: Attribute<number>;
  readonly keySource: Attribute<KeySource | undefined>;
  readonly compiledCurve: Attribute<object | undefined>;
  readonly compiledRotation: Attribute<object | undefined>;
}

export type AnimCurveDeclaration = NodeDeclaration<typeof node.attributes & CurveAttributes>;

/**
 * An animation curve type. Tangents are as the file has them: x in seconds (or the driver's unit), y in inner units.
 * `keySource`, `compiledCurve` and `compiledRotation` are ours; the keys of a `keySource` win over those of the tables.
 *
 * Source: Maya help, "animCurve".
 */
function declareCurve(type: string, key: Attribute<number>, value: Attribute<number>): AnimCurveDeclaration {
  const isTimed = key.kind === 'time';
  const input: Attribute<number> = isTimed ? withImplicit(time('i'), 'time') : number('i');
  return declareNode({
    type,
    base: node,
    attributes: {
      input,
      output: { ...value, short: 'o' },
      keyTimeValue: table('ktv', { keyTime: key, keyValue: value }),
      keyTanInType: column('kit', 'integer'),
      keyTanOutType: column('kot', 'integer'),
      keyTanInX: column('kix'),
      keyTanInY: column('kiy'),
      keyTanOutX: column('kox'),
      keyTanOutY: column('koy'),
      keyTanLocked: column('ktl', 'boolean'),
      keyWeightLocked: column('kwl', 'boolean'),
      keyBreakdown: column('kbd', 'boolean'),
      keyTickDrawSpecial: column('kyts', 'boolean'),
      // Source: Maya help of 2011. Files never write 4, so what it means shows nowhere.
      tangentType: integer('tan', 4),
      weightedTangents: boolean('wgt', true),
      preInfinity: integer('pre'),
      postInfinity: integer('pst'),
      rotationInterpolation: integer('roti', 1),
      useCurveColor: boolean('ucc'),
      stipplePattern: integer('sp', 6),
      keySource: data<KeySource>('keySource'),
      compiledCurve: data<object>('compiledCurve'),
      compiledRotation: data<object>('compiledRotation'),
    },
  }) as unknown as AnimCurveDeclaration;
}

export const animCurveTL: AnimCurveDeclaration = declareCurve('animCurveTL', time('kt'), distance('kv'));
export const animCurveTA: AnimCurveDeclaration = declareCurve('animCurveTA', time('kt'), angle('kv'));
export const animCurveTT: AnimCurveDeclaration = declareCurve('animCurveTT', time('kt'), time('kv'));
export const animCurveTU: AnimCurveDeclaration = declareCurve('animCurveTU', time('kt'), number('kv'));
export const animCurveUL: AnimCurveDeclaration = declareCurve('animCurveUL', number('kt'), distance('kv'));
export const animCurveUA: AnimCurveDeclaration = declareCurve('animCurveUA', number('kt'), angle('kv'));
export const animCurveUT: AnimCurveDeclaration = declareCurve('animCurveUT', number('kt'), time('kv'));
export const animCurveUU: AnimCurveDeclaration = declareCurve('animCurveUU', number('kt'), number('kv'));

/** Every animation curve type, time curves first. */
export const ANIM_CURVES: readonly AnimCurveDeclaration[] = [
  animCurveTL,
  animCurveTA,
  animCurveTT,
  animCurveTU,
  animCurveUL,
  animCurveUA,
  animCurveUT,
  animCurveUU,
];

/** A tuple whose children end in the number of the input: `inTranslateX1` (`itx1`). */
function numbered<A extends ReturnType<typeof distance3>>(
  make: (long: string, short: string) => A,
  leaf: (short: string) => Attribute<number>,
  long: string,
  short: string,
  digit: 1 | 2,
): A {
  const children = Object.fromEntries(
    ['X', 'Y', 'Z'].map((axis) => [`${long}${axis}${digit}`, leaf(`${short}${axis.toLowerCase()}${digit}`)]),
  );
  return { ...make(long, `${short}${digit}`), children };
}

const BLEND_MODES = ['blend', 'input1', 'input2'] as const;

/** Source: Maya help, "pairBlend"; names as in saved files. */
export const pairBlend = declareNode({
  type: 'pairBlend',
  base: node,
  attributes: {
    weight: number('w', 1),
    currentDriver: integer('c'),
    inTranslate1: numbered(distance3, distance, 'inTranslate', 'it', 1),
    inRotate1: numbered(angle3, angle, 'inRotate', 'ir', 1),
    inTranslate2: numbered(distance3, distance, 'inTranslate', 'it', 2),
    inRotate2: numbered(angle3, angle, 'inRotate', 'ir', 2),
    translateXMode: choice('txm', BLEND_MODES, 'blend'),
    translateYMode: choice('tym', BLEND_MODES, 'blend'),
    translateZMode: choice('tzm', BLEND_MODES, 'blend'),
    rotateMode: choice('rm', BLEND_MODES, 'blend'),
    rotInterpolation: choice('ri', ['euler', 'quaternion'], 'euler'),
    rotateOrder: rotateOrder('ro'),
    outTranslate: distance3('outTranslate', 'ot'),
    outRotate: angle3('outRotate', 'or'),
  },
});

/** What the blend nodes of animation layers share. Weights come from the layer, or are 1. */
const animBlendNodeBase = declareNode({
  type: 'animBlendNodeBase',
  base: node,
  attributes: {
    weightA: number('wa', 1),
    weightB: number('wb', 1),
    interpolateMode: integer('im'),
    destination: message('dest'),
  },
});

interface BlendAttributes extends AttributeTable {
  readonly weightA: Attribute<number>;
  readonly weightB: Attribute<number>;
  readonly inputA: Attribute<number>;
  readonly inputB: Attribute<number>;
  readonly output: Attribute<number>;
}

export type AnimBlendDeclaration = NodeDeclaration<BlendAttributes>;

function declareBlend(
  type: string,
  make: (short: string) => Attribute,
  more: AttributeTable = {},
): AnimBlendDeclaration {
  return declareNode({
    type,
    base: animBlendNodeBase,
    attributes: { inputA: make('ia'), inputB: make('ib'), output: make('o'), ...more },
  }) as unknown as AnimBlendDeclaration;
}

/** Layer blends whose output is `inputA·weightA + inputB·weightB`. Names from saved files. */
export const ADDITIVE_BLENDS: readonly AnimBlendDeclaration[] = [
  declareBlend('animBlendNodeAdditive', (short) => number(short)),
  declareBlend('animBlendNodeAdditiveDL', (short) => distance(short)),
  declareBlend('animBlendNodeAdditiveDA', (short) => angle(short)),
  declareBlend('animBlendNodeAdditiveF', (short) => number(short)),
  declareBlend('animBlendNodeAdditiveFL', (short) => distance(short)),
  declareBlend('animBlendNodeAdditiveFA', (short) => angle(short)),
  declareBlend('animBlendNodeAdditiveI16', (short) => integer(short)),
  declareBlend('animBlendNodeAdditiveI32', (short) => integer(short)),
  declareBlend('animBlendNodeTime', (short) => time(short)),
];

/** Layer blends that take one input or the other. */
export const SWITCHING_BLENDS: readonly AnimBlendDeclaration[] = [
  declareBlend('animBlendNodeBoolean', (short) => boolean(short)),
  declareBlend('animBlendNodeEnum', (short) => integer(short)),
];

/** Unverified: which number means which; files show that the layer's default multiplies. */
const SCALE_ACCUMULATIONS = ['additive', 'multiply'] as const;
/** Source: measured by users of `rotationAccumulationMode`: 1 does not add Euler angles. */
const ROTATION_ACCUMULATIONS = ['component', 'layer'] as const;

export const animBlendNodeAdditiveScale = declareNode({
  type: 'animBlendNodeAdditiveScale',
  base: animBlendNodeBase,
  attributes: {
    inputA: number('ia', 1),
    inputB: number('ib', 1),
    accumulationMode: choice('acm', SCALE_ACCUMULATIONS, 'multiply'),
    output: number('o', 1),
  },
});

export const animBlendNodeAdditiveRotation = declareNode({
  type: 'animBlendNodeAdditiveRotation',
  base: animBlendNodeBase,
  attributes: {
    inputA: angle3('inputA', 'ia'),
    inputB: angle3('inputB', 'ib'),
    accumulationMode: choice('acm', ROTATION_ACCUMULATIONS, 'component'),
    rotationInterpolation: integer('ri'),
    rotateOrder: rotateOrder('ro'),
    output: angle3('output', 'o'),
  },
});

/**
 * Source: Maya help, "animLayer"; short names and wiring as in saved files: `fgwt → wb`, `bgwt → wa`, `oram → acm`,
 * `sam → acm` of scale blends, and from the parent layer `csol → sslo`, `fgwt → pwth`, `omte → pmte`.
 * Unverified: the short names `wgt` and `pthr`.
 */
export const animLayer = declareNode({
  type: 'animLayer',
  base: node,
  attributes: {
    dagSetMembers: array(message('dsm')),
    blendNodes: array(message('bnds')),
    childrenLayers: array(message('cdly')),
    parentLayer: message('play'),
    weight: number('wgt', 1),
    mute: boolean('mt'),
    solo: boolean('sl'),
    lock: boolean('lo'),
    override: boolean('ovrd'),
    passthrough: boolean('pthr', true),
    preferred: boolean('pref'),
    selected: boolean('slct'),
    collapse: boolean('coll'),
    ghost: boolean('gh'),
    ghostColor: integer('ghc', 5),
    rotationAccumulationMode: choice('ram', ROTATION_ACCUMULATIONS, 'component'),
    scaleAccumulationMode: choice('sam', SCALE_ACCUMULATIONS, 'multiply'),
    childrenSolo: array(boolean('chsl')),
    siblingSolo: boolean('sslo'),
    parentMute: boolean('pmte'),
    parentWeight: number('pwth', 1),
    childsoloed: boolean('csol'),
    outMute: boolean('omte'),
    foregroundWeight: number('fgwt', 1),
    backgroundWeight: number('bgwt', 1),
    outRotationAccumulationMode: choice('oram', ROTATION_ACCUMULATIONS, 'component'),
  },
});

export const timeToUnitConversion = declareNode({
  type: 'timeToUnitConversion',
  base: node,
  attributes: { input: time('i'), output: number('o'), conversionFactor: number('cf', 1) },
});

export const unitToTimeConversion = declareNode({
  type: 'unitToTimeConversion',
  base: node,
  attributes: { input: number('i'), output: time('o'), conversionFactor: number('cf', 1) },
});

/** Character sets hold values in lists by kind, each of which drives a channel. */
export const character = declareNode({
  type: 'character',
  base: node,
  attributes: {
    dagSetMembers: array(message('dsm')),
    dnSetMembers: array(message('dnsm')),
    linearValues: array(distance('lv')),
    angularValues: array(angle('av')),
    unitlessValues: array(number('uv')),
    timeValues: array(time('tv')),
    clipIndexMap: data('cim'),
    referenceMapping: data('rm'),
    offsetNode: message('of'),
  },
});

/** Kept with their attributes and connections; the clips of the Trax editor are not evaluated. */
const TRAX = ['clipLibrary', 'clipScheduler', 'animClip', 'animBlendInOut', 'characterMap', 'characterOffset'].map(
  (type) => declareNode({ type, base: node, attributes: { description: string('d') } }),
);

export const ANIM_DECLARATIONS: readonly NodeDeclaration[] = [
  ...ANIM_CURVES,
  pairBlend,
  ...ADDITIVE_BLENDS,
  ...SWITCHING_BLENDS,
  animBlendNodeAdditiveScale,
  animBlendNodeAdditiveRotation,
  animLayer,
  timeToUnitConversion,
  unitToTimeConversion,
  character,
  ...TRAX,
] as readonly NodeDeclaration[];
