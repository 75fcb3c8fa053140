export { decodeMessage, encodeJson, encodePing, encodePong, type Message } from './codec.ts';
export {
  CAMERA_CURVES,
  DEFAULT_LIMITS,
  HEADER_BYTES,
  LIGHT_CURVES,
  MESSAGE_KINDS,
  type MessageKind,
  PROTOCOL_VERSION,
  type ProtocolLimits,
} from './constants.ts';
export { conversionOf, type StateConversion } from './convert-state.ts';
export {
  type CacheDescription,
  type CacheFrame,
  type CacheSubject,
  formatCacheDescription,
  formatCacheFrame,
  fromCacheSubject,
  parseCacheDescription,
  parseCacheFrame,
  toCacheSubject,
} from './file-frame.ts';
export {
  decodeFrame,
  FrameEncoder,
  type FrameHeader,
  type FrameRate,
  type FrameSubject,
  type FrameTarget,
  type SceneTime,
  SOURCE_OFFSET,
} from './frame.ts';
export { MessageSplitter, prefixLength } from './message-splitter.ts';
export type {
  Bodies,
  Body,
  Bye,
  Drop,
  ErrorBody,
  Hello,
  JsonKind,
  Subscribe,
  Transport,
  Welcome,
} from './messages.ts';
export { PROTOCOL_PROBLEMS } from './problems.ts';
export { protocolError } from './protocol-error.ts';
export {
  SUBJECT_ROLES,
  type SubjectDescription,
  type SubjectNode,
  type SubjectRole,
  SubjectState,
} from './subject.ts';
