export { BRIDGE_PROBLEMS } from './problems.ts';
export { type CameraProperties, cameraProperties } from './unreal/camera-properties.ts';
export { RemoteControl, type RemoteControlOptions } from './unreal/remote-control.ts';
export { UNREAL_BRIDGE_DEFAULTS, UnrealBridge, type UnrealBridgeOptions } from './unreal/unreal-bridge.ts';
