/** Version that this package speaks. */
export const PROTOCOL_VERSION = 1;

/** First two bytes of every message: "RL". */
export const MAGIC_0 = 0x52;
export const MAGIC_1 = 0x4c;

/** Bytes before the body. */
export const HEADER_BYTES = 4;

/** Kinds of messages by their number in the header. */
export const MESSAGE_KINDS = {
  hello: 1,
  welcome: 2,
  describe: 3,
  drop: 4,
  frame: 5,
  transport: 6,
  ping: 7,
  pong: 8,
  error: 9,
  subscribe: 10,
  bye: 11,
} as const;

export type MessageKind = keyof typeof MESSAGE_KINDS;

/** What one connection may ask for at most. The hub tells its own in `welcome`. */
export interface ProtocolLimits {
  readonly messageBytes: number;
  /** Subjects of one sender. */
  readonly subjects: number;
  /** Nodes and curves of one subject. */
  readonly nodes: number;
  readonly curves: number;
}

export const DEFAULT_LIMITS: ProtocolLimits = { messageBytes: 1 << 24, subjects: 4096, nodes: 4096, curves: 4096 };

/** Curves of a camera, in this order by convention. Lengths are in units of the space; `…Mm` are millimetres. */
export const CAMERA_CURVES = [
  'focalLengthMm',
  'horizontalApertureMm',
  'verticalApertureMm',
  'filmOffsetXMm',
  'filmOffsetYMm',
  'squeeze',
  'near',
  'far',
  'focusDistance',
  'fStop',
  'orthographic',
  'orthographicWidth',
] as const;

/** Curves of a light. Colours are linear. */
export const LIGHT_CURVES = ['intensity', 'colorR', 'colorG', 'colorB', 'coneAngleDeg', 'penumbraAngleDeg'] as const;
