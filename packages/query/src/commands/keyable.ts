import type { Attribute, ResolvedPlug, SceneNode } from '@rigline/scene';

const TRANSFORM_CHANNELS = ['visibility', 'translate', 'rotate', 'scale'].flatMap((name) =>
  name === 'visibility' ? [name] : ['X', 'Y', 'Z'].map((axis) => name + axis),
);
const CAMERA_CHANNELS = [
  'horizontalFilmAperture',
  'verticalFilmAperture',
  'focalLength',
  'lensSqueezeRatio',
  'fStop',
  'focusDistance',
  'shutterAngle',
  'centerOfInterest',
];
const IK_HANDLE_CHANNELS = [
  ...TRANSFORM_CHANNELS,
  'poleVectorX',
  'poleVectorY',
  'poleVectorZ',
  'offset',
  'roll',
  'twist',
  'ikBlend',
];

/** Channels that are keyable unless a file says otherwise. Source: Maya help, the pages of these nodes. */
export function keyableChannels(node: SceneNode): readonly string[] {
  if (node.isA('camera')) return CAMERA_CHANNELS;
  if (node.type === 'ikHandle') return IK_HANDLE_CHANNELS;
  if (node.type === 'transform' || node.isA('joint') || node.isA('fbxModel')) return TRANSFORM_CHANNELS;
  return [];
}

/** Whether the channel box shows a plug as keyable. Attributes added by `addAttr` are not, unless marked. */
export function isKeyable(node: SceneNode, plug: ResolvedPlug): boolean {
  const marked = node.flags.get(plug.path)?.keyable;
  if (marked !== undefined) return marked;
  const children: Readonly<Record<string, Attribute>> | undefined = plug.attribute.children;
  const names = keyableChannels(node);
  if (children && !plug.attribute.isArray) {
    return Object.keys(children).some((long) => node.flags.get(long)?.keyable ?? names.includes(long));
  }
  return names.includes(plug.long);
}
