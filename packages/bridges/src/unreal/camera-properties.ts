import type { RemoteSubject } from '@rigline/client';

/** What of a camera component is set, in the order in which it has to be: limits before what they limit. */
export interface CameraProperties {
  readonly LensSettings: Readonly<Record<string, number>>;
  readonly Filmback: Readonly<Record<string, number>>;
  readonly CurrentFocalLength: number;
  readonly CurrentAperture: number;
  readonly FocusSettings: Readonly<Record<string, number | string>>;
}

/** Focal lengths and f-stops that are never clamped by the limits of a lens. */
const WIDE = { MinFocalLength: 1, MaxFocalLength: 10_000, MinFStop: 0.1, MaxFStop: 1000 } as const;

const FALLBACK = { focalLengthMm: 35, horizontalApertureMm: 36, verticalApertureMm: 24, fStop: 2.8 } as const;

/**
 * The properties of a `CineCameraComponent` for a live camera in Unreal's space.
 *
 * Units: millimetres; focus in centimetres. Source: Unreal's documentation of `CameraFilmbackSettings`,
 * `CameraLensSettings` and `CameraFocusSettings`. Unverified: the sign of the sensor offsets; here a positive one moves
 * the picture as a film offset of Maya does.
 *
 * @param aspect Width by height of the picture, where that is not the shape of the film: the film is cut to it, on the
 * axis that the sender does not fit.
 */
export function cameraProperties({ description, state }: RemoteSubject, aspect?: number): CameraProperties {
  const read = (name: string, fallback: number): number => {
    const index = description.curves.indexOf(name);
    return index < 0 ? fallback : (state.curves[index] as number);
  };
  const squeeze = read('squeeze', 1) || 1;
  const film = [
    read('horizontalApertureMm', FALLBACK.horizontalApertureMm),
    read('verticalApertureMm', FALLBACK.verticalApertureMm),
  ] as const;
  const [SensorWidth, SensorHeight] = cutToAspect(film, squeeze, aspect, description.filmFit);
  return {
    LensSettings: { ...WIDE, SqueezeFactor: squeeze },
    Filmback: {
      SensorWidth,
      SensorHeight,
      SensorHorizontalOffset: read('filmOffsetXMm', 0),
      SensorVerticalOffset: read('filmOffsetYMm', 0),
    },
    CurrentFocalLength: read('focalLengthMm', FALLBACK.focalLengthMm),
    CurrentAperture: read('fStop', FALLBACK.fStop),
    FocusSettings: { FocusMethod: 'Manual', ManualFocusDistance: read('focusDistance', 1000) },
  };
}

function cutToAspect(
  [width, height]: readonly [number, number],
  squeeze: number,
  aspect: number | undefined,
  fit: RemoteSubject['description']['filmFit'] = 'horizontal',
): readonly [number, number] {
  if (aspect === undefined || !(aspect > 0)) return [width, height];
  const filmAspect = (width * squeeze) / height;
  const isHorizontal =
    fit === 'horizontal' || (fit === 'fill' && aspect > filmAspect) || (fit === 'overscan' && aspect < filmAspect);
  return isHorizontal ? [width, (width * squeeze) / aspect] : [(height * aspect) / squeeze, height];
}
