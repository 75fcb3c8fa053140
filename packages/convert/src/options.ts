import { RiglineError } from '@rigline/diagnostics';
import type { Scene, SceneSettings } from '@rigline/scene';

/** What an export may choose. */
export interface ExportOptions {
  /** Name of the whole; the file without its extension by default. */
  readonly name?: string;
  /** Name of the clip; the take, or the name of the whole. */
  readonly clipName?: string;
  /** First and last frame, both written. The playback range by default; false for a pose without animation. */
  readonly range?: readonly [number, number] | false;
  /** Frame of the values that nodes have without the clip. The first of the range by default. */
  readonly restFrame?: number;
  /** A second of the clip is that of the scene, or the first frame is at zero. */
  readonly timeStart?: 'zero' | 'scene';
  /** Nodes by path that are written, with all above them; everything by default. */
  readonly includes?: (path: string) => boolean;
  /** Leaves out what is hidden throughout. */
  readonly skipHidden?: boolean;
  /** How far keys that are left out may be off. Lengths in the unit of the target, angles in radians. */
  readonly maxError?: {
    readonly length?: number;
    readonly angle?: number;
    readonly scale?: number;
    readonly weight?: number;
  };
  /** Joints that a point may have; those of least weight are left out. */
  readonly maxInfluences?: number;
}

/** Errors that keys may have when nothing is said: 0.01 mm, 0.001 degrees. */
export const MAX_ERROR: {
  readonly lengthMetres: number;
  readonly angle: number;
  readonly scale: number;
  readonly weight: number;
} = { lengthMetres: 1e-5, angle: (0.001 * Math.PI) / 180, scale: 1e-5, weight: 1e-4 };

/** Frames at most of one clip. */
const MOST_FRAMES = 1_000_000;

/**
 * The frames of an export; a pose has the frame of rest alone.
 *
 * @throws RiglineError `CONVERT_BAD_RANGE`.
 */
export function framesOf({ range }: ExportOptions, settings: SceneSettings): readonly number[] {
  if (range === false) return [];
  const [first, last] = range ?? settings.range;
  if (!(last >= first) || !(last - first < MOST_FRAMES)) {
    throw new RiglineError({
      code: 'CONVERT_BAD_RANGE',
      message: `Frames ${first} to ${last} are no range`,
      hint: 'Give the first frame, then the last.',
    });
  }
  // Whole frames, and the ends where they lie between.
  const frames: number[] = [];
  if (Math.abs(first - Math.round(first)) > 1e-6) frames.push(first);
  for (let frame = Math.ceil(first - 1e-6); frame < last + 1e-6; frame++) frames.push(frame);
  if (Math.abs(last - Math.round(last)) > 1e-6 && last !== first) frames.push(last);
  return frames;
}

/** The name of a scene: its file, without folders and extension. */
export function nameOf(scene: Scene): string {
  const file = scene.settings.file.split(/[\\/]/).pop() ?? '';
  return file.replace(/\.[^.]*$/, '') || 'scene';
}
