export { copyState } from './copy-state.ts';
export {
  type Connect,
  type Connection,
  type ConnectionEvents,
  LiveClient,
  type LiveClientOptions,
  type LiveEvents,
  type OwnSubject,
  RECONNECT_SECONDS,
  type RemoteSubject,
} from './live-client.ts';
export { TAKE_PROBLEMS } from './take/problems.ts';
export {
  decodeTake,
  encodeTakeRecord,
  isTake,
  TAKE_MAGIC,
  type TakeContent,
  type TakeRecord,
} from './take/take-format.ts';
export { TakePlayer } from './take/take-player.ts';
export { readTake, type TakeScene } from './take/take-scene.ts';
