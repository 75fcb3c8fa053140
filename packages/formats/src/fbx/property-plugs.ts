/** Which property of FBX becomes which plug of a node, for what is stored and for what is animated. */
import type { PlugRef, SceneNode } from '@rigline/scene';
import type { FbxObject } from './document-types.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { attributesOf } from './shapes.ts';
import { userAttributeName } from './user-properties.ts';

/** What the numbers of a property are. */
export type PlugKind = 'distance' | 'angle' | 'number' | 'percent' | 'boolean';

/** The node type that combines the layers of a property. */
export type LayeredType = 'fbxLayeredTranslate' | 'fbxLayeredRotate' | 'fbxLayeredScale' | 'fbxLayeredNumber';

/** A property that has a plug. */
export interface PropertyPlug {
  /** The plug, or the compound of its parts. */
  readonly path: string;
  /** One for each number of the property, in its order: `translateX` … */
  readonly leaves: readonly string[];
  readonly kind: PlugKind;
  /** Values of the plugs while nothing is stored, in inner units. */
  readonly defaults: readonly number[];
  readonly layered: LayeredType;
}

function triple(
  path: string,
  kind: PlugKind,
  layered: LayeredType = 'fbxLayeredNumber',
  value = 0,
  axes = 'XYZ',
): PropertyPlug {
  return { path, leaves: [...axes].map((axis) => path + axis), kind, defaults: [value, value, value], layered };
}

function single(path: string, kind: PlugKind, value = 0): PropertyPlug {
  return { path, leaves: [path], kind, defaults: [value], layered: 'fbxLayeredNumber' };
}

type PlugTable = ReadonlyMap<string, PropertyPlug>;
const tableOf = (entries: Readonly<Record<string, PropertyPlug>>): PlugTable => new Map(Object.entries(entries));

/** Properties of a Model. */
export const MODEL_PLUGS: PlugTable = tableOf({
  'Lcl Translation': triple('translate', 'distance', 'fbxLayeredTranslate'),
  'Lcl Rotation': triple('rotate', 'angle', 'fbxLayeredRotate'),
  'Lcl Scaling': triple('scale', 'number', 'fbxLayeredScale', 1),
  RotationOffset: triple('rotatePivotTranslate', 'distance'),
  RotationPivot: triple('rotatePivot', 'distance'),
  ScalingOffset: triple('scalePivotTranslate', 'distance'),
  ScalingPivot: triple('scalePivot', 'distance'),
  PreRotation: triple('preRotation', 'angle'),
  PostRotation: triple('postRotation', 'angle'),
  GeometricTranslation: triple('geometricTranslation', 'distance'),
  GeometricRotation: triple('geometricRotation', 'angle'),
  GeometricScaling: triple('geometricScaling', 'number', 'fbxLayeredNumber', 1),
  Visibility: single('visibility', 'boolean', 1),
});

const DEGREE = Math.PI / 180;

/** Properties of a camera. */
export const CAMERA_PLUGS: PlugTable = tableOf({
  FieldOfView: single('fieldOfView', 'angle', 25.114999771118164 * DEGREE),
  FieldOfViewX: single('fieldOfViewX', 'angle', 40 * DEGREE),
  FieldOfViewY: single('fieldOfViewY', 'angle', 40 * DEGREE),
  FocalLength: single('fbxFocalLength', 'number', 34.89327),
  FilmWidth: single('filmWidth', 'number', 0.816),
  FilmHeight: single('filmHeight', 'number', 0.612),
  FilmAspectRatio: single('filmAspectRatio', 'number', 4 / 3),
  FilmSqueezeRatio: single('filmSqueezeRatio', 'number', 1),
  FilmOffsetX: single('horizontalFilmOffset', 'number'),
  FilmOffsetY: single('verticalFilmOffset', 'number'),
  OpticalCenterX: single('opticalCenterX', 'number'),
  OpticalCenterY: single('opticalCenterY', 'number'),
  AspectWidth: single('aspectWidth', 'number', 320),
  AspectHeight: single('aspectHeight', 'number', 200),
  PixelAspectRatio: single('pixelAspectRatio', 'number', 1),
  NearPlane: single('nearClipPlane', 'distance', 0.1),
  FarPlane: single('farClipPlane', 'distance', 10000),
  OrthoZoom: single('orthoZoom', 'number', 1),
  Roll: single('roll', 'angle'),
  FocusDistance: single('focusDistance', 'distance', 5),
});

/** Properties of a light; old and new names of one plug stand beside each other. */
export const LIGHT_PLUGS: PlugTable = tableOf({
  Color: triple('color', 'number', 'fbxLayeredNumber', 1, 'RGB'),
  Intensity: single('intensity', 'percent', 1),
  'Cone angle': single('coneAngle', 'angle', 40 * DEGREE),
  ConeAngle: single('coneAngle', 'angle', 40 * DEGREE),
  OuterAngle: single('coneAngle', 'angle', 40 * DEGREE),
  HotSpot: single('innerAngle', 'angle'),
  InnerAngle: single('innerAngle', 'angle'),
});

/** Inner units per unit of the file. */
export function plugScale(kind: PlugKind, unit: number): number {
  if (kind === 'distance') return unit;
  if (kind === 'angle') return DEGREE;
  return kind === 'percent' ? 0.01 : 1;
}

/** A plug that curves of a property drive. */
export interface AnimatedPlug {
  readonly node: SceneNode;
  /** The plug, or the compound of its parts. */
  readonly path: string;
  /** One for each channel of the curve node, in the order X, Y, Z (R, G, B). */
  readonly leaves: readonly string[];
  /** Inner units per unit of the curve. */
  readonly scale: number;
  readonly curveType: 'animCurveTL' | 'animCurveTA' | 'animCurveTU';
  readonly layered: LayeredType;
}

/**
 * The plug that animation of a property drives: of a Model, what hangs on it, or a blend shape channel. Files before
 * version 7 animate what hangs on a Model through the Model.
 *
 * @returns undefined where the property means nothing to us.
 */
export function animatedPlug(context: FbxSceneContext, object: FbxObject, property: string): AnimatedPlug | undefined {
  const other = context.plugsOf.get(object);
  if (other) return other.get(property);
  const morph = context.morphOf.get(object);
  if (morph) return property === 'DeformPercent' ? morphPlug(morph) : undefined;
  const shape = context.shapeOf.get(object);
  if (shape) return shapePlug(context, shape, property);
  const node = context.nodeOf.get(object);
  if (!node) return undefined;
  const known = MODEL_PLUGS.get(property);
  if (known) return bind(context, node, known);
  const user = userPlug(context, node, object, property);
  if (user) return user;
  for (const attribute of attributesOf(context, object)) {
    const hanging = context.shapeOf.get(attribute);
    const plug = hanging && shapePlug(context, hanging, property);
    if (plug) return plug;
  }
  return undefined;
}

function morphPlug({ node, path }: PlugRef): AnimatedPlug {
  return { node, path, leaves: [path], scale: 0.01, curveType: 'animCurveTU', layered: 'fbxLayeredNumber' };
}

function shapePlug(context: FbxSceneContext, shape: SceneNode, property: string): AnimatedPlug | undefined {
  const isCamera = shape.isA('fbxCamera');
  const known = (isCamera ? CAMERA_PLUGS : shape.resolve('coneAngle') ? LIGHT_PLUGS : undefined)?.get(property);
  return known && bind(context, shape, known);
}

function bind(context: FbxSceneContext, node: SceneNode, plug: PropertyPlug): AnimatedPlug {
  return {
    node,
    path: plug.path,
    leaves: plug.leaves,
    scale: plugScale(plug.kind, context.unit),
    curveType: plug.kind === 'distance' ? 'animCurveTL' : plug.kind === 'angle' ? 'animCurveTA' : 'animCurveTU',
    layered: plug.layered,
  };
}

function userPlug(
  context: FbxSceneContext,
  node: SceneNode,
  object: FbxObject,
  property: string,
): AnimatedPlug | undefined {
  const found = object.properties.get(property);
  const name = found?.flags.includes('U') ? userAttributeName(node, property) : undefined;
  const attribute = name === undefined ? undefined : node.dynamics?.[name];
  if (name === undefined || !attribute) return undefined;
  const { kind } = attribute;
  return {
    node,
    path: name,
    leaves: attribute.children ? Object.keys(attribute.children) : [name],
    scale: kind === 'distance' ? context.unit : kind === 'time' ? 1 / context.document.ticksPerSecond : 1,
    curveType: kind === 'distance' ? 'animCurveTL' : 'animCurveTU',
    layered: 'fbxLayeredNumber',
  };
}
