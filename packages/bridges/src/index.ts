export { PLAIN_ORDER, parseSignedOrder, type SignedOrder } from './freed/axes.ts';
export { FREED_SPACE, type FreeDMapping } from './freed/camera-message.ts';
export { FREED_PORT } from './freed/d1.ts';
export {
  checkRange,
  describeUnrealEncoders,
  type EncoderRange,
  FREED_RANGES,
  type FreeDRanges,
} from './freed/encoders.ts';
export {
  decodeFacePacket,
  encodeFacePacket,
  FACE_CURVES,
  FACE_PORT,
  type FacePacket,
} from './live-link-face/packet.ts';
export { applyMapping, type ChannelTerm, type MappedChannel, parseFaceMapping } from './mapping/face-mapping.ts';
export { type NoticeInput, Notices } from './notices.ts';
export { OPENTRACKIO_SPACE } from './opentrackio/camera-sample.ts';
export { OPENTRACKIO_PORT } from './opentrackio/packet.ts';
export { BRIDGE_PROBLEMS } from './problems.ts';
export { type CameraProperties, cameraProperties } from './unreal/camera-properties.ts';
export { RemoteControl, type RemoteControlOptions } from './unreal/remote-control.ts';
export { UNREAL_BRIDGE_DEFAULTS, UnrealBridge, type UnrealBridgeOptions } from './unreal/unreal-bridge.ts';
