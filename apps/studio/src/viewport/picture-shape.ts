import type { CameraChannels } from '@rigline/evaluate';
import type { Shot } from '@rigline/viewer/shot';

/** Whether the axis that is up points down, as FBX files may have it. */
export function isUpsideDown({ settings: { info } }: Shot): boolean {
  return info.upAxis?.startsWith('-') ?? false;
}

/** Width by height of the picture; cameras of FBX files have an aspect of their own. */
export function aspectOf({ viewAspect }: CameraChannels, deviceAspect: number): number {
  return viewAspect !== undefined && viewAspect > 0.01 && viewAspect < 100 ? viewAspect : deviceAspect;
}
