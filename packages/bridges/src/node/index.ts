export { UNREAL_PORT, UnrealLink, type UnrealLinkOptions } from './unreal-link.ts';
