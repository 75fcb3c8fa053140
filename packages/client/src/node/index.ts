export { connectTcp } from './connect-tcp.ts';
export {
  type CachedSubject,
  type CacheMoment,
  type CacheUpdate,
  FileCacheReader,
  FileCacheWriter,
} from './file-cache.ts';
export { openTakeRecorder, type RecorderFile, type RecorderStatus, TakeRecorder } from './take-recorder.ts';
