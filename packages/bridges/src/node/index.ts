export { FaceOut, listenFaces } from './face-link.ts';
export { FreeDOut, listenFreeD } from './freed-link.ts';
export { listenOpenTrackIo, OpenTrackIoOut } from './opentrackio-link.ts';
export { listenUdp, type UdpListener, UdpSender } from './udp.ts';
export { UNREAL_PORT, UnrealLink, type UnrealLinkOptions } from './unreal-link.ts';
