export { connectTcp } from './connect-tcp.ts';
export { openTakeRecorder, type RecorderFile, type RecorderStatus, TakeRecorder } from './take-recorder.ts';
